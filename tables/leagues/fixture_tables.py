"""The tables of a season's fixtures: opening one, shortening its clock after the end date, and ending it by computers.

"Aldermen" are the strongest computer players. Each function is one idempotent task in one transaction: it does nothing
if its work is done.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from rules.chance import Chance
from storage import Transaction
from storage.league_rows import EntrantRow, FixtureRow
from storage.queries import leagues as sql
from storage.queries import tables as sql_tables
from storage.rows import SeatRow
from tables.leagues.season_store import load, want
from tables.model import deadlines, seeds
from tables.model.season import LINKS_DELAY_S, OVERTIME_DECISION_S, Season, tables_message_number
from tables.model.table import Table
from tables.model.time_left import Clock
from tables.notifications.kinds import BoardChanged
from tables.notifications.recipients import after_reseating
from tables.notifications.seat_kinds import HandedOver
from tables.play import table_writer
from tables.play.moves import after_commit
from tables.records.season_results import ALDERMEN_PLAY
from tables.runtime.services import Services
from tables.seating import started_tables
from tables.seating.started_tables import StartedTable

log = logging.getLogger("kontor.leagues")

LEVEL = "alderman"
"""The computer that decides for players of a league, and takes their seats over."""
OVERTIME = 1
"""The pace of a fixture after the end date: 12 hours for a decision."""


async def open_table(services: Services, season_id: int, n: int) -> None:
    """Open the table of fixture number `n` and start its game, if that has not happened; seats are dealt by lot.

    Entrants who have left the season are replaced by aldermen (computers). When the last table of a round is open,
    links to the tables are added a minute later to the message that tells each player their tables.
    """
    now = services.now()
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        fixture = next(each for each in season.fixtures if each.n == n)
        if fixture.status != "waiting" or season.row.state != "playing":
            return
        Chance(seeds.new()).shuffle(fixture.players)
        row = season.row
        wanted = StartedTable(
            game=row.game,
            server=row.server,
            channel=row.channel,
            language=row.language,
            clock=row.clock,
            level=LEVEL,
            hints=False,
            season=row.id,
        )
        table = await started_tables.write(services, db, wanted, [_seat(season, fixture, n) for n in fixture.players])
        fixture.table_id, fixture.status = table.id, "playing"
        await sql.save_fixtures(db, season_id, [fixture])
        if not any(each.status == "waiting" for each in season.fixtures):
            await want_tables_messages(db, season, due=now + LINKS_DELAY_S)
    log.info("season=%d fixture=%d table=%d opened", season_id, n, table.id)
    after_commit(services, table)


async def want_tables_messages(db: Transaction, season: Season, due: int = 0) -> None:
    """Queue the message that names a player's tables for every player of the present round.

    It is sent from `due` on (0: at once). If it was sent before, it is edited instead.
    """
    for entrant in season.entrants:
        if entrant.person and _plays_in_round(season, entrant):
            number = tables_message_number(season.row.round, entrant.n)
            await want(db, season.id, "tables", number, person=entrant.person, due=due)


def _plays_in_round(season: Season, entrant: EntrantRow) -> bool:
    """Return True if an entrant has a table in the present round, open or not; a bye is none."""
    return any(each.round == season.row.round and len(each.players) > 1 for each in season.fixtures_of(entrant.n))


def _seat(season: Season, fixture: FixtureRow, n: int) -> SeatRow:
    """Return the seat row for entrant number `n` at a fixture's table, without a seat number.

    A computer has the seat if the entrant has left.
    """
    entrant = season.entrant(n)
    gone = entrant.person is None or n in fixture.absent
    lost = gone and entrant.person is not None
    return SeatRow(seat=0, person=entrant.person, computer=LEVEL if gone else None, name=entrant.name, lost=lost)


@asynccontextmanager
async def _locked(
    services: Services, season_id: int, n: int, pace: int
) -> AsyncIterator[tuple[Table, FixtureRow] | None]:
    """Hold the lock of a fixture's table and yield the table and the fixture, or None if there is nothing to do.

    There is something to do if the game is running and the fixture's pace is below `pace`. A pace is 0 (the season's
    clock), 1 (12 hours for a decision) or 2 (aldermen play to the end). While the lock is held, nobody else ends the
    game or changes its pace.
    """
    season = await load(services.db.reader, season_id)
    table_id = next(each for each in season.fixtures if each.n == n).table_id
    if table_id is None:
        yield None
        return
    async with services.at(table_id) as table:
        fixture = await sql.fixture_of(services.db.reader, table_id)
        ready = fixture and fixture.status == "playing" and fixture.pace < pace and table.row.status == "playing"
        yield (table, fixture) if fixture and ready else None


async def shorten_clock(services: Services, season_id: int, n: int) -> None:
    """Set a fixture's table to 12 hours per decision from now on. A running clock with more left is cut to 12 hours."""
    async with _locked(services, season_id, n, OVERTIME) as found:
        if found is None:
            return
        table, fixture = found
        now = services.now()
        clock = Clock(kind="decision", time=OVERTIME_DECISION_S, holidays=table.clock.holidays, out=table.clock.out)
        running = [seat for seat in table.human_seats() if seat.runs_since]
        for seat in running:
            deadlines.settle_clock(table, seat, now)
            seat.time_left = min(seat.time_left, OVERTIME_DECISION_S)
        table.row.clock = msgspec.json.encode(clock).decode()
        fixture.pace = OVERTIME
        async with services.db.transaction() as db:
            await sql_tables.save_table(db, table.row, "clock")
            await table_writer.write_new_deadlines(db, table, running, now, [BoardChanged()])
            await sql.save_fixtures(db, season_id, [fixture])
    after_commit(services, table)


async def give_to_aldermen(services: Services, season_id: int, n: int) -> None:
    """Let aldermen, the strongest computers, play all seats of a fixture's table to the end.

    The result counts for the players all the same, except for those whose seat a computer had before.
    """
    async with _locked(services, season_id, n, ALDERMEN_PLAY) as found:
        if found is None:
            return
        table, fixture = found
        gone = [player for player, seat in zip(fixture.players, table.seats, strict=True) if seat.computer]
        fixture.absent, fixture.pace = sorted({*fixture.absent, *gone}), ALDERMEN_PLAY
        async with services.db.transaction() as db:
            for seat in table.human_seats():
                seat.computer, seat.lost = LEVEL, True
                tell = after_reseating(HandedOver(seat=seat.seat), [])
                await table_writer.write_new_player(db, table, seat.seat, services.now(), tell)
            await sql.save_fixtures(db, season_id, [fixture])
    after_commit(services, table)
