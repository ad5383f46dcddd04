"""Measures how long a person's click takes while somebody else makes a thousand clicks at once.

Bot and fake Discord are those of `bench/click.py`. The flood is handed to the bot at once, and the other person's click
directly after it; its time ends with the request that answers it.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.click import CHANNEL, LOBBIES, SERVER, clicks_on, in_new_process, sit_down, wait_idle
from bench.discord import payloads
from bench.discord.fake_discord import fake_discord_process
from bench.report import Goal, print_goals, print_table
from cogs.bot import Kontor

ROUNDS, FLOOD = 10, 1000
"""Measured rounds with and without a flood, and clicks of a flood."""
MAX_RATIO = 2.0
"""Time of a click beside a flood, divided by that of a click alone."""


def measure() -> bool:
    """Print how long a click takes alone and beside a flood; return True if the goal was reached."""
    with fake_discord_process() as address, tempfile.TemporaryDirectory() as folder:
        _, (alone, beside) = in_new_process(_clicks, address, Path(folder, "flood.db"))
    ratio = median(beside) / median(alone)
    print(f"A click on a sealed choice in Visby, alone and after {FLOOD:,} clicks of somebody else, {ROUNDS} rounds\n")
    rows = [
        [what, f"{median(ms):.1f}", f"{max(ms):.1f}"] for what, ms in (("alone", alone), ("beside a flood", beside))
    ]
    print_table(["", "p50 ms", "max ms"], rows)
    return print_goals(
        (Goal("a click beside a flood", f"{ratio:.2f} ×", f"at most {MAX_RATIO:.0f} × alone", ratio <= MAX_RATIO),)
    )


async def _clicks(bot: Kontor) -> tuple[list[float], list[float]]:
    """Click in rounds, alternately alone and beside a flood; the first round of each kind only warms up.

    Return the milliseconds of each click alone, and those beside a flood.
    """
    places = range(LOBBIES, LOBBIES + 2)
    server: Any = payloads.guild(SERVER, CHANNEL, places)
    bot._connection._add_guild_from_data(server)
    flooded, other = [await sit_down(bot, place) for place in places]
    alone: list[float] = []
    beside: list[float] = []
    for number in range(2 * (ROUNDS + 1)):
        click = (await clicks_on(bot, [other]))[0]
        flood = (await clicks_on(bot, [flooded]))[:1] * (FLOOD if number % 2 else 0)
        others = asyncio.all_tasks()
        (beside if number % 2 else alone).append(await _click_ms(bot, flood, click))
        await wait_idle(others)
    return alone[1:], beside[1:]


async def _click_ms(bot: Kontor, flood: list[str], click: str) -> float:
    """Give the bot a flood of clicks and then another person's click, all as gateway payloads in JSON.

    Return the milliseconds from the last click's arrival until it is answered.
    """
    payload = json.loads(click)
    person = int(payload["member"]["user"]["id"])
    answered: asyncio.Future[float] = asyncio.get_running_loop().create_future()
    answer = bot.dispatcher.answer

    async def answer_and_note(request: Any, action: Any = None) -> None:
        await answer(request, action)
        if request.person_id == person:
            answered.set_result(perf_counter())

    bot.dispatcher.answer = answer_and_note  # type: ignore[method-assign]
    receive: Any = bot._connection.parsers["INTERACTION_CREATE"]
    for number, each in enumerate(flood):
        receive({**json.loads(each), "id": str(number + 1)})
    began = perf_counter()
    receive(payload)
    ended = await answered
    bot.dispatcher.answer = answer  # type: ignore[method-assign]
    return 1000 * (ended - began)
