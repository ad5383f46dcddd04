"""The tables at which a person has to act, the most urgent first: `waiting` returns them as `WaitingTable`s."""

from __future__ import annotations

from typing import NamedTuple, Self

from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.model import deadlines
from tables.model.table import Table
from tables.model.time_left import NEVER
from tables.runtime.services import Services


class WaitingTable(NamedTuple):
    """A table at which a person has to act, with their seat and its deadline."""

    table: Table
    seat: SeatRow
    until: int
    """When their time runs out; 0 if it does not, or their clock is stopped."""

    @classmethod
    def of(cls, table: Table, seat: SeatRow) -> Self:
        """Build a waiting table for a seat that has to act. `table.stops` must have been loaded."""
        return cls(table, seat, deadlines.deadline_of(table, seat))

    @property
    def owes(self) -> str:
        """The key of the decision they owe."""
        return self.table.owed[self.seat.seat]

    @property
    def urgency(self) -> tuple[int, int, int]:
        """The sort key: earliest deadline first; without a deadline, the one that has waited longest."""
        return self.until or NEVER, self.seat.asked_at, self.table.id


async def waiting(services: Services, person: int, but: int = 0) -> list[WaitingTable]:
    """Return the tables at which a person has to act, without lessons and without the table with id `but` (0: none).

    The earliest deadline comes first. Tables without a deadline are last, the one that has waited longest first.
    """
    found = []
    for row, seats in await sql.played_by(services.db.sync_reader, person, but):
        table = Table.from_rows(row, seats)
        seat = table.seat_of(person)
        if seat and seat.seat in table.owed:
            await services.load_stops(table)
            found.append(WaitingTable.of(table, seat))
    return sorted(found, key=lambda waits: waits.urgency)
