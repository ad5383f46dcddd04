"""Measures the CPU time of a click for the whole bot, compared with `BareBot`, which answers with the same menu.

Both bots run in one process with discord.py's own HTTP client, and talk to a fake Discord in another process; clicks
arrive as the JSON text that the gateway would send. A click ends when no task is left: it is answered, stored, and its
notifications are sent. Both bots get the same clicks, alternately. TLS and the gateway's compression are left out.

It also measures how long the bot takes to start with many tables. Other measurements use its people, tables and clicks.
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
from bench.discord.fake_discord import fake_discord_process
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
from tables.seating.table_settings import NewTable
from tables.thinking.computers import ProcessThinker
from tables.time import timers as clocks
from words import words_in

ROUNDS, TABLES = 15, 6
"""Measured rounds of clicks, and tables whose people click in each."""
EARLY_MOVE, LATE_MOVE = 5, 500
"""The entries of the log that are compared, to see if a click costs more in a long game."""
GROWN_TABLES = 2
"""Tables with a long log; as many with a short one are new in every round."""
OPEN_TABLES, STARTS = 5000, 3
"""Tables in the database with which the bot is started, and starts; the best counts, as others use this machine too."""

MAX_RATIO, MAX_GROWTH, MAX_START_S, MAX_MEMORY_MB = 3.0, 0.2, 3.0, 250

NAMES = ("Anna", "Bertram", "Clara", "Dietrich")
SERVER, CHANNEL, LOBBIES, PEOPLE = (n * 100_000_000_000_000_000 for n in (1, 2, 3, 7))
"""Discord ids: of the server and its channel, of the first table's thread, and of the first person."""

RatioPair = tuple[float, float]
"""Two values of the same round, of which the first is divided by the second."""


class Costs(NamedTuple):
    """Mean CPU milliseconds for a click. Each list has a pair of numbers for each round."""

    first: list[RatioPair]
    """Choosing a card: with our bot, and the same click with the bare bot."""
    again: list[RatioPair]
    """Changing the choice: with our bot, and the same click with the bare bot."""
    growth: list[RatioPair]
    """Changing the choice with our bot: at tables with a long log, and at tables with a short one."""


class Sitting(NamedTuple):
    """A table in play: its id, the id of its thread, and the ids of its people."""

    table: int
    thread: int
    people: list[int]

    @property
    def choosing(self) -> list[int]:
        """The people who choose cards: all but the last one, whose choice would end the round."""
        return self.people[:-1]


def measure() -> bool:
    """Print the CPU of a click, against the bare bot and with a long against a short log; return True if goals hold.

    It also starts the bot `STARTS` times with many tables; the shortest starting time and the least memory count.
    """
    with fake_discord_process() as address, tempfile.TemporaryDirectory() as folder:
        many = Path(folder, "many.db")
        asyncio.run(_write_tables(many))
        starts = [in_new_process(_peak_memory_after_start, address, many) for _ in range(STARTS)]
        _, costs = in_new_process(_clicks, address, Path(folder, "clicks.db"))
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
                (f"move {LATE_MOVE} of a log, against move {EARLY_MOVE}", costs.growth, growth),
            )
        ],
    )
    times = f"at most {MAX_RATIO:.0f} × a bare bot"
    equal = f"equal within {MAX_GROWTH:.0%}"
    many_tables = f"start with {OPEN_TABLES:,} open tables"
    return print_goals(
        (
            Goal("choosing", f"{first:.2f} ×", times, first <= MAX_RATIO),
            Goal("choosing anew", f"{again:.2f} ×", times, again <= MAX_RATIO),
            Goal(
                f"move {LATE_MOVE} against move {EARLY_MOVE}", f"{growth:.2f} ×", equal, abs(growth - 1) <= MAX_GROWTH
            ),
            Goal(many_tables, f"{seconds:.2f} s", f"under {MAX_START_S:.0f} s", seconds < MAX_START_S),
            Goal("memory then", f"{megabytes:.0f} MB", f"under {MAX_MEMORY_MB} MB", megabytes < MAX_MEMORY_MB),
        )
    )


# A process for the bots

Work = Callable[[Kontor], Coroutine[Any, Any, Any]]


def in_new_process(work: Work, address: str, database: Address) -> tuple[float, Any]:
    """Start the bot in a new process, and run `work` with it once it is logged in and idle.

    `address` is the REST base URL of a fake Discord. Return the seconds from the start of the process until the result
    of `work` arrived, and that result. Raises EOFError if the process fails.
    """
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
    """Run the bot on the fake Discord at `address`, send the result of `work` through the pipe, and close the bot."""
    discord.http.Route.BASE = address
    # Log lines are formatted and written as in production, but to nowhere.
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, ProcessThinker() as thinkers:
        discord.utils.setup_logging(handler=logging.StreamHandler(nowhere), level=logging.INFO)

        async def run() -> None:
            """Log the bot in, wait until it is idle, send the result of `work`, and close the bot in any case."""
            bot = Kontor(Services(await open_alone(database), now, thinkers), own_emoji=True)
            standing = asyncio.all_tasks()
            try:
                await bot.login("x.y.z")
                await wait_idle({*standing, *filter(None, (bot.clock.get_task(),))})
                pipe.send(await work(bot))
            finally:
                await bot.close()

        asyncio.run(run())


async def wait_idle(others: set[asyncio.Task[Any]]) -> None:
    """Wait until the event loop has no tasks left except `others`."""
    while tasks := asyncio.all_tasks() - others:
        await asyncio.wait(tasks)


# Starting


async def _write_tables(path: Path) -> None:
    """Write a database with `OPEN_TABLES` tables of Visby in play, with timers and the ids of their boards."""
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


async def _peak_memory_after_start(bot: Kontor) -> float:
    """Run one tick of the bot's timers and wait until it is idle; return the peak memory of this process in MB."""
    others = asyncio.all_tasks()
    await clocks.tick(bot.services)
    await wait_idle(others)
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


# Clicking


class MenuButton(ui.DynamicItem[ui.Button[Any]], template=r"k:(?P<rest>.*)"):
    """The bare bot's only button: a click replaces its message by the bare bot's `menu`."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the clicked button as a `MenuButton`, without reading its custom id."""
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Replace the clicked message by the menu, built anew for every click as any bot would."""
        await interaction.response.edit_message(view=_menu_of(interaction.client.menu))


def _menu_of(components: list[dict[str, Any]]) -> ui.LayoutView:
    """Build discord.py's view from a menu's components: one container with texts and rows of `MenuButton`."""
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
            row.add_item(MenuButton(item))
        box.add_item(row)
    view.add_item(box)
    return view


class BareBot(commands.Bot):
    """A bot that does the least possible: it answers every click with the components in `menu`, and stores nothing."""

    def __init__(self) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.menu: list[dict[str, Any]] = []

    async def setup_hook(self) -> None:
        """Register `MenuButton`."""
        self.add_dynamic_items(MenuButton)


async def _clicks(bot: Kontor) -> Costs:
    """Let people click for `ROUNDS` rounds, alternately with the bot and with a bare bot, and return the costs.

    One more round before these only warms up. In each round people choose a card, choose another one and take their
    choices back. Then clicks at tables with a long log are compared with clicks at tables with a short one.
    """
    bare = BareBot()
    await bare.login("x.y.z")
    lobbies = range(LOBBIES, LOBBIES + TABLES + GROWN_TABLES * (ROUNDS + 2))
    server: Any = payloads.guild(SERVER, CHANNEL, lobbies)
    for each in (bot, bare):
        each._connection._add_guild_from_data(server)
    places = iter(lobbies)
    sittings = [await sit_down(bot, next(places)) for _ in range(TABLES)]
    late = [await sit_down(bot, next(places)) for _ in range(GROWN_TABLES)]
    await _choose_cards(bot, late, LATE_MOVE - 1)
    bare.menu = await _menu(bot, sittings[0], sittings[0].people[0])
    costs = Costs([], [], [])
    for _ in range(ROUNDS + 1):
        for pairs in (costs.first, costs.again):
            clicks = await clicks_on(bot, sittings)
            pairs.append(await _pair(bot, clicks, bare, clicks))
            bare.menu = await _menu(bot, sittings[0], sittings[0].people[0])
        await take_all_back(bot, sittings)
        early = [await sit_down(bot, next(places)) for _ in range(GROWN_TABLES)]
        await _choose_cards(bot, early, EARLY_MOVE - 1)
        costs.growth.append(await _pair(bot, await clicks_on(bot, late), bot, await clicks_on(bot, early)))
    await bare.close()
    return Costs(*(pairs[1:] for pairs in costs))


async def _pair(one: discord.Client, clicks: Sequence[str], other: discord.Client, same: Sequence[str]) -> RatioPair:
    """Let two bots handle clicks alternately; return the mean CPU milliseconds for a click of `one` and of `other`.

    `one` gets `clicks`, `other` gets `same`; both must have the same length.
    """
    costs = [(await _cost(one, click), await _cost(other, twin)) for click, twin in zip(clicks, same, strict=True)]
    return mean(cost for cost, _ in costs), mean(cost for _, cost in costs)


async def _cost(bot: discord.Client, click: str) -> float:
    """Give the bot a click (JSON of a gateway payload); return this process's CPU ms until all tasks it started end."""
    others = asyncio.all_tasks()
    began = process_time()
    bot._connection.parse_interaction_create(json.loads(click))
    await wait_idle(others)
    return 1000 * (process_time() - began)


async def clicks_on(bot: Kontor, sittings: Sequence[Sitting]) -> list[str]:
    """Return a click of every choosing person at these tables, as gateway payloads in JSON; nothing is clicked yet."""
    return [await _click(bot, sitting, person) for sitting in sittings for person in sitting.choosing]


async def _menu(bot: Kontor, sitting: Sitting, person: int) -> list[dict[str, Any]]:
    """Return the components of the menu that the bot would show to a person at a table now."""
    look = await lookup.look(bot.services, sitting.table, person)
    return components_of(menu_panel(bot.app.games["visby"], look, words_in("en"))).to_components()


async def _click(bot: Kontor, sitting: Sitting, person: int) -> str:
    """Return a person's click on the first card of their menu that is not chosen, as a gateway payload in JSON."""
    menu = await _menu(bot, sitting, person)
    buttons = [button for part in menu[0]["components"] for button in part.get("components", ())]
    chosen = discord.ButtonStyle.success.value
    custom_id = next(b["custom_id"] for b in buttons if b["custom_id"].startswith("k:move:") and b["style"] != chosen)
    name = NAMES[sitting.people.index(person)]
    return json.dumps(payloads.click(SERVER, sitting.thread, person, name, menu, custom_id))


async def sit_down(bot: Kontor, thread: int) -> Sitting:
    """Start a table of Visby with four people in this thread, wait until its messages are sent, and return its ids.

    The people have seen all tips, so that no tip is sent with later answers.
    """
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
    await wait_idle(others)
    return Sitting(table.id, thread, people)


async def _choose_cards(bot: Kontor, sittings: Sequence[Sitting], times: int) -> None:
    """Make this many entries in each table's log, by choosing and changing cards; wait until everything is sent."""
    others = asyncio.all_tasks()
    for number in range(times):
        for sitting in sittings:
            person = sitting.choosing[number % len(sitting.choosing)]
            card = ("knight", "ship")[number // len(sitting.choosing) % 2]
            await moves.play(bot.services, sitting.table, person, f"pick {card}")
        await wait_idle(others)


async def take_all_back(bot: Kontor, sittings: Sequence[Sitting]) -> None:
    """Let all `choosing` people at these tables, who must have chosen, take all choices back; wait until it is sent."""
    others = asyncio.all_tasks()
    for sitting in sittings:
        for person in sitting.choosing:
            while (await moves.take_back(bot.services, sitting.table, person)).can_undo:
                pass
    await wait_idle(others)
