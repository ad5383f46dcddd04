"""The playground from opening to end: the bot, the world, the places, the start page, and time going on."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import discord
from simcord.backend.errors import SetupError

from playground import first_table
from playground.browser import show
from playground.channels import OpenPlace
from playground.simcord_private import Viewer
from playground.simulated import Running
from playground.start_page import StartPage
from playground.world import Folder, Trouble, World

log = logging.getLogger("playground")

BEAT = 0.2
"""Seconds between two looks at what has happened by itself."""

LEAP = 60.0
"""Seconds; after a longer sleep of the machine the time is skipped, not run through."""


TABS = 12
"""So many places are opened again at the next start; the others when somebody goes there."""

Outside = Callable[[Coroutine[Any, Any, Any]], Awaitable[Any]]
"""Awaits work that is no part of the simulated world, such as a computer's thinking: clicks go on meanwhile."""


class PlayableBot(Protocol):
    """Whoever plays here: makes the bot, and knows who has something to do."""

    @property
    def games(self) -> Sequence[str]:
        """What can be played: `/NAME new` opens a table. The first is the one to begin with."""

    async def make(self, database: Path, outside: Outside) -> discord.Client:
        """Return the bot on this database; what it gives to `outside` is awaited without holding up the world."""

    async def language(self, bot: discord.Client, person: int) -> str | None:
        """Return the language that a person has chosen; None if they have chosen none."""

    async def waiting(
        self, bot: discord.Client, person: int, languages: Sequence[str]
    ) -> list[tuple[int, dict[str, str]]]:
        """Return in which places something waits for a person, and what, in each of these languages."""

    async def tables(
        self, bot: discord.Client, server: int, languages: Sequence[str]
    ) -> list[tuple[int, str, dict[str, str]]]:
        """Return a server's tables, newest first: place, name, and how it stands if nobody is playing there."""


@dataclass(frozen=True)
class Plan:
    """How the playground is wanted."""

    folder: Path
    game: str = ""
    fresh: bool = False
    port: int | None = None
    """Where the start page is; None: at its usual place, or wherever there is room."""


async def play(playable: PlayableBot, plan: Plan, say: Callable[[str], None]) -> None:
    """Open the playground and keep it open until somebody ends it (Ctrl-C, SIGTERM)."""
    folder = Folder(plan.folder)
    with folder.locked() as lock:
        world, note = folder.load(fresh=plan.fresh)
        if note:
            say(note)
        playground = Playground(playable, folder, world)
        playground.listen()
        try:
            await playground.open(plan)
            address = playground.address
            lock.write(address)
            lock.flush()
            say(_welcome(address, plan.folder, playground.games[0]))
            show(address)
            await playground.until_told()
        finally:
            await playground.close()


def _welcome(address: str, folder: Path, game: str) -> str:
    return f"""Kontor's playground is open. Play here:

    {address}

Make a move as Anna, look at Bert's page, type /{game} new as Anna in the channel.
Ctrl-C ends it. Everything is kept in {folder}; to start over: make run FRESH=1
"""


class Playground:
    """The bot in its world, with all the places where one can look at it. One thing happens at a time."""

    def __init__(
        self, playable: PlayableBot, folder: Folder, world: World, now: Callable[[], datetime] = discord.utils.utcnow
    ) -> None:
        self.world = world
        self._now = now
        self._playable = playable
        self._folder = folder
        self._turn = asyncio.Lock()
        self._places: dict[int, OpenPlace] = {}
        self._running: Running | None = None
        self._start_page = StartPage(self)
        self._wanted = ""
        self._beat: asyncio.Task[None] | None = None
        self._told = asyncio.Event()

    @property
    def address(self) -> str:
        """Where to begin."""
        return self._start_page.address

    @property
    def games(self) -> Sequence[str]:
        """What can be played: first what was asked for."""
        return sorted(self._playable.games, key=lambda game: game != self._wanted)

    @property
    def running(self) -> Running:
        """The bot in the simulated Discord."""
        assert self._running is not None, "the playground is not open"
        return self._running

    async def open(self, plan: Plan) -> None:
        """Start the bot where it was left, or at a new beginning."""
        self._start_page.bind(plan.port)
        self._wanted = plan.game
        self.world.discord.set_clock(self._now())
        self.world.discord.bot_user.name = "Kontor"
        bot = await self._playable.make(self._folder.database, self._outside)
        self._running = Running(bot, self.world.discord)
        await self._running.start()
        if plan.game and plan.game not in self._playable.games:
            raise Trouble(f"There is no game {plan.game!r}. There is: {', '.join(self._playable.games)}.")
        if self.world.server:
            await self._open_table()
        self._settled()
        self._beat = asyncio.create_task(self._go_on())
        await self._start_page.serve()

    async def welcome(self, languages: str) -> None:
        """Let a new world begin with its first visitor, in the language of their browser."""
        async with self._turn:
            if not self.world.server:
                await first_table.begin(self.running, self.world, first_table.spoken(languages))
                await self._open_table()
                self._settled()

    async def speak(self, language: str) -> None:
        """Let the newcomer's Discord be in a language, as the start page is: only who chooses it changes it.

        A table keeps the language it was opened in: a first one waits for them in each.
        """
        async with self._turn:
            if (
                first_table.speak(self.world, language)
                and first_table.first(self.world, self.games[0]) not in self.world.opened
            ):
                await first_table.open_table(self.running, self.world, self.games[0])
            self._save()
            for place in self._places.values():
                place.look_again()

    async def _open_table(self) -> None:
        """Open a table of what was asked for, unless there was one."""
        game = self._wanted or self.games[0]
        if game not in self.world.opened and (self._wanted or not self.world.opened):
            await first_table.open_table(self.running, self.world, game)

    def listen(self) -> None:
        """Take Ctrl-C and SIGTERM as a wish to end in order; a second one ends at once."""
        loop = asyncio.get_running_loop()

        def told() -> None:
            self._told.set()
            for sign in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(sign)

        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, told)

    async def until_told(self) -> None:
        """Wait until somebody ends it."""
        await self._told.wait()

    async def close(self) -> None:
        """Let the bot finish, keep the world, let go of everything."""
        if self._beat:
            self._beat.cancel()
            await asyncio.wait([self._beat])
        await self._start_page.close()
        async with self._turn:
            for place in self._places.values():
                await place.shut()
            if self._running is None:
                return
            try:
                await self._running.close_bot()
            finally:
                await self._running.shutdown()
                if self.world.opened:
                    self._save()

    # Time

    async def _go_on(self) -> None:
        """Let time go by as on the wall, and show what comes of it. A fault is logged and the next beat comes."""
        for place in [place for place in self.world.ports if place in self.places() and self._people_in(place)]:
            await self._enter(place)  # A browser's tabs of yesterday need only be loaded again.
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with self._turn:
                    await self._catch_up()
                    self._settled()
            except Exception:
                log.exception("a beat of the playground failed")

    async def _catch_up(self) -> None:
        now = self._now()
        behind = (now - self.running.now()).total_seconds()
        if behind > LEAP:
            self.running.leap(now)
            behind = 0.001
        if behind > 0:
            await self.running.advance_time(behind)

    def _settled(self) -> None:
        """Keep what has happened, then show it: what a page has shown is never lost, however we end."""
        if self.world.discord.happened:
            self._save()
            for place in self._places.values():
                place.look_again()

    def _save(self) -> None:
        self.world.discord.forget()
        try:
            self._folder.save(self.world)
        except OSError as problem:
            log.error("the world could not be kept: %s", problem)

    async def _outside(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Await work that is no part of the world: simcord neither waits for it nor counts its time."""
        task = contextvars.Context().run(asyncio.ensure_future, work)
        result: str = await self.running.external_wait(task, reason="somebody thinks elsewhere")
        return result

    # Places

    def places(self) -> list[int]:
        """Return the channel, the threads, and everyone's direct messages."""
        threads = first_table.channel_of(self.running, self.world.channel).threads
        dms = [self.world.discord.dm_channels[person] for person in self.world.people.values()]
        return [self.world.channel, *sorted((thread.id for thread in threads), reverse=True), *dms]

    async def link(self, place: int, person: int) -> str | None:
        """Return where this person can look into a place, if they may; it is opened if it was not."""
        return (await self._enter(place)).link(person) if first_table.sees(self.running, place, person) else None

    def _go(self, person: int, place: int) -> str | None:
        """Return the address that leads this person into a place, if there is one."""
        name = next(name for name, number in self.world.people.items() if number == person)
        return self._start_page.way_to(place, name) if place in self.places() else None

    async def _enter(self, place: int) -> OpenPlace:
        async with self._turn:
            known, people = self._places.get(place), self._people_in(place)
            if known and {viewer.id for viewer in known.viewers} != {viewer.id for viewer in people.values()}:
                await known.shut()  # Somebody else is let in by now.
                known = None
            if known is None:
                known = self._places[place] = await self._open(place, people)
            return known

    def _people_in(self, number: int) -> dict[str, Viewer]:
        """Return who can look into a place: a private thread not everybody."""
        channel = first_table.channel_of(self.running, number)
        people: dict[str, Viewer] = {}
        for name, person in self.world.people.items():
            if not first_table.sees(self.running, number, person):
                continue
            if channel.guild is not None:
                people[name] = first_table.member(self.running, self.world, name)
            elif self.world.discord.dm_channels[person] == number:
                people[name] = first_table.user(self.running, self.world, name)
        return people

    async def _open(self, number: int, people: dict[str, Viewer]) -> OpenPlace:
        channel = first_table.channel_of(self.running, number)
        locale = self.world.discord.locales[self.world.people[next(iter(people))]]
        for port in (self.world.ports.get(number, 0), 0):
            place = OpenPlace(
                self.running,
                channel,
                tuple(people.values()),
                turn=self._turn,
                settled=self._settled,
                go=self._go,
                secret=self.world.secret,
                locale=locale,
                port=port,
            )
            try:
                await place.serve()
            except SetupError as problem:
                log.info("place %d: %s", number, problem)
            else:
                ports = self.world.ports
                ports.pop(number, None)
                ports[number] = place.port
                for oldest in list(ports)[:-TABS]:
                    del ports[oldest]
                return place
        raise Trouble("No port is free.")

    async def waiting(self) -> dict[int, dict[str, dict[str, str]]]:
        """Return for each place who has something to do there, and what, in every language."""
        found: dict[int, dict[str, dict[str, str]]] = {}
        for name, person in self.world.people.items():
            for place, what in await self._playable.waiting(self.running.bot, person, first_table.LANGUAGES):
                found.setdefault(place, {})[name] = what
        return found

    async def languages(self) -> dict[str, str]:
        """Return the language that each person is spoken to in: the one they have chosen, else their Discord's."""
        return {
            name: await self._playable.language(self.running.bot, number) or first_table.client(self.world, name)
            for name, number in self.world.people.items()
        }

    async def tables(self) -> list[tuple[int, str, dict[str, str]]]:
        """Return all tables, newest first: place, name, and how it stands, in every language."""
        found = await self._playable.tables(self.running.bot, self.world.server, first_table.LANGUAGES)
        places = self.places()
        return [table for table in found if table[0] in places]
