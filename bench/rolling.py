"""Measures a rolling restart: how many clicks stay unanswered while bot processes are replaced by new ones.

`python -m bench rolling` clicks every 50 ms on every shard, while each process is replaced again and again.
`play_with_restarts` runs such a session.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.discord import payloads
from bench.discord.bot_processes import BotProcess
from bench.discord.fake_world import Click
from bench.discord.play_session import PlaySession
from bench.discord.simulated_players import run_players
from bench.report import Goal, print_goals, print_table
from storage import Address
from tests.storage.server import Postgres

REPLACEMENTS = 5
"""How often every process is replaced."""
CLICK_INTERVAL_S = 0.05
"""Seconds between two clicks on one shard."""
_HELP = "k:help:0::"
_FIRST_PERSON = 700_000_000_000_000_999
"""Each click comes from another person, since a person's clicks beyond ten unanswered ones are dropped."""


class RestartResults(NamedTuple):
    """The results of a session with restarts: numbers of restarts, clicks and new sessions, and what went wrong."""

    restarts: int
    clicks: int
    unanswered: int
    seconds: list[float]
    """Seconds until each click was acknowledged; unanswered clicks are left out."""
    sessions_begun: int
    """Gateway sessions begun during the restarts; 0 if all were resumed."""
    faults: list[str]
    """See `PlaySession.find_faults`."""


def measure() -> bool:
    """Replace every process `REPLACEMENTS` times, and print how clicks were answered; return True if all goals hold.

    Two processes with two shards run on PostgreSQL. The goals are that every click was answered, and that
    `PlaySession.find_faults` found nothing.
    """
    with Postgres() as server, tempfile.TemporaryDirectory(prefix="kontor-") as folder:
        run = asyncio.run(play_with_restarts(server.new_database(), Path(folder), REPLACEMENTS))
    print_table(
        ("restarts", "clicks", "not answered", "p50 ms", "worst ms", "sessions begun"),
        [
            (
                *(str(run.restarts), str(run.clicks), str(run.unanswered)),
                *(f"{1000 * median(run.seconds):.0f}", f"{1000 * max(run.seconds):.0f}", str(run.sessions_begun)),
            )
        ],
    )
    for fault in run.faults:
        print(fault)
    return print_goals(
        (
            Goal("not answered", str(run.unanswered), "none", not run.unanswered),
            Goal("lost, doubled, sent twice", str(len(run.faults)), "none", not run.faults),
        )
    )


async def play_with_restarts(
    address: Address, folder: Path, times: int, *, shards: int = 2, processes: int = 2
) -> RestartResults:
    """Replace every process `times` times, one after the other, while people play; return the results.

    Meanwhile another person presses *Help* on every shard every `CLICK_INTERVAL_S`. `folder` gets the processes' logs.
    """
    session = PlaySession(address, folder, shards, processes)
    await session.open_tables()
    clicks: list[Click] = []
    async with session.serving():
        for _ in range(processes):
            await session.start()
        await session.wait_connected()
        await session.wait_until_idle()
        before = len(session.fake.gateway.identified)
        clicking = [_clicks(session, shard, clicks) for shard in range(shards)]
        busy = [asyncio.create_task(each) for each in (run_players(session.players, 3600), *clicking)]
        try:
            for _ in range(times):
                for old in [process for process in session.processes if process.running]:
                    await _replace(session, old)
            await asyncio.sleep(1.0)
        finally:
            for task in busy:
                task.cancel()
            await asyncio.wait(busy)
        sessions_begun = len(session.fake.gateway.identified) - before
        await session.wait_until_idle()
        await session.stop_all()
        faults = await session.find_faults()
    lost = [click for click in clicks if not click.heard.is_set()]
    heard = [click.heard_at - click.at for click in clicks if click.heard.is_set()]
    return RestartResults(times * processes, len(clicks), len(lost), heard, sessions_begun, faults)


async def _replace(session: PlaySession, old: BotProcess) -> None:
    """Start a new process, and stop the old one as soon as the new one waits as a spare.

    Return when the old one has ended and every shard is connected.
    """
    new = await session.start()
    await new.wait_for_log("spare")
    old.stop()
    await old.wait_ended()
    await session.wait_connected()


async def _clicks(session: PlaySession, shard: int, clicks: list[Click]) -> None:
    """Let another person press *Help* on a shard every `CLICK_INTERVAL_S` until cancelled; append clicks to `clicks`.

    It does not wait for answers.
    """
    server = session.servers[shard]
    channel = int(session.fake.world.servers[server]["channels"][0]["id"])
    loop = asyncio.get_running_loop()
    due = loop.time()
    while True:
        ask = payloads.click(server, channel, _FIRST_PERSON + len(clicks), "Anna", [], _HELP, payloads.LAYOUT)
        clicks.append(await session.fake.press(ask))
        due += CLICK_INTERVAL_S
        await asyncio.sleep(due - loop.time())
