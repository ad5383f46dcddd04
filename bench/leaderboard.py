"""What a leaderboard costs when much has been played: ten thousand results against a hundred."""

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
FEW, MANY, PEOPLE, REPEATS = 100, 10_000, 40, 200
MOST = 2.0


def measure() -> bool:
    """Print the table; say whether the goal was reached."""
    few, many = asyncio.run(_measure())
    rows = [(f"{count} results", f"{1000 * cost:.2f}") for count, cost in ((FEW, few), (MANY, many))]
    print("A leaderboard with whom one has met: ms (median)")
    print_table(("after", "ms"), rows)
    ratio = many / few
    return print_goals([Goal(f"{MANY} against {FEW} results", f"{ratio:.2f} times", f"at most {MOST}", ratio <= MOST)])


async def _measure() -> tuple[float, float]:
    """Ask both in turn, so that whatever else goes on here slows both down alike."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{count}.db" for count in (FEW, MANY)]
        for file, count in zip(files, (FEW, MANY), strict=True):
            services = await _house(file)
            await _play(services, count, random.Random(1))
            await services.close()  # Else the many would be read from the log of one huge transaction.
        houses = [await _house(file) for file in files]
        took: list[list[float]] = [[], []]
        try:
            for asker in range(REPEATS):
                for services, times in zip(houses, took, strict=True):
                    times.append(await _cost(services, 1 + asker % PEOPLE))
        finally:
            for services in houses:
                await services.close()
        return median(took[0]), median(took[1])


async def _house(file: Path) -> Services:
    return Services(await open_alone(file), lambda: 0, NoThinker())


async def _play(services: Services, results: int, rng: random.Random) -> None:
    """Let people play each other so often."""
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
    """Return how long a leaderboard takes."""
    began = perf_counter()
    await statistics.leaderboard(services, SERVER, GAME, asker)
    return perf_counter() - began
