"""H20: taking characters, and where their effects meet the rest. Each of the nine is tested with its place too."""

from __future__ import annotations

import pytest

from rules.haithabu.events import Recruited
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, load_dice, move, offered, owner, refusal, refused, table

pytestmark = pytest.mark.quick


def test_h20_an_unowned_character_costs_nothing_and_is_safe_at_once() -> None:
    state = table()
    events = move(state, 0, "work own B recruit steward")
    assert events_of(events, Recruited) == [Recruited(0, "steward", None, 0)]
    assert owner(state, "steward") == 0
    assert state.players[0].silver == 250
    card = next(card for card in GAME.view(state, None).characters if card.key == "steward")
    assert card.safe


def test_h20_another_players_character_costs_10_silver_paid_to_him() -> None:
    state = table(characters={1: "steward seer"})
    events = move(state, 0, "work own B recruit steward")
    assert events_of(events, Recruited) == [Recruited(0, "steward", 1, 10)]
    assert [player.silver for player in state.players] == [240, 260]
    assert GAME.view(state, None).players[0].characters == ("steward",)
    assert GAME.view(state, None).players[1].characters == ("seer",)


def test_h20_a_safe_character_stays_where_it_is() -> None:
    state = table(characters={1: "steward seer"}, safe="steward")
    assert refusal(state, 0, "work own B recruit steward") == (
        "H20",
        "character_is_safe",
        {"character": "steward", "owner": 1},
    )
    assert "work own B recruit steward" not in offered(state, 0)
    move(state, 0, "work own B recruit seer")
    assert refused(state, 1, "work own B recruit seer") == ("H20", "character_is_safe")


def test_h20_not_an_own_one() -> None:
    state = table(characters={0: "steward"})
    assert refusal(state, 0, "work own B recruit steward") == ("H20", "already_yours", {"character": "steward"})
    assert refused(state, 0, "work own B buy mead") == ("H20", "wrong_action")


def test_h20_any_number_may_be_owned() -> None:
    state = table(characters={0: "starter juggler innkeeper trader seer carpenter supplier stevedore"})
    move(state, 0, "work own B recruit steward")
    assert len(GAME.view(state, None).players[0].characters) == 9


def test_h20_b_is_possible_only_if_there_is_a_character_to_take_and_silver_for_it() -> None:
    everyone = "starter juggler innkeeper trader seer carpenter supplier stevedore steward"
    safe = table(dawn=4, characters={1: everyone}, safe=everyone)
    assert refused(safe, 0, "work own B dice 1") == ("H15", "nothing_to_do_there")
    poor = table(dawn=4, characters={1: everyone}, silver={0: 9}, loans={1: 16})
    assert refused(poor, 0, "work own B dice 1") == ("H15", "nothing_to_do_there")
    own = table(dawn=4, characters={0: everyone})
    assert refused(own, 0, "work own B dice 1") == ("H15", "nothing_to_do_there")
    assert "work own B dice 1" in offered(table(dawn=4, characters={1: everyone}, silver={0: 10}, loans={1: 16}), 0)


def test_h20_an_innkeeper_changes_no_hire_already_paid() -> None:
    state = table(3)
    move(state, 0, "hire")
    move(state, 0, "work neutral B recruit innkeeper")
    assert state.players[0].silver == 210
    move(state, 0, "work own market buy mead")
    move(state, 1, "hire")
    assert state.players[1].silver == 220


def test_h20_a_supplier_taken_with_the_first_worker_works_for_the_second() -> None:
    state = table(dawn=1, orders={0: "O07"}, post={0: "cloth:4 mead:2"})
    move(state, 0, "hire")
    move(state, 0, "work own B recruit supplier")
    move(state, 0, "work neutral E deliver O07 cloth:4 mead:2")
    assert state.players[0].points == 12


def test_h20_taking_the_starting_player_changes_nothing_in_this_round() -> None:
    state = table(3, characters={0: "starter"}, turn=1)
    move(state, 1, "work own B recruit starter")
    assert GAME.owed(state) == {2: "turn"}
    move(state, 2, "work own market buy mead")
    assert GAME.owed(state) == {0: "turn"}
    assert GAME.view(state, None).starter == 0


def test_h09_the_seers_second_die_is_free() -> None:
    state = table(silver={0: 0}, loans={1: 16}, characters={0: "seer"})
    load_dice(state, (3, 6))
    move(state, 0, "work own H dice 2")
    assert state.players[0].silver == 0
    assert GAME.owed(state) == {0: "choose_event"}
    assert offered(state, 0) == ["event fog", "event unrest"]
