"""Two processes on one PostgreSQL database run the tasks of seasons: each task is done once, also while both try."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import suppress

import pytest

from cluster import cluster_on, lease
from cluster.lease import LeaseTimings
from cluster.leased import LeasedCluster
from storage import Address, PartitionLayout, PartitionLost, Unreachable, open_database
from tables.model.table_errors import Declined
from tables.runtime.services import Services
from tables.time import timers as clocks
from tests.tables.league_room import LeagueRoom
from tests.tables.test_simulated_seasons import announce, finish, step
from tests.thinkers import QuickThinker


class Process(LeagueRoom):
    """A process with connections and a lease of its own. It starts when a partition is free."""

    def __init__(self, address: Address, partitions: int = 1) -> None:
        super().__init__(address)
        self._layout = PartitionLayout(partitions, partitions)

    async def enter(self) -> None:
        self.cluster = cluster_on(await open_database(self.address))
        await self.cluster.join(self._layout, wait=True)
        self.home |= self.cluster.partition.number << 22
        self.services = Services(self.cluster, lambda: self.time, QuickThinker())
        self.services.connect(self)
        await clocks.resume_clocks(self.services)

    async def take_over(self, former: Process) -> None:
        """Take over from a process that is running, and does not notice that at once; both write to one Discord."""
        self.posted, self.edited, self.by_nonce = former.posted, former.edited, former.by_nonce
        self.rng, self.leavers, self.time = former.rng, former.leavers, former.time
        self.home = former.home
        assert isinstance(former.cluster, LeasedCluster)
        assert former.cluster.lease._task
        former.cluster.lease._task.cancel()
        former.cluster.lease._connection.terminate()
        await self.enter()
        await clocks.tick(self.services)


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "TIMINGS", LeaseTimings(retry_s=0.005))


@pytest.mark.thorough
async def test_a_process_that_goes_on_while_another_takes_over_does_nothing_twice(
    server_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    refused = 0
    for seed in range(1, 11):
        chance = random.Random(seed)
        process = Process(server_address)
        process.rng, process.home = random.Random(seed), seed
        await process.enter()
        season = await announce(process, seed, chance)
        while season.row.state != "over":
            if chance.random() < 0.5:
                with suppress(Declined):
                    await step(process, season, chance)
            else:
                former, process = process, Process(server_address)
                work = asyncio.create_task(step(former, season, chance))
                await asyncio.sleep(chance.random() * 0.1)
                await process.take_over(former)
                try:
                    await work
                except (PartitionLost, Unreachable):
                    refused += 1
                except Declined:
                    pass
                process.time = max(process.time, former.time)
                await former.rest()
                await former.services.close()
            await process.rest()
            season = await process.season(season.id)
        await finish(process, season)
        await process.services.close()
    assert refused, "each former process ended before it noticed anything"
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


@pytest.mark.thorough
async def test_each_process_runs_the_seasons_of_its_own_servers_only(server_address: str) -> None:
    async def play(process: Process, seed: int) -> None:
        chance = random.Random(seed)
        season = await announce(process, 1, chance)
        while season.row.state != "over":
            with suppress(Declined):
                await step(process, season, chance)
            season = await process.season(season.id)
        await finish(process, season)

    processes = [Process(server_address, 2) for _ in range(2)]
    for process in processes:
        await process.enter()
    assert processes[0].home != processes[1].home
    await asyncio.gather(*map(play, processes, (1, 2)))
    for process in processes:
        await process.services.close()
