"""The application without Discord, for tests: a real database, a clock to turn, and a record of notifications."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import NamedTuple

from storage import ONLY_PARTITION
from storage.engines.address import Address
from storage.queries import people
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.rows import ServerRow, TimerRow
from tables.model.table import Look, Table
from tables.model.time_left import DAY, NEVER, Clock
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import Notification, Ping
from tables.notifications.pending import N
from tables.play import lookup
from tables.play import moves as play
from tables.play.verify import verify
from tables.runtime.services import Frontend, Services
from tables.seating import closing, lobby, substitutes
from tables.seating.table_settings import NewTable
from tables.time import timers as clocks
from tests.storage.fresh import open_quickly
from tests.thinkers import QuickThinker

SERVER, CHANNEL = 10, 20
ANNA, BERT, CLARA, DAVID = PEOPLE = tuple(700_000_000_000_000_000 + number for number in range(1, 5))
STRANGER = 700_000_000_000_000_009


class ToldNotice(NamedTuple):
    """A notification that was sent, with its table and the log's length when it was written."""

    table_id: int
    position: int
    notice: Notification

    @property
    def kind(self) -> str:
        return self.notice.kind


async def lift_limits(services: Services, server: int) -> None:
    """Let people open as many tables and send as many invitations on a server as a test needs."""
    row = ServerRow(id=server, tables_per_hour=1000, invitations_per_hour=1000, threads_per_day=1000)
    async with services.db.transaction() as db:
        await people.save_server(db, row)


class Room(Frontend):
    """Services that can be closed and opened again. `told` is every notification sent, oldest first.

    `sound`: False if the test has tampered with the database.
    """

    def __init__(self, address: Address) -> None:
        self.address = address
        self.home = SERVER
        self.time = 1_000_000
        self.told: list[ToldNotice] = []
        self.rng = random.Random(1)
        self.sound = True
        self.services: Services

    async def enter(self) -> None:
        self.services = Services(await open_quickly(self.address), lambda: self.time, QuickThinker())
        self.services.connect(self)
        await clocks.resume_clocks(self.services)

    async def lift_limits(self) -> None:
        """Let people open as many tables here as the test needs."""
        await lift_limits(self.services, self.home)

    async def leave(self) -> None:
        await self.rest()
        await self.services.close()

    async def restart(self, away: int = 0) -> None:
        """Close properly, and open again after a number of seconds."""
        await self.leave()
        self.time += away
        await self.enter()

    async def crash(self, away: int = 0) -> None:
        """Stop without closing anything, and open again after a number of seconds."""
        self.services.background.closing = True
        await self.rest()
        await self.services.db.close()
        self.time += away
        await self.enter()

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        """Record a notification: this room is the frontend of its services."""
        self.told.append(ToldNotice(table.id, attempt.row.position, attempt.notification))

    async def rest(self) -> None:
        """Wait until no background task is running."""
        while tasks := list(self.services.background._tasks.values()):
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    async def later(self, seconds: int) -> None:
        """Let time pass."""
        self.time += seconds
        await clocks.tick(self.services)
        await self.rest()

    # ---------------------------------------------------------------- what people do

    async def lobby(
        self,
        people: Sequence[int] = PEOPLE,
        *,
        game: str = "visby",
        size: int = 0,
        computers: int = 0,
        level: str = "trader",
        pace: int = 3,
        clock: Clock | None = None,
    ) -> int:
        """Let these people sit down at a new table; return its number."""
        host, *guests = people
        size = size or len(people) + computers
        clock = clock or (Clock(kind="decision", time=pace * DAY) if pace else Clock())
        wanted = NewTable(
            game=game, size=size, computers=computers, level=level, clock=clock, server=self.home, channel=CHANNEL
        )
        table = await lobby.open_table(self.services, host, f"<{host}>", wanted)
        for guest in guests:
            await lobby.join(self.services, table.id, guest, f"<{guest}>")
        return table.id

    async def table(
        self,
        people: Sequence[int] = PEOPLE,
        *,
        game: str = "visby",
        computers: int = 0,
        pace: int = 3,
        clock: Clock | None = None,
    ) -> int:
        """Let these people begin a game; return the number of the table."""
        number = await self.lobby(people, game=game, computers=computers, pace=pace, clock=clock)
        await lobby.start(self.services, number, people[0])
        await self.rest()
        return number

    async def move(self, number: int, person: int, text: str = "", mark: str | None = None) -> Look:
        """Make a move: the given one, or any that is offered."""
        if not text:
            text = str(self.rng.choice((await self.look(number, person)).options))
        look = await play.play(self.services, number, person, text, mark)
        await self.rest()
        return look

    async def play_on(self, number: int, moves: int = 2000) -> None:
        """Let people who owe a decision make a number of moves, or play to the end."""
        for _ in range(moves):
            owing = await self.owing(number)
            if not owing:
                return
            await self.move(number, self.rng.choice(owing))

    async def substitute(self, number: int, by: int, seat: int, person: int, name: str) -> None:
        """Let somebody offer a seat to a person, who takes it."""
        await substitutes.offer(self.services, number, by, seat, person, name)
        await substitutes.take(self.services, number, person, name, seat)

    async def close(self, number: int) -> None:
        """Let all who play at a table close it; a lobby is closed by its host."""
        table = await self.load(number)
        agreeing = (
            [table.row.host] if table.row.status == "lobby" else [seat.person or 0 for seat in table.human_seats()]
        )
        for person in agreeing:
            await closing.close(self.services, number, person)

    async def finish_round(self, number: int) -> None:
        """Play until another decision is pending."""
        asking = (await self.load(number)).frame_id
        while (await self.load(number)).frame_id == asking:
            await self.play_on(number, 1)

    # ---------------------------------------------------------------- what can be seen

    async def load(self, number: int) -> Table:
        return await self.services.load(number)

    async def look(self, number: int, person: int) -> Look:
        return await lookup.look(self.services, number, person)

    async def mark(self, number: int, person: int) -> str:
        return (await self.look(number, person)).mark

    async def seat(self, number: int, person: int) -> int:
        seat = (await self.load(number)).seat_of(person)
        assert seat is not None
        return seat.seat

    async def owing(self, number: int) -> list[int]:
        """Return the people who owe a decision, in the order of their seats."""
        table = await self.load(number)
        return [seat.person for seat in table.human_seats() if seat.seat in table.owed and seat.person]

    async def log(self, number: int) -> list[str]:
        return [f"{row.seat} {row.text}" for row in await sql.log(self.services.db.reader, number)]

    async def timers(self, number: int) -> list[TimerRow]:
        everywhere = await sql_timers.due_timers(self.services.db.reader, NEVER, ONLY_PARTITION)
        return [timer for timer in everywhere if timer.table_id == number]

    def tellings(self, kind: type[N]) -> list[N]:
        return [told.notice for told in self.told if isinstance(told.notice, kind)]

    async def pings(self, number: int) -> list[list[int]]:
        """Return the people of each ping, one list for each."""
        table = await self.load(number)
        return [
            [table.seats[seat].person or 0 for seat in told.notice.seats]
            for told in self.told
            if isinstance(told.notice, Ping) and told.table_id == number
        ]

    async def faults(self) -> list[str]:
        return (await verify(self.services)).faults
