"""Measures how many clicks per second one and two bot processes on one PostgreSQL answer, and the CPU per click.

`python -m bench processes` makes more clicks than they can answer. The fake Discord, the players and PostgreSQL need
cores of their own. With few cores, two processes get no more of them than one; then only the CPU per click says much.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from bench.discord.play_session import PlaySession
from bench.discord.simulated_players import run_players
from bench.report import Goal, print_goals, print_table
from storage import Address
from tests.storage.server import Postgres

SHARDS = 2
TABLES_PER_GAME = 8
"""Tables of each game on each server, with two people each."""
WARM_UP_S, MEASURED_S = 5.0, 20.0
MAX_RATIO = 1.5
"""CPU per click of two processes against one: each has its own clock and heartbeat, and some clicks are forwarded."""


class Throughput(NamedTuple):
    """What bot processes achieved within `MEASURED_S`."""

    clicks_per_s: float
    """Acknowledged clicks per second."""
    cpu_ms_per_click: float
    """CPU milliseconds of all bot processes together, without their child processes, per acknowledged click."""
    cores_used: float
    """CPU seconds of all bot processes per second."""
    median_answer_ms: float
    """Median milliseconds from a click to its acknowledgement."""


def measure() -> bool:
    """Print the throughput of one process and of two; return True if the goal was reached.

    The goal is that the CPU per click of two is at most `MAX_RATIO` times that of one.
    """
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        one, two = (
            asyncio.run(_measure_throughput(server.new_database(), Path(folder, str(processes)), processes))
            for processes in (1, 2)
        )
    people = 2 * SHARDS * 3 * TABLES_PER_GAME
    print(f"{people} people at {people // 2} tables, PostgreSQL; {os.cpu_count()} processors for all of it\n")
    print_table(
        ("processes", "clicks/s", "CPU ms a click", "processors used", "answered after ms"),
        [
            (
                name,
                f"{each.clicks_per_s:.1f}",
                f"{each.cpu_ms_per_click:.1f}",
                f"{each.cores_used:.2f}",
                f"{each.median_answer_ms:.0f}",
            )
            for name, each in (("1", one), ("2", two))
        ],
    )
    print(f"Two answer {two.clicks_per_s / one.clicks_per_s:.2f} × as many as one.\n")
    times = two.cpu_ms_per_click / one.cpu_ms_per_click
    return print_goals((Goal("a click costs", f"{times:.2f} ×", f"at most {MAX_RATIO}", times <= MAX_RATIO),))


async def _measure_throughput(address: Address, folder: Path, processes: int) -> Throughput:
    """Let many people play with this many bot processes; return the throughput in `MEASURED_S`, after a warm-up.

    `folder`, which must not exist yet, gets the processes' logs.
    """
    folder.mkdir()
    session = PlaySession(address, folder, SHARDS, processes)
    await session.open_tables(TABLES_PER_GAME)
    async with session.serving():
        for _ in range(processes):
            await session.start()
        await session.wait_connected()
        playing = asyncio.create_task(run_players(session.players, 3600))
        try:
            await asyncio.sleep(WARM_UP_S)
            began, used = monotonic(), sum(process.cpu_seconds() for process in session.processes)
            await asyncio.sleep(MEASURED_S)
            ended = monotonic()
            used = sum(process.cpu_seconds() for process in session.processes) - used
            assert not playing.done(), playing.exception()
        finally:
            playing.cancel()
            await asyncio.wait([playing])
    clicks = [each for each in session.fake.world.clicks.values() if began < each.heard_at <= ended]
    return Throughput(
        len(clicks) / (ended - began),
        1000 * used / len(clicks),
        used / (ended - began),
        1000 * median(each.heard_at - each.at for each in clicks),
    )
