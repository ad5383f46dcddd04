"""Guests of a table: who was invited there, and who hears of its lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.rows import GuestRow
from tables.errors import Declined
from tables.table import Table

MOST = 20
"""So many people one table invites."""


class Guest(NamedTuple):
    """Somebody who is to be invited, and what they are called."""

    person: int
    name: str


def add(table: Table, people: Sequence[Guest]) -> list[GuestRow]:
    """Let people be guests of a table who are none yet and have no seat; return those. Who has declined stays away."""
    added = []
    for person, name in dict.fromkeys(people):
        guest = table.guest(person)
        if guest is not None and guest.answer == "declined" and not table.seat_of(person):
            raise Declined("they_declined", name=guest.name, table=table.id)
        if table.seat_of(person) or (guest is not None and guest.answer != "hears"):
            continue
        if guest is None:
            guest = GuestRow(n=1 + max((each.n for each in table.row.guests), default=0), person=person, name=name)
            table.row.guests.append(guest)
        guest.name, guest.answer, guest.told = name, "asked", False
        added.append(guest)
    if len(table.invited) > MOST:
        raise Declined("too_many_guests", most=MOST)
    return added
