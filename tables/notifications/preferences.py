"""A person's preferences for notifications, and `choose_way`, which decides how and when they are told of an event."""

from __future__ import annotations

import msgspec

from storage.rows import By, PersonRow, What, WhenTold
from tables.model.time_left import HOUR, DailyHours, next_outside

__all__ = ["NOT_AT_ALL", "By", "Preferences", "Way", "What", "WhenTold", "choose_way", "preferences_of"]


class Preferences(msgspec.Struct, frozen=True):
    """How a person wants to be notified."""

    told: WhenTold = "now"
    """`now`; `3`, `6` or `12`: in a digest, that many hours later; `urgent`: now, but only what is urgent; `never`."""
    by: By = "thread"
    """By a ping in the table's channel (`thread`), by direct message (`dm`), or `both`."""
    quiet: DailyHours | None = None
    """Their quiet hours."""


class Way(msgspec.Struct, frozen=True):
    """How and when a person is notified of one event. Without any value they are not notified at all (`NOT_AT_ALL`)."""

    here: bool = False
    """Now, by a ping in the table's channel."""
    directly: bool = False
    """Now, by direct message."""
    gathered: int = 0
    """In a digest at this time, in seconds since 1970; 0: in none."""

    @property
    def now(self) -> bool:
        """True if they are notified now."""
        return self.here or self.directly


NOT_AT_ALL = Way()


def choose_way(what: What, wishes: Preferences, now: int) -> Way:
    """Return how and when a person with the preferences `wishes` is notified of the event `what`, which happens `now`.

    The first rule that applies decides; the names are values of `wishes.told`:

    1. `never`: not at all. `urgent`: not at all for a ping, a full lobby, an invitation or an offered seat.
    2. `3`, `6` or `12`: in a digest that many hours later; if that is within quiet hours, at their end. If the event is
       `half` (half of the time for a decision is over), the digest is due now, or at the end of quiet hours.
    3. During quiet hours: in a digest at their end.
    4. Otherwise now: in the channel, by direct message, or both, by `wishes.by`.
    """
    if wishes.told == "never" or (wishes.told == "urgent" and what in ("ping", "full", "invited", "offer")):
        return NOT_AT_ALL
    if wishes.told in ("3", "6", "12"):
        wait = 0 if what == "half" else int(wishes.told) * HOUR
        return Way(gathered=next_outside(wishes.quiet, now + wait))
    over = next_outside(wishes.quiet, now)
    if over > now:
        return Way(gathered=over)
    return Way(here=wishes.by != "dm", directly=wishes.by != "thread")


def preferences_of(person: PersonRow | None) -> Preferences:
    """Return a person's preferences; the default ones for None, a person who is not in the database."""
    if person is None:
        return Preferences()
    quiet = None
    if person.quiet_begin is not None and person.quiet_end is not None:
        quiet = DailyHours(person.zone or "UTC", person.quiet_begin, person.quiet_end)
    return Preferences(person.told, person.told_by, quiet)
