"""Tables whose game starts without a lobby: those of leagues, and of people who looked for a game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules import GAMES
from storage import Transaction
from storage.queries import tables as sql
from storage.rows import SeatRow, TableRow
from tables.model import seeds
from tables.model.table import Table
from tables.play import table_writer
from tables.runtime.services import Services
from tables.seating.table_settings import complete_options


class StartedTable(msgspec.Struct, kw_only=True, frozen=True):
    """The settings of a table whose game starts at once. `clock` is a JSON object; `host` 0 means nobody."""

    game: str
    server: int
    channel: int
    language: str
    clock: str
    level: str
    host: int = 0
    hints: bool | None = None
    """Whether hints are allowed; None: only if one person plays against computers."""
    season: int | None = None


async def write(services: Services, db: Transaction, wanted: StartedTable, seats: Sequence[SeatRow]) -> Table:
    """Write a new table, start its game, ping the players who have to act first, and return the table.

    The seats are numbered in the given order and get their time here. Raise `Declined` if the game cannot be played by
    so many players. After the transaction the caller calls `after_commit`.
    """
    game, now, size = GAMES[wanted.game], services.now(), len(seats)
    row = TableRow(
        **msgspec.structs.asdict(wanted),
        rules=game.version,
        options=complete_options(wanted.game, {}, size),
        seed=seeds.new(),
        status="playing",
        size=size,
        created=now,
        started=now,
    )
    table = Table(row, list(seats))
    row.hints = table.hints_allowed
    for number, seat in enumerate(table.seats):
        seat.seat, seat.time_left = number, table.clock.initial_time()
    table.state = game.new(size, row.seed, row.options)
    await sql.add_table(db, row)
    await sql.save_seats(db, row.id, table.seats)
    await services.load_stops(table)
    await table_writer.write_start(db, table, now, None)
    return table
