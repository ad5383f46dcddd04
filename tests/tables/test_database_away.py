"""When the database is away for a while nothing is lost, nothing is told twice, and all goes on by itself."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from contextvars import Context, ContextVar
from pathlib import Path

import pytest

from storage import PartitionLost, Unreachable
from storage.engines.sqlite import SqliteDatabase
from storage.queries import people
from storage.rows import PersonRow
from tables.delivery import outbox, posts
from tables.delivery.posts import Post
from tables.model.table import Table
from tables.notifications import pending
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import BoardChanged, Story
from tables.play import moves
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.time import timers
from tests.storage.server import Postgres
from tests.tables.room import ANNA, BERT, Room

pytestmark = pytest.mark.quick


async def test_after_a_restart_of_the_server_a_game_goes_on_as_if_nothing_had_been(own_server: Postgres) -> None:
    room = Room(own_server.new_database())
    await room.enter()
    number = await room.table((ANNA, BERT))
    await room.play_on(number, 3)
    before, told = await room.log(number), len(room.told)
    await asyncio.to_thread(own_server.stop)
    for person in (ANNA, BERT):
        with pytest.raises(Unreachable):
            await moves.play(room.services, number, person, "pick knight")
    with pytest.raises(Unreachable):
        await room.later(60)
    own_server.start()
    assert await room.log(number) == before
    assert len(room.told) == told
    await room.later(60)
    await room.play_on(number)
    assert (await room.load(number)).row.status == "finished"
    stories = [(story.after, story.upto) for story in room.tellings(Story)]
    assert len(stories) == len(set(stories))
    assert await room.faults() == []
    await room.leave()


class Full(Room):
    """A room whose disk is full when it is to be noted where the first story stands."""

    full = False

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        db = self.services.db
        if attempt.notification.kind == "story" and not self.full and isinstance(db, SqliteDatabase):
            self.full = True
            await db._writer.execute_fetchall("PRAGMA max_page_count = 1")
            try:
                await posts.remember(self.services, table.id, "board", Post(channel=1, message=2, story="x" * 100_000))
            finally:
                await db._writer.execute_fetchall("PRAGMA max_page_count = 1000000")
        await super().deliver(attempt, table)


@asynccontextmanager
async def entered(room: Room) -> AsyncIterator[Room]:
    """Let go of the file whatever comes: a connection left open keeps the whole run from ending."""
    await room.enter()
    try:
        yield room
    finally:
        await room.rest()
        await room.services.close()


async def test_what_could_not_be_noted_on_a_full_disk_is_told_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with entered(Full(tmp_path / "kontor.db")) as room:
        number = await room.table((ANNA, BERT))
        await room.later(60)
        assert "disk is full" in caplog.text
        assert room.tellings(Story) == [Story(after=-1, upto=0)]
        assert await posts.find(room.services, number, "board") is None, "nothing was noted"


async def test_the_operator_reads_one_plain_line_when_the_database_goes_and_one_when_it_is_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with entered(Room(tmp_path / "kontor.db")) as room:
        numbers = [await room.table((ANNA, BERT)) for _ in range(3)]
        await room.rest()
        db, tell, transaction = room.services.db, room.deliver, room.services.db.transaction

        def full() -> None:
            raise Unreachable("The database cannot be written: the disk is full.")

        async def tell_last(told: Attempt, table: Table) -> None:
            await tell(told, table)
            monkeypatch.setattr(db, "transaction", full)

        monkeypatch.setattr(room, "deliver", tell_last)
        async with transaction() as writing:
            for number in numbers:
                await pending.write(writing, await room.load(number), [BoardChanged()])
        with caplog.at_level(logging.INFO, "kontor.database"):
            for number in numbers:
                outbox.wake(room.services, number)
            await room.rest()
            with pytest.raises(Unreachable):
                await timers.tick(room.services)
            monkeypatch.setattr(db, "transaction", transaction)
            monkeypatch.setattr(room, "deliver", tell)
            for _ in range(2):
                await room.later(30)
        away, back = caplog.records
        assert (away.levelno, away.exc_info) == (logging.WARNING, None)
        assert away.getMessage().startswith(
            "tell table=1 failed: The database cannot be written: the disk is full. It is"
        )
        assert back.getMessage() == "the database is back after about 60 s"


async def test_a_move_while_another_program_writes_the_file_is_not_made_and_can_be_made_later(tmp_path: Path) -> None:
    async with entered(Room(tmp_path / "kontor.db")) as room:
        number = await room.table((ANNA, BERT))
        assert isinstance(room.services.db, SqliteDatabase)
        await room.services.db._writer.execute_fetchall("PRAGMA busy_timeout = 10")
        with closing(sqlite3.connect(tmp_path / "kontor.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unreachable, match="locked"):
                await moves.play(room.services, number, ANNA, "pick knight ship")
        assert await room.log(number) == []
        await room.move(number, ANNA, "pick knight ship")
        assert len(await room.log(number)) == 1


class Broken(Room):
    """A room where a story cannot be worded just when its server goes away."""

    server: Postgres
    broken: int = 0

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        if not self.broken and attempt.notification.kind == "story":
            self.broken = attempt.row.id
            await asyncio.to_thread(self.server.stop)
            raise RuntimeError("the driver stumbles over its own end")
        await super().deliver(attempt, table)


async def test_what_failed_while_the_database_went_away_is_not_taken_for_told(own_server: Postgres) -> None:
    room = Broken(own_server.new_database())
    room.server = own_server
    await room.enter()
    number = await room.table((ANNA, BERT))
    for _ in range(20):
        if not room.broken:
            await room.play_on(number, 1)
    assert room.broken
    own_server.start()
    async with asyncio.timeout(20):
        while not room.tellings(Story):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await room.leave()


class Interrupted(Room):
    """A room whose server goes away in the middle of telling something."""

    server: Postgres
    interrupted: int = 0

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        if not self.interrupted and attempt.notification.kind == "story":
            self.interrupted = attempt.row.id
            await asyncio.to_thread(self.server.stop)
            await people.person(self.services.db.reader, ANNA)
        await super().deliver(attempt, table)


async def test_what_could_not_be_told_because_the_database_went_away_is_told_when_it_is_back(
    own_server: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    room = Interrupted(own_server.new_database())
    room.server = own_server
    await room.enter()
    number = await room.table((ANNA, BERT))
    for _ in range(20):
        if not room.interrupted:
            await room.play_on(number, 1)
    assert room.interrupted
    assert "It is retried" in caplog.text
    assert "cannot be delivered" not in caplog.text
    told = len(room.tellings(Story))
    own_server.start()
    async with asyncio.timeout(20):
        while len(room.tellings(Story)) == told:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert len(room.tellings(Story)) == told + 1, "by itself, and before the clock ticks"
    await room.leave()


async def test_nothing_is_kept_in_mind_that_may_be_stale(own_server: Postgres) -> None:
    room = Room(own_server.new_database())
    await room.enter()
    await persons.meet(room.services, ANNA, "de")
    async with room.services.db.transaction() as db:
        await people.change_person(db, ANNA, {"locale": "fr"})
    assert await persons.get(room.services, ANNA) == PersonRow(id=ANNA, locale="de"), "as it is kept in mind"
    await asyncio.to_thread(own_server.stop)
    own_server.start()
    await room.later(60)
    assert await persons.get(room.services, ANNA) == PersonRow(id=ANNA, locale="fr")
    await room.leave()


WHOSE: ContextVar[str] = ContextVar("WHOSE", default="the database's")


@pytest.mark.both_engines
async def test_what_goes_on_is_the_bots_whoever_has_noticed_that_the_database_is_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    WHOSE.set("the bot's")
    room.services.db.events.listeners.clear()
    await timers.resume_clocks(room.services)
    went_on: list[str] = []

    async def wake_all(services: Services) -> None:
        went_on.append(WHOSE.get())

    monkeypatch.setattr(outbox, "wake_all", wake_all)
    Context().run(room.services.db.events.on_reachable_again)
    await room.rest()
    assert went_on == ["the bot's"]


async def test_after_the_loss_of_our_partition_all_that_fails_is_silent(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loss itself is logged by who runs the bot, once."""
    number = await room.table((ANNA, BERT))

    async def lost(*_: object) -> None:
        raise PartitionLost("another Kontor has taken our place")

    room.services.background.start("errands", 3, lost)
    monkeypatch.setattr(room, "deliver", lost)
    async with room.services.db.transaction() as db:
        await pending.write(db, await room.load(number), [BoardChanged()])
    outbox.wake(room.services, number)
    with room.services.outage.suppress("a tick"):
        await lost()
    await room.rest()
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.INFO] == []


@pytest.mark.parametrize(
    ("problem", "level"), [(Unreachable("it is away"), logging.WARNING), (KeyError("chess"), logging.ERROR)]
)
async def test_what_goes_wrong_in_the_background_is_one_line_for_the_operator(
    room: Room, caplog: pytest.LogCaptureFixture, problem: Exception, level: int
) -> None:
    async def fail() -> None:
        raise problem

    room.services.background.start("errands", 3, fail)
    await room.rest()
    lines = [line for line in caplog.records if line.levelno >= logging.WARNING]
    assert [(line.levelno, line.getMessage().partition(":")[0]) for line in lines] == [
        (level, "errands table=3 failed")
    ]
    caplog.clear()
