"""V1 to V5: how a game begins, what a round brings, and how cards are chosen."""

from __future__ import annotations

import pytest

from rules.errors import Illegal, NotYours
from rules.visby.data import RATES
from rules.visby.events import Chose, Paid, Revealed, RoundBegan
from tests.rules.by_text import events_of
from tests.rules.visby.table import SUPPLY, VISBY, move, pick, seals, table, wares

pytestmark = pytest.mark.quick

PLAYERS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def test_visby_is_for_2_to_6_players() -> None:
    assert VISBY.players == (2, 3, 4, 5, 6)
    for seats in (1, 7, 0, -1):
        with pytest.raises(ValueError, match="2 to 6 players"):
            VISBY.new(seats, 1)


@PLAYERS
def test_v01_markers_start_on_1_of_tracks_from_0_to_15(seats: int) -> None:
    state, events = VISBY.opening(seats, 1)
    first = 1 + SUPPLY[seats]
    assert events == [RoundBegan(round=1, battle=first, journey=first, market=first)]
    assert (state.battle, state.journey, state.market) == (first, first, first)
    assert len(RATES) == 16


@PLAYERS
def test_v02_everyone_has_the_same_eight_cards_no_seals_and_a_ware_for_each_player(seats: int) -> None:
    state = VISBY.new(seats, 1)
    eight = ["troops", "knight", "blacksmith", "fleet", "ship", "tollkeeper", "merchant", "mendicant"]
    for player in state.players:
        assert (player.hand, player.discard, player.seals, player.wares) == (eight, [], 0, seats)


def test_v03_wares_beyond_15_are_lost_at_once() -> None:
    state = table(journey=8, wares=[10, 0, 0, 0])
    pick(state, "ship", "blacksmith", "blacksmith", "blacksmith")
    assert wares(state) == [15, 0, 0, 0]


def test_v03_seals_have_no_limit() -> None:
    state = table(2, journey=0, seals=[29, 0], target=45)
    pick(state, "tollkeeper knight", "fleet ship")
    assert seals(state) == [33, 0]
    state = table(battle=15, seals=[60, 0, 0, 0])
    pick(state, "knight", "ship", "ship", "ship")
    assert seals(state) == [65, 0, 0, 0]


@PLAYERS
def test_v04_every_marker_moves_up_from_where_it_stands(seats: int) -> None:
    state = table(seats, battle=6, journey=7, market=5)
    idle = "tollkeeper" if seats > 3 else "tollkeeper blacksmith"
    events = pick(state, *[idle] * seats)
    now = (6 + SUPPLY[seats], 7 + SUPPLY[seats], 5 + SUPPLY[seats])
    assert (state.battle, state.journey, state.market) == now
    assert events_of(events, RoundBegan) == [RoundBegan(2, *now)]


def test_v04_a_marker_on_15_stays_there() -> None:
    state = table(4, battle=15, journey=14, market=13)
    pick(state, *["tollkeeper"] * 4)
    assert (state.battle, state.journey, state.market) == (15, 15, 15)


@pytest.mark.parametrize(("seats", "count"), [(2, 2), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_v05_two_cards_with_2_or_3_players_else_one(seats: int, count: int) -> None:
    state = VISBY.new(seats, 1)
    assert VISBY.owed(state) == dict.fromkeys(range(seats), "choose")
    assert VISBY.view(state, None).cards_to_choose == count
    options = [option.cards for option in VISBY.options(state, 0)]
    assert len(options) == len(set(options)) == {1: 8, 2: 28}[count]
    assert {len(cards) for cards in options} == {count}
    with pytest.raises(Illegal) as refusal:
        move(state, 0, "pick knight ship" if count == 1 else "pick knight")
    assert refusal.value.rule == "V5"


def test_v05_all_are_revealed_at_once_when_the_last_has_chosen() -> None:
    state = table(3)
    events = pick(state, "knight ship", "troops fleet")
    assert events_of(events, Revealed) == []
    assert VISBY.owed(state) == {2: "choose"}
    events = move(state, 2, "pick merchant tollkeeper")
    assert events_of(events, Revealed) == [
        Revealed((("knight", "ship"), ("troops", "fleet"), ("tollkeeper", "merchant")))
    ]


def test_v05_a_choice_may_be_changed_until_the_last_player_has_chosen() -> None:
    state = table(4)
    pick(state, "knight", "ship", "fleet")
    assert VISBY.may_change(state, 0)
    assert move(state, 0, "pick troops") == [Chose(0, private=("troops",))]
    assert VISBY.owed(state) == {3: "choose"}
    events = move(state, 3, "pick tollkeeper")
    assert events_of(events, Revealed)[0].played == (("troops",), ("ship",), ("fleet",), ("tollkeeper",))
    assert not VISBY.may_change(state, 0)


def test_v05_what_is_sealed_stays_out_of_logs() -> None:
    assert VISBY.parse("pick knight").secret
    assert VISBY.parse("trade 3").secret


def test_v05_there_is_no_order_of_choosing() -> None:
    states = []
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        state = table(4, battle=7, journey=9)
        for seat in order:
            move(state, seat, "pick " + ("knight", "knight", "ship", "blacksmith")[seat])
        states.append(state)
    assert states[0] == states[1]


def test_v05_who_has_only_as_many_cards_as_must_be_played_is_played_for() -> None:
    state = table(4, discards={0: "troops blacksmith fleet ship tollkeeper merchant"})
    pick(state, "knight", "tollkeeper", "tollkeeper", "tollkeeper")
    assert VISBY.owed(state) == dict.fromkeys((1, 2, 3), "choose")
    assert VISBY.view(state, None).players[0].chosen
    assert VISBY.options(state, 0) == []
    assert not VISBY.may_change(state, 0)
    with pytest.raises(NotYours):
        move(state, 0, "pick mendicant")
    events = pick(state, "", "fleet", "fleet", "fleet")
    assert events_of(events, Revealed) == [Revealed((("mendicant",), ("fleet",), ("fleet",), ("fleet",)), forced=(0,))]
    assert VISBY.owed(state) == dict.fromkeys((0, 1, 2, 3), "choose")


def test_v05_a_round_in_which_nobody_has_a_choice_plays_itself() -> None:
    gone = "troops knight blacksmith fleet"
    state = table(2, discards={0: gone, 1: gone})
    events = pick(state, "ship tollkeeper", "ship tollkeeper")
    assert events_of(events, Revealed) == [
        Revealed((("ship", "tollkeeper"),) * 2),
        Revealed((("merchant", "mendicant"),) * 2, forced=(0, 1)),
    ]
    assert [event.amount for event in events_of(events, Paid) if event.card == "mendicant"] == [4 + 2, 4 + 2]  # V17
    assert state.round == 3
    assert VISBY.owed(state) == {0: "choose", 1: "choose"}
