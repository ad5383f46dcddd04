"""The whole cost of a decision: CPU of the bot and all it starts, requests, waiting, memory; by what tables there are.

The bot is a process of its own on a file with tables that were written beforehand, and takes `bench/discord` for
Discord. At every table four people play Visby. In most runs they stay: each comes by *Play*, and answers from then on
in the menu that is brought below every new board. In others each comes anew for every decision, when all is told that
there was to tell, and no menu has lasted. A fourth of the decisions reveals cards: story, board, hands, pings and, in
some runs, pictures. The bare bot of `bench/click.py` gets clicks in the same run and edits one message for each. Limits
are off: what is measured is work.
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

from bench.click import CHANNEL, LOBBIES, PEOPLE, SERVER, Bare
from bench.discord import payloads
from bench.discord.payloads import Answer
from bench.discord.standin import StandIn, take_for_discord
from bench.many_tables import fill, waiting
from bench.playing import DECISIONS, come, stay
from bench.report import Goal, print_goals, print_table
from bot import collect_seldom, now
from cluster import open_alone
from cogs.bot import Kontor
from cogs.requests import request
from pictures.painters import PAINTERS
from tables.runtime.pacing import Pacing
from tables.runtime.services import Services
from tables.thinking.computers import ProcessThinker

AT_ONCE = 8
"""So many people click at the same time."""
FEW, MANY, WARM = 100, 1000, 8
"""Tables in play; and those at which is played first, for warming up."""
OPEN, LONG = 10_000, 500
"""Tables that are open beside those in play, and wait for somebody; and entries of the log of a long game."""
BARE_CLICKS = 800
MOST_TIMES, MOST_TIMES_WITH_PICTURES, MOST_GROWTH = 4.0, 12.0, 1.15
MOST_MEGABYTES, MOST_SECONDS = 150, 2.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Load(NamedTuple):
    """What one run has cost."""

    decisions: int
    cpu_ms: float
    """For a decision, of the whole process tree."""
    p50_ms: float
    p99_ms: float
    behind: float
    """Seconds until everything was told, after the last click."""
    megabytes: int
    """Of the bot's own process at the end."""
    requests: dict[str, float]
    """That Discord counts, for a decision."""
    started: float
    """Seconds from the first instruction of the process until Discord is listened to."""


def measure() -> bool:
    """Print what decisions cost; say whether all goals were reached."""
    with tempfile.TemporaryDirectory() as folder:
        bare = _run(Path(folder, "bare.db"), 0)
        few = _run(Path(folder, "few.db"), FEW)
        many = _run(Path(folder, "many.db"), MANY)
        beside = _run(Path(folder, "beside.db"), FEW, beside=OPEN)
        long = _run(Path(folder, "long.db"), FEW, entries=LONG)
        drawn = _run(Path(folder, "drawn.db"), MANY, pictures=True)
        apart = _run(Path(folder, "apart.db"), FEW, stays=False)
        drawn_apart = _run(Path(folder, "drawn_apart.db"), FEW, pictures=True, stays=False)
    runs = {
        f"{FEW} tables, words": few,
        f"{MANY} tables, words": many,
        f"{FEW} tables, {OPEN} more in the file": beside,
        f"{FEW} tables, each at move {LONG}": long,
        f"{MANY} tables, pictures": drawn,
        f"{FEW} tables, words, each comes anew": apart,
        f"{FEW} tables, pictures, each comes anew": drawn_apart,
    }
    print(f"A decision in Visby with 4 people, {AT_ONCE} people at once; the bare bot edits one message for a click\n")
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
        f"{MANY} tables against {FEW}": many,
        f"{OPEN} more in the file": beside,
        f"move {LONG} against the first": long,
    }
    return print_goals(
        (
            Goal("in words", f"{words:.1f} × bare", f"at most {MOST_TIMES:.0f}", words <= MOST_TIMES),
            Goal(
                "with pictures",
                f"{pictures:.1f} × bare",
                f"at most {MOST_TIMES_WITH_PICTURES:.0f}",
                pictures <= MOST_TIMES_WITH_PICTURES,
            ),
            *(
                Goal(what, f"{growth:.2f} ×", f"at most {MOST_GROWTH}", growth <= MOST_GROWTH)
                for what, run in growths.items()
                if (growth := run.cpu_ms / few.cpu_ms)
            ),
            Goal(
                f"memory with {OPEN} open tables",
                f"{beside.megabytes} MB",
                f"at most {MOST_MEGABYTES}",
                beside.megabytes <= MOST_MEGABYTES,
            ),
            Goal(
                f"start with {OPEN} open tables",
                f"{beside.started:.1f} s",
                f"at most {MOST_SECONDS:.0f}",
                beside.started <= MOST_SECONDS,
            ),
        )
    )


# The bot, in a process of its own


def _run(
    path: Path, tables: int, *, pictures: bool = False, stays: bool = True, beside: int = 0, entries: int = 0
) -> Load:
    """Let people play at each of so many tables; 0: let them click on the bare bot.

    `beside`: so many more are open; `entries`: the log of each has so many already.
    """
    if tables:
        asyncio.run(fill(path, WARM + tables + beside, entries, pictures=pictures))
    return asyncio.run(_load(path, tables, pictures=pictures, stays=stays))


def be_the_bot(port: int, path: Path | None, pictures: bool, rate: float = inf, *, stays: bool = True) -> None:
    """Run a bot on what it takes for Discord, until it is ended; with so many requests a second."""
    take_for_discord(port)
    if not pictures:
        PAINTERS.clear()
    if not stays:
        setattr(request, "MENU_LIFETIME_S", 0)  # noqa: B010 Whoever comes hours later finds no menu that could have followed.
    # Every line of the log is written, as an operator has it; where to is none of our business.
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        discord.utils.setup_logging(handler=logging.StreamHandler(nowhere), level=logging.INFO)
        if path:
            collect_seldom()
        asyncio.run(_kontor(path, rate) if path else _bare())


async def _kontor(path: Path, rate: float) -> None:
    with ProcessThinker() as thinkers:
        services = Services(await open_alone(path), now, thinkers, pacing=Pacing(rate))
        await Kontor(services).start("x.y.z")


async def _bare() -> None:
    bot = Bare()
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
"""A menu of usual size."""


async def _load(path: Path, tables: int, *, pictures: bool, stays: bool) -> Load:
    server = payloads.guild(SERVER, CHANNEL, range(LOBBIES, LOBBIES + WARM + tables))
    here = StandIn([server], trusting=True)
    here.world.patience = inf  # What is measured is work: on a busy machine an answer takes longer than Discord waits.

    def order(number: int) -> Coroutine[Any, Any, None]:
        if not tables:
            return _press(here)
        return stay(here, number) if stays else come(here, number, path)

    async with here.serving() as port:
        spawn = get_context("spawn")
        bot = partial(be_the_bot, port, path if tables else None, pictures, stays=stays)
        process = spawn.Process(target=bot)
        process.start()
        assert process.pid is not None
        began = perf_counter()
        try:
            await here.listened_to()
            started = perf_counter() - began
            await quiet(process.pid, path if tables else None)
            await _at_once(map(order, range(WARM)))
            await quiet(process.pid, path if tables else None)
            here.forget()
            begun = _cpu(process.pid)
            orders = range(WARM, WARM + (tables or BARE_CLICKS))
            await _at_once(map(order, orders))
            decisions = len(orders) * (DECISIONS if tables else 1)
            behind = await quiet(process.pid, path if tables else None)
            spent, megabytes = _cpu(process.pid) - begun, _megabytes(process.pid)
        finally:
            process.terminate()
            process.join()
    requests = {route: count / decisions for route, count in here.counted.items()}
    p99 = quantiles(here.seconds, n=100)[98]
    cpu, p50 = 1000 * spent / decisions, 1000 * median(here.seconds)
    return Load(decisions, cpu, p50, 1000 * p99, behind, megabytes, requests, started)


async def _at_once(orders: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Let so many go on at the same time, and the next one whenever one has ended."""
    places = asyncio.Semaphore(AT_ONCE)

    async def wait(order: Coroutine[Any, Any, None]) -> None:
        async with places:
            await order

    await asyncio.gather(*map(wait, orders))


async def _press(here: StandIn) -> None:
    await here.click(payloads.click(SERVER, LOBBIES, PEOPLE, "Anna", _MENU, "k:move:1:1.1:pick 1"))


async def quiet(pid: int, path: Path | None) -> float:
    """Wait until nothing is left to be told and the bot does nothing; return for how many seconds."""
    began, rest, before = perf_counter(), 0, _cpu(pid)
    ended = began
    while rest < 3:
        await asyncio.sleep(0.2)
        spent, before = _cpu(pid) - before, _cpu(pid)
        rest = rest + 1 if spent <= 0.02 and not waiting(path) else 0
        ended = perf_counter() if not rest else ended
    return ended - began


def _cpu(pid: int) -> float:
    """Return the seconds of CPU that a process and all below it have had."""
    try:
        facts = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, facts[11:15])) / _TICKS + sum(_cpu(int(child)) for child in below)


def _megabytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024
