"""Jobs begin in turns between people."""

from __future__ import annotations

import asyncio

from tables.thinking.fair_turns import FairTurns


async def order_of(turns: FairTurns, *jobs: tuple[str, tuple[int, ...]]) -> str:
    """Let jobs of a letter each ask for a turn in this order; return the letters in the order in which they began."""
    began = ""

    async def job(letter: str, people: tuple[int, ...]) -> None:
        nonlocal began
        async with turns.turn(people):
            began += letter
            await asyncio.sleep(0)

    await asyncio.gather(*(job(letter, people) for letter, people in jobs))
    return began


async def test_people_take_turns_and_each_persons_jobs_keep_their_order() -> None:
    jobs = [(letter, (1,)) for letter in "ABCDE"]
    assert await order_of(FairTurns(1), *jobs, ("x", (2,)), ("y", (2,)), ("z", (3,))) == "ABxzCyDE"


async def test_a_job_that_several_people_wait_for_begins_in_the_first_of_their_turns() -> None:
    jobs = [(letter, (1,)) for letter in "ABCD"]
    assert await order_of(FairTurns(1), *jobs, ("x", (1, 2)), ("y", (2,))) == "ABxCyD"


async def test_jobs_that_nobody_waits_for_have_the_turns_of_one_person() -> None:
    nobodys = [(letter, ()) for letter in "ABCD"]
    assert await order_of(FairTurns(1), *nobodys, ("x", (2,)), ("y", (2,))) == "ABxCyD"


async def test_as_many_jobs_run_at_once_as_there_is_room_for_also_after_cancelled_ones() -> None:
    turns, running, most = FairTurns(2), 0, 0

    async def job() -> None:
        nonlocal running, most
        async with turns.turn((1,)):
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1

    jobs = [asyncio.create_task(job()) for _ in range(6)]
    await asyncio.sleep(0)
    for cancelled in (jobs[0], jobs[3]):  # One runs, one waits.
        cancelled.cancel()
    await asyncio.sleep(0)
    jobs[2].cancel()  # Its turn has come, and it has not begun.
    await asyncio.gather(*jobs, return_exceptions=True)
    assert running == 1  # The first one was cancelled before it could count itself out.
    running, most = 0, 0
    await asyncio.wait_for(asyncio.gather(*(job() for _ in range(6))), 5)
    assert most == 2
