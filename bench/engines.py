"""What a click costs on PostgreSQL, against the same click on a file: CPU of the bot's own process, and by the clock.

Bot, stand-in for Discord and clicks are those of `bench/click.py`; the server is the one of the tests, on this machine.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from bench.click import CHANNEL, LOBBIES, SERVER, clicks_on, elsewhere, rest, rewind, sit_down
from bench.discord import payloads
from bench.discord.standin import running
from bench.report import Goal, print_goals, print_table
from cogs.bot import Kontor
from storage import Address
from tests.storage.server import Postgres

RUNS, ROUNDS, TABLES = 3, 10, 6
MOST_TIMES = 1.5


class Cost(NamedTuple):
    """Milliseconds of one click."""

    cpu: float
    clock: float


def measure() -> bool:
    """Print what a click costs on both engines, run by turns; say whether the goal was reached."""
    costs: dict[str, list[Cost]] = {"a file": [], "PostgreSQL": []}
    with Postgres() as server, tempfile.TemporaryDirectory() as folder:
        for run in range(RUNS):
            where: dict[str, Address] = {"a file": Path(folder, f"{run}.db"), "PostgreSQL": server.new_database()}
            for engine, address in where.items():
                with running() as discord:  # One that has seen none of the numbers that begin anew in each database.
                    costs[engine] += elsewhere(_clicks, discord, address)[1]
    cpu, clock = ({engine: median(each[n] for each in found) for engine, found in costs.items()} for n in range(2))
    print(
        f"A click on a sealed choice in Visby, four players, median of {RUNS} runs of {ROUNDS} rounds on each engine\n"
    )
    print_table(["", "CPU ms", "p50 ms"], [[engine, f"{cpu[engine]:.2f}", f"{clock[engine]:.1f}"] for engine in costs])
    ratio = cpu["PostgreSQL"] / cpu["a file"]
    goal = f"at most {MOST_TIMES} × the CPU on a file"
    return print_goals((Goal("a click on PostgreSQL", f"{ratio:.2f} ×", goal, ratio <= MOST_TIMES),))


async def _clicks(bot: Kontor) -> list[Cost]:
    """Click, round after round; the first one is for warming up."""
    lobbies = range(LOBBIES, LOBBIES + TABLES)
    server: Any = payloads.guild(SERVER, CHANNEL, lobbies)
    bot._connection._add_guild_from_data(server)
    sittings = [await sit_down(bot, place) for place in lobbies]
    rounds = []
    for _ in range(ROUNDS + 1):
        rounds.append([await _cost(bot, click) for click in await clicks_on(bot, sittings)])
        await rewind(bot, sittings)
    return [cost for each in rounds[1:] for cost in each]


async def _cost(bot: Kontor, click: str) -> Cost:
    others = asyncio.all_tasks()
    used, began = process_time(), perf_counter()
    bot._connection.parse_interaction_create(json.loads(click))
    await rest(others)
    return Cost(1000 * (process_time() - used), 1000 * (perf_counter() - began))
