"""The parts of the contract that all games share: options, places, errors and names."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from rules import GAMES, AnyGame, Event, Illegal, NotYours, Refused, Result, Unreadable
from rules.contract import Frame, Game, Variant
from tests.rules.promises import positions, setups, shared

pytestmark = pytest.mark.quick

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_tied_seats_share_the_better_place() -> None:
    result = Result.ranked([(10, 1), (12, 0), (10, 1), (12, 0), (9, 9)])
    assert result == Result(places=(3, 1, 3, 1, 5), scores=(10, 12, 10, 12, 9))
    assert result.winners == (1, 3)


def test_a_tie_is_broken_by_the_next_entry_but_the_score_is_the_first() -> None:
    assert Result.ranked([(10, 1, 5), (10, 2, 0), (10, 1, 6)]) == Result((3, 1, 2), (10, 10, 10))


def test_a_variant_knows_for_how_many_players_its_values_are() -> None:
    variant = Variant("target", (30, 45), {45: (2, 3)})
    assert [variant.allowed(seats) for seats in (2, 3, 4)] == [(30, 45), (30, 45), (30,)]


@EVERY_GAME
def test_options_are_filled_in_with_the_first_value_of_each(game: AnyGame) -> None:
    for seats in game.players:
        assert game.complete_options(seats, {}) == {variant.key: variant.values[0] for variant in game.variants}
    for seats, options in setups(game):
        assert game.complete_options(seats, options) == options


@EVERY_GAME
def test_what_cannot_be_chosen_is_refused_with_a_sentence(game: AnyGame) -> None:
    for seats in (game.players[0] - 1, game.players[-1] + 1):
        with pytest.raises(ValueError, match=f"{game.name} is for {game.players[0]} to {game.players[-1]} players"):
            game.new(seats, 1)
    with pytest.raises(ValueError, match=f"{game.name} has no option weather"):
        game.new(game.players[0], 1, {"weather": 1})
    for variant in game.variants:
        with pytest.raises(ValueError, match=f"{variant.key} -7 cannot be had"):
            game.new(game.players[0], 1, {variant.key: -7})
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="a seed is a number from 0"):
            game.new(game.players[0], seed)


@EVERY_GAME
def test_everybody_sees_what_a_seat_has_change_also_where_a_game_does_not_say_what_that_is(game: AnyGame) -> None:
    seats, options = setups(game)[-1]
    views = [game.view(state, None) for state in positions(game, seats, options, 1)]
    changed = [
        (before, after, seat)
        for before, after in pairwise(views)
        for seat in range(seats)
        if game.belongings(before, seat) != game.belongings(after, seat)
    ]
    assert 0 < len(changed) < len(views) * seats
    for before, after, seat in changed:
        assert Game.belongings(game, before, seat) != Game.belongings(game, after, seat)


@EVERY_GAME
def test_rounds_are_over_one_after_the_other_whoever_looks_or_there_are_none(game: AnyGame) -> None:
    seats, options = setups(game)[0]
    over: list[int | None] = []
    for state in positions(game, seats, options, 1):
        seen = {game.rounds_over(game.view(state, viewer)) for viewer in (None, *range(seats))}
        assert len(seen) == 1
        over += seen
    counted = [number for number in over if number is not None]
    assert counted in ([], over)
    assert [*dict.fromkeys(counted)] == [*range(max(counted, default=-1) + 1)] == sorted(set(counted))


@EVERY_GAME
def test_names_within_a_game_are_unambiguous(game: AnyGame) -> None:
    verbs = [kind.verb for kind in game.move_types]
    assert len(set(verbs)) == len(verbs)
    assert "undo" not in verbs  # that is an entry of the log, and no move
    for kinds in (game.event_types, tuple(game.steps)):
        tags = [str(kind.__struct_config__.tag) for kind in kinds]
        assert len(set(tags)) == len(tags)


@EVERY_GAME
def test_moves_events_and_views_cannot_be_changed(game: AnyGame) -> None:
    state = game.new(game.players[0], 1)
    view = game.view(state, 0)
    for kind in (*game.move_types, *game.event_types, type(view)):
        assert kind.__struct_config__.frozen
    assert shared(view, state) == []


def test_decisions_and_events_are_named_after_their_classes() -> None:
    class KeepOneBuilding(Frame):
        pass

    class RowTaken(Event, frozen=True):
        seat: int

    assert msgspec.to_builtins(KeepOneBuilding())["decision"] == "keep_one_building"
    assert msgspec.to_builtins(RowTaken(2)) == {"event": "row_taken", "seat": 2}


def test_errors_say_what_a_sentence_needs() -> None:
    refusals: list[Refused] = [
        Unreadable("sail ship", "unknown verb"),
        Illegal("V15", "more_than_owned", wares=9, owned=5),
        NotYours(2, "trade"),
        NotYours(2, None),
    ]
    assert [str(refusal) for refusal in refusals] == [
        "'sail ship' is no move: unknown verb",
        "V15 more_than_owned wares=9 owned=5",
        "seat 2 has nothing to decide (trade)",
        "seat 2 has nothing to decide: the game is over",
    ]
