"""Quotes: what a player would pay or get for a move now, computed from a view; menus use them.

`quote_move` returns the quote for any move, the other functions `quote_…` those for single things. `forecast_round_end`
returns what the end of the round will cost. They work with a view because menus never see a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.contract import Move
from rules.haithabu import actions, moves
from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS, TRANSPORT, TRANSPORTS
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
    """The silver and points that something would bring (above 0) or cost (below 0) a player at once.

    `loans` is the number of loans needed to pay for it. The silver that these loans bring is not part of `silver`.
    """

    silver: int
    points: int = 0
    loans: int = 0
    affordable: bool = True
    """False if the bank has fewer loans left than needed, or if there is nothing to buy."""


class RoundEndForecast(msgspec.Struct, frozen=True):
    """H36: what the end of the round will cost a player if nothing else changes until then."""

    silver: int
    """The player's silver before the fee is paid."""
    fee: int
    """The storage fee in silver, for the wares that may stay in the warehouse."""
    loans: int
    """The loans taken automatically because the silver does not suffice, 0 or 1."""
    surplus: tuple[int, int]
    """The numbers of wares to be discarded from (warehouse, trading post)."""


def owns_character(view: View, seat: int, character: str) -> bool:
    """Return True if the player owns this character."""
    return character in view.players[seat].characters


def quote_cost(view: View, seat: int, cost: int) -> Quote:
    """Return the quote for paying `cost` silver, with the loans that the player needs for it (H28).

    It is not affordable if the bank has fewer loans left.
    """
    needed = loans_needed(cost, view.players[seat].silver)
    return Quote(-cost, loans=needed, affordable=needed <= view.loans)


def quote_purchase(view: View, seat: int, place: str, wares: Wares) -> Quote:
    """Return the quote for buying wares on the market (H16) or on field G (H22); `place` is `market` or `G`.

    The discount of the player's Trader is included. Whether that many cubes are left is not checked.
    """
    levels = [ware.level for ware in view.wares]
    return quote_cost(view, seat, buying_cost(wares, levels, place in _BARGAINS, owns_character(view, seat, "trader")))


def quote_sale(view: View, seat: int, place: str, wares: Wares) -> Quote:
    """Return the quote for selling wares on `place`: `market`, `C` or `H` (H17, H21, H24).

    It includes the player's Trader and the points for wares of which the market holds none. Whether the player has the
    wares is not checked.
    """
    levels = [ware.level for ware in view.wares]
    silver = selling_gain(wares, levels, place in _BARGAINS, owns_character(view, seat, "trader"))
    empty = sum(bool(count) and not ware.market for count, ware in zip(wares, view.wares, strict=True))
    return Quote(silver, empty * DATA.market.points_empty)


def levels_after(view: View, wares: Wares, bought: bool) -> tuple[int, ...]:
    """Return the price levels of all wares after buying or selling these wares (H16, H17).

    `bought` is True for buying, which raises a level by 1, or by 2 if no cube is left on the market; selling lowers it
    by 1. Wares with count 0 keep their level.
    """
    after = []
    for count, ware in zip(wares, view.wares, strict=True):
        if not count:
            after.append(ware.level)
        elif bought:
            after.append(level_after_buying(ware.level, max(0, ware.market - count)))
        else:
            after.append(level_after_selling(ware.level))
    return tuple(after)


def quote_hire(view: View, seat: int) -> Quote | None:
    """Return the quote for hiring the next neutral worker (H12), at half price with the Innkeeper.

    Return None if the inn is empty.
    """
    return (
        quote_cost(view, seat, hiring_price(view.hired, owns_character(view, seat, "innkeeper"))) if view.inn else None
    )


def quote_dice(view: View, seat: int, dice: int) -> Quote:
    """Return the quote for one or two event dice (H18): one is free, two cost 20 silver, or nothing with the Seer."""
    return quote_cost(view, seat, dice_price(dice, owns_character(view, seat, "seer")))


def unpaid_bill(view: View) -> int:
    """Return the silver that the event *Unpaid bill* would cost now: the plain price of mead for each player (H29)."""
    return view.wares[0].price * view.seats


def quote_transports(view: View, seat: int, stacks: Iterable[str]) -> Quote:
    """Return the quote for buying one transport card from each of these stacks, given by their keys (H19)."""
    return quote_cost(view, seat, sum(STACKS[STACK[key]].cost for key in stacks))


def quote_character(view: View, seat: int, character: str) -> Quote:
    """Return the quote for taking this character: 0 for an unowned one, else the 10 silver its owner gets (H20)."""
    owner = next(card.owner for card in view.characters if card.key == character)
    return quote_cost(view, seat, 0 if owner is None else DATA.recruiting.silver)


def wares_without_place(view: View, seat: int, transport: str, wares: Sequence[int]) -> int:
    """Return how many of the wares find no place on the transport when this player uses it (H27)."""
    return places_missing(wares, TRANSPORTS[TRANSPORT[transport]], owns_character(view, seat, "stevedore"))


def transport_capacity(view: View, seat: int, transport: str) -> tuple[int, Wares]:
    """H27: return (free places, given places by ware) of a transport when this player uses it.

    `transport` is the card's id. The free places include the two that the player's Stevedore adds.
    """
    card = TRANSPORTS[TRANSPORT[transport]]
    return free_places(card, owns_character(view, seat, "stevedore")), card.given


def store_limit(view: View, seat: int) -> int:
    """Return how many wares each of the player's stores may hold at the round's end: 10, with the Steward 15 (H36)."""
    return storing_limit(owns_character(view, seat, "steward"))


def missing_wares(order: OrderView) -> Wares:
    """Return the wares that an order of a player still needs, as counts by ware (H26)."""
    return tuple([want - there for want, there in zip(ORDERS[ORDER[order.order]].wares, order.cubes, strict=True)])


def completed_orders(view: View, seat: int, action: actions.Deliver) -> list[str]:
    """Return the ids of the player's orders that a delivery would complete, in the order it names them (H26)."""
    lacking = {order.order: missing_wares(order) for order in view.players[seat].orders}
    return [order for order, wares in action.loads if lacking.get(order) == wares]


def quote_delivery(view: View, seat: int, action: actions.Deliver) -> Quote:
    """Return the quote for a delivery: the silver and points of the orders it completes (H26).

    The Supplier's extra is included (H9).
    """
    supplier = owns_character(view, seat, "supplier")
    cards = [ORDERS[ORDER[order]] for order in completed_orders(view, seat, action)]
    return Quote(
        sum(card.silver + supplier * DATA.character.supplier.silver for card in cards),
        sum(card.points + supplier * DATA.character.supplier.points for card in cards),
    )


def quote_action(view: View, seat: int, place: str, action: actions.AnyAction) -> Quote:
    """Return the quote for a worker's action on the place with the key `place`.

    For actions that neither cost nor bring silver or points, such as loading a cart, all numbers are 0. For taking an
    order, only the sale that goes with it is quoted.
    """
    match action:
        case actions.Buy():
            return quote_purchase(view, seat, place, action.wares)
        case actions.Sell():
            return quote_sale(view, seat, place, action.wares)
        case actions.Fetch():
            return quote_transports(view, seat, action.stacks)
        case actions.Recruit():
            return quote_character(view, seat, action.character)
        case actions.TakeOrder() if action.sale:
            return quote_sale(view, seat, place, tuple(int(key == action.sale) for key in WARES))
        case actions.Point():
            return Quote(0, DATA.pittance.points)
        case actions.Deliver():
            return quote_delivery(view, seat, action)
    return Quote(0)


def quote_move(view: View, seat: int, move: Move) -> Quote:
    """Return the quote for a move of this player: what it costs or brings at once, before any die is rolled.

    Quoted are placing workers, acting on a night field, hiring, repaying, and the Carpenter's purchase. For all other
    moves all numbers are 0. Whether the move is legal is not checked, except that hiring from an empty inn is returned
    as not affordable.
    """
    match move:
        case moves.Work() if move.action:
            return quote_action(view, seat, move.place, move.action)
        case moves.Work():
            return quote_dice(view, seat, move.dice)
        case moves.Act():
            return quote_action(view, seat, view.acting or "", move.action)
        case moves.Hire():
            return quote_hire(view, seat) or Quote(0, affordable=False)
        case moves.Carpenter():
            return quote_transports(view, seat, (move.stack,))
        case moves.Repay():
            return Quote(-move.loans * DATA.loan.repay)
    return Quote(0)


def forecast_round_end(view: View, seat: int, move: Move | None = None) -> RoundEndForecast | None:
    """H36: return what the end of this round will cost a player if nothing else changes, or if they make `move` first.

    Return None in the last round, after which the game ends without fees (H40). Fees are paid in turn order, so the
    forecast assumes that earlier seats have taken the loans they will need.

    If `move` is one that `quote_move` quotes, or the Stevedore's, the forecast includes its effect on silver, loans,
    both stores and the ownership of the Steward. Effects of other moves (gifts, discards, characters lost or returned)
    are not included.
    """
    if view.round >= DATA.play.rounds:
        return None
    silver = [player.silver for player in view.players]
    stored = [sum(player.warehouse) for player in view.players]
    post, bank = sum(view.players[seat].post), view.loans
    steward = next(card.owner for card in view.characters if card.key == "steward")
    if move is not None:
        deal = quote_move(view, seat, move)
        silver[seat] += deal.silver + deal.loans * DATA.loan.silver
        bank += move.loans if isinstance(move, moves.Repay) else -deal.loans
        into, onward = _wares_moved(move)
        stored[seat] += into - onward
        post += onward - _wares_spent(move)
        if recruited := _recruited_character(move):
            owner = next(card.owner for card in view.characters if card.key == recruited)
            if owner is not None:
                silver[owner] -= deal.silver
            steward = seat if recruited == "steward" else steward
    for step in range(view.seats):  # H36: fees are paid in turn order, so earlier seats may take the last loans
        other = (view.starter + step) % view.seats
        most = storing_limit(other == steward)
        fee = storing_fee(min(stored[other], most), other == steward)
        loans = int(fee > silver[other] and bank > 0)
        if other == seat:
            surplus = (max(0, stored[seat] - most), max(0, post - most))
            return RoundEndForecast(silver[seat], fee, loans, surplus)
        bank -= loans
    raise AssertionError("a seat that is not at the table")


def _action(move: Move) -> actions.AnyAction | None:
    """Return the action of a move that places a worker or acts on a night field; None for other moves."""
    return move.action if isinstance(move, moves.Work | moves.Act) else None


def _wares_moved(move: Move) -> tuple[int, int]:
    """Return (wares that the move brings into the warehouse, wares that it carries from there to the trading post).

    Both are numbers of cubes, and 0 for a move that does neither.
    """
    match _action(move) or move:
        case actions.Buy(wares):
            return sum(wares), 0
        case actions.TakeOrder(gain=str()):
            return 1, 0
        case actions.Load(wares=wares) | moves.Stevedore(wares=wares):
            return 0, sum(wares)
    return 0, 0


def _wares_spent(move: Move) -> int:
    """Return how many wares a move takes from the trading post, by selling or delivering them; 0 for other moves."""
    match _action(move):
        case actions.Sell(wares):
            return sum(wares)
        case actions.TakeOrder(sale=str()):
            return 1
        case actions.Deliver(loads):
            return sum(sum(wares) for _, wares in loads)
    return 0


def _recruited_character(move: Move) -> str:
    """Return the key of the character that the move takes on field B; "" for other moves."""
    action = _action(move)
    return action.character if isinstance(action, actions.Recruit) else ""
