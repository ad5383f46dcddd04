"""`is_minor_reason`: which reasons in Haithabu say so little that they cannot explain a large difference."""

from __future__ import annotations

from opponents.advice import Reason
from rules.haithabu.data import DATA

_WITH_SILVER = {"buys_cheaper", "saves_storage", "costs_silver"}
_WITH_AMOUNTS = {"lowers_price", "price_down", "price_up"}


def is_minor_reason(reason: Reason) -> bool:
    """Return True if a reason is about less silver than a point is worth, a single ware, a low price, or who starts.

    A single ware is one of those for a new order, or one whose price changes.
    """
    if reason.key in _WITH_SILVER:
        return int(str(reason.facts["silver"])) < DATA.scoring.silver_for_point
    if reason.key in _WITH_AMOUNTS:
        amounts = reason.facts["amounts"]
        return isinstance(amounts, tuple) and all(text.startswith("1 ") for text in amounts)
    if reason.key == "effect":
        return reason.facts["character"] == "starter"
    return reason.key == "cheap" or (reason.key == "at_hand" and reason.facts["n"] == 1)
