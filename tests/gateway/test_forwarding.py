"""Two processes on one database: a click is answered by the process that holds its table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import msgspec
import pytest

from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord
from bench.discord.fake_world import items_of
from bot import now
from cluster import cluster_on, new_request
from cogs.bot import Kontor
from cogs.connection import interaction_forwarding as forwarding
from storage import PartitionLayout, open_database
from storage.queries import forwarded_requests as sql_requests
from storage.queries import tables as sql
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating import lobby
from tables.seating.table_settings import NewTable
from tests.gateway.bots import ANNA, CHANNEL, OTHER, SERVER, fake_discord, until
from tests.thinkers import QuickThinker

pytestmark = pytest.mark.slow

__all__ = ["fake_discord"]

DIRECT = 900
"""Anna's direct messages."""


class Heard(NamedTuple):
    verb: str
    outcome: str


class Process(NamedTuple):
    """One of two, and what it was asked."""

    bot: Kontor
    heard: list[Heard]

    @property
    def services(self) -> Services:
        return self.bot.services

    @property
    def shard(self) -> int:
        return self.services.partition.number

    async def has_heard(self, *expected: tuple[str, str]) -> None:
        """Wait until it was asked just this, with these outcomes: that is said a little after the answer."""

        async def has() -> bool:
            return self.heard == [Heard(*each) for each in expected]

        await until(has)


@asynccontextmanager
async def process(address: str) -> AsyncIterator[Process]:
    heard: list[Heard] = []
    cluster = cluster_on(await open_database(address))
    await cluster.join(PartitionLayout(2, 2), wait=True)
    bot = Kontor(
        Services(cluster, now, QuickThinker()),
        sync=False,
        note_answer=lambda kind, verb, outcome, seconds: heard.append(Heard(verb, outcome)),
    )
    bot._connection.guild_ready_timeout = 0.05
    task = asyncio.create_task(bot.start("a.b.c"))
    try:
        async with asyncio.timeout(20):
            while not bot.connected:
                assert not task.done(), task.exception()
                await asyncio.sleep(0.01)
        yield Process(bot, heard)
    finally:
        await bot.end()
        await task


@pytest.fixture
async def both(fake_discord: FakeDiscord, server_address: str) -> AsyncIterator[tuple[Process, Process]]:
    async with AsyncExitStack() as running:
        first = await running.enter_async_context(process(server_address))
        second = await running.enter_async_context(process(server_address))
        assert (first.shard, second.shard) == (0, 1)
        yield first, second


async def press(fake: FakeDiscord, custom_id: str, server: int = 0, person: int = ANNA) -> payloads.Answer:
    """Let Anna press a button, in direct messages or in a server; return what she is shown."""
    return await fake.click(pressed(custom_id, server, person))


def pressed(custom_id: str, server: int = 0, person: int = ANNA) -> dict[str, Any]:
    row = {"type": 1, "components": [{"type": 2, "label": "x", "style": 1, "custom_id": custom_id}]}
    place = CHANNEL if server else DIRECT
    return payloads.click(server, place, person, "Anna", [row], custom_id, payloads.LAYOUT)


async def table_in(owner: Process, server: int) -> int:
    """A game that Anna plays with three others on a server of this process's."""
    wanted = NewTable(game="visby", size=4, server=server, channel=CHANNEL)
    table = await lobby.open_table(owner.services, ANNA, "Anna", wanted)
    for number in range(1, 4):
        await lobby.join(owner.services, table.id, ANNA + number, f"Number {number}")
    await lobby.start(owner.services, table.id, ANNA)
    return table.id


async def test_a_click_in_direct_messages_is_answered_by_who_works_on_the_table(
    both: tuple[Process, Process], fake_discord: FakeDiscord
) -> None:
    first, second = both
    mine, theirs = await table_in(first, SERVER), await table_in(second, OTHER)
    shown = await press(fake_discord, f"k:play:{theirs}::")
    (knight,) = [part["custom_id"] for part in items_of(shown) if part.get("label") == "Knight"]
    await press(fake_discord, knight)
    await second.has_heard(("play", "done"), ("move", "done"))
    assert [row.text for row in await sql.log(second.services.db.reader, theirs)] == ["pick knight"]
    await press(fake_discord, f"k:play:{mine}::")
    await until(lambda: _has(first.heard, 3))
    assert sorted(first.heard) == [("move", "passed_on"), ("play", "done"), ("play", "passed_on")]
    assert fake_discord.world.unanswered == []


async def _has(heard: list[Heard], many: int) -> bool:
    return len(heard) == many


@pytest.mark.thorough
async def test_a_list_on_one_server_leads_to_tables_of_another_and_the_next_table_is_found_anywhere(
    both: tuple[Process, Process], fake_discord: FakeDiscord
) -> None:
    first, second = both
    mine = await table_in(first, SERVER)
    await press(fake_discord, f"k:hand:{mine}::", OTHER)
    await press(fake_discord, "k:next:0::", OTHER)
    await press(fake_discord, "k:learn:0::visby", OTHER)
    await first.has_heard(("hand", "done"), ("next", "done"), ("learn", "done"))
    await second.has_heard(("hand", "passed_on"), ("next", "passed_on"), ("learn", "passed_on"))
    (lesson,) = await sql.of_person(first.services.db.reader, ANNA, lessons=True)
    assert lesson[0].server == 0, "it belongs to no server: the first process has it"


@pytest.mark.thorough
async def test_what_one_process_learns_of_a_person_the_other_knows(
    both: tuple[Process, Process], fake_discord: FakeDiscord
) -> None:
    first, second = both
    await press(fake_discord, "k:help:0::", SERVER)

    async def has_met() -> bool:
        """What the first one notes of her is told to the second, which then forgets her once more."""
        await press(fake_discord, "k:help:0::", OTHER)
        return ANNA in second.services.caches.people

    await until(has_met)
    before = second.services.caches.people[ANNA]
    known = await persons.get(first.services, ANNA)
    assert known
    await persons.save(first.services, known, msgspec.structs.replace(known, dms=not before.dms))

    async def is_known() -> bool:
        person = await persons.get(second.services, ANNA)
        return person is not None and person.dms != before.dms

    await until(is_known)


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["no notice", "nobody"])
async def test_a_click_that_is_not_taken_at_once_is_found_later_or_answered_with_a_sentence(
    both: tuple[Process, Process], fake_discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    first, second = both
    theirs = await table_in(second, OTHER)
    second.services.db.events.listeners.remove(second.bot.peers)
    if how == "nobody":
        second.bot.look_for_requests.cancel()
        monkeypatch.setattr(forwarding, "_TAKE_WITHIN_S", 0.2)
    shown = str(await press(fake_discord, f"k:play:{theirs}::"))
    if how == "nobody":
        assert "This table is moving to another machine. Please try again in a few seconds." in shown
        await first.has_heard(("play", "declined"))
        assert second.heard == []
    else:
        await second.has_heard(("play", "done"))


@pytest.mark.thorough
async def test_a_forwarded_click_that_was_taken_late_is_deferred_before_discord_stops_waiting(
    both: tuple[Process, Process], fake_discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, second = both
    theirs = await table_in(second, OTHER)
    second.services.db.events.listeners.remove(second.bot.peers)
    second.bot.look_for_requests.cancel()
    meet = persons.meet

    async def slowly(services: Services, *about: Any) -> persons.Person:
        await asyncio.sleep(1.6 if services is second.services else 0)
        return await meet(services, *about)

    monkeypatch.setattr(persons, "meet", slowly)
    click = await fake_discord.press(pressed(f"k:play:{theirs}::"))
    await asyncio.sleep(1.5)
    second.bot.peers.look_for_requests()
    await asyncio.wait_for(click.shown.wait(), 5)
    await second.has_heard(("play", "done"))
    assert fake_discord.world.unanswered == []


@pytest.mark.thorough
@pytest.mark.parametrize("ahead", [10, 1000])
async def test_a_click_that_seems_too_old_to_who_was_asked_is_answered_by_who_has_asked(
    both: tuple[Process, Process], fake_discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    monkeypatch.setattr(forwarding, "_TAKE_WITHIN_S", 0.2)
    first, second = both
    theirs = await table_in(second, OTHER)
    second.services.now = lambda: now() + ahead
    shown = str(await press(fake_discord, f"k:play:{theirs}::"))
    assert "Please try again in a few seconds." in shown
    await first.has_heard(("play", "declined"))
    assert second.heard == []


@pytest.mark.thorough
async def test_a_click_whose_sender_has_ended_is_dropped(
    both: tuple[Process, Process], fake_discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "_ABANDONED_AFTER_S", 0.5)
    first, second = both
    theirs = await table_in(second, OTHER)
    raw = {**pressed(f"k:play:{theirs}::"), "id": "77", "token": "token77"}
    left = new_request(1, forwarding.KIND, msgspec.json.encode(raw), now())
    await first.services.cluster.forward([msgspec.structs.replace(left, at=now() - 100)])

    async def is_gone() -> bool:
        return not await sql_requests.of_partition(first.services.db.reader, 1)

    await until(is_gone)
    assert second.heard == []


@pytest.mark.thorough
async def test_what_was_handed_over_is_handed_to_nobody_else(
    both: tuple[Process, Process], fake_discord: FakeDiscord
) -> None:
    """As if servers had been split otherwise meanwhile."""
    first, second = both
    mine = await table_in(first, SERVER)
    click = await fake_discord.press(pressed("k:help:0::"))
    await click.shown.wait()
    raw = {**pressed(f"k:play:{mine}::"), "id": "77", "token": "token77"}
    await first.services.cluster.forward([new_request(1, forwarding.KIND, msgspec.json.encode(raw), now())])
    await second.has_heard(("play", "undelivered"))  # Nobody waits for the answer: it was made up.
    assert first.heard == [Heard("help", "done")]
