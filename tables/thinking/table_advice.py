"""The best moves in a position (`advice`), and what speaks for a move (`reasons`).

Hints, suggestions and lessons show them. The strongest computer player finds the moves.
"""

from __future__ import annotations

from opponents.advice import MIN_POINTS, NOISE, Advice, Reason, distinguishing_reasons
from opponents.alderman_hints import best_by_rule_of_thumb, has_predicted_reasons, reasons_for, seed_of_decision
from rules import Move
from tables.model.table import Look
from tables.runtime.services import Services

__all__ = [
    "MIN_POINTS",
    "NOISE",
    "Advice",
    "Reason",
    "advice",
    "has_predicted_reasons",
    "reasons",
    "reasons_apart",
    "speaking_reasons",
]


async def advice(services: Services, look: Look) -> list[Advice]:
    """Return the best moves, at most three, for the decision that a look's seat owes, best first. Cached.

    They come with the chances that the strongest computer player sees. If it finds none, they are those of the game's
    rule of thumb, without chances. Return [] if the seat owes no decision.
    """
    table, seat = look.table, look.seat
    if seat is None or not look.owes:
        return []
    key = (table.row.game, table.row.snapshot or b"", seat)
    if key not in services.caches.advice:
        seed, person = seed_of_decision(table.state, seat), table.seats[seat].person
        found = await services.thinker.hint(*key, seed, (person,) if person else ())
        services.caches.advice[key] = found or best_by_rule_of_thumb(table.row.game, look.view, look.options)
    return services.caches.advice[key]


def reasons(look: Look, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for a move of the look's seat, the most important first; () if there is nothing to say."""
    return reasons_for(look.table.row.game)(look.view, move) if look.seat is not None and look.view else ()


def speaking_reasons(look: Look, move: Move) -> tuple[Reason, ...]:
    """Return the reasons for a move that the look's seat made, without cautions; () if they predict what follows it."""
    if has_predicted_reasons(look.table.row.game, move):
        return ()
    return tuple([reason for reason in reasons(look, move) if not reason.is_caution])


def reasons_apart(look: Look, move: Move, other: Move) -> tuple[Reason, ...]:
    """Return for each of two moves of the look's seat the first reason or caution that does not hold for the other one.

    `move` was made. Return () if its reasons only predict what follows it, or if one of the moves has no such reason.
    """
    if has_predicted_reasons(look.table.row.game, move):
        return ()
    found, others = reasons(look, move), reasons(look, other)
    apart = distinguishing_reasons(found, others, cautions=True), distinguishing_reasons(others, found, cautions=True)
    return tuple([each[0] for each in apart]) if all(apart) else ()
