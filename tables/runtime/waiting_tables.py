"""What waits for a person, at all of their tables, the most urgent first."""

from __future__ import annotations

from typing import NamedTuple, Self

from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.model import deadlines
from tables.model.table import Table
from tables.model.time_left import NEVER
from tables.runtime.services import Services


class Waits(NamedTuple):
    """A table that waits for a person."""

    table: Table
    seat: SeatRow
    until: int
    """When their time runs out; 0: it does not, or their clock stands still."""

    @classmethod
    def of(cls, table: Table, seat: SeatRow) -> Self:
        """Return that a table waits for who sits there. What stops their clock has to be known."""
        return cls(table, seat, deadlines.deadline_of(table, seat))

    @property
    def owes(self) -> str:
        """What they are asked."""
        return self.table.owed[self.seat.seat]

    @property
    def urgency(self) -> tuple[int, int, int]:
        """What runs out first comes first; of what does not, what has waited longest."""
        return self.until or NEVER, self.seat.asked_at, self.table.id


async def waiting(services: Services, person: int, but: int = 0) -> list[Waits]:
    """Return the tables that wait for a person, except one. A lesson waits for nobody."""
    found = []
    for row, seats in await sql.played_by(services.db.sync_reader, person, but):
        table = Table.from_rows(row, seats)
        seat = table.seat_of(person)
        if seat and seat.seat in table.owed:
            await services.learn_stops(table)
            found.append(Waits.of(table, seat))
    return sorted(found, key=lambda waits: waits.urgency)
