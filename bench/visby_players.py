"""People at tables of Visby, who stay and answer in their menu, or come back for every decision."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from bench.click import LOBBIES, PEOPLE, SERVER
from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord
from bench.discord.fake_world import Click, items_of
from bench.discord.payloads import Answer
from bench.many_tables import due_notifications, name_of

DECISIONS_PER_TABLE = 12
"""Of all people at a table together."""
_TIMEOUT_S = 30
"""Seconds after which the measurement has failed."""


async def play_round(fake: FakeDiscord, table: int) -> None:
    """Let the four people of a table press *Play* and choose a card each."""
    for seat in range(4):
        await _Person(fake, table, seat).choose()


async def play_staying(fake: FakeDiscord, table: int) -> None:
    """Let four people stay at a table: each answers whenever a menu is shown below a new board."""
    people = [_Person(fake, table, seat) for seat in range(4)]
    for person in people:
        await person.choose()
    for _ in range(DECISIONS_PER_TABLE - len(people)):
        async with asyncio.timeout(_TIMEOUT_S):
            while not (asked := [person for person in people if person.has_new_menu]):
                await fake.world.content_shown.wait()
        await asked[0].answer()


async def play_returning(fake: FakeDiscord, table: int, path: Path) -> None:
    """Let four people come back for every decision, by *Play*, once all earlier notifications were sent."""
    people, made = [_Person(fake, table, seat) for seat in range(4)], 0
    while made < DECISIONS_PER_TABLE:
        for person in people:
            if made < DECISIONS_PER_TABLE and await person.press_play():
                await person.answer()
                made += 1
            while due_notifications(path, table + 1):  # noqa: ASYNC110 what is in the file says nothing
                await asyncio.sleep(0.02)


class _Person:
    """A person at a table, and the last control they pressed."""

    def __init__(self, fake: FakeDiscord, table: int, seat: int) -> None:
        self._fake = fake
        self._play = f"k:play:{table + 1}::"
        self._who = PEOPLE + 4 * table + seat, name_of(table, seat)
        self._place = LOBBIES + table
        self._chance = random.Random(table + seat)
        self._decision_mark = ""
        """The decision that they have answered last."""

    async def choose(self) -> None:
        """Press *Play* below the board, and a card."""
        await self.press_play()
        await self.answer()

    async def press_play(self) -> bool:
        """Press *Play*; return True if a decision is pending that they have not answered yet."""
        self._click = await self._press(_board(self._play), self._play, payloads.LAYOUT)
        return any(_decision_mark(move) != self._decision_mark for move in self._moves)

    @property
    def has_new_menu(self) -> bool:
        """True if another menu with moves was shown since their answer."""
        return self._click.message is not self._answered and bool(self._moves)

    async def answer(self) -> None:
        """Press a random move in the menu they see."""
        move = self._chance.choice(self._moves)
        self._click = await self._press(self._click.message["components"], move)
        self._answered, self._decision_mark = self._click.message, _decision_mark(move)

    async def _press(self, shown: Answer, custom_id: str, flags: int = payloads.EPHEMERAL | payloads.LAYOUT) -> Click:
        """Press a control and wait until something is shown."""
        click = await self._fake.press(payloads.click(SERVER, self._place, *self._who, shown, custom_id, flags))
        async with asyncio.timeout(_TIMEOUT_S):
            await click.shown.wait()
        return click

    @property
    def _moves(self) -> list[str]:
        """The custom ids of the moves in the menu they see."""
        offered = (item["custom_id"] for item in items_of(self._click.message["components"]))
        return [custom_id for custom_id in offered if custom_id.startswith("k:move:")]


def _decision_mark(move: str) -> str:
    """Return the part of a move's custom id that names the decision."""
    return move.split(":")[3]


def _board(play: str) -> Answer:
    """Return the components of a board with *Play*, as far as a click on it needs them."""
    button = {"type": 2, "label": "Play", "style": 1, "custom_id": play}
    return [{"type": 17, "accent_color": 1, "components": [{"type": 1, "components": [button]}]}]
