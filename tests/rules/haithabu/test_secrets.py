"""H44: the order pile, covered transports, dice to come and the Carpenter's look are secret; all else is open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.chance import Chance
from rules.haithabu.data import CHARACTER
from rules.haithabu.state import State
from tests.rules.haithabu.table import GAME, end_round, last_turn, move, table
from tests.rules.promises import check_nobody_can_tell

pytestmark = pytest.mark.quick

NOBODY = -1
"""A seat that is not at the table: the secret is everybody's."""
STACKS = {"cart20": "cart20-11 cart20-12 cart20-13 cart20-14 cart20-15", "ship30": "ship30-11 ship30-12"}
OTHERWISE = {"cart20": "cart20-11 cart20-15 cart20-14 cart20-13 cart20-12", "ship30": "ship30-11 ship30-12"}


def test_h44_nobody_can_tell_how_the_order_pile_lies() -> None:
    pair = [table(3, pile="O140 O141 O142"), table(3, pile="O142 O140 O141")]
    check_nobody_can_tell(GAME, NOBODY, pair, [[], []], Chance(1))
    told = [move(state, 0, "work own market buy mead") for state in pair]
    check_nobody_can_tell(GAME, NOBODY, pair, told, Chance(1))
    told = [move(state, 1, "work own D order O51 gain mead") for state in pair]
    assert told[0] != told[1]


def test_h44_nobody_can_tell_how_the_covered_transports_lie() -> None:
    pair = [table(3, stacks=STACKS), table(3, stacks=OTHERWISE)]
    check_nobody_can_tell(GAME, NOBODY, pair, [[], []], Chance(1))
    told = [move(state, 0, "work own A fetch ship30") for state in pair]
    check_nobody_can_tell(GAME, NOBODY, pair, told, Chance(1))


def test_h44_nobody_can_tell_the_dice_to_come() -> None:
    pair = [table(3), table(3)]
    pair[0].chance, pair[1].chance = Chance(1), Chance(2)
    check_nobody_can_tell(GAME, NOBODY, pair, [[], []], Chance(1))
    told = [move(state, 0, "work own market buy mead") for state in pair]
    check_nobody_can_tell(GAME, NOBODY, pair, told, Chance(1))


def by_day() -> list[State]:
    return [
        table(3, stacks=STACKS, characters={0: "carpenter"}),
        table(3, stacks=OTHERWISE, characters={0: "carpenter"}),
    ]


def at_the_end_of_a_round() -> list[State]:
    pair = [
        last_turn(3, stacks=STACKS, characters={0: "carpenter"}),
        last_turn(3, stacks=OTHERWISE, characters={0: "carpenter"}),
    ]
    for state in pair:
        end_round(state)
    return pair


@pytest.mark.parametrize(
    ("pair", "text"), [(by_day, "work own A fetch cart20 ship30"), (at_the_end_of_a_round, "carpenter cart20")]
)
def test_h44_only_the_carpenter_knows_what_he_sees(pair: Callable[[], list[State]], text: str) -> None:
    states = pair()
    check_nobody_can_tell(GAME, NOBODY, states, [[], []], Chance(1))
    told = [move(state, 0, text) for state in states]
    check_nobody_can_tell(GAME, 0, states, told, Chance(1))
    assert GAME.view(states[0], 0).look != GAME.view(states[1], 0).look
    assert GAME.options(states[0], 0) != GAME.options(states[1], 0)
    assert all(GAME.options(state, 1) == [] for state in states)


def test_h44_the_carpenters_own_guess_keeps_what_he_sees_and_makes_up_the_rest() -> None:
    state = table(3, stacks=STACKS, characters={0: "carpenter"})
    move(state, 0, "work own A fetch cart20")
    guesses = [GAME.guess(state, 0, seed) for seed in range(30)]
    assert {tuple(guess.stacks[0][-3:]) for guess in guesses} == {tuple(state.stacks[0][-3:])}
    assert len({tuple(guess.stacks[0]) for guess in guesses}) == 2
    for other in (1, 2):
        guesses = [GAME.guess(state, other, seed) for seed in range(200)]
        assert {guess.stacks[0][-1] for guess in guesses} == {state.stacks[0][-1]}
        assert len({tuple(guess.stacks[0]) for guess in guesses}) == 24


def test_h44_the_carpenter_remembers_what_he_saw_and_left() -> None:
    state = table(3, stacks=STACKS, characters={0: "carpenter"})
    move(state, 0, "work own A fetch cart20")
    move(state, 0, "take cart20-12")
    assert GAME.view(state, 0).known[0] == ("cart20-13",)
    assert [GAME.view(state, seat).known[0] for seat in (None, 1, 2)] == [()] * 3
    assert {tuple(GAME.guess(state, 0, seed).stacks[0][-2:]) for seed in range(50)} == {tuple(state.stacks[0][-2:])}
    assert len({GAME.guess(state, 1, seed).stacks[0][-2] for seed in range(50)}) == 3
    move(state, 1, "work own A fetch cart20")  # the open card: what he remembers lies open now
    assert GAME.view(state, None).stacks[0].top == "cart20-13"
    assert GAME.view(state, 0).known[0] == ()
    assert len({GAME.guess(state, 0, seed).stacks[0][-2] for seed in range(50)}) == 2


def test_h44_what_another_carpenter_takes_from_between_is_not_remembered() -> None:
    for taken, left in (("cart20-13", ()), ("cart20-14", ("cart20-13",)), ("cart20-11", ())):
        state = table(3, stacks=STACKS, characters={0: "carpenter"})
        move(state, 0, "work own A fetch cart20")
        move(state, 0, "take cart20-12")
        state.owners[CHARACTER["carpenter"]] = 1
        move(state, 1, "work own A fetch cart20")
        move(state, 1, f"take {taken}")
        assert GAME.view(state, 0).known[0] == left


def test_h44_by_the_first_rules_a_look_is_forgotten() -> None:
    state = table(
        3, stacks={"cart20": "cart20-1 cart20-2 cart20-3 cart20-4 cart20-5"}, characters={0: "carpenter"}, version=1
    )
    move(state, 0, "work own A fetch cart20")
    assert GAME.view(state, 0).known[0] == ("cart20-2", "cart20-3")
    move(state, 0, "take cart20-2")
    assert GAME.view(state, 0).known[0] == ()
    assert len({GAME.guess(state, 0, seed).stacks[0][-2] for seed in range(50)}) == 3


def test_h44_silver_wares_and_characters_are_open_to_spectators() -> None:
    state = table(
        2,
        silver={0: 17},
        warehouse={0: "mead"},
        post={0: "cloth:2"},
        characters={0: "seer"},
        transports={0: "cart20-11"},
    )
    player = GAME.view(state, None).players[0]
    assert (player.silver, player.warehouse[0], player.post[1]) == (17, 1, 2)
    assert (player.characters, player.cart) == (("seer",), "cart20-11")


def test_what_turns_up_a_covered_card_cannot_be_taken_back() -> None:
    state = table(3, stacks=STACKS)
    move(state, 0, "work own A fetch ship30")
    assert not GAME.can_take_back(state, 0)
    state = table(3, stacks={"cart20": "cart20-11"})
    move(state, 0, "work own A fetch cart20")
    assert GAME.can_take_back(state, 0)
