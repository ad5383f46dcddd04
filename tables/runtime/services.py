"""The `Services` object: everything that all tables of one process share.

It holds the database, the time source, one lock per table, the caches, background tasks, and the links to the code
that thinks (`Thinker`) and to the code that sends messages (`Frontend`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache

from cluster import Cluster
from opponents.game_analysis import Analysis
from storage import DatabaseListener, Partition, Unreachable, Unusable
from storage.film_files import Films
from storage.league_rows import SeasonMessageRow
from storage.queries import people, stopping
from storage.queries import tables as sql
from storage.rows import PersonRow, Span
from storage.wish_rows import WishMessageRow, WishRow
from tables.model.season import Season
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import ClockStops, DailyHours, granted_holidays
from tables.notifications.attempt import Attempt
from tables.runtime.background import Background
from tables.runtime.blocked_channels import BlockedChannels
from tables.runtime.caches import Caches
from tables.runtime.long_jobs import LongJob
from tables.runtime.outage import Outage
from tables.runtime.pacing import Pacing
from tables.runtime.thinker import Thinker
from tables.runtime.wakeups import Wakeups

log = logging.getLogger("kontor.services")

_REPLY_TIME_S = 0.4
"""How long it takes to send an answer. `may_act` gives up this long before another process may take the partition."""
_MAY_ACT_CHECKS = 15
_MAY_ACT_INTERVAL_S = 0.1
_SHUTDOWN_TIMEOUT_S = 10


class RetryLater(Exception):
    """A delivery failed for now. The outbox tries it again."""


class NotAttempted(RetryLater):
    """A delivery was not begun because our lease on the partition is in doubt.

    The outbox tries it again as soon as the lease is confirmed.
    """


class Replaced(Exception):
    """A notification was dropped or replaced by a newer one before its message was sent. Nothing was sent."""


class ChannelBlocked(Exception):
    """Every channel in which a notification could be sent refuses us, so nobody has seen it.

    The outbox keeps the notification and tries it again at `until`, in seconds since 1970. `deleted` is True if the
    channel was deleted. `alone` is True if no other notification has to wait for this one.
    """

    def __init__(self, until: int, *, deleted: bool = False, alone: bool = False) -> None:
        super().__init__(until)
        self.until = until
        self.deleted = deleted
        self.alone = alone


class Frontend:
    """The side that talks to people: base class of the Discord bot's deliverer and of the tests' recorders.

    `Services.connect` registers one. Everything that `tables` needs from Discord is a method of this class.
    """

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        """Deliver a notification of this table by one request, and fill `attempt.effects` and `delivered_along`.

        Return when it was delivered, or if it never can be. Raise `RetryLater` if it should be tried again,
        `ChannelBlocked` if it has to wait for a blocked channel, `Replaced` if it is no longer in the outbox.
        """
        raise NotImplementedError

    async def deliver_season_message(self, row: SeasonMessageRow, season: Season) -> None:
        """Post or edit a message of a season, and set in `row` where it is and which picture it shows.

        Before a new one is posted, its nonce is stored (`versioned_delivery.begin`). Return also if it can never be
        posted. Raise `RetryLater` if it should be tried again, and `ChannelBlocked` if it has to wait for a channel.
        """
        raise NotImplementedError

    async def deliver_wish_message(self, row: WishMessageRow, wishes: Sequence[WishRow]) -> None:
        """Post, edit or delete a message about people who look for a game; `wishes` are all wishes on its server.

        The nonce, and what is returned and raised, are as in `deliver_season_message`.
        """
        raise NotImplementedError

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        """Return True if a person is on a server and sees this channel there (all three are ids). Asks Discord.

        Raise `RetryLater` if it cannot be asked.
        """
        raise NotImplementedError

    async def can_write(self, server: int, channel: int) -> bool:
        """Return True if we are on a server and may write in this channel there; False also if the channel was deleted.

        Raise `RetryLater` if Discord cannot be asked.
        """
        raise NotImplementedError


class Services(DatabaseListener):
    """Everything that all tables of one process share. One instance per process and database.

    `load` reads a table; `at` also holds its lock, for changes. `may_act` says whether this process may change tables
    now. `on_doubt` drops the caches; the database calls it when a commit may have failed. `close` waits for running
    work and closes the database.

    `now` returns the time in seconds since 1970. `sleep` replaces `asyncio.sleep` while a person waits for a long job
    and sees its progress. `sleep_until_due` replaces it while the outbox waits for its next row; the playground passes
    one that follows its simulated clock. `pacing` limits requests to Discord; without one there is no limit.
    """

    def __init__(
        self,
        cluster: Cluster,
        now: Callable[[], int],
        thinker: Thinker,
        *,
        pacing: Pacing | None = None,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
        sleep_until_due: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        """Build the shared state and listen to the events of the cluster's database. Nothing is read yet."""
        self.cluster = cluster
        self.db = db = cluster.db
        db.events.add(self)
        self.now = now
        self.thinker = thinker
        self.pacing = pacing or Pacing()
        self._sleep = sleep
        self.frontend: Frontend | None = None
        """Set by `connect`; None in processes that send nothing."""
        self.started_at = 0
        """When `note_started` was called, in seconds since 1970."""
        self.late_edits_until = 0
        """Until when edits by the former holder of our partition may still reach Discord; 0 if there was none."""
        self.clock_started = False
        """True once `note_started` was called: this process plays games and does not only read the database."""
        self.outage = Outage(lambda: self.now())
        self.background = Background(self.outage)
        self.caches = Caches()
        self.blocked_channels = BlockedChannels()
        self.wakeups = Wakeups(lambda: self.now(), sleep_until_due)
        """When the outbox goes on with a table; `resume_clocks` starts it."""
        self.clicks: LRUCache[tuple[int, int], int] = LRUCache(20_000)
        """When people last clicked, by table and person. Lost on a restart: then somebody present may be pinged."""
        self.unacknowledged: dict[int, tuple[Attempt, Table]] = {}
        """Successful deliveries whose acknowledgement could not be written, by table id: the next thing to do there."""
        self.films = Films(db.folder / "replays")
        """Animated replays, as files beside the database."""
        self.downtimes: list[tuple[Partition, Span]] = []
        """Periods in which no process served a partition. Read by `load_downtimes`."""
        self.running_analyses: dict[int, LongJob[Analysis]] = {}
        """The analyses of finished games that are being made, by table id."""
        self.moment_shown_at: LRUCache[int, int] = LRUCache(2000)
        """When each person last showed a moment of a replay to everybody. Lost on a restart, which does no harm."""
        self.failed_removals: set[int] = set()
        """People whose data could not be removed yet. Every tick tries again."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def connect(self, frontend: Frontend) -> None:
        """Set the frontend that sends notifications from now on. Call this before the outbox runs."""
        self.frontend = frontend

    async def load_downtimes(self) -> None:
        """Read the recorded downtimes of all partitions from the database into `downtimes`."""
        self.downtimes = await stopping.downtimes(self.db.reader)

    def note_started(self) -> None:
        """Note that this process plays games from now on: set `started_at` and `clock_started`."""
        self.started_at = self.now()
        self.clock_started = True

    @property
    def partition(self) -> Partition:
        """The partition this process serves: it changes only tables of the servers in it."""
        return self.cluster.partition

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock of a table. Code that changes the table holds it from loading to committing."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def on_doubt(self) -> None:
        """Drop every cache of database contents. The database calls it when it is unknown what was committed."""
        self.caches.forget_all()
        self.db.table_cache.forget(None)
        self.blocked_channels.known = None

    async def wait_for_task(self, task: asyncio.Task[Any], within: float) -> bool:
        """Wait for a task for at most `within` seconds and return True if it has ended. The task is not cancelled."""
        pause = asyncio.create_task(self._sleep(within))
        try:
            await asyncio.wait({task, pause}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pause.cancel()
        return task.done()

    async def load(self, table_id: int) -> Table:
        """Return a table as it was last committed, with what stops its clocks. Raise `Declined` if there is none."""
        found = await sql.cached_table(self.db, table_id)
        if found is None:
            raise Declined("no_table", table=table_id)
        table = Table.from_rows(*found)
        table.clicks = self.clicks
        await self.load_stops(table)
        return table

    async def person(self, person: int) -> PersonRow | None:
        """Return a person's settings from the cache or the database; None for somebody we have never met."""
        caches = self.caches
        if person not in caches.people:
            generation, row = caches.generation, await people.person(self.db.sync_reader, person)
            # A row that was read just before another process changed it is returned, but not cached.
            return caches.people.setdefault(person, row) if row and generation == caches.generation else row
        return caches.people[person]

    async def load_stops(self, table: Table) -> None:
        """Set `table.stops`: what stops the clock of each seat that a person has. {} unless the table is being played.

        Every click calls this. It reads the database only the first time, and caches afterwards.
        """
        table.stops = {}
        if table.row.status != "playing":
            return
        clock = table.clock
        since = table.row.started if table.row.season is not None else None
        holidays = await self.holidays_of([seat.person for seat in table.seats if seat.person is not None])
        for seat in table.seats:
            if seat.person is None:
                continue
            known = await self.person(seat.person) if clock.window else None
            table.stops[seat.seat] = ClockStops(
                self._downtimes_since(seat.runs_since, table.row.server),
                hours_of(known) if known else None,
                granted_holidays(holidays[seat.person], clock.holidays, since),
            )

    def _downtimes_since(self, since: int, server: int) -> list[Span]:
        """Return the downtimes of a server's partition that end after a moment."""
        return [span for partition, span in self.downtimes if span[1] > since and partition.contains(server)]

    async def holidays_of(self, persons: Sequence[int]) -> dict[int, list[Span]]:
        """Return all holidays of some people, past ones included, by person and earliest first. Cached.

        A person without holidays has an empty list.
        """
        caches = self.caches
        known = {person: caches.holidays[person] for person in persons if person in caches.holidays}
        if missing := [person for person in persons if person not in known]:
            generation, found = caches.generation, await stopping.holidays(self.db.sync_reader, missing)
            read = {person: found.get(person, []) for person in missing}
            if generation == caches.generation:
                caches.holidays.update(read)
            known |= read
        return known

    @asynccontextmanager
    async def at(self, table_id: int) -> AsyncIterator[Table]:
        """Hold a table's lock and yield the freshly loaded table. Raise `Declined` if there is none."""
        async with self.lock(table_id):
            yield await self.load(table_id)

    async def may_act(self) -> bool:
        """Return True if this process may change tables now; wait up to 1.5 s while its lease is in doubt.

        Return False early if another process may soon take our partition, so that an answer can still be sent, and at
        once if the partition is lost.
        """
        ours = self.cluster.is_uncontested(_REPLY_TIME_S)
        for _ in range(_MAY_ACT_CHECKS):
            if self.cluster.may_act():
                return True
            if self.db.lost or (ours and not self.cluster.is_uncontested(_REPLY_TIME_S)):
                return False
            await asyncio.sleep(_MAY_ACT_INTERVAL_S)
        return False

    async def close(self) -> None:
        """Call `finish`, which waits for running work. Then close the database, even if `finish` fails."""
        try:
            await self.finish()
        finally:
            await self.cluster.close()

    async def finish(self) -> None:
        """Accept no new work, wait up to 10 s for work under way, and write a last heartbeat if clocks were started.

        With that heartbeat the next start knows exactly when the downtime began. If the database is away, it is only
        logged that none was written; after the loss of our partition none is written.
        """
        self.wakeups.stop()
        await self.background.end(within=_SHUTDOWN_TIMEOUT_S)
        try:
            if self.clock_started and not self.db.lost:
                async with self.db.transaction() as db:
                    await stopping.save_heartbeat(db, self.partition, self.now())
        except (Unreachable, Unusable) as problem:
            log.warning("the last heartbeat was not written: %s", problem)


def hours_of(person: PersonRow) -> DailyHours | None:
    """Return a person's active hours in their time zone (UTC if unknown); None if they have not set any."""
    if person.hours_begin is None or person.hours_end is None:
        return None
    return DailyHours(person.zone or "UTC", person.hours_begin, person.hours_end)
