"""A player of Haithabu as a view shows them, and what an action makes of it: for weighing moves without a state."""

from __future__ import annotations

from collections.abc import Sequence

from opponents.haithabu.evaluation import RANK_POINTS, expected_without_action
from rules.haithabu import actions, quotes, scoring
from rules.haithabu.cards import ORDER, STACK, STACKS, TRANSPORT
from rules.haithabu.data import CHARACTER, DATA, NOTHING, WARES, Wares
from rules.haithabu.prices import level_after_buying
from rules.haithabu.quotes import Quote
from rules.haithabu.state import NOBODY, Player
from rules.haithabu.view import View

_PHASES = DATA.play.workers
_PLACES = DATA.play.order_places
_POINTS_PER_LEFTOVER_SILVER = 1e-6
"""Points for silver that makes none."""


class Position:
    """What a player has, and by which prices and how many workers to come it is weighed."""

    __slots__ = ("levels", "owned", "player", "round", "turns")

    def __init__(self, player: Player, owned: list[int], levels: list[int], number_of_round: int, turns: int) -> None:
        self.player = player
        self.owned = owned
        self.levels = levels
        self.round = number_of_round
        self.turns = turns

    def copy(self) -> Position:
        """Return an equal position that shares nothing changeable with this one."""
        return Position(self.player.copy(), self.owned.copy(), self.levels.copy(), self.round, self.turns)

    @property
    def expected_points(self) -> float:
        """The points to be expected in the end."""
        completed = RANK_POINTS * len(self.player.completed)
        return completed + expected_without_action(self.player, self.owned, self.levels, self.round, self.turns)

    def apply_quote(self, deal: Quote) -> None:
        """Take what something costs or brings at once."""
        self.player.silver += deal.silver + deal.loans * DATA.loan.silver
        self.player.points += deal.points
        self.player.loans += deal.loans


def position_of(view: View, seat: int) -> Position:
    """Return where a player stands."""
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
    return Position(player, owned, [ware.level for ware in view.wares], view.round, workers_left(view, seat))


def workers_left(view: View, seat: int) -> int:
    """Return how many workers a player is still to place in the game."""
    left = _PHASES * (DATA.play.rounds - view.round) + _PHASES - view.phase
    if view.turn is None:
        return left
    if view.turn.seat == seat:
        return left + len(view.turn.workers)
    after = (seat - view.starter) % view.seats > (view.turn.seat - view.starter) % view.seats
    return left + after


def position_after_action(view: View, seat: int, before: Position, place: str, action: actions.AnyAction) -> Position:
    """Return the position after an action of a worker, by what is known before it."""
    after = before.copy()
    player = after.player
    after.apply_quote(quotes.acting(view, seat, place, action))
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
                _apply_delivery(player, ORDER[order], wares, order in quotes.completed(view, seat, action))
        case actions.Load(kind, wares):
            player.transports[actions.KINDS_OF_TRANSPORT.index(kind)] = NOBODY
            carry_wares(player, wares)
    return after


def final_score(everybody: Sequence[scoring.Holdings], seat: int, end: Position) -> float:
    """Return the points a player has who ends the game so (H40–H42); of equal ones more silver is better."""
    players = [*everybody]
    players[seat] = scoring.holdings(end.player, len(end.owned), end.levels)
    score = scoring.reckon_one(players, seat)
    return score.total + _POINTS_PER_LEFTOVER_SILVER * score.silver


def add_wares(store: list[int], wares: Wares) -> None:
    """Put wares into a store."""
    store[:] = [have + count for have, count in zip(store, wares, strict=True)]


def remove_wares(store: list[int], wares: Sequence[int]) -> None:
    """Take wares out of a store."""
    store[:] = [have - count for have, count in zip(store, wares, strict=True)]


def carry_wares(player: Player, wares: Wares) -> None:
    """Bring wares from the warehouse to the trading post."""
    remove_wares(player.warehouse, wares)
    add_wares(player.post, wares)


def take_transport(view: View, player: Player, key: str) -> None:
    """Take the open card of a stack, if there is one (the Carpenter takes none that is worse)."""
    stack = STACK[key]
    top = view.stacks[stack].top
    if top:
        player.transports[actions.KINDS_OF_TRANSPORT.index(STACKS[stack].kind)] = TRANSPORT[top]


def _apply_order(view: View, after: Position, action: actions.TakeOrder) -> None:
    """H25: onto place 1; the block before the first gap moves on. With a ware gained or sold."""
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
    remove_wares(player.post, wares)
    place = player.orders.index(order)
    if complete:
        player.orders[place], player.cubes[place] = NOBODY, NOTHING
        player.completed.append(order)
    else:
        player.cubes[place] = tuple(there + n for there, n in zip(player.cubes[place], wares, strict=True))
