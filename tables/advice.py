"""The door to advice: what is worth doing for the seat whose look this is, and why."""

from __future__ import annotations

from collections.abc import Sequence

from opponents.advice import Advice, Reason, advise
from rules import Move
from tables.table import Look

__all__ = ["Advice", "Reason", "advice"]


def advice(look: Look, options: Sequence[Move] | None = None) -> list[Advice]:
    """Return the moves a seat can make, best first: of these options, or of all it is offered."""
    if look.seat is None or look.view is None:
        return []
    if options is not None:
        return advise(look.table.row.game, look.view, options)
    if look.offers.advised is None:
        look.offers.advised = advise(look.table.row.game, look.view, look.options)
    return look.offers.advised
