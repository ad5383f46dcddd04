"""No request to Discord begins while our partition may be lost; what was to be sent is sent later."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web

from cogs.bot import Kontor
from cogs.connection.discord_errors import SEND_ERRORS, is_temporary
from cogs.connection.fence import FencedConnector, RequestFenced
from cogs.delivery import discord_port
from cogs.messages.panel import Panel, Target, Text
from cogs.requests.dispatch import Dispatcher
from cogs.requests.verbs import Verb
from monitoring.page import ServedMetrics
from storage import PartitionLost
from storage.queries import outbox as sql_outbox
from storage.rows import OutboxRow
from tables.notifications.attempt import Attempt
from tables.notifications.seat_kinds import Paused
from tables.runtime.pacing import Pacing
from tables.runtime.services import NotAttempted, Services
from tests.monitoring.scraping import read
from tests.tables.conftest import room
from tests.tables.room import ANNA, BERT, Room
from words import Words, words_in

__all__ = ["room"]


class FakeCluster:
    """Stands for a cluster that says how certain it is."""

    def __init__(self) -> None:
        self.acts, self.uncontested = True, False

    def may_act(self) -> bool:
        return self.acts

    def is_uncontested(self, within_s: float = 0.0) -> bool:
        return self.uncontested


class Counter(Pacing):
    """Counts the requests that it is told of."""

    requests = 0

    def note_request(self) -> None:
        self.requests += 1


@pytest.fixture
async def asked() -> AsyncIterator[list[str]]:
    """The paths that somebody was asked for, and first where."""
    paths: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        paths.append(request.path)
        return web.Response()

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    paths.append(f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield paths
    await runner.cleanup()


async def test_only_who_holds_its_share_for_certain_asks_discord_for_anything(asked: list[str]) -> None:
    partition, where = FakeCluster(), asked.pop()
    meters = ServedMetrics(("127.0.0.1", 0), "1", ())
    counter = Counter()
    services = SimpleNamespace(cluster=partition, db=SimpleNamespace(lost=None), pacing=counter)
    fence = FencedConnector(cast(Services, services))
    async with aiohttp.ClientSession(where, connector=fence, trace_configs=[meters.trace()]) as session:
        await session.post("/api/v10/channels/1/messages")
        partition.acts = False
        for path in ("/api/v10/channels/1/messages", "/api/v10/interactions/1/token/callback", "/gateway"):
            with pytest.raises(SEND_ERRORS) as caught:
                await session.post(path)
            assert is_temporary(caught.value), "it is tried again later"
            assert isinstance(caught.value, RequestFenced)
        assert asked == ["/api/v10/channels/1/messages"]
        # Nobody else can have our partition yet: who clicked is told that nothing was done.
        partition.uncontested = True
        with pytest.raises(RequestFenced):
            await session.post("/api/v10/channels/1/messages")
        for path in ("/api/v10/interactions/1/token/callback", "/api/v10/webhooks/1/token/messages/@original"):
            await session.post(path)
        assert len(asked) == 3
        partition.acts, partition.uncontested = True, False
        await session.post("/api/v10/channels/2/messages")
    assert len(asked) == 4
    counted = read(meters.show_spare().decode(), "kontor_discord_requests_total", "route", "status")
    assert sum(counted.values()) == 4, "what was not begun is no request"
    assert {status for _, status in counted} == {"ok"}
    assert counter.requests == 2, "answers to who clicked count for nothing, nor does what was not begun"


@pytest.mark.parametrize("name", ["discord.client", "discord.shard"])
async def test_a_reconnection_that_the_fence_refuses_is_not_logged_as_an_error(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await FencedConnector(cast(Services, None)).close()
    for problem in (RequestFenced("the partition may be lost"), aiohttp.ClientError("Discord is away")):
        logging.getLogger(name).error("Attempting a reconnect", exc_info=problem)
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["Discord is away"]


async def test_the_bot_asks_discord_for_nothing_but_through_the_fence(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Kontor(room.services)
    monkeypatch.setattr(room.services.cluster, "may_act", lambda: False)
    monkeypatch.setattr(room.services.cluster, "is_uncontested", lambda within_s=0.0: False)
    with pytest.raises(RequestFenced):
        await bot.login("a token")
    await bot.http.close()


@pytest.mark.both_engines
async def test_what_the_fence_does_not_let_begin_is_told_as_soon_as_the_share_is_ours(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await room.table((ANNA, BERT))
    Kontor(room.services)
    teller = room.services.frontend
    assert teller is not None

    async def fenced(*_: object, silent: bool) -> None:
        raise RequestFenced("it is not certain that our partition is ours")

    monkeypatch.setattr(discord_port, "send_with_nonce", fenced)
    row = OutboxRow(table_id=number, kind="paused", position=0, facts="{}")
    async with room.services.db.transaction() as db:
        await sql_outbox.add(db, row)
    (row,) = await sql_outbox.of_table(room.services.db.reader, number)
    with pytest.raises(NotAttempted):
        await teller.deliver(Attempt(row, Paused()), await room.load(number))


@pytest.mark.both_engines
async def test_a_click_is_not_worked_on_while_it_is_not_certain_that_the_share_is_ours(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    heard: list[str] = []
    certain = iter([False, False, True])
    monkeypatch.setattr(room.services.cluster, "may_act", lambda: next(certain, False))
    monkeypatch.setattr(room.services.cluster, "is_uncontested", lambda within_s=0.0: False)

    async def act(request: Any) -> None:
        done.append(request.target.verb)

    dispatcher = Dispatcher(Verb("act", act), note_answer=lambda kind, verb, outcome, seconds: heard.append(outcome))
    for _ in range(2):
        await dispatcher.answer(cast(Any, Click(room.services)))
    assert done == ["act"], "the first in a moment, the second not at all"
    assert heard == ["done", "undelivered"]


@pytest.mark.both_engines
async def test_a_click_during_which_the_partition_is_lost_is_left_to_its_next_holder(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[str] = []

    async def lose(request: Any) -> None:
        raise room.services.db.revoke(PartitionLost("another Kontor has taken our place"))

    dispatcher = Dispatcher(Verb("act", lose), note_answer=lambda kind, verb, outcome, seconds: heard.append(outcome))
    await dispatcher.answer(cast(Any, Click(room.services)))
    assert heard == ["undelivered"]
    assert [line for line in caplog.records if line.levelname == "ERROR"] == []


@pytest.mark.both_engines
@pytest.mark.parametrize(("silent", "outcome"), [(2.5, "declined"), (3.5, "undelivered"), (10, "undelivered")])
async def test_who_clicks_while_it_is_not_certain_reads_a_sentence_as_long_as_nobody_else_can_have_the_share(
    room: Room, monkeypatch: pytest.MonkeyPatch, silent: float, outcome: str
) -> None:
    """`silent`: the seconds since the last beat that was confirmed; four of them and it may be another's."""
    time, said, heard = [silent], list[str](), list[str]()
    monkeypatch.setattr(room.services.cluster, "may_act", lambda: False)
    monkeypatch.setattr(room.services.cluster, "is_uncontested", lambda within_s=0.0: time[0] + within_s < 3.8)

    async def passes(seconds: float) -> None:
        time[0] += seconds

    async def show(panel: Panel) -> None:
        said.extend(part.text for part in panel.parts if isinstance(part, Text))

    monkeypatch.setattr("tables.runtime.services.asyncio.sleep", passes)
    click = Click(room.services)
    click.words, click.show = words_in("en"), show
    await Dispatcher(note_answer=lambda kind, verb, outcome, seconds: heard.append(outcome)).answer(cast(Any, click))
    assert heard == [outcome]
    assert [sentence.partition(",")[0] for sentence in said] == ["That took too long"] * (outcome == "declined")


class Click:
    """What a dispatcher has to know of a click, of somebody who needs no explaining."""

    table, game, mark, is_command, seconds_to_answer = 0, "", None, False, 0.0
    target, values, person_id, person, channel = Target("act"), (), 1, None, 0
    words: Words
    show: Callable[[Panel], Awaitable[None]]
    interaction = SimpleNamespace(
        id=1, channel=None, app_permissions=SimpleNamespace(view_channel=False, send_messages=False)
    )

    def __init__(self, services: Services) -> None:
        self.services = services

    def deferring_when_slow(self) -> AbstractContextManager[None]:
        return nullcontext()

    async def load_person(self) -> None:
        pass
