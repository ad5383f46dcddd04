"""What all tables share: the database, the clock, a lock each, and who tells and thinks for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

from storage import Database, Partition, Unreachable, Unusable
from storage.films import Films
from storage.queries import people, stopping
from storage.queries import tables as sql
from storage.rows import PersonRow, Span
from tables.model.table import Table, ToldSoFar
from tables.model.table_errors import Declined
from tables.model.time_left import Daily, Stops, granted
from tables.notifications.outgoing import Outgoing
from tables.runtime.background import Background
from tables.runtime.blocked_channels import BlockedChannels
from tables.runtime.caches import Caches
from tables.runtime.outage import Outage
from tables.runtime.pacing import Pacing
from tables.runtime.thinker import Thinker

log = logging.getLogger("kontor.house")

Own = TypeVar("Own")

_TO_SAY_SO = 0.4
"""Seconds that an answer takes to be on its way."""


class TellLater(Exception):
    """Telling did not work just now; it is tried again."""


class NotNow(TellLater):
    """Nothing was begun, since it is not certain that our partition is ours: telling goes on as soon as it is."""


class Mute(Exception):
    """Every place where it could be told refuses, so nobody has seen it; it waits until one of them is tried again."""

    def __init__(self, until: int, *, gone: bool = False, alone: bool = False) -> None:
        super().__init__(until)
        self.until = until
        self.gone = gone
        """There is no such place any more."""
        self.alone = alone
        """Nothing else waits for it."""


class Teller(Protocol):
    """Whoever puts what happened into words and sends it. Knows Discord; we do not."""

    async def tell(self, outgoing: Outgoing, table: Table) -> None:
        """Send it. Raise `TellLater` if it should be tried again, `Mute` if it waits for a place.

        Return if it is done or cannot ever be done.
        """


class Services:
    """The room in which all tables stand."""

    def __init__(self, db: Database, now: Callable[[], int], thinker: Thinker) -> None:
        self.db = db
        db.on_doubt = self.forget_all
        self.now = now
        self.thinker = thinker
        self.rest: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
        """How somebody waits who is told meanwhile how far something has come."""
        self.teller: Teller | None = None
        self.pacing = Pacing()
        """Whose turn it is to be told. Written by whoever knows how much can be told."""
        self.running = False
        """Whether time goes on here: not for who only looks into the file. Written by `clocks.begin`."""
        self.outage = Outage(lambda: self.now())
        self.background = Background(self.outage)
        self.caches = Caches()
        self.blocked_channels = BlockedChannels()
        self.told = ToldSoFar()
        """What was told of tables, and is told just now. Written by `clocks.begin`, `outbox`, and who edits boards."""
        self.films = Films(db.folder / "replays")
        """Animated pictures of games, as files beside the database."""
        self.downtimes: list[tuple[Partition, Span]] = []
        """When nobody was there for which partition. Written by `clocks.begin`, before anything else is done, and when
        another process says that it was not there."""
        self._own: dict[type[Any], Any] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def partition(self) -> Partition:
        """What of the database this process works on: the tables of its servers, and of nobody else's."""
        return self.db.partition

    def own(self, kind: type[Own]) -> Own:
        """Return what a module keeps in this house for itself alone, by the type it has for that; empty at first."""
        if kind not in self._own:
            self._own[kind] = kind()
        own: Own = self._own[kind]
        return own

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the table's lock: whoever changes a table holds it from loading to committing."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def forget_all(self) -> None:
        """Keep nothing in mind that stands in the database: perhaps it stands there otherwise."""
        self.caches.forget_all()
        self.db.table_cache.forget(None)
        self.blocked_channels.known = None

    async def is_done(self, task: asyncio.Task[Any], within: float) -> bool:
        """Wait for something that takes long, but no longer than so many seconds; say whether it is done."""
        pause = asyncio.create_task(self.rest(within))
        try:
            await asyncio.wait({task, pause}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pause.cancel()
        return task.done()

    async def load(self, table_id: int) -> Table:
        """Return a table as it is committed; decline if there is none."""
        found = await sql.cached_table(self.db, table_id)
        if found is None:
            raise Declined("no_table", table=table_id)
        table = Table.from_rows(*found)
        table.told = self.told
        await self.learn_stops(table)
        return table

    async def person(self, person: int) -> PersonRow | None:
        """Return a person's settings, if we know them. Asked with every click: those met lately are kept in mind."""
        caches = self.caches
        if person not in caches.people:
            forgotten, row = caches.forgotten, await people.person(self.db.sync_reader, person)
            # What was read just before another process wrote it is used, but not kept.
            return caches.people.setdefault(person, row) if row and forgotten == caches.forgotten else row
        return caches.people[person]

    async def learn_stops(self, table: Table) -> None:
        """Find out what stops the clocks of a table's seats. Asked with every click: it comes from what is in mind."""
        table.stops = {}
        if table.row.status != "playing":
            return
        clock = table.clock
        holidays = await self.holidays_of([seat.person for seat in table.seats if seat.person is not None])
        for seat in table.seats:
            if seat.person is None:
                continue
            known = await self.person(seat.person) if clock.window else None
            table.stops[seat.seat] = Stops(
                [
                    span
                    for share, span in self.downtimes
                    if span[1] > seat.runs_since and share.contains(table.row.server)
                ],
                hours_of(known) if known else None,
                granted(holidays[seat.person], clock.holidays),
            )

    async def holidays_of(self, persons: Sequence[int]) -> dict[int, list[Span]]:
        """Return the holidays of some people, the earliest first, also those that are over."""
        caches = self.caches
        known = {person: caches.holidays[person] for person in persons if person in caches.holidays}
        if missing := [person for person in persons if person not in known]:
            forgotten, found = caches.forgotten, await stopping.holidays(self.db.sync_reader, missing)
            read = {person: found.get(person, []) for person in missing}
            if forgotten == caches.forgotten:
                caches.holidays.update(read)
            known |= read
        return known

    @asynccontextmanager
    async def at(self, table_id: int) -> AsyncIterator[Table]:
        """Hold a table alone: lock it, load it."""
        async with self.lock(table_id):
            yield await self.load(table_id)

    async def may_act(self) -> bool:
        """Say whether something may be done here now. If that is not certain, it may be in a moment.

        While nobody can reach the database it may be tried: who asks reads then that it could not be done. If the
        partition will soon be anybody's, it is time to say so.
        """
        ours = self.db.uncontested(_TO_SAY_SO)
        for _ in range(15):
            if self.db.acting() or self.db.away():
                return True
            if ours and not self.db.uncontested(_TO_SAY_SO):
                return False
            await asyncio.sleep(0.1)
        return False

    async def close(self) -> None:
        """Take nothing new, let what is under way end, let go of the database."""
        try:
            await self.finish()
        finally:
            await self.db.close()

    async def finish(self) -> None:
        """Take nothing new, let what is under way end, write down that we were there until now."""
        await self.background.end(within=10)
        try:
            if self.running:
                async with self.db.transaction() as db:
                    await stopping.save_heartbeat(db, self.partition, self.now())
        except (Unreachable, Unusable) as problem:
            log.warning("ended without writing it down: %s", problem)


def hours_of(person: PersonRow) -> Daily | None:
    """Return the hours of the day at which a person plays; None: at any time."""
    if person.hours_begin is None or person.hours_end is None:
        return None
    return Daily(person.zone or "UTC", person.hours_begin, person.hours_end)
