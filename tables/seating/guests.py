"""The guests of a table: people invited by name, people who subscribed to new lobbies, and people sent away.

`add_invitees`, `add_listeners` and `add_sent_away` add guests to `table.row`, and `note_answer` sets an invited guest's
answer. These functions only change `table.row`; the callers write it to the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.rows import GuestRow, Reply
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import HOUR

MAX_GUESTS = 20
"""The most people one table can invite."""


class Invitee(NamedTuple):
    """A person to be invited. `name` is the name shown for them at the table."""

    person: int
    name: str
    answer: Reply = "asked"
    """"declined" for a person who declined before: at a rematch they are not asked again, but may still join."""


def note_answer(table: Table, person: int, said: Reply) -> None:
    """Set the answer of an invited person in `table.row`. Do nothing if they were not invited.

    The caller writes it to the database.
    """
    guest = table.guest(person)
    if guest is not None and guest.answer != "hears":
        guest.answer = said


def add_listeners(table: Table, people: Sequence[int]) -> list[GuestRow]:
    """Add people who subscribed to new lobbies to the guests in `table.row`, and return the added guests.

    People who have a seat or are guests already are skipped.
    """
    new = [person for person in people if not table.seat_of(person) and not table.guest(person)]
    added = [GuestRow(n=n, person=person, name="", answer="hears") for n, person in enumerate(new, _next_number(table))]
    table.row.guests += added
    return added


def add_sent_away(table: Table, person: int, name: str) -> GuestRow:
    """Note in `table.row` that a person was sent away, and return their guest row, which is new if they had none."""
    guest = table.guest(person)
    if guest is None:
        guest = GuestRow(n=_next_number(table), person=person, name=name)
        table.row.guests.append(guest)
    guest.name, guest.answer = name, "sent_away"
    return guest


def add_invitees(table: Table, people: Sequence[Invitee], by: int, now: int, *, again: bool = False) -> list[GuestRow]:
    """Add people whom the person `by` invites to the guests in `table.row`, and return the guests to be notified.

    People with a seat or an invitation are skipped. A guest who only subscribed to new lobbies, or was sent away,
    becomes an invited one. An invitee whose answer is "declined" is added but not returned. `again` means that the
    table is a rematch, which invites the former players and guests.

    Raise `Declined` in these cases; `table.row` may be changed already:

    - One of the people has declined the invitation to this table before.
    - One was invited and sent away within the last hour: nobody is to be pinged again and again.
    - More than 20 people would be invited, and it is no rematch.
    """
    added = []
    for person, name, answer in dict.fromkeys(people):
        guest = table.guest(person)
        if guest is not None and guest.answer == "declined" and not table.seat_of(person):
            raise Declined("they_declined", name=guest.name, table=table.id)
        if table.seat_of(person) or (guest is not None and guest.answer not in ("hears", "sent_away")):
            continue
        if guest is not None and (again_at := guest.invited_at + HOUR) > now:
            raise Declined("invited_lately", name=guest.name, when=again_at)
        if guest is None:
            guest = GuestRow(n=_next_number(table), person=person, name=name)
            table.row.guests.append(guest)
        guest.name, guest.answer, guest.told = name, answer, False
        if answer == "asked":
            guest.invited_by, guest.invited_at = by, now
            added.append(guest)
    if len(table.invited) > MAX_GUESTS and not again:
        raise Declined("too_many_guests", most=MAX_GUESTS)
    return added


def _next_number(table: Table) -> int:
    """Return the number of the table's next guest."""
    return 1 + max((guest.n for guest in table.row.guests), default=0)
