"""Several processes on one database: each holds a partition, a spare takes over, a former holder does nothing."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cluster import Cluster, cluster_on, lease, open_alone
from cluster.lease import LeaseTimings
from cluster.leased import LeasedCluster
from storage import ONLY_PARTITION, DatabaseListener, Partition, PartitionLayout, PartitionLost, Unusable, open_database
from storage.engines.connecting import Connector
from storage.engines.postgresql import PostgresqlDatabase
from storage.queries import people
from storage.rows import PersonRow
from tests.storage.server import Postgres, connected_to

pytestmark = pytest.mark.quick

QUICK = LeaseTimings(heartbeat_s=0.1, act_s=0.6, expire_s=1.5, retry_s=0.02)
TWO = PartitionLayout(4, 2)


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "TIMINGS", QUICK)


@pytest.fixture
async def address(server_address: str) -> str:
    """The address of an empty database with our schema."""
    await (await open_alone(server_address)).close()
    return server_address


@asynccontextmanager
async def holder(address: str, layout: PartitionLayout = TWO, *, wait: bool = False) -> AsyncIterator[Cluster]:
    """A process that has a partition."""
    cluster = cluster_on(await open_database(address))
    try:
        await cluster.join(layout, wait=wait)
        yield cluster
    finally:
        await cluster.close()


async def save(cluster: Cluster, number: int) -> None:
    async with cluster.db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=number))


async def known(cluster: Cluster) -> list[int]:
    return [row[0] for row in await cluster.db.reader.execute_fetchall("SELECT id FROM people ORDER BY id")]


class Losses(DatabaseListener):
    """Collects why a partition was lost."""

    def __init__(self, lost: list[Exception]) -> None:
        self._lost = lost

    def on_partition_lost(self, problem: Exception) -> None:
        self._lost.append(problem)


class Listening(DatabaseListener):
    """Collects messages of other processes, with who has heard them."""

    def __init__(self, name: str, heard: list[tuple[str, str, str]]) -> None:
        self._name, self._heard = name, heard

    def on_message(self, subject: str, text: str) -> None:
        self._heard.append((self._name, subject, text))


async def soon(is_so: Callable[[], object]) -> None:
    for _ in range(1000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("that never happened")


# Which partition is whose


def test_servers_are_split_by_discord_s_shards_and_every_shard_is_in_one_share() -> None:
    layout = PartitionLayout(8, 3)
    partitions = [Partition(layout, number) for number in range(3)]
    assert [partition.shards for partition in partitions] == [[0, 3, 6], [1, 4, 7], [2, 5]]
    for shard in range(8):
        server = (20 + shard * 3) << 22 | 77
        (owner,) = [partition for partition in partitions if partition.contains(server)]
        assert (server >> 22) % 8 in owner.shards
        assert layout.partition_of(server) == owner.number
    assert ONLY_PARTITION.shards == [0]
    assert ONLY_PARTITION.contains(0)
    assert ONLY_PARTITION.contains(1 << 62)


def test_one_share_is_responsible_for_a_person() -> None:
    for person in (0, 5 << 22, 6 << 22):
        assert sum(Partition(TWO, number).is_responsible_for(person) for number in range(2)) == 1


# Claiming


async def test_each_process_has_a_share_of_its_own_and_the_next_is_a_spare_until_one_ends(address: str) -> None:
    async with holder(address) as first, holder(address) as second:
        assert {first.partition, second.partition} == {Partition(TWO, 0), Partition(TWO, 1)}
        spare = cluster_on(await open_database(address))
        with pytest.raises(Unusable, match=r"Another Kontor is running on .*\. Stop it first\."):
            await spare.join(TWO)
        waits = asyncio.create_task(spare.join(TWO, wait=True))
        await asyncio.sleep(1.2 * QUICK.expire_s)
        assert not waits.done(), "who beats keeps its partition"
        assert not spare.may_act()
        with pytest.raises(PartitionLost, match="has no partition"):
            await save(spare, 1)
        await second.close()
        await asyncio.wait_for(waits, 1)
        assert spare.partition == second.partition
        assert spare.fencing_token == second.fencing_token + 1
        await save(first, 2)
        await save(spare, 3)
        assert await known(first) == [2, 3]
        await spare.close()


async def test_who_comes_with_other_numbers_waits_until_nobody_holds_anything(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with holder(address) as first:
        other = cluster_on(await open_database(address))
        waits = asyncio.create_task(other.join(PartitionLayout(8, 2), wait=True))
        await asyncio.sleep(10 * QUICK.retry_s)
        assert not waits.done()
        said = [record.message for record in caplog.records if record.message.startswith("spare: ")]
        assert said == ["spare: others run with other KONTOR_SHARDS, KONTOR_PROCESSES"]
        await first.close()
        await asyncio.wait_for(waits, 1)
        assert other.partition == Partition(PartitionLayout(8, 2), 0)
        await save(other, 1)
        await other.close()


async def test_who_alone_may_use_the_database_is_refused_while_anybody_has_a_share(address: str) -> None:
    async with holder(address):
        with pytest.raises(Unusable, match="Another Kontor is running on"):
            await open_alone(address)
    await (await open_alone(address)).close()


# A process that is killed, or stopped


@contextmanager
def another_process(address: str, layout: PartitionLayout) -> Iterator[subprocess.Popen[str]]:
    """A process with a partition that writes a person's number for each line it gets, and says what came of it."""
    process = subprocess.Popen(
        [sys.executable, "-c", _PROCESS, address, *map(str, layout), *map(str, QUICK)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert said(process) == "holds"
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdin
        assert process.stdout
        process.stdin.close()
        process.stdout.close()


_PROCESS = """
import asyncio, sys
from storage import PartitionLost, PartitionLayout, Unreachable, open_database
from cluster import cluster_on, lease
from storage.queries import people
from storage.rows import PersonRow

async def main():
    address, shards, processes, *pace = sys.argv[1:]
    lease.TIMINGS = lease.LeaseTimings(*map(float, pace))
    db = await open_database(address)
    cluster = cluster_on(db)
    await cluster.join(PartitionLayout(int(shards), int(processes)), wait=True)
    print("holds", flush=True)
    while line := (await asyncio.to_thread(sys.stdin.readline)).split():
        try:
            async with db.transaction() as writer:
                await people.save_person(writer, PersonRow(id=int(line[0])))
                if line[1:]:
                    assert await people.person(writer, int(line[0]))
                    print("in the middle", flush=True)
                    await asyncio.to_thread(sys.stdin.readline)
            print("written", flush=True)
        except (PartitionLost, Unreachable) as problem:
            print(type(problem).__name__, cluster.may_act(), flush=True)

asyncio.run(main())
"""


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def write(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


async def test_the_share_of_a_killed_process_is_taken_over_at_once(address: str) -> None:
    with another_process(address, PartitionLayout()) as process:
        write(process, "1")
        assert said(process) == "written"
        write(process, "2 slowly")
        assert said(process) == "in the middle"
        asyncio.get_running_loop().call_later(2 * QUICK.retry_s, process.kill)
        async with asyncio.timeout(20), holder(address, PartitionLayout(), wait=True) as db:
            assert await known(db) == [1], "what was not committed is not there"
            await save(db, 3)


@pytest.mark.thorough
async def test_after_a_restart_of_the_server_a_spare_waits_for_the_holder_but_not_for_one_that_is_gone(
    own_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "TIMINGS", QUICK._replace(expire_s=4.0))
    address = own_server.new_database()
    await (await open_alone(address)).close()
    async with holder(address, PartitionLayout()) as db:
        host = db.db.lease_host
        assert host
        connect = host.connect

        async def late(timeout_s: float | None = None) -> Any:
            await asyncio.sleep(10 * QUICK.retry_s)
            return await connect(timeout_s)

        monkeypatch.setattr(host, "connect", late)
        spare = cluster_on(await open_database(address))
        waits = asyncio.create_task(spare.join(PartitionLayout(), wait=True))
        await asyncio.to_thread(own_server.stop)
        own_server.start()
        await soon(db.may_act)
        assert not waits.done()
        await save(db, 1)
        assert isinstance(db, LeasedCluster)
        assert db.lease._task
        db.lease._task.cancel()  # It sends no heartbeats any more and never comes back.
        await asyncio.to_thread(own_server.stop)
        own_server.start()
        await asyncio.wait_for(waits, 10)
        await save(spare, 2)
        await spare.close()


@pytest.mark.repeated(2)
@pytest.mark.parametrize("in_the_middle", [True, False])
async def test_a_stopped_process_that_goes_on_after_its_share_was_taken_commits_nothing(
    address: str, *, in_the_middle: bool
) -> None:
    with another_process(address, PartitionLayout()) as process:
        if in_the_middle:
            write(process, "1 slowly")
            assert said(process) == "in the middle"
        os.kill(process.pid, signal.SIGSTOP)
        async with asyncio.timeout(20), holder(address, PartitionLayout(), wait=True) as db:
            assert db.fencing_token == 3, "opened once by the fixture, then by the process, then by us"
            await save(db, 5)
            os.kill(process.pid, signal.SIGCONT)
            write(process, "2")
            assert (await asyncio.to_thread(said, process)).split()[1:] == ["False"], "it knows that it may not act"
            write(process, "3")
            assert await asyncio.to_thread(said, process) == "PartitionLost False"
            assert await known(db) == [5]
            await save(db, 6)


# Fencing


async def test_a_share_cannot_change_hands_within_a_transaction(address: str) -> None:
    raised = "UPDATE kontor_shares SET epoch = epoch + 1 WHERE number = 0"
    async with holder(address) as db, connected_to(address) as other:
        lost: list[Exception] = []
        db.db.events.add(Losses(lost))
        async with db.db.transaction() as writer:
            await people.save_person(writer, PersonRow(id=1))
            assert await people.person(writer, 1)
            await other.execute("SET lock_timeout = 50")
            with pytest.raises(asyncpg.LockNotAvailableError):
                await other.execute(raised)
        assert await known(db) == [1]
        await other.execute(raised)
        with pytest.raises(PartitionLost):
            await save(db, 2)
        with pytest.raises(PartitionLost):
            async with db.db.transaction() as writer:
                await people.person(writer, 1)
        assert await known(db) == [1]
        assert [type(problem) for problem in lost] == [PartitionLost], "it is said once"
        assert not db.may_act()


async def test_who_finds_its_share_taken_when_it_connects_anew_reads_so_each_time(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "TIMINGS", QUICK._replace(heartbeat_s=60.0, act_s=120.0, expire_s=240.0))
    async with holder(address) as db, connected_to(address) as other:
        await save(db, 1)
        await other.execute("UPDATE kontor_shares SET epoch = epoch + 1")
        begin, broken = PostgresqlDatabase._begin, [True]

        async def breaks_once(server: PostgresqlDatabase, writer: object) -> None:
            if broken and broken.pop():
                raise asyncpg.InternalClientError("another operation is in progress")
            await begin(server, writer)

        monkeypatch.setattr(PostgresqlDatabase, "_begin", breaks_once)
        for number in (2, 3):
            with pytest.raises(PartitionLost):
                await save(db, number)
        assert await known(db) == [1]


async def test_who_is_not_confirmed_for_a_while_does_not_act_and_goes_on_once_it_is(address: str) -> None:
    async with holder(address) as db:
        assert db.may_act()
        async with connected_to(address) as other, other.transaction():
            await other.execute("SELECT 1 FROM kontor_beats FOR UPDATE")
            await soon(lambda: not db.may_act())
        await soon(db.may_act)
        await save(db, 1)


async def test_a_server_that_takes_nothing_is_asked_now_and_then_and_the_log_says_so_once(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lease, "TIMINGS", QUICK._replace(retry_s=0.2))
    connect, made = Connector.connect, list[float | None]()

    async def counted(connector: Connector, *, timeout_s: float | None = None, **settings: str) -> Any:
        made.append(timeout_s)
        return await connect(connector, timeout_s=timeout_s, **settings)

    async with holder(address) as db, connected_to(address) as other:
        monkeypatch.setattr(Connector, "connect", counted)
        here = await other.fetchval("SELECT current_database()")
        await other.execute(f"ALTER DATABASE {here} SET default_transaction_read_only = on")  # As a standby is.
        await other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = $1 AND application_name LIKE 'kontor %'",
            here,
        )
        await asyncio.sleep(1)
        assert 2 <= len(made) <= 6
        said = [record.message for record in caplog.records if "read-only" in record.message]
        assert len(said) == 1
        await other.execute(f"ALTER DATABASE {here} RESET default_transaction_read_only")
        await soon(db.may_act)
        await save(db, 1)


async def test_a_beat_waits_for_no_transaction_nor_a_transaction_for_a_beat(address: str) -> None:
    async with holder(address) as db, db.db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1))
        assert await people.person(writer, 1)
        await asyncio.sleep(2 * QUICK.act_s)
        await soon(db.may_act)


async def test_a_holder_that_meets_a_newer_schema_ends_with_a_sentence(address: str) -> None:
    lost: list[Exception] = []
    async with holder(address) as db, connected_to(address) as other:
        db.db.events.add(Losses(lost))
        number = await other.fetchval("SELECT version FROM kontor")
        await other.execute("UPDATE kontor SET version = version + 1")
        try:
            await soon(lambda: lost)
        finally:
            await other.execute("UPDATE kontor SET version = $1", number)
    assert not isinstance(lost[0], PartitionLost), "another start of the same does not help"
    assert str(lost[0]).endswith(f"newer Kontor (schema {number + 1}). Start that one instead of this one.")


# What processes say to each other


async def test_what_is_told_others_is_heard_by_all_but_oneself_once_it_is_committed(address: str) -> None:
    heard: list[tuple[str, str, str]] = []
    async with holder(address) as first, holder(address) as second:
        first.db.events.add(Listening("first", heard))
        second.db.events.add(Listening("second", heard))
        with suppress(ZeroDivisionError):
            async with first.db.transaction() as writer:
                await writer.broadcast("person", 6)
                raise ZeroDivisionError
        await save(first, 7)
        await soon(lambda: heard)
        await save(second, 8)
        await soon(lambda: len(heard) > 1)
    assert heard == [("second", "person", "7"), ("first", "person", "8")]


async def test_what_all_count_together_is_done_one_after_the_other(address: str) -> None:
    order = []
    async with holder(address) as first, holder(address) as second:

        async def count(db: Cluster, name: str) -> None:
            async with db.db.transaction() as writer:
                await writer.exclude_other_processes()
                await people.person(writer, 1)
                order.append(f"{name} begins")
                await asyncio.sleep(0.05)
                order.append(f"{name} ends")

        await asyncio.gather(count(first, "first"), count(second, "second"))
    assert sorted(order[:2]) in (["first begins", "first ends"], ["second begins", "second ends"])


async def test_the_only_process_on_a_file_has_as_many_shards_as_the_layout_says(tmp_path: Path) -> None:
    cluster = cluster_on(await open_database(tmp_path / "kontor.db"))
    await cluster.join(PartitionLayout(8, 1))
    assert cluster.partition.shards == list(range(8))
    assert cluster.may_act()
    await save(cluster, 1)
    await cluster.close()
