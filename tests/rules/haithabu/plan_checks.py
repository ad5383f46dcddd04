"""`check_plans` checks what the plans for a player's orders say about carts and ships, by putting each ware on a place.

It knows the cards and the rules only, not the code that makes the plans.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.haithabu.card_data import ORDER, ORDERS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import DATA

Load = tuple[Sequence[str], Sequence[int]]
"""The kinds of transports (`cart`, `ship`) that carry wares, and these as counts by ware."""


def check_plans(view: Any, seat: int, plans: Sequence[Any]) -> None:
    """Fail if a plan for an order of the player names a transport that cannot carry all that the plans say it carries.

    Fail also if a plan says that wares cannot be carried, or not together with those of another order, and they can.
    """
    me = view.players[seat]
    assert [plan.order for plan in plans] == [order.order for order in me.orders]
    place = {order.order: order.place for order in me.orders}
    by_order = {plan.order: plan for plan in plans}
    for order in me.orders:
        plan = by_order[order.order]
        wanted = [want - there for want, there in zip(ORDERS[ORDER[order.order]].wares, order.cubes, strict=True)]
        assert [*map(sum, zip(plan.in_post, plan.to_carry, strict=True))] == wanted
        if not any(plan.to_carry):
            assert (plan.transports, plan.not_with) == ((), ())
        elif not plan.transports:
            assert not fit(view, seat, [(("cart", "ship"), plan.to_carry)]), f"{plan.order} can be carried"
        else:
            assert fit(view, seat, [(plan.transports, plan.to_carry)]), f"{plan.order} cannot be carried"
        if plan.by_stevedore:
            assert "stevedore" in me.characters
            assert plan.transports == ()
        if plan.not_with:
            assert all(place[other] > place[order.order] for other in plan.not_with), "those lost sooner come first"
            loads = [(("cart", "ship"), by_order[other].to_carry) for other in (plan.order, *plan.not_with)]
            assert not fit(view, seat, loads), f"{plan.order} can be carried together with {plan.not_with}"
    carried = [plan for plan in plans if plan.transports and not plan.not_with and plan.time != "too_late"]
    assert fit(view, seat, [(("cart", "ship"), plan.to_carry) for plan in carried]), "they do not fit together"
    together = sum(sum(plan.to_carry) for plan in plans if plan.by_stevedore)
    assert together <= DATA.character.stevedore.round_end_wares, "the Stevedore carries no more"
    by_one = [plan for plan in carried if len(plan.transports) == 1]
    assert fit(view, seat, [(plan.transports, plan.to_carry) for plan in by_one]), "they do not fit on the one named"


def fit(view: Any, seat: int, loads: Sequence[Load]) -> bool:
    """Return True if each ware of these loads finds a place of its own on a transport of its load (H27)."""
    me = view.players[seat]
    extra = DATA.character.stevedore.places * ("stevedore" in me.characters)
    places: list[tuple[str, int | None]] = []
    for kind, card in (("cart", me.cart), ("ship", me.ship)):
        if card:
            transport = TRANSPORTS[TRANSPORT[card]]
            places += [(kind, None)] * (transport.free + extra)
            places += [(kind, ware) for ware, count in enumerate(transport.given) for _ in range(count)]
    cubes = [(kinds, ware) for kinds, wares in loads for ware, count in enumerate(wares) for _ in range(count)]
    on_place: dict[int, int] = {}

    def put(cube: int, tried: set[int]) -> bool:
        """Put a cube on a place, moving others if necessary. Return False if there is no way."""
        kinds, ware = cubes[cube]
        for number, (kind, only) in enumerate(places):
            if number not in tried and kind in kinds and only in (None, ware):
                tried.add(number)
                if number not in on_place or put(on_place[number], tried):
                    on_place[number] = cube
                    return True
        return False

    return all(put(cube, set()) for cube in range(len(cubes)))
