"""`PlaySession`: simulated players play all games with real bot processes on the fake Discord.

Afterwards `PlaySession.find_faults` compares the database with what the players pressed and were shown.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from time import monotonic
from typing import Any

from bench.discord import payloads
from bench.discord.bot_processes import BotProcess, environment_for
from bench.discord.fake_discord import FakeDiscord
from bench.discord.fake_world import Click, Sent, items_of, text_of
from bench.discord.simulated_players import Player, PressLog
from bot import now
from cluster import open_alone
from rules import GAMES
from storage import Address, Database, open_database
from storage.engines.address import is_server
from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from tables.notifications import kinds, pending
from tables.play.verify import verify
from tables.runtime.services import Services
from tables.runtime.thinker import NoThinker
from tables.seating import lobby
from tables.seating.table_settings import NewTable
from tables.time.timers import TICK_INTERVAL_S

_PEOPLE = 700_000_000_000_000_000
_CHANNEL = 300_000_000_000_000_000
_HELP = "k:help:0::"
_PROBE_INTERVAL_S = 0.1
"""Seconds between two clicks that test whether anybody answers."""
_DUPLICATE_WINDOW_S = 3.0
"""Equal messages that one process sends within these seconds are not reported as duplicates."""
_IDLE_S = 1.5
"""Seconds without a request after which all notifications count as sent."""


class PlaySession:
    """Tables with two simulated players each, the bot processes that serve them, and the fake Discord between them.

    Each shard has one server. A measurement calls `open_tables`, then `start` inside `serving`, lets `players` play,
    and finally calls `stop_all` and `find_faults`. `processes` is the number of partitions.
    """

    def __init__(self, address: Address, folder: Path, shards: int, processes: int, *, concurrency: int = 16) -> None:
        self.address = address
        self.shards = shards
        self.servers = [(100_000 + shard << 22) + 1 for shard in range(shards)]
        rooms = [payloads.guild(server, _CHANNEL + n, []) for n, server in enumerate(self.servers)]
        self.fake = FakeDiscord(rooms, concurrency=concurrency)
        self.presses = PressLog()
        self.players: list[Player] = []
        self.tables: dict[int, int] = {}
        """The server id of each table, by table id."""
        self.processes: list[BotProcess] = []
        """All processes that were started, ended ones included."""
        self._folder = folder
        self._settings = environment_for(address, shards, processes)
        self._started = 0

    async def open_tables(self, each: int = 1) -> None:
        """Start `each` tables of every game on each server, with two players; fill `tables` and `players`.

        Nothing is sent: the notifications stay in the outbox for the first bot process.
        """
        services = Services(await open_alone(self.address), now, NoThinker())
        services.background.closing = True  # notifications stay in the outbox
        for n, server in enumerate(self.servers):
            for game in [*GAMES] * each:
                people = [_PEOPLE + 10 * len(self.tables) + seat for seat in range(2)]
                wanted = NewTable(game=game, size=2, server=server, channel=_CHANNEL + n)
                table = await lobby.open_table(services, people[0], str(people[0]), wanted)
                await lobby.join(services, table.id, people[1], str(people[1]))
                await lobby.start(services, table.id, people[0])
                self.tables[table.id] = server
                self.players += [
                    Player(self.fake, self.presses, server, table.id, person, seed=person) for person in people
                ]
        await services.close()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve the fake Discord during the block; at its end, kill all processes that still run."""
        async with self.fake.serving():
            try:
                yield
            finally:
                for process in self.processes:
                    await process.ensure_dead()

    async def start(self) -> BotProcess:
        """Start one more bot process, add it to `processes`, and return it without waiting until it is connected."""
        self._started += 1
        process = BotProcess(self.fake, f"process{self._started}", self._folder, **self._settings)
        self.processes.append(process)
        await process.start()
        return process

    async def wait_connected(self, seconds: float = 60) -> None:
        """Wait until a bot is connected on every shard; raise TimeoutError after this many seconds."""
        await self.fake.wait_connected(range(self.shards), seconds)

    async def wait_for_presses(self, times: int) -> None:
        """Wait until players have pressed `times` more controls that may be moves. Raises TimeoutError after 60 s."""
        enough = len(self.presses.all) + times
        async with asyncio.timeout(60):
            while len(self.presses.all) < enough:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def seconds_until_answered(self, shard: int, since: float) -> float:
        """Press *Help* on a shard every `_PROBE_INTERVAL_S` until one of these clicks is acknowledged.

        Return how many seconds after the monotonic time `since` that was. Raises TimeoutError after 60 s.
        """
        clicks: list[Click] = []
        async with asyncio.timeout(60):
            while not (heard := [click.heard_at for click in clicks if click.heard.is_set()]):
                clicks.append(await self.press_help(shard))
                await asyncio.sleep(_PROBE_INTERVAL_S)
        return min(heard) - since

    async def press_help(self, shard: int) -> Click:
        """Let a person who plays nowhere press *Help* on a shard; return the click without waiting for an answer."""
        server = next(each for each in self.servers if self.fake.gateway.shard_of(each) == shard)
        channel = int(self.fake.world.servers[server]["channels"][0]["id"])
        return await self.fake.press(payloads.click(server, channel, _PEOPLE - 1, "Prober", [], _HELP, payloads.LAYOUT))

    async def wait_until_idle(self) -> None:
        """Wait until no notification is due and no request was made for `_IDLE_S` seconds.

        Failed notifications are tried again with the bot's next tick, so that may take a while. Raises TimeoutError if
        it takes a minute longer than a tick.
        """
        async with asyncio.timeout(60 + TICK_INTERVAL_S):
            while (rest := self._latest_request_at() + _IDLE_S - monotonic()) > 0 or await self._due_notifications():  # noqa: ASYNC110
                await asyncio.sleep(max(rest, 0.2))

    async def _due_notifications(self) -> int:
        """Return how many notifications of all tables are due in the outbox, read on a connection of its own."""
        database = await open_database(self.address) if is_server(self.address) else None
        if database is None:
            with closing(sqlite3.connect(f"file:{self.address}?mode=ro", uri=True)) as file:
                return int(file.execute("SELECT count(*) FROM outbox WHERE due <= ?", (now(),)).fetchone()[0])
        try:
            ((untold,),) = await database.reader.execute_fetchall(
                "SELECT count(*) FROM outbox WHERE due <= ?", (now(),)
            )
        finally:
            await database.close()
        return int(untold)

    def _latest_request_at(self) -> float:
        """Return the monotonic time of the bots' latest request; 0.0 if there was none."""
        return max((each.at for each in self.fake.world.requests), default=0.0)

    async def stop_all(self) -> None:
        """Send SIGTERM to all running processes, and wait until they have ended; TimeoutError if one does not."""
        running = [process for process in self.processes if process.running]
        for process in running:
            process.stop()
        await asyncio.gather(*(process.wait_ended() for process in running))

    async def find_faults(self) -> list[str]:
        """Return a description of each fault of the session; [] if there is none. Call it after `stop_all`.

        Faults are: what `verify` finds in the database, lost or duplicated moves, missing or duplicated boards and
        pings, messages sent twice, and errors in the processes' logs.
        """
        services = Services(await open_alone(self.address), now, NoThinker())
        try:
            faults = [*map(str, (await verify(services)).faults)]
            for table in self.tables:
                faults += await self._move_faults(services.db, table)
                faults += await self._board_faults(services, table)
        finally:
            await services.close()
        return faults + self._duplicate_messages() + self._logged_errors()

    async def _move_faults(self, db: Database, table: int) -> list[str]:
        """Return descriptions of what is wrong with the log of a table, at most two for each seat of a person.

        One lists the moves that the bot confirmed but that are missing in the log. The other lists the moves that are
        in the log more often than the person can have made them.
        """
        found = await sql.table(db.reader, table)
        assert found is not None
        log, faults = await sql.log(db.reader, table), []
        for seat in found[1]:
            if seat.person is None:
                continue
            logged = [entry.text for entry in log if entry.seat == seat.seat]
            if lost := Counter(self.presses.confirmed_moves(table, seat.person)) - Counter(logged):
                answers = [str(each) for each in self.presses.presses_of(table, seat.person) if each.move in lost]
                faults.append(f"table {table}, seat {seat.seat}: not in the log: {dict(lost)}, answered: {answers}")
            tried, steps = self.presses.attempts(table, seat.person)
            doubled = {move: logged.count(move) for move in tried if logged.count(move) > tried[move] + steps}
            if doubled:
                faults.append(f"table {table}, seat {seat.seat}: more often in the log than pressed: {doubled}")
        return faults

    async def _board_faults(self, services: Services, number: int) -> list[str]:
        """Return what is wrong with the messages of a table in play: not exactly one board, or a missing ping.

        A ping is missing if the database says that a player to act was pinged, but no message mentions that player.
        Messages that are about to be deleted are left out. Tables that are not in play have no faults.
        """
        table = await services.load(number)
        waiting = map(pending.from_row, await sql_outbox.of_table(services.db.reader, number))
        outdated = {str(each.message) for each in waiting if isinstance(each, kinds.ObsoleteMessage)}
        standing = [each for each in self.fake.world.messages_in(table.place) if each["id"] not in outdated]
        play = f"k:play:{number}::"
        boards = [each for each in standing if any(i["custom_id"] == play for i in items_of(each["components"]))]
        faults = []
        if table.row.status == "playing" and len(boards) != 1:
            faults.append(f"table {number}: {len(boards)} boards: {self._describe_messages(boards)}")
        if table.row.status != "playing":
            return faults
        for seat in table.owed:
            chair = table.seats[seat]
            pings = [each for each in standing if f"<@{chair.person}>" in text_of(each)]
            if chair.pinged_frame and not pings:
                rows = [*map(repr, await sql_outbox.of_table(services.db.reader, number))]
                shown = f"messages: {self._describe_messages(standing)}; waiting: {rows}"
                faults.append(f"table {number}: seat {seat} has to decide, but no message pings it; {shown}")
        return faults

    def _describe_messages(self, messages: list[dict[str, Any]]) -> str:
        """Return one line that says when and by which process each message was sent, and how its text ends."""
        sent = {each.message_id: each for each in self.fake.world.sent}
        return "; ".join(f"{sent.get(each['id'])} …{text_of(each)[-80:]!r}" for each in messages)

    def _duplicate_messages(self) -> list[str]:
        """Return a description of each text that was sent more than once to a channel.

        Whole messages are compared, and also single lines that ping somebody, each with the times it states. Equal
        texts that one process sent within `_DUPLICATE_WINDOW_S` are no fault: they can be two different pings with the
        same deadline, which is stated to the second.
        """
        by_text: dict[tuple[str, str, str], list[Sent]] = {}
        for each in self.fake.world.sent:
            by_text.setdefault((each.place, each.text, ""), []).append(each)
            times = " ".join(re.findall(r"<t:\d+", each.text))
            for line in each.text.splitlines():
                if any(f"<@{person}>" in line for person in each.mentions) and line != each.text:
                    by_text.setdefault((each.place, line, times), []).append(each)
        return [
            f"{_kind_of(what[1])}: {'; '.join(map(str, sent))}: {what[1][:200]}"
            for what, sent in by_text.items()
            if sent[-1].at - sent[0].at > _DUPLICATE_WINDOW_S or len({each.by for each in sent}) > 1
        ]

    def _logged_errors(self) -> list[str]:
        """Return for each entry of level ERROR in the processes' logs a text with its first and its last line."""
        logs = [each.log.read_text(encoding="utf-8") for each in self.processes]
        entries = [entry.splitlines() for log in logs for entry in re.split(r"\n(?=\S*\d{4}-\d\d-\d\d )", log)]
        return [f"{entry[0]} … {entry[-1]}" for entry in entries if entry and "ERROR  " in entry[0]]


def _kind_of(text: str) -> str:
    """Return what to call the fault if a text arrived twice: "pinged twice" for a ping, else "sent twice".

    A ping is a single line with a mention.
    """
    return "pinged twice" if "<@" in text and "\n" not in text else "sent twice"
