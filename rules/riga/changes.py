"""What happened to a player of Riga since their last decision, and what others did that matters to everybody.

`find_changes` returns a list of changes; each kind of change is one of the classes here.
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Change, SeenEvents
from rules.riga import events
from rules.riga.data import BUILDINGS
from rules.riga.view import View


class Discarded(Change, frozen=True):
    """R11: the cards that the player discarded in winter: the goods, and the number of buildings.

    `private` are the names of these buildings, which only the player knows; None if no building was discarded.
    """

    is_loss: ClassVar[bool] = True
    goods: tuple[str, ...]
    buildings: int
    private: tuple[str, ...] | None


class StartKept(Change, frozen=True):
    """R4: the start building that the player chose came into their hand. `private` is its name; None for spectators."""

    weight: ClassVar[int] = 20
    private: str | None


class OthersBuilt(Change, frozen=True):
    """R13: the buildings that another player, `seat`, has built since the player to whom this is shown last decided.

    `points` is how many more points the built buildings of `seat` are worth (R28–R30) than they were then.
    """

    weight: ClassVar[int] = 70
    seat: int
    buildings: tuple[str, ...]
    points: int


class OffDisplay(Change, frozen=True):
    """R8: buildings that went from the display to the discard since the player to whom this is shown last decided."""

    weight: ClassVar[int] = 60
    buildings: tuple[str, ...]


class NewYear(Change, frozen=True):
    """R6–R9: a new year has begun; `starter` is its starting player, None if that is the reader."""

    weight: ClassVar[int] = 30
    year: int
    starter: int | None


def find_changes(before: View, after: View, seen_events: SeenEvents) -> list[Change]:
    """Return what happened since the seat of `after` last decided.

    These are the seat's own winter discards, the start building that came into its hand, a new year, what others
    built, and the buildings on display in `before` that have gone to the discard. `seen_events` has the seat's last
    move and all later ones, each as (seat that moved, its events).
    """
    found: list[Change] = []
    built: dict[int, list[str]] = {}
    chosen: tuple[str, ...] = ()
    elsewhere: set[str] = set()
    kept: str | None = None
    for _, events_of_move in seen_events:
        for event in events_of_move:
            match event:
                case events.SealedDiscard(seat=after.seat):
                    chosen = event.private or ()
                case events.SealedStart(seat=after.seat):
                    kept = event.private
                case events.StartKept():
                    found.append(StartKept(kept))
                case events.Discarded(seat=after.seat) if event.goods or event.buildings:
                    names = tuple(name for name in chosen if name in BUILDINGS)
                    found.append(Discarded(event.goods, event.buildings, names or None))
                case events.TookBuilding():
                    elsewhere.add(event.building)
                case events.Built():
                    elsewhere.update(event.buildings)
                    if event.seat != after.seat:
                        built.setdefault(event.seat, []).extend(event.buildings)
                case events.YearBegan():
                    found.append(NewYear(event.year, None if event.starter == after.seat else event.starter))
    for seat, buildings in built.items():
        gained = after.players[seat].points - before.players[seat].points
        found.append(OthersBuilt(seat, tuple(buildings), gained))
    gone = [name for name in (*before.new, *before.old) if name not in (*after.new, *after.old, *elsewhere)]
    return [*found, OffDisplay(tuple(gone))] if gone else found
