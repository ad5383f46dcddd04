"""One process and two on one PostgreSQL, under more clicks than they can answer: how many a second, and at what CPU.

`python -m bench processes`. The stand-in for Discord, everybody who plays and PostgreSQL need processors of their own:
where there are few, two processes get no more of them than one, and what a click costs is the honest figure.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from bench.discord.evening import Evening
from bench.discord.people import let_play
from bench.report import Goal, print_goals, print_table
from storage import Address
from tests.storage.server import Postgres

SHARDS = 2
TABLES = 8
"""Of each game on each server, with two people each."""
WARM, SECONDS = 5.0, 20.0
MOST_TIMES = 1.5
"""So much more CPU a click may cost with two processes: each has its clock and beats, and some are passed on."""


class Served(NamedTuple):
    """What some processes have done in some seconds."""

    a_second: float
    """Clicks that were answered."""
    cpu: float
    """Milliseconds of CPU of the bot's processes for each of them."""
    busy: float
    """Processors that these have used."""
    waited: float
    """Milliseconds until a click was answered (median)."""


def measure() -> bool:
    """Print what one process and two can do; say whether all goals were reached."""
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        one, two = (
            asyncio.run(_served(server.new_database(), Path(folder, str(processes)), processes)) for processes in (1, 2)
        )
    people = 2 * SHARDS * 3 * TABLES
    print(f"{people} people at {people // 2} tables, PostgreSQL; {os.cpu_count()} processors for all of it\n")
    print_table(
        ("processes", "clicks/s", "CPU ms a click", "processors used", "answered after ms"),
        [
            (name, f"{each.a_second:.1f}", f"{each.cpu:.1f}", f"{each.busy:.2f}", f"{each.waited:.0f}")
            for name, each in (("1", one), ("2", two))
        ],
    )
    print(f"Two answer {two.a_second / one.a_second:.2f} × as many as one.\n")
    times = two.cpu / one.cpu
    return print_goals((Goal("a click costs", f"{times:.2f} ×", f"at most {MOST_TIMES}", times <= MOST_TIMES),))


async def _served(address: Address, folder: Path, processes: int) -> Served:
    """Let many people play, and look at what comes of it."""
    folder.mkdir()
    evening = Evening(address, folder, SHARDS, processes)
    await evening.open_tables(TABLES)
    async with evening.begun():
        for _ in range(processes):
            await evening.start()
        await evening.connected()
        playing = asyncio.create_task(let_play(evening.players, 3600))
        try:
            await asyncio.sleep(WARM)
            began, used = monotonic(), sum(process.cpu() for process in evening.processes)
            await asyncio.sleep(SECONDS)
            ended = monotonic()
            used = sum(process.cpu() for process in evening.processes) - used
            assert not playing.done(), playing.exception()
        finally:
            playing.cancel()
            await asyncio.wait([playing])
    clicks = [each for each in evening.here.world.clicks.values() if began < each.heard_at <= ended]
    return Served(
        len(clicks) / (ended - began),
        1000 * used / len(clicks),
        used / (ended - began),
        1000 * median(each.heard_at - each.at for each in clicks),
    )
