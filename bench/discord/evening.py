"""An evening on the stand-in: tables of all games on servers of all shards, people, processes; what must be true."""

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
from bench.discord.bot_processes import Process, settings_for
from bench.discord.fake_world import Click, Sent, items_of, text_of
from bench.discord.people import Ledger, Player
from bench.discord.standin import StandIn
from bot import now
from cluster import open_alone
from rules import GAMES
from storage import Address, Database, open_database
from storage.engines.address import is_server
from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from tables.notifications import kinds, outgoing
from tables.play.verify import verify
from tables.runtime.services import Services
from tables.runtime.thinker import NoThinker
from tables.seating import lobby
from tables.seating.lobby import NewTable
from tables.time.timers import TICK

_PEOPLE = 700_000_000_000_000_000
_CHANNEL = 300_000_000_000_000_000
_HELP = "k:help:0::"
_PROBES = 0.1
"""Seconds between two clicks of who tries whether anybody answers."""
_SOON = 3.0
"""Seconds."""
_QUIET = 1.5
"""So many seconds without a request mean that all is told."""


class Evening:
    """Two people at each of some tables, and the processes that serve them."""

    def __init__(self, address: Address, folder: Path, shards: int, processes: int, *, concurrency: int = 16) -> None:
        self.address = address
        self.shards = shards
        self.servers = [(100_000 + shard << 22) + 1 for shard in range(shards)]
        rooms = [payloads.guild(server, _CHANNEL + n, []) for n, server in enumerate(self.servers)]
        self.here = StandIn(rooms, concurrency=concurrency)
        self.ledger = Ledger()
        self.players: list[Player] = []
        self.tables: dict[int, int] = {}
        """The server of each table."""
        self.processes: list[Process] = []
        self._folder = folder
        self._settings = settings_for(address, shards, processes)
        self._started = 0

    async def open_tables(self, each: int = 1) -> None:
        """Let two people begin every game on each server, so many times. It is told once a process is there."""
        services = Services(await open_alone(self.address), now, NoThinker())
        services.background.closing = True  # Nothing is told here: it waits for a process.
        for n, server in enumerate(self.servers):
            for game in [*GAMES] * each:
                people = [_PEOPLE + 10 * len(self.tables) + seat for seat in range(2)]
                wanted = NewTable(game=game, size=2, server=server, channel=_CHANNEL + n)
                table = await lobby.open_table(services, people[0], str(people[0]), wanted)
                await lobby.join(services, table.id, people[1], str(people[1]))
                await lobby.start(services, table.id, people[0])
                self.tables[table.id] = server
                self.players += [
                    Player(self.here, self.ledger, server, table.id, person, seed=person) for person in people
                ]
        await services.close()

    @asynccontextmanager
    async def begun(self) -> AsyncIterator[None]:
        """Let the stand-in serve; at the end no process is left."""
        async with self.here.serving():
            try:
                yield
            finally:
                for process in self.processes:
                    await process.bury()

    async def start(self) -> Process:
        """Start one more process."""
        self._started += 1
        process = Process(self.here, f"process{self._started}", self._folder, **self._settings)
        self.processes.append(process)
        await process.start()
        return process

    async def connected(self, seconds: float = 60) -> None:
        """Wait until Discord is listened to on every shard."""
        await self.here.listened_to(range(self.shards), seconds)

    async def pressed(self, times: int) -> None:
        """Wait until people have pressed so many more things that may be moves."""
        enough = len(self.ledger.pressed) + times
        async with asyncio.timeout(60):
            while len(self.ledger.pressed) < enough:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def answers_again(self, shard: int, since: float) -> float:
        """Let somebody press *Help* on a shard, again and again; return how long after a moment they are answered."""
        clicks: list[Click] = []
        async with asyncio.timeout(60):
            while not (heard := [click.heard_at for click in clicks if click.heard.is_set()]):
                clicks.append(await self.ask_for_help(shard))
                await asyncio.sleep(_PROBES)
        return min(heard) - since

    async def ask_for_help(self, shard: int) -> Click:
        """Let somebody press *Help* on a shard."""
        server = next(each for each in self.servers if self.here.gateway.shard_of(each) == shard)
        channel = int(self.here.world.servers[server]["channels"][0]["id"])
        return await self.here.press(payloads.click(server, channel, _PEOPLE - 1, "Prober", [], _HELP, payloads.LAYOUT))

    async def quiet(self) -> None:
        """Wait until all is told: what could not be told is tried again with the next tick of a clock."""
        async with asyncio.timeout(60 + TICK):
            while (rest := self._latest() + _QUIET - monotonic()) > 0 or await self._untold():  # noqa: ASYNC110
                await asyncio.sleep(max(rest, 0.2))

    async def _untold(self) -> int:
        """Return how much is still to be told by now."""
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

    def _latest(self) -> float:
        return max((each.at for each in self.here.world.requests), default=0.0)

    async def end(self) -> None:
        """Tell all processes to end, and wait until they have."""
        running = [process for process in self.processes if process.running]
        for process in running:
            process.stop()
        await asyncio.gather(*(process.ended() for process in running))

    async def check(self) -> list[str]:
        """Return what is wrong, when all processes have ended: with the log, with what was told, with what stands."""
        services = Services(await open_alone(self.address), now, NoThinker())
        try:
            faults = [*map(str, (await verify(services)).faults)]
            for table in self.tables:
                faults += await self._ledger_faults(services.db, table)
                faults += await self._board_faults(services, table)
        finally:
            await services.close()
        return faults + self._told_twice() + self._errors()

    async def _ledger_faults(self, db: Database, table: int) -> list[str]:
        """Compare what people were told is done with the log: each move is there, and none that nobody made."""
        found = await sql.table(db.reader, table)
        assert found is not None
        log, faults = await sql.log(db.reader, table), []
        for seat in found[1]:
            if seat.person is None:
                continue
            logged = [entry.text for entry in log if entry.seat == seat.seat]
            if lost := Counter(self.ledger.done(table, seat.person)) - Counter(logged):
                answers = [str(each) for each in self.ledger.of(table, seat.person) if each.move in lost]
                faults.append(f"table {table}, seat {seat.seat}: not in the log: {dict(lost)}, answered: {answers}")
            tried, steps = self.ledger.tried(table, seat.person)
            doubled = {move: logged.count(move) for move in tried if logged.count(move) > tried[move] + steps}
            if doubled:
                faults.append(f"table {table}, seat {seat.seat}: more often in the log than pressed: {doubled}")
        return faults

    async def _board_faults(self, services: Services, number: int) -> list[str]:
        """Compare what stands in a table's place with the table: one board, and a ping of who was pinged.

        What is taken away in a minute does not count.
        """
        table = await services.load(number)
        waiting = map(outgoing.from_row, await sql_outbox.of_table(services.db.reader, number))
        outdated = {str(each.message) for each in waiting if isinstance(each, kinds.Outdated)}
        standing = [each for each in self.here.world.shown_in(table.place) if each["id"] not in outdated]
        play = f"k:play:{number}::"
        boards = [each for each in standing if any(i["custom_id"] == play for i in items_of(each["components"]))]
        faults = []
        if table.row.status == "playing" and len(boards) != 1:
            faults.append(f"table {number}: {len(boards)} boards: {self._which(boards)}")
        if table.row.status != "playing":
            return faults
        for seat in table.owed:
            chair = table.seats[seat]
            pings = [each for each in standing if f"<@{chair.person}>" in text_of(each)]
            if chair.pinged_frame and not pings:
                rows = [*map(repr, await sql_outbox.of_table(services.db.reader, number))]
                there = f"no ping stands there: {self._which(standing)}; waiting: {rows}"
                faults.append(f"table {number}: seat {seat} is asked, and {there}")
        return faults

    def _which(self, messages: list[dict[str, Any]]) -> str:
        """Say when messages were sent, by whom, and how they end now."""
        sent = {each.number: each for each in self.here.world.sent}
        return "; ".join(f"{sent.get(each['id'])} …{text_of(each)[-80:]!r}" for each in messages)

    def _told_twice(self) -> list[str]:
        """Return what arrived twice: the same words in the same place, or the same ping beside other words.

        A ping says to the second until when it is to be answered: so two that ask something else are alike only if one
        process was asked to send both within a second, and has sent them soon after that.
        """
        told: dict[tuple[str, str], list[Sent]] = {}
        for each in self.here.world.sent:
            told.setdefault((each.place, each.text), []).append(each)
            for line in each.text.splitlines():
                if any(f"<@{person}>" in line for person in each.mentions) and line != each.text:
                    told.setdefault((each.place, line), []).append(each)
        return [
            f"{_kind_of(what[1])}: {'; '.join(map(str, sent))}: {what[1][:200]}"
            for what, sent in told.items()
            if sent[-1].at - sent[0].at > _SOON or len({each.by for each in sent}) > 1
        ]

    def _errors(self) -> list[str]:
        """Return what processes have logged as errors."""
        logs = [each.log.read_text(encoding="utf-8") for each in self.processes]
        entries = [entry.splitlines() for log in logs for entry in re.split(r"\n(?=\S*\d{4}-\d\d-\d\d )", log)]
        return [f"{entry[0]} … {entry[-1]}" for entry in entries if entry and "ERROR  " in entry[0]]


def _kind_of(told: str) -> str:
    """Say what is wrong if something was told twice: a ping is a single line."""
    return "pinged twice" if "<@" in told and "\n" not in told else "told twice"
