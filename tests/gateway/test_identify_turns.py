"""Processes begin gateway sessions one after the other, as Discord demands."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bench.discord.fake_discord import FakeDiscord
from storage import Address
from storage.queries import sessions
from tests.gateway.bots import fake_discord, running
from tests.storage.fresh import open_quickly

__all__ = ["fake_discord"]


@pytest.mark.thorough
async def test_processes_wait_for_each_other_before_they_begin(fake_discord: FakeDiscord, address: Address) -> None:
    async with running(fake_discord, address, (0, 1, 2), 3):
        pass
    fake_discord.gateway._sessions.clear()
    async with running(fake_discord, address, (0, 1, 2), 3):
        pass
    moments = [at for at, _ in fake_discord.gateway.identified]
    assert len(moments) == 6
    assert fake_discord.gateway.identified_too_early == 0
    assert all(later - earlier >= 0.5 for earlier, later in pairwise(moments))


async def test_in_different_buckets_they_begin_at_the_same_time(fake_discord: FakeDiscord, address: Address) -> None:
    fake_discord.gateway.concurrency = 16
    async with running(fake_discord, address, (0, 1, 2), 3):
        moments = [at for at, _ in fake_discord.gateway.identified]
    assert moments[-1] - moments[0] < 0.5
    assert fake_discord.gateway.identified_too_early == 0


@pytest.mark.both_engines
async def test_turns_are_given_in_order_and_a_wrong_clock_delays_nobody_for_long(address: Address) -> None:
    db = (await open_quickly(address)).db

    async def turn(moment: int, bucket: int = 0) -> int:
        async with db.transaction() as writer:
            return await sessions.take_identify_turn(writer, bucket, moment, 5000)

    assert [await turn(100_000), await turn(100_001), await turn(100_002)] == [100_000, 105_000, 110_000]
    assert await turn(100_003, bucket=1) == 100_003
    assert await turn(200_000) == 200_000
    assert await turn(10**12) == 10**12
    assert await turn(300_000) == 300_000, "another's clock was far ahead"
    await db.close()
