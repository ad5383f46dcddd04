"""Results of league tables, written inside the transaction that ends the game, so that each counts exactly once.

`note_finished`, `note_closed` and `note_lost_seat` do nothing at an ordinary table. At a league table, each makes the
season's next task due at once and has the message with the division's standings edited.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage import Transaction
from storage.league_rows import FixtureRow, SeasonMessageRow
from storage.queries import leagues as sql
from tables.model.table import Table
from tables.notifications.timing import REFRESH_DELAY_S

ALDERMEN_PLAY = 2
"""The pace of a fixture that aldermen play to its end: then a computer's seat counts for its player all the same."""


async def note_finished(db: Transaction, table: Table, places: Sequence[int], now: int) -> None:
    """Store the places of a finished league table, by seat.

    Players whose seat a computer has at the end get nothing for it. The exception is a table at which aldermen
    (computers) play all seats to the end because the season's time is over.
    """
    fixture = await _fixture(db, table)
    if fixture is None:
        return
    fixture.status, fixture.places = "finished", list(places)
    if fixture.pace < ALDERMEN_PLAY:
        left = [player for player, seat in zip(fixture.players, table.seats, strict=True) if seat.computer]
        fixture.absent = sorted({*fixture.absent, *left})
    await _write(db, table, fixture, now)


async def note_closed(db: Transaction, table: Table, by: int, now: int) -> None:
    """Store that a league table was closed without a result: each player gets half a point.

    `by` is the person who closed it; 0 for nobody.
    """
    if fixture := await _fixture(db, table):
        fixture.status, fixture.closed_by = "closed", by
        await _write(db, table, fixture, now)


async def note_lost_seat(db: Transaction, table: Table, seat: int, now: int) -> None:
    """Store that the player at a seat of a league table has dropped out: a computer has their seat for good."""
    if fixture := await _fixture(db, table):
        player = fixture.players[seat]
        fixture.absent = sorted({*fixture.absent, player})
        assert table.row.season is not None
        await sql.mark_dropped(db, table.row.season, player)
        await _write(db, table, fixture, now)


async def _fixture(db: Transaction, table: Table) -> FixtureRow | None:
    """Return the fixture that is played at a table; None if it is an ordinary table or its result is known."""
    fixture = await sql.fixture_of(db, table.id) if table.row.season is not None else None
    return fixture if fixture and fixture.status == "playing" else None


async def _write(db: Transaction, table: Table, fixture: FixtureRow, now: int) -> None:
    """Write a changed fixture, make the season's next task due, and refresh the division's standings."""
    season = table.row.season
    assert season is not None
    await sql.save_fixtures(db, season, [fixture])
    await sql.wake_season(db, season)
    standings = SeasonMessageRow(season=season, kind="division", number=fixture.division, due=now + REFRESH_DELAY_S)
    await sql.want_message(db, standings)
