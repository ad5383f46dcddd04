"""What a click waits for while aldermen think: seconds on the clock, against the same clicks while nobody thinks.

Bot, stand-in for Discord and processes that think are those of `bench/click.py`. A click is over when nothing goes on
any more: answered, written, told.
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

from bench.click import CHANNEL, LOBBIES, SERVER, clicks_on, elsewhere, rest, rewind, sit_down
from bench.discord import payloads
from bench.discord.standin import running
from bench.report import Goal, print_goals, print_table
from cogs.bot import Kontor
from rules import GAMES

ROUNDS, TABLES, ALDERMEN = 12, 4, 4
GAME = "haithabu"
"""Where they think longest."""
MOST_TIMES = 1.5


def measure() -> bool:
    """Print how long clicks take; say whether the goal was reached."""
    with running() as address, tempfile.TemporaryDirectory() as folder:
        _, (alone, beside, thoughts) = elsewhere(_clicks, address, Path(folder, "clicks.db"))
    times = [median(there) / median(here) for here, there in zip(alone, beside, strict=True)]
    ratio = median(times)
    print(f"A click on a sealed choice in Visby, while {ALDERMEN} aldermen think in {GAMES[GAME].name.capitalize()}")
    print(f"({os.cpu_count()} processors, {ROUNDS} rounds of {len(alone[0])} clicks each, {thoughts} thoughts)\n")
    rows = []
    for what, rounds in (("nobody thinks", alone), (f"{ALDERMEN} aldermen think", beside)):
        clicks = sorted(ms for each in rounds for ms in each)
        rows.append([what, f"{median(clicks):.1f}", f"{quantiles(clicks, n=20)[-1]:.1f}"])
    print_table(["", "p50 ms", "p95 ms"], rows)
    goal = f"at most {MOST_TIMES} × without them"
    return print_goals((Goal("a click beside aldermen", f"{ratio:.2f} ×", goal, ratio <= MOST_TIMES),))


async def _clicks(bot: Kontor) -> tuple[list[list[float]], list[list[float]], int]:
    """Click in turns, while nobody thinks and while aldermen do; the first round is for warming up."""
    lobbies = range(LOBBIES, LOBBIES + TABLES)
    server: Any = payloads.guild(SERVER, CHANNEL, lobbies)
    bot._connection._add_guild_from_data(server)
    sittings = [await sit_down(bot, place) for place in lobbies]
    thinking = _Thinking(bot)
    alone: list[list[float]] = []
    beside: list[list[float]] = []
    for number in range(2 * (ROUNDS + 1)):
        think = thinking.all() if number % 2 else nullcontext()
        async with think:
            clicks = await clicks_on(bot, sittings)
            (beside if number % 2 else alone).append([await _waits(bot, click) for click in clicks])
        await rewind(bot, sittings)
    return alone[1:], beside[1:], thinking.thoughts


async def _waits(bot: Kontor, click: str) -> float:
    """Return after how many milliseconds a click is over."""
    others = asyncio.all_tasks()
    began = perf_counter()
    bot._connection.parse_interaction_create(json.loads(click))
    await rest(others)
    return 1000 * (perf_counter() - began)


class _Thinking:
    """Aldermen at tables of their own, who think again and again, as the computers of tables do."""

    def __init__(self, bot: Kontor) -> None:
        self._think = bot.services.thinker.think
        self._over = False
        self.thoughts = 0

    @asynccontextmanager
    async def all(self) -> AsyncIterator[None]:
        """Let all of them think meanwhile."""
        self._over = False
        tasks = [asyncio.create_task(self._on(seed)) for seed in range(ALDERMEN)]
        before = self.thoughts
        while self.thoughts == before:  # They have begun in earnest.
            await asyncio.wait(tasks, timeout=0.05)
        yield
        self._over = True
        await asyncio.wait(tasks)  # To the last thought: nobody thinks in the rounds that are compared with.

    async def _on(self, seed: int) -> None:
        game = GAMES[GAME]
        state = game.new(game.players[-1], seed)
        while not self._over:
            seat = next(iter(game.owed(state)))
            move = await self._think(GAME, game.encode(state), seat, "alderman", seed)
            self.thoughts += 1
            game.play(state, seat, game.parse(move))
            if not game.owed(state):
                state = game.new(game.players[-1], seed)
