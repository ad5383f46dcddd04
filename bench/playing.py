"""People at tables of Visby: they stay and answer in the menus they are brought, or come anew for every decision."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from bench.click import LOBBIES, PEOPLE, SERVER
from bench.discord import payloads
from bench.discord.fake_world import Click, items_of
from bench.discord.payloads import Answer
from bench.discord.standin import StandIn
from bench.many_tables import name_of, waiting

DECISIONS = 12
"""Of the people of a table, together."""
_PATIENCE = 30
"""Seconds after which the measurement has failed."""


async def play_round(here: StandIn, table: int) -> None:
    """Let the four people of a table press *Play* and choose a card each."""
    for seat in range(4):
        await _Person(here, table, seat).choose()


async def stay(here: StandIn, table: int) -> None:
    """Let four people come to a table and stay: each answers whenever they are shown a menu below a new board."""
    people = [_Person(here, table, seat) for seat in range(4)]
    for person in people:
        await person.choose()
    for _ in range(DECISIONS - len(people)):
        async with asyncio.timeout(_PATIENCE):
            while not (asked := [person for person in people if person.is_asked]):
                await here.world.showed.wait()
        await asked[0].answer()


async def come(here: StandIn, table: int, path: Path) -> None:
    """Let four people come to a table again and again, each time by *Play*, when everything before is told."""
    people, made = [_Person(here, table, seat) for seat in range(4)], 0
    while made < DECISIONS:
        for person in people:
            if made < DECISIONS and await person.is_asked_for():
                await person.answer()
                made += 1
            while waiting(path, table + 1):  # noqa: ASYNC110 what is in the file says nothing
                await asyncio.sleep(0.02)


class _Person:
    """Somebody at a table, and the last thing they have pressed."""

    def __init__(self, here: StandIn, table: int, seat: int) -> None:
        self._here = here
        self._play = f"k:play:{table + 1}::"
        self._who = PEOPLE + 4 * table + seat, name_of(table, seat)
        self._place = LOBBIES + table
        self._chance = random.Random(table + seat)
        self._mark = ""
        """Of the decision they have answered last."""

    async def choose(self) -> None:
        """Press *Play* below the board, and a card."""
        await self.is_asked_for()
        await self.answer()

    async def is_asked_for(self) -> bool:
        """Press *Play*; say whether they are asked something that they have not answered yet."""
        self._click = await self._press(_board(self._play), self._play, payloads.LAYOUT)
        return any(_mark(move) != self._mark for move in self._moves)

    @property
    def is_asked(self) -> bool:
        """Whether another menu has come since they have answered."""
        return self._click.message is not self._answered and bool(self._moves)

    async def answer(self) -> None:
        """Press something that is offered in the menu they see."""
        move = self._chance.choice(self._moves)
        self._click = await self._press(self._click.message["components"], move)
        self._answered, self._mark = self._click.message, _mark(move)

    async def _press(self, shown: Answer, custom_id: str, flags: int = payloads.EPHEMERAL | payloads.LAYOUT) -> Click:
        click = await self._here.press(payloads.click(SERVER, self._place, *self._who, shown, custom_id, flags))
        async with asyncio.timeout(_PATIENCE):
            await click.shown.wait()
        return click

    @property
    def _moves(self) -> list[str]:
        offered = (item["custom_id"] for item in items_of(self._click.message["components"]))
        return [custom_id for custom_id in offered if custom_id.startswith("k:move:")]


def _mark(move: str) -> str:
    """Return which decision a button answers."""
    return move.split(":")[3]


def _board(play: str) -> Answer:
    """Return as much of a board as a click on it needs."""
    button = {"type": 2, "label": "Play", "style": 1, "custom_id": play}
    return [{"type": 17, "accent_color": 1, "components": [{"type": 1, "components": [button]}]}]
