"""Simulated people at the tables of Visby that `many_tables.write_tables` has written.

`play_round` lets them choose one card each, `play_staying` and `play_returning` make `DECISIONS_PER_TABLE` decisions.
In these functions `table` is the table's index from 0; its id in the database is one more.
"""

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
"""Decisions of all people at a table together."""
_TIMEOUT_S = 30
"""Seconds to wait for an answer or a new menu before TimeoutError is raised."""
_MOVE, _ASKS_FIRST = "k:move:", "k:visby.trade:"
"""Beginnings of custom ids: a move, and the trade of the only Merchant, which must be confirmed."""


async def play_round(fake: FakeDiscord, table: int) -> None:
    """Let the four people of a table, one after the other, press *Play* and choose a card, which ends the round.

    `table` is the table's index from 0.
    """
    for seat in range(4):
        await _Person(fake, table, seat).choose()


async def play_staying(fake: FakeDiscord, table: int) -> None:
    """Make `DECISIONS_PER_TABLE` decisions at a table whose four people stay.

    Each presses *Play* once, and then answers whenever the bot shows a new menu below a new board. `table` is the
    table's index from 0. Raises TimeoutError if no menu comes within `_TIMEOUT_S`.
    """
    people = [_Person(fake, table, seat) for seat in range(4)]
    for person in people:
        await person.choose()
    for _ in range(DECISIONS_PER_TABLE - len(people)):
        async with asyncio.timeout(_TIMEOUT_S):
            while not (asked := [person for person in people if person.has_new_menu]):
                await fake.world.content_shown.wait()
        await asked[0].answer()


async def play_returning(fake: FakeDiscord, table: int, path: Path) -> None:
    """Make `DECISIONS_PER_TABLE` decisions at a table whose four people come back for each of them.

    Each presses *Play* for every decision, after all earlier notifications of the table were sent. `table` is the
    table's index from 0, `path` the bot's database.
    """
    people, made = [_Person(fake, table, seat) for seat in range(4)], 0
    while made < DECISIONS_PER_TABLE:
        for person in people:
            if made < DECISIONS_PER_TABLE and await person.press_play():
                await person.answer()
                made += 1
            while due_notifications(path, table + 1):  # noqa: ASYNC110 what is in the file says nothing
                await asyncio.sleep(0.02)


class _Person:
    """A simulated person on a seat of a table, with their latest click and the menu shown in answer to it."""

    def __init__(self, fake: FakeDiscord, table: int, seat: int) -> None:
        self._fake = fake
        self._play = f"k:play:{table + 1}::"
        self._who = PEOPLE + 4 * table + seat, name_of(table, seat)
        self._place = LOBBIES + table
        self._chance = random.Random(table + seat)
        self._decision_mark = ""
        """Identifies the decision that they have answered last (`_decision_mark`); "" before the first."""

    async def choose(self) -> None:
        """Press *Play* below the board, and then a random move in the menu, and wait for both answers."""
        await self.press_play()
        await self.answer()

    async def press_play(self) -> bool:
        """Press *Play* and wait for the menu.

        Return True if it offers moves of a decision other than the one they answered last.
        """
        self._click = await self._press(_board(self._play), self._play, payloads.LAYOUT)
        return any(_decision_mark(move) != self._decision_mark for move in self._moves)

    @property
    def has_new_menu(self) -> bool:
        """True if the bot has shown them another menu with moves since their last answer."""
        return self._click.message is not self._answered and bool(self._moves)

    async def answer(self) -> None:
        """Press a random move in the menu they see, which must offer one, and wait for the answer.

        A move that must be confirmed is pressed once more, on the page that asks.
        """
        move = self._chance.choice(self._moves)
        self._click = await self._press(self._click.message["components"], move)
        if move.startswith(_ASKS_FIRST):
            confirmed = next(each for each in self._moves if each.startswith(_MOVE))
            self._click = await self._press(self._click.message["components"], confirmed)
        self._answered, self._decision_mark = self._click.message, _decision_mark(move)

    async def _press(self, shown: Answer, custom_id: str, flags: int = payloads.EPHEMERAL | payloads.LAYOUT) -> Click:
        """Press a control of a message with the components `shown`; return the click once it is answered.

        Raises TimeoutError after `_TIMEOUT_S`.
        """
        click = await self._fake.press(payloads.click(SERVER, self._place, *self._who, shown, custom_id, flags))
        async with asyncio.timeout(_TIMEOUT_S):
            await click.shown.wait()
        return click

    @property
    def _moves(self) -> list[str]:
        """The custom ids of the moves in the menu they see."""
        offered = (item["custom_id"] for item in items_of(self._click.message["components"]))
        return [custom_id for custom_id in offered if custom_id.startswith((_MOVE, _ASKS_FIRST))]


def _decision_mark(move: str) -> str:
    """Return the part of a move's custom id (`k:VERB:TABLE:MARK:…`) that is equal for all moves of one decision."""
    return move.split(":")[3]


def _board(play: str) -> Answer:
    """Return the components of a board whose only content is a *Play* button with the custom id `play`."""
    button = {"type": 2, "label": "Play", "style": 1, "custom_id": play}
    return [{"type": 17, "accent_color": 1, "components": [{"type": 1, "components": [button]}]}]
