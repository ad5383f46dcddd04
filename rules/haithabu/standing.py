"""What standing answers give away in Haithabu (H29): the gift of Viking games, and the ware of Unrest.

- `silver` (Viking games only): the silver if the player has enough, otherwise as `spare`.
- `spare`: the cheapest ware that none of the player's orders needs.
- `any`: the cheapest ware that no order needs; if all are needed, the cheapest ware.

Of equally cheap wares the first one in the rulebook's order goes, and from the warehouse rather than from the trading
post, to which wares have to be carried. Where nothing fits, the player is asked. No loan is ever taken for an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.haithabu import moves, quotes
from rules.haithabu.data import KINDS, NOTHING, VIKING_GAMES, WARES
from rules.haithabu.market import single_ware
from rules.haithabu.view import View

POLICIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"viking_games": ("silver", "spare", "any"), "unrest": ("spare", "any")}
)
"""By decision: the policies to choose from."""


def answer(view: View, seat: int, decision: str, policy: str) -> moves.Give | moves.Discard | None:
    """Return the move with which a policy answers a decision of `POLICIES`; None if nothing fits it."""
    if policy == "silver" and view.players[seat].silver >= VIKING_GAMES.silver:
        return moves.Give("silver")
    ware = _cheapest_ware(view, seat, only_spare=True)
    if ware is None and policy == "any":
        ware = _cheapest_ware(view, seat, only_spare=False)
    if ware is None:
        return None
    in_warehouse = view.players[seat].warehouse[ware] > 0
    if decision == "viking_games":
        return moves.Give(moves.WAREHOUSE if in_warehouse else moves.POST, WARES[ware])
    one = single_ware(ware, 1)
    return moves.Discard(one) if in_warehouse else moves.Discard(NOTHING, one)


def _cheapest_ware(view: View, seat: int, *, only_spare: bool) -> int | None:
    """Return the index of the cheapest ware in a player's stores; None if there is none.

    With `only_spare`, wares count only as far as all the player's orders together do not need them.
    """
    me = view.players[seat]
    needed = [0] * KINDS
    if only_spare:
        needed = [sum(counts) for counts in zip(needed, *map(quotes.missing_wares, me.orders), strict=True)]
    owned = [there + carried for there, carried in zip(me.warehouse, me.post, strict=True)]
    fitting = [ware for ware in range(KINDS) if owned[ware] > needed[ware]]
    return min(fitting, key=lambda ware: view.wares[ware].price, default=None)
