"""The rules of Fingers: the small game keeps every promise of the contract."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES, AnyGame, Illegal, Result, Unreadable, records
from rules.chance import Chance
from tests.rules.promises import check_guesses, check_random_game, check_sealed_choice, positions, setups, shared

FINGERS = GAMES["fingers"]


def show(game: AnyGame, state: Any, *hands: int) -> None:
    for seat, hand in enumerate(hands):
        game.play(state, seat, game.parse(f"show {hand}"))


def test_random_games_of_it_keep_every_promise() -> None:
    assert [seats for seats, _ in setups(FINGERS)] == [2, 3, 4]
    for seats, options in setups(FINGERS):
        for seed in range(30):
            check_random_game(FINGERS, seats, options, seed)


def test_it_keeps_its_secrets() -> None:
    sealed = 0
    for seats, options in setups(FINGERS):
        chance = Chance(seats)
        for state in positions(FINGERS, seats, options, seed=seats):
            assert shared(state, state.copy()) == []
            for seat in range(seats):
                check_guesses(FINGERS, state, seat, chance)
                sealed += check_sealed_choice(FINGERS, state, seat, chance)
    assert sealed > 10


def test_it_is_the_game_the_page_tells_of() -> None:
    state = FINGERS.new(3, 1)
    show(FINGERS, state, 1, 1, 2)
    show(FINGERS, state, 3, 2, 1)
    show(FINGERS, state, 2, 2, 2)
    assert FINGERS.view(state, None).points == (0, 0, 3)
    assert FINGERS.result(state) is None
    show(FINGERS, state, 3, 3, 2)
    assert FINGERS.result(state) == Result((2, 2, 1), (0, 0, 5))
    assert FINGERS.owed(state) == {}


def test_it_refuses_what_its_rules_forbid() -> None:
    state = FINGERS.new(2, 1)
    for text in ("show 4", "show", "show 1 2", "hide"):
        with pytest.raises(Unreadable):
            FINGERS.parse(text)
    four: Any = FINGERS.move_types[0]
    for move, key in ((four(4), "no_such_hand"), (GAMES["visby"].parse("trade 1"), "wrong_kind")):
        with pytest.raises(Illegal) as refusal:
            FINGERS.play(state, 0, move)
        assert (refusal.value.rule, refusal.value.key) == ("F1", key)


def test_a_hand_can_be_changed_and_taken_back_until_all_are_open() -> None:
    record = records.Record("fingers", 1, 2, 1, {})
    state = FINGERS.new(2, 1)
    for hand in (1, 3):
        show(FINGERS, state, hand)
        record.log.append(records.Entry(0, f"show {hand}"))
    assert FINGERS.view(state, 0).hand == 3
    state = records.take_back(record, state, 0)
    assert FINGERS.view(state, 0).hand == 1
    FINGERS.play(state, 1, FINGERS.parse("show 2"))
    assert not FINGERS.can_take_back(state, 0)
