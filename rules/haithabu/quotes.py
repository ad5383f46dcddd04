"""What a player would pay or get just now, worked out from a view: for menus, which never see a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.haithabu.cards import STACK, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import DATA, Wares
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
    storing_limit,
)
from rules.haithabu.view import View

_BARGAINS = ("C", "G")


class Quote(msgspec.Struct, frozen=True):
    """What something costs (below 0) or brings, in silver and points, and the loans it needs."""

    silver: int
    points: int = 0
    loans: int = 0
    affordable: bool = True
    """Whether the bank has so many loans left."""


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
