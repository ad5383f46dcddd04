"""What a click costs: CPU of the whole bot, posting included, against a bare bot that answers with the same menu.

Both bots live in one process, with discord.py's own HTTP client, and talk to a stand-in for Discord in another; clicks
come in as the text that the gateway would bring. A click is over when nothing goes on any more: answered, written,
told. Both get the same clicks, in turns. TLS and the gateway's compression are left out on both sides.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any, NamedTuple, Self

import discord
from discord import ui
from discord.ext import commands

from bench.discord import payloads
from bench.discord.standin import running
from bench.report import Goal, print_goals, print_table
from bot import now
from cluster import open_alone
from cogs.bot import Kontor
from cogs.messages.components import components_of
from cogs.messages.table_messages import menu_panel
from rules import GAMES
from storage import Address, open_database
from storage.queries import posts as sql_posts
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.rows import PostRow, SeatRow, TableRow
from tables.model import deadlines
from tables.model.table import Table
from tables.play import lookup, moves
from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.runtime.services import Services
from tables.seating import lobby
from tables.seating.lobby import NewTable
from tables.thinking.computers import ProcessThinker
from tables.time import timers as clocks
from words import words_in

ROUNDS, TABLES = 15, 6
EARLY, LATE = 5, 500
GROWN = 2
"""Tables with a long log; as many with a short one are new in every round."""
OPEN_TABLES, STARTS = 5000, 3
"""The quickest start counts: others use this machine too."""

MOST_TIMES, MOST_GROWTH, MOST_SECONDS, MOST_MB = 3.0, 0.2, 3.0, 250

NAMES = ("Anna", "Bertram", "Clara", "Dietrich")
SERVER, CHANNEL, LOBBIES, PEOPLE = (n * 100_000_000_000_000_000 for n in (1, 2, 3, 7))

Pair = tuple[float, float]


class Costs(NamedTuple):
    """CPU milliseconds for a click: two numbers to compare for each round."""

    first: list[Pair]
    """Choosing, and the same click on the bare bot."""
    again: list[Pair]
    """Choosing anew, and the same click on the bare bot."""
    growth: list[Pair]
    """Choosing anew late and early in the log."""


class Sitting(NamedTuple):
    """A table, where it lives, and the people at it."""

    table: int
    thread: int
    people: list[int]

    @property
    def choosing(self) -> list[int]:
        """All but one: the last choice would end the round."""
        return self.people[:-1]


def measure() -> bool:
    """Print what clicks and starting cost; say whether all goals were reached."""
    with running() as address, tempfile.TemporaryDirectory() as folder:
        many = Path(folder, "many.db")
        asyncio.run(_fill(many))
        starts = [elsewhere(_start, address, many) for _ in range(STARTS)]
        _, costs = elsewhere(_clicks, address, Path(folder, "clicks.db"))
    seconds, megabytes = (min(each) for each in zip(*starts, strict=True))
    first, again, growth = (median(a / b for a, b in pairs) for pairs in costs)
    print(f"A click on a sealed choice in Visby, {len(NAMES)} players, median of {ROUNDS} rounds\n")
    print_table(
        ["", "CPU ms", "against ms", "ratio"],
        [
            [what, f"{median(a for a, _ in pairs):.2f}", f"{median(b for _, b in pairs):.2f}", f"{ratio:.2f}"]
            for what, pairs, ratio in (
                ("choosing, against the bare bot", costs.first, first),
                ("choosing anew, against the bare bot", costs.again, again),
                (f"move {LATE} of a log, against move {EARLY}", costs.growth, growth),
            )
        ],
    )
    times = f"at most {MOST_TIMES:.0f} × a bare bot"
    equal = f"equal within {MOST_GROWTH:.0%}"
    many_tables = f"start with {OPEN_TABLES:,} open tables"
    return print_goals(
        (
            Goal("choosing", f"{first:.2f} ×", times, first <= MOST_TIMES),
            Goal("choosing anew", f"{again:.2f} ×", times, again <= MOST_TIMES),
            Goal(f"move {LATE} against move {EARLY}", f"{growth:.2f} ×", equal, abs(growth - 1) <= MOST_GROWTH),
            Goal(many_tables, f"{seconds:.2f} s", f"under {MOST_SECONDS:.0f} s", seconds < MOST_SECONDS),
            Goal("memory then", f"{megabytes:.0f} MB", f"under {MOST_MB} MB", megabytes < MOST_MB),
        )
    )


# A process for the bots

Work = Callable[[Kontor], Coroutine[Any, Any, Any]]


def elsewhere(work: Work, address: str, database: Address) -> tuple[float, Any]:
    """Start the bot in a new process and do this with it; return the seconds until it was done, and what it brought."""
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_run, args=(work, address, database, theirs))
    began = perf_counter()
    process.start()
    theirs.close()
    brought = ours.recv()
    seconds = perf_counter() - began
    process.join()
    return seconds, brought


def _run(work: Work, address: str, database: Address, pipe: Connection) -> None:
    discord.http.Route.BASE = address
    # Every line of the log is written, as an operator has it; where to is none of our business.
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, ProcessThinker() as thinkers:
        discord.utils.setup_logging(handler=logging.StreamHandler(nowhere), level=logging.INFO)

        async def run() -> None:
            bot = Kontor(Services(await open_alone(database), now, thinkers), own_emoji=True)
            standing = asyncio.all_tasks()
            try:
                await bot.login("x.y.z")
                await rest({*standing, *filter(None, (bot.clock.get_task(),))})
                pipe.send(await work(bot))
            finally:
                await bot.close()

        asyncio.run(run())


async def rest(others: set[asyncio.Task[Any]]) -> None:
    """Wait until nothing goes on but these tasks."""
    while tasks := asyncio.all_tasks() - others:
        await asyncio.wait(tasks)


# Starting


async def _fill(path: Path) -> None:
    """Write a file with many tables that are being played."""
    database = await open_database(path)
    game = GAMES["visby"]
    async with database.transaction() as db:
        for number in range(OPEN_TABLES):
            row = TableRow(
                game=game.name, rules=game.version, options=game.complete_options(4, {}), seed=number,
                status="playing", size=4,
                host=PEOPLE, server=SERVER + number // 1000, channel=CHANNEL, thread=LOBBIES + number, language="en",
                clock='{"kind":"decision","time":259200}', created=now(), started=now(),
                snapshot=game.encode(game.new(4, number)),
            )  # fmt: skip
            await sql.add_table(db, row)
            seats = [
                SeatRow(
                    seat=seat,
                    person=PEOPLE + 4 * number + seat,
                    computer=None,
                    name=name,
                    pinged_frame=1,
                    pinged_decision="choose",
                    runs_since=now(),
                    time_left=259200,
                )
                for seat, name in enumerate(NAMES)
            ]
            await sql.save_seats(db, row.id, seats)
            table = Table.from_rows(row, seats)
            for seat in table.owed:
                await sql_timers.set_timers(db, deadlines.timers_of(table, table.seats[seat], now()))
            await sql_posts.set_post(db, row.id, "board", 0, PostRow(channel=LOBBIES + number, message=number + 1))
    await database.close()


async def _start(bot: Kontor) -> float:
    """Wait until the bot has done all that was left to do; return the most megabytes it has held."""
    others = asyncio.all_tasks()
    await clocks.tick(bot.services)
    await rest(others)
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


# Clicking


class Echo(ui.DynamicItem[ui.Button[Any]], template=r"k:(?P<rest>.*)"):
    """A button that answers with a menu."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Take it as it is."""
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with the menu, made anew as any bot would."""
        await interaction.response.edit_message(view=_menu_of(interaction.client.menu))


def _menu_of(components: list[dict[str, Any]]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.stop()
    box: ui.Container[Any] = ui.Container(accent_colour=components[0]["accent_color"])
    for part in components[0]["components"]:
        if part["type"] == discord.ComponentType.text_display.value:
            box.add_item(ui.TextDisplay(part["content"]))
            continue
        row: ui.ActionRow[Any] = ui.ActionRow()
        for button in part["components"]:
            item: ui.Button[Any] = ui.Button(
                label=button["label"],
                style=discord.ButtonStyle(button["style"]),
                emoji=discord.PartialEmoji.from_dict(button["emoji"]),
                custom_id=button["custom_id"],
            )
            row.add_item(Echo(item))
        box.add_item(row)
    view.add_item(box)
    return view


class Bare(commands.Bot):
    """The least a bot can do: one item that answers with a menu."""

    def __init__(self) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.menu: list[dict[str, Any]] = []

    async def setup_hook(self) -> None:
        """Register the item."""
        self.add_dynamic_items(Echo)


async def _clicks(bot: Kontor) -> Costs:
    """Click, round after round; the first one is for warming up."""
    bare = Bare()
    await bare.login("x.y.z")
    lobbies = range(LOBBIES, LOBBIES + TABLES + GROWN * (ROUNDS + 2))
    server: Any = payloads.guild(SERVER, CHANNEL, lobbies)
    for each in (bot, bare):
        each._connection._add_guild_from_data(server)
    places = iter(lobbies)
    sittings = [await sit_down(bot, next(places)) for _ in range(TABLES)]
    late = [await sit_down(bot, next(places)) for _ in range(GROWN)]
    await _choose(bot, late, LATE - 1)
    bare.menu = await _menu(bot, sittings[0], sittings[0].people[0])
    costs = Costs([], [], [])
    for _ in range(ROUNDS + 1):
        for pairs in (costs.first, costs.again):
            clicks = await clicks_on(bot, sittings)
            pairs.append(await _pair(bot, clicks, bare, clicks))
            bare.menu = await _menu(bot, sittings[0], sittings[0].people[0])
        await rewind(bot, sittings)
        early = [await sit_down(bot, next(places)) for _ in range(GROWN)]
        await _choose(bot, early, EARLY - 1)
        costs.growth.append(await _pair(bot, await clicks_on(bot, late), bot, await clicks_on(bot, early)))
    await bare.close()
    return Costs(*(pairs[1:] for pairs in costs))


async def _pair(one: discord.Client, clicks: Sequence[str], other: discord.Client, same: Sequence[str]) -> Pair:
    """Let two bots attend to clicks in turns; return CPU milliseconds for one click of each."""
    costs = [(await _cost(one, click), await _cost(other, twin)) for click, twin in zip(clicks, same, strict=True)]
    return mean(cost for cost, _ in costs), mean(cost for _, cost in costs)


async def _cost(bot: discord.Client, click: str) -> float:
    others = asyncio.all_tasks()
    began = process_time()
    bot._connection.parse_interaction_create(json.loads(click))
    await rest(others)
    return 1000 * (process_time() - began)


async def clicks_on(bot: Kontor, sittings: Sequence[Sitting]) -> list[str]:
    """Return a click of everybody who chooses there."""
    return [await _click(bot, sitting, person) for sitting in sittings for person in sitting.choosing]


async def _menu(bot: Kontor, sitting: Sitting, person: int) -> list[dict[str, Any]]:
    look = await lookup.look(bot.services, sitting.table, person)
    return components_of(menu_panel(bot.app.games["visby"], look, words_in("en"))).to_components()


async def _click(bot: Kontor, sitting: Sitting, person: int) -> str:
    """Return a click of somebody on the first card that is not chosen yet."""
    menu = await _menu(bot, sitting, person)
    buttons = [button for part in menu[0]["components"] for button in part.get("components", ())]
    chosen = discord.ButtonStyle.success.value
    custom_id = next(b["custom_id"] for b in buttons if b["custom_id"].startswith("k:move:") and b["style"] != chosen)
    name = NAMES[sitting.people.index(person)]
    return json.dumps(payloads.click(SERVER, sitting.thread, person, name, menu, custom_id))


async def sit_down(bot: Kontor, thread: int) -> Sitting:
    """Let four people who know the bot begin a game; the hand by direct message is theirs too."""
    services = bot.services
    people = [PEOPLE + 4 * (thread - LOBBIES) + seat for seat in range(len(NAMES))]
    for person in people:
        await persons.save(services, await persons.meet(services, person), Person(id=person, hints=persons.MAX_TIPS))
    others = asyncio.all_tasks()
    wanted = NewTable(game="visby", size=len(people), server=SERVER, channel=CHANNEL)
    table = await lobby.open_table(services, people[0], NAMES[0], wanted)
    await lobby.note_posted(services, table.id, CHANNEL, thread)
    for person, name in zip(people[1:], NAMES[1:], strict=True):
        await lobby.join(services, table.id, person, name)
    await lobby.start(services, table.id, people[0])
    await rest(others)
    return Sitting(table.id, thread, people)


async def _choose(bot: Kontor, sittings: Sequence[Sitting], times: int) -> None:
    """Let people choose and choose anew, so many times at each table."""
    others = asyncio.all_tasks()
    for number in range(times):
        for sitting in sittings:
            person = sitting.choosing[number % len(sitting.choosing)]
            card = ("knight", "ship")[number // len(sitting.choosing) % 2]
            await moves.play(bot.services, sitting.table, person, f"pick {card}")
        await rest(others)


async def rewind(bot: Kontor, sittings: Sequence[Sitting]) -> None:
    """Let people take back all that they have chosen."""
    others = asyncio.all_tasks()
    for sitting in sittings:
        for person in sitting.choosing:
            while (await moves.take_back(bot.services, sitting.table, person)).can_undo:
                pass
    await rest(others)
