"""Fills a database with rows of every kind, and reads everything back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from storage import Address, Database
from storage.engines import moving
from storage.league_rows import SeasonMessageRow
from storage.queries import avoid_lists, people
from storage.rows import PersonRow
from storage.wish_rows import WishRow
from tables.leagues import organiser_acts, season_settings, season_signup
from tables.matching import wish_store
from tables.model.season import Season
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.openings import opening_store
from tables.runtime.services import RetryLater
from tests.storage.fresh import open_quickly
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, SERVER, Room


class Unheard(Room):
    """A room where nobody hears what is told: all of it waits."""

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        raise RetryLater("nobody hears it")

    async def deliver_season_message(self, row: SeasonMessageRow, season: Season) -> None:
        raise RetryLater("nobody hears it")


async def fill(path: Path) -> None:
    room = Unheard(path)
    await room.enter()
    long = await room.table((ANNA, BERT), game="haithabu")
    await room.play_on(long, 60)
    ended = await room.table((ANNA, BERT))
    await room.play_on(ended)
    await room.table(computers=1)
    season = await season_settings.draft(room.services, SERVER, CHANNEL, ANNA, "visby", "Hanse", "de")
    await season_settings.change_draft(room.services, season.id, ANNA, size=2)
    await season_settings.announce(room.services, season.id, ANNA)
    for person in (ANNA, BERT, CLARA):
        await season_signup.sign_up(room.services, season.id, person, f"<{person}>")
    await organiser_acts.start_now(room.services, season.id, ANNA)
    wish = WishRow(server=SERVER, person=ANNA, name="Ä", language="de", channel=CHANNEL, channels=[CHANNEL], made_at=1)
    await wish_store.look(room.services, wish)
    await opening_store.add(
        room.services,
        SERVER,
        ANNA,
        channel=CHANNEL,
        game="visby",
        size=4,
        clock="3d",
        language="de",
        weekday=4,
        minute=5,
    )
    gone = await room.lobby()
    db = room.services.db
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=ANNA, language="de", zone="Europe/Berlin"))
        await avoid_lists.add(writer, ANNA, BERT, "Bert")
        await avoid_lists.add(writer, BERT, ANNA, "Anna Ä")
        await avoid_lists.add(writer, ANNA, CLARA, "")
        await people.save_person(writer, PersonRow(id=-(2**63), locale="Ä\u2028🏛"))
        for table in ("guests", "timers", "outbox", "seats"):
            await writer.execute(f"DELETE FROM {table} WHERE table_id = ?", (gone,))
        await writer.execute("DELETE FROM tables WHERE id = ?", (gone,))
    await room.services.close()


async def fill_every_column(path: Path) -> None:
    """Add a row to every database table of a filled SQLite file, with made-up values that are no column's default."""
    made_up = {"INTEGER": 7001, "TEXT": "closed", "BLOB": b"\0", "REAL": 0.5}
    async with opened(path) as db, db.transaction() as writer:
        for table, shape in (await moving.shapes(db)).items():
            if table == "heartbeat":  # It can have only the row that it has.
                continue
            types = {row[1]: row[2] for row in await writer.execute_fetchall(f"PRAGMA table_info({table})")}
            foreign = {row[3] for row in await writer.execute_fetchall(f"PRAGMA foreign_key_list({table})")}
            values = [1 if column in foreign else made_up[types[column]] for column in shape.columns]
            await writer.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


@asynccontextmanager
async def opened(address: Address) -> AsyncIterator[Database]:
    db = (await open_quickly(address)).db
    try:
        yield db
    finally:
        await db.close()


async def rows_of(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Every row there is."""
    return {
        table: [
            tuple(row)
            for row in await db.reader.execute_fetchall(f"SELECT * FROM {table} ORDER BY {', '.join(shape.key)}")
        ]
        for table, shape in (await moving.shapes(db)).items()
    }


async def everything(address: Address) -> dict[str, list[tuple[Any, ...]]]:
    """Every row there is, and the highest numbers there ever were."""
    async with opened(address) as db:
        numbers = [tuple(row) for row in await db.reader.execute_fetchall(db.catalogue.numbers)]
        return {**await rows_of(db), "highest numbers": numbers}
