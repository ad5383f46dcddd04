"""What a click costs: CPU of the whole process, posting included, against a bare bot that answers with the same menu."""

from __future__ import annotations

import asyncio
import re
import resource
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Self

import discord
from discord import ui
from discord.ext import commands

from bot import now
from cogs.kontor import Kontor
from rules import GAMES
from storage import Database
from storage import tables as sql
from storage.rows import SeatRow, TableRow
from tables.house import House
from tests.discord.bot import Operator, quick_think
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import sit_down
from tests.discord.reading import Seen

CLICKS, ROUNDS = 60, 7
EARLY, LATE = 5, 500
TABLES = 5000


class Echo(ui.DynamicItem[ui.Button[Any]], template=r"k:(?P<rest>.*)"):
    """A button that answers with the message it stands on."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Take it as it is."""
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with the same menu, made anew as any bot would."""
        await interaction.response.edit_message(view=same_menu(interaction.client.menu))


def same_menu(components: list[dict[str, Any]]) -> ui.LayoutView:
    """Build the menu from its plain description."""
    view = ui.LayoutView(timeout=None)
    view.stop()
    box: ui.Container[Any] = ui.Container()
    for part in components[0]["components"]:
        if part["type"] == discord.ComponentType.text_display.value:
            box.add_item(ui.TextDisplay(part["content"]))
        else:
            row: ui.ActionRow[Any] = ui.ActionRow()
            for button in part["components"]:
                row.add_item(Echo(ui.Button(label=button.get("label"), custom_id=button["custom_id"])))
            box.add_item(row)
    view.add_item(box)
    return view


class Bare(commands.Bot):
    """The least a bot can do: one command that shows the menu, one item that shows it again."""

    def __init__(self, menu: list[dict[str, Any]]) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.menu = menu

    async def setup_hook(self) -> None:
        """Register the item and the command."""
        self.add_dynamic_items(Echo)

        @self.tree.command(name="menu", description="the menu")
        async def menu(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(view=same_menu(self.menu), ephemeral=True)

        await self.tree.sync()


async def measure(clicks: Callable[[int], Awaitable[Any]], count: int) -> float:
    """Return CPU milliseconds for each of so many clicks."""
    began = process_time()
    for number in range(count):
        await clicks(number)
    return 1000 * (process_time() - began) / count


def clicking(person: Person, menu: Seen) -> Callable[[int], Awaitable[Any]]:
    """Return a click on one of the first two moves of a menu, in turns.

    For Kontor that seals another card each time: a real move, in the log, told on the board.
    """

    async def click(number: int) -> None:
        ids = [custom_id for custom_id in menu.custom_ids if custom_id.startswith("k:move")]
        await person.click(menu, ids[number % 2])

    return click


async def bare_click(menu: list[dict[str, Any]]) -> float:
    """Return what a click on the bare bot costs."""
    async with World() as world:
        bare = Bare(menu)
        await world.start(lambda: bare)
        anna = world.people["anna"]
        click = clicking(anna, (await anna.command("menu")).shown)
        await measure(click, CLICKS)
        return await measure(click, CLICKS)


async def our_click(path: Path) -> tuple[float, list[dict[str, Any]]]:
    """Return what a click on Kontor costs, and the menu it answers with."""
    async with World() as world:
        operator = Operator(world, path)
        await operator.start()
        sitting = await sit_down(operator, "visby")
        anna = sitting.people[0]
        menu = await sitting.open_menu(anna)
        await measure(clicking(anna, menu), CLICKS)
        return await measure(clicking(anna, menu), CLICKS), list(menu.stored.components)


async def compare(folder: Path) -> None:
    """Measure both bots in turns, in one run, and print the ratios."""
    _, menu = await our_click(folder / "warm.db")
    pairs = []
    for number in range(ROUNDS):
        pairs.append((await bare_click(menu), (await our_click(folder / f"{number}.db"))[0]))
    bare, ours = median(a for a, _ in pairs), median(b for _, b in pairs)
    ratio = median(b / a for a, b in pairs)
    print(f"  a click: bare bot {bare:.2f} ms CPU, Kontor {ours:.2f} ms, ratio {ratio:.2f} (at most 3)")


async def growth(folder: Path) -> None:
    """Measure a click at the beginning and at the end of a long log."""
    async with World() as world:
        operator = Operator(world, folder / "growth.db")
        await operator.start()
        short, long = await sit_down(operator, "visby"), await sit_down(operator, "visby")
        anna = short.people[0]
        first, second = clicking(anna, await short.open_menu(anna)), clicking(anna, await long.open_menu(anna))
        await measure(second, LATE)
        pairs = [(await measure(first, EARLY), await measure(second, EARLY)) for _ in range(40)]
        del pairs[:4]
        ratio = median(b for _, b in pairs) / median(a for a, _ in pairs)
        print(f"  a click at move {LATE} of a log against one at the beginning: ratio {ratio:.2f} (within 20 %)")


async def start_up(folder: Path) -> None:
    """Start on a file with thousands of open tables."""
    path = folder / "many.db"
    database = await Database.open(path)
    game = GAMES["visby"]
    async with database.transaction() as db:
        for number in range(TABLES):
            state = game.new(4, number)
            row = TableRow(
                game="visby", rules=game.version, options={"target": 30}, seed=number, status="playing", size=4,
                host=1, server=1, channel=1, language="en", pace=3, created=now(), started=now(),
                snapshot=game.encode(state),
            )  # fmt: skip
            await sql.add_table(db, row)
            seats = [SeatRow(seat=seat, person=seat + 1, computer=None, name=f"P{seat}") for seat in range(4)]
            await sql.save_seats(db, row.id, seats)
    await database.close()
    async with World() as world:
        began = perf_counter()
        await world.start(lambda: make(path))
        took = perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"  start-up with {TABLES} open tables: {took:.2f} s (under 3), {memory} MB for the whole process (under 250)"
    )


async def make(path: Path) -> Kontor:
    """Return the bot on a file."""
    return Kontor(House(await Database.open(path), now, quick_think))


def main() -> None:
    """Measure all of it. Start-up goes first: memory is the most the process ever had."""
    with tempfile.TemporaryDirectory() as folder:
        for part in (start_up, compare, growth):
            asyncio.run(part(Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
