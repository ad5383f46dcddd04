"""R1 to R5: how a game begins."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.errors import NotYours
from rules.riga.data import BUILDINGS, CARDS, DECK
from rules.riga.events import Drew, SealedStart, StarterAsked, StarterNamed, StartKept, TurnedUp, YearBegan
from rules.riga.state import State
from tests.rules.by_text import events_of
from tests.rules.riga.table import BASE, CITIES, GAME, hand, move, refused, started

pytestmark = pytest.mark.quick

PLAYERS = pytest.mark.parametrize("seats", [2, 3, 4])
SEEDS = range(60)


def test_riga_is_for_2_to_4_players() -> None:
    assert GAME.players == (2, 3, 4)
    for seats in (1, 5):
        with pytest.raises(ValueError, match="2 to 4 players"):
            GAME.new(seats, 1)


def test_the_material_is_44_goods_and_48_buildings_of_12_kinds_in_4_cities() -> None:
    assert CARDS == {"cloth": 8, "glass": 10, "wine": 12, "grain": 14}
    assert len(DECK) == len(set(DECK)) == 48
    assert Counter(name.split(":")[0] for name in DECK) == dict.fromkeys(CITIES, 12)
    assert set(Counter(name.split(":")[1] for name in DECK).values()) == {4}
    table = {
        "archive": (8, 0, 0, 0),
        "bank": (8, 4, 0, 0),
        "builders_yard": (10, 5, 0, 0),
        "fortress": (12, 6, 0, 2),
        "guildhall": (12, 6, 2, 0),
        "trading_post": (8, 3, 1, 0),
        "crane": (10, 4, 0, 0),
        "lodge": (10, 0, 0, 0),
        "manufactory": (8, 3, 0, 1),
        "market_hall": (8, 3, 1, 0),
        "treasury": (8, 3, 0, 1),
        "tavern": (8, 4, 0, 0),
        "monastery": (4, 1, 0, 0),
        "school": (4, 1, 0, 0),
        "warehouse": (4, 1, 0, 0),
        "exchange": (6, 2, 0, 0),
    }
    for card in BUILDINGS.values():
        assert (card.cost, card.points, card.merchants, card.knights) == table[card.kind]


@PLAYERS
def test_r01_goods_and_buildings_are_shuffled_and_a_provisional_starting_player_is_drawn(seats: int) -> None:
    states = [GAME.new(seats, seed) for seed in SEEDS]
    assert len({tuple(state.goods_pile) for state in states}) == len(states)
    assert len({tuple(state.buildings_pile) for state in states}) == len(states)
    assert {state.starter for state in states} == set(range(seats))


@PLAYERS
def test_r02_everyone_turns_up_goods_openly_until_their_base_values_reach_6(seats: int) -> None:
    for seed in SEEDS:
        state, events = GAME.opening(seats, seed)
        turned_up = events_of(events, TurnedUp)
        first = turned_up[0].seat
        assert [event.seat for event in turned_up] == [(first + step) % seats for step in range(seats)]
        assert first == state.starter
        for event in turned_up:
            assert event.total == sum(BASE[good] for good in event.goods) >= 6
            assert event.total - BASE[event.goods[-1]] < 6
            assert sorted(hand(state, event.seat)) == sorted(event.goods)


@PLAYERS
def test_r03_the_smallest_sum_names_the_starting_player_and_a_tie_goes_clockwise_from_the_provisional_one(
    seats: int,
) -> None:
    ties = set()
    for seed in SEEDS:
        state, events = GAME.opening(seats, seed)
        turned_up = events_of(events, TurnedUp)
        least = min(event.total for event in turned_up)
        tied = [event.seat for event in turned_up if event.total == least]
        assert events_of(events, StarterAsked) == [StarterAsked(tied[0], tuple(sorted(tied)))]
        assert GAME.owed(state) == {tied[0]: "name_starter"}
        ties.add((len(tied) > 1, tied[0] == turned_up[0].seat))
    assert {(True, True), (False, True), (False, False)} <= ties
    assert ((True, False) in ties) == (seats > 2)


@PLAYERS
def test_r03_anybody_can_be_named(seats: int) -> None:
    for starter in range(seats):
        state = GAME.new(seats, 7)
        (seat,) = GAME.owed(state)
        assert events_of(move(state, seat, f"name {starter}"), StarterNamed) == [StarterNamed(seat, starter)]
        assert GAME.view(state, None).starter == starter
    state = GAME.new(seats, 7)
    assert GAME.options(state, seat)[0].starter == seat
    assert sorted(option.starter for option in GAME.options(state, seat)) == list(range(seats))
    assert refused(state, seat, f"name {seats}") == ("R3", "no_such_seat")
    assert refused(state, seat, "done") == ("R3", "wrong_kind")
    with pytest.raises(NotYours):
        move(state, (seat + 1) % seats, "name 0")


def drawn(seats: int, seed: int = 1) -> tuple[State, list[Drew]]:
    """Return a game in which everyone has drawn start buildings."""
    state = GAME.new(seats, seed)
    (seat,) = GAME.owed(state)
    return state, events_of(move(state, seat, "name 0"), Drew)


@PLAYERS
def test_r04_everyone_draws_two_buildings_keeps_one_and_lays_the_other_face_down(seats: int) -> None:
    state, cards = drawn(seats)
    assert GAME.owed(state) == dict.fromkeys(range(seats), "start_building")
    assert [event.count for event in cards] == [2] * seats
    for event in cards:
        assert event.private is not None
        assert GAME.view(state, event.seat).drawn == event.private
        assert [option.card for option in GAME.options(state, event.seat)] == list(event.private)
        events = move(state, event.seat, f"keep {event.private[1]}")
    assert events_of(events, StartKept) == [StartKept(face_down=seats)]
    assert events_of(events, YearBegan) == [YearBegan(1, {2: 8, 3: 9, 4: 8}[seats], starter=0)]
    for event in cards:
        assert event.private is not None
        assert GAME.view(state, event.seat).players[event.seat].hand.buildings == event.private[1:]
        assert event.private[0] in state.buildings_discard


def test_r04_all_choose_at_once_and_may_change_until_the_last_has_chosen() -> None:
    state, cards = drawn(3)
    one, other = cards[1].private or ()
    assert move(state, 1, f"keep {one}") == [SealedStart(1, private=one)]
    assert GAME.owed(state) == {0: "start_building", 2: "start_building"}
    assert GAME.may_change(state, 1)
    assert move(state, 1, f"keep {other}") == [SealedStart(1, private=other)]
    assert GAME.view(state, 1).kept == other
    for seat in (2, 0):
        GAME.play(state, seat, GAME.options(state, seat)[0])
    assert hand(state, 1)[-1] == other
    assert not GAME.may_change(state, 1)


def test_r04_one_of_the_two_must_be_kept() -> None:
    state, cards = drawn(2)
    assert refused(state, 0, "keep nothing") == ("R4", "must_keep")
    assert refused(state, 0, f"keep {(cards[1].private or ())[0]}") == ("R4", "not_drawn")
    assert refused(state, 0, "take row 1") == ("R4", "wrong_kind")


def test_r05_riga_buildings_are_an_option_off_by_default_and_no_hand_cards() -> None:
    assert GAME.complete_options(2, {}) == {"riga_buildings": 0}
    without, with_them = started(4), started(4, riga=True)
    for seat in range(4):
        assert GAME.view(without, None).players[seat].riga == ()
        player = GAME.view(with_them, None).players[seat]
        assert player.riga == ("riga:monastery", "riga:school", "riga:warehouse", "riga:exchange")
        assert player.buildings == 1
