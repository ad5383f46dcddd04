"""A database on a server is opened alone, brought up to date, or refused with a sentence; when it was away we go on."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cluster import open_alone
from cluster.leased import LeasedCluster
from storage import Database, DatabaseListener, PartitionLost, Unreachable, Unusable
from storage.engines import postgresql
from storage.queries import people
from storage.rows import PersonRow
from tests.storage.fresh import open_quickly, open_soon
from tests.storage.server import Postgres, address_in, connected_to
from tests.storage.test_opening import (
    PINGED,
    READ_PINGED,
    READ_WAITING,
    STILL_PINGED,
    STILL_WAITING,
    WAITED,
    another_process,
    scripts_up_to,
)

pytestmark = pytest.mark.quick


@pytest.fixture
async def bare(postgres: Path, worker_id: str) -> str:
    """The address of a database in which there is nothing at all."""
    async with connected_to(address_in(postgres, "postgres")) as connection:
        await connection.execute(f"DROP DATABASE IF EXISTS bare_{worker_id}")
        await connection.execute(f"CREATE DATABASE bare_{worker_id}")
    return address_in(postgres, f"bare_{worker_id}")


async def ask(address: str, question: str) -> list[tuple[Any, ...]]:
    async with connected_to(address) as connection:
        return [tuple(row) for row in await connection.fetch(question)]


async def tables(address: str) -> set[str]:
    return {name for (name,) in await ask(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}


async def refusal(address: str) -> str:
    """Open a database that cannot be used; return the sentence."""
    with pytest.raises(Unusable) as caught:
        await open_alone(address)
    return str(caught.value)


async def save(db: Database, *numbers: int) -> None:
    async with db.transaction() as writer:
        for number in numbers:
            await people.save_person(writer, PersonRow(id=number))
            assert await people.person(writer, number)


class Noting(DatabaseListener):
    """Notes doubts and losses."""

    def __init__(self, doubts: list[int], lost: list[Exception]) -> None:
        self._doubts, self._lost = doubts, lost

    def on_doubt(self) -> None:
        self._doubts.append(1)

    def on_partition_lost(self, problem: Exception) -> None:
        self._lost.append(problem)


async def known(db: Database) -> list[int]:
    return [row[0] for row in await db.reader.execute_fetchall("SELECT id FROM people ORDER BY id")]


# Opening


async def test_a_new_database_has_the_whole_schema_and_keeps_what_is_written(bare: str) -> None:
    db = (await open_alone(bare)).db
    await save(db, 1)
    await db.close()
    assert {"tables", "seats", "log", "outbox", "people", "kontor"} <= await tables(bare)
    assert [(version,) for version, _ in postgresql._scripts()][-1:] == await ask(bare, "SELECT version FROM kontor")
    again = (await open_alone(bare)).db
    assert await known(again) == [1]
    await again.close()


async def test_a_user_who_may_not_create_tables_is_refused_with_what_to_do(bare: str, worker_id: str) -> None:
    guest = f"guest_{worker_id}"
    async with connected_to(bare) as connection:
        await connection.execute(f"DROP ROLE IF EXISTS {guest}")
        await connection.execute(f"CREATE ROLE {guest} LOGIN")
    sentence = await refusal(bare.replace("postgres@", f"{guest}@"))
    assert re.fullmatch(
        r"This user may not create and use tables in postgresql://guest_\w+@/bare_\w+: permission denied for schema"
        r" public\. Nothing was changed\. It must own the database: createdb --owner=USER …, or ALTER DATABASE ….*",
        sentence,
    )
    async with connected_to(bare) as connection:
        await connection.execute(f"ALTER DATABASE bare_{worker_id} OWNER TO {guest}")
    await (await open_alone(bare.replace("postgres@", f"{guest}@"))).close()
    async with connected_to(bare) as connection:
        await connection.execute(f"REASSIGN OWNED BY {guest} TO postgres")
        await connection.execute(f"DROP ROLE {guest}")


async def test_who_may_not_make_or_migrate_a_database_changes_nothing(bare: str) -> None:
    with pytest.raises(Unusable, match=r"/bare_\w+ is empty\. Nothing was changed\."):
        await open_alone(bare, make=False)
    assert await tables(bare) == set()
    await (await open_alone(bare)).close()
    async with connected_to(bare) as connection:
        await connection.execute("UPDATE kontor SET version = 17")
    with pytest.raises(Unusable, match=r"has schema 17; this Kontor has schema \d+\. Nothing was changed\."):
        await open_alone(bare, make=False, migrate=False)
    assert await ask(bare, "SELECT version FROM kontor") == [(17,)]


async def test_the_readers_cannot_write(server_address: str) -> None:
    db = (await open_quickly(server_address)).db
    try:
        with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
            await db.reader.execute_fetchall("DELETE FROM people")
    finally:
        await db.close()


async def test_a_database_of_a_newer_kontor_is_refused(server_address: str) -> None:
    await (await open_quickly(server_address)).close()
    async with connected_to(server_address) as connection:
        (before,) = await connection.fetch("UPDATE kontor SET version = 99 RETURNING *")
        assert "was written by a newer Kontor (schema 99). Update this one." in await refusal(server_address)
        assert await connection.fetch("SELECT * FROM kontor") == [before]
        await connection.execute("UPDATE kontor SET version = $1", postgresql._scripts()[-1][0])


async def test_the_database_of_another_program_is_refused(bare: str) -> None:
    async with connected_to(bare) as connection:
        await connection.execute("CREATE TABLE diary (entry TEXT)")
    assert "another program's database. Nothing was changed." in await refusal(bare)
    assert await tables(bare) == {"diary"}


async def test_a_database_that_cannot_hold_all_letters_is_refused(postgres: Path, worker_id: str) -> None:
    name = f"ascii_{worker_id}"
    async with connected_to(address_in(postgres, "postgres")) as connection:
        await connection.execute(f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0")
        try:
            assert "--encoding=UTF8" in await refusal(address_in(postgres, name))
        finally:
            await connection.execute(f"DROP DATABASE {name}")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "postgresql://anna:s3cret@127.0.0.1:1/games",
            "Cannot reach postgresql://anna@127.0.0.1:1/games: ",
        ),
        ("postgresql://anna:s3cret@nowhere.invalid/games", "Cannot reach postgresql://anna@nowhere.invalid/games: "),
        ("postgresql://anna:s3/cret@127.0.0.1/games", "Not an address: postgresql://anna@127.0.0.1/games. It must be"),
        (
            "postgresql://anna:s3cret/games",
            "Not an address: postgresql://anna/games. It must be like postgresql://user:",
        ),
        ("postgresql://h/games?user=anna&password=s3@cret&sslmode=s3cret", "Not an address: postgresql://…."),
        ("postgresql://anna:s3?cret@127.0.0.1:1/games", "Not an address: postgresql://…."),
        ("postgresql://anna:s3cret@127.0.0.1:99999/games", "Not an address: postgresql://anna@127.0.0.1:99999/games."),
        ("postgresql://anna@h/games?password=s3cret&sslmode=s3cret", "Not an address: postgresql://anna@h/games."),
    ],
)
async def test_what_cannot_be_reached_is_said_without_the_password(address: str, sentence: str) -> None:
    said = await refusal(address)
    assert said.startswith(sentence)
    assert "cret" not in said


async def test_who_is_not_let_in_reads_why(postgres: Path, bare: str) -> None:
    async with connected_to(bare) as connection:
        await connection.execute("DROP ROLE IF EXISTS strict; CREATE ROLE strict LOGIN PASSWORD 's3cret'")
    wrong = await refusal(bare.replace("postgres@", "strict:wr0ng@"))
    assert "strict@" in wrong
    assert wrong.endswith(" does not accept this user and password. Check the address.")
    assert "wr0ng" not in wrong
    unknown = await refusal(address_in(postgres, "nowhere"))
    assert unknown == "There is no database postgresql://postgres@/nowhere. Make it first: createdb --owner=USER …"
    powerless = await refusal(bare.replace("postgres@", "strict:s3cret@"))
    assert "permission denied for schema public. Nothing was changed. It must own the database" in powerless
    assert await tables(bare) == set()


# One process for each database


async def test_a_database_in_use_is_refused_until_it_is_closed(server_address: str) -> None:
    first = (await open_quickly(server_address)).db
    assert (await refusal(server_address)).startswith("Another Kontor is running on postgresql://postgres@/kontor_")
    assert await known(first) == [], "it is in use as before"
    await first.close()
    await (await open_alone(server_address)).close()


async def test_a_database_in_use_by_another_process_is_refused_until_that_is_killed(server_address: str) -> None:
    with another_process(server_address) as process:
        assert "Another Kontor is running on" in await refusal(server_address)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        await (await open_soon(server_address)).close()


async def open_and_close(address: str) -> None:
    await (await open_alone(address)).close()


# Migrations


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our scripts, to which a test adds more."""
    folder = tmp_path / "scripts"
    shutil.copytree(postgresql.MIGRATIONS, folder)
    monkeypatch.setattr(postgresql, "MIGRATIONS", folder)
    return folder


async def test_an_older_database_is_brought_up_to_date_or_left_as_it_is(bare: str, scripts: Path) -> None:
    db = (await open_alone(bare)).db
    await save(db, 1)
    await db.close()
    number = postgresql._scripts()[-1][0] + 1
    script = scripts / f"{number:04}_next.sql"
    script.write_text("CREATE TABLE ships (name TEXT); DELETE FROM people; SELECT * FROM nowhere;", encoding="utf-8")
    assert 'relation "nowhere" does not exist. Nothing was changed.' in await refusal(bare)
    assert "ships" not in await tables(bare)
    script.write_text("ALTER TABLE people ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';", encoding="utf-8")
    await open_and_close(bare)
    assert await ask(bare, "SELECT id, colour, version FROM people, kontor") == [(1, "red", number)]


async def test_messages_and_gathered_notices_of_schema_18_are_told_apart(
    bare: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(postgresql, "MIGRATIONS", scripts_up_to(18, postgresql.MIGRATIONS, tmp_path))
        await open_and_close(bare)
    async with connected_to(bare) as connection:
        await connection.execute(PINGED)
    await open_and_close(bare)
    assert await ask(bare, READ_PINGED) == STILL_PINGED


async def test_what_waited_at_schema_20_has_readable_lanes_and_one_counter_in_each_column(
    bare: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(postgresql, "MIGRATIONS", scripts_up_to(20, postgresql.MIGRATIONS, tmp_path))
        await open_and_close(bare)
    async with connected_to(bare) as connection:
        await connection.execute(PINGED + WAITED)
    await open_and_close(bare)
    assert await ask(bare, READ_WAITING) == STILL_WAITING


# Connections that break


@pytest.fixture
async def db(server_address: str) -> AsyncIterator[Database]:
    opened = (await open_quickly(server_address)).db
    yield opened
    await opened.close()


async def end_all(address: str) -> None:
    async with connected_to(address) as connection:
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'kontor %'"
        )


async def test_when_all_connections_were_ended_reading_and_writing_go_on(db: Database, server_address: str) -> None:
    await save(db, 1)
    await end_all(server_address)
    await save(db, 2)
    assert await known(db) == [1, 2]
    await held(server_address)
    assert "Another Kontor is running" in await refusal(server_address), "it has the lock again"


async def test_what_was_begun_when_the_connection_broke_is_undone(db: Database, server_address: str) -> None:
    doubts: list[int] = []
    db.events.add(Noting(doubts, []))
    with pytest.raises(Unreachable):
        await end_all_in_the_middle(db, server_address)
    assert doubts
    assert await known(db) == []
    await save(db, 3)
    assert await known(db) == [3]


async def end_all_in_the_middle(db: Database, address: str) -> None:
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1))
        assert await people.person(writer, 1)
        await end_all(address)
        await people.save_person(writer, PersonRow(id=2))


async def held(address: str, *numbers: int) -> None:
    """Wait until these partitions are held; none named: the only one."""
    async with connected_to(address) as connection:
        for _ in range(1000):
            if sorted(row[0] for row in await connection.fetch("SELECT kontor_held()")) == list(numbers or (0,)):
                return
            await asyncio.sleep(0.01)
    raise AssertionError(f"nobody holds {numbers}")


@pytest.mark.parametrize("still", [True, False])
async def test_nothing_is_written_once_another_has_or_had_the_share(
    db: Database, server_address: str, *, still: bool
) -> None:
    lost: list[Exception] = []
    db.events.add(Noting([], lost))
    async with no_other_claims(server_address) as other:
        await end_all(server_address)
        await other.execute("SELECT pg_try_advisory_lock(1265593972, 0)")
        await other.execute("UPDATE kontor_shares SET epoch = epoch + 1, holder = 'another'")
        if not still:
            await other.execute("SELECT pg_advisory_unlock_all()")
    with pytest.raises(
        PartitionLost, match=r"Another Kontor has taken this one's place on postgresql://postgres@/kontor_"
    ):
        await save(db, 1)
    assert [type(problem) for problem in lost] == [PartitionLost]
    assert isinstance(db.lost, PartitionLost)
    assert await known(db) == []


async def ended(connection: Any) -> None:
    """Wait until the server has ended a connection."""
    for _ in range(1000):
        if connection.is_closed():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it is still there")


@asynccontextmanager
async def no_other_claims(address: str) -> AsyncIterator[Any]:
    """While this lasts, nobody else claims a partition, or holds one again."""
    async with connected_to(address) as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", postgresql._MIGRATION_LOCK)
        yield connection


async def test_a_connection_of_ours_that_only_the_server_believes_in_does_not_keep_the_lock(
    server_address: str,
) -> None:
    cluster = await open_quickly(server_address)
    assert isinstance(cluster, LeasedCluster)
    db, forgotten = cluster.db, cluster.lease._connection

    class Broken:
        def is_closed(self) -> bool:
            return True

    cluster.lease._connection = Broken()
    cluster.lease._broken.set()
    await ended(forgotten)
    await held(server_address)
    await save(db, 1)
    assert await known(db) == [1]
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)):
        await forgotten.fetch("SELECT 1")
    await db.close()


# A server that is away


async def test_while_the_server_is_away_each_attempt_says_so_and_afterwards_all_goes_on(own_server: Postgres) -> None:
    address = own_server.new_database()
    db = (await open_alone(address)).db
    try:
        await save(db, 1)
        await asyncio.to_thread(own_server.stop)
        for attempt in (save(db, 2), known(db), save(db, 3), known(db)):
            with pytest.raises(Unreachable, match=r"postgresql://postgres@/\w+ cannot be reached: \w"):
                await attempt
        own_server.start()
        await save(db, 4)
        assert await known(db) == [1, 4]
        await held(address)
        assert "Another Kontor is running" in await refusal(address)
        await asyncio.to_thread(own_server.stop, signal.SIGQUIT)
        own_server.start()
        assert await known(db) == [1, 4], "also when it crashed"
        await save(db, 5)
    finally:
        await db.close()
