"""Stop a process for ten seconds at random moments, so that it loses its partition to a spare, and watch what it does.

`python -m bench split`: two processes on one PostgreSQL, people who change their minds all the time, SIGSTOP. A trigger
writes down which process has written what, so that nothing that was committed can be missed.
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
from bench.discord.fake_world import items_of
from bench.discord.standin import StandIn
from bench.report import Goal, print_goals, print_table
from bot import now
from cluster import open_alone
from tables.model.table import Table
from tables.notifications.outgoing import Outgoing
from tables.runtime.services import Frontend, Services, TellLater
from tables.runtime.thinker import NoThinker
from tables.seating import lobby
from tables.seating.lobby import NewTable
from tests.storage.server import Postgres, connected_to

STOPS, STOPPED = 20, 10.0
"""So often, and for so many seconds."""
ON_ITS_WAY = 0.05
"""Seconds within which a request arrives that was begun already. Nobody can call that back."""
TABLES, PEOPLE = 3, 4
SERVER, CHANNEL, FIRST = 400_000_000_000_000_001, 400_000_000_000_000_002, 700_000_000_000_000_001

_RUN = """
import sys
import bot
from bench.discord.standin import take_for_discord
from pictures.painters import PAINTERS

take_for_discord(int(sys.argv[1]), sys.argv[2])
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
_WATCHED = ("tables", "log", "seats", "outbox", "timers", "people", "posts", "heartbeats")
_LATE = """
    SELECT count(*) FROM kontor_written AS written WHERE EXISTS (
        SELECT 1 FROM kontor_raised AS raised WHERE raised.holder <> written.holder AND raised.at < written.at
        AND raised.at > (SELECT max(own.at) FROM kontor_raised AS own WHERE own.holder = written.holder)
    )
"""
"""What was written by who had lost the partition before that, and had not got it again."""


class Stopped(NamedTuple):
    """What came of one stop."""

    after: float
    """Seconds from the stop until the spare has answered somebody."""
    in_transaction: bool
    on_their_way: int
    """So many requests arrived at once when it went on: it was stopped between beginning and sending them."""
    requests: int
    """So many it has begun after that."""


def measure() -> bool:
    """Print what came of the stops; say whether the goals were reached."""
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        stops, late, written = asyncio.run(_measure(server.new_database(), Path(folder)))
    times = sorted(stop.after for stop in stops)
    requests, in_the_middle = sum(stop.requests for stop in stops), sum(stop.in_transaction for stop in stops)
    print(f"SIGSTOP for {STOPPED:.0f} s, {len(stops)} times, {written:,} writes in all\n")
    print_table(
        ["in a transaction", "requests on their way", "the spare answers after s: median", "longest"],
        [
            [
                *(str(in_the_middle), str(sum(stop.on_their_way for stop in stops))),
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


async def _measure(address: str, folder: Path) -> tuple[list[Stopped], int, int]:
    rng = random.Random(17)
    tables = await _open(address)
    here = StandIn([payloads.guild(SERVER, CHANNEL, [])], apart=0.1, trusting=True)
    async with here.serving(), connected_to(address) as watcher:
        await watcher.execute(_WATCH)
        for table in _WATCHED:
            await watcher.execute(
                f"CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON {table} EXECUTE FUNCTION kontor_watch()"
            )
        async with _process(here, "one", address, folder) as one:
            await here.listened_to()
            async with _process(here, "two", address, folder) as two, _clicking(here, tables, rng):
                names = {"one": one, "two": two}
                stops = []
                for _ in range(STOPS):
                    await asyncio.sleep(3 + rng.random())
                    stops.append(await _stop(here, names, watcher))
                    print(f"{len(stops)}: {stops[-1]}", file=sys.stderr, flush=True)
        late = await watcher.fetchval(_LATE)
        return stops, late, await watcher.fetchval("SELECT count(*) FROM kontor_written")


async def _open(address: str) -> list[int]:
    """Open tables at which the same people play."""
    services = Services(await open_alone(address), now, NoThinker())
    services.connect(_Nobody())
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


class _Nobody(Frontend):
    """Tells nothing: that is left to the processes."""

    async def tell(self, outgoing: Outgoing, table: Table) -> None:
        """Tell it later."""
        raise TellLater("nobody is connected yet")


@asynccontextmanager
async def _process(here: StandIn, name: str, address: str, folder: Path) -> AsyncIterator[Process]:
    with (folder / f"{name}.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _RUN, str(here.port), name),
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


async def _stop(here: StandIn, names: dict[str, Process], watcher: asyncpg.Connection[Any]) -> Stopped:
    """Stop whoever answers now; wait until the other answers; let the first go on, and see what it does."""
    holder = here.world.requests[-1].by
    process = names[holder]
    process.send_signal(signal.SIGSTOP)
    began = monotonic()
    await asyncio.sleep(0.05)  # What it had begun is done by then.
    state = await watcher.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'kontor %'"
        " AND state LIKE 'idle in transaction%'"
    )
    after = 0.0
    while monotonic() - began < STOPPED:
        await asyncio.sleep(0.02)
        if not after and any(each.by != holder for each in here.world.requests[-50:] if each.at > began):
            after = monotonic() - began
    assert after, "nobody has taken over"
    goes_on = monotonic()
    process.send_signal(signal.SIGCONT)
    await asyncio.sleep(3)
    arrived = [each.at - goes_on for each in here.world.requests if each.by == holder and each.at > goes_on]
    begun = sum(seconds > ON_ITS_WAY for seconds in arrived)
    return Stopped(after, bool(state), len(arrived) - begun, begun)


@asynccontextmanager
async def _clicking(here: StandIn, tables: list[int], rng: random.Random) -> AsyncIterator[None]:
    """Let everybody at all tables change their mind all the time."""
    people = [
        asyncio.create_task(_change_mind(here, table, FIRST + number, rng))
        for table in tables
        for number in range(PEOPLE - 1)  # Somebody never decides: so the choice stays open for the others.
    ]
    try:
        yield
    finally:
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)


async def _change_mind(here: StandIn, table: int, person: int, rng: random.Random) -> None:
    custom_id = play = f"k:play:{table}::"
    while True:
        row = {"type": 1, "components": [{"type": 2, "label": "x", "style": 1, "custom_id": custom_id}]}
        click = await here.press(payloads.click(SERVER, CHANNEL, person, "Anna", [row], custom_id, payloads.LAYOUT))
        custom_id = play
        with suppress(TimeoutError):
            async with asyncio.timeout(3):
                await click.shown.wait()
            moves = [part["custom_id"] for part in items_of(click.message["components"])]
            custom_id = rng.choice([move for move in moves if move.startswith("k:move:")] or [play])
        await asyncio.sleep(0.02)
