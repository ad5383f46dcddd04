"""Measures a burst: fifty tables play a round within ten seconds, while Discord's rate limits apply.

It reports how many requests Discord refuses and how long people wait. The bot is a process of its own, as in
`bench/load.py`. Before the burst comes the quiet part, for comparison: 25 other tables play a round one after the
other, with pauses.
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
from bench.discord.fake_discord import FakeDiscord
from bench.load import run_bot, wait_until_idle
from bench.many_tables import write_tables
from bench.report import Goal, print_goals, print_table
from bench.visby_players import play_round
from tables.runtime.pacing import DISCORD_REQUESTS_PER_S, USED_SHARE

QUIET_TABLES, BURST_TABLES, WARM_UP_TABLES = 25, 50, 5
"""Numbers of tables that play in the quiet part, in the burst, and before both without being measured."""
SPREAD_S = 10.0
"""Seconds within which all tables of the burst begin their round."""
MAX_REFUSED, MAX_RATIO, MAX_ASK_DELAY_S = 5, 1.5, 10.0
"""Goals: refused requests, p99 of answers in the burst divided by that in the quiet part, and the longest `asked`."""


class Burst(NamedTuple):
    """The results of both parts: how long clicks and tables waited, refused requests, and the lag of notifications."""

    quiet: list[float]
    """Seconds from each click to its acknowledgement in the quiet part."""
    answers: list[float]
    """The same in the burst."""
    asked: list[float]
    """For each table: seconds from the last chosen card to the message that asks for the next decision."""
    refused: int
    """Requests that Discord refused with 429."""
    behind: float
    """Seconds from the last click until all notifications were sent."""


def measure() -> bool:
    """Run the quiet part and the burst, and print the results; return True if all goals were reached.

    The goals are limits for refused requests, for the p99 of answers in the burst divided by that in the quiet part,
    and for the longest time until a table is asked again.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "burst.db")
        asyncio.run(write_tables(path, WARM_UP_TABLES + QUIET_TABLES + BURST_TABLES))
        burst = asyncio.run(_run_burst(path))
    calm, busy = (quantiles(each, n=100)[98] for each in (burst.quiet, burst.answers))
    print(f"{BURST_TABLES} tables of Visby with 4 people play a round within {SPREAD_S:.0f} s; Discord's limits hold\n")
    print_table(
        ("answers to clicks", "clicks", "p50 ms", "p99 ms"),
        [
            ("quiet", str(len(burst.quiet)), f"{1000 * median(burst.quiet):.0f}", f"{1000 * calm:.0f}"),
            ("in the burst", str(len(burst.answers)), f"{1000 * median(burst.answers):.0f}", f"{1000 * busy:.0f}"),
        ],
    )
    print(f"All notifications were sent {burst.behind:.1f} s after the last click.\n")
    slowest = max(burst.asked)
    return print_goals(
        (
            Goal("refused by Discord", str(burst.refused), f"at most {MAX_REFUSED}", burst.refused <= MAX_REFUSED),
            Goal("an answer in the burst", f"{busy / calm:.2f} ×", f"at most {MAX_RATIO}", busy <= MAX_RATIO * calm),
            Goal(
                "asked anew after",
                f"{slowest:.1f} s at most",
                f"at most {MAX_ASK_DELAY_S:.0f}",
                slowest <= MAX_ASK_DELAY_S,
            ),
        )
    )


async def _run_burst(path: Path) -> Burst:
    """Run the bot on a database written by `write_tables`, play the quiet part and the burst; return the results.

    `WARM_UP_TABLES` tables play first without being measured. The bot is a process of its own, which is ended
    afterwards.
    """
    tables = WARM_UP_TABLES + QUIET_TABLES + BURST_TABLES
    fake = FakeDiscord([payloads.guild(SERVER, CHANNEL, range(LOBBIES, LOBBIES + tables))], trusting=True, limited=True)
    assert fake.rest.limits
    async with fake.serving() as port:
        process = get_context("spawn").Process(
            target=run_bot, args=(port, path, False, USED_SHARE * DISCORD_REQUESTS_PER_S), daemon=True
        )
        process.start()
        assert process.pid is not None
        try:
            await fake.wait_connected()
            for table in range(WARM_UP_TABLES + QUIET_TABLES):
                if table == WARM_UP_TABLES:
                    fake.reset_counts()
                await play_round(fake, table)
                await asyncio.sleep(0.4)
            await wait_until_idle(process.pid, path)
            calm = fake.answer_times
            fake.reset_counts()
            fake.rest.limits.refused = 0
            ended = await asyncio.gather(
                *(_play_late(fake, WARM_UP_TABLES + QUIET_TABLES + number) for number in range(BURST_TABLES))
            )
            behind = await wait_until_idle(process.pid, path)
        finally:
            process.terminate()
            process.join()
    asked = [_asked_at(fake, table) - end for table, end in enumerate(ended, WARM_UP_TABLES + QUIET_TABLES)]
    return Burst(calm, fake.answer_times, asked, fake.rest.limits.refused, behind)


async def _play_late(fake: FakeDiscord, table: int) -> float:
    """Wait for this table's start in the burst, then let its people play a round.

    The table's number decides how long it waits, at most `SPREAD_S`. Return the monotonic time at which the last card
    was chosen.
    """
    await asyncio.sleep(SPREAD_S * (table * 0.618 % 1))
    await play_round(fake, table)
    return monotonic()


def _asked_at(fake: FakeDiscord, table: int) -> float:
    """Return the monotonic time of the first message in a table's thread since the counts were reset.

    That message asks the people of the table for their next decision. Raises StopIteration if there is none.
    """
    posts = f"/channels/{LOBBIES + table}/messages"
    return next(each.at for each in fake.world.requests if each.method == "POST" and each.path.endswith(posts))
