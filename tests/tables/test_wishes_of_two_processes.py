"""Two processes on one PostgreSQL database look for games for the same people: each table and message comes once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from types import NoneType

import pytest

from cluster import lease
from cluster.lease import LeaseTimings
from matching.wishes import CONFIRM_AFTER_S, HOUR_S
from storage import PartitionLost
from storage.wish_rows import WishRow, WishTerms
from tables.matching import match_progress, wish_store
from tables.model.table import Table
from tables.model.time_left import DAY, Clock
from tables.notifications.attempt import Attempt
from tables.seating import table_settings
from tables.time import timers as clocks
from tests.tables.league_room import Killed
from tests.tables.room import CHANNEL
from tests.tables.test_looking_for_a_game import ANNA, BERT, WishRoom
from tests.tables.test_reliability_levels import stored
from tests.tables.test_seasons_of_two_processes import Process

pytestmark = pytest.mark.thorough

PAIRED = tuple(ANNA + number for number in range(100, 106))
"""People who accept every game for two: three tables."""
OLD, *YOUNG = (ANNA + number for number in range(200, 203))
"""People who want the same game for three; the first one's wish is more than a day old."""
LATE = ANNA + 300
"""Somebody whose search has ended without a game."""


class WishProcess(WishRoom, Process):
    """A process with a lease of its own. `told_rows` has the table and kind of each row of the outbox that was sent."""

    def __init__(self, address: str, home: int) -> None:
        super().__init__(address)
        self.home = home
        self.told_rows: dict[int, tuple[int, str]] = {}
        self.gate: asyncio.Event | None = None
        """Until it is set, whoever opens a table waits there for Discord, after `calls_before_gate` answers."""
        self.calls_before_gate = 0
        self.waits_at_gate = asyncio.Event()

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        self.calls_before_gate -= 1
        if self.gate and self.calls_before_gate < 0:
            self.waits_at_gate.set()
            await self.gate.wait()
        return await super().can_see(server, channel, person)

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        self.told_rows[attempt.row.id] = (table.id, attempt.notification.kind)

    async def take_over(self, former: Process) -> None:
        assert isinstance(former, WishProcess)
        self.written, self.told_rows = former.written, former.told_rows
        await super().take_over(former)

    async def begin_to_look(self, person: int, **terms: object) -> None:
        """Let a person look for a game, without doing what follows."""
        row = WishRow(
            server=self.home,
            person=person,
            name=f"<{person}>",
            terms=WishTerms(**terms),  # type: ignore[arg-type]
            language="en",
            channel=CHANNEL,
            channels=[CHANNEL],
            made_at=self.time,
        )
        await wish_store.look(self.services, row)

    async def many_wish(self) -> None:
        """Enter, and store wishes of which five tasks follow: an end, three tables, and a question."""
        await self.enter()
        await self.begin_to_look(OLD, games=["riga"], sizes=[3], computers=False)
        await self.begin_to_look(LATE, games=["haithabu"], computers=False, lasts_s=6 * HOUR_S)
        self.time += CONFIRM_AFTER_S + 60
        for person in YOUNG:
            await self.begin_to_look(person, games=["riga"], sizes=[3], computers=False)
        for person in PAIRED:
            await self.begin_to_look(person, sizes=[2], computers=False)

    async def opened(self) -> list[Table]:
        return [table for table in await self.tables() if table.row.server == self.home]

    async def check(self) -> None:
        """Check that each task was done once, and that nothing is left to do."""
        await self.later(30)
        tables = await self.opened()
        seated = [tuple(sorted(seat.person or 0 for seat in table.seats)) for table in tables]
        assert sorted(seated) == [PAIRED[:2], PAIRED[2:4], PAIRED[4:]]
        looking = dict.fromkeys((OLD, *YOUNG), "looking")
        assert await self.wishes() == {**looking, LATE: "over"}
        assert Counter(self.written) == {("overview", None): 1, ("question", OLD): 1, ("computers", LATE): 1}
        told = Counter(told for told in self.told_rows.values() if told[1] in ("start", "ping"))
        assert told == {(table.id, kind): 1 for table in tables for kind in ("start", "ping")}
        assert await self.faults() == []


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "TIMINGS", LeaseTimings(retry_s=0.005))


async def test_two_processes_that_advance_a_server_at_once_open_and_write_nothing_twice(server_address: str) -> None:
    for home in range(1, 13):
        first, second = WishProcess(server_address, home), WishProcess(server_address, home)
        first.gate = second.gate = asyncio.Event()
        first.calls_before_gate = home % 6
        await first.many_wish()
        work: list[asyncio.Task[object]] = [asyncio.create_task(match_progress.advance(first.services, home))]
        await first.waits_at_gate.wait()
        work.append(asyncio.create_task(second.take_over(first)))
        await second.waits_at_gate.wait()
        work += [asyncio.create_task(match_progress.advance(each.services, home)) for each in (first, second)]
        await asyncio.sleep(0.02)
        first.gate.set()
        old, taken, old_again, _ = await asyncio.gather(*work, return_exceptions=True)
        assert [type(result) for result in (old, taken, old_again)] == [PartitionLost, NoneType, PartitionLost]
        await first.rest()
        await second.check()
        for process in (first, second):
            await process.services.close()


async def test_killed_between_task_and_task_it_leaves_the_other_process_what_it_has_not_done(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_settings, "MAX_TABLES_PER_PERSON", 100)
    opened, chance = set(), random.Random(1)
    for commits in range(36):
        first, second = WishProcess(server_address, commits + 1), WishProcess(server_address, commits + 1)
        await first.many_wish()
        with pytest.MonkeyPatch.context() as patch:
            first.mortal(patch)
            first.commits_left, first.kept_last = commits, chance.random() < 0.3
            with suppress(Killed):
                await clocks.tick(first.services)
            await first.rest()
        opened.add(len(await first.opened()))
        await second.take_over(first)
        await second.check()
        for process in (first, second):
            await process.services.close()
    assert opened == {0, 1, 2, 3}


async def test_a_late_decision_and_a_game_count_once_for_reliability(server_address: str) -> None:
    first, second = WishProcess(server_address, 1), WishProcess(server_address, 1)
    await first.enter()
    number = await first.table((ANNA, BERT), clock=Clock(kind="decision", time=DAY, out="once"))
    await first.move(number, ANNA)
    first.time += DAY
    await asyncio.gather(clocks.tick(first.services), second.take_over(first), return_exceptions=True)
    await asyncio.gather(*(clocks.tick(each.services) for each in (first, second)), return_exceptions=True)
    await asyncio.gather(*(each.close(number) for each in (first, second)), return_exceptions=True)
    for process in (first, second):
        await process.rest()
    assert (await stored(second, ANNA, 1), await stored(second, BERT, 1)) == ([(1, 0, True)], [(0, 1, True)])
    for process in (first, second):
        await process.services.close()
