"""The file is opened alone, brought up to date, copied, or refused with a sentence and left as it is."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage import Address, Unreachable, Unusable, back_up, open_database
from storage.engines import sqlite
from storage.queries import people
from storage.rows import PersonRow

pytestmark = pytest.mark.quick

ANNA = PersonRow(id=1, language="de")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kontor.db"


async def fill(path: Path, count: int = 1) -> None:
    """Make a file with some people in it."""
    db = await open_database(path)
    async with db.transaction() as writer:
        for number in range(1, count + 1):
            await people.save_person(writer, PersonRow(id=number, language="de"))
    await db.close()


async def open_and_close(path: Path) -> None:
    await (await open_database(path)).close()


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute(question).fetchall()


async def refusal(path: Path, *, ours: bool = True) -> str:
    """Open a file that cannot be used; return the sentence. Not a byte of it may change.

    Nothing is left beside a file that is not ours.
    """
    before = path.read_bytes()
    with pytest.raises(Unusable) as caught:
        await open_database(path)
    assert path.read_bytes() == before
    beside = [f"{path.name}.lock"] if ours else []
    assert sorted(file.name for file in path.parent.glob(f"{path.name}*")) == [path.name, *beside]
    return str(caught.value)


# Opening


async def test_a_new_file_has_the_whole_schema(path: Path) -> None:
    db = await sqlite.open_file(path)
    try:
        for connection in (db.reader, db._writer):
            settings = [
                [row[0] for row in await connection.execute_fetchall(f"PRAGMA {name}")]
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            ]
            assert settings == [["wal"], [2], [1], [5000]]
    finally:
        await db.close()
    assert ask(path, "PRAGMA user_version") == [(len(list(sqlite.MIGRATIONS.glob("*.sql"))),)]
    names = {row[0] for row in ask(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {"tables", "seats", "log", "drafts", "outbox", "posts", "timers", "people", "servers", "results"} <= names


async def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    await open_and_close(tmp_path / "a" / "b" / "kontor.db")
    assert (tmp_path / "a" / "b" / "kontor.db").exists()


async def test_a_name_that_means_memory_to_sqlite_is_a_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await fill(Path(":memory:"))
    assert ask(tmp_path / ":memory:", "SELECT count(*) FROM people") == [(1,)]


async def test_what_was_written_is_there_when_opened_again(path: Path) -> None:
    await fill(path)
    before = path.read_bytes()
    db = await open_database(path)
    assert await people.person(db.reader, 1) == ANNA
    await db.close()
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["kontor.db", "kontor.db.lock"]


async def test_the_reader_cannot_write(path: Path) -> None:
    db = await open_database(path)
    try:
        with pytest.raises(sqlite3.OperationalError):
            await db.reader.execute_fetchall("DELETE FROM people")
    finally:
        await db.close()


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_nobody_else_can_read_the_file_nor_what_is_beside_it(tmp_path: Path, scripts: Path) -> None:
    usual = os.umask(0o022)
    try:
        path = tmp_path / "data" / "playground" / "kontor.db"
        await fill(path)
        path.chmod(0o644)  # As an older Kontor has left it.
        add_script(scripts, "CREATE TABLE ships (name TEXT NOT NULL);")
        db = await open_database(path)
        await back_up(path, path.with_name("copy.db"))
        found = {file.name: mode(file) for file in path.parent.iterdir()}
        await db.close()
    finally:
        os.umask(usual)
    assert mode(path.parent) == mode(path.parent.parent) == 0o700
    assert len(found) == 6, "the database, its lock, log and index, and two copies"
    assert set(found.values()) == {0o600}


async def test_who_may_not_migrate_reads_which_schema_there_is(path: Path, scripts: Path) -> None:
    await fill(path)
    new = add_script(scripts, "CREATE TABLE ships (name TEXT NOT NULL);")
    before = path.read_bytes()
    with pytest.raises(Unusable, match=rf"has schema {new - 1}; this Kontor has schema {new}\. Nothing was changed\."):
        await open_database(path, migrate=False)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*.schema*"))
    await open_and_close(path)
    await (await open_database(path, migrate=False)).close()


# Files that cannot be used


async def test_a_file_of_a_newer_kontor_is_refused(path: Path) -> None:
    await fill(path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 99")
    assert "newer Kontor (schema 99)" in await refusal(path)


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("Dear diary, " * 1000, encoding="utf-8")
    assert "not a database" in await refusal(path, ours=False)


@pytest.mark.repeated(3)
@pytest.mark.parametrize("part", [0.01, 0.5, 0.99])
async def test_a_torn_file_is_refused(path: Path, part: float) -> None:
    await fill(path, 2000)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    assert re.search("malformed|damaged", await refusal(path))


async def test_a_file_with_a_damaged_page_is_refused(path: Path) -> None:
    await fill(path, 2000)
    data = bytearray(path.read_bytes())
    data[-8 * 4096 : -4 * 4096] = b"\xff" * (4 * 4096)
    path.write_bytes(data)
    assert "damaged" in await refusal(path)


def scribble(path: Path, old: bytes) -> None:
    """Write bytes that are no text over the first place in a file where these are."""
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, b"\xcf" * len(old), 1))


async def test_a_file_whose_names_are_no_text_is_refused(path: Path, tmp_path: Path) -> None:
    await fill(path)
    scribble(path, b"CREATE TABLE people")
    assert re.search("is damaged: .*Put a backup in its place", await refusal(path))
    with pytest.raises(Unusable, match="Cannot copy"):
        await back_up(path, tmp_path / "copy.db")


async def test_a_value_that_is_no_text_is_named_by_its_column_and_not_shown(path: Path) -> None:
    db = await open_database(path)
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1, language="quxsecret"))
    await db.close()
    scribble(path, b"cret")
    db = await open_database(path)
    try:
        for reader in (db.reader, db.sync_reader):
            with pytest.raises(Unusable, match="is damaged: column 'language' has a value that is no text") as refused:
                await reader.execute_fetchall("SELECT language FROM people")
            assert "qux" not in str(refused.value)
    finally:
        await db.close()


async def test_a_file_that_cannot_be_opened_is_refused_with_what_to_do(path: Path) -> None:
    await fill(path)
    path.with_name("kontor.db-wal").mkdir()
    with pytest.raises(Unusable, match=r"unable to open database file\. Nothing was changed\. This user must be able"):
        await open_database(path)


async def test_while_the_disk_fails_reading_says_that_the_database_is_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing:
        def execute(self, sql: str, parameters: object) -> None:
            problem = sqlite3.OperationalError("disk I/O error")
            problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
            raise problem

        execute_fetchall = execute

    db = await sqlite.open_file(path)
    try:
        for reader in (db.reader, db.sync_reader):
            with monkeypatch.context() as disk:
                disk.setattr(reader, "_connection", Failing())
                with pytest.raises(Unreachable, match=r"cannot be read: disk I/O error\."):
                    await reader.execute_fetchall("SELECT 1")
    finally:
        await db.close()


async def test_the_database_of_another_program_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE diary (entry TEXT)")
    assert "another program" in await refusal(path, ours=False)


async def test_a_place_where_nothing_can_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match="Cannot write beside the database"):
        await open_database(tmp_path / "file" / "kontor.db")


# One process for each file


async def test_a_file_in_use_is_refused_until_it_is_closed(path: Path) -> None:
    first = await open_database(path)
    with pytest.raises(Unusable, match=r"Another Kontor is running on .*kontor\.db\. Stop it first\."):
        await open_database(path)
    await first.close()
    await open_and_close(path)


HOLDER = """
import asyncio, sys
from cluster import open_alone
from storage import address_of

async def hold():
    db = await open_alone(address_of(sys.argv[1]))
    print("open", flush=True)
    await asyncio.sleep(60)

asyncio.run(hold())
"""


@contextmanager
def another_process(path: Address) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        try:
            yield process
        finally:
            process.kill()


async def test_a_file_in_use_by_another_process_is_refused_until_that_is_killed(path: Path) -> None:
    with another_process(path) as process:
        with pytest.raises(Unusable, match="Another Kontor is running"):
            await open_database(path)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        await open_and_close(path)


async def test_a_refused_file_is_not_held(path: Path) -> None:
    path.write_text("Dear diary", encoding="utf-8")
    await refusal(path, ours=False)
    path.unlink()
    await open_and_close(path)


# Migrations


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our migrations, to which a test adds more."""
    folder = tmp_path / "migrations"
    shutil.copytree(sqlite.MIGRATIONS, folder)
    monkeypatch.setattr(sqlite, "MIGRATIONS", folder)
    return folder


def add_script(folder: Path, text: str) -> int:
    """Add the next numbered migration; return its number."""
    number = len(list(folder.glob("*.sql"))) + 1
    (folder / f"{number:04}_next.sql").write_text(text, encoding="utf-8")
    return number


async def test_an_older_file_is_copied_and_then_brought_up_to_date(path: Path, scripts: Path) -> None:
    await fill(path)
    new = add_script(scripts, "ALTER TABLE people ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';")
    await open_and_close(path)
    assert ask(path, "SELECT id, colour FROM people") == [(1, "red")]
    assert ask(path, "PRAGMA user_version") == [(new,)]
    copy = path.with_name(f"kontor.db.schema{new - 1}")
    assert ask(copy, "PRAGMA user_version") == [(new - 1,)]
    assert ask(copy, "SELECT id, language FROM people") == [(1, "de")]


async def test_the_people_of_a_file_of_schema_1_are_kept(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.executescript(Path(__file__).with_name("schema1.sql").read_text(encoding="utf-8"))
    assert ask(path, "PRAGMA user_version") == [(1,)]
    db = await open_database(path)
    assert await people.person(db.reader, 1) == PersonRow(id=1, language="de", pictures=False, hints=2)
    assert await people.person(db.reader, 2) == PersonRow(id=2, dms=False, hints=3)
    await db.close()
    assert ask(path, "SELECT person, name FROM seats") == [(1, "Anna")]
    assert "name" not in [column for _, column, *_ in ask(path, "PRAGMA table_info(people)")]
    assert ask(path.with_name("kontor.db.schema1"), "SELECT name FROM people WHERE id = 2") == [("Bert",)]


PINGED = """
    INSERT INTO tables (id, game, rules, seed, options, status, size, host, server, channel, language, created)
    VALUES (1, 'visby', 1, 1, '{}', 'playing', 2, 1, 10, 20, 'en', 1);
    INSERT INTO pings (table_id, person, kind, channel, message, frame, decision, entries, at)
    VALUES (1, 1, 'ping', 20, 101, 5, 'choose', 2, 9), (1, 1, 'ping_later', 0, 7, 0, '', 0, 9),
    (1, 2, 'half', 20, 102, 5, 'choose', 2, 9), (1, 2, 'full_later', 0, 8, 0, '', 0, 9);
"""
"""At schema 18: two messages, and two notices that were gathered, under the same column."""
STILL_PINGED = [("half", 20, 102, 5), ("ping", 20, 101, 5)]
READ_PINGED = "SELECT kind, channel, message, frame FROM pings ORDER BY kind"
"""Since schema 24 only the messages are stored."""
WAITED = """
    INSERT INTO outbox (id, table_id, kind, seat, position, stamp, due, lane, nonce) VALUES
    (5, 1, 'story', NULL, 1, 0, 0, 0, ''), (6, 1, 'board', NULL, 1, 2000003, 0, 0, ''),
    (7, 1, 'hand', 2, 1, 0, 0, 3, ''), (8, 1, 'gathered', 1, 1, 0, 0, -11, ''),
    (9, 1, 'gathered', NULL, 1, 0, 0, -107, ''), (10, 1, 'gathered', NULL, 1, 0, 0, 1950, ''),
    (11, 1, 'outdated', NULL, 1, 0, 0, 1099511627776, ''), (12, 1, 'board', NULL, 1, 0, 0, -1012, 'k2.1'),
    (13, 1, 'seat_offered', 3, 1, 0, 4102444800, -23, ''), (14, 1, 'seat_gone', 3, 1, 0, 0, -33, ''),
    (15, 1, 'pings_gone', NULL, 1, 0, 0, -1, ''), (16, 1, 'place_gone', NULL, 1, 0, 0, -2, ''),
    (17, 1, 'opened', NULL, 1, 0, 0, -4, ''), (18, 1, 'offers', NULL, 1, 0, 0, -5, ''),
    (19, 1, 'board', NULL, 1, 0, 0, -3, '');
"""
"""At schema 20: rows in every lane, of which some may already have been delivered."""
STILL_WAITING = [
    (5, "table", 0, 0, "k5.0"), (6, "table", 3, 2, ""), (7, "hand 2", 0, 0, ""), (8, "digest 1", 0, 0, "k8.0"),
    (9, "digest of guest 7", 0, 0, "k9.0"), (10, "digest of guest 950", 0, 0, "k10.0"),
    (11, "remove 1099511627776", 0, 0, ""), (12, "row 12", 0, 0, "k2.1"), (13, "offer 3", 0, 0, ""),
    (14, "seat gone 3", 0, 0, "k14.0"), (15, "obsolete pings", 0, 0, ""), (16, "channel deleted", 0, 0, "k16.0"),
    (17, "new lobby", 0, 0, "k17.0"), (18, "offers", 0, 0, ""), (19, "later", 0, 0, ""),
]  # fmt: skip
READ_WAITING = "SELECT id, lane, version, deliveries, nonce FROM outbox ORDER BY id"


async def test_messages_and_gathered_notices_of_schema_18_are_told_apart(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(sqlite, "MIGRATIONS", scripts_up_to(18, sqlite.MIGRATIONS, tmp_path))
        await open_and_close(path)
    with closing(sqlite3.connect(path)) as file:
        file.executescript(PINGED)
    await open_and_close(path)
    assert ask(path, READ_PINGED) == STILL_PINGED


async def test_what_waited_at_schema_20_has_readable_lanes_and_one_counter_in_each_column(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(sqlite, "MIGRATIONS", scripts_up_to(20, sqlite.MIGRATIONS, tmp_path))
        await open_and_close(path)
    with closing(sqlite3.connect(path)) as file:
        file.executescript(PINGED + WAITED)
    await open_and_close(path)
    assert ask(path, READ_WAITING) == STILL_WAITING


async def test_boards_and_hands_that_schema_22_let_wait_for_hours_are_due_at_once(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(sqlite, "MIGRATIONS", scripts_up_to(22, sqlite.MIGRATIONS, tmp_path))
        await open_and_close(path)
    with closing(sqlite3.connect(path)) as file:
        file.executescript(PINGED)
        file.executescript("""
            INSERT INTO outbox (table_id, kind, seat, position, due, tries, refused) VALUES
            (1, 'board', NULL, 1, 9999999999, 0, 0), (1, 'hand', 1, 1, 9999999999, 0, 0),
            (1, 'hand', 0, 1, 90, 0, 0), (1, 'hand', 2, 1, 9999999999, 2, 0), (1, 'lobby', NULL, 1, 9999999999, 0, 0);
        """)
    await open_and_close(path)
    assert ask(path, "SELECT due, since FROM outbox ORDER BY id") == [
        *((0, 0), (0, 0), (90, 0), (9999999999, 0), (9999999999, 0)),
    ]


def scripts_up_to(last: int, scripts: Path, tmp_path: Path) -> Path:
    """Return a folder with the scripts that there were once."""
    folder = tmp_path / f"up-to-{last}"
    folder.mkdir()
    for script in scripts.glob("*.sql"):
        if int(script.name.split("_")[0]) <= last:
            shutil.copy(script, folder)
    return folder


def test_migrations_are_numbered_one_after_the_other() -> None:
    """A file knows how many it has had: two with one number would be taken in an order that nobody chose."""
    numbers = [int(script.name.split("_")[0]) for script in sorted(sqlite.MIGRATIONS.glob("*.sql"))]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_several_migrations_are_applied_in_order(path: Path, scripts: Path) -> None:
    await fill(path)
    add_script(scripts, "CREATE TABLE ships (name TEXT NOT NULL);")
    add_script(scripts, "ALTER TABLE ships ADD COLUMN cargo INTEGER NOT NULL DEFAULT 7;")
    add_script(scripts, "INSERT INTO ships (name) VALUES ('Adler');")
    await open_and_close(path)
    assert ask(path, "SELECT * FROM ships") == [("Adler", 7)]


async def test_a_new_file_needs_no_copy(path: Path, scripts: Path) -> None:
    add_script(scripts, "CREATE TABLE ships (name TEXT NOT NULL);")
    await open_and_close(path)
    assert list(path.parent.glob("*.schema*")) == []


async def test_a_failing_migration_changes_nothing(path: Path, scripts: Path) -> None:
    await fill(path)
    before = path.read_bytes()
    number = add_script(scripts, "CREATE TABLE ships (name TEXT); DELETE FROM people; SELECT * FROM nowhere;")
    with pytest.raises(Unusable, match="nowhere"):
        await open_database(path)
    assert path.read_bytes() == before
    (scripts / f"{number:04}_next.sql").unlink()
    db = await open_database(path)
    assert await people.person(db.reader, 1) == ANNA
    await db.close()


async def test_each_migration_has_a_fresh_copy_and_keeps_the_older_ones(path: Path, scripts: Path) -> None:
    await fill(path, 1)
    number = add_script(scripts, "SELECT * FROM nowhere;")
    with pytest.raises(Unusable):
        await open_database(path)
    (scripts / f"{number:04}_next.sql").unlink()
    await fill(path, 2)
    add_script(scripts, "CREATE TABLE ships (name TEXT);")
    await open_and_close(path)
    copies = [path.with_name(f"kontor.db.schema{number - 1}{more}") for more in ("", ".2")]
    assert [ask(copy, "SELECT count(*) FROM people") for copy in copies] == [[(1,)], [(2,)]]


# Copies


async def test_a_copy_holds_what_is_committed_even_while_the_file_is_in_use(path: Path, tmp_path: Path) -> None:
    await fill(path)
    db = await open_database(path)
    copy = tmp_path / "copy.db"
    try:
        async with db.transaction() as writer:
            await people.save_person(writer, PersonRow(id=2))
            await back_up(path, copy)
    finally:
        await db.close()
    again = await open_database(copy)
    assert await people.person(again.reader, 1) == ANNA
    assert await people.person(again.reader, 2) is None
    await again.close()
    assert ask(path, "SELECT count(*) FROM people") == [(2,)]


async def test_a_copy_never_overwrites_a_file(path: Path, tmp_path: Path) -> None:
    await fill(path)
    (tmp_path / "copy.db").write_text("precious", encoding="utf-8")
    with pytest.raises(Unusable, match="exists already"):
        await back_up(path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text(encoding="utf-8") == "precious"


async def test_what_cannot_be_copied_is_said(path: Path, tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="Cannot copy"):
        await back_up(path, tmp_path / "copy.db")
    assert not path.exists()
    await fill(path)
    with pytest.raises(Unusable, match="Cannot copy"):
        await back_up(path, tmp_path / "nowhere" / "copy.db")
    path.write_bytes(path.read_bytes()[:30_000])
    with pytest.raises(Unusable, match="malformed"):
        await back_up(path, tmp_path / "copy.db")
    assert list(tmp_path.glob("copy.db*")) == [], "nothing that could be taken for a copy"


async def test_a_copy_has_its_name_only_once_it_is_whole(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(path)
    (tmp_path / "copy.db.part").write_text("left by one that was killed", encoding="utf-8")

    def full(file: int) -> None:
        assert not (tmp_path / "copy.db").exists()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(Unusable, match=r"copy\.db: No space left on device\."):
            await back_up(path, tmp_path / "copy.db")
    assert list(tmp_path.glob("copy.db*")) == []
    await back_up(path, tmp_path / "copy.db")
    assert ask(tmp_path / "copy.db", "SELECT count(*) FROM people") == [(1,)]
