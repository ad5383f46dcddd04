"""Whole games of Riga: years, turns, starting players and limits, also when there is nothing left to be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import Event, records
from rules.chance import Chance
from rules.riga.data import DECK
from rules.riga.display_points import built_points
from rules.riga.events import (
    Built,
    Discarded,
    Finished,
    PersonChosen,
    RowLaid,
    Shuffled,
    TookRow,
    TurnBegan,
    WinterBegan,
    YearBegan,
    YearEnded,
)
from rules.riga.moves import Discard, Done, Take
from rules.riga.state import State
from tests.rules.by_text import events_of
from tests.rules.promises import setups
from tests.rules.riga.table import GAME, started
from tests.selection import THOROUGH

YEARS = {2: 8, 3: 9, 4: 8}
GAMES_PER_SETUP = 170 if THOROUGH else 40
SETUPS = pytest.mark.parametrize(
    ("seats", "options"),
    [pytest.param(seats, options, id=f"{seats}-{options['riga_buildings']}") for seats, options in setups(GAME)],
)


def play(state: State, chance: Chance) -> Iterator[tuple[Event, ...]]:
    """Play at random to the end; yield what happened with every move."""
    while owed := GAME.owed(state):
        seat = chance.choice(list(owed))
        yield tuple(GAME.play(state, seat, GAME.sample(state, seat, chance)))


def hoard(state: State, chance: Chance) -> Iterator[tuple[Event, ...]]:
    """Take goods whenever there are any, never pay, and keep the goods in winter."""
    while owed := GAME.owed(state):
        seat = min(owed)
        options = GAME.options(state, seat)
        wanted = [
            move
            for move in options
            if isinstance(move, Done)
            or (isinstance(move, Take) and isinstance(move.what, int))
            or (isinstance(move, Discard) and move.buildings)
        ]
        move = max(wanted or options[:1], key=lambda move: len(getattr(move, "buildings", ())))
        yield tuple(GAME.play(state, seat, move))


class Played(NamedTuple):
    """A random game: what happened at its opening and with every move, and what hands were like after each winter."""

    opening: list[Event]
    moves: list[tuple[Event, ...]]
    hands: list[tuple[int, int]]
    """How many cards somebody had, and how many they may have."""

    @property
    def story(self) -> list[Event]:
        return [event for events in self.moves for event in events]


class Games(NamedTuple):
    """Random games of one set-up, played once for all that is looked for in them."""

    seats: int
    options: dict[str, int]
    played: list[Played]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((seats, options), id=f"{seats}-{options['riga_buildings']}") for seats, options in setups(GAME)
    ],
)
def games(request: pytest.FixtureRequest) -> Games:
    seats, options = request.param
    return Games(seats, options, [played(seats, options, seed) for seed in range(GAMES_PER_SETUP)])


def played(seats: int, options: dict[str, int], seed: int) -> Played:
    state, opening = GAME.opening(seats, seed, options)
    game, year = Played(opening, [], []), 0
    for events in play(state, Chance(seed)):
        game.moves.append(events)
        if state.year > max(year, 1) or not state.agenda:
            game.hands.extend(
                (player.cards(), 8 if "riga:warehouse" in player.built else 6) for player in state.players
            )
        year = state.year
    return game


@pytest.mark.repeated(2)
def test_every_game_has_its_years_and_everybody_two_turns_a_year_in_the_right_order(games: Games) -> None:
    assert len(setups(GAME)) * len(games.played) >= (1000 if THOROUGH else 200)
    seats = games.seats
    for game in games.played:
        story = game.story
        years = events_of(story, YearBegan)
        assert [event.year for event in years] == list(range(1, YEARS[seats] + 1))
        first = years[0].starter
        assert [event.starter for event in years] == [(first + year) % seats for year in range(YEARS[seats])]
        turns = events_of(story, TurnBegan)
        assert len(turns) == 2 * seats * YEARS[seats]
        for year in years:
            summer = [(year.starter + step) % seats for step in range(seats)]
            order = [(event.seat, event.season) for event in turns if event.year == year.year]
            back = [(seat, "autumn") for seat in reversed(summer)]
            assert order == [(seat, "summer") for seat in summer] + back
        assert [event.year for event in events_of(story, WinterBegan)] == [event.year for event in years]
        assert [event.year for event in events_of(story, YearEnded)] == [event.year for event in years][:-1]
        assert events_of(story, YearEnded)[0].points == worth(
            story[: story.index(events_of(story, YearEnded)[0])], seats
        )
        assert len(events_of(story, Finished)) == 1
        assert isinstance(story[-1], Finished)


def worth(story: list[Event], seats: int) -> tuple[int, ...]:
    """What each seat has built so far is worth: by what was told alone."""
    built: list[list[str]] = [[] for _ in range(seats)]
    persons = [""] * seats
    for event in story:
        if isinstance(event, Built):
            built[event.seat] += event.buildings
        elif isinstance(event, PersonChosen):
            persons[event.seat] = event.person
    return tuple(sum(built_points(*both)) for both in zip(built, persons, strict=True))


def test_nobody_builds_more_than_three_a_turn_and_hands_are_small_after_winter(games: Games) -> None:
    most = 0
    for game in games.played:
        built = 0
        for event in game.story:
            if isinstance(event, TurnBegan):
                built = 0
            elif isinstance(event, Built):
                built += len(event.buildings)
                most = max(most, built)
        assert len(game.hands) == games.seats * YEARS[games.seats]
        assert all(cards <= limit for cards, limit in game.hands)
    assert most == 3


def test_random_games_meet_everything_that_can_happen(games: Games) -> None:
    met = {type(event) for game in games.played[:60] for event in (*game.opening, *game.story)}
    only_with_riga = {"Swapped", "PersonChosen", "Filled"} if not games.options["riga_buildings"] else set()
    missing = {kind.__name__ for kind in GAME.event_types if kind not in met} - only_with_riga - {"NothingLies"}
    assert not missing


@pytest.mark.repeated(3)
@SETUPS
def test_games_of_hoarders_go_on_when_the_goods_run_out(seats: int, options: dict[str, int]) -> None:
    short = 0
    for seed in range(5):
        state = GAME.new(seats, seed, options)
        for events in hoard(state, Chance(seed)):
            GAME.check_state(state)
            short += any(isinstance(event, RowLaid) and event.total < 9 for event in events)
            assert not events_of(events, Built)
        assert GAME.result(state) is not None
    assert short or seats < 4


@pytest.mark.repeated(3)
@SETUPS
@pytest.mark.parametrize("goods", [0, 1, 7])
def test_games_go_on_with_hardly_any_goods(seats: int, options: dict[str, int], goods: int) -> None:
    for seed in range(5):
        state = GAME.new(seats, seed, options)
        state.goods_pile = state.goods_pile[:goods]  # the rest is out of the game
        story = [event for events in play(state, Chance(seed)) for event in events]
        assert len(events_of(story, TurnBegan)) == 2 * seats * YEARS[seats]
        assert len(events_of(story, TookRow)) <= len(events_of(story, RowLaid))


@pytest.mark.repeated(3)
@SETUPS
def test_games_go_on_with_all_buildings_built_or_in_hand(seats: int, options: dict[str, int]) -> None:
    for seed in range(5):
        state = started(seats, seed, riga=bool(options["riga_buildings"]))
        lying = [*state.buildings_pile, *state.buildings_discard, *state.new]
        state.buildings_pile, state.buildings_discard, state.new = [], [], []
        for number, name in enumerate(lying):
            state.players[number % seats].built.append(name)
        story: list[Event] = []
        for events in play(state, Chance(seed)):
            GAME.check_state(state)
            story += events
        assert len(events_of(story, TurnBegan)) == 2 * seats * YEARS[seats] - 1


@SETUPS
def test_games_go_on_with_nothing_at_all(seats: int, options: dict[str, int]) -> None:
    state = started(seats, riga=bool(options["riga_buildings"]))
    state.goods_pile, state.buildings_pile, state.buildings_discard = [], [], []
    state.rows, state.new = [], []
    state.agenda[-1].taken = True  # type: ignore[union-attr]
    for player in state.players:
        player.goods = dict.fromkeys(player.goods, 0)
        player.buildings = []
        player.built = [name for name in DECK if name.endswith(("builders_yard", "treasury"))]
        player.used = []
    story = [event for events in play(state, Chance(1)) for event in events]
    assert not events_of(story, Shuffled)
    assert not events_of(story, Discarded)
    result = GAME.result(state)
    assert result is not None
    assert set(result.places) == {1}


def test_every_number_of_players_has_a_golden_game_with_and_without_riga_buildings() -> None:
    files = (Path(__file__).parents[1] / "golden").glob("riga-*.txt")
    played = [records.read(file.read_text(encoding="utf-8")) for file in files]
    found = {(record.seats, record.options["riga_buildings"]) for record in played}
    assert found == {(seats, options["riga_buildings"]) for seats, options in setups(GAME)}
    assert any(entry.text == records.UNDO for record in played for entry in record.log)
