"""Plays any game by clicks: people sit down, open *Play*, and press moves that are offered."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord.builders import ChannelHandle, RoleHandle

import rules
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.reading import BUTTON, Answer, Clickable, Seen
from tests.selection import thorough
from words.games import TITLES

GAMES = tuple(rules.GAMES)
"""The games that can be played in Discord."""
ANY_GAME = [GAMES[0], *thorough(*GAMES[1:])]
"""Parameters of tests whose outcome does not depend on the game: one game in `make test`, all in `make thorough`."""

MOST_CLICKS = 3000
"""No game of ours takes so many: whoever gets there turns in circles."""


def _visby(move: str) -> tuple[str, dict[str, Any]]:
    verb, *words = move.split()
    if verb == "trade":
        return "visby trade", {"wares": int(words[0])}
    return "visby play", dict(zip(("card", "second"), words, strict=False))


def _riga(move: str) -> tuple[str, dict[str, Any]]:
    verb, _, rest = move.partition(" ")
    if verb == "done":
        return "riga done", {}
    if verb == "build":
        what, _, pay = rest.partition(" pay ")
        return "riga build", {"what": what, "pay": pay}
    if verb in ("take", "use", "discard"):
        return f"riga {verb}", {"what": rest}
    return "riga choose", {"what": move}


def _haithabu(move: str) -> tuple[str, dict[str, Any]]:
    verb, _, rest = move.partition(" ")
    if verb == "hire":
        return "haithabu hire", {}
    if verb == "repay":
        return "haithabu loan", {"repay": int(rest)}
    return f"haithabu {'work' if verb in ('work', 'act', 'aside') else 'choose'}", {"what": move}


COMMANDS: Mapping[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
    "visby": _visby,
    "riga": _riga,
    "haithabu": _haithabu,
}
"""How a move's text is typed as a slash command."""


@dataclass
class Sitting:
    """People at one table. Each keeps the menu that they opened last."""

    operator: Operator
    game: str
    number: int
    people: list[Person]
    menus: dict[str, Seen] = field(default_factory=dict)

    @property
    def world(self) -> World:
        return self.operator.world

    @property
    def board(self) -> Seen:
        """The newest message of the table with a *Play* button."""
        for place in (*reversed(self.world.threads), self.world.channel):
            for message in reversed(self.world.messages(place)):
                if not message.ephemeral and f"k:play:{self.number}::" in message.custom_ids:
                    return message
        raise AssertionError(f"table {self.number} has no board")

    @property
    def board_alone(self) -> str:
        """What the live board says, without the story above it and the line that pings."""
        asks, lines = re.compile(r"<@\d+>.* · |-# 📰 "), self.board.text.splitlines()
        first = next(n for n, line in enumerate(lines) if line.startswith(f"{TITLES[self.game]}. "))
        return "\n".join(line for line in lines[first:] if not asks.match(line))

    async def board_in_words(self, person: Person) -> str:
        """Return the board in words, as a person reads it who asks for that."""
        more = await person.click(self.board, "More")
        return (await person.click(more.shown, "Board as text")).text

    def hand(self, person: Person) -> Seen:
        """Return the hand that this person was sent by direct message."""
        for message in reversed(person.dms):
            if not message.ephemeral and f"k:play:{self.number}::" in message.custom_ids:
                return message
        raise AssertionError(f"{person.name} was sent no hand of table {self.number}")

    async def owing(self) -> list[Person]:
        """Return those of the people who owe a decision."""
        table = await self.operator.table(self.number)
        owed = {table.seats[seat].person for seat in table.owed if not table.seats[seat].computer}
        return [person for person in self.people if person.id in owed]

    async def seat(self, person: Person) -> int:
        chair = (await self.operator.table(self.number)).seat_of(person.id)
        assert chair is not None
        return chair.seat

    async def over(self) -> bool:
        return (await self.operator.table(self.number)).row.status != "playing"

    async def close(self, place: ChannelHandle | None = None) -> Answer:
        """Let all who play agree to close the table; return the last answer."""
        table = await self.operator.table(self.number)
        deciding = {seat.person for seat in table.human_seats()}
        for person in [person for person in self.people if person.id in deciding]:
            asked = await person.command("table close", place=place, table=self.number)
            answer = await person.click(asked, f"k:close:{self.number}:")
        return answer

    async def open_menu(self, person: Person) -> Seen:
        """Press *Play* on the live board and return the menu."""
        answer = await person.click(self.board, f"k:play:{self.number}:")
        self.menus[person.name] = answer.shown
        return answer.shown

    async def menu(self, person: Person) -> Seen:
        """Return a menu with moves in it: the one the person has, or a new one."""
        menu = self.menus.get(person.name)
        if menu is None or not menu.exists or not moves_on(menu, self.game):
            menu = await self.open_menu(person)
        return menu

    async def move(self, person: Person, rng: random.Random) -> Answer:
        """Press any move that is offered."""
        answer = await press(person, await self.menu(person), self.game, rng)
        if answer.message is not None:
            self.menus[person.name] = answer.message
        return answer

    async def play_on(self, rng: random.Random, clicks: int = MOST_CLICKS) -> None:
        """Let people who owe a decision press something, a number of times or until the game ends."""
        for _ in range(clicks):
            owing = await self.owing()
            if not owing:
                assert await self.over(), f"nobody owes anything at table {self.number}, yet it is not over"
                return
            await self.move(rng.choice(owing), rng)
        assert clicks < MOST_CLICKS, f"table {self.number} does not end"


def moves_on(message: Seen, game: str) -> list[dict[str, Any]]:
    """Return the controls of a message that belong to a decision: moves, and the game's steps towards one."""
    ours = re.compile(rf"[ks]:(?:move|{game}\.[a-z_]+):\d")
    return [item for item in message.components if ours.match(item.get("custom_id") or "") and not item.get("disabled")]


async def press(person: Person, menu: Seen, game: str, rng: random.Random) -> Answer:
    """Press one of the menu's moves at random, or choose as many lines of its select as it needs."""
    offered = moves_on(menu, game)
    assert offered, f"{person.name} is offered no move in:\n{menu}"
    return await press_item(person, menu, rng.choice(offered), rng)


async def press_item(person: Person, menu: Seen, item: dict[str, Any], rng: random.Random) -> Answer:
    """Press a button, or choose as many lines of a select as it needs."""
    if item["type"] == BUTTON:
        return await person.click(menu, item["custom_id"])
    count = rng.randint(item.get("min_values", 1), item.get("max_values", 1))
    lines = rng.sample([str(line["value"]) for line in item["options"]], count)
    return await person.choose(menu, lines, menu=item["custom_id"])


async def type_move(person: Person, game: str, move: str, **more: Any) -> Answer:
    """Type a move as a slash command, optionally in a place and for a table."""
    command, options = COMMANDS[game](move)
    return await person.command(command, **options, **more)


def add_admin(world: World) -> Person:
    """Let somebody join who manages the server."""
    role = world.server.create_role("Council", permissions=discord.Permissions(manage_guild=True))
    return add_with_role(world, "eve", role)


def add_with_role(world: World, name: str, role: RoleHandle) -> Person:
    """Let somebody with this name and role join the server."""
    person, server = world.add_person(name), world.server.id
    world.server.remove_member(person.memberships.pop(server))
    person.memberships[server] = world.server.add_member(person.user, roles=[role])
    return person


async def offered(person: Person, game: str, place: ChannelHandle) -> list[tuple[str, dict[str, Any]]]:
    """Return every command that a person could type now, with options as autocomplete offers them."""
    if game == "visby":
        found: list[tuple[str, dict[str, Any]]] = []
        for card in await person.autocomplete("visby play", "card", place=place):
            seconds = await person.autocomplete("visby play", "second", place=place, card=card.value)
            two = [{"card": card.value, "second": second.value} for second in seconds]
            found += [("visby play", options) for options in two or [{"card": card.value}]]
        wares = await person.autocomplete("visby trade", "wares", place=place)
        return found + [("visby trade", {"wares": offer.value}) for offer in wares]
    return [
        (f"{game} {command}", {"what": offer.value})
        for command in TYPED[game]
        for offer in await person.autocomplete(f"{game} {command}", "what", place=place)
    ]


TYPED = {"riga": ("take", "build", "use", "discard", "choose"), "haithabu": ("work", "choose")}
"""The commands with an option `what`, in which autocomplete offers the moves."""


async def open_lobby(operator: Operator, game: str, host: Person, seats: int, **options: Any) -> tuple[Seen, int]:
    """Open a table; return its lobby and its number."""
    lobby = (await host.command(f"{game} new", seats=seats, **options)).shown
    found = re.search(r"k:join:(\d+):", " ".join(lobby.custom_ids))
    assert found, f"no lobby:\n{lobby}"
    return lobby, int(found[1])


async def use_options(person: Person, lobby: Clickable, what: str) -> Answer:
    """Open a lobby's *Options* and press a button in that private message."""
    return await person.click((await person.click(lobby, "Options")).shown, what)


async def choose_level(person: Person, lobby: Clickable, level: str) -> Answer:
    """Open a lobby's *Options* and choose how well new computers play."""
    return await person.choose((await person.click(lobby, "Options")).shown, level)


async def sit_down(
    operator: Operator, game: str = "visby", people: Sequence[str] = ("anna", "bert", "clara", "david"), **options: Any
) -> Sitting:
    """Let these people open a table, join it and start it, by clicks. `computers` take further seats."""
    seated = [operator.world.people[name] for name in people]
    host, *guests = seated
    lobby, number = await open_lobby(operator, game, host, len(people) + options.get("computers", 0), **options)
    for guest in guests:
        await guest.click(lobby, "k:join:")
    started = await host.click(lobby, "k:start:")
    return Sitting(operator, game, number, seated, {host.name: started.shown})
