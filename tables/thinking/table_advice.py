"""The one answer to "what is worth doing here, and why?": `advice`. Hints, suggestions and lessons show it.

The strongest computer player finds the moves; `reasons` says what speaks for one of them. Nothing here is shown unless
a player asks for it, except in lessons.
"""

from __future__ import annotations

from opponents.advice import NOISE, Advice, Reason
from opponents.alderman_hints import best_by_rule_of_thumb, reasons_for, seed_of_decision
from rules import Move
from tables.model.table import Look
from tables.runtime.services import Services

__all__ = ["NOISE", "Advice", "Reason", "advice", "reasons"]


async def advice(services: Services, look: Look) -> list[Advice]:
    """Return the best moves of a look's seat for the decision it owes, best first, with chances and reasons. Cached.

    There are at most three. If none could be computed, they are those of the game's rule of thumb, without chances.
    Empty if the seat owes no decision.
    """
    table, seat = look.table, look.seat
    if seat is None or not look.owes:
        return []
    key = (table.row.game, table.row.snapshot or b"", seat)
    if key not in services.caches.advice:
        found = await services.thinker.hint(*key, seed_of_decision(table.game, table.state, seat))
        services.caches.advice[key] = found or best_by_rule_of_thumb(table.row.game, look.view, look.options)
    return services.caches.advice[key]


def reasons(look: Look, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for a move of the look's seat, the most important first; () if there is nothing to say."""
    return reasons_for(look.table.row.game)(look.view, move) if look.seat is not None and look.view else ()
