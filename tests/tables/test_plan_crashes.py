"""A plan is played exactly once, although the process is killed at any commit, or another one takes over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress

import pytest

from cluster import lease
from cluster.lease import LeaseTimings
from storage import PartitionLost, Transaction, Unreachable
from tables.model.table_errors import Declined, Stale
from tables.notifications.seat_kinds import PlanPlayed
from tables.play.seat_plans import SeatPlans
from tests.selection import thorough
from tests.tables.room import Room
from tests.tables.test_seasons_of_two_processes import Process
from tests.tables.test_seat_plans import Turns, pinged, plan, riga, stored


class Killed(BaseException):
    """The process was killed."""


def kill_at(patch: pytest.MonkeyPatch, nth: int, *, kept: bool) -> list[int]:
    """Let the process die at its commit number `nth` (from 0), after it if `kept`; no later commit happens either.

    Return a list whose only item counts the commits.
    """
    commit, finish, count = Transaction.commit, Transaction.finish, [0]

    async def commits(transaction: Transaction) -> None:
        if not (transaction._todo or transaction._begun):
            return
        count[0] += 1
        if count[0] <= nth or (kept and count[0] == nth + 1):
            await commit(transaction)
        if count[0] > nth:
            raise Killed

    async def finishes(transaction: Transaction, query: str, parameters: Sequence[object] = ()) -> object:
        count[0] += 1
        found = await finish(transaction, query, parameters) if count[0] <= nth + kept else None
        if count[0] > nth:
            raise Killed
        return found

    patch.setattr(Transaction, "commit", commits)
    patch.setattr(Transaction, "finish", finishes)
    return count


async def check_played_once(room: Room, turns: Turns, before: int, told: Sequence[PlanPlayed]) -> None:
    """Check that the second player's plan was played once after the log entry `before`, and what everybody heard."""
    number, _, second, third = turns
    seat = await room.seat(number, second)
    log = await room.log(number)
    assert log[before:][-2:] == [f"{seat} take row 1", f"{seat} done"]  # Row 2 has become row 1.
    assert [entry for entry in log[before:] if entry.startswith(f"{seat} ")] == log[-2:]
    assert await room.owing(number) == [third]
    assert await stored(room, number, second) == SeatPlans()
    assert {(each.after, each.upto) for each in told} == {(len(log) - 2, len(log))}


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("nth", [1, *thorough(0, 2, 3, 4, 5, 6, 7)])
async def test_killed_before_or_after_any_commit_a_plan_is_played_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, nth: int, kept: bool
) -> None:
    turns = await riga(room)
    number, first, second, third = turns
    await plan(room, number, second, ("take row 2", "done"))
    await room.move(number, first, "take row 1")
    before = len(await room.log(number))
    with monkeypatch.context() as patch:
        count = kill_at(patch, nth, kept=kept)
        with suppress(Killed):
            await room.move(number, first, "done")
            await room.rest()
        assert count[0] > nth
    await room.crash()
    caplog.clear()  # Background tasks have logged that they were killed.
    if await room.owing(number) == [first]:
        await room.move(number, first, "done")
    await room.later(1)
    await room.rest()
    await check_played_once(room, turns, before, room.tellings(PlanPlayed))
    assert await pinged(room, number) == [third]


@pytest.mark.thorough
async def test_a_plan_is_played_once_while_another_process_takes_over(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "TIMINGS", LeaseTimings(retry_s=0.005))
    rng, process = random.Random(1), Process(server_address)
    await process.enter()
    await process.lift_limits()
    for _ in range(10):
        turns = await riga(process)
        number, first, second, _ = turns
        await plan(process, number, second, ("take row 2", "done"))
        await process.move(number, first, "take row 1")
        before = len(await process.log(number))
        former, process = process, Process(server_address)
        work = asyncio.create_task(former.move(number, first, "done"))
        await asyncio.sleep(rng.random() * 0.05)
        await process.take_over(former)
        with suppress(PartitionLost, Unreachable, Declined, Stale):
            await work
        if await process.owing(number) == [first]:
            await process.move(number, first, "done")
        await process.later(1)
        told = [*former.tellings(PlanPlayed), *process.tellings(PlanPlayed)]
        of_table = [each for each in told if each in process.tellings(PlanPlayed) or each.upto > before]
        await check_played_once(process, turns, before, of_table)
    await process.leave()
