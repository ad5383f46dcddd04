"""A timer is what it was last set to, and each table has its own."""

from __future__ import annotations

import pytest

from storage import ONLY_PARTITION, Database
from storage.queries import timers
from storage.rows import TimerRow

pytestmark = [pytest.mark.both_engines, pytest.mark.quick]


async def test_the_timers_of_one_table_are_cleared_and_no_others(db: Database) -> None:
    async with db.transaction() as writer:
        await timers.set_timers(writer, [TimerRow(table_id=t, seat=0, kind="half", due=5) for t in (1, 2)])
        await timers.clear_timers(writer, 1)
    assert [row.table_id for row in await timers.due_timers(db.reader, 5, ONLY_PARTITION)] == [2]


async def test_a_timer_that_was_moved_meanwhile_is_not_dropped(db: Database) -> None:
    row = TimerRow(table_id=1, seat=0, kind="half", due=5)
    async with db.transaction() as writer:
        await timers.set_timers(writer, [row])
    (due,) = await timers.due_timers(db.reader, 5, ONLY_PARTITION)
    async with db.transaction() as writer:
        await timers.set_timers(writer, [TimerRow(table_id=1, seat=0, kind="half", due=50)])
        assert not await timers.drop_timer(writer, due)
    assert await timers.due_timers(db.reader, 49, ONLY_PARTITION) == []
    (moved,) = await timers.due_timers(db.reader, 50, ONLY_PARTITION)
    async with db.transaction() as writer:
        assert await timers.drop_timer(writer, moved)
        assert not await timers.drop_timer(writer, moved)
