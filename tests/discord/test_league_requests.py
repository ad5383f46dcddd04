"""What leagues cost of Discord's limits: many tables open within them, and a decision costs no more than elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from storage.engines import sqlite
from storage.queries import tables as sql
from tables.model import seeds
from tests.discord.bot import Operator, without_pictures
from tests.discord.counting import play_slowly
from tests.discord.kit import World
from tests.discord.playing import Sitting, add_admin, sit_down
from tests.discord.test_leagues import announced, find, members, signed_up
from tests.discord.wire import Fault, Request, trouble

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.thorough]

DECISIONS = 8


@dataclass(slots=True)
class ChannelLimit(Fault):
    """Discord's limit of five messages in five seconds in a channel: more are refused with 429."""

    taken: dict[str, list[datetime]] = field(default_factory=dict)

    def meets(self, request: Request) -> bool:
        if request.method != "POST" or not re.fullmatch(r"/channels/\d+/messages", request.path):
            return False
        recent = [at for at in self.taken.get(request.path, []) if request.at - at < timedelta(seconds=5)]
        self.taken[request.path] = recent
        if len(recent) >= 5:
            return True
        recent.append(request.at)
        return False


async def test_thirteen_tables_open_and_nothing_that_discord_refuses_is_left_unsent(
    world: World, operator: Operator
) -> None:
    admin, people = add_admin(world), members(world, 13)
    await signed_up(world, people, await announced(world, admin, name="Hanse"))
    before = len(world.requests)
    world.wire.faults.append(ChannelLimit("send", trouble("429"), 10_000, False, None))
    world.fail_next("open thread", "too many threads", times=8)
    await admin.click(await admin.command("league manage"), "Start now")
    await world.later(minutes=30)
    made = world.requests[before:]
    refused = [(n, request) for n, request in enumerate(made) if request.status != 200]
    assert Counter((request.status, request.code) for _, request in refused).keys() == {(429, 0), (400, 160006)}
    for n, request in refused:
        assert any(
            (later.method, later.path, nonce(later)) == (request.method, request.path, nonce(request))
            for later in made[n:]
            if later.status == 200
        ), request
    assert len(world.threads) == 13
    assert sorted(len(world.messages(thread)) for thread in world.threads) == [2] * 13  # its beginning and its board
    for person in people:
        assert sum("has begun" in seen.text for seen in person.dms) == 1
    await operator.check()


def nonce(request: Request) -> Any:
    return request.body.get("nonce") if isinstance(request.body, dict) else None


async def test_a_decision_costs_at_a_league_table_what_it_costs_elsewhere(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeds, "new", lambda: 7)  # Both tables have the same game.
    statements = count_statements(monkeypatch)
    admin, people = add_admin(world), members(world, 4)

    async def cost(number: int) -> tuple[int, Counter[str], Counter[str]]:
        """Return how many decisions were made after the first round, their requests by kind, and their SQL by text."""
        seats = (await operator.table(number)).seats
        by_seat = [next(person for person in people if person.id == seat.person) for seat in seats]
        sitting = Sitting(operator, "visby", number, by_seat)
        await play_slowly(sitting, len(seats))  # Whoever started the game is not asked by a ping in the first round.
        statements.clear()
        count = await play_slowly(sitting, len(seats) + DECISIONS)
        return count.decisions, count.routes, Counter(statements)

    with without_pictures():
        ordinary = await cost((await sit_down(operator, "visby", [person.name for person in people])).number)
        preview = await admin.command("league new", game="visby", name="Cup")
        await admin.click(await admin.choose(preview, "Cup: knockout", menu="Season or cup"), "Announce")
        await world.settle()
        await signed_up(world, people, find(world, "🏆"))
        await admin.click(await admin.command("league manage"), "Start now")
        await world.later(minutes=2)
        (_, number) = await sql.numbers(operator.services.db.reader, ("playing",))
        assert (await operator.table(number)).row.season
        in_league = await cost(number)
    assert in_league[:2] == ordinary[:2]
    # The outbox is read once more if somebody asks for it while it is being read, which depends on the machine. A
    # statement that each decision needed more, or less, would appear here once for every decision.
    differing = (in_league[2] - ordinary[2]) + (ordinary[2] - in_league[2])
    assert differing.total() < DECISIONS, differing
    assert ordinary[0] == DECISIONS
    assert ordinary[1].total() > DECISIONS
    assert ordinary[2].total() > DECISIONS


def count_statements(patch: pytest.MonkeyPatch) -> Counter[str]:
    """Return a counter of the SQL statements that run from now on.

    While the file is busy, `_LoopReader` passes a query on to `_ThreadReader`. Such a query counts once, as it depends
    on the timing of SQLite's threads.
    """
    statements: Counter[str] = Counter()
    is_counted = ContextVar("is_counted", default=False)
    run_all = sqlite._run_all

    def counted_run(connection: Any, todo: Any) -> Any:
        statements.update(text for text, _, _ in todo)
        return run_all(connection, todo)

    patch.setattr(sqlite, "_run_all", counted_run)
    for reader in (sqlite._ThreadReader, sqlite._LoopReader):

        async def counted_read(self: Any, text: str, parameters: Any = (), read: Any = reader.execute_fetchall) -> Any:
            if is_counted.get():
                return await read(self, text, parameters)
            statements[text] += 1
            before = is_counted.set(True)
            try:
                return await read(self, text, parameters)
            finally:
                is_counted.reset(before)

        patch.setattr(reader, "execute_fetchall", counted_read)
    return statements
