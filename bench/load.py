"""Measures the whole cost of a decision: CPU of the bot and its child processes, requests, waiting time and memory.

The bot runs in a process of its own, on a prepared database and the fake Discord of `bench/discord`. At every table
four people play Visby. In most runs the people stay: each presses *Play* once, and then answers in the menu below every
new board. In the other runs each presses *Play* for every decision, after all notifications were sent and no menu is
left.

One decision in four reveals cards, which sends story, board, hands, pings and, in some runs, pictures. For comparison,
the bare bot of `bench/click.py` edits one message for each click. Rate limits are off.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import Coroutine, Iterable
from functools import partial
from math import inf
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple

import discord

from bench.click import CHANNEL, LOBBIES, PEOPLE, SERVER, BareBot
from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord, use_fake_discord
from bench.discord.payloads import Answer
from bench.many_tables import due_notifications, write_tables
from bench.report import Goal, print_goals, print_table
from bench.visby_players import DECISIONS_PER_TABLE, play_returning, play_staying
from bot import collect_garbage_rarely, now
from cluster import open_alone
from cogs.bot import Kontor
from cogs.requests import request
from pictures.painters import PAINTERS
from tables.runtime.pacing import Pacing
from tables.runtime.services import Services
from tables.thinking.computers import ProcessThinker

CONCURRENT_PEOPLE = 8
"""How many people click at the same time."""
FEW_TABLES, MANY_TABLES, WARM_UP_TABLES = 100, 1000, 8
"""Tables in play in small and in large runs, and those played first to warm up."""
IDLE_TABLES, LONG_LOG_ENTRIES = 10_000, 500
"""Further tables in the database, at which nobody plays; and entries in the log of a long game."""
BARE_CLICKS = 800
"""Clicks on the bare bot."""
MAX_RATIO, MAX_RATIO_WITH_PICTURES, MAX_GROWTH = 4.0, 12.0, 1.15
MAX_MEMORY_MB, MAX_START_S = 150, 2.0
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """The cost of one run. For the bare bot, a decision is one click."""

    decisions: int
    cpu_ms: float
    """CPU milliseconds per decision, of the bot and its child processes."""
    p50_ms: float
    """Median milliseconds from a click to its acknowledgement."""
    p99_ms: float
    behind: float
    """Seconds from the last click until all notifications were sent and the bot was idle."""
    megabytes: int
    """Memory of the bot's own process at the end."""
    requests: dict[str, float]
    """Requests per decision that count for Discord's limit, by route."""
    started: float
    """Seconds from the start of the process until it is connected."""


def measure() -> bool:
    """Print what decisions cost in seven runs of the bot, compared with a run of the bare bot.

    Each run has a database and a process of its own. Return True if all goals were reached. They limit the CPU time of
    a decision, its growth with more tables and longer logs, and memory and starting time with many tables in play.
    """
    with tempfile.TemporaryDirectory() as folder:
        bare = _run(Path(folder, "bare.db"), 0)
        few = _run(Path(folder, "few.db"), FEW_TABLES)
        many = _run(Path(folder, "many.db"), MANY_TABLES)
        beside = _run(Path(folder, "beside.db"), FEW_TABLES, beside=IDLE_TABLES)
        long = _run(Path(folder, "long.db"), FEW_TABLES, entries=LONG_LOG_ENTRIES)
        drawn = _run(Path(folder, "drawn.db"), MANY_TABLES, pictures=True)
        apart = _run(Path(folder, "apart.db"), FEW_TABLES, players_stay=False)
        drawn_apart = _run(Path(folder, "drawn_apart.db"), FEW_TABLES, pictures=True, players_stay=False)
    runs = {
        f"{FEW_TABLES} tables, words": few,
        f"{MANY_TABLES} tables, words": many,
        f"{FEW_TABLES} tables, {IDLE_TABLES} more in the file": beside,
        f"{FEW_TABLES} tables, each at move {LONG_LOG_ENTRIES}": long,
        f"{MANY_TABLES} tables, pictures": drawn,
        f"{FEW_TABLES} tables, words, each comes anew": apart,
        f"{FEW_TABLES} tables, pictures, each comes anew": drawn_apart,
    }
    print(f"A decision in Visby with 4 people, {CONCURRENT_PEOPLE} people at once;")
    print("the bare bot edits one message for a click\n")
    print_table(
        ("", "CPU ms", "× bare", "p50 ms", "p99 ms", "s behind", "MB", "start s"),
        [
            (
                what,
                *(f"{run.cpu_ms:.2f}", f"{run.cpu_ms / bare.cpu_ms:.1f}", f"{run.p50_ms:.0f}", f"{run.p99_ms:.0f}"),
                *(f"{run.behind:.1f}", str(run.megabytes), f"{run.started:.1f}"),
            )
            for what, run in {"bare bot, a click": bare, **runs}.items()
        ],
    )
    print_table(("requests for a decision", "counted"), [(what, f"{each:.2f}") for what, each in few.requests.items()])
    words, pictures = (max(run.cpu_ms for run in pair) / bare.cpu_ms for pair in ((many, apart), (drawn, drawn_apart)))
    growths = {
        f"{MANY_TABLES} tables against {FEW_TABLES}": many,
        f"{IDLE_TABLES} more in the file": beside,
        f"move {LONG_LOG_ENTRIES} against the first": long,
    }
    return print_goals(
        (
            Goal("in words", f"{words:.1f} × bare", f"at most {MAX_RATIO:.0f}", words <= MAX_RATIO),
            Goal(
                "with pictures",
                f"{pictures:.1f} × bare",
                f"at most {MAX_RATIO_WITH_PICTURES:.0f}",
                pictures <= MAX_RATIO_WITH_PICTURES,
            ),
            *(
                Goal(what, f"{growth:.2f} ×", f"at most {MAX_GROWTH}", growth <= MAX_GROWTH)
                for what, run in growths.items()
                if (growth := run.cpu_ms / few.cpu_ms)
            ),
            Goal(
                f"memory with {IDLE_TABLES} open tables",
                f"{beside.megabytes} MB",
                f"at most {MAX_MEMORY_MB}",
                beside.megabytes <= MAX_MEMORY_MB,
            ),
            Goal(
                f"start with {IDLE_TABLES} open tables",
                f"{beside.started:.1f} s",
                f"at most {MAX_START_S:.0f}",
                beside.started <= MAX_START_S,
            ),
        )
    )


# The bot, in a process of its own


def _run(
    path: Path, tables: int, *, pictures: bool = False, players_stay: bool = True, beside: int = 0, entries: int = 0
) -> Load:
    """Write a database, run a bot on it, let people play at `tables` tables, and return the cost of the run.

    With `tables` 0, the bare bot gets clicks instead, and no database is written. `beside` is the number of further
    tables in the database, at which nobody plays; `entries` is the length of each log at the start. Without `pictures`
    the bot draws none. See `_load` for `players_stay`.
    """
    if tables:
        asyncio.run(write_tables(path, WARM_UP_TABLES + tables + beside, entries, pictures=pictures))
    return asyncio.run(_load(path, tables, pictures=pictures, players_stay=players_stay))


def run_bot(port: int, path: Path | None, pictures: bool, rate: float = inf, *, players_stay: bool = True) -> None:
    """Run Kontor on the database at `path`, or the bare bot if it is None, until this process is ended.

    The bot uses the fake Discord at this port, and makes at most `rate` requests per second. Without `pictures` it
    draws none. Without `players_stay` menus expire at once, as for people who come back hours later.
    """
    use_fake_discord(port)
    if not pictures:
        PAINTERS.clear()
    if not players_stay:
        setattr(request, "MENU_LIFETIME_S", 0)  # noqa: B010
    # Log lines are formatted and written as in production, but to nowhere.
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        discord.utils.setup_logging(handler=logging.StreamHandler(nowhere), level=logging.INFO)
        if path:
            collect_garbage_rarely()
        asyncio.run(_kontor(path, rate) if path else _bare())


async def _kontor(path: Path, rate: float) -> None:
    """Run Kontor on this database, with at most `rate` requests per second, until it is stopped."""
    with ProcessThinker() as thinkers:
        services = Services(await open_alone(path), now, thinkers, pacing=Pacing(rate))
        await Kontor(services).start("x.y.z")


async def _bare() -> None:
    """Run the bare bot with `_MENU` until it is stopped."""
    bot = BareBot()
    bot.menu = _MENU
    await bot.start("x.y.z")


_MENU: Answer = [
    {
        "type": 17,
        "accent_color": 1,
        "components": [
            {"type": 10, "content": "Choose what you play this round. " * 8},
            {
                "type": 1,
                "components": [
                    {
                        "type": 2,
                        "label": f"Card {n}",
                        "style": 2,
                        "emoji": {"name": "⚓"},
                        "custom_id": f"k:move:1:1.{n}:pick {n}",
                    }
                    for n in range(5)
                ],
            },
        ],
    }
]
"""The bare bot's menu, of the usual size of a menu in Visby."""


async def _load(path: Path, tables: int, *, pictures: bool, players_stay: bool) -> Load:
    """Run a bot in a new process, let people play at `tables` tables after a warm-up, and return the cost of the run.

    With `players_stay` each person presses *Play* once, and then answers in the menus that follow; without it they
    press *Play* again for every decision. The database at `path` must have been written. With `tables` 0 it is not
    used: then `BareBot` runs instead, and gets `BARE_CLICKS` clicks, each of which counts as a decision.
    """
    server = payloads.guild(SERVER, CHANNEL, range(LOBBIES, LOBBIES + WARM_UP_TABLES + tables))
    fake = FakeDiscord([server], trusting=True)
    fake.world.answer_timeout_s = (
        inf  # work is measured; on a busy machine an answer may take longer than Discord waits
    )

    def play_table(number: int) -> Coroutine[Any, Any, None]:
        """Return a coroutine that makes all decisions of one table; for the bare bot, one click."""
        if not tables:
            return _press(fake)
        return play_staying(fake, number) if players_stay else play_returning(fake, number, path)

    async with fake.serving() as port:
        spawn = get_context("spawn")
        bot = partial(run_bot, port, path if tables else None, pictures, players_stay=players_stay)
        process = spawn.Process(target=bot)
        process.start()
        assert process.pid is not None
        began = perf_counter()
        try:
            await fake.wait_connected()
            started = perf_counter() - began
            await wait_until_idle(process.pid, path if tables else None)
            await _run_concurrently(map(play_table, range(WARM_UP_TABLES)))
            await wait_until_idle(process.pid, path if tables else None)
            fake.reset_counts()
            begun = _cpu(process.pid)
            numbers = range(WARM_UP_TABLES, WARM_UP_TABLES + (tables or BARE_CLICKS))
            await _run_concurrently(map(play_table, numbers))
            decisions = len(numbers) * (DECISIONS_PER_TABLE if tables else 1)
            behind = await wait_until_idle(process.pid, path if tables else None)
            spent, megabytes = _cpu(process.pid) - begun, _megabytes(process.pid)
        finally:
            process.terminate()
            process.join()
    requests = {route: count / decisions for route, count in fake.counted_requests.items()}
    p99 = quantiles(fake.answer_times, n=100)[98]
    cpu, p50 = 1000 * spent / decisions, 1000 * median(fake.answer_times)
    return Load(decisions, cpu, p50, 1000 * p99, behind, megabytes, requests, started)


async def _run_concurrently(coroutines: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run all coroutines, at most `CONCURRENT_PEOPLE` at a time."""
    places = asyncio.Semaphore(CONCURRENT_PEOPLE)

    async def wait(order: Coroutine[Any, Any, None]) -> None:
        async with places:
            await order

    await asyncio.gather(*map(wait, coroutines))


async def _press(fake: FakeDiscord) -> None:
    """Click once on the bare bot's menu, and wait for the answer."""
    await fake.click(payloads.click(SERVER, LOBBIES, PEOPLE, "Anna", _MENU, "k:move:1:1.1:pick 1"))


async def wait_until_idle(pid: int, path: Path | None) -> float:
    """Wait until no notification is due and the bot uses hardly any CPU for 0.6 s.

    Return the seconds from the call until that idle time began; there is no timeout. `pid` is the bot's process, `path`
    its database; None for the bare bot, which has none.
    """
    began, rest, before = perf_counter(), 0, _cpu(pid)
    ended = began
    while rest < 3:
        await asyncio.sleep(0.2)
        spent, before = _cpu(pid) - before, _cpu(pid)
        rest = rest + 1 if spent <= 0.02 and not due_notifications(path) else 0
        ended = perf_counter() if not rest else ended
    return ended - began


def _cpu(pid: int) -> float:
    """Return the CPU seconds that a process and all its descendants have used; 0.0 if it has ended."""
    try:
        facts = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, facts[11:15])) / _TICKS_PER_S + sum(_cpu(int(child)) for child in below)


def _megabytes(pid: int) -> int:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024
