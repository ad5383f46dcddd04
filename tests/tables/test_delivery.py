"""Committed notifications are sent: in order, again after a failure or a restart, and the newest is never lost."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from typing import Any

import pytest

from storage import ONLY_PARTITION, Partition, Transaction
from storage.database import Reader
from storage.queries import blocked_channels as sql_blocked
from storage.queries import outbox as sql
from storage.queries import posts as sql_posts
from storage.rows import BlockedChannelRow, OutboxRow, PostRow
from tables.delivery import channel_retries, outbox
from tables.model.table import Table
from tables.notifications import pending
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import BoardChanged, HandChanged, Story
from tables.notifications.timing import MAX_REFRESH_DELAY_S, REFRESH_DELAY_S
from tables.play import moves
from tables.runtime.services import Frontend, NotAttempted, RetryLater, Services
from tables.seating import closing, lobby
from tables.time import timers
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, Room

pytestmark = pytest.mark.quick


class Fussy(Frontend):
    """A teller who cannot always tell, and takes time about it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.failing: set[str] = set()
        self.broken: set[str] = set()
        self.stopped = False
        self.tries = 0
        self.slow: asyncio.Event | None = None
        self.busy = asyncio.Event()
        room.services.connect(self)

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        self.tries += 1
        if self.stopped:
            raise NotAttempted("our partition may be another's")
        if attempt.notification.kind in self.failing:
            raise RetryLater("Discord is not well")
        if attempt.notification.kind in self.broken:
            raise ValueError("no words for it")
        self.busy.set()
        if self.slow:
            await self.slow.wait()
        await self.room.deliver(attempt, table)


async def waiting(room: Room) -> list[int]:
    return await sql.waiting(room.services.db.reader, room.time, ONLY_PARTITION)


async def test_a_round_is_told_as_one_story_after_the_last_choice(room: Room) -> None:
    number = await room.table()
    room.told.clear()
    for person in (ANNA, BERT, CLARA):
        await room.move(number, person, "pick knight")
        await room.later(REFRESH_DELAY_S)
    assert [row.kind for row in room.told] == ["board"] * 3
    room.told.clear()
    await room.move(number, DAVID, "pick ship")
    await room.later(REFRESH_DELAY_S)
    kinds = [row.kind for row in room.told]
    assert kinds[0] == "story"
    assert room.told[0].notice == Story(after=0, upto=4)
    assert sorted(kinds) == ["board", "hand", "hand", "hand", "hand", "ping", "story"]
    assert kinds[-1] == "hand", "of who was the last to choose"
    assert await waiting(room) == []


async def test_what_was_not_begun_is_told_at_once_when_our_share_is_certainly_ours_again(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    room.told.clear()
    teller = Fussy(room)
    teller.stopped = True
    for person in (ANNA, BERT):
        await room.move(number, person, "pick knight ship")
    assert not room.told
    assert teller.tries == 1, "nothing else is tried once one thing could not be begun"
    teller.stopped = False
    outbox.resume(room.services)
    await room.rest()
    assert {"story", "board", "hand", "ping"} == {row.kind for row in room.told}
    assert await waiting(room) == []


@pytest.mark.parametrize(("game", "then"), [("visby", "choose"), ("riga", "winter")])
async def test_what_was_done_is_told_before_a_sealed_choice_also_if_the_same_seat_alone_has_to_choose(
    room: Room, game: str, then: str
) -> None:
    for seed in range(40):
        room.rng = random.Random(seed)
        number = await room.table(PEOPLE[:2], game=game)
        while owing := await room.owing(number):
            owed = (await room.load(number)).owed
            await room.move(number, room.rng.choice(owing))
            table = await room.load(number)
            if table.state.tail and table.owed != owed and table.owed == dict.fromkeys(owed, then):
                assert table.row.told == table.row.version
                assert room.tellings(Story)[-1].upto == table.row.version
                return
    raise AssertionError("that never happened")


async def test_a_sealed_choice_made_anew_shows_nobody_anything_so_nothing_is_told(room: Room) -> None:
    number = await room.table()
    room.told.clear()
    await room.move(number, ANNA, "pick knight")
    await room.later(REFRESH_DELAY_S - 1)
    await room.move(number, ANNA, "pick ship")
    assert room.told == []
    await room.later(1)
    assert [row.kind for row in room.told] == ["board"], "and not later than without it"
    await room.move(number, ANNA, "pick knight")
    await moves.take_back(room.services, number, ANNA)
    await room.later(MAX_REFRESH_DELAY_S)
    assert [row.kind for row in room.told] == ["board"]
    await moves.take_back(room.services, number, ANNA, everything=True)
    await room.later(REFRESH_DELAY_S)
    assert [row.kind for row in room.told] == ["board", "board"]
    assert await waiting(room) == []


async def test_a_computer_s_sealed_choice_is_told_to_no_hand(room: Room) -> None:
    number = await room.lobby((ANNA,), computers=2)
    room.told.clear()
    await lobby.start(room.services, number, ANNA)
    await room.rest()
    seat = await room.seat(number, ANNA)
    assert {row.seat for row in room.tellings(HandChanged)} == {seat}
    assert len(room.tellings(HandChanged)) == 1


@pytest.mark.both_engines
async def test_what_was_not_told_before_a_restart_is_told_after_it(room: Room) -> None:
    teller = Fussy(room)
    teller.failing = {"story"}
    number = await room.table()
    assert room.tellings(BoardChanged) == []
    await room.restart()
    room.time += 5
    await timers.tick(room.services)
    await room.rest()
    assert [row.kind for row in room.told][-1] == "ping"
    assert len(room.tellings(Story)) == len(room.tellings(BoardChanged)) == 1
    assert await waiting(room) == []
    assert {row.table_id for row in room.told} == {number}


async def test_what_fails_is_tried_again_with_longer_and_longer_pauses(room: Room) -> None:
    teller = Fussy(room)
    teller.failing = {"start"}
    await room.table()
    pauses = []
    for _ in range(10):
        before, begin = teller.tries, room.time
        while teller.tries == before:
            room.time += 1
            await outbox.wake_all(room.services)
            await room.rest()
        pauses.append(room.time - begin)
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]
    teller.failing.clear()
    room.time += 900
    await outbox.wake_all(room.services)
    await room.rest()
    kinds = [row.kind for row in room.told]
    assert kinds.index("start") < kinds.index("story") < kinds.index("board") < kinds.index("ping")


async def test_another_table_does_not_wait(room: Room) -> None:
    teller = Fussy(room)
    first = await room.lobby()
    teller.failing = {"ping"}
    second = await room.lobby()
    teller.failing = {"lobby"}
    await room.table(PEOPLE[:2])
    teller.failing = set()
    third = await room.table(PEOPLE[:2])
    assert {first, second, third} & {row.table_id for row in room.told} >= {third}
    assert "board" in {row.kind for row in room.told if row.table_id == third}


async def test_what_cannot_be_worded_is_logged_and_holds_nothing_back(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    teller = Fussy(room)
    teller.broken = {"story"}
    await room.table()
    assert len(room.tellings(BoardChanged)) == 1
    assert await waiting(room) == []
    (error,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "kind=story cannot be delivered" in error.getMessage()
    caplog.clear()


async def test_what_fails_for_ever_is_given_up_at_last(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outbox, "MAX_TRIES", 50)
    teller = Fussy(room)
    teller.failing = {"start"}
    await room.table()
    for _ in range(60):
        room.time += 1000
        await outbox.wake_all(room.services)
        await room.rest()
    assert len(room.tellings(BoardChanged)) == 1
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 1
    assert "given up" in errors[0]
    caplog.clear()


async def test_what_was_told_but_could_not_be_crossed_out_is_not_told_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    number = await room.table()
    room.told.clear()
    acknowledge = sql.acknowledge

    async def disk_full(db: Transaction, row: OutboxRow) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    shown = PostRow(channel=1, message=2, told=0, picture="")
    tell = room.deliver

    async def tell_and_show(attempt: Attempt, table: Table) -> None:
        await tell(attempt, table)
        attempt.effects.set_post("board", shown)

    monkeypatch.setattr(room, "deliver", tell_and_show)
    monkeypatch.setattr(sql, "acknowledge", disk_full)
    await room.move(number, ANNA, "pick knight")
    for _ in range(5):
        room.time += 30
        await timers.tick(room.services)
        await room.rest()
    assert [row.kind for row in room.told] == ["board"]
    assert all("goes on with the next tick" in record.getMessage() for record in caplog.records if record.exc_info)
    caplog.clear()
    monkeypatch.setattr(sql, "acknowledge", acknowledge)
    await timers.tick(room.services)
    await room.rest()
    assert [row.kind for row in room.told] == ["board"]
    assert await waiting(room) == []
    assert await sql_posts.post(room.services.db.reader, number, "board", 0) == shown, (
        "and what that came to is written"
    )


async def test_what_is_newer_than_what_could_not_be_crossed_out_is_told(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    number = await room.table()
    room.told.clear()
    acknowledge = sql.acknowledge

    async def disk_full(db: Transaction, row: OutboxRow) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sql, "acknowledge", disk_full)
    await room.move(number, ANNA, "pick knight")
    await room.later(REFRESH_DELAY_S)
    monkeypatch.setattr(sql, "acknowledge", acknowledge)
    await room.move(number, BERT, "pick knight")
    assert [told.position for told in room.told if told.kind == "board"] == [1, 2]
    assert await waiting(room) == []
    caplog.clear()


async def test_what_happens_while_something_is_being_told_is_told_after_it(room: Room) -> None:
    number = await room.table()
    teller = Fussy(room)
    teller.slow = asyncio.Event()
    room.told.clear()
    await moves.play(room.services, number, ANNA, "pick knight")
    room.time += REFRESH_DELAY_S
    outbox.wake(room.services, number)
    await teller.busy.wait()
    await moves.play(room.services, number, BERT, "pick ship")
    teller.slow.set()
    await room.rest()
    assert [told.position for told in room.told if told.kind == "board"] == [1, 2]
    assert await waiting(room) == []


async def test_what_is_written_just_when_nothing_was_left_is_told_at_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The drain has looked, found nothing and is about to end: what is committed now wakes it once more."""
    number = await room.table()
    room.told.clear()
    tell = outbox._deliver

    async def tells(services: Services, *what: Any) -> sql.Upcoming | sql.NextDue | None:
        left = await tell(services, *what)
        if left is None and len(room.told) == 1:
            await closing.close(room.services, number, BERT)
        return left

    monkeypatch.setattr(outbox, "_deliver", tells)
    await room.move(number, ANNA, "pick knight")
    await room.later(REFRESH_DELAY_S)
    assert [told.kind for told in room.told] == ["board", "close_wanted", "board"]
    assert await waiting(room) == []


async def test_closing_the_house_lets_what_is_being_told_end(room: Room) -> None:
    number = await room.table()
    teller = Fussy(room)
    teller.slow = asyncio.Event()
    room.told.clear()
    await moves.play(room.services, number, ANNA, "pick knight")
    room.time += REFRESH_DELAY_S
    outbox.wake(room.services, number)
    await teller.busy.wait()
    asyncio.get_running_loop().call_later(0.01, teller.slow.set)
    await room.services.close()
    assert [row.kind for row in room.told] == ["board"]
    await room.enter()
    await outbox.wake_all(room.services)
    await room.rest()
    assert [row.kind for row in room.told] == ["board"]


async def test_a_place_that_refuses_is_not_forgotten_by_who_has_looked_before(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two look for the first time; the slower one has read before the faster one writes."""
    read, has_read, goes_on = sql_blocked.blocked_channels, asyncio.Event(), asyncio.Event()

    async def slowly(db: Reader, partition: Partition) -> list[BlockedChannelRow]:
        monkeypatch.undo()
        rows = await read(db, partition)
        has_read.set()
        await goes_on.wait()
        return rows

    monkeypatch.setattr(sql_blocked, "blocked_channels", slowly)
    slow = asyncio.create_task(channel_retries.find(room.services, 5))
    await has_read.wait()
    await channel_retries.note_blocked(room.services, 7, 10, 50013)
    goes_on.set()
    assert await slow is None
    refusal = await channel_retries.find(room.services, 7)
    assert refusal
    assert refusal.code == 50013


@pytest.mark.parametrize("token", [0, 2])
async def test_edits_of_the_first_minute_are_repeated_where_another_process_may_have_been_stopped_in_one(
    room: Room, monkeypatch: pytest.MonkeyPatch, token: int
) -> None:
    monkeypatch.setattr(type(room.services.cluster), "fencing_token", token)
    number = await room.table()
    await room.later(MAX_REFRESH_DELAY_S)
    await timers.resume_clocks(room.services)
    room.told.clear()
    await room.move(number, ANNA, "pick knight")
    await room.later(REFRESH_DELAY_S)
    assert [row.kind for row in room.told] == ["board"]
    room.told.clear()
    await room.later(timers.LATE_EDITS_S - REFRESH_DELAY_S - 1)
    assert not room.told
    await room.later(1)
    assert [row.kind for row in room.told] == (["board"] if token else [])
    await room.later(2 * timers.LATE_EDITS_S)
    assert len(room.told) == bool(token), "once"
    assert await waiting(room) == []


class Withdrawing(Fussy):
    """Pings are found in a message that is deleted, since nobody has to be asked any more."""

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        await super().deliver(attempt, table)
        attempt.effects.is_withdrawn = attempt.notification.kind == "ping"


async def test_what_a_deleted_message_was_to_deliver_is_sent_under_another_nonce(room: Room) -> None:
    async def rows() -> dict[str, OutboxRow]:
        return {row.kind: row for row in await sql.of_table(room.services.db.reader, number)}

    number = await room.table()
    teller = Withdrawing(room)
    teller.failing = {"story", "board", "ping"}
    for person in (ANNA, BERT, CLARA, DAVID):
        await room.move(number, person, "pick ship")
    board, ping = (await rows())["board"], (await rows())["ping"]
    async with room.services.db.transaction() as db:
        assert await sql.begin(db, [board, ping], sql.nonce_of(board))
    async with room.services.db.transaction() as db:  # Something newer has happened: the board comes after the ping.
        await pending.write(db, await room.load(number), [BoardChanged()], in_place=False)
    assert (await rows())["board"].nonce == sql.nonce_of(board)
    teller.failing = {"board"}
    await room.later(60)
    assert "ping" not in await rows()
    assert (await rows())["board"].nonce == ""
    assert sql.nonce_of((await rows())["board"]) != sql.nonce_of(board)
