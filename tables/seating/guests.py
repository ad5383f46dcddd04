"""The guests of a table: people invited by name, people who subscribed to new lobbies, and people sent away.

`add_invitees`, `add_listeners` and `add_sent_away` add guests to `table.row`, and `note_answer` sets an invited one's
answer. Nothing here reads or writes the database.
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
    """A person to be invited, with the name to show."""

    person: int
    name: str
    answer: Reply = "asked"
    """"declined" for a person who declined before: at a rematch they are not asked again, but may still join."""


def note_answer(table: Table, person: int, said: Reply) -> None:
    """Set the answer of an invited guest in `table.row`; nothing is written to the database.

    No effect for people who were not invited.
    """
    guest = table.guest(person)
    if guest is not None and guest.answer != "hears":
        guest.answer = said


def add_listeners(table: Table, people: Sequence[int]) -> list[GuestRow]:
    """Add guests to `table.row` who are only notified of a new lobby, and return those added.

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
    """Add guests whom the person `by` invites to `table.row`, and return those to be asked.

    People with a seat or an invitation are skipped; a guest who only subscribed to new lobbies, or was sent away,
    becomes an invited one. An invitee whose answer is "declined" is added but not returned. Raise `Declined` if one of
    them has declined the invitation to this table before, or was invited and sent away within the last hour (so that
    nobody is pinged again and again), or if more than 20 people are invited then; `table.row` may be changed already.
    `again` means a rematch: it invites the former guests and the former players, so the limit does not apply.
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
