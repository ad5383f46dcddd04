"""A restart in order under clicks: a new process is started, the old one told to end; which clicks were not answered.

`python -m bench rolling`: somebody clicks every 50 ms, on every shard, while each process is replaced, again and again.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.discord import payloads
from bench.discord.bot_processes import Process
from bench.discord.evening import Evening
from bench.discord.fake_world import Click
from bench.discord.people import let_play
from bench.report import Goal, print_goals, print_table
from storage import Address
from tests.storage.server import Postgres

TIMES = 5
"""So often every process is replaced."""
PACE = 0.05
"""Seconds between two clicks on one shard."""
_HELP = "k:help:0::"
_ANNA = 700_000_000_000_000_999


class Rolled(NamedTuple):
    """What came of an evening with restarts."""

    restarts: int
    clicks: int
    unanswered: int
    seconds: list[float]
    """Until each click was heard."""
    begun: int
    """Sessions that were begun during the restarts: none if all were resumed."""
    faults: list[str]


def measure() -> bool:
    """Print what restarts have cost; say whether all goals were reached."""
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        run = asyncio.run(rolled(server.new_database(), Path(folder), TIMES))
    print_table(
        ("restarts", "clicks", "not answered", "p50 ms", "worst ms", "sessions begun"),
        [
            (
                *(str(run.restarts), str(run.clicks), str(run.unanswered)),
                *(f"{1000 * median(run.seconds):.0f}", f"{1000 * max(run.seconds):.0f}", str(run.begun)),
            )
        ],
    )
    for fault in run.faults:
        print(fault)
    return print_goals(
        (
            Goal("not answered", str(run.unanswered), "none", not run.unanswered),
            Goal("lost, doubled, told twice", str(len(run.faults)), "none", not run.faults),
        )
    )


async def rolled(address: Address, folder: Path, times: int, *, shards: int = 2, processes: int = 2) -> Rolled:
    """Replace every process so often, one after the other, while people play and somebody clicks without a pause."""
    evening = Evening(address, folder, shards, processes)
    await evening.open_tables()
    clicks: list[Click] = []
    async with evening.begun():
        for _ in range(processes):
            await evening.start()
        await evening.connected()
        await evening.quiet()
        before = len(evening.here.gateway.begun)
        clicking = [_clicks(evening, shard, clicks) for shard in range(shards)]
        busy = [asyncio.create_task(each) for each in (let_play(evening.players, 3600), *clicking)]
        try:
            for _ in range(times):
                for old in [process for process in evening.processes if process.running]:
                    await _replace(evening, old)
            await asyncio.sleep(1.0)
        finally:
            for task in busy:
                task.cancel()
            await asyncio.wait(busy)
        begun = len(evening.here.gateway.begun) - before
        await evening.quiet()
        await evening.end()
        faults = await evening.check()
    lost = [click for click in clicks if not click.heard.is_set()]
    heard = [click.heard_at - click.at for click in clicks if click.heard.is_set()]
    return Rolled(times * processes, len(clicks), len(lost), heard, begun, faults)


async def _replace(evening: Evening, old: Process) -> None:
    """Start a new process, and tell an old one to end as soon as the new one waits for its partition."""
    new = await evening.start()
    await new.says("spare")
    old.stop()
    await old.ended()
    await evening.connected()


async def _clicks(evening: Evening, shard: int, clicks: list[Click]) -> None:
    """Click on a shard every 50 ms, whether answered or not."""
    server = evening.servers[shard]
    channel = int(evening.here.world.servers[server]["channels"][0]["id"])
    loop = asyncio.get_running_loop()
    due = loop.time()
    while True:
        ask = payloads.click(server, channel, _ANNA, "Anna", [], _HELP, payloads.LAYOUT)
        clicks.append(await evening.here.press(ask))
        due += PACE
        await asyncio.sleep(due - loop.time())
