"""A process is killed, again and again, while people play: what is lost, what is doubled, how long it takes.

`python -m bench kills`: two processes and a spare on one PostgreSQL, and one process on a file that is started again.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from bench.discord.evening import Evening
from bench.discord.people import let_play
from bench.discord.waiting_for import GoneOn, gone_on, let_fall_due
from bench.report import Goal, print_goals, print_table
from storage import Address
from tests.storage.server import Postgres

KILLS = 30
MOST_SECONDS = 5.0
"""For each shard of a partition: until clicks are answered again."""


class Killed(NamedTuple):
    """What came of an evening with kills."""

    kills: int
    pressed: int
    unanswered: int
    answered: list[float]
    """For each shard that was lost: seconds until a click there was answered."""
    gone_on: list[GoneOn]
    """After each kill: when time went on at the tables of that partition, and when all was told that waited there."""
    too_early: int
    faults: list[str]


def measure() -> bool:
    """Print what kills have cost; say whether all goals were reached."""
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        runs = {
            "2 processes and a spare": asyncio.run(
                killed(server.new_database(), Path(folder), KILLS, shards=2, processes=2, spares=1)
            ),
            "one on a file": asyncio.run(killed(Path(folder, "k.db"), Path(folder), KILLS // 3)),
        }
    heads = (
        *("", "kills", "presses", "unanswered", "shards lost", "answered again after s", "worst"),
        *("timers after s", "worst", "told after s", "worst"),
    )
    print_table(
        heads,
        [
            (
                *(what, str(run.kills), str(run.pressed), str(run.unanswered)),
                str(len(run.answered)),
                *(
                    f"{figure:.1f}"
                    for seconds in (run.answered, *zip(*run.gone_on, strict=True))
                    for figure in (median(seconds), max(seconds))
                ),
            )
            for what, run in runs.items()
        ],
    )
    for what, run in runs.items():
        for fault in run.faults:
            print(f"{what}: {fault}")
    several = runs["2 processes and a spare"]
    faults = sum(len(run.faults) for run in runs.values())
    early = sum(run.too_early for run in runs.values())
    worst = max(several.answered)
    goes_on = max(max(each) for each in several.gone_on)
    return print_goals(
        (
            Goal("lost, doubled, told twice", str(faults), "none", not faults),
            Goal("sessions begun too early", str(early), "none", not early),
            Goal("clicks answered again", f"{worst:.1f} s", f"at most {MOST_SECONDS:.0f}", worst <= MOST_SECONDS),
            Goal("timers and telling", f"{goes_on:.1f} s", f"at most {MOST_SECONDS:.0f}", goes_on <= MOST_SECONDS),
        )
    )


async def killed(
    address: Address,
    folder: Path,
    kills: int,
    *,
    shards: int = 1,
    processes: int = 1,
    spares: int = 0,
    presses: int = 0,
    seed: int = 1,
) -> Killed:
    """Let people play while processes are killed at random; each is followed by a new one.

    `presses`: so many are made before the first kill.
    """
    rng, evening = random.Random(seed), Evening(address, folder, shards, processes)
    await evening.open_tables()
    answered: list[float] = []
    went_on: list[GoneOn] = []
    async with evening.begun():
        for _ in range(processes + spares):
            await evening.start()
        await evening.connected()
        playing = asyncio.create_task(let_play(evening.players, 3600))
        try:
            await evening.pressed(presses)
            for _ in range(kills):
                await evening.pressed(rng.randint(2, 12))
                await asyncio.sleep(rng.uniform(0.0, 0.3))
                assert not playing.done(), playing.exception()
                again, on = await _kill_one(evening, rng)
                answered += again
                went_on.append(on)
            await evening.pressed(5)
        finally:
            playing.cancel()
            await asyncio.wait([playing])
        await evening.quiet()
        await evening.end()
        faults = await evening.check()
    unanswered = sum(player.unanswered for player in evening.players)
    pressed, early = len(evening.ledger.pressed), evening.here.gateway.too_early
    return Killed(kills, pressed, unanswered, answered, went_on, early, faults)


async def _kill_one(evening: Evening, rng: random.Random) -> tuple[list[float], GoneOn]:
    """Kill a process and start another; return after how many seconds each shard that was lost answers again.

    And when all goes on that falls due meanwhile, at the tables of those shards.
    """
    running = [process for process in evening.processes if process.running]
    victim = rng.choice([process for process in running if process.holds] or running)
    began = monotonic()
    await victim.kill()
    await let_fall_due(evening.address, list(evening.tables))  # Before a spare can have looked at the clock.
    await evening.start()
    lost = [shard for shard in range(evening.shards) if not evening.here.gateway.listens(shard)]
    tables = [table for table, server in evening.tables.items() if evening.here.gateway.shard_of(server) in lost]
    going_on = asyncio.create_task(gone_on(evening.address, tables, began))
    answered = await asyncio.gather(*(evening.answers_again(shard, began) for shard in lost))
    return answered, await going_on
