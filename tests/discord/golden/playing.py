"""Plays a golden game. Each action is recorded with everything that people see of it, before the next one begins.

Actions are chosen by what is shown (labels, placeholders, positions), never by the custom ids of components.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from simcord.builders import ChannelHandle

from tests.discord.bot import Operator, quick_film, the_same_every_time
from tests.discord.kit import World
from tests.discord.people import Offer, Person
from tests.discord.reading import BUTTON, SELECTS, Answer, Clickable, Seen, face, seen
from tests.discord.transcript import Transcript

T = TypeVar("T")

PLAY = ("Play", "Spielen")
REMATCH = ("🔁 Rematch", "🔁 Revanche")
ASIDE = (
    *("Undo", "Start my turn over", "Back", "Play", "My hand", "Log", "Rules", "More", "Another topic", "Language"),
    *(
        "Zurücknehmen",
        "Zug von vorn",
        "Zurück",
        "Spielen",
        "Meine Hand",
        "Verlauf",
        "Regeln",
        "Mehr",
        "Ein anderes Thema",
    ),
    *("Board", "Board as text", "What do the symbols mean?", "Let a computer play for me"),
    *("Brett", "Brett als Text", "Was bedeuten die Symbole?", "Computer für mich spielen lassen"),
    *("What happened?", "Only one seat …", "Older", "Newer", "Score"),
    *("Was ist passiert?", "Nur ein Platz …", "Älter", "Neuer", "Punktestand"),
    *("Visby", "Riga", "Haithabu"),
)
"""What stands in menus besides the moves and the steps to one."""
MOST_CLICKS = 3000


class Golden:
    """A game that is written down while it is played."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.world = operator.world
        self.transcript = Transcript(self.world)
        self.lines: list[str] = []
        self.brief = False
        """From now on a line for each message is enough."""
        self.whole = False
        """Nothing is left out for brevity."""
        self.steps = 0
        self.table = 1
        "The number of the table that is in progress."
        self._pressed: set[str] = set()

    def person(self, name: str) -> Person:
        return self.world.people[name]

    # ---------------------------------------------------------------- acts

    async def click(self, who: Person, on: Clickable, label: str) -> Answer:
        """Press a button by its label."""
        return await self._act(who, f"presses [{label}] {self._under(on)}", who.click(on, label))

    async def choose(self, who: Person, on: Clickable, *labels: str, menu: str | None = None) -> Answer:
        """Choose lines of a list by their labels; of equal ones the first that are left. `menu` is a placeholder."""
        lines = list(self.world.seen(on).select(menu)["options"])
        values = []
        for label in labels:
            line = next(line for line in lines if seen(line["label"]) == label)
            lines.remove(line)
            values.append(str(line["value"]))
        return await self._chosen(who, on, labels, values, menu)

    async def _chosen(self, who: Person, on: Clickable, labels: Any, values: list[str], menu: str | None) -> Answer:
        did = f"chooses {' + '.join(labels) or 'nothing'} {self._under(on)}"
        return await self._act(who, did, who.choose(on, values, menu=menu))

    async def command(self, who: Person, name: str, **options: Any) -> Answer:
        """Type a command; `place` says where."""
        typed = [
            f"{key}:{value.name if isinstance(value, Person | ChannelHandle) else value}"
            for key, value in options.items()
            if key != "place"
        ]
        return await self._act(who, f"types /{' '.join((name, *typed))}", who.command(name, **options))

    async def complete(self, who: Person, name: str, option: str, typed: str = "", **options: Any) -> list[Offer]:
        """Begin to type an option of a command, and return what is offered."""
        return await self._act(
            who, f"begins to type /{name} {option}:{typed}", who.autocomplete(name, option, typed, **options)
        )

    async def rematch(self, who: Person) -> None:
        """Press *Rematch*. Two tables tell of it at the same time: here the thread, there a lobby in the channel."""
        end = self.end()
        label = next(label for label in end.buttons if label in REMATCH)
        await self._act(who, f"presses [{label}] {self._under(end)}", who.click(end, label), by_place=True)

    async def pause(self, **time: float) -> None:
        """Let time go by."""
        told = ", ".join(f"{count:g} {unit}" for unit, count in time.items())
        await self._act(None, f"{told} go by", self.world.later(seconds=30, **time))

    async def look_at(self, person: Person, on: Clickable, *labels: str) -> None:
        """Press one button after the other under the same message."""
        for label in labels:
            await self.click(person, on, label)

    async def _act(self, who: Person | None, did: str, act: Awaitable[T], *, by_place: bool = False) -> T:
        self.steps += 1
        answer = await act
        await self.world.settle()
        name = who.name if who else ""
        self.lines.append(f"=== {self.steps} · {name} {did}".replace("  ", " "))
        self.lines += self.transcript.new(name, brief=self.brief and not self.whole, by_place=by_place)
        while await self.operator.let_one_decide():
            self.lines.append("=== a computer decides")
            self.lines += self.transcript.new(brief=self.brief and not self.whole)
        if await self.operator.refresh():
            self.lines.append("=== nothing else happens")
            self.lines += self.transcript.new(brief=self.brief and not self.whole)
        return answer

    def show(self, message: Seen) -> None:
        """Write down in full how a message stands now."""
        self.lines.append(f"=== how #{self.transcript.number(message.id)} stands now")
        self.lines += self.transcript.standing(message)

    def _under(self, on: Clickable) -> str:
        return f"under #{self.transcript.number(self.world.seen(on).id)}"

    # ---------------------------------------------------------------- what is there to act on

    def board(self) -> Seen:
        """The newest message in the newest thread that one can press *Play* on."""
        return self._newest(self.world.threads[-1], PLAY)

    def lobby(self) -> Seen:
        """The newest lobby in the channel."""
        return self._newest(self.world.channel, ("Options", "Optionen"))

    async def use_options(self, person: Person, lobby: Clickable, what: str) -> Answer:
        """Open a lobby's *Options* and press a button there."""
        return await self.click(person, await self.click(person, lobby, "Options"), what)

    def end(self) -> Seen:
        """The message with the final score."""
        return self._newest(self.world.threads[-1], REMATCH)

    def _newest(self, place: ChannelHandle, labels: tuple[str, ...]) -> Seen:
        """The newest message for all to see in a place with one of these buttons."""
        for message in reversed(self.world.messages(place)):
            if not message.ephemeral and any(label in labels for label in message.buttons):
                return message
        raise AssertionError(f"no message with {labels}")

    def menu(self, who: Person) -> Seen:
        """The newest message that only this person sees and that asks for something; else the newest at all."""
        return next((menu for menu in reversed(who.ephemerals) if _offers(menu)), who.ephemerals[-1])

    def hand(self, who: Person) -> Seen:
        """The newest direct message to a person."""
        return who.dms[-1]

    async def play(self, who: Person) -> Seen:
        """Press *Play* on the board and return the menu."""
        board = self.board()
        label = next(label for label in board.buttons if label in PLAY)
        return (await self.click(who, board, label)).shown

    # ---------------------------------------------------------------- playing on

    async def owing(self) -> list[Person]:
        """Those who are asked for something at the table, in the order in which they came to the server."""
        table = await self.operator.table(self.table)
        owed = {table.seats[seat].person for seat in table.owed if not table.seats[seat].computer}
        return [person for person in self.world.people.values() if person.id in owed]

    async def decide(self, who: Person, rng: random.Random) -> None:
        """Press something in the newest menu that leads to a move, by its position: rather what was not pressed yet."""
        menu = self.menu(who) if who.ephemerals else None
        if menu is None or not _offers(menu):
            menu = await self.play(who)
        offers = _offers(menu)
        new = [item for item in offers if _name(item) not in self._pressed]
        item = rng.choice(new or offers)
        self._pressed.add(_name(item))
        if item["type"] == BUTTON:
            did = f"presses [{face(item)}] {self._under(menu)}"
            await self._act(who, did, who.click(menu, item["custom_id"]))
            return
        count = rng.randint(item.get("min_values", 1), item.get("max_values", 1))
        lines = rng.sample(item["options"], count)
        if count == 1:
            unknown = [line for line in item["options"] if line["label"] not in self._pressed]
            lines = [rng.choice(unknown or item["options"])]
        labels = [line["label"] for line in lines]
        self._pressed.update(labels)
        await self._chosen(who, menu, labels, [str(line["value"]) for line in lines], item["custom_id"])

    async def go_on(self, rng: random.Random, clicks: int = MOST_CLICKS) -> None:
        """Let whoever is asked decide anything, so many times or to the end."""
        for _ in range(clicks):
            owing = await self.owing()
            if not owing:
                return
            await self.decide(rng.choice(owing), rng)
        assert clicks < MOST_CLICKS, "the game does not end"


def _name(item: dict[str, Any]) -> str:
    """By what one remembers a button or a list: not by the numbers on it."""
    return re.sub(r"\d+", "", item.get("placeholder") or face(item))


def _offers(menu: Seen) -> list[dict[str, Any]]:
    """The buttons and lists of a menu that belong to a decision."""
    return [
        item
        for item in menu.components
        if item["type"] in (BUTTON, *SELECTS)
        and not item.get("disabled")
        and not item.get("url")
        and (item.get("label") or item.get("placeholder")) not in ASIDE
    ]


@asynccontextmanager
async def golden_game(folder: Path, seed: int) -> AsyncIterator[Golden]:
    """A world with the bot in it, where everything happens the same in every run."""
    with the_same_every_time(seed):
        async with World() as world:
            operator = Operator(world, folder / "golden.db", animate=quick_film, one_by_one=True)
            await operator.start()
            yield Golden(operator)
