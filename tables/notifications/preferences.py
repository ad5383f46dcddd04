"""How and when somebody is told something: a pure function of what it is, of their wishes, and of the time."""

from __future__ import annotations

import msgspec

from storage.rows import By, PersonRow, What, WhenTold
from tables.model.time_left import HOUR, DailyHours, next_outside

__all__ = ["NOT_AT_ALL", "By", "How", "What", "WhenTold", "Wishes", "how_to_tell", "wishes_of"]


class Wishes(msgspec.Struct, frozen=True):
    """How somebody wants to be told."""

    told: WhenTold = "now"
    by: By = "thread"
    quiet: DailyHours | None = None
    """When they want their peace."""


class How(msgspec.Struct, frozen=True):
    """How somebody is told something."""

    here: bool = False
    """Now, by a ping where the table lives."""
    directly: bool = False
    """Now, by direct message."""
    gathered: int = 0
    """Then, together with all else that waits for them; 0: it is not."""

    @property
    def now(self) -> bool:
        """Whether they are told now."""
        return self.here or self.directly


NOT_AT_ALL = How()


def how_to_tell(what: What, wishes: Wishes, now: int) -> How:
    """Say how and when somebody is told something.

    What is about to run out (`half`) does not wait for hours that were chosen for what has time; peace it does not
    break either. Who wants to hear only what runs out hears of new lobbies too if they have asked for that.
    """
    if wishes.told == "never" or (wishes.told == "urgent" and what in ("ping", "full", "invited", "offer")):
        return NOT_AT_ALL
    if wishes.told in ("3", "6", "12"):
        wait = 0 if what == "half" else int(wishes.told) * HOUR
        return How(gathered=next_outside(wishes.quiet, now + wait))
    over = next_outside(wishes.quiet, now)
    if over > now:
        return How(gathered=over)
    return How(here=wishes.by != "dm", directly=wishes.by != "thread")


def wishes_of(person: PersonRow | None) -> Wishes:
    """Return how somebody wants to be told; whom we do not know wants what most want."""
    if person is None:
        return Wishes()
    quiet = None
    if person.quiet_begin is not None and person.quiet_end is not None:
        quiet = DailyHours(person.zone or "UTC", person.quiet_begin, person.quiet_end)
    return Wishes(person.told, person.told_by, quiet)
