"""How many workers an order of a player in Haithabu still takes: `workers_needed`."""

from __future__ import annotations

from rules.haithabu.card_data import ORDERS, TRANSPORTS
from rules.haithabu.data import DATA
from rules.haithabu.prices import places_missing
from rules.haithabu.state import NOBODY, Player

_MAX_BARGAIN_WARES = DATA.bargain.wares
_PHASES = DATA.play.workers


def workers_needed(player: Player, place: int, stevedore: bool) -> int:
    """Return how many workers the player needs to buy, carry and deliver what the order on this place lacks.

    Delivering takes one worker. Carrying takes one if one of the player's transports holds all the wares, otherwise
    two. One worker buys any number of one ware, or one cube each of up to three wares. Other orders do not count, and
    neither does silver. `place` is an index of `Player.orders`; `stevedore` is True if the player owns the Stevedore.
    """
    order = ORDERS[player.orders[place]]
    carried, single, several = [], 0, 0
    for want, there, post, stored in zip(order.wares, player.cubes[place], player.post, player.warehouse, strict=True):
        lacking = max(0, want - there - post)
        carried.append(lacking)
        single += lacking == stored + 1
        several += lacking > stored + 1
    workers = 1 + several - (-single // _MAX_BARGAIN_WARES)
    if any(carried):
        own = [TRANSPORTS[card] for card in player.transports if card != NOBODY]
        left = min([places_missing(carried, card, stevedore) for card in own], default=sum(carried))
        workers += 1 if not left else 2
    return workers


def workers_for(round_number: int, turns: int, place: int) -> int:
    """Return how many of its workers a player can place before the order on this place leaves or the game ends (H30).

    `turns` is the number of workers that the player has still to place in the game.
    """
    this_round = turns - _PHASES * (DATA.play.rounds - round_number)
    return min(turns, this_round + _PHASES * (DATA.play.order_places - 1 - place))
