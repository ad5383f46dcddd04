"""Runs the playground (`run`, `Playground`): the bot, the simulated Discord, the channel servers and the start page."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import discord
from simcord.backend.errors import SetupError

from playground import initial_world
from playground.browser import open_in_browser
from playground.channel_server import ChannelServer
from playground.simcord_private import Viewer
from playground.simulated import PlaygroundEnv
from playground.start_page import StartPage
from playground.world import PlaygroundError, World, WorldFolder

log = logging.getLogger("playground")

TICK_S = 0.2
"""Seconds between two ticks, which advance the simulated clock and refresh pages."""

MAX_CATCH_UP_S = 60.0
"""If the simulated clock is further behind than this, because the machine was asleep, the time is skipped."""

MAX_REOPENED_CHANNELS = 12
"""How many channels are served again right after a start; others are served when somebody visits them."""

AwaitOutside = Callable[[Coroutine[Any, Any, Any]], Awaitable[Any]]
"""Awaits work outside the simulated world, such as a computer's move, so that actions need not wait for it."""


class PlayableBot(Protocol):
    """What the playground needs of the bot: its games and client, people's languages and decisions, and tables."""

    @property
    def games(self) -> Sequence[str]:
        """The names of the games, the default first; the command `/NAME new` opens a table."""

    async def make(self, database: Path, outside: AwaitOutside) -> discord.Client:
        """Return the bot's client on this database file; `outside` awaits work that actions need not wait for."""

    async def language(self, bot: discord.Client, person: int) -> str | None:
        """Return the language that a person, given by user id, has chosen; None if they have chosen none."""

    async def pending_decisions(
        self, bot: discord.Client, person: int, languages: Sequence[str]
    ) -> list[tuple[int, dict[str, str]]]:
        """Return the ids of the channels where a person's decision is pending.

        Each comes with a sentence that says what is to be decided, by language.
        """

    async def tables(
        self, bot: discord.Client, server: int, languages: Sequence[str]
    ) -> list[tuple[int, str, dict[str, str]]]:
        """Return a server's tables as (channel id, name, note by language), newest first.

        The note says for example who has won; it is {} for a table in play.
        """


@dataclass(frozen=True)
class PlaygroundOptions:
    """The options with which the playground is opened.

    `folder` holds the kept world and the bot's database.
    """

    folder: Path
    game: str = ""
    """Open a table of this game unless the world has one; "": of the default game, and only in a new world."""
    fresh: bool = False
    """Delete the kept world and its database first."""
    port: int | None = None
    """Port of the start page; None: its usual port, or any free one."""


async def run(playable: PlayableBot, plan: PlaygroundOptions, say: Callable[[str], None]) -> None:
    """Open the playground and keep it open until Ctrl-C or SIGTERM. `say` gets the sentences for the terminal.

    The start page is opened in the user's browser, and the folder is locked meanwhile. The world is saved at the end.
    Raises `PlaygroundError` if the playground cannot be opened.
    """
    folder = WorldFolder(plan.folder)
    with folder.locked() as lock:
        world, note = folder.load(fresh=plan.fresh)
        if note:
            say(note)
        playground = Playground(playable, folder, world)
        playground.handle_stop_signals()
        try:
            await playground.open(plan)
            address = playground.address
            lock.write(address)
            lock.flush()
            say(_welcome_text(address, plan.folder, playground.games[0]))
            open_in_browser(address)
            await playground.wait_for_stop()
        finally:
            await playground.close()


def _welcome_text(address: str, folder: Path, game: str) -> str:
    """Return the text that the terminal shows once the playground is open; `game` is the game it suggests."""
    return f"""Kontor's playground is open. Play here:

    {address}

Make a move as Anna, look at Bert's page, type /{game} new as Anna in the channel.
Ctrl-C ends it. Everything is kept in {folder}; to start over: make run FRESH=1
"""


class Playground:
    """The bot in its simulated Discord, the servers of its channels, and the start page; `run` makes it.

    A lock lets one action, tick or change of the world run at a time. `now` returns the real time; the world's clock is
    `World.ahead_h` hours ahead of it.
    """

    def __init__(
        self,
        playable: PlayableBot,
        folder: WorldFolder,
        world: World,
        now: Callable[[], datetime] = discord.utils.utcnow,
    ) -> None:
        self.world = world
        self._now: Callable[[], datetime] = lambda: now() + timedelta(hours=world.ahead_h)
        self._playable = playable
        self._folder = folder
        self._turn = asyncio.Lock()
        self._servers: dict[int, ChannelServer] = {}
        self._running: PlaygroundEnv | None = None
        self._start_page = StartPage(self)
        self._game = ""
        self._ticker: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()

    @property
    def address(self) -> str:
        """The secret address of the start page."""
        return self._start_page.address

    @property
    def games(self) -> Sequence[str]:
        """The names of the games: the one named in the options first, then in the bot's order."""
        return sorted(self._playable.games, key=lambda game: game != self._game)

    @property
    def running(self) -> PlaygroundEnv:
        """The environment that runs the bot in the simulated Discord; only after `open`."""
        assert self._running is not None, "the playground is not open"
        return self._running

    async def open(self, plan: PlaygroundOptions) -> None:
        """Start the bot in the world, open a table if one is wanted and the world exists, and serve the start page.

        Also starts the ticks of the simulated clock. Raises `PlaygroundError` if the port cannot be used, or if there
        is no game of the wanted name.
        """
        self._start_page.bind(plan.port)
        self._game = plan.game
        self.world.discord.set_clock(self._now())
        self.world.discord.bot_user.name = "Kontor"
        bot = await self._playable.make(self._folder.database, self._await_outside)
        self._running = PlaygroundEnv(bot, self.world.discord)
        await self._running.start()
        if plan.game and plan.game not in self._playable.games:
            raise PlaygroundError(f"There is no game {plan.game!r}. There is: {', '.join(self._playable.games)}.")
        if self.world.server:
            await initial_world.add_what_is_missing(self.running, self.world)
            await self._open_table()
        self._save_and_refresh()
        self._ticker = asyncio.create_task(self._tick_forever())
        await self._start_page.serve()

    async def start_world(self, languages: str) -> None:
        """Create the world with a first table if there is none yet; do nothing if it exists.

        `languages` is an Accept-Language header, which decides the world's language.
        """
        async with self._turn:
            if not self.world.server:
                await initial_world.create_world(self.running, self.world, initial_world.preferred_language(languages))
                await self._open_table()
                self._save_and_refresh()

    async def set_language(self, language: str) -> None:
        """Set the language of the newcomer's Discord client; save the world and refresh the pages.

        A table keeps the language it was opened in, so a first table in this language is opened if there was none.
        """
        async with self._turn:
            if (
                initial_world.set_language(self.world, language)
                and initial_world.first_table_key(self.world, self.games[0]) not in self.world.opened
            ):
                await initial_world.open_table(self.running, self.world, self.games[0])
            self._save()
            for place in self._servers.values():
                place.mark_changed()

    async def _open_table(self) -> None:
        """Open a table of the wanted game unless one was opened before; without a wanted game, only in a new world."""
        game = self._game or self.games[0]
        if game not in self.world.opened and (self._game or not self.world.opened):
            await initial_world.open_table(self.running, self.world, game)

    def handle_stop_signals(self) -> None:
        """Let Ctrl-C and SIGTERM wake `wait_for_stop`; a second one of them ends the process at once."""
        loop = asyncio.get_running_loop()

        def stop() -> None:
            """Wake `wait_for_stop`, and restore the default handling of both signals."""
            self._stop.set()
            for sign in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(sign)

        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stop)

    async def wait_for_stop(self) -> None:
        """Wait until Ctrl-C or SIGTERM has come; see `handle_stop_signals`."""
        await self._stop.wait()

    async def close(self) -> None:
        """Stop the ticks and all servers, close the bot if it was started, and save the world if it has a table."""
        if self._ticker:
            self._ticker.cancel()
            await asyncio.wait([self._ticker])
        await self._start_page.close()
        async with self._turn:
            for place in self._servers.values():
                await place.stop()
            if self._running is None:
                return
            try:
                await self._running.close_bot()
            finally:
                await self._running.shutdown()
                if self.world.opened:
                    self._save()

    # Time

    async def _tick_forever(self) -> None:
        """Serve the channels of the last run again, then advance the simulated clock and refresh pages every `TICK_S`.

        An exception in a tick is logged, and the next tick follows.
        """
        for place in [place for place in self.world.ports if place in self.channel_ids() and self._viewers_of(place)]:
            await self._ensure_open(place)  # yesterday's browser tabs only need a reload
        while True:
            await asyncio.sleep(TICK_S)
            try:
                async with self._turn:
                    await self._advance_clock()
                    self._save_and_refresh()
            except Exception:
                log.exception("a tick of the playground failed")

    async def _advance_clock(self) -> None:
        """Bring the simulated clock up to the world's time, and run what is due.

        If the clock is more than `MAX_CATCH_UP_S` behind, it is set instead, and each task loop runs once.
        """
        now = self._now()
        behind = (now - self.running.now()).total_seconds()
        if behind > MAX_CATCH_UP_S:
            self.running.skip_to(now)
            behind = 0.001
        if behind > 0:
            await self.running.advance_time(behind)

    async def move_time(self, hours: int) -> None:
        """Move the world's clock on by some hours, run what is due, and refresh the pages."""
        async with self._turn:
            self.world.ahead_h += hours
            await self._advance_clock()
            self._save_and_refresh()

    def _save_and_refresh(self) -> None:
        """If anything has happened, save the world, and then refresh the pages.

        In this order nothing that a page has shown can be lost.
        """
        if self.world.discord.event_count:
            self._save()
            for place in self._servers.values():
                place.mark_changed()

    def _save(self) -> None:
        """Drop from the world what nobody can see any more, and write it to its file; log an error if that fails."""
        self.world.discord.drop_unreachable()
        try:
            self._folder.save(self.world)
        except OSError as problem:
            log.error("the world could not be saved: %s", problem)

    async def _await_outside(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Await work that is not part of the simulated world, and return its result. simcord does not wait for it."""
        task = contextvars.Context().run(asyncio.ensure_future, work)
        result: str = await self.running.external_wait(task, reason="somebody thinks elsewhere")
        return result

    # Channels

    def channel_ids(self) -> list[int]:
        """Return the ids of the games channel, its threads (newest first) and everyone's direct-message channel."""
        threads = initial_world.channel_handle(self.running, self.world.channel).threads
        dms = [self.world.discord.dm_channels[person] for person in self.world.people.values()]
        return [self.world.channel, *sorted((thread.id for thread in threads), reverse=True), *dms]

    async def link_to_channel(self, place: int, person: int) -> str | None:
        """Return the link with which a person views a channel, both given by id; None if they may not view it.

        The channel's server is started if it was not running.
        """
        may_view = initial_world.can_view(self.running, place, person)
        return (await self._ensure_open(place)).link_for(person) if may_view else None

    def _local_address(self, person: int, place: int) -> str | None:
        """Return the start page's address that redirects this person to a channel; None if there is no such channel."""
        name = next(name for name, number in self.world.people.items() if number == person)
        return self._start_page.redirect_address(place, name) if place in self.channel_ids() else None

    async def _ensure_open(self, place: int) -> ChannelServer:
        """Return the server of a channel; start it, or restart it if other people can view the channel by now."""
        async with self._turn:
            known, people = self._servers.get(place), self._viewers_of(place)
            if known and {viewer.id for viewer in known.viewers} != {viewer.id for viewer in people.values()}:
                await known.stop()  # its viewers have changed
                known = None
            if known is None:
                known = self._servers[place] = await self._open(place, people)
            return known

    def _viewers_of(self, number: int) -> dict[str, Viewer]:
        """Return the people who can view a channel, by name; for a direct-message channel only its owner."""
        channel = initial_world.channel_handle(self.running, number)
        people: dict[str, Viewer] = {}
        for name, person in self.world.people.items():
            if not initial_world.can_view(self.running, number, person):
                continue
            if channel.guild is not None:
                people[name] = initial_world.member_named(self.running, self.world, name)
            elif self.world.discord.dm_channels[person] == number:
                people[name] = initial_world.user_named(self.running, self.world, name)
        return people

    async def _open(self, number: int, people: dict[str, Viewer]) -> ChannelServer:
        """Start the server of a channel on its port of the last run, or on any free one, and return it.

        The world remembers the latest `MAX_REOPENED_CHANNELS` ports. Raises `PlaygroundError` if no port is free.
        """
        channel = initial_world.channel_handle(self.running, number)
        locale = self.world.discord.locales[self.world.people[next(iter(people))]]
        for port in (self.world.ports.get(number, 0), 0):
            place = ChannelServer(
                self.running,
                channel,
                tuple(people.values()),
                turn=self._turn,
                on_settled=self._save_and_refresh,
                local_address=self._local_address,
                secret=self.world.secret,
                locale=locale,
                port=port,
            )
            try:
                await place.serve()
            except SetupError as problem:
                log.info("channel=%d port=%d could not be served: %s", number, port, problem)
            else:
                ports = self.world.ports
                ports.pop(number, None)
                ports[number] = place.port
                for oldest in list(ports)[:-MAX_REOPENED_CHANNELS]:
                    del ports[oldest]
                return place
        raise PlaygroundError("No port is free.")

    async def pending_decisions(self) -> dict[int, dict[str, dict[str, str]]]:
        """Return all pending decisions as `{channel id: {person's name: {language: sentence}}}`.

        The sentence says what is to be decided. Channels without a pending decision are left out.
        """
        found: dict[int, dict[str, dict[str, str]]] = {}
        for name, person in self.world.people.items():
            for place, what in await self._playable.pending_decisions(
                self.running.bot, person, initial_world.LANGUAGES
            ):
                found.setdefault(place, {})[name] = what
        return found

    async def languages(self) -> dict[str, str]:
        """Return each person's language by name: the one they have chosen, else that of their Discord client."""
        return {
            name: await self._playable.language(self.running.bot, number)
            or initial_world.client_language(self.world, name)
            for name, number in self.world.people.items()
        }

    async def tables(self) -> list[tuple[int, str, dict[str, str]]]:
        """Return all tables whose channel exists as (channel id, name, note by language), newest first."""
        found = await self._playable.tables(self.running.bot, self.world.server, initial_world.LANGUAGES)
        channel_ids = self.channel_ids()
        return [table for table in found if table[0] in channel_ids]
