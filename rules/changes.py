"""What changed for a seat since it last decided: what its game says happened to it, and who is ahead of it now."""

from __future__ import annotations

import msgspec

from rules import AnyGame, View
from rules.contract import ToldEvents
from rules.pieces import Change, Overtaken


def changes(game: AnyGame, before: View, after: View, told: ToldEvents) -> list[Change]:
    """Return what changed, the worst first: what the seat has lost, then the rest.

    `before` is what it saw when it last decided; `told` is that decision and all since, as the seat may see it.
    """
    found = game.happened(before, after, told)
    if by := _overtaken(game, before, after):
        found.append(Overtaken(by))
    return sorted(found, key=lambda change: (not change.lost, -change.weight))


def _overtaken(game: AnyGame, before: View, after: View) -> tuple[int, ...]:
    """Return who would score more than the seat now and did not before, and has more than before."""
    seat, was, now = after.seat, game.standings(before), game.standings(after)
    if seat is None or not was or not now:
        return ()
    return tuple(
        other
        for other in range(after.seats)
        if was[other].total <= was[seat].total and now[other].total > max(now[seat].total, was[other].total)
    )


def public(change: Change) -> Change:
    """Return a change as a spectator may know it."""
    return msgspec.structs.replace(change, private=None) if getattr(change, "private", None) else change
