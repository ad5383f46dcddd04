"""`character_reasons`: what a character of Haithabu does for a player in the position that a view shows."""

from __future__ import annotations

from collections.abc import Mapping
from operator import add

from opponents.advice import Reason
from rules.haithabu.data import DATA, NOTHING, PRICES, WARES, Wares
from rules.haithabu.prices import buying_cost, clamp_level, hiring_price, storing_fee, storing_limit
from rules.haithabu.view import PlayerView, View

_CHARACTER = DATA.character
_MIN_SAVED_SILVER = 10
"""A character that saves less silver than this is not taken for it: the reason names its general effect instead."""


def character_reasons(view: View, seat: int, character: str, missing: Mapping[str, Wares]) -> tuple[Reason, ...]:
    """Return the reasons for a player to take a character: what it does for them, and its points.

    `missing` are the wares that each of the player's orders still needs; orders that cannot be completed in time are
    left out. In the last round there are only the points. If the function is of no special use to the player now, the
    first reason is `effect`, which says what the character does for anybody.
    """
    points = _points_reason(view, character)
    if view.round == DATA.play.rounds:
        return (points,)
    me = view.players[seat]
    return _use(view, me, character, missing) or Reason("effect", {"character": character}), points


def _points_reason(view: View, character: str) -> Reason:
    """Return the reason that names the character's points: taken from its owner, after round 4, or at the end."""
    owner = next(card.owner for card in view.characters if card.key == character)
    n = DATA.scoring.character
    if owner is not None:
        return Reason("counts_instead", {"n": n})
    if view.round <= DATA.play.returning_round and DATA.returning.points == n:
        return Reason("counts_or_returned", {"n": n, "round": DATA.play.returning_round})
    return Reason("counts", {"n": n})


def _use(view: View, me: PlayerView, character: str, missing: Mapping[str, Wares]) -> Reason | None:
    """Return the reason that says what a character's function does for this player now; None if there is none."""
    wanted = [sum(counts) for counts in zip(NOTHING, *missing.values(), strict=True)]
    stock = map(add, me.post, me.warehouse)
    to_buy = [max(0, want - there) for want, there in zip(wanted, stock, strict=True)]
    levels = [ware.level for ware in view.wares]
    match character:
        case "supplier" if missing:
            gains = {
                "n": _CHARACTER.supplier.points * len(missing),
                "silver": _CHARACTER.supplier.silver * len(missing),
            }
            return Reason("supplies", {"orders": tuple(missing), **gains})
        case "innkeeper":
            half, full = hiring_price(0, innkeeper=True), hiring_price(0, innkeeper=False)
            return Reason("hires", {"silver": half, "instead": full, "n": DATA.play.rounds - view.round})
        case "trader":
            saved = buying_cost(to_buy, levels, False, False) - buying_cost(to_buy, levels, False, True)
            return Reason("buys_cheaper", {"silver": saved}) if saved >= _MIN_SAVED_SILVER else None
        case "seer":
            return _price_to_lower(to_buy, levels)
        case "steward":
            return _storage(me)
        case "carpenter" if not me.cart and not me.ship and any(stack.cards for stack in view.stacks):
            return Reason("buys_transport")
        case "stevedore":
            return _carried(me, wanted)
    return None


def _price_to_lower(to_buy: list[int], levels: list[int]) -> Reason | None:
    """Return the Seer's reason: the ware to buy for orders that saves most if it is cheaper; None if none gets cheaper.

    The Seer lowers its price at the end of the round.
    """
    saved = [
        count * (prices[level] - prices[clamp_level(level - _CHARACTER.seer.round_end_levels)])
        for count, level, prices in zip(to_buy, levels, PRICES, strict=True)
    ]
    ware = saved.index(max(saved))
    return Reason("lowers_price", {"amounts": (f"{to_buy[ware]} {WARES[ware]}",)}) if saved[ware] else None


def _storage(me: PlayerView) -> Reason | None:
    """Return the Steward's reason: wares that would have to be discarded, or else a storage fee; None for neither."""
    stores = (sum(me.warehouse), sum(me.post))
    limits = (storing_limit(steward=False), storing_limit(steward=True))
    lost, still_lost = (sum(max(0, count - limit) for count in stores) for limit in limits)
    if lost > still_lost:
        return Reason("keeps_wares", {"n": lost - still_lost})
    fee = storing_fee(stores[0], steward=False)
    return Reason("saves_storage", {"silver": fee}) if fee >= _MIN_SAVED_SILVER else None


def _carried(me: PlayerView, wanted: list[int]) -> Reason | None:
    """Return the Stevedore's reason: wares for orders moved at the end of the round, or else fuller transports.

    `wanted` are the wares that the player's orders still need. Return None if no such ware is in the warehouse and the
    player has no transport.
    """
    waiting = sum(
        min(stored, max(0, want - there)) for stored, want, there in zip(me.warehouse, wanted, me.post, strict=True)
    )
    if waiting:
        return Reason("moves_for_orders", {"n": min(waiting, _CHARACTER.stevedore.round_end_wares)})
    kinds = tuple([kind for kind, card in (("cart", me.cart), ("ship", me.ship)) if card])
    return Reason("carries_more", {"kinds": kinds, "n": _CHARACTER.stevedore.places}) if kinds else None
