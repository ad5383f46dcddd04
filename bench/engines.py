"""Measures what a click costs on PostgreSQL, compared with the same click on SQLite.

It measures CPU of the bot's process and wall-clock time. Bot, fake Discord and clicks are those of `bench/click.py`;
the PostgreSQL server is the one that the tests start on this machine.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from bench.click import CHANNEL, LOBBIES, SERVER, clicks_on, in_new_process, sit_down, take_all_back, wait_idle
from bench.discord import payloads
from bench.discord.fake_discord import fake_discord_process
from bench.report import Goal, print_goals, print_table
from cogs.bot import Kontor
from storage import Address
from tests.storage.server import Postgres

RUNS, ROUNDS, TABLES = 3, 10, 6
"""Runs on each engine, measured rounds of clicks in a run, and tables in a run."""
MAX_RATIO = 1.5
"""CPU of a click on PostgreSQL, divided by that on a file."""


class Cost(NamedTuple):
    """Milliseconds that one click took: of CPU, and of wall-clock time."""

    cpu: float
    clock: float


def measure() -> bool:
    """Print what a click costs on a database file and on PostgreSQL; return True if the goal was reached.

    The costs are medians over all clicks of `RUNS` runs on each, alternately. The goal is that the CPU time on
    PostgreSQL is at most `MAX_RATIO` times that on a file.
    """
    costs: dict[str, list[Cost]] = {"a file": [], "PostgreSQL": []}
    with Postgres() as server, tempfile.TemporaryDirectory() as folder:
        for run in range(RUNS):
            where: dict[str, Address] = {"a file": Path(folder, f"{run}.db"), "PostgreSQL": server.new_database()}
            for engine, address in where.items():
                with fake_discord_process() as discord:  # a new one for each database: their ids begin anew
                    costs[engine] += in_new_process(_clicks, discord, address)[1]
    cpu, clock = ({engine: median(each[n] for each in found) for engine, found in costs.items()} for n in range(2))
    print(
        f"A click on a sealed choice in Visby, four players, median of {RUNS} runs of {ROUNDS} rounds on each engine\n"
    )
    print_table(["", "CPU ms", "p50 ms"], [[engine, f"{cpu[engine]:.2f}", f"{clock[engine]:.1f}"] for engine in costs])
    ratio = cpu["PostgreSQL"] / cpu["a file"]
    goal = f"at most {MAX_RATIO} × the CPU on a file"
    return print_goals((Goal("a click on PostgreSQL", f"{ratio:.2f} ×", goal, ratio <= MAX_RATIO),))


async def _clicks(bot: Kontor) -> list[Cost]:
    """Let people at `TABLES` tables click for `ROUNDS` rounds, and return the cost of each click.

    One more round before these only warms up. Choices are taken back after each round.
    """
    lobbies = range(LOBBIES, LOBBIES + TABLES)
    server: Any = payloads.guild(SERVER, CHANNEL, lobbies)
    bot._connection._add_guild_from_data(server)
    sittings = [await sit_down(bot, place) for place in lobbies]
    rounds = []
    for _ in range(ROUNDS + 1):
        rounds.append([await _cost(bot, click) for click in await clicks_on(bot, sittings)])
        await take_all_back(bot, sittings)
    return [cost for each in rounds[1:] for cost in each]


async def _cost(bot: Kontor, click: str) -> Cost:
    """Give the bot a click, a gateway payload in JSON, and wait until all tasks that it started have ended.

    Return the CPU and wall-clock milliseconds that this took.
    """
    others = asyncio.all_tasks()
    used, began = process_time(), perf_counter()
    bot._connection.parse_interaction_create(json.loads(click))
    await wait_idle(others)
    return Cost(1000 * (process_time() - used), 1000 * (perf_counter() - began))
