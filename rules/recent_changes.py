"""What changed for a seat since it last decided.

`recent_changes` lists the changes that the game reports (`Game.find_changes`), and adds the seats that have overtaken
this one. `without_secret` removes the secret from a change.
"""

from __future__ import annotations

import msgspec

from rules import AnyGame, View
from rules.contract import SeenEvents
from rules.pieces import Change, Overtaken


def recent_changes(game: AnyGame, before: View, after: View, seen_events: SeenEvents) -> list[Change]:
    """Return what happened to the seat of `after` since it last decided, losses first, then by falling weight.

    `before` is the view the seat had when it last decided, `after` its view now. `seen_events` has that move and all
    later ones, each as (seat that moved, its events as the seat of `after` may see them). The changes are those of
    `game.find_changes`, and `Overtaken` if others have overtaken the seat.
    """
    found = game.find_changes(before, after, seen_events)
    if by := _overtaken_by(game, before, after):
        found.append(Overtaken(by))
    return sorted(found, key=lambda change: (not change.is_loss, -change.weight))


def _overtaken_by(game: AnyGame, before: View, after: View) -> tuple[int, ...]:
    """Return the seats, ascending, that have overtaken the seat of `after` in points.

    Each scored less than this seat in `before`, scores more in `after`, and has gained points between the two views.
    The result is empty for a spectator's view and for a game without standings.
    """
    seat, was, now = after.seat, game.standings(before), game.standings(after)
    if seat is None or not was or not now:
        return ()
    return tuple(
        other
        for other in range(after.seats)
        if was[other].total < was[seat].total and now[other].total > max(now[seat].total, was[other].total)
    )


def without_secret(change: Change) -> Change:
    """Return the change with its `private` field set to None, as a spectator may know it.

    A change without a secret is returned as it is.
    """
    return msgspec.structs.replace(change, private=None) if getattr(change, "private", None) else change
