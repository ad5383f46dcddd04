"""How good a state of Haithabu is, in points: those scored, and what orders, wares, silver and workers will bring.

`HaithabuEvaluation` is the trader's evaluation; `expected_points` values one seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul

from opponents.evaluations import Evaluation
from rules import AnyGame, Move
from rules.chance import Chance
from rules.haithabu.card_data import ORDERS, TRANSPORTS
from rules.haithabu.data import CHARACTERS, DATA, PRICES
from rules.haithabu.state import NOBODY, Act, Player, Round, State, Turn

ACTION_POINTS = 1.2
"""Expected points of one placement."""
SILVER_PER_POINT = DATA.scoring.silver_for_point
RANK_POINTS = 1.2
"""Expected points of a completed order at the end of the game, for having completed the most."""
WORTH_KEPT_PER_PLACEMENT = 0.8
"""An order's value is multiplied by this for each placement it still needs."""
PLACEMENTS_TO_DELIVER, PLACEMENTS_PER_KIND, PLACEMENTS_PER_CARRIED_WARE, PLACEMENTS_PER_UNCARRIED_WARE = (
    0.6,
    0.6,
    0.2,
    0.12,
)
"""Placements that an order needs: to deliver it, per kind to buy, per ware to carry, per ware without transport."""
TURNS_PER_PLACEMENT = 1.0
"""Turns that pass for each of these placements."""
POST_PRICE_SHARE, WAREHOUSE_PRICE_SHARE = 0.8, 0.6
"""Share of its price that an unwanted ware brings, in the trading post and in the warehouse."""
POINTS_PER_EXCESS_WARE = 0.5
"""Points that each ware above the storing limit costs."""
RIVAL_WEIGHT = 0.4
"""Weight of the best rival's points while the game is running."""
CHARACTER_POINTS_PER_TURN = {
    "starter": 0.01,
    "juggler": 0.03,
    "innkeeper": 0.05,
    "trader": 0.12,
    "seer": 0.05,
    "carpenter": 0.03,
    "supplier": 0.12,
    "stevedore": 0.08,
    "steward": 0.05,
}
"""Expected points of a character for each turn left."""
TASTE_MARGIN_POINTS = 0.1
"""The taste margin, in points."""
MAX_TRIED_MOVES = 6
"""How many moves `predicted_move` compares."""

_LOAN_POINTS = DATA.loan.repay / SILVER_PER_POINT
_UNPAID_LOAN_POINTS = -DATA.scoring.loan
_CHARACTER_POINTS = DATA.scoring.character
_POINTS_PER_TURN = [CHARACTER_POINTS_PER_TURN[key] for key in CHARACTERS]
_ORDER_PLACES = DATA.play.order_places
_PHASES = DATA.play.workers
_USUAL_PRICES = [ware.prices[ware.level.start - 1].silver for ware in DATA.ware]
_STORE_LIMIT = DATA.storing.limit
_MAX_TURNS = DATA.play.rounds * _PHASES + 1
_WANTED_WARES = [tuple((ware, count) for ware, count in enumerate(card.wares) if count) for card in ORDERS]
"""By order: pairs of ware and count, without the wares it does not want. This is read most often of all."""


class HaithabuEvaluation(Evaluation):
    """The trader's evaluation of Haithabu. A playout goes to the end of the running turn, and that state is valued.

    The playout of a worker on a night field includes the event and the worker's action.
    """

    max_playouts = 150
    max_options = 400

    def progress(self, state: State) -> int:
        """Return a count that grows when a turn of the game begins and when it ends."""
        bottom = state.agenda[0] if state.agenda else None
        begun = ((state.round - 1) * _PHASES + state.phase) * state.seats
        if isinstance(bottom, Round):
            begun -= len(bottom.waiting)
        return 2 * begun + (len(state.agenda) < 2 or not isinstance(state.agenda[1], Turn))

    def taste_margin(self, seats: int) -> float:
        """Return `TASTE_MARGIN_POINTS`: options closer than this are chosen between by temperament."""
        return TASTE_MARGIN_POINTS

    def value(self, state: State, seat: int) -> float:
        """Return the seat's expected points minus those of its best rival.

        While the game is running, the rival's points are weighted with `RIVAL_WEIGHT`.
        """
        points = [expected_points(state, other) for other in range(state.seats)]
        own = points.pop(seat)
        return own - (RIVAL_WEIGHT if state.agenda else 1.0) * max(points)

    def predicted_move(self, game: AnyGame, state: State, seat: int, chance: Chance) -> Move:
        """Return the move that a seat is assumed to make in a playout.

        To place a worker or choose its action, it is the best of at most six options (the first three and random ones),
        by the expected points right after it. All other decisions are random.
        """
        if not isinstance(state.agenda[-1], Turn | Act):
            return super().predicted_move(game, state, seat, chance)
        options: list[Move] = game.options(state, seat)
        if len(options) > MAX_TRIED_MOVES:
            options = [
                *options[: MAX_TRIED_MOVES // 2],
                *(chance.choice(options) for _ in range(MAX_TRIED_MOVES - MAX_TRIED_MOVES // 2)),
            ]
        best, chosen = float("-inf"), options[0]
        for move in options:
            tried = state.copy()
            game.play(tried, seat, move)
            worth = expected_points(tried, seat)
            if worth > best:
                best, chosen = worth, move
        return chosen


def expected_points(state: State, seat: int) -> float:
    """Return the points a seat can expect at the end of the game.

    If a worker of the seat is placed and has not acted yet, `ACTION_POINTS` are added once. In a finished game the
    result is its points, plus 0.001 for each silver as the tie-break.
    """
    player = state.players[seat]
    if not state.agenda:
        return player.points + 0.001 * player.silver
    owned = [character for character, owner in enumerate(state.owners) if owner == seat]
    worth = expected_without_action(player, owned, state.levels, state.round, turns_left(state, seat))
    if any(isinstance(frame, Act) and frame.seat == seat for frame in state.agenda):
        worth += ACTION_POINTS
    return worth


def expected_without_action(
    player: Player, owned: Iterable[int], levels: Sequence[int], number_of_round: int, turns: int
) -> float:
    """Return the points that a player can expect at the end of the game, from plain values.

    `owned` are the numbers of the player's characters, `levels` the price levels by ware, `number_of_round` is the
    running round, and `turns` the number of workers still to be placed. A worker that is placed and has not acted yet
    adds nothing.
    """
    worth = float(player.points)
    kept = _CHARACTER_POINTS * (1 - turns / _MAX_TURNS) ** 2  # a rival may still take the character
    for character in owned:
        worth += kept + _POINTS_PER_TURN[character] * turns
    return worth + silver_points(player, turns) + _goods_points(player, levels, number_of_round, turns)


def silver_points(player: Player, turns: int) -> float:
    """Return the points that a player's silver is worth, minus what the loans will cost.

    `SILVER_PER_POINT` silver are worth a point. `turns` is the number of workers that the player has still to place: a
    loan that the silver cannot repay costs more, the fewer they are.
    """
    worth = player.silver / SILVER_PER_POINT
    if player.loans:
        short = max(0, player.loans * DATA.loan.repay - player.silver) / DATA.loan.repay
        worth -= player.loans * _LOAN_POINTS + short * (_UNPAID_LOAN_POINTS - _LOAN_POINTS) * (1 - turns / _MAX_TURNS)
    return worth


def turns_left(state: State, seat: int) -> int:
    """Return how many workers the seat has still to place in the game, those of its running turn included."""
    left = _PHASES * (DATA.play.rounds - state.round) + _PHASES - state.phase
    for frame in state.agenda:
        if isinstance(frame, Round):
            left += seat in frame.waiting
        elif isinstance(frame, Turn) and frame.seat == seat:
            left += frame.own + frame.neutral
    return left


def _goods_points(player: Player, levels: Sequence[int], number_of_round: int, turns: int) -> float:
    """Return the points that orders, wares and transports may bring, minus a penalty for wares above the limit.

    The most promising order is served first; each order uses up wares, and the placements it needs make the later ones
    less likely. `levels` are the price levels by ware, `number_of_round` is the running round, and `turns` the number
    of workers still to be placed.
    """
    prices = [PRICES[ware][level] for ware, level in enumerate(levels)]
    post, warehouse = player.post.copy(), player.warehouse.copy()
    room = sum([transport_capacity(card, warehouse) for card in player.transports if card != NOBODY])
    this_round = turns - _PHASES * (DATA.play.rounds - number_of_round)
    worth, spent = 0.0, 0.0
    places = [place for place in range(_ORDER_PLACES) if player.orders[place] != NOBODY]
    if len(places) > 1:
        places.sort(key=lambda place: order_rank(player, place, prices), reverse=True)
    for place in places:
        gain, kinds, carried = use_wares_for_order(player, place, post, warehouse, prices)
        without_room = carried - room if carried > room else 0
        room = room - carried if room > carried else 0
        spent += (
            PLACEMENTS_TO_DELIVER
            + PLACEMENTS_PER_KIND * kinds
            + PLACEMENTS_PER_CARRIED_WARE * carried
            + PLACEMENTS_PER_UNCARRIED_WARE * without_room
        )
        stays = _PHASES * (_ORDER_PLACES - 1 - place) + this_round
        chance = ((min(stays, turns)) - TURNS_PER_PLACEMENT * spent + 1) / 3
        if chance > 0:
            worth += gain * WORTH_KEPT_PER_PLACEMENT**spent * (chance if chance < 1 else 1.0)
    return worth + stock_points(player, post, warehouse, prices, turns)


def stock_points(
    player: Player, post: Sequence[int], warehouse: Sequence[int], prices: Sequence[int], turns: int
) -> float:
    """Return the points of wares that no order wants and of all transports, minus a penalty for too many wares.

    `post` and `warehouse` are the wares left in both stores after the orders took theirs, and `prices` the current
    prices in silver, all by ware; `turns` is the number of workers still to be placed. The penalty is for all of the
    player's wares above the limit, those for orders included.
    """
    later = (
        prices if turns < _PHASES else [(price + usual) / 2 for price, usual in zip(prices, _USUAL_PRICES, strict=True)]
    )
    stock: float = sum(map(mul, post, later))
    worth = stock * (POST_PRICE_SHARE if turns else 0.5) / SILVER_PER_POINT
    stock = sum(map(mul, warehouse, later))
    worth += stock * (WAREHOUSE_PRICE_SHARE if turns > 1 else 0.5) / SILVER_PER_POINT
    worth -= POINTS_PER_EXCESS_WARE * (
        max(0, sum(player.warehouse) - _STORE_LIMIT) + max(0, sum(player.post) - _STORE_LIMIT)
    )
    return worth + DATA.scoring.transport * (1 - turns / _MAX_TURNS) * sum(
        [card != NOBODY for card in player.transports]
    )


def transport_capacity(card: int, warehouse: Sequence[int]) -> int:
    """Return how many wares a transport card could carry: its free places, and its fixed places for wares in stock.

    Free places count even if the warehouse is empty; the Stevedore's extra places do not count. `warehouse` is by ware.
    """
    transport = TRANSPORTS[card]
    return transport.free + sum(map(min, transport.given, warehouse))


def order_rank(player: Player, place: int, prices: Sequence[int]) -> float:
    """Return how promising the order on this place is, in points.

    These are its points minus a cost in silver, at `SILVER_PER_POINT` for a point: the price of the wares it lacks, and
    40 for each kind of them. Wares count as if no other order wanted them. `place` is an index of `Player.orders`;
    `prices` are in silver, by ware.
    """
    card = ORDERS[player.orders[place]]
    cubes, post, warehouse = player.cubes[place], player.post, player.warehouse
    cost = 0
    for ware, wanted in _WANTED_WARES[player.orders[place]]:
        lacking = wanted - cubes[ware] - post[ware] - warehouse[ware]
        if lacking > 0:
            cost += lacking * prices[ware] + 40
    return card.points - cost / SILVER_PER_POINT


def use_wares_for_order(
    player: Player, place: int, post: list[int], warehouse: list[int], prices: Sequence[int]
) -> tuple[float, int, int]:
    """Take the wares for an order out of both stores in place; return its value, the kinds to buy, the wares to carry.

    `place` is an index of `Player.orders`; `post`, `warehouse` and `prices` (in silver) are by ware. The value, in
    points, is the order's points, `RANK_POINTS`, and its silver minus the price of the wares to buy, at
    `SILVER_PER_POINT` for a point. The second number counts kinds of wares, the third single wares.
    """
    card = ORDERS[player.orders[place]]
    cubes = player.cubes[place]
    cost, kinds, carried = 0, 0, 0
    for ware, wanted in _WANTED_WARES[player.orders[place]]:
        left = wanted - cubes[ware]
        if here := post[ware]:
            post[ware] = here - left if here > left else 0
            left = left - here if left > here else 0
        if left:
            carried += left
            if there := warehouse[ware]:
                warehouse[ware] = there - left if there > left else 0
                left -= there
            if left > 0:
                kinds += 1
                cost += left * prices[ware]
    return card.points + RANK_POINTS + (card.silver - cost) / SILVER_PER_POINT, kinds, carried
