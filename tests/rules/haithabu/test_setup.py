"""H1 to H6: how the table is set."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.haithabu.card_data import ORDERS, ORIGINAL, TRANSPORTS, all_orders
from rules.haithabu.data import BY_LOT
from rules.haithabu.events import Dealt, PhaseBegan, Picked, RondelDrawn, RoundBegan
from rules.haithabu.state import NOBODY, State
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import CUBES, GAME, MARKET

pytestmark = pytest.mark.quick

EVERY_NUMBER = pytest.mark.parametrize("seats", [2, 3, 4])


@EVERY_NUMBER
def test_h01_the_first_phase_turns_the_rondel_from_a_to_d_to_h_to_c(seats: int) -> None:
    state, _ = GAME.opening(seats, 3)
    assert [field.key for field in GAME.view(state, None).rondel if field.day] == list("ABCD")
    events = []
    while "pick_character" in GAME.owed(state).values():
        (seat,) = GAME.owed(state)
        events = GAME.play(state, seat, GAME.parse(_without_juggler(state, seat)))
    assert events_of(events, PhaseBegan) == [PhaseBegan(1, 1, "HABC", None)]
    assert [field.key for field in GAME.view(state, None).rondel if field.day] == list("ABCH")


@EVERY_NUMBER
def test_h01_by_lot_the_rondel_may_start_anywhere_and_it_is_told(seats: int) -> None:
    starts = set()
    for seed in range(60):
        state, events = GAME.opening(seats, seed, {"rondel": BY_LOT})
        (drawn,) = events_of(events, RondelDrawn)
        day = [field.key for field in GAME.view(state, None).rondel if field.day]
        assert sorted(drawn.day) == day
        assert drawn.day in "ABCDEFGHABCD"
        starts.add(drawn.day[0])
        while "pick_character" in GAME.owed(state).values():
            (seat,) = GAME.owed(state)
            events = GAME.play(state, seat, GAME.parse(_without_juggler(state, seat)))
        (began,) = events_of(events, PhaseBegan)
        assert began.day[1:] == drawn.day[:3]
    assert starts == set("ABCDEFGH")


def test_h01_as_recommended_nothing_is_drawn() -> None:
    for version in GAME.versions:
        state, events = GAME.opening(3, 8, version=version)
        assert not events_of(events, RondelDrawn)
        assert state.dawn == 0


def test_h01_by_the_first_rules_there_is_no_choice() -> None:
    with pytest.raises(ValueError, match="haithabu has no option rondel"):
        GAME.new(3, 8, {"rondel": BY_LOT}, version=1)


@EVERY_NUMBER
def test_h03_equal_seeds_deal_orders_that_want_the_same_by_all_rules(seats: int) -> None:
    for seed in range(5):
        first, *later = [GAME.new(seats, seed, version=version) for version in GAME.versions]
        for state in later:
            for pile in ("pile", "lower", "upper"):
                assert [ORIGINAL[card] for card in getattr(state, pile)] == getattr(first, pile)
            guesses = [GAME.guess(each, 0, seed).pile for each in (first, state)]
            assert [ORIGINAL[card] for card in guesses[1]] == guesses[0]


def test_h03_by_older_rules_no_later_order_is_dealt_and_no_order_twice() -> None:
    for version in GAME.versions:
        state = GAME.new(2, 4, version=version)
        dealt = [*state.pile, *state.lower, *state.upper, *(player.orders[0] for player in state.players)]
        assert sorted(dealt) == all_orders(version)
        assert len({ORDERS[card].wares for card in dealt}) == 53
    assert len({*all_orders(3)} - {*all_orders(2)}) == 47


def _without_juggler(state: State, seat: int) -> str:
    return next(str(move) for move in GAME.options(state, seat) if str(move) != "pick juggler")


@EVERY_NUMBER
def test_h02_everybody_starts_alike(seats: int) -> None:
    view = GAME.view(GAME.new(seats, 5), None)
    for player in view.players:
        assert (player.silver, player.points, player.loans) == (250, 5, 0)
        assert player.post == (0,) * 6
        assert (player.cart, player.ship, player.completed) == (None, None, ())
        assert [order.place for order in player.orders] == [1]


@EVERY_NUMBER
def test_h03_start_orders_bring_their_wares_and_the_rest_lies_in_the_lower_row(seats: int) -> None:
    for seed in range(20):
        state, events = GAME.opening(seats, seed)
        view = GAME.view(state, None)
        dealt = [player.orders[0].order for player in view.players]
        assert list(events_of(events, Dealt)[0].orders) == dealt
        left = {"S6", "S7", "S8", "S9", "S10"} - set(dealt)
        assert len(left) == 5 - seats
        assert set(view.lower[: 5 - seats]) == left
        assert len(view.lower) == len(view.upper) == 4
        assert all(order and order[0] == "O" for order in (*view.lower[5 - seats :], *view.upper))
        assert view.pile == 48 - (8 - (5 - seats))
        for player in view.players:
            wanted = next(order.wares for order in ORDERS if order.id == player.orders[0].order)
            assert player.warehouse == wanted
            assert player.orders[0].cubes == (0,) * 6
        for ware, start in zip(view.wares, MARKET, strict=True):
            index = view.wares.index(ware)
            assert ware.market == start
            assert ware.supply == CUBES - start - sum(player.warehouse[index] for player in view.players)


@EVERY_NUMBER
def test_h04_the_inn_holds_one_neutral_worker_less_than_there_are_players(seats: int) -> None:
    assert GAME.view(GAME.new(seats, 1), None).inn == {2: 1, 3: 2, 4: 3}[seats]


@EVERY_NUMBER
def test_h05_others_pick_counter_clockwise_from_the_right_of_the_starting_player(seats: int) -> None:
    starters = Counter[int]()
    for seed in range(60):
        state, events = GAME.opening(seats, seed)
        starter = events_of(events, Dealt)[0].starter
        starters[starter] += 1
        assert state.starter == starter
        asked = []
        while "pick_character" in GAME.owed(state).values():
            (seat,) = GAME.owed(state)
            asked.append(seat)
            options = GAME.options(state, seat)
            assert len(options) == 9 - len(asked)  # all but the Starting Player and what others picked
            events = GAME.play(state, seat, options[-1])
            assert events_of(events, Picked)
        assert asked == [(starter - step) % seats for step in range(1, seats)]
        assert events_of(events, RoundBegan) == [RoundBegan(1, starter)]
        cards = GAME.view(state, None).characters
        assert cards[0].key == "starter"
        assert cards[0].owner == starter
        for card in cards:
            assert card.safe == (card.owner is not None)
        assert sum(card.owner is not None for card in cards) == seats
        assert next(iter(GAME.owed(state))) == starter
    assert set(starters) == set(range(seats))


def test_h06_the_stacks_are_shuffled_and_their_top_cards_open() -> None:
    tops = set()
    for seed in range(40):
        state = GAME.new(2, seed)
        view = GAME.view(state, None)
        assert [stack.key for stack in view.stacks] == ["cart20", "cart30", "cart40", "ship20", "ship30", "ship40"]
        for stack, cards in zip(view.stacks, state.stacks, strict=True):
            assert stack.cards == len(cards) == 9
            assert stack.top == TRANSPORTS[cards[-1]].id
            assert {TRANSPORTS[card].id for card in cards} == {f"{stack.key}-{number}" for number in range(11, 20)}
        tops.add(view.stacks[0].top)
    assert len(tops) == 9


def test_the_order_pile_is_shuffled_and_holds_no_start_order() -> None:
    piles = {tuple(GAME.new(2, seed).pile) for seed in range(10)}
    assert len(piles) == 10
    assert all(card != NOBODY and ORDERS[card].id[0] == "O" for pile in piles for card in pile)
