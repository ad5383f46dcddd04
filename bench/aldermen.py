"""Measures how long a click takes while aldermen, the strongest computer players, think, and while none thinks.

The time is wall-clock time. Bot, fake Discord and worker processes are those of `bench/click.py`. A click ends when no
task is left: it is answered, stored, and its notifications are sent.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from bench.click import CHANNEL, LOBBIES, SERVER, clicks_on, in_new_process, sit_down, take_all_back, wait_idle
from bench.discord import payloads
from bench.discord.fake_discord import fake_discord_process
from bench.report import Goal, print_goals, print_table
from cogs.bot import Kontor
from rules import GAMES

ROUNDS, TABLES, ALDERMEN = 12, 4, 4
"""Measured rounds with and without aldermen, tables whose people click, and aldermen who think at the same time."""
GAME = "haithabu"
"""The game of the aldermen: the one in which they think longest."""
MAX_RATIO = 1.5
"""Median time of a click while aldermen think, divided by that while none does."""


def measure() -> bool:
    """Print how long clicks take with and without thinking aldermen; return True if the goal was reached.

    Rounds without and with aldermen alternate. For each such pair, the median time with aldermen is divided by the
    median without. The median of these ratios must not exceed `MAX_RATIO`.
    """
    with fake_discord_process() as address, tempfile.TemporaryDirectory() as folder:
        _, (alone, beside, thoughts) = in_new_process(_clicks, address, Path(folder, "clicks.db"))
    times = [median(there) / median(here) for here, there in zip(alone, beside, strict=True)]
    ratio = median(times)
    print(f"A click on a sealed choice in Visby, while {ALDERMEN} aldermen think in {GAMES[GAME].name.capitalize()}")
    print(f"({os.cpu_count()} processors, {ROUNDS} rounds of {len(alone[0])} clicks each, {thoughts} thoughts)\n")
    rows = []
    for what, rounds in (("nobody thinks", alone), (f"{ALDERMEN} aldermen think", beside)):
        clicks = sorted(ms for each in rounds for ms in each)
        rows.append([what, f"{median(clicks):.1f}", f"{quantiles(clicks, n=20)[-1]:.1f}"])
    print_table(["", "p50 ms", "p95 ms"], rows)
    goal = f"at most {MAX_RATIO} × without them"
    return print_goals((Goal("a click beside aldermen", f"{ratio:.2f} ×", goal, ratio <= MAX_RATIO),))


async def _clicks(bot: Kontor) -> tuple[list[list[float]], list[list[float]], int]:
    """Click in rounds, alternately without and with thinking aldermen; the first round of each kind only warms up.

    Return three values: the milliseconds of each click by round without aldermen, the same with aldermen (both without
    the warm-up), and how many moves the aldermen have made in all rounds.
    """
    lobbies = range(LOBBIES, LOBBIES + TABLES)
    server: Any = payloads.guild(SERVER, CHANNEL, lobbies)
    bot._connection._add_guild_from_data(server)
    sittings = [await sit_down(bot, place) for place in lobbies]
    aldermen = _Aldermen(bot)
    alone: list[list[float]] = []
    beside: list[list[float]] = []
    for number in range(2 * (ROUNDS + 1)):
        think = aldermen.thinking() if number % 2 else nullcontext()
        async with think:
            clicks = await clicks_on(bot, sittings)
            (beside if number % 2 else alone).append([await _click_ms(bot, click) for click in clicks])
        await take_all_back(bot, sittings)
    return alone[1:], beside[1:], aldermen.thoughts


async def _click_ms(bot: Kontor, click: str) -> float:
    """Give the bot a click, a gateway payload in JSON; return the milliseconds until the bot is idle.

    Idle means that every task which the click started has ended.
    """
    others = asyncio.all_tasks()
    began = perf_counter()
    bot._connection.parse_interaction_create(json.loads(click))
    await wait_idle(others)
    return 1000 * (perf_counter() - began)


class _Aldermen:
    """`ALDERMEN` computer players that think without a pause in the worker processes.

    Each plays all seats of a game of its own. `thoughts` counts the moves of all.
    """

    def __init__(self, bot: Kontor) -> None:
        self._think = bot.services.thinker.think
        self._over = False
        self.thoughts = 0

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Let all aldermen think during the block, which starts once the first of them has moved.

        After the block, wait for the moves about which they are still thinking.
        """
        self._over = False
        tasks = [asyncio.create_task(self._think_forever(seed)) for seed in range(ALDERMEN)]
        before = self.thoughts
        while self.thoughts == before:  # until the first move of the warm worker
            await asyncio.wait(tasks, timeout=0.05)
        yield
        self._over = True
        await asyncio.wait(tasks)  # nobody may think in the rounds that are compared with

    async def _think_forever(self, seed: int) -> None:
        """Let an alderman make all moves of a game, again and again from the same seed, until `thinking` ends.

        Each move is counted in `thoughts`.
        """
        game = GAMES[GAME]
        state = game.new(game.players[-1], seed)
        while not self._over:
            seat = next(iter(game.owed(state)))
            move = await self._think(GAME, game.encode(state), seat, "alderman", seed)
            self.thoughts += 1
            game.play(state, seat, game.parse(move))
            if not game.owed(state):
                state = game.new(game.players[-1], seed)
