"""Standing answers to Viking games and Unrest (H29) give away what the policy says, from the player's own view."""

from __future__ import annotations

from typing import Any

import pytest

from rules.chance import Chance
from rules.errors import Refused
from rules.haithabu.state import State, Unrest, VikingGames
from rules.standing_answers import StandingAnswer, imagined_question, policies_of, standing_move
from tests.rules.haithabu.table import GAME, table


def asked(decision: str, **given: Any) -> State:
    """Return a hand-made table at which seat 0 has just rolled an event and seat 1 is asked."""
    state = table(2, **given)
    state.push(VikingGames(owes=[1], roller=0) if decision == "viking_games" else Unrest(owes=[1]))
    return state


def answer(state: State, decision: str, policy: str) -> str:
    """Return what seat 1's standing answer does; empty if the player is asked."""
    return str(standing_move(GAME, state, 1, StandingAnswer(decision, policy)) or "")


@pytest.mark.parametrize(
    ("silver", "warehouse", "given"),
    [
        (10, "mead:2 spices", "give silver"),
        (9, "mead:2 spices", "give warehouse mead"),
        (9, "", ""),
    ],
)
def test_silver_is_given_if_there_is_enough_and_otherwise_a_ware(silver: int, warehouse: str, given: str) -> None:
    state = asked("viking_games", silver={1: silver}, warehouse={1: warehouse})
    assert answer(state, "viking_games", "silver") == given


@pytest.mark.parametrize(
    ("warehouse", "post", "viking_games", "unrest"),
    [
        ("", "", "", ""),
        ("spices tools", "weapons", "give warehouse tools", "discard warehouse tools"),
        ("spices", "mead", "give post mead", "discard post mead"),
        ("mead", "mead:3", "give warehouse mead", "discard warehouse mead"),
    ],
)
def test_the_cheapest_ware_is_given_from_the_warehouse_before_the_trading_post(
    warehouse: str, post: str, viking_games: str, unrest: str
) -> None:
    stores = {"warehouse": {1: warehouse}, "post": {1: post}}
    for policy in ("any", "spare"):
        assert answer(asked("viking_games", **stores), "viking_games", policy) == viking_games
        assert answer(asked("unrest", **stores), "unrest", policy) == unrest


def test_the_cheapest_ware_is_the_one_with_the_lowest_price_now() -> None:
    state = asked("unrest", warehouse={1: "mead ceramics"}, levels={"mead": 10, "ceramics": 4})
    assert answer(state, "unrest", "any") == "discard warehouse ceramics"


def test_a_ware_that_an_order_needs_is_spared_and_given_only_as_the_last_one_by_who_wants_no_question() -> None:
    # O07 needs 2 mead and 4 cloth.
    stores: dict[str, Any] = {"orders": {1: "O07"}, "warehouse": {1: "mead:4 cloth:2 weapons"}, "levels": {"mead": 1}}
    assert answer(asked("unrest", **stores), "unrest", "spare") == "discard warehouse mead"
    stores["warehouse"] = {1: "mead:2 cloth:2 weapons"}
    assert answer(asked("unrest", **stores), "unrest", "spare") == "discard warehouse weapons"
    assert answer(asked("unrest", **stores), "unrest", "any") == "discard warehouse weapons"
    stores["cubes"] = {"O07": "mead"}
    assert answer(asked("unrest", **stores), "unrest", "spare") == "discard warehouse mead"
    stores |= {"warehouse": {1: "mead:1"}, "post": {1: "cloth:4"}}
    assert answer(asked("unrest", **stores), "unrest", "spare") == ""
    assert answer(asked("viking_games", **stores, silver={1: 9}), "viking_games", "silver") == ""
    assert answer(asked("unrest", **stores), "unrest", "any") == "discard warehouse mead"
    assert answer(asked("viking_games", **stores), "viking_games", "any") == "give warehouse mead"


def test_a_policy_that_there_is_not_answers_nothing_and_neither_does_one_for_another_question() -> None:
    state = asked("unrest", warehouse={1: "mead cloth"})
    assert answer(state, "unrest", "any")
    assert answer(state, "unrest", "silver") == ""
    assert answer(state, "unrest", "of another version") == ""
    assert answer(state, "viking_games", "any") == ""
    assert answer(state, "turn", "any") == ""
    assert standing_move(GAME, state, 0, StandingAnswer("unrest", "any")) is None


def test_in_random_games_standing_answers_are_legal_cost_what_they_say_and_need_only_the_view() -> None:
    answers = 0
    for seed in (1, 2, 3):
        state, chance = GAME.new(2 + seed % 3, seed), Chance(seed)
        while owed := GAME.owed(state):
            for seat, decision in owed.items():
                for policy in policies_of(GAME, decision):
                    answers += check(state, seat, StandingAnswer(decision, policy))
            seat = chance.choice(list(owed))
            GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert answers > 30


def check(state: Any, seat: int, standing: StandingAnswer) -> bool:
    """Check one standing answer to a question of a random game; return True if it answers."""
    before = GAME.encode(state)
    move = standing_move(GAME, state, seat, standing)
    assert standing_move(GAME, GAME.guess(state, seat, 7), seat, standing) == move, "it uses more than the view shows"
    imagined = imagined_question(GAME, state, seat, standing.decision)
    assert standing_move(GAME, imagined, seat, standing) == move, "what is shown is not what would be answered"
    assert GAME.encode(state) == before
    if move is None:
        return False
    after = state.copy()
    try:
        GAME.play(after, seat, move)
    except Refused as refused:
        raise AssertionError(standing, move) from refused
    was, now = state.players[seat], after.players[seat]
    assert (now.loans, now.points, now.cubes) == (was.loans, was.points, was.cubes)
    lost_wares = sum(was.warehouse) + sum(was.post) - sum(now.warehouse) - sum(now.post)
    assert (was.silver - now.silver, lost_wares) == ((10, 0) if str(move) == "give silver" else (0, 1))
    return True
