"""Measures how long a leaderboard query takes after ten thousand results, compared with one after a hundred."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.report import Goal, print_goals, print_table
from cluster import open_alone
from storage.queries.tables import add_table
from storage.rows import TableRow
from tables.model.table import Table
from tables.records import ratings, statistics
from tables.records.counting import CreditedPlayer
from tables.runtime.services import Services
from tables.runtime.thinker import NoThinker

SERVER, GAME = 1, "visby"
FEW_RESULTS, MANY_RESULTS, PEOPLE, REPEATS = 100, 10_000, 40, 200
MAX_RATIO = 2.0


def measure() -> bool:
    """Print how long a leaderboard takes with few and with many results; return True if the goal was reached.

    The goal is that the median time with many results is at most `MAX_RATIO` times that with few.
    """
    few, many = asyncio.run(_measure())
    rows = [(f"{count} results", f"{1000 * cost:.2f}") for count, cost in ((FEW_RESULTS, few), (MANY_RESULTS, many))]
    print("A leaderboard with whom one has met: ms (median)")
    print_table(("after", "ms"), rows)
    ratio = many / few
    return print_goals(
        [
            Goal(
                f"{MANY_RESULTS} against {FEW_RESULTS} results",
                f"{ratio:.2f} times",
                f"at most {MAX_RATIO}",
                ratio <= MAX_RATIO,
            )
        ]
    )


async def _measure() -> tuple[float, float]:
    """Return the median seconds that a leaderboard takes with few and with many results.

    Each is measured `REPEATS` times, alternately. `PEOPLE` people ask for it one after the other.
    """
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{count}.db" for count in (FEW_RESULTS, MANY_RESULTS)]
        for file, count in zip(files, (FEW_RESULTS, MANY_RESULTS), strict=True):
            services = await _open_services(file)
            await _enter_results(services, count, random.Random(1))
            await services.close()  # else the results would be read from the WAL of one huge transaction
        houses = [await _open_services(file) for file in files]
        took: list[list[float]] = [[], []]
        try:
            for asker in range(REPEATS):
                for services, times in zip(houses, took, strict=True):
                    times.append(await _cost(services, 1 + asker % PEOPLE))
        finally:
            for services in houses:
                await services.close()
        return median(took[0]), median(took[1])


async def _open_services(file: Path) -> Services:
    """Open a database file and return services on it, without computer players and with a clock that is always 0."""
    return Services(await open_alone(file), lambda: 0, NoThinker())


async def _enter_results(services: Services, results: int, rng: random.Random) -> None:
    """Write a table and this many results of it, each for four random people, into the database in one transaction."""
    row = TableRow(
        game=GAME,
        rules=1,
        options={},
        seed=1,
        status="finished",
        size=4,
        host=1,
        server=SERVER,
        channel=1,
        language="en",
        created=0,
    )
    async with services.db.transaction() as db:
        await add_table(db, row)
        for _ in range(results):
            people = rng.sample(range(1, PEOPLE + 1), 4)
            counted = [
                CreditedPlayer(seat, who, None, f"Person {who}", seat + 1, 10) for seat, who in enumerate(people)
            ]
            await ratings.write_outcomes(db, Table(row, []), counted)


async def _cost(services: Services, asker: int) -> float:
    """Query the leaderboard of the server for the person `asker`; return the seconds that this takes."""
    began = perf_counter()
    await statistics.leaderboard(services, SERVER, GAME, asker)
    return perf_counter() - began
