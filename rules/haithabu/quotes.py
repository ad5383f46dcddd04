"""What a player would pay or get just now, worked out from a view: for menus, which never see a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.contract import Move
from rules.haithabu import actions, moves
from rules.haithabu.cards import ORDER, ORDERS, STACK, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import DATA, WARES, Wares
from rules.haithabu.prices import (
    buying_cost,
    dice_price,
    free_places,
    hiring_price,
    level_after_buying,
    level_after_selling,
    loans_needed,
    places_missing,
    selling_gain,
    storing_fee,
    storing_limit,
)
from rules.haithabu.view import OrderView, View

_BARGAINS = ("C", "G")


class Quote(msgspec.Struct, frozen=True):
    """What something costs (below 0) or brings, in silver and points, and the loans it needs."""

    silver: int
    points: int = 0
    loans: int = 0
    affordable: bool = True
    """Whether the bank has so many loans left."""


class RoundEnd(msgspec.Struct, frozen=True):
    """H36: what the end of the round brings a player if nothing else changes until then."""

    silver: int
    """At hand before the fee is paid."""
    fee: int
    """For the wares that may stay in the warehouse."""
    loans: int
    """Taken by itself, since the silver does not suffice."""
    surplus: tuple[int, int]
    """Wares that must go from warehouse and trading post."""


def has(view: View, seat: int, character: str) -> bool:
    """Say whether a player owns a character."""
    return character in view.players[seat].characters


def paying(view: View, seat: int, cost: int) -> Quote:
    """Quote a price: the loans it needs, and whether the bank has them (H28)."""
    needed = loans_needed(cost, view.players[seat].silver)
    return Quote(-cost, loans=needed, affordable=needed <= view.loans)


def buying(view: View, seat: int, place: str, wares: Wares) -> Quote:
    """Quote wares bought on the market or on G (H16, H22)."""
    levels = [ware.level for ware in view.wares]
    return paying(view, seat, buying_cost(wares, levels, place in _BARGAINS, has(view, seat, "trader")))


def selling(view: View, seat: int, place: str, wares: Wares) -> Quote:
    """Quote wares sold on the market, C or H (H17, H21, H24)."""
    levels = [ware.level for ware in view.wares]
    silver = selling_gain(wares, levels, place in _BARGAINS, has(view, seat, "trader"))
    empty = sum(bool(count) and not ware.market for count, ware in zip(wares, view.wares, strict=True))
    return Quote(silver, empty * DATA.market.points_empty)


def levels_after(view: View, wares: Wares, bought: bool) -> tuple[int, ...]:
    """Return all levels as they would stand after buying or selling these wares (H16, H17)."""
    after = []
    for count, ware in zip(wares, view.wares, strict=True):
        if not count:
            after.append(ware.level)
        elif bought:
            after.append(level_after_buying(ware.level, max(0, ware.market - count)))
        else:
            after.append(level_after_selling(ware.level))
    return tuple(after)


def hiring(view: View, seat: int) -> Quote | None:
    """Quote the next neutral worker (H12); None if the inn is empty."""
    return paying(view, seat, hiring_price(view.hired, has(view, seat, "innkeeper"))) if view.inn else None


def rolling(view: View, seat: int, dice: int) -> Quote:
    """Quote one or two event dice (H18)."""
    return paying(view, seat, dice_price(dice, has(view, seat, "seer")))


def bill(view: View) -> int:
    """Return what the Unpaid bill would cost now: the plain price of mead for each player (H29)."""
    return view.wares[0].price * view.seats


def fetching(view: View, seat: int, stacks: Iterable[str]) -> Quote:
    """Quote the cards of some stacks (H19)."""
    return paying(view, seat, sum(STACKS[STACK[key]].cost for key in stacks))


def recruiting(view: View, seat: int, character: str) -> Quote:
    """Quote a character (H20)."""
    owner = next(card.owner for card in view.characters if card.key == character)
    return paying(view, seat, 0 if owner is None else DATA.recruiting.silver)


def loading(view: View, seat: int, transport: str, wares: Sequence[int]) -> int:
    """Return how many of the wares find no place on a transport (H27)."""
    return places_missing(wares, TRANSPORTS[TRANSPORT[transport]], has(view, seat, "stevedore"))


def capacity(view: View, seat: int, transport: str) -> tuple[int, Wares]:
    """Return the free places of a transport in this player's hands, and the given ones by ware (H27)."""
    card = TRANSPORTS[TRANSPORT[transport]]
    return free_places(card, has(view, seat, "stevedore")), card.given


def limit(view: View, seat: int) -> int:
    """Return how many wares each of the player's stores may hold at the end of a round (H36)."""
    return storing_limit(has(view, seat, "steward"))


def missing(order: OrderView) -> Wares:
    """Return what an order still wants (H26)."""
    return tuple([want - there for want, there in zip(ORDERS[ORDER[order.order]].wares, order.cubes, strict=True)])


def completed(view: View, seat: int, action: actions.Deliver) -> list[str]:
    """Return the orders that a delivery completes (H26)."""
    lacking = {order.order: missing(order) for order in view.players[seat].orders}
    return [order for order, wares in action.loads if lacking.get(order) == wares]


def delivering(view: View, seat: int, action: actions.Deliver) -> Quote:
    """Quote what the orders bring that a delivery completes (H26), with the Supplier's share (H9)."""
    supplier = has(view, seat, "supplier")
    cards = [ORDERS[ORDER[order]] for order in completed(view, seat, action)]
    return Quote(
        sum(card.silver + supplier * DATA.character.supplier.silver for card in cards),
        sum(card.points + supplier * DATA.character.supplier.points for card in cards),
    )


def acting(view: View, seat: int, place: str, action: actions.AnyAction) -> Quote:
    """Quote what a worker does on a place."""
    match action:
        case actions.Buy():
            return buying(view, seat, place, action.wares)
        case actions.Sell():
            return selling(view, seat, place, action.wares)
        case actions.Fetch():
            return fetching(view, seat, action.stacks)
        case actions.Recruit():
            return recruiting(view, seat, action.character)
        case actions.TakeOrder() if action.sale:
            return selling(view, seat, place, tuple(int(key == action.sale) for key in WARES))
        case actions.Point():
            return Quote(0, DATA.pittance.points)
        case actions.Deliver():
            return delivering(view, seat, action)
    return Quote(0)


def moving(view: View, seat: int, move: Move) -> Quote:
    """Quote any move of this player: what it costs or brings at once, before a die is rolled (H28)."""
    match move:
        case moves.Work() if move.action:
            return acting(view, seat, move.place, move.action)
        case moves.Work():
            return rolling(view, seat, move.dice)
        case moves.Act():
            return acting(view, seat, view.acting or "", move.action)
        case moves.Hire():
            return hiring(view, seat) or Quote(0, affordable=False)
        case moves.Carpenter():
            return fetching(view, seat, (move.stack,))
        case moves.Repay():
            return Quote(-move.loans * DATA.loan.repay)
    return Quote(0)


def round_end(view: View, seat: int, move: Move | None = None) -> RoundEnd | None:
    """Say what the end of the round brings a player, as things stand or after a move in their turn (H36).

    None in the last round: then the game ends without it (H40).
    """
    if view.round >= DATA.play.rounds:
        return None
    silver = [player.silver for player in view.players]
    stored = [sum(player.warehouse) for player in view.players]
    post, bank = sum(view.players[seat].post), view.loans
    steward = next(card.owner for card in view.characters if card.key == "steward")
    if move is not None:
        deal = moving(view, seat, move)
        silver[seat] += deal.silver + deal.loans * DATA.loan.silver
        bank += move.loans if isinstance(move, moves.Repay) else -deal.loans
        into, onward = _carried(move)
        stored[seat] += into - onward
        post += onward - _spent(move)
        if recruited := _recruited(move):
            owner = next(card.owner for card in view.characters if card.key == recruited)
            if owner is not None:
                silver[owner] -= deal.silver
            steward = seat if recruited == "steward" else steward
    for step in range(view.seats):  # in turn order: whoever comes first gets the last loans
        other = (view.starter + step) % view.seats
        most = storing_limit(other == steward)
        fee = storing_fee(min(stored[other], most), other == steward)
        loans = int(fee > silver[other] and bank > 0)
        if other == seat:
            surplus = (max(0, stored[seat] - most), max(0, post - most))
            return RoundEnd(silver[seat], fee, loans, surplus)
        bank -= loans
    raise AssertionError("a seat that is not at the table")


def _action(move: Move) -> actions.AnyAction | None:
    return move.action if isinstance(move, moves.Work | moves.Act) else None


def _carried(move: Move) -> tuple[int, int]:
    """Return how many wares a move brings into the warehouse, and how many from there to the trading post."""
    match _action(move) or move:
        case actions.Buy(wares):
            return sum(wares), 0
        case actions.TakeOrder(gain=str()):
            return 1, 0
        case actions.Load(wares=wares) | moves.Stevedore(wares=wares):
            return 0, sum(wares)
    return 0, 0


def _spent(move: Move) -> int:
    """Return how many wares a move takes from the trading post."""
    match _action(move):
        case actions.Sell(wares):
            return sum(wares)
        case actions.TakeOrder(sale=str()):
            return 1
        case actions.Deliver(loads):
            return sum(sum(wares) for _, wares in loads)
    return 0


def _recruited(move: Move) -> str:
    action = _action(move)
    return action.character if isinstance(action, actions.Recruit) else ""
