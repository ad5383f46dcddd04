"""Kills bot processes while people play, and measures what is lost, what is duplicated and how long recovery takes.

`python -m bench kills` runs two sessions on PostgreSQL with two processes and a spare, one with two shards and one with
four. A third session has a single process on a database file, which is restarted. `play_with_kills` runs such a
session.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from bench.discord.database_progress import CatchUpTimes, make_timers_due, wait_for_catch_up
from bench.discord.play_session import PlaySession
from bench.discord.simulated_players import run_players
from bench.report import Goal, print_goals, print_table
from storage import Address
from tests.storage.server import Postgres

KILLS = 30
_GATEWAY_NOTICES_S = 0.05
"""So long the gateway takes to notice that a killed process is gone; a takeover takes longer."""
MAX_RECOVERY_S, MAX_RECOVERY_OF_FOUR_S = 5.0, 6.0
"""Seconds until clicks on each shard of a lost partition are answered again, with two shards and with four."""


class KillResults(NamedTuple):
    """The results of a session with kills: how fast the bot recovered, and what went wrong.

    `kills` counts the killed processes, `pressed` the presses of players, and `unanswered` those without an answer.
    """

    kills: int
    pressed: int
    unanswered: int
    answered: list[float]
    """For each shard that a kill disconnected: seconds from the kill until a click was answered."""
    catch_up_times: list[CatchUpTimes]
    """For each kill: seconds until timers at its tables ran again, and until their notifications were sent."""
    identified_too_early: int
    """Sessions that bots tried to begin before Discord allows it."""
    faults: list[str]
    """See `PlaySession.find_faults`."""


def measure() -> bool:
    """Run three sessions with kills: on PostgreSQL with two and with four shards, and on a database file.

    The first has `KILLS` kills, the others a third as many. Print losses, recovery times and faults. Return True if all
    goals were reached:

    - No session has faults.
    - No gateway session was begun too early.
    - After a kill, clicks are answered again within `MAX_RECOVERY_S` in the first session, and within
      `MAX_RECOVERY_OF_FOUR_S` in the one with four shards.
    - In the first session, timers and notifications catch up in time.
    """
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        runs = {
            "2 processes and a spare": asyncio.run(
                play_with_kills(server.new_database(), Path(folder), KILLS, shards=2, processes=2, spares=1)
            ),
            "the same, 4 shards": asyncio.run(
                play_with_kills(
                    server.new_database(), Path(folder), KILLS // 3, shards=4, processes=2, spares=1, concurrency=1
                )
            ),
            "one on a file": asyncio.run(play_with_kills(Path(folder, "k.db"), Path(folder), KILLS // 3)),
        }
    heads = (
        *("", "kills", "presses", "unanswered", "shards lost", "answered again after s", "worst"),
        *("timers after s", "worst", "sent after s", "worst"),
    )
    print_table(
        heads,
        [
            (
                *(what, str(run.kills), str(run.pressed), str(run.unanswered)),
                str(len(run.answered)),
                *(
                    f"{figure:.1f}"
                    for seconds in (run.answered, *zip(*run.catch_up_times, strict=True))
                    for figure in (median(seconds), max(seconds))
                ),
            )
            for what, run in runs.items()
        ],
    )
    for what, run in runs.items():
        for fault in run.faults:
            print(f"{what}: {fault}")
    several, four = runs["2 processes and a spare"], max(runs["the same, 4 shards"].answered)
    faults = sum(len(run.faults) for run in runs.values())
    early = sum(run.identified_too_early for run in runs.values())
    worst = max(several.answered)
    goes_on = max(max(each) for each in several.catch_up_times)
    return print_goals(
        (
            Goal("lost, doubled, sent twice", str(faults), "none", not faults),
            Goal("sessions begun too early", str(early), "none", not early),
            Goal("clicks answered again", f"{worst:.1f} s", f"at most {MAX_RECOVERY_S:.0f}", worst <= MAX_RECOVERY_S),
            Goal(
                "the same, 4 shards",
                f"{four:.1f} s",
                f"at most {MAX_RECOVERY_OF_FOUR_S:.0f}",
                four <= MAX_RECOVERY_OF_FOUR_S,
            ),
            Goal(
                "timers and notifications",
                f"{goes_on:.1f} s",
                f"at most {MAX_RECOVERY_S:.0f}",
                goes_on <= MAX_RECOVERY_S,
            ),
        )
    )


async def play_with_kills(
    address: Address,
    folder: Path,
    kills: int,
    *,
    shards: int = 1,
    processes: int = 1,
    spares: int = 0,
    concurrency: int = 16,
    presses: int = 0,
    seed: int = 1,
) -> KillResults:
    """Let people play while a random process is killed and replaced by a new one, `kills` times; return the results.

    If a process has had a partition, only such processes are killed. `processes` is the number of partitions; `spares`
    further processes wait to take one over. The fake Discord lets sessions of `concurrency` shards begin at the same
    time. At least `presses` presses are made before the first kill. `folder` gets the processes' logs.
    """
    rng, session = random.Random(seed), PlaySession(address, folder, shards, processes, concurrency=concurrency)
    await session.open_tables()
    answered: list[float] = []
    went_on: list[CatchUpTimes] = []
    async with session.serving():
        for _ in range(processes + spares):
            await session.start()
        await session.wait_connected()
        playing = asyncio.create_task(run_players(session.players, 3600))
        try:
            await session.wait_for_presses(presses)
            for _ in range(kills):
                await session.wait_for_presses(rng.randint(2, 12))
                await asyncio.sleep(rng.uniform(0.0, 0.3))
                assert not playing.done(), playing.exception()
                again, on = await _kill_one(session, rng)
                answered += again
                went_on.append(on)
            await session.wait_for_presses(5)
        finally:
            playing.cancel()
            await asyncio.wait([playing])
        await session.wait_until_idle()
        await session.stop_all()
        faults = await session.find_faults()
    unanswered = sum(player.unanswered for player in session.players)
    pressed, early = len(session.presses.all), session.fake.gateway.identified_too_early
    return KillResults(kills, pressed, unanswered, answered, went_on, early, faults)


async def _kill_one(session: PlaySession, rng: random.Random) -> tuple[list[float], CatchUpTimes]:
    """Kill a random process, if possible one that has had a partition.

    Then make the half-time timers of all tables due, and start a replacement. Return the seconds from the kill until
    each shard that it disconnected answers clicks again, and the seconds until the tables of these shards have caught
    up with the timers.
    """
    running = [process for process in session.processes if process.running]
    victim = rng.choice([process for process in running if process.has_partition] or running)
    began = monotonic()
    await victim.kill()
    await asyncio.sleep(_GATEWAY_NOTICES_S)
    lost = [shard for shard in range(session.shards) if not session.fake.gateway.is_connected(shard)]
    await make_timers_due(session.address, list(session.tables))  # before a spare can handle them
    await session.start()
    tables = [table for table, server in session.tables.items() if session.fake.gateway.shard_of(server) in lost]
    tables = tables or list(session.tables)  # The victim had no partition.
    going_on = asyncio.create_task(wait_for_catch_up(session.address, tables, began))
    answered = await asyncio.gather(*(session.seconds_until_answered(shard, began) for shard in lost))
    return answered, await going_on
