"""Standings: they equal the score if the game ended now, and reveal no secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules import GAMES, AnyGame, Event, Result
from rules.chance import Chance
from rules.haithabu import scoring as haithabu
from rules.riga import scoring as riga
from rules.visby import scoring as visby
from tests.rules.promises import positions, setups

FINISH: dict[str, Callable[[Any, list[Event]], None]] = {
    "visby": visby.finish,
    "riga": riga.finish,
    "haithabu": haithabu.finish,
}
EVERY_SETUP = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.name}-{seats}-{'-'.join(map(str, options.values()))}")
        for game in GAMES.values()
        for seats, options in setups(game)
    ],
)


@pytest.mark.repeated(3)
@EVERY_SETUP
def test_in_every_position_it_is_what_an_end_right_now_would_say(
    game: AnyGame, seats: int, options: dict[str, int]
) -> None:
    for state in positions(game, seats, options, seed=seats):
        standings = game.standings(game.view(state, None))
        keys = {tuple(key for key, _ in standing.parts) for standing in standings}
        assert len(keys) == 1, "seats are counted by different parts"
        if not game.owed(state):
            continue
        ended, told = state.copy(), list[Event]()
        FINISH[game.name](ended, told)
        ended.agenda.clear()
        result = game.result(ended)
        assert result is not None
        assert tuple(standing.total for standing in standings) == result.scores
        assert tuple(standing.parts for standing in standings) == tuple(
            standing.parts for standing in game.final_standings(game.view(ended, None), told)
        )


@pytest.mark.repeated(3)
@EVERY_SETUP
def test_what_others_are_told_of_a_seat_is_what_it_knows_itself_but_for_what_they_are_told_is_missing(
    game: AnyGame, seats: int, options: dict[str, int]
) -> None:
    for state in positions(game, seats, options, seed=seats):
        seen = {viewer: game.standings(game.view(state, viewer)) for viewer in (None, *range(seats))}
        for seat in range(seats):
            own = seen[seat][seat]
            assert not own.hidden, "a seat is not told all of its own"
            for viewer, standings in seen.items():
                other = standings[seat]
                for (key, amount), (_, known) in zip(own.parts + own.ties, other.parts + other.ties, strict=True):
                    assert known == amount or (key in other.hidden and viewer != seat and known < amount)


def test_in_riga_the_money_of_others_does_not_count_goods_in_hand_even_those_that_somebody_could_have_noted() -> None:
    """R27: a spectator sees the same money after everybody has swapped all goods in hand for others."""
    game, noted = GAMES["riga"], 0
    for state in positions(game, 3, {"riga_buildings": 0}, seed=3):
        if not game.owed(state):
            continue
        view, swapped = game.view(state, None), state.copy()
        noted += any(player.open_goods for player in view.players)
        for player in swapped.players:
            player.goods = dict.fromkeys(player.goods, 0) | {"cloth": sum(player.goods.values())}
            player.secret = []
        standings = game.standings(view)
        assert standings == game.standings(game.view(swapped, None))
        for player, standing in zip(view.players, standings, strict=True):
            assert ("money" in standing.hidden) == bool(player.goods)
    assert noted


@pytest.mark.parametrize(("name", "ties"), [("visby", ("wares", "cards")), ("riga", ("money",)), ("haithabu", ())])
def test_what_decides_ties_is_named_in_the_rulebooks_order(name: str, ties: tuple[str, ...]) -> None:
    """V22, R31 and H43."""
    game = GAMES[name]
    for seats, options in setups(game):
        *_, state = positions(game, seats, options, seed=7 * seats)
        standings = game.standings(game.view(state, None))
        assert {tuple(key for key, _ in standing.ties) for standing in standings} == {ties}
        assert Result.ranked([standing.rank for standing in standings]) == game.result(state)


@pytest.mark.repeated(3)
@EVERY_SETUP
def test_it_never_depends_on_secrets_of_others(game: AnyGame, seats: int, options: dict[str, int]) -> None:
    """A guess differs from the truth in all that is hidden from a seat: nobody's number tells the two apart."""
    chance = Chance(seats)
    for number, state in enumerate(positions(game, seats, options, seed=seats)):
        if number % 5 or not game.owed(state):
            continue
        seat = chance.below(seats)
        guessed = game.guess(state, seat, chance.draw())
        for viewer in (seat, None):
            told, made_up = (game.standings(game.view(each, viewer)) for each in (state, guessed))
            assert told == made_up


@pytest.mark.parametrize("seed", range(3))
def test_a_seats_own_number_changes_with_its_own_secrets_only_where_the_rules_count_them(seed: int) -> None:
    """Riga: a hidden hand's buildings count by their number, which everybody sees; guesses differ in which they are."""
    game, chance = GAMES["riga"], Chance(seed)
    for state in positions(game, 3, {"riga_buildings": 1}, seed=seed):
        if game.owed(state):
            guessed = game.guess(state, 0, chance.draw())
            for seat in (1, 2):
                mine, theirs = (game.standings(game.view(each, 0))[seat] for each in (state, guessed))
                assert mine == theirs
