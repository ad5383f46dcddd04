"""Guests of a table: who was invited there, and who hears of its lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.rows import GuestRow, Reply
from tables.model.table import Table
from tables.model.table_errors import Declined

MOST = 20
"""So many people one table invites."""


class Invitee(NamedTuple):
    """Somebody who is to be invited, and what they are called."""

    person: int
    name: str
    answer: Reply = "asked"
    """Who has declined is not asked again at a rematch, but may still come."""


def note_answer(table: Table, person: int, said: Reply) -> None:
    """Note what an invited guest has answered, by what they do. Who only heard of the lobby was not asked."""
    guest = table.guest(person)
    if guest is not None and guest.answer != "hears":
        guest.answer = said


def let_hear(table: Table, people: Sequence[int]) -> list[GuestRow]:
    """Let people hear of a new lobby who have no seat there and are not invited; return those, as guests."""
    first = 1 + max((guest.n for guest in table.row.guests), default=0)
    new = [person for person in people if not table.seat_of(person) and not table.guest(person)]
    added = [GuestRow(n=n, person=person, name="", answer="hears") for n, person in enumerate(new, first)]
    table.row.guests += added
    return added


def add(table: Table, people: Sequence[Invitee], *, again: bool = False) -> list[GuestRow]:
    """Let people be guests of a table who are none yet and have no seat; return whom to ask. Who declined stays away.

    `again`: it is a rematch. There are as many as there were then, and who played there besides, who has no seat yet.
    """
    added = []
    for person, name, answer in dict.fromkeys(people):
        guest = table.guest(person)
        if guest is not None and guest.answer == "declined" and not table.seat_of(person):
            raise Declined("they_declined", name=guest.name, table=table.id)
        if table.seat_of(person) or (guest is not None and guest.answer != "hears"):
            continue
        if guest is None:
            guest = GuestRow(n=1 + max((each.n for each in table.row.guests), default=0), person=person, name=name)
            table.row.guests.append(guest)
        guest.name, guest.answer, guest.told = name, answer, False
        if answer == "asked":
            added.append(guest)
    if len(table.invited) > MOST and not again:
        raise Declined("too_many_guests", most=MOST)
    return added
