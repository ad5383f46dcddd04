"""The front door: what bad settings say, checking and copying the file, one process, an orderly end."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

import bot
import monitoring
from cluster import lease, open_alone
from cluster.lease import LeaseTimings
from cogs.bot import Kontor, NotInvited
from monitoring import MonitoringError
from monitoring.meters import NoMeters
from startup.settings import Settings
from storage import PartitionLost, Unusable, open_database
from storage.engines import postgresql
from storage.queries import people
from tables.model.table_errors import Declined
from tables.runtime import people as persons
from tables.runtime.services import Frontend, Services
from tables.runtime.thinker import NoThinker
from tables.seating import lobby
from tables.seating.table_settings import NewTable
from tests.storage.server import connected_to

ROOT = Path(__file__).parent.parent
TOKEN = "aaaa.bbbb.cccc"


async def test_if_metrics_cannot_be_served_there_it_does_not_start_and_lets_go_of_its_file(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        where = ("127.0.0.1", taken.getsockname()[1])
        wanted = Settings(TOKEN, tmp_path / "kontor.db", "INFO", None, None, None, where)
        with pytest.raises(MonitoringError, match=r"KONTOR_METRICS: nobody can be served at 127\.0\.0\.1:.*in use"):
            await bot.run(wanted)
    await (await open_database(tmp_path / "kontor.db")).close()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().remove_signal_handler(each)


async def test_commands_for_a_server_it_is_not_on_are_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = AsyncMock(side_effect=discord.Forbidden(Mock(status=403), "Missing Access"))
    monkeypatch.setattr(discord.app_commands.CommandTree, "sync", sync)
    monkeypatch.setattr(Kontor, "start", lambda kontor, token: kontor.setup_hook())
    with pytest.raises(NotInvited, match=r"not on the server 123 .*Missing Access\)\. Invite it there first"):
        await bot.run(Settings(TOKEN, tmp_path / "kontor.db", "INFO", None, 123, None))
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().remove_signal_handler(each)


def test_what_is_imported_is_never_walked_for_garbage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usual, frozen = gc.get_threshold(), list[int]()
    gc.set_threshold(700, 10, 10)

    def begins(running: Coroutine[Any, Any, None]) -> None:
        running.close()
        frozen.append(gc.get_freeze_count())
        assert gc.get_threshold()[0] > 700

    monkeypatch.setattr(asyncio, "run", begins)
    monkeypatch.setattr("monitoring.set_up_logging", lambda level, form: None)
    try:
        assert bot.serve(Settings(TOKEN, tmp_path / "kontor.db", "INFO", None, None, None)) == 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
    assert frozen[0] > 50_000


# The command line


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Type `python bot.py …` in an empty folder."""
    known = {key: value for key, value in os.environ.items() if not key.startswith(("KONTOR_", "DISCORD_"))}
    return subprocess.run(
        [sys.executable, str(ROOT / "bot.py"), *arguments],
        cwd=folder,
        env={**known, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.slow
def test_who_runs_it_without_a_token_or_with_a_bad_setting_reads_one_sentence(tmp_path: Path) -> None:
    for arguments, environment, sentence in (
        (("run",), {}, bot.NO_TOKEN),
        (("verify",), {"KONTOR_LOG": "loud"}, "KONTOR_LOG is 'LOUD'."),
        (
            ("run",),
            {"DISCORD_TOKEN": TOKEN, "DISCORD_PROXY": "http://127.0.0.1:9", "KONTOR_LOG": "ERROR"},
            "Cannot reach 127.0.0.1: ",
        ),
    ):
        done = run(tmp_path, *arguments, **environment)
        assert done.returncode == 1
        assert done.stderr.startswith(sentence)
        assert done.stderr.count("\n") == 1
        assert not done.stdout


@pytest.mark.thorough
def test_it_starts_though_the_file_that_shows_it_is_alive_cannot_be_touched(tmp_path: Path) -> None:
    nowhere = {"DISCORD_TOKEN": TOKEN, "DISCORD_PROXY": "http://127.0.0.1:9", "KONTOR_ALIVE": "missing/alive"}
    *logged, last = run(tmp_path, "run", **nowhere).stderr.splitlines()
    assert last.startswith("Cannot reach 127.0.0.1: "), "it got as far as to Discord"
    assert "KONTOR_ALIVE cannot be touched" in "\n".join(logged)


@pytest.mark.thorough
def test_a_proxy_that_does_not_let_us_through_is_named_without_its_password(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as proxy:

        def refuse() -> None:
            caller, _ = proxy.accept()
            caller.recv(65536)
            caller.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            caller.close()

        blocked_channels = threading.Thread(target=refuse)
        blocked_channels.start()
        address = f"http://user:geheim@127.0.0.1:{proxy.getsockname()[1]}"
        done = run(tmp_path, "run", DISCORD_TOKEN=TOKEN, DISCORD_PROXY=address, KONTOR_LOG="ERROR")
        blocked_channels.join()
    assert done.returncode == 1
    assert done.stderr == "The proxy does not let us through: 407. Look at DISCORD_PROXY in .env.\n"


async def one_table(path: Path) -> Services:
    """Return a house in which a game of Visby has begun."""
    services = Services(await open_alone(path), lambda: 1_000_000, NoThinker())

    class Nobody(Frontend):
        async def deliver(self, attempt: object, table: object) -> None:
            return

    services.connect(Nobody())
    table = await lobby.open_table(services, 1, "Anna", NewTable(game="visby", size=2, server=1, channel=1))
    await lobby.join(services, table.id, 2, "Bert")
    await lobby.start(services, table.id, 1)
    return services


@pytest.mark.thorough
async def test_verify_replays_all_tables_and_backup_copies_them_also_in_use(tmp_path: Path) -> None:
    path, copy = tmp_path / "kontor.db", tmp_path / "copy.db"
    services = await one_table(path)
    try:
        busy = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB=str(path))
        assert busy.returncode == 1
        assert busy.stderr == f"Another Kontor is running on {path}. Stop it first.\n"
        done = await asyncio.to_thread(run, tmp_path, "backup", str(copy), KONTOR_DB=str(path))
        assert (done.returncode, done.stdout) == (0, f"Written: {copy}\n")
    finally:
        await services.close()
    again = await asyncio.to_thread(run, tmp_path, "backup", str(copy), KONTOR_DB=str(path))
    assert again.returncode == 1
    assert again.stderr == f"{copy} exists already. Name a new file.\n"

    good = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB=str(copy))
    assert (good.returncode, good.stdout) == (0, "tables replayed: 1, faults: 0\n")
    rated = await asyncio.to_thread(run, tmp_path, "ratings", KONTOR_DB=str(copy))
    assert (rated.returncode, rated.stdout) == (0, "results: 0, ratings: 0, changed: 0\n")
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE tables SET rules = 0")
    old = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB=str(copy))
    assert (old.returncode, old.stdout) == (0, "tables replayed: 0, pinned to older rules: 1, faults: 0\n")
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE tables SET rules = 1")
        db.execute("UPDATE tables SET seed = seed + 1")
        db.execute("UPDATE tables SET version = version + 1")
    bad = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB=str(copy))
    assert bad.returncode == 1
    assert "Table 1: the log has 0 entries, version 1.\ntables replayed: 1, faults: 1\n" in bad.stdout


async def test_verify_names_a_table_that_cannot_be_read_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "kontor.db"
    await (await one_table(path)).close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE tables SET clock = CAST(x'7BCF' AS TEXT)")
    done = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB=str(path))
    assert (done.returncode, done.stderr) == (1, "")
    fault, count = done.stdout.splitlines()
    assert re.fullmatch(
        "Table 1: it cannot be read: .* is damaged: column 'clock' has a value that is no text.*", fault
    )
    assert count == "tables replayed: 0, faults: 1"


async def test_verify_changes_nothing_and_says_which_schema_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kontor.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((ROOT / "tests/storage/schema2.sql").read_text(encoding="utf-8"))
    before = path.read_bytes()
    done = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB=str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "has schema 2; this Kontor has schema" in done.stderr
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"kontor.db", "kontor.db.lock"}


@pytest.mark.thorough
async def test_verify_ratings_and_move_work_with_a_server_and_a_backup_names_pg_dump(
    tmp_path: Path, server_address: str
) -> None:
    path = tmp_path / "kontor.db"
    await (await one_table(path)).close()
    secret = server_address.replace("postgres@", "postgres:s3cret@")
    moved = await asyncio.to_thread(run, tmp_path, "move", str(path), secret)
    assert moved.returncode == 0
    tables, sentence = moved.stdout.splitlines()
    assert re.fullmatch(r"tables of the database: \d\d, rows: \d+, faults: 0", tables)
    assert re.fullmatch(
        r"All of it is in postgresql://postgres@/\w+ now\. Write that address into KONTOR_DB.*", sentence
    )
    good = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB=secret)
    assert (good.returncode, good.stdout) == (0, "tables replayed: 1, faults: 0\n")
    rated = await asyncio.to_thread(run, tmp_path, "ratings", KONTOR_DB=secret)
    assert (rated.returncode, rated.stdout) == (0, "results: 0, ratings: 0, changed: 0\n")
    copied = await asyncio.to_thread(run, tmp_path, "backup", "copy.dump", KONTOR_DB=secret)
    assert copied.returncode == 1
    assert "pg_dump --format=custom --file=copy.dump postgresql://postgres@/" in copied.stderr
    with pytest.raises(Unusable, match=r"is not empty\. Nothing was changed\.") as again:
        await bot.move(path, secret)
    with pytest.raises(Unusable, match=r"There is no database nowhere\.db\. Nothing was changed\."):
        await bot.move(Path("nowhere.db"), secret)
    with pytest.raises(Unusable, match=r"kontor\.db is both where to take it from and where to put it\."):
        await bot.move(path, path)
    assert "s3cret" not in str(again.value)
    for done in (moved, good, rated, copied):
        assert "s3cret" not in done.stdout + done.stderr


async def test_what_only_looks_at_games_makes_no_database_where_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for name in ("misspelt.db", "empty.db"):
        for command in (bot.check, bot.recompute):
            with pytest.raises(Unusable, match=rf"There is no database .*{name}\. Nothing was changed\."):
                await command(Settings(TOKEN, tmp_path / name, "INFO", None, None, None))
    assert [file.name for file in tmp_path.iterdir()] == ["empty.db"]


@pytest.mark.thorough
async def test_without_the_driver_only_who_wants_postgresql_reads_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "asyncpg.py").write_text("raise ModuleNotFoundError(name='asyncpg')", encoding="utf-8")
    hidden = {"PYTHONPATH": str(tmp_path)}
    await (await open_database(tmp_path / "data" / "kontor.db")).close()
    good = await asyncio.to_thread(run, tmp_path, "verify", **hidden)
    assert (good.returncode, good.stdout) == (0, "tables replayed: 0, faults: 0\n")
    done = await asyncio.to_thread(run, tmp_path, "verify", KONTOR_DB="postgresql://host/games", **hidden)
    assert done.returncode == 1
    assert (
        done.stderr
        == "PostgreSQL needs one more package. Install it: .venv/bin/pip install -r requirements/postgresql.txt\n"
    )


async def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    database = await open_database(tmp_path / "kontor.db")
    try:
        with pytest.raises(Unusable, match="Another Kontor is running"):
            await open_database(tmp_path / "kontor.db")
    finally:
        await database.close()
    await (await open_database(tmp_path / "kontor.db")).close()


# The end


async def until(so: Callable[[], bool]) -> None:
    """Wait, at most half a minute."""
    for _ in range(3000):
        if so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_told_to_stop_it_finishes_what_it_has_begun_and_closes_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: signal.Signals
) -> None:
    """Discord itself is left out: the bot waits where it would be connected."""
    path = tmp_path / "kontor.db"
    declined = []

    async def connected(kontor: Kontor, token: str) -> None:
        assert token == TOKEN
        visit = asyncio.create_task(somebody(kontor.services))
        await asyncio.sleep(0)
        os.kill(os.getpid(), sign)
        await until(kontor.is_closed)
        assert visit.done()

    async def somebody(services: Services) -> None:
        with services.background.request():
            await until(lambda: services.background.closing)
            await persons.meet(services, 1)
        with pytest.raises(Declined, match="restarting"), services.background.request():
            pass
        declined.append(1)

    monkeypatch.setattr(Kontor, "start", connected)
    loop = asyncio.get_running_loop()
    try:
        await asyncio.wait_for(bot.run(Settings(TOKEN, path, "INFO", None, None, None)), 60)
    finally:
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)
    assert declined
    database = await open_database(path)
    try:
        assert await people.person(database.reader, 1)
    finally:
        await database.close()


async def run_with(monkeypatch: pytest.MonkeyPatch, address: str, *lives: Callable[[Kontor], Awaitable[None]]) -> None:
    """Run the bot on this database; what it does on Discord is done by the first of these, then by the next."""
    left = list(lives)

    async def connected(kontor: Kontor, token: str) -> None:
        await left.pop(0)(kontor)
        await until(kontor.is_closed)

    monkeypatch.setattr(Kontor, "start", connected)
    monkeypatch.setattr(lease, "TIMINGS", LeaseTimings(heartbeat_s=0.1, act_s=1.0, expire_s=2.0, retry_s=0.02))
    try:
        await asyncio.wait_for(bot.run(Settings(TOKEN, address, "INFO", None, None, None)), 60)
    finally:
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)
    assert not left


async def stop(kontor: Kontor) -> None:
    await persons.meet(kontor.services, 2)
    os.kill(os.getpid(), signal.SIGTERM)


async def test_who_loses_its_share_to_another_process_ends_its_bot_and_is_a_spare_again(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def loses(kontor: Kontor) -> None:
        async with connected_to(server_address) as other:
            await other.execute("UPDATE kontor_shares SET epoch = epoch + 1")
            with pytest.raises(PartitionLost):
                await persons.meet(kontor.services, 1)

    await run_with(monkeypatch, server_address, loses, stop)
    database = await open_database(server_address)
    assert await people.person(database.reader, 2)
    assert not await people.person(database.reader, 1)
    await database.close()


async def test_a_second_process_waits_as_a_spare_until_the_first_ends_or_it_is_told_to_stop(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = (await open_alone(server_address)).db
    running = asyncio.create_task(run_with(monkeypatch, server_address, stop))
    await asyncio.sleep(0.3)
    assert not running.done()
    assert not await people.person(first.reader, 2)
    await first.close()
    await running
    first = (await open_alone(server_address)).db
    assert await people.person(first.reader, 2)
    running = asyncio.create_task(run_with(monkeypatch, server_address))
    await asyncio.sleep(0.3)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(running, 10)
    await first.close()


async def test_who_is_told_to_stop_just_as_it_has_got_a_share_lets_go_of_it_and_ends(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Told(NoMeters):
        @asynccontextmanager
        async def serving_as_spare(self, is_database_away: Callable[[], bool]) -> AsyncIterator[None]:
            yield
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(0.05)

    monkeypatch.setattr(monitoring, "meters_at", lambda *settings: Told())
    await asyncio.wait_for(run_with(monkeypatch, server_address), 10)
    await (await open_alone(server_address)).close()


async def test_who_meets_a_newer_schema_ends_with_a_sentence(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = postgresql._scripts()[-1][0]

    async def is_outdated(kontor: Kontor) -> None:
        async with connected_to(server_address) as other:
            await other.execute("UPDATE kontor SET version = 99")

    try:
        with pytest.raises(Unusable, match=r"newer Kontor \(schema 99\)\. Start that one instead of this one\."):
            await run_with(monkeypatch, server_address, is_outdated)
    finally:
        async with connected_to(server_address) as other:
            await other.execute("UPDATE kontor SET version = $1", newest)


@pytest.mark.quick
def test_the_playground_says_that_it_does_not_use_the_database_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bot, "play", lambda asked: 0)
    monkeypatch.setattr(sys, "argv", ["bot.py", "play"])
    monkeypatch.delenv("KONTOR_DB", raising=False)
    assert bot.main() == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setenv("KONTOR_DB", "elsewhere.db")
    assert bot.main() == 0
    assert "KONTOR_DB is for Discord" in capsys.readouterr().out
