"""Whole games of Haithabu: rounds, turns and limits over random games, also where everything has run out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rules import Event, Illegal
from rules.chance import Chance
from rules.haithabu import moves
from rules.haithabu.actions import Buy
from rules.haithabu.data import NEUTRAL
from rules.haithabu.end_events import Finished
from rules.haithabu.events import Bought, Hired, LaidAside, PhaseBegan, Placed, RoundBegan, Sold
from rules.haithabu.state import State
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, WARES, table
from tests.selection import THOROUGH

GAMES_PER_SETUP = 170 if THOROUGH else 40
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def play(state: State, chance: Chance) -> Iterator[list[Event]]:
    """Play at random to the end; yield what happened with every move."""
    while owed := GAME.owed(state):
        seat = chance.choice(list(owed))
        yield GAME.play(state, seat, GAME.sample(state, seat, chance))


@pytest.mark.repeated(2)
@SEATS
def test_every_game_has_8_rounds_of_3_phases_and_24_own_workers_for_everybody(seats: int) -> None:
    for seed in range(GAMES_PER_SETUP):
        state = GAME.new(seats, seed)
        story = [event for events in play(state, Chance(seed)) for event in events]
        assert [event.round for event in events_of(story, RoundBegan)] == list(range(1, 9))
        assert [event.phase for event in events_of(story, PhaseBegan)] == [1, 2, 3] * 8
        own = [event.seat for event in story if isinstance(event, Placed | LaidAside) and event.worker == "own"]
        assert Counter(own) == Counter(dict.fromkeys(range(seats), 24))
        assert len(events_of(story, Finished)) == 1
        check_turns(story, seats)


def check_turns(story: list[Event], seats: int) -> None:
    """See that turns come clockwise from the starting player, and that nobody hires or trades as he must not."""
    starter, hired = 0, 0
    turns: list[int] = []
    dealt: dict[int, tuple[set[int], set[int]]] = {}
    for event in story:
        if isinstance(event, RoundBegan | PhaseBegan | Finished):
            assert turns in ([], [(starter + i) % seats for i in range(seats)])  # H10
            turns = []
            dealt = {seat: (set(), set()) for seat in range(seats)}
            if isinstance(event, RoundBegan):
                starter, hired = event.starter, 0
        elif isinstance(event, Hired):
            hired += 1
            assert hired < seats  # H4
        elif isinstance(event, Placed | LaidAside) and event.worker == "own":
            turns.append(event.seat)
        elif isinstance(event, Bought | Sold):
            bought, sold = dealt[event.seat]
            wares = {ware for ware, count in enumerate(event.wares) if count}
            (bought if isinstance(event, Bought) else sold).update(wares)
            assert not bought & sold  # H14


@pytest.mark.repeated(2)
@SEATS
def test_never_two_workers_of_a_colour_on_a_field_and_never_more_than_there_are(seats: int) -> None:
    for seed in range(40):
        state = GAME.new(seats, seed)
        for _ in play(state, Chance(seed)):
            for field in state.standing[:8]:
                assert len(set(field)) == len(field)
            standing = Counter(colour for place in state.standing for colour in place)
            assert standing[NEUTRAL] <= seats - 1
            assert all(standing[seat] <= 3 for seat in range(seats))


EVERYONE = "starter juggler innkeeper trader seer carpenter supplier stevedore steward"
DESERTS: dict[str, dict[str, object]] = {
    "no orders": {"lower": "- - - -", "upper": "- - - -", "pile": "", "discard": ""},
    "no transports": {"stacks": {}},
    "no silver and no loans": {"silver": {0: 0, 1: 0, 2: 0}, "loans": {2: 16}},
    "no cubes on the market": {"market": dict.fromkeys(WARES, 0)},
    "no cubes but in full stores": {
        "market": dict.fromkeys(WARES, 0),
        "warehouse": {0: " ".join(f"{ware}:24" for ware in WARES[:3])},
        "post": {1: " ".join(f"{ware}:24" for ware in WARES[3:])},
    },
    "all characters with one player": {"characters": {0: EVERYONE}, "safe": EVERYONE},
    "one order and one transport": {
        "lower": "O51 - - -",
        "upper": "- - - -",
        "pile": "",
        "stacks": {"ship40": "ship40-11"},
    },
    "nothing at all": {
        "lower": "- - - -",
        "upper": "- - - -",
        "pile": "",
        "stacks": {},
        "silver": {0: 0, 1: 0, 2: 0},
        "loans": {2: 16},
        "market": dict.fromkeys(WARES, 0),
        "warehouse": {0: " ".join(f"{ware}:24" for ware in WARES)},
        "characters": {2: EVERYONE},
        "safe": EVERYONE,
    },
    "prices at the top": {"levels": dict.fromkeys(WARES, 10), "silver": {0: 0, 1: 0, 2: 0}},
    "prices at the bottom": {"levels": dict.fromkeys(WARES, 1), "silver": {0: 5000, 1: 5000, 2: 5000}},
}


@pytest.mark.repeated(2)
@pytest.mark.parametrize("desert", DESERTS.values(), ids=DESERTS)
def test_there_is_no_dead_end_where_things_have_run_out(desert: dict[str, object]) -> None:
    for seed in range(12 if THOROUGH else 4):
        state = table(3, **desert)  # type: ignore[arg-type]
        state.chance = Chance(seed)
        for _ in play(state, Chance(seed)):
            GAME.check_state(state)
            for seat in GAME.owed(state):
                assert GAME.options(state, seat)
        assert GAME.result(state) is not None


def test_the_bank_is_emptied_by_spendthrifts_and_the_game_goes_on() -> None:
    """Everybody always buys as much as all loans of the game allow."""
    state, chance = table(2), Chance(5)
    while owed := GAME.owed(state):
        seat = min(owed)
        spices = GAME.view(state, None).wares[5]
        silver = state.players[seat].silver
        most = min(spices.market + spices.supply, (silver + 100 * state.loans) // spices.price)
        needed = max(0, -((silver - most * spices.price) // 100))
        try:
            GAME.play(state, seat, moves.Work("own", "market", Buy((0, 0, 0, 0, 0, most)), 0, needed))
        except Illegal:
            GAME.play(state, seat, GAME.sample(state, seat, chance))
        GAME.check_state(state)
    assert state.loans == 0
    assert GAME.result(state) is not None
