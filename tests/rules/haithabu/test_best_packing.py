"""The deliveries and loads that a menu offers (`best_packing`): all are legal, and nothing better is missing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from rules.haithabu import actions, quotes
from rules.haithabu.best_packing import best_deliveries, best_loads, orders_ready_after
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import KINDS, WARES, Wares
from rules.haithabu.order_plans import is_too_late
from rules.haithabu.state import State
from rules.haithabu.view import View
from tests.rules.haithabu.table import GAME, table

MAX_OPTIONS = 25
"""Discord shows no longer list."""
START = "S6 S7 S8 S9"
"""Orders on display that no test deals to a player."""


def deliveries(state: State) -> list[str]:
    return [" ".join(each.words()) for each in best_deliveries(GAME.view(state, 0), 0)]


def loads(state: State, kind: str = "cart") -> list[str]:
    return [" ".join(each.words()[1:]) for each in best_loads(GAME.view(state, 0), 0) if each.kind == kind]


def payable_sets(view: View, stock: Sequence[int]) -> list[tuple[str, ...]]:
    """Return every set of the first player's orders that the stock completes."""
    missing = {order.order: quotes.missing_wares(order) for order in view.players[0].orders}
    return [
        some
        for size in range(1, len(missing) + 1)
        for some in combinations(missing, size)
        if all(sum(missing[order][ware] for order in some) <= there for ware, there in enumerate(stock))
    ]


def random_table(number: int, place: int) -> State:
    """Return a table where the first player has orders and many wares, with the field `place` by day."""
    chance = random.Random(number)

    def store(most: int) -> str:
        return " ".join(f"{ware}:{count}" for ware in WARES if (count := chance.randint(0, most)))

    orders = chance.sample([f"O{n}" for n in range(60, 70)], chance.randint(1, 5))
    cubes = {orders[0]: next(ware for ware, count in zip(WARES, ORDERS[ORDER[orders[0]]].wares, strict=True) if count)}
    return table(
        lower=START, upper="", dawn=place, round=chance.randint(1, 8), orders={0: " ".join(orders)}, cubes=cubes,
        post={0: store(5)}, warehouse={0: store(4)}, transports={0: "cart30-14 ship20-11"},
        characters={0: chance.choice(["", "stevedore", "steward", "supplier"])},
    )  # fmt: skip


def wanted_of(view: View, order: str) -> Wares:
    """Return the wares that the first player's order still wants."""
    return next(quotes.missing_wares(own) for own in view.players[0].orders if own.order == order)


def test_h26_the_best_set_of_orders_that_can_be_completed_together_is_offered_first() -> None:
    state = table(lower=START, upper="", dawn=4, orders={0: "O53 O67 O69"}, post={0: "ceramics:4 tools:2 weapons:8"})
    assert deliveries(state) == [
        "O67 ceramics:2 weapons:4 O69 tools:2 weapons:4 O53 ceramics:2",
        "O67 ceramics:2 weapons:4 O69 tools:2 weapons:4",
        "O53 ceramics:4 O69 tools:2 weapons:4 O67 weapons:4",
        "O53 ceramics:4 O69 tools:2 weapons:4",
    ]


def test_h26_leftover_wares_go_to_the_order_that_then_lacks_least() -> None:
    state = table(lower=START, upper="", dawn=4, orders={0: "O51 O60 O07"}, post={0: "mead:5 weapons:3"})
    assert deliveries(state)[0] == "O51 mead:4 O60 mead weapons:3"


def test_h26_leftover_wares_do_not_go_to_an_order_that_is_lost() -> None:
    state = table(lower=START, upper="", dawn=4, phase=3, orders={0: "O51 - - - O60"}, post={0: "mead:4 weapons:3"})
    assert deliveries(state) == ["O51 mead:4", "O60 mead:2 weapons:3"]


def test_h26_without_anything_to_complete_each_order_can_get_its_wares_alone() -> None:
    state = table(lower=START, upper="", dawn=4, orders={0: "O51 O60"}, post={0: "mead:3 weapons:1"})
    assert deliveries(state) == ["O51 mead:3 O60 weapons", "O51 mead:3", "O60 mead:2 weapons"]


@pytest.mark.parametrize("number", range(40))
def test_h26_every_set_that_can_be_completed_is_part_of_a_legal_offered_delivery(number: int) -> None:
    state = random_table(number, 4)
    view = GAME.view(state, 0)
    offered = best_deliveries(view, 0)
    assert len(offered) == len({*offered}) <= MAX_OPTIONS
    for each in offered:
        GAME.check(state, 0, GAME.parse(f"work own E deliver {' '.join(each.words())}"))
    completed = [quotes.completed_orders(view, 0, each) for each in offered]
    sets = payable_sets(view, view.players[0].post)
    for some in sets:
        assert any({*some} <= {*orders} for orders in completed)
    if sets:
        missing = {order.order: quotes.missing_wares(order) for order in view.players[0].orders}
        worth = [
            quotes.quote_delivery(view, 0, actions.Deliver(tuple((order, missing[order]) for order in some)))
            for some in sets
        ]
        first = quotes.quote_delivery(view, 0, offered[0])
        assert (first.points, first.silver) == max((deal.points, deal.silver) for deal in worth)


def test_h27_the_load_that_makes_most_orders_ready_is_offered_first() -> None:
    state = table(
        lower=START, upper="", dawn=5, orders={0: "O53 O67 O69"}, transports={0: "cart40-11"},
        post={0: "ceramics:2 weapons:4"}, warehouse={0: "ceramics:4 tools:2 weapons:4 spices:1"},
    )  # fmt: skip
    view = GAME.view(state, 0)
    first = best_loads(view, 0)[0]
    assert orders_ready_after(view, 0, first) == ("O67", "O69")
    assert "tools:2 weapons:4" in loads(state)[0]
    assert "spices" not in loads(state)[0], "the trading post could not store it"


def test_h27_wares_that_no_order_needs_are_carried_only_if_they_can_be_stored() -> None:
    def offered_with(post: str) -> list[str]:
        state = table(
            lower=START, upper="", dawn=5, orders={0: "O51"}, transports={0: "cart40-11"},
            post={0: post}, warehouse={0: "mead:4 spices:4"},
        )  # fmt: skip
        return loads(state)

    assert offered_with("cloth:5") == ["mead:4 spices"]
    assert offered_with("cloth:9") == ["mead:4"]


def test_h27_orders_that_are_ready_without_the_load_are_not_said_to_need_it() -> None:
    state = table(
        lower=START, upper="", dawn=5, orders={0: "O51"}, transports={0: "cart40-11"},
        post={0: "mead:4"}, warehouse={0: "mead:2"},
    )  # fmt: skip
    view = GAME.view(state, 0)
    assert [orders_ready_after(view, 0, each) for each in best_loads(view, 0)] == [()]


@pytest.mark.parametrize("number", range(40))
def test_h27_offered_loads_are_legal_and_the_first_makes_most_orders_ready(number: int) -> None:
    state = random_table(number, 5)
    view = GAME.view(state, 0)
    me = view.players[0]
    offered = best_loads(view, 0)
    assert len({*offered}) == len(offered)
    for each in offered:
        GAME.check(state, 0, GAME.parse(f"work own F load {' '.join(each.words())}"))
    timely = [order.order for order in me.orders if not is_too_late(view, 0, order)]
    needed = [sum(wares) for wares in zip(*(wanted_of(view, order) for order in timely), strict=True)] or [0] * KINDS
    for kind in ("cart", "ship"):
        own = [each for each in offered if each.kind == kind]
        assert 0 < len(own) <= MAX_OPTIONS
        after = [[have + more for have, more in zip(me.post, each.wares, strict=True)] for each in own]
        ready = [
            max([len(some) for some in payable_sets(view, stock) if {*some} <= {*timely}] or [0]) for stock in after
        ]
        assert ready == sorted(ready, reverse=True)
        for stock, load in zip(after, own, strict=True):
            if sum(stock) > quotes.store_limit(view, 0) and len(own) > 1:
                assert all(have <= want for have, want, count in zip(stock, needed, load.wares, strict=True) if count)
