"""Features of what a player of Haithabu has, for the alderman's networks: wares, silver, orders, characters, lead.

`NAMES` are the names of the features in order, `describe` returns their values. `planning_features` has the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from opponents.haithabu.evaluation import turns_left
from rules.haithabu.card_data import ORDERS, TRANSPORTS
from rules.haithabu.data import CHARACTERS, DATA, KINDS, PRICES, WARES
from rules.haithabu.state import NOBODY, Act, Player, Round, State, Turn

_ORDER_PLACES = DATA.play.order_places
_MAX_TURNS = DATA.play.rounds * DATA.play.workers + 1
_SILVER_PER_POINT = DATA.scoring.silver_for_point
_DESCRIBED_ORDERS = 3
"""How many orders have features of their own, the most promising ones first."""

NAMES = (
    "points expected",
    "points expected, turns left",
    "points",
    "silver",
    "silver, turns left",
    "little silver",
    "loans",
    "loans, turns left",
    "turns left",
    "last round",
    "last turn",
    "own turn",
    "workers at hand",
    "acts",
    "until next turn",
    "phase",
    *(f"{ware} in post" for ware in WARES),
    *(f"{ware} in warehouse" for ware in WARES),
    "worth of post",
    "worth of warehouse",
    "worth of post, turns left",
    "worth of warehouse, turns left",
    "wares in post",
    "wares in warehouse",
    "too many wares",
    "cart",
    "ship",
    "places on transports",
    "wares to be carried",
    "wares no transport carries",
    "orders",
    "free places",
    *(
        f"order {number}: {what}"
        for number in range(1, _DESCRIBED_ORDERS + 1)
        for what in (
            "there",
            "points",
            "silver",
            "missing in post",
            "missing in all",
            "kinds to buy",
            "silver to buy",
            "rounds it stays",
            "can be delivered",
        )
    ),
    "points of orders that lack nothing",
    "orders that will lapse",
    "cubes on orders",
    "completed",
    "completed beyond the best rival",
    "completed as many as the best rival",
    *(f"{character}" for character in CHARACTERS),
    *(f"{character}, turns left" for character in CHARACTERS),
    *(f"price of {ware}" for ware in WARES),
    "best order on display",
    "workers in the inn",
    "starts",
    "lead over the best",
    "lead over the best, turns left",
    "lead over all",
)


def describe(state: State, seat: int, all_expected: Sequence[float]) -> list[float]:
    """Return one seat's values of these features. `all_expected` are the trader's expected points of all seats."""
    player = state.players[seat]
    turns = turns_left(state, seat)
    left = turns / _MAX_TURNS
    prices = [PRICES[ware][level] for ware, level in enumerate(state.levels)]
    rivals = [each for other, each in enumerate(all_expected) if other != seat]
    own_expected, best_rival = all_expected[seat], max(rivals)
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    workers = turn.own + turn.neutral if turn and turn.seat == seat else 0
    acts = any(isinstance(frame, Act) and frame.seat == seat for frame in state.agenda)
    waiting = next((frame.waiting for frame in state.agenda if isinstance(frame, Round)), ())
    post, warehouse = player.post, player.warehouse
    in_post = sum([count * price for count, price in zip(post, prices, strict=True)])
    stored = sum([count * price for count, price in zip(warehouse, prices, strict=True)])
    orders, whole, lapsing, wanted = _order_features(player, prices)
    places = sum([_capacity(card) for card in player.transports if card != NOBODY])
    carried = sum([min(there, max(0, want - have)) for there, want, have in zip(warehouse, wanted, post, strict=True)])
    completed = len(player.completed)
    best_completed = max([len(other.completed) for number, other in enumerate(state.players) if number != seat])
    characters = [float(owner == seat) for owner in state.owners]
    shown = [
        _displayed_order_value(card, prices, post, warehouse) for card in (*state.lower, *state.upper) if card != NOBODY
    ]
    return [
        own_expected / 20,
        own_expected / 20 * left,
        player.points / 20,
        player.silver / 200,
        player.silver / 200 * left,
        player.silver < 40,
        player.loans,
        player.loans * left,
        left,
        state.round == DATA.play.rounds,
        turns <= 1,
        bool(workers),
        workers / 2,
        acts,
        waiting.index(seat) / 2 if seat in waiting else 1.0,
        state.phase / 2,
        *[count / 3 for count in post],
        *[count / 3 for count in warehouse],
        in_post / 100,
        stored / 100,
        in_post / 100 * left,
        stored / 100 * left,
        sum(post) / 8,
        sum(warehouse) / 8,
        (max(0, sum(post) - DATA.storing.limit) + max(0, sum(warehouse) - DATA.storing.limit)) / 4,
        player.transports[0] != NOBODY,
        player.transports[1] != NOBODY,
        places / 6,
        carried / 5,
        max(0, carried - places) / 4,
        sum([card != NOBODY for card in player.orders]) / 3,
        sum([card == NOBODY for card in player.orders[:2]]) / 2,
        *orders,
        whole / 10,
        lapsing,
        sum(map(sum, player.cubes)) / 4,
        completed / 4,
        min(2, max(-2, completed - best_completed)) / 2,
        completed == best_completed,
        *characters,
        *[owns * left for owns in characters],
        *[level / 5 for level in state.levels],
        max(shown, default=0.0) / 10,
        (DATA.inn.workers[state.seats] - state.hired) / 2,
        state.starter == seat,
        (own_expected - best_rival) / 10,
        (own_expected - best_rival) / 10 * left,
        (own_expected - sum(rivals) / len(rivals)) / 10,
    ]


def _capacity(card: int) -> int:
    """Return the number of places on a transport card, free ones and those for a given ware."""
    transport = TRANSPORTS[card]
    return transport.free + sum(transport.given)


def _order_features(player: Player, prices: list[int]) -> tuple[list[float], float, float, list[int]]:
    """Return four things that describe a player's orders by numbers.

    1. The features of the most promising orders, as a flat list, padded with 0 to `_DESCRIBED_ORDERS` orders.
    2. The points of the orders that lack nothing.
    3. The number of orders on the last place.
    4. By ware, the cubes that all orders together still want.

    `prices` are the current prices in silver, by ware.
    """
    found = []
    whole, lapsing = 0.0, 0.0
    wanted = [0] * KINDS
    for place, card in enumerate(player.orders):
        if card == NOBODY:
            continue
        order = ORDERS[card]
        missing = [want - there for want, there in zip(order.wares, player.cubes[place], strict=True)]
        wanted = [count + more for count, more in zip(wanted, missing, strict=True)]
        post = [max(0, want - have) for want, have in zip(missing, player.post, strict=True)]
        lacks = [max(0, want - have) for want, have in zip(post, player.warehouse, strict=True)]
        cost = sum([count * price for count, price in zip(lacks, prices, strict=True)])
        kinds = sum([count > 0 for count in lacks])
        if not kinds:
            whole += order.points
        if place == _ORDER_PLACES - 1:
            lapsing += 1
        rank = order.points + order.silver / _SILVER_PER_POINT - cost / _SILVER_PER_POINT - kinds - 0.3 * sum(post)
        numbers = [
            1.0,
            order.points / 8,
            order.silver / 80,
            sum(post) / 5,
            sum(lacks) / 5,
            kinds / 3,
            cost / 80,
            (_ORDER_PLACES - 1 - place) / 4,
            float(not any(post)),
        ]
        found.append((-rank, place, numbers))
    found.sort(key=lambda each: each[:2])
    flat = [number for _, _, numbers in found[:_DESCRIBED_ORDERS] for number in numbers]
    return flat + [0.0] * (9 * _DESCRIBED_ORDERS - len(flat)), whole, lapsing, wanted


def _displayed_order_value(card: int, prices: list[int], post: list[int], warehouse: list[int]) -> float:
    """Return what an order on display is worth, in points.

    These are its points, plus its silver minus the price of the wares it lacks, at `_SILVER_PER_POINT` for a point,
    minus 1 for each kind that it lacks. `card` is the order's number; `prices` (in silver), `post` and `warehouse` are
    by ware.
    """
    order = ORDERS[card]
    lacks = [max(0, want - have - there) for want, have, there in zip(order.wares, post, warehouse, strict=True)]
    cost = sum([count * price for count, price in zip(lacks, prices, strict=True)])
    return order.points + (order.silver - cost) / _SILVER_PER_POINT - sum([count > 0 for count in lacks])
