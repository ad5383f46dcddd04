"""What one player of Haithabu has (`Position`), read from a view, and how actions change it.

It is used to compare moves without a state. `position_of` reads it from a view, `position_after_action` applies an
action, `final_score` scores it at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from opponents.haithabu.evaluation import RANK_POINTS
from opponents.haithabu.position_value import position_points
from rules.haithabu import actions, quotes, scoring
from rules.haithabu.card_data import ORDER, STACK, STACKS, TRANSPORT
from rules.haithabu.data import CHARACTER, DATA, NOTHING, WARES, Wares
from rules.haithabu.order_plans import later_rounds, workers_left
from rules.haithabu.prices import level_after_buying
from rules.haithabu.quotes import Quote
from rules.haithabu.state import NOBODY, Player
from rules.haithabu.view import View

_PLACES = DATA.play.order_places
_POINTS_PER_LEFTOVER_SILVER = 1e-6
"""Breaks ties between equal final scores."""


class Position:
    """One player's possessions, with the price levels and the number of workers left by which they are valued.

    `player` is the player's state, `owned` are the numbers of its characters, `levels` the price levels by ware,
    `round` the number of the round (between two rounds that of the next one), and `turns` the number of workers still
    to be placed. It is changed in place.
    """

    __slots__ = ("levels", "owned", "player", "round", "turns")

    def __init__(self, player: Player, owned: list[int], levels: list[int], number_of_round: int, turns: int) -> None:
        """Keep the values, which the class explains, without copying them; `number_of_round` becomes `round`."""
        self.player = player
        self.owned = owned
        self.levels = levels
        self.round = number_of_round
        self.turns = turns

    def copy(self) -> Position:
        """Return an equal position that shares no mutable value with this one."""
        return Position(self.player.copy(), self.owned.copy(), self.levels.copy(), self.round, self.turns)

    @property
    def expected_points(self) -> float:
        """The points that the player of this position can expect at the end of the game.

        `RANK_POINTS` are added for each completed order, for the bonus of the player who completes most.
        """
        completed = RANK_POINTS * len(self.player.completed)
        return completed + position_points(self.player, self.owned, self.levels, self.round, self.turns)

    def apply_quote(self, deal: Quote) -> None:
        """Add the silver, points and loans of a price quote to this position in place; costs are negative in a quote.

        The silver that the bank lends for each loan is added too.
        """
        self.player.silver += deal.silver + deal.loans * DATA.loan.silver
        self.player.points += deal.points
        self.player.loans += deal.loans


def position_of(view: View, seat: int) -> Position:
    """Return the position of the player in `seat` as the view shows it.

    Its `turns` is `workers_left`: the number of workers that the seat has still to place.
    """
    seen = view.players[seat]
    orders, cubes = [NOBODY] * _PLACES, [NOTHING] * _PLACES
    for order in seen.orders:
        orders[order.place - 1], cubes[order.place - 1] = ORDER[order.order], order.cubes
    player = Player(
        silver=seen.silver,
        points=seen.points,
        loans=seen.loans,
        warehouse=list(seen.warehouse),
        post=list(seen.post),
        orders=orders,
        cubes=cubes,
        transports=[TRANSPORT[card] if card else NOBODY for card in (seen.cart, seen.ship)],
        completed=[ORDER[order] for order in seen.completed],
    )
    owned = [CHARACTER[key] for key in seen.characters]
    levels = [ware.level for ware in view.wares]
    return Position(player, owned, levels, DATA.play.rounds - later_rounds(view), workers_left(view, seat))


def position_after_action(view: View, seat: int, before: Position, place: str, action: actions.AnyAction) -> Position:
    """Return a copy of the position `before` after a worker's action on `place`, as far as its outcome is known.

    What it costs and brings is quoted from the view. Cards that the action would reveal are left out.
    """
    after = before.copy()
    player = after.player
    after.apply_quote(quotes.quote_action(view, seat, place, action))
    match action:
        case actions.Buy(wares):
            add_wares(player.warehouse, wares)
            after.levels = list(quotes.levels_after(view, wares, bought=True))
        case actions.Sell(wares):
            remove_wares(player.post, wares)
            after.levels = list(quotes.levels_after(view, wares, bought=False))
        case actions.Fetch(stacks):
            for key in stacks:
                take_transport(view, player, key)
        case actions.Recruit(character):
            after.owned.append(CHARACTER[character])
        case actions.TakeOrder():
            _apply_order(view, after, action)
        case actions.Deliver(loads):
            for order, wares in loads:
                _apply_delivery(player, ORDER[order], wares, order in quotes.completed_orders(view, seat, action))
        case actions.Load(kind, wares):
            player.transports[actions.KINDS_OF_TRANSPORT.index(kind)] = NOBODY
            carry_wares(player, wares)
    return after


def final_score(everybody: Sequence[scoring.Holdings], seat: int, end: Position) -> float:
    """Return the score of a player who ends the game with the position `end` (H40–H42).

    `everybody` holds all players' possessions by seat; those of `seat` are replaced by `end`. A millionth of a point is
    added for each leftover silver, to break ties.
    """
    players = [*everybody]
    players[seat] = scoring.holdings(end.player, len(end.owned), end.levels)
    score = scoring.final_score(players, seat)
    return score.total + _POINTS_PER_LEFTOVER_SILVER * score.silver


def add_wares(store: list[int], wares: Wares) -> None:
    """Add wares to a store, in place."""
    store[:] = [have + count for have, count in zip(store, wares, strict=True)]


def remove_wares(store: list[int], wares: Sequence[int]) -> None:
    """Remove wares from a store, in place."""
    store[:] = [have - count for have, count in zip(store, wares, strict=True)]


def carry_wares(player: Player, wares: Wares) -> None:
    """Move wares from the warehouse to the trading post, in place."""
    remove_wares(player.warehouse, wares)
    add_wares(player.post, wares)


def take_transport(view: View, player: Player, key: str) -> None:
    """Give the player, in place, the open card of a stack, if there is one; it replaces their card of the same kind.

    `key` is the key of the stack. A player with the Carpenter could take another card of the stack; that is ignored.
    """
    stack = STACK[key]
    top = view.stacks[stack].top
    if top:
        player.transports[actions.KINDS_OF_TRANSPORT.index(STACKS[stack].kind)] = TRANSPORT[top]


def _apply_order(view: View, after: Position, action: actions.TakeOrder) -> None:
    """Change the position in place by taking an order (H25): it goes to place 1, and others move on by one place.

    Only the orders before the first free place move. Without a free place, the order on the last place is lost. The
    ware gained or sold with the order is applied too, with its effect on the price levels.
    """
    player = after.player
    gap = player.orders.index(NOBODY) if NOBODY in player.orders else _PLACES - 1
    del player.orders[gap], player.cubes[gap]
    player.orders.insert(0, ORDER[action.order])
    player.cubes.insert(0, NOTHING)
    if action.gain:
        ware = WARES.index(action.gain)
        player.warehouse[ware] += 1
        after.levels[ware] = level_after_buying(after.levels[ware], view.wares[ware].market - 1)
    if action.sale:
        wares = tuple(int(key == action.sale) for key in WARES)
        remove_wares(player.post, wares)
        after.levels = list(quotes.levels_after(view, wares, bought=False))


def _apply_delivery(player: Player, order: int, wares: Wares, complete: bool) -> None:
    """Move wares from the player's trading post onto an order, in place, or complete the order with them.

    `order` is the number of the order card; `complete` is True if the order then has all its wares.
    """
    remove_wares(player.post, wares)
    place = player.orders.index(order)
    if complete:
        player.orders[place], player.cubes[place] = NOBODY, NOTHING
        player.completed.append(order)
    else:
        player.cubes[place] = tuple(there + n for there, n in zip(player.cubes[place], wares, strict=True))
