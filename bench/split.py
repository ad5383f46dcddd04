"""Tests split brain: a bot process is stopped for ten seconds, loses its partition to a spare, and is continued.

`python -m bench split` runs two processes on one PostgreSQL, with people who keep changing their choices. It stops the
active process with SIGSTOP, continues it with SIGCONT, and checks that it writes and sends nothing afterwards. Database
triggers record which process has written, so that no commit can be missed.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import asyncpg

from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord
from bench.discord.fake_world import items_of
from bench.report import Goal, print_goals, print_table
from bot import now
from cluster import open_alone
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.runtime.services import Frontend, RetryLater, Services
from tables.runtime.thinker import NoThinker
from tables.seating import lobby
from tables.seating.table_settings import NewTable
from tests.storage.server import Postgres, connected_to

STOPS, STOP_S = 20, 10.0
"""How often a process is stopped, and for how many seconds each time."""
IN_FLIGHT_S = 0.05
"""A request that arrives within these seconds after SIGCONT was being sent when the process was stopped.

It cannot be called back, so it does not count as a fault.
"""
TABLES, PEOPLE = 3, 4
SERVER, CHANNEL, FIRST = 400_000_000_000_000_001, 400_000_000_000_000_002, 700_000_000_000_000_001

_RUN = """
import sys
import bot
from bench.discord.fake_discord import use_fake_discord
from pictures.painters import PAINTERS

use_fake_discord(int(sys.argv[1]), sys.argv[2])
PAINTERS.clear()
sys.argv[1:] = ["run"]
sys.exit(bot.main())
"""
_WATCH = """
    CREATE TABLE kontor_written (holder TEXT NOT NULL, at TIMESTAMPTZ NOT NULL);
    CREATE TABLE kontor_raised (holder TEXT NOT NULL, at TIMESTAMPTZ NOT NULL);
    CREATE FUNCTION kontor_watch() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO kontor_written
        VALUES (replace(current_setting('application_name'), 'kontor ', ''), clock_timestamp());
        RETURN NULL;
    END $$;
    CREATE FUNCTION kontor_watch_raise() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO kontor_raised VALUES (new.holder, clock_timestamp());
        RETURN NULL;
    END $$;
    CREATE TRIGGER watch AFTER UPDATE ON kontor_shares FOR EACH ROW EXECUTE FUNCTION kontor_watch_raise();
"""
_WATCHED_TABLES = ("tables", "log", "seats", "outbox", "timers", "people", "posts", "heartbeats")
_COUNT_LATE_WRITES = """
    SELECT count(*) FROM kontor_written AS written WHERE EXISTS (
        SELECT 1 FROM kontor_raised AS raised WHERE raised.holder <> written.holder AND raised.at < written.at
        AND raised.at > (SELECT max(own.at) FROM kontor_raised AS own WHERE own.holder = written.holder)
    )
"""
"""Counts writes of a process that had lost the partition before, and had not acquired it again."""


class StopResult(NamedTuple):
    """What happened when one process was stopped and continued: when the spare acted, and what the stopped one sent."""

    after: float
    """Seconds from the stop until the first request of the spare arrived."""
    in_transaction: bool
    """True if a process had an open transaction right after the stop."""
    in_flight: int
    """Requests of the stopped process within `IN_FLIGHT_S` after SIGCONT: it was stopped while sending them."""
    requests: int
    """Requests that the stopped process began after that, though it had lost its partition. There should be none."""


def measure() -> bool:
    """Stop processes `STOPS` times and print the results; return True if all goals were reached.

    The goals are that no process wrote or began a request after it had lost its partition, and that some process was
    stopped within a transaction.
    """
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        stops, late, written = asyncio.run(_measure(server.new_database(), Path(folder)))
    times = sorted(stop.after for stop in stops)
    requests, in_the_middle = sum(stop.requests for stop in stops), sum(stop.in_transaction for stop in stops)
    print(f"SIGSTOP for {STOP_S:.0f} s, {len(stops)} times, {written:,} writes in all\n")
    print_table(
        ["in a transaction", "requests on their way", "the spare answers after s: median", "longest"],
        [
            [
                *(str(in_the_middle), str(sum(stop.in_flight for stop in stops))),
                *(f"{times[len(times) // 2]:.1f}", f"{times[-1]:.1f}"),
            ]
        ],
    )
    return print_goals(
        (
            Goal("committed by who had lost its partition", str(late), "none", not late),
            Goal("requests begun by who had lost its partition", str(requests), "none", not requests),
            Goal("stopped in the middle of a transaction", str(in_the_middle), "some", in_the_middle > 0),
        )
    )


async def _measure(address: str, folder: Path) -> tuple[list[StopResult], int, int]:
    """Run two processes and stop the active one `STOPS` times while people click.

    Return the results of the stops, the number of writes by a process that had lost its partition, and the number of
    all writes. Each result is also printed to stderr at once. `folder` gets the logs of the processes.
    """
    rng = random.Random(17)
    tables = await _open_tables(address)
    fake = FakeDiscord([payloads.guild(SERVER, CHANNEL, [])], identify_interval_s=0.1, trusting=True)
    async with fake.serving(), connected_to(address) as watcher:
        await watcher.execute(_WATCH)
        for table in _WATCHED_TABLES:
            await watcher.execute(
                f"CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON {table} EXECUTE FUNCTION kontor_watch()"
            )
        async with _process(fake, "one", address, folder) as one:
            await fake.wait_connected()
            async with _process(fake, "two", address, folder) as two, _clicking_players(fake, tables, rng):
                names = {"one": one, "two": two}
                stops = []
                for _ in range(STOPS):
                    await asyncio.sleep(3 + rng.random())
                    stops.append(await _stop(fake, names, watcher))
                    print(f"{len(stops)}: {stops[-1]}", file=sys.stderr, flush=True)
        late = await watcher.fetchval(_COUNT_LATE_WRITES)
        return stops, late, await watcher.fetchval("SELECT count(*) FROM kontor_written")


async def _open_tables(address: str) -> list[int]:
    """Start `TABLES` tables of Visby at which the same people play, and return their ids; nothing is sent."""
    services = Services(await open_alone(address), now, NoThinker())
    services.connect(_SilentFrontend())
    tables = []
    for _ in range(TABLES):
        wanted = NewTable(game="visby", size=PEOPLE, server=SERVER, channel=CHANNEL)
        table = await lobby.open_table(services, FIRST, "Number 0", wanted)
        for number in range(1, PEOPLE):
            await lobby.join(services, table.id, FIRST + number, f"Number {number}")
        await lobby.start(services, table.id, FIRST)
        tables.append(table.id)
    await services.close()
    return tables


class _SilentFrontend(Frontend):
    """A frontend that sends nothing, so that all notifications stay in the outbox for the bot processes."""

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        """Raise `RetryLater`, so that the notification stays in the outbox."""
        raise RetryLater("nobody is connected yet")


@asynccontextmanager
async def _process(fake: FakeDiscord, name: str, address: str, folder: Path) -> AsyncIterator[Process]:
    """Run a bot process during the block and yield it; at the end it is killed. Its log is `NAME.log` in the folder."""
    with (folder / f"{name}.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _RUN, str(fake.port), name),
            env={"DISCORD_TOKEN": "a.b.c", "KONTOR_DB": address, "PATH": "/usr/bin:/bin"},
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.kill()
        await process.wait()


async def _stop(fake: FakeDiscord, names: dict[str, Process], watcher: asyncpg.Connection[Any]) -> StopResult:
    """Stop the process that made the latest request, continue it after `STOP_S` seconds, and watch it for 3 seconds.

    Return what happened. `names` has both processes by name. Raises AssertionError if the other process has made no
    request while this one was stopped.
    """
    holder = fake.world.requests[-1].by
    process = names[holder]
    process.send_signal(signal.SIGSTOP)
    began = monotonic()
    await asyncio.sleep(0.05)  # the server has finished what it had begun
    state = await watcher.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'kontor %'"
        " AND state LIKE 'idle in transaction%'"
    )
    after = 0.0
    while monotonic() - began < STOP_S:
        await asyncio.sleep(0.02)
        if not after and any(each.by != holder for each in fake.world.requests[-50:] if each.at > began):
            after = monotonic() - began
    assert after, "nobody has taken over"
    goes_on = monotonic()
    process.send_signal(signal.SIGCONT)
    await asyncio.sleep(3)
    arrived = [each.at - goes_on for each in fake.world.requests if each.by == holder and each.at > goes_on]
    begun = sum(seconds > IN_FLIGHT_S for seconds in arrived)
    return StopResult(after, bool(state), len(arrived) - begun, begun)


@asynccontextmanager
async def _clicking_players(fake: FakeDiscord, tables: list[int], rng: random.Random) -> AsyncIterator[None]:
    """During the block, let all people but the last at each table change their choices again and again.

    The last one never decides, so that the round does not end.
    """
    people = [
        asyncio.create_task(_change_choice_forever(fake, table, FIRST + number, rng))
        for table in tables
        for number in range(PEOPLE - 1)  # the last one never decides, so the choice stays open
    ]
    try:
        yield
    finally:
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)


async def _change_choice_forever(fake: FakeDiscord, table: int, person: int, rng: random.Random) -> None:
    """Let one person press *Play* and random moves, 20 ms after each answer, until cancelled.

    After 3 seconds without an answer they press *Play* again.
    """
    custom_id = play = f"k:play:{table}::"
    while True:
        row = {"type": 1, "components": [{"type": 2, "label": "x", "style": 1, "custom_id": custom_id}]}
        click = await fake.press(payloads.click(SERVER, CHANNEL, person, "Anna", [row], custom_id, payloads.LAYOUT))
        custom_id = play
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                await click.shown.wait()
            moves = [part["custom_id"] for part in items_of(click.message["components"])]
            custom_id = rng.choice([move for move in moves if move.startswith("k:move:")] or [play])
        await asyncio.sleep(0.02)
