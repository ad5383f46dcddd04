"""People who play by what they are shown: they press *Play* on a board or in direct messages, then what is offered."""

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
from bench.discord.fake_world import Click, items_of
from bench.discord.rest import direct_to
from bench.discord.standin import StandIn
from rules import GAMES
from words import refusal_text

_PATIENCE = 4.0
"""Seconds after which nobody waits for an answer any more."""
_LOOKS, _THINKS = (0.3, 0.9), (0.05, 0.3)
"""Seconds until somebody looks again who was asked nothing, and before they press something."""
_PRESSES = 6
"""So many times at most somebody presses before they look elsewhere: a sealed choice can be changed for ever."""
_MOVES = re.compile(r"[ks]:(?:move|[a-z]+\.[a-z_]+):\d")


def _refusals() -> Iterator[re.Pattern[str]]:
    """Go through all sentences that say that something was not done, whatever they name."""
    for module in (refusal_text, *(import_module(f"words.{game}.refusals") for game in GAMES)):
        for name, said in vars(module).items():
            if name[0] == "_" and name.isupper() and isinstance(said, str | dict):
                for sentence in said.values() if isinstance(said, dict) else (said,):
                    yield re.compile(".+?".join(map(re.escape, re.split(r"\{\w+\}", str(sentence)))))


NOTHING_DONE = [*_refusals(), re.compile("Something went wrong")]
"""What says that a press has changed nothing, or perhaps nothing."""


@dataclass(frozen=True)
class Pressed:
    """A press on something that may be a move."""

    table: int
    person: int
    custom_id: str
    click: Click

    def __str__(self) -> str:
        return f"{self.custom_id} at {self.click.at:.2f}, by {self.click.by}: {self.click.first[:120]!r}"

    @property
    def move(self) -> str:
        """The text of the move, if the button is one."""
        verb, _, rest = self.custom_id.removeprefix("k:").partition(":")
        return rest.split(":", 2)[2] if verb == "move" and self.custom_id.startswith("k:") else ""

    @property
    def done(self) -> bool:
        """Whether the person was shown that it is done."""
        said = self.click.first.replace("\xa0", " ")  # Numbers and signs are bound to what they belong to.
        return self.click.shown.is_set() and not any(no.search(said) for no in NOTHING_DONE)


@dataclass
class Ledger:
    """What everybody has pressed."""

    pressed: list[Pressed] = field(default_factory=list)

    def done(self, table: int, person: int) -> list[str]:
        """Return the moves that somebody was told are made, in order."""
        return [each.move for each in self.of(table, person) if each.move and each.done]

    def tried(self, table: int, person: int) -> tuple[Counter[str], int]:
        """Return how often somebody has pressed each move, and how often something that may have led to any."""
        pressed = [each.move for each in self.of(table, person)]
        return Counter(filter(None, pressed)), pressed.count("")

    def of(self, table: int, person: int) -> Iterator[Pressed]:
        """Go through what somebody has pressed at a table, in order."""
        return (each for each in self.pressed if (each.table, each.person) == (table, person))


class Player:
    """Somebody at a table. `direct`: how often they begin in their direct messages, of ten times."""

    def __init__(
        self, here: StandIn, ledger: Ledger, server: int, table: int, person: int, *, direct: int = 3, seed: int = 0
    ) -> None:
        self.person = person
        self.name = f"Player {person % 1000}"
        self.unanswered = 0
        self._here = here
        self._ledger = ledger
        self._server = server
        self._table = table
        self._direct = direct
        self._rng = random.Random(seed)
        self._place = 0

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            menu = await self._open()
            for _ in range(self._rng.randint(1, _PRESSES)):
                if not menu or not (offered := self._offered(menu)):
                    break
                await asyncio.sleep(self._rng.uniform(*_THINKS))
                menu = await self._press(menu, self._rng.choice(offered))
            await asyncio.sleep(self._rng.uniform(*_LOOKS))

    async def _open(self) -> dict[str, Any] | None:
        """Press *Play* where it stands; return the menu."""
        play = f"k:play:{self._table}::"
        is_ephemeral = self._rng.randrange(10) < self._direct
        board = (self._standing(int(direct_to(self.person)), play) if is_ephemeral else None) or self._board(play)
        if board is None:
            return None
        click = await self._click(board, play)
        return click.message if click else None

    async def _press(self, menu: dict[str, Any], item: dict[str, Any]) -> dict[str, Any] | None:
        custom_id, values = str(item["custom_id"]), None
        if options := item.get("options"):
            many = self._rng.randint(item.get("min_values", 1), item.get("max_values", 1))
            values = self._rng.sample([str(line["value"]) for line in options], many)
        click = await self._click(menu, custom_id, values, noted=True)
        return click.message if click else None

    async def _click(
        self, message: dict[str, Any], custom_id: str, values: list[str] | None = None, *, noted: bool = False
    ) -> Click | None:
        """Press, and wait for what is shown; None if nothing is."""
        server = 0 if message["channel_id"] == direct_to(self.person) else self._server
        click = await self._here.press(
            payloads.click_on(dict(message), server, self.person, self.name, custom_id, values)
        )
        if noted:
            self._ledger.pressed.append(Pressed(self._table, self.person, custom_id, click))
        try:
            async with asyncio.timeout(_PATIENCE):
                await click.shown.wait()
        except TimeoutError:
            self.unanswered += 1
            return None
        return click

    def _board(self, play: str) -> dict[str, Any] | None:
        """Return the message in the table's place that has *Play*; the place is looked for once."""
        if self._place and (found := self._standing(self._place, play)):
            return found
        threads = self._here.world.servers[self._server]["threads"]
        channels = self._here.world.servers[self._server]["channels"]
        for place in (*threads, *channels):
            if found := self._standing(int(place["id"]), play):
                self._place = int(place["id"])
                return found
        return None

    def _standing(self, place: int, custom_id: str) -> dict[str, Any] | None:
        shown = reversed(self._here.world.shown_in(place))
        return next((message for message in shown if _has(message, custom_id)), None)

    def _offered(self, menu: dict[str, Any]) -> list[dict[str, Any]]:
        return [item for item in items_of(menu["components"]) if _MOVES.match(item["custom_id"])]


def _has(message: dict[str, Any], custom_id: str) -> bool:
    return any(item["custom_id"] == custom_id for item in items_of(message["components"]))


async def let_play(players: list[Player], seconds: float) -> None:
    """Let people play for a while."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
