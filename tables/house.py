"""What all tables share: the database, the clock, a lock each, and who tells and thinks for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Protocol
from weakref import WeakValueDictionary

from cachetools import LRUCache

from opponents import hints
from opponents.advice import Advice
from storage import Database, Share, Unreachable, Unusable, people, stopping
from storage import tables as sql
from storage.films import Films
from storage.rows import OriginRow, PersonRow, PostRow, RefusalRow
from tables.analysts import Analyse, Making, analyse_here
from tables.course import Course
from tables.errors import Declined
from tables.outgoing import Outgoing, Write
from tables.pacing import Pacing
from tables.table import Happened, Offers, Since, Table, Told
from tables.time_left import Daily, Span, Stops, granted

log = logging.getLogger("kontor.house")


_TO_SAY_SO = 0.4
"""Seconds that an answer takes to be on its way."""


class Later(Exception):
    """Telling did not work just now; it is tried again."""


class NotNow(Later):
    """Nothing was begun, since it is not certain that our share is ours: telling goes on as soon as it is."""


class Mute(Exception):
    """Every place where it could be told refuses, so nobody has seen it; it waits until one of them is tried again."""

    def __init__(self, until: int, *, gone: bool = False) -> None:
        super().__init__(until)
        self.until = until
        self.gone = gone
        """There is no such place any more."""


class Teller(Protocol):
    """Whoever puts what happened into words and sends it. Knows Discord; we do not."""

    async def tell(self, outgoing: Outgoing, table: Table) -> None:
        """Send it. Raise `Later` if it should be tried again, `Mute` if it waits for a place.

        Return if it is done or cannot ever be done.
        """


class House:
    """The room in which all tables stand."""

    def __init__(
        self,
        db: Database,
        now: Callable[[], int],
        think: Think,
        hint: Hint | None = None,
        analyse: Analyse = analyse_here,
    ) -> None:
        self.db = db
        db.on_doubt = self.forget_all
        self.now = now
        self.think = think
        self.hint = hint or _hint_here
        self.analyse = analyse
        self.rest: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
        """How somebody waits who is told meanwhile how far something has come."""
        self.teller: Teller | None = None
        self.pacing = Pacing()
        """Whose turn it is to be told. Written by whoever knows how much can be told."""
        self.closing = False
        self.running = False
        """Whether time goes on here: not for who only looks into the file. Written by `clocks.begin`."""
        # What is asked with every click or edit is kept in mind. Whoever writes one of these here writes it there too,
        # and nobody else writes it unnoticed: a file is locked while we have it open; on a server tables are written by
        # who holds their share, and what others write besides that, they say (`others`). So it cannot be stale.
        self.met: LRUCache[int, PersonRow] = LRUCache(20_000)
        """People by their number. Written by `persons` with every change of settings."""
        self.origins: LRUCache[int, OriginRow] = LRUCache(5000)
        """Where tables live. Written by `moving`: nothing else of it ever changes."""
        self.posted: LRUCache[tuple[int, str, int], PostRow | None] = LRUCache(20_000)
        """Where messages stand, by table, kind and person; None: there is none. Written by `posts`."""
        self.dms_closed: LRUCache[tuple[int, int], bool] = LRUCache(20_000)
        """Whether a table has told a person that their direct messages are closed. Written by `posts`."""
        self.offers: LRUCache[tuple[str, bytes, int], Offers] = LRUCache(300)
        """What seats are offered, by game, snapshot and seat: of these alone, so it cannot be stale."""
        self.hinted: LRUCache[tuple[str, bytes, int], list[Advice]] = LRUCache(300)
        """What was hinted, by game, snapshot and seat: of these alone, so it cannot be stale."""
        self.news: LRUCache[tuple[int, int, int, int], Since | None] = LRUCache(1000)
        """What changed for seats, by table, version, seat and since when: of these alone, so it cannot be stale."""
        self.happened: LRUCache[tuple[int, int], Happened] = LRUCache(8_000_000, Happened.size)
        """Entries of logs, by table and number, within some megabytes: once committed, none of it ever changes."""
        self.seen: LRUCache[tuple[int, int, int], bytes] = LRUCache(4_000_000, len)
        """What seats saw, by table, seat and the log's length by then, within some megabytes: it never changes."""
        self.courses: LRUCache[tuple[int, int], Course] = LRUCache(16)
        """The course of games, by table and version: of these alone, so it cannot be stale."""
        self.analysing: dict[int, Making] = {}
        """The analyses that are being made, by table."""
        self.showed: LRUCache[int, int] = LRUCache(2000)
        """When people showed a moment to all last. A courtesy to the others: a start forgets it."""
        self.films = Films(db.folder / "replays")
        """Animated pictures of games, as files beside the database."""
        self.holidays: LRUCache[int, list[Span]] = LRUCache(20_000)
        """People's holidays. Written by `stopping`."""
        self.downtimes: list[tuple[Share, Span]] = []
        """When nobody was there for which share. Written by `clocks.begin`, before anything else is done, and when
        another process says that it was not there."""
        self.refusals: dict[int, RefusalRow] | None = None
        """The places that refuse; None: nobody has looked yet. Written by `places`."""
        self.trying: set[int] = set()
        """Those of them where somebody tries to speak just now."""
        self.tried_again: LRUCache[tuple[int, bool], int] = LRUCache(2000)
        """When all such places of a server were last tried, because something changed or not. Written by `outbox`."""
        self.to_try_again: set[int] = set()
        """The servers where there was a reason again too soon after that: it is done later. Written by `outbox`."""
        self.reported = (0, 0)
        """At how many tables something waited for a place when the operator was told so last, and when that was."""
        self.told = Told()
        """What was told of tables, and is told just now. Written by `clocks.begin`, `outbox`, and who edits boards."""
        self.not_crossed_out: dict[tuple[int, int], list[Write]] = {}
        """Number and stamp of outbox rows that were told but are not crossed out yet; what is written then."""
        self.not_done: set[str] = set()
        """Errands that others have asked of us, and that could not be done. Written by `others`."""
        self.not_forgotten: set[int] = set()
        """People who are to be forgotten, with whom that has failed. Written by `seats`."""
        self._forgotten = 0
        """How often something was forgotten because others have written it."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int]] = set()
        self._visits: set[asyncio.Task[Any]] = set()

    @property
    def share(self) -> Share:
        """What of the database this process works on: the tables of its servers, and of nobody else's."""
        return self.db.share

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the table's lock: whoever changes a table holds it from loading to committing."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def forget_all(self) -> None:
        """Keep nothing in mind that stands in the database: perhaps it stands there otherwise."""
        self._forgotten += 1
        for cache in (self.met, self.origins, self.posted, self.dms_closed, self.holidays, self.happened, self.seen):
            cache.clear()
        self.db.lately.forget(None)
        self.refusals = None

    def forget_settings(self, person: int) -> None:
        """Keep nothing in mind of what a person has set: another process has just written it."""
        self._forgotten += 1
        self.met.pop(person, None)
        self.holidays.pop(person, None)

    def forget_person(self, person: int) -> None:
        """Keep nothing of a person in mind who has just been removed from the file."""
        self.forget_settings(person)
        for post in [key for key in self.posted if key[2] == person]:
            del self.posted[post]
        for closed in [key for key in self.dms_closed if key[1] == person]:
            del self.dms_closed[closed]

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
        found = await sql.table_lately(self.db, table_id)
        if found is None:
            raise Declined("no_table", table=table_id)
        table = Table.from_rows(*found)
        table.told = self.told
        await self.learn_stops(table)
        return table

    async def person(self, person: int) -> PersonRow | None:
        """Return a person's settings, if we know them. Asked with every click: those met lately are kept in mind."""
        if person not in self.met:
            forgotten, row = self._forgotten, await people.person(self.db.at_hand, person)
            # What was read just before another process wrote it is used, but not kept.
            return self.met.setdefault(person, row) if row and forgotten == self._forgotten else row
        return self.met[person]

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
                [span for share, span in self.downtimes if span[1] > seat.runs_since and share.has(table.row.server)],
                hours_of(known) if known else None,
                granted(holidays[seat.person], clock.holidays),
            )

    async def holidays_of(self, persons: Sequence[int]) -> dict[int, list[Span]]:
        """Return the holidays of some people, the earliest first, also those that are over."""
        known = {person: self.holidays[person] for person in persons if person in self.holidays}
        if missing := [person for person in persons if person not in known]:
            forgotten, found = self._forgotten, await stopping.holidays(self.db.at_hand, missing)
            read = {person: found.get(person, []) for person in missing}
            if forgotten == self._forgotten:
                self.holidays.update(read)
            known |= read
        return known

    @asynccontextmanager
    async def at(self, table_id: int) -> AsyncIterator[Table]:
        """Hold a table alone: lock it, load it."""
        async with self.lock(table_id):
            yield await self.load(table_id)

    @contextmanager
    def visit(self) -> Iterator[None]:
        """Keep the house open while this task attends to somebody; decline when it is being closed."""
        if self.closing:
            raise Declined("restarting")
        task = asyncio.current_task()
        assert task is not None
        self._visits.add(task)
        try:
            yield
        finally:
            self._visits.discard(task)

    def start(self, what: str, table_id: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let work about a table go on in the background, the same work for the same table never twice at once.

        Work that is under way may have looked before there was something new to do: it is done once more after that.
        """
        key = (what, table_id)
        if self.closing:
            return
        if key in self._tasks:
            self._again.add(key)
            return
        task = self._tasks[key] = asyncio.create_task(work(), name=f"{what} {table_id}")

        def ended(_: object) -> None:
            del self._tasks[key]
            _report(what, table_id, task)
            if key in self._again:
                self._again.remove(key)
                if not task.cancelled():
                    self.start(what, table_id, work)

        task.add_done_callback(ended)

    async def done(self, what: str, table_id: int) -> None:
        """Wait until work about a table that is under way has ended."""
        if task := self._tasks.get((what, table_id)):
            await asyncio.wait([task])

    async def may_act(self) -> bool:
        """Say whether something may be done here now. If that is not certain, it may be in a moment.

        While nobody can reach the database it may be tried: who asks reads then that it could not be done. If the
        share will soon be anybody's, it is time to say so.
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
        self.closing = True
        if tasks := [*self._tasks.values(), *self._visits]:
            await asyncio.wait(tasks, timeout=10)
        try:
            if self.running:
                async with self.db.transaction() as db:
                    await stopping.beat(db, self.share, self.now())
        except (Unreachable, Unusable) as problem:
            log.warning("ended without writing it down: %s", problem)


def hours_of(person: PersonRow) -> Daily | None:
    """Return the hours of the day at which a person plays; None: at any time."""
    if person.hours_begin is None or person.hours_end is None:
        return None
    return Daily(person.zone or "UTC", person.hours_begin, person.hours_end)


class Hint(Protocol):
    """How the best moves of a seat are found: off the event loop."""

    async def __call__(self, game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
        """Return them with chances and reasons, best first; none if that could not be done."""


async def _hint_here(game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
    """Find a hint in a thread: where there are no processes to think in."""
    return await asyncio.to_thread(hints.hint, game, snapshot, seat, seed)


class Think(Protocol):
    """How a computer seat finds its move: off the event loop."""

    async def __call__(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        """Return the text of the move."""


def _report(what: str, table_id: int, task: asyncio.Task[None]) -> None:
    """Say in the log why something in the background did not come to its end: nobody waits for it."""
    problem = None if task.cancelled() else task.exception()
    if isinstance(problem, Unreachable):
        log.warning("%s table=%d not done: %s", what, table_id, problem)
    elif problem:
        log.error("%s table=%d not done", what, table_id, exc_info=problem)
