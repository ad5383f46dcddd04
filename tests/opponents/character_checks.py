"""Checks what speaks for taking a character of Haithabu. Imports nothing of the code that finds reasons."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress, product
from typing import Any

from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA, PRICES, WARES

FUNCTION_REASONS = {
    "supplies": "supplier",
    "hires": "innkeeper",
    "buys_cheaper": "trader",
    "lowers_price": "seer",
    "saves_storage": "steward",
    "keeps_wares": "steward",
    "buys_transport": "carpenter",
    "moves_for_orders": "stevedore",
    "carries_more": "stevedore",
}
"""The character whose function each reason is about."""
CHARACTER_REASONS = {*FUNCTION_REASONS, "effect", "counts", "counts_or_returned", "counts_instead"}


def check_character(view: Any, seat: int, move: Any, key: str, facts: Mapping[str, Any]) -> None:
    """Check a reason for taking a character: what it does for the seat in this position, or its points."""
    me, own = view.players[seat], DATA.character
    named = getattr(getattr(move, "action", None) or move, "character", None)
    assert named or move.place == "B"
    cards = [card for card in view.characters if card.owner != seat and card.key == (named or card.key)]
    assert cards
    wanted = [
        [want - there for want, there in zip(ORDERS[ORDER[order.order]].wares, order.cubes, strict=True)]
        for order in me.orders
    ]
    together = [sum(each) for each in zip([0] * len(WARES), *wanted, strict=True)]
    if key in FUNCTION_REASONS:
        assert named == FUNCTION_REASONS[key]
        assert view.round < DATA.play.rounds, "it is of use"
    match key:
        case "effect":
            assert facts["character"] in [card.key for card in cards]
        case "counts" | "counts_or_returned" | "counts_instead":
            assert facts["n"] == DATA.scoring.character
            assert any((card.owner is None) == (key != "counts_instead") for card in cards)
            if key == "counts_or_returned":
                assert facts["n"] == DATA.returning.points
                assert view.round <= facts["round"] == DATA.play.returning_round
        case "supplies":
            orders = set(facts["orders"])
            assert orders <= {order.order for order in me.orders}
            assert facts["n"] == len(orders) * own.supplier.points > 0
            assert facts["silver"] == len(orders) * own.supplier.silver
        case "hires":
            assert facts["instead"] == DATA.inn.prices[0]
            assert facts["silver"] == DATA.inn.prices[0] // own.innkeeper.divisor
            assert facts["n"] == DATA.play.rounds - view.round
        case "buys_cheaper":
            saved = []
            for some in product((False, True), repeat=len(wanted)):  # Orders that are too late do not count.
                needed = [sum(each) for each in zip([0] * len(WARES), *compress(wanted, some), strict=True)]
                stock = [one + other for one, other in zip(me.post, me.warehouse, strict=True)]
                lacks = [max(0, want - have) for want, have in zip(needed, stock, strict=True)]
                cheaper = [PRICES[n][max(1, ware.level - own.trader.levels)] for n, ware in enumerate(view.wares)]
                saved.append(
                    sum(
                        count * (ware.price - price)
                        for count, ware, price in zip(lacks, view.wares, cheaper, strict=True)
                    )
                )
            assert 0 < facts["silver"] in saved
        case "lowers_price":
            ((count, ware),) = [text.split() for text in facts["amounts"]]
            index = WARES.index(ware)
            assert 0 < int(count) <= together[index] - me.post[index] - me.warehouse[index]
            assert view.wares[index].level > 1
        case "saves_storage":
            assert facts["silver"] == DATA.storing.fee * sum(me.warehouse) > own.steward.fee
        case "keeps_wares":
            too_many = [max(0, sum(store) - DATA.storing.limit) for store in (me.warehouse, me.post)]
            assert facts["n"] == sum(min(count, own.steward.limit - DATA.storing.limit) for count in too_many) > 0
        case "buys_transport":
            assert not me.cart
            assert not me.ship
            assert any(stack.top for stack in view.stacks)
        case "moves_for_orders":
            waiting = [
                min(stored, max(0, want - there))
                for stored, want, there in zip(me.warehouse, together, me.post, strict=True)
            ]
            assert 0 < facts["n"] <= min(sum(waiting), own.stevedore.round_end_wares)
        case "carries_more":
            assert facts["n"] == own.stevedore.places
            assert facts["kinds"] == tuple(kind for kind in ("cart", "ship") if getattr(me, kind))
