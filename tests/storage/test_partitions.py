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
from typing import Any

import asyncpg
import pytest

from storage import ONLY_PARTITION, Database, Lost, Partition, PartitionLayout, Unusable, open_database
from storage.engines import postgresql
from storage.engines.connecting import Connector
from storage.engines.holding import Pace
from storage.queries import people
from storage.rows import PersonRow
from tests.storage.server import connected_to

pytestmark = pytest.mark.quick

QUICK = Pace(beat=0.1, acts=0.6, silent=1.5, claim=0.02)
TWO = PartitionLayout(4, 2)


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "PACE", QUICK)


@pytest.fixture
async def address(server_address: str) -> str:
    """The address of an empty database with our schema."""
    await (await open_database(server_address)).close()
    return server_address


@asynccontextmanager
async def holder(address: str, layout: PartitionLayout = TWO, *, wait: bool = False) -> AsyncIterator[Database]:
    """A process that has a partition."""
    db = await open_database(address, spare=True)
    try:
        await db.take_share(layout, wait=wait)
        yield db
    finally:
        await db.close()


async def save(db: Database, number: int) -> None:
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=number))


async def known(db: Database) -> list[int]:
    return [row[0] for row in await db.reader.execute_fetchall("SELECT id FROM people ORDER BY id")]


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
        spare = await open_database(address, spare=True)
        with pytest.raises(Unusable, match=r"Another Kontor is running on .*\. Stop it first\."):
            await spare.take_share(TWO)
        waits = asyncio.create_task(spare.take_share(TWO, wait=True))
        await asyncio.sleep(1.2 * QUICK.silent)
        assert not waits.done(), "who beats keeps its partition"
        assert not spare.acting()
        with pytest.raises(Lost, match="has no partition"):
            await save(spare, 1)
        await second.close()
        await asyncio.wait_for(waits, 1)
        assert spare.partition == second.partition
        assert spare.epoch == second.epoch + 1
        await save(first, 2)
        await save(spare, 3)
        assert await known(first) == [2, 3]
        await spare.close()


async def test_who_comes_with_other_numbers_waits_until_nobody_holds_anything(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with holder(address) as first:
        other = await open_database(address, spare=True)
        waits = asyncio.create_task(other.take_share(PartitionLayout(8, 2), wait=True))
        await asyncio.sleep(10 * QUICK.claim)
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
            await open_database(address)
    await (await open_database(address)).close()


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
from storage import Lost, PartitionLayout, Unreachable, open_database
from storage.engines import postgresql
from storage.engines.holding import Pace
from storage.queries import people
from storage.rows import PersonRow

async def main():
    address, shards, processes, *pace = sys.argv[1:]
    postgresql.PACE = Pace(*map(float, pace))
    db = await open_database(address, spare=True)
    await db.take_share(PartitionLayout(int(shards), int(processes)), wait=True)
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
        except (Lost, Unreachable) as problem:
            print(type(problem).__name__, db.acting(), flush=True)

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
        asyncio.get_running_loop().call_later(2 * QUICK.claim, process.kill)
        async with asyncio.timeout(20), holder(address, PartitionLayout(), wait=True) as db:
            assert await known(db) == [1], "what was not committed is not there"
            await save(db, 3)


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
            assert db.epoch == 3, "opened once by the fixture, then by the process, then by us"
            await save(db, 5)
            os.kill(process.pid, signal.SIGCONT)
            write(process, "2")
            assert (await asyncio.to_thread(said, process)).split()[1:] == ["False"], "it knows that it may not act"
            write(process, "3")
            assert await asyncio.to_thread(said, process) == "Lost False"
            assert await known(db) == [5]
            await save(db, 6)


# Fencing


async def test_a_share_cannot_change_hands_within_a_transaction(address: str) -> None:
    raised = "UPDATE kontor_shares SET epoch = epoch + 1 WHERE number = 0"
    async with holder(address) as db, connected_to(address) as other:
        lost: list[Unusable] = []
        db.on_loss = lost.append
        async with db.transaction() as writer:
            await people.save_person(writer, PersonRow(id=1))
            assert await people.person(writer, 1)
            await other.execute("SET lock_timeout = 50")
            with pytest.raises(asyncpg.LockNotAvailableError):
                await other.execute(raised)
        assert await known(db) == [1]
        await other.execute(raised)
        with pytest.raises(Lost):
            await save(db, 2)
        with pytest.raises(Lost):
            async with db.transaction() as writer:
                await people.person(writer, 1)
        assert await known(db) == [1]
        assert [type(problem) for problem in lost] == [Lost], "it is said once"
        assert not db.acting()


async def test_who_is_not_confirmed_for_a_while_does_not_act_and_goes_on_once_it_is(address: str) -> None:
    async with holder(address) as db:
        assert db.acting()
        async with connected_to(address) as other, other.transaction():
            await other.execute("SELECT 1 FROM kontor_beats FOR UPDATE")
            await soon(lambda: not db.acting())
            assert not db.away(), "the server is there: somebody else may have our partition"
        await soon(db.acting)
        await save(db, 1)


async def test_a_server_that_takes_nothing_is_asked_now_and_then_and_the_log_says_so_once(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(postgresql, "PACE", QUICK._replace(claim=0.2))
    connect, made = Connector.connect, list[float | None]()

    async def counted(connector: Connector, *, patience: float | None = None, **settings: str) -> Any:
        made.append(patience)
        return await connect(connector, patience=patience, **settings)

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
        await soon(db.acting)
        await save(db, 1)


async def test_a_beat_waits_for_no_transaction_nor_a_transaction_for_a_beat(address: str) -> None:
    async with holder(address) as db, db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1))
        assert await people.person(writer, 1)
        await asyncio.sleep(2 * QUICK.acts)
        await soon(db.acting)


async def test_a_holder_that_meets_a_newer_schema_ends_with_a_sentence(address: str) -> None:
    lost: list[Unusable] = []
    async with holder(address) as db, connected_to(address) as other:
        db.on_loss = lost.append
        number = await other.fetchval("SELECT version FROM kontor")
        await other.execute("UPDATE kontor SET version = version + 1")
        try:
            await soon(lambda: lost)
        finally:
            await other.execute("UPDATE kontor SET version = $1", number)
    assert not isinstance(lost[0], Lost), "another start of the same does not help"
    assert str(lost[0]).endswith(f"newer Kontor (schema {number + 1}). Start that one instead of this one.")


# What processes say to each other


async def test_what_is_told_others_is_heard_by_all_but_oneself_once_it_is_committed(address: str) -> None:
    heard: list[tuple[str, str, str]] = []
    async with holder(address) as first, holder(address) as second:
        first.on_word = lambda subject, what: heard.append(("first", subject, what))
        second.on_word = lambda subject, what: heard.append(("second", subject, what))
        with suppress(ZeroDivisionError):
            async with first.transaction() as writer:
                await writer.tell_others("person", 6)
                raise ZeroDivisionError
        await save(first, 7)
        await soon(lambda: heard)
        await save(second, 8)
        await soon(lambda: len(heard) > 1)
    assert heard == [("second", "person", "7"), ("first", "person", "8")]


async def test_what_all_count_together_is_done_one_after_the_other(address: str) -> None:
    order = []
    async with holder(address) as first, holder(address) as second:

        async def count(db: Database, name: str) -> None:
            async with db.transaction() as writer:
                await writer.alone()
                await people.person(writer, 1)
                order.append(f"{name} begins")
                await asyncio.sleep(0.05)
                order.append(f"{name} ends")

        await asyncio.gather(count(first, "first"), count(second, "second"))
    assert sorted(order[:2]) in (["first begins", "first ends"], ["second begins", "second ends"])
