"""Pacing: no more requests in a second than Discord takes, urgent ones first, and no table waits for another's many."""

from __future__ import annotations

import asyncio
from time import monotonic

from tables.runtime.pacing import BURST_S, Pacing


async def tell(pacing: Pacing, table: int, urgency: int, told: list[tuple[int, int]], requests: int = 1) -> None:
    """Tell something about a table with so many requests."""
    async with pacing.turn(table, urgency):
        for _ in range(requests):
            pacing.note_request()
        told.append((table, urgency))


def exhausted(rate: int) -> Pacing:
    """Return a pacing that has just begun as many requests as there is room for."""
    pacing = Pacing(rate)
    for _ in range(round(BURST_S * rate)):
        pacing.note_request()
    return pacing


async def test_as_many_as_there_is_room_for_wait_for_nothing() -> None:
    pacing = Pacing(20)
    for table in range(4):
        async with pacing.turn(table, 2) as waited:
            pacing.note_request()
        assert not waited


async def test_no_more_begin_in_a_second_than_there_is_room_for() -> None:
    pacing, told = Pacing(100), list[tuple[int, int]]()
    began = monotonic()
    await asyncio.gather(*(tell(pacing, table, 0, told) for table in range(120)))
    assert monotonic() - began >= 0.98
    assert len(told) == 120


async def test_every_request_counts_also_those_beyond_the_first_and_those_of_nobody() -> None:
    pacing, told = Pacing(50), list[tuple[int, int]]()
    await asyncio.gather(*(tell(pacing, table, 0, told, requests=3) for table in range(3)))
    pacing.note_request()
    async with pacing.turn(1, 0) as waited:
        assert waited, "ten were counted"


async def test_the_urgent_go_first() -> None:
    pacing, told = exhausted(20), list[tuple[int, int]]()
    kinds = [(table, urgency) for urgency in (2, 1, 0) for table in range(10 * urgency + 1, 10 * urgency + 6)]
    await asyncio.gather(*(tell(pacing, table, urgency, told) for table, urgency in kinds))
    assert [urgency for _, urgency in told] == [0] * 5 + [1] * 5 + [2] * 5


async def test_a_table_with_much_to_tell_delays_nobody_else() -> None:
    pacing, told = exhausted(40), list[tuple[int, int]]()
    many = [tell(pacing, 1, 0, told) for _ in range(20)]
    await asyncio.gather(*many, *(tell(pacing, table, 0, told) for table in range(2, 12)))
    last = max(place for place, (table, _) in enumerate(told) if table != 1)
    assert last <= 11, "the others had their turns before the second or third of the many"


async def test_who_has_waited_long_is_not_overtaken_for_ever() -> None:
    pacing, told = exhausted(50), list[tuple[int, int]]()
    patient = asyncio.create_task(tell(pacing, 1, 1, told))
    for table in range(2, 90):
        if not patient.done():
            await tell(pacing, table, 0, told)
    assert patient.done()
    assert told.index((1, 1)) <= 60, "after a second it is not overtaken any more"


async def test_who_gives_up_leaves_the_turn_to_another() -> None:
    pacing, told = exhausted(20), list[tuple[int, int]]()
    gone = asyncio.create_task(tell(pacing, 1, 0, told))
    stays = asyncio.create_task(tell(pacing, 2, 0, told))
    await asyncio.sleep(0)
    assert pacing.waiting == 2
    gone.cancel()
    await asyncio.wait([gone, stays])
    assert told == [(2, 0)]


async def test_who_sent_nothing_has_paid_nothing() -> None:
    pacing = Pacing(20)
    for table in range(100):
        async with pacing.turn(table, 0) as waited:
            assert not waited


async def test_without_a_limit_nobody_waits() -> None:
    pacing = Pacing()
    async with pacing.turn(1, 2) as waited:
        pacing.note_request()
    assert not waited
    assert not pacing.waiting
