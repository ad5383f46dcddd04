"""Simulated players: a `Player` presses *Play* on a board or in direct messages, and then random moves of the menu.

`PressLog` records what they press (`Press`), to be compared with the bot's log; `run_players` lets many of them play.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord
from bench.discord.fake_rest import dm_channel_of
from bench.discord.fake_world import Click, items_of
from rules import GAMES
from words import refusal_text

_ANSWER_TIMEOUT_S = 4.0
"""Seconds a player waits for an answer to a click."""
_LOOK_AGAIN_S, _THINKING_S = (0.3, 0.9), (0.05, 0.3)
"""Ranges of seconds that a player waits before *Play* is pressed again, and before each press in a menu."""
_MAX_PRESSES = 6
"""A player presses at most this often in one menu: a sealed choice could be changed for ever."""
_MOVE_CUSTOM_ID = re.compile(r"[ks]:(?:move|[a-z]+\.[a-z_]+):\d")


def _refusal_patterns() -> Iterator[re.Pattern[str]]:
    """Yield a pattern for each sentence with which the bot refuses to do something.

    The sentences come from the private constants of `words.refusal_text` and of each game's `refusals`. Their
    placeholders match any text.
    """
    for module in (refusal_text, *(import_module(f"words.{game}.refusals") for game in GAMES)):
        for name, said in vars(module).items():
            if name[0] == "_" and name.isupper() and isinstance(said, str | dict):
                for sentence in said.values() if isinstance(said, dict) else (said,):
                    yield re.compile(".+?".join(map(re.escape, re.split(r"\{\w+\}", str(sentence)))))


REFUSALS = [*_refusal_patterns(), re.compile("Something went wrong")]
"""Patterns of answers after which a press has, or may have, changed nothing."""


@dataclass(frozen=True)
class Press:
    """A press of a person at a table on a control that is a move or may lead to one."""

    table: int
    person: int
    custom_id: str
    click: Click

    def __str__(self) -> str:
        return f"{self.custom_id} at {self.click.at:.2f}, by {self.click.by}: {self.click.first[:120]!r}"

    @property
    def move(self) -> str:
        """The text of the move that the control plays; "" if the control is only a step towards a move."""
        verb, _, rest = self.custom_id.removeprefix("k:").partition(":")
        return rest.split(":", 2)[2] if verb == "move" and self.custom_id.startswith("k:") else ""

    @property
    def was_confirmed(self) -> bool:
        """True if the person was shown an answer, and its first text contains no refusal or error."""
        said = self.click.first.replace("\xa0", " ")  # texts have no-break spaces
        return self.click.shown.is_set() and not any(no.search(said) for no in REFUSALS)


@dataclass
class PressLog:
    """The presses of all players of a session, in order."""

    all: list[Press] = field(default_factory=list)

    def confirmed_moves(self, table: int, person: int) -> list[str]:
        """Return the texts of a person's moves at a table that the bot confirmed to them, in order."""
        return [each.move for each in self.presses_of(table, person) if each.move and each.was_confirmed]

    def attempts(self, table: int, person: int) -> tuple[Counter[str], int]:
        """Return how often a person at a table has pressed each move, by its text, and a second number.

        That number counts presses of controls that are only a step towards some move.
        """
        pressed = [each.move for each in self.presses_of(table, person)]
        return Counter(filter(None, pressed)), pressed.count("")

    def presses_of(self, table: int, person: int) -> Iterator[Press]:
        """Yield a person's presses at a table, in order."""
        return (each for each in self.all if (each.table, each.person) == (table, person))


class Player:
    """A simulated person who plays at one table on a server.

    `dm_share` is a number from 0 to 10: in so many cases out of ten they look for *Play* in their direct messages
    before they look on the server. `unanswered` counts the clicks without an answer.
    """

    def __init__(
        self,
        fake: FakeDiscord,
        presses: PressLog,
        server: int,
        table: int,
        person: int,
        *,
        dm_share: int = 3,
        seed: int = 0,
    ) -> None:
        self.person = person
        self.name = f"Player {person % 1000}"
        self.unanswered = 0
        self._fake = fake
        self._presses = presses
        self._server = server
        self._table = table
        self._dm_share = dm_share
        self._rng = random.Random(seed)
        self._place = 0

    async def play(self) -> None:
        """Press *Play* and then random moves, up to `_MAX_PRESSES`, again and again until cancelled.

        The moves are recorded in the `PressLog`, not the presses of *Play*.
        """
        while True:
            menu = await self._open_menu()
            for _ in range(self._rng.randint(1, _MAX_PRESSES)):
                if not menu or not (offered := self._move_items(menu)):
                    break
                await asyncio.sleep(self._rng.uniform(*_THINKING_S))
                menu = await self._press(menu, self._rng.choice(offered))
            await asyncio.sleep(self._rng.uniform(*_LOOK_AGAIN_S))

    async def _open_menu(self) -> dict[str, Any] | None:
        """Press *Play* and return the message shown in answer; None if no message has *Play*, or no answer comes.

        In `dm_share` of ten cases the *Play* in the direct messages is pressed; else, or if none is there, the board's.
        """
        play = f"k:play:{self._table}::"
        is_ephemeral = self._rng.randrange(10) < self._dm_share
        board = (
            self._newest_message_with(int(dm_channel_of(self.person)), play) if is_ephemeral else None
        ) or self._board(play)
        if board is None:
            return None
        click = await self._click(board, play)
        return click.message if click else None

    async def _press(self, menu: dict[str, Any], item: dict[str, Any]) -> dict[str, Any] | None:
        """Press a control of a menu, with random values for a select, and record the press.

        Return the message shown in answer; None if there is no answer.
        """
        custom_id, values = str(item["custom_id"]), None
        if options := item.get("options"):
            many = self._rng.randint(item.get("min_values", 1), item.get("max_values", 1))
            values = self._rng.sample([str(line["value"]) for line in options], many)
        click = await self._click(menu, custom_id, values, record=True)
        return click.message if click else None

    async def _click(
        self, message: dict[str, Any], custom_id: str, values: list[str] | None = None, *, record: bool = False
    ) -> Click | None:
        """Click on a control of a message, and wait for an answer; return the click.

        Return None, and count it in `unanswered`, if nothing was shown within `_ANSWER_TIMEOUT_S`. With `record` the
        press is added to the `PressLog`. `values` are the values chosen in a select.
        """
        server = 0 if message["channel_id"] == dm_channel_of(self.person) else self._server
        click = await self._fake.press(
            payloads.click_on(dict(message), server, self.person, self.name, custom_id, values)
        )
        if record:
            self._presses.all.append(Press(self._table, self.person, custom_id, click))
        try:
            async with asyncio.timeout(_ANSWER_TIMEOUT_S):
                await click.shown.wait()
        except TimeoutError:
            self.unanswered += 1
            return None
        return click

    def _board(self, play: str) -> dict[str, Any] | None:
        """Return the newest message with the control `play` in a thread or channel of the server; None if none has it.

        Threads are searched first. The place where it was found is remembered and searched first the next time.
        """
        if self._place and (found := self._newest_message_with(self._place, play)):
            return found
        threads = self._fake.world.servers[self._server]["threads"]
        channels = self._fake.world.servers[self._server]["channels"]
        for place in (*threads, *channels):
            if found := self._newest_message_with(int(place["id"]), play):
                self._place = int(place["id"])
                return found
        return None

    def _newest_message_with(self, place: int, custom_id: str) -> dict[str, Any] | None:
        """Return the newest message in a channel that has this control; None if there is none."""
        shown = reversed(self._fake.world.messages_in(place))
        return next((message for message in shown if _has_item(message, custom_id)), None)

    def _move_items(self, menu: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the enabled controls of a menu that play a move or lead to one."""
        return [item for item in items_of(menu["components"]) if _MOVE_CUSTOM_ID.match(item["custom_id"])]


def _has_item(message: dict[str, Any], custom_id: str) -> bool:
    """Return True if the message has an enabled control with this custom id."""
    return any(item["custom_id"] == custom_id for item in items_of(message["components"]))


async def run_players(players: list[Player], seconds: float) -> None:
    """Let players play at the same time for some seconds, and then stop them all.

    If one raises an exception, all are stopped at once, and it is raised.
    """
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
