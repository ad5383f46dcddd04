"""A burst: fifty tables move at once while Discord's limits hold. Says who is refused, who waits, who hears late.

The bot is a process of its own, as in `bench/load.py`. First one table after the other plays a round, with pauses: that
is quiet. Then all others do at about the same time, each person after the one before.
"""

from __future__ import annotations

import asyncio
import tempfile
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import NamedTuple

from bench.click import CHANNEL, LOBBIES, SERVER
from bench.discord import payloads
from bench.discord.standin import StandIn
from bench.load import be_the_bot, quiet
from bench.many_tables import fill
from bench.playing import play_round
from bench.report import Goal, print_goals, print_table
from tables.runtime.pacing import DISCORD_REQUESTS_PER_S, USED_SHARE

QUIET, BURST, WARM = 25, 50, 5
"""Tables."""
SPREAD = 10.0
"""Seconds in which all tables of the burst begin their round."""
A_HANDFUL, MOST_TIMES, SOON = 5, 1.5, 10.0


class Burst(NamedTuple):
    """What a burst came to."""

    quiet: list[float]
    """Seconds from clicks to the first sign that they were heard."""
    answers: list[float]
    """The same in the burst."""
    asked: list[float]
    """Seconds from the last card of a table to the message that asks its people anew."""
    refused: int
    """Requests that Discord had to refuse."""
    behind: float
    """Seconds until everything was told."""


def measure() -> bool:
    """Print how a burst goes; say whether all goals were reached."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "burst.db")
        asyncio.run(fill(path, WARM + QUIET + BURST))
        burst = asyncio.run(_burst(path))
    calm, busy = (quantiles(each, n=100)[98] for each in (burst.quiet, burst.answers))
    print(f"{BURST} tables of Visby with 4 people play a round within {SPREAD:.0f} s; Discord's limits hold\n")
    print_table(
        ("answers to clicks", "clicks", "p50 ms", "p99 ms"),
        [
            ("quiet", str(len(burst.quiet)), f"{1000 * median(burst.quiet):.0f}", f"{1000 * calm:.0f}"),
            ("in the burst", str(len(burst.answers)), f"{1000 * median(burst.answers):.0f}", f"{1000 * busy:.0f}"),
        ],
    )
    print(f"Everything was told {burst.behind:.1f} s after the last click.\n")
    slowest = max(burst.asked)
    return print_goals(
        (
            Goal("refused by Discord", str(burst.refused), f"at most {A_HANDFUL}", burst.refused <= A_HANDFUL),
            Goal("an answer in the burst", f"{busy / calm:.2f} ×", f"at most {MOST_TIMES}", busy <= MOST_TIMES * calm),
            Goal("asked anew after", f"{slowest:.1f} s at most", f"at most {SOON:.0f}", slowest <= SOON),
        )
    )


async def _burst(path: Path) -> Burst:
    tables = WARM + QUIET + BURST
    here = StandIn([payloads.guild(SERVER, CHANNEL, range(LOBBIES, LOBBIES + tables))], trusting=True, limited=True)
    assert here.rest.limits
    async with here.serving() as port:
        process = get_context("spawn").Process(
            target=be_the_bot, args=(port, path, False, USED_SHARE * DISCORD_REQUESTS_PER_S), daemon=True
        )
        process.start()
        assert process.pid is not None
        try:
            await here.listened_to()
            for table in range(WARM + QUIET):
                if table == WARM:
                    here.forget()
                await play_round(here, table)
                await asyncio.sleep(0.4)
            await quiet(process.pid, path)
            calm = here.seconds
            here.forget()
            here.rest.limits.refused = 0
            ended = await asyncio.gather(*(_late(here, WARM + QUIET + number) for number in range(BURST)))
            behind = await quiet(process.pid, path)
        finally:
            process.terminate()
            process.join()
    asked = [_asked(here, table) - end for table, end in enumerate(ended, WARM + QUIET)]
    return Burst(calm, here.seconds, asked, here.rest.limits.refused, behind)


async def _late(here: StandIn, table: int) -> float:
    """Let a table play its round at some moment; return when its last card was chosen."""
    await asyncio.sleep(SPREAD * (table * 0.618 % 1))
    await play_round(here, table)
    return monotonic()


def _asked(here: StandIn, table: int) -> float:
    """Return when the people of a table were asked anew."""
    posts = f"/channels/{LOBBIES + table}/messages"
    return next(each.at for each in here.world.requests if each.method == "POST" and each.path.endswith(posts))
