"""What a player's position in Haithabu is worth to the rule of thumb, in points: `position_points`.

It is the sum of the points scored and the worth of orders, characters, silver and stock:

- An order is worth the more, the fewer workers it still needs, because each of them could bring points elsewhere. It is
  worth nothing if it needs too many.
- A character is worth its points at the next occasion to turn it into points, less the risk of losing it before, plus
  its use in the next turns.

The trader and the features of the alderman's networks use `evaluation` instead: the networks were trained with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from opponents.haithabu.evaluation import (
    CHARACTER_POINTS_PER_TURN,
    order_rank,
    silver_points,
    stock_points,
    transport_capacity,
    use_wares_for_order,
)
from rules.haithabu.data import CHARACTERS, DATA, PRICES, STEVEDORE
from rules.haithabu.state import NOBODY, Player

WORKER_POINTS = 1.1
"""Points that a worker brings if it does nothing for an order."""
ORDER_KEPT_PER_WORKER = 0.96
"""An order's points are multiplied by this for each worker that it and more promising orders need."""
WORKERS_TO_DELIVER, WORKERS_TO_DELIVER_MORE = 1.0, 0.5
"""Workers to deliver the most promising order, and each further one: one worker often delivers several."""
WARES_PER_LOAD = 6
"""Wares that one worker carries."""
WORKERS_PER_CARRIED_WARE = 0.1
"""Workers added for each ware to carry: a smaller load leaves room for others."""
WORKERS_TO_FETCH, WORKERS_PER_WARE_WITHOUT_ROOM = 0.4, 0.15
"""Workers to fetch a transport, and those added for each ware without room, together at most 1."""
CHARACTER_KEPT_PER_ROUND = 0.9
"""Chance that a character is kept for a round."""
MAX_CHARACTER_TURNS = 6
"""Turns in which a character is of use before a rival takes it."""

_USE_PER_TURN = [CHARACTER_POINTS_PER_TURN[key] for key in CHARACTERS]
_ORDER_PLACES = DATA.play.order_places
_PHASES = DATA.play.workers


def position_points(
    player: Player, owned: Collection[int], levels: Sequence[int], number_of_round: int, turns: int
) -> float:
    """Return the points that a player should have at the end of the game, those already scored included.

    `owned` are the numbers of the player's characters, `levels` the price levels by ware, and `turns` the workers that
    this player will still place until the end of the game. Between two rounds `number_of_round` is the one that is
    about to begin.
    """
    returning = DATA.play.returning_round
    rounds = (returning if number_of_round <= returning else DATA.play.rounds) - number_of_round
    kept = DATA.scoring.character * CHARACTER_KEPT_PER_ROUND**rounds
    useful = min(turns, MAX_CHARACTER_TURNS)
    worth = player.points + sum([kept + _USE_PER_TURN[character] * useful for character in owned])
    prices = [PRICES[ware][level] for ware, level in enumerate(levels)]
    post, warehouse = player.post.copy(), player.warehouse.copy()
    extra = DATA.character.stevedore.places if STEVEDORE in owned else 0
    worth += _order_points(player, post, warehouse, prices, number_of_round, turns, extra)
    return worth + silver_points(player, turns) + stock_points(player, post, warehouse, prices, turns)


def _order_points(
    player: Player,
    post: list[int],
    warehouse: list[int],
    prices: Sequence[int],
    number_of_round: int,
    turns: int,
    extra: int,
) -> float:
    """Return the points that the player's orders are worth, and take the wares they use out of both stores in place.

    The most promising order is served first. `post`, `warehouse` and `prices` (in silver) are by ware, `turns` is the
    number of workers still to be placed, and `extra` the number of places that the Stevedore adds to a transport.
    """
    room = sum([transport_capacity(card, warehouse) + extra for card in player.transports if card != NOBODY])
    this_round = turns - _PHASES * (DATA.play.rounds - number_of_round)
    places = [place for place in range(_ORDER_PLACES) if player.orders[place] != NOBODY]
    if len(places) > 1:
        places.sort(key=lambda place: order_rank(player, place, prices), reverse=True)
    worth = spent = 0.0
    for place in places:
        gain, kinds, carried = use_wares_for_order(player, place, post, warehouse, prices)
        needed = kinds + (WORKERS_TO_DELIVER_MORE if spent else WORKERS_TO_DELIVER)
        if carried:
            needed += -(-carried // WARES_PER_LOAD) + WORKERS_PER_CARRIED_WARE * carried
            if room < carried:
                needed += min(1.0, WORKERS_TO_FETCH + WORKERS_PER_WARE_WITHOUT_ROOM * (carried - room))
        room = max(0, room - carried)
        spent += needed
        stays = _PHASES * (_ORDER_PLACES - 1 - place) + this_round
        chance = min(1.0, (min(stays, turns) - spent + 1) / 2)
        worth += max(0.0, gain * ORDER_KEPT_PER_WORKER**spent * chance - WORKER_POINTS * needed)
    return worth
