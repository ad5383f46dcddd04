"""Tables are woken when something about them is due: at the time, in order, and each once."""

from __future__ import annotations

import asyncio

import pytest

from tables.runtime.wakeups import Wakeups
from tests.simulation.loop import SimulatedLoop

pytestmark = pytest.mark.quick


def woken(*times: tuple[int, int, int]) -> list[tuple[float, int]]:
    """Set wake-ups, each at a time for a table and a due time; return when each table was woken."""
    loop, found = SimulatedLoop(), list[tuple[float, int]]()

    async def run() -> None:
        wakeups = Wakeups(lambda: int(loop.time()), asyncio.sleep)
        wakeups.start(lambda table: found.append((loop.time(), table)))
        for at, table, due in times:
            await asyncio.sleep(at - loop.time())
            wakeups.set(table, due)
        await asyncio.sleep(1000)
        wakeups.set(9, 2000)
        wakeups.stop()
        await asyncio.sleep(5000)

    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(run())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    return found


def test_each_table_is_woken_when_it_is_due_also_if_another_was_waited_for() -> None:
    assert woken((0, 1, 50), (1, 2, 20), (2, 3, 90), (60, 2, 70)) == [(20, 2), (50, 1), (70, 2), (90, 3)]


def test_a_table_is_woken_once_for_several_times_and_at_the_earliest() -> None:
    assert woken((0, 1, 30), (1, 1, 40), (2, 1, 20)) == [(20, 1)]


def test_what_is_due_already_wakes_at_once() -> None:
    assert woken((10, 1, 5)) == [(10, 1)]
