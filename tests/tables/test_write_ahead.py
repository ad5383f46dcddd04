"""The nonce of a message is stored before it is sent: a killed process knows what may have been delivered."""

from __future__ import annotations

import msgspec
import pytest

from storage import ONLY_PARTITION, Unreachable
from storage.queries import outbox as sql
from tables.delivery import outbox
from tables.model.table import Table
from tables.notifications import pending
from tables.notifications.attempt import Attempt, DeliveryState
from tables.notifications.kinds import LobbyChanged, Ping, Started
from tests.tables.room import PEOPLE, Room

pytestmark = [pytest.mark.quick, pytest.mark.both_engines]


async def waiting(room: Room) -> list[int]:
    return await sql.waiting(room.services.db.reader, room.time, ONLY_PARTITION)


async def test_the_nonce_is_stored_before_a_message_is_sent_and_used_again_after_a_kill(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, sent = await room.table(), list[tuple[str, str, bool]]()

    async def dies(attempt: Attempt, table: Table) -> None:
        await outbox.begin(room.services, attempt)
        (row,) = [each for each in await sql.of_table(room.services.db.reader, number) if each.id == attempt.row.id]
        sent.append((attempt.notification.kind, row.nonce, attempt.may_have_arrived))
        raise Unreachable("it is killed before it hears an answer")

    with monkeypatch.context() as patch:
        patch.setattr(room, "deliver", dies)
        for person in PEOPLE:
            await room.move(number, person, "pick knight")
        await room.crash()
        await outbox.wake_all(room.services)
        await room.rest()
    (kind, nonce, _), *again = sent
    assert (kind, again) == ("story", [("story", nonce, True)])
    assert nonce
    await room.later(1)
    assert await waiting(room) == []


async def test_what_is_dropped_before_its_nonce_is_stored_is_not_sent(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, sent = await room.table(), list[str]()

    async def too_late(attempt: Attempt, table: Table) -> None:
        if isinstance(attempt.notification, Ping):
            async with room.services.db.transaction() as db:
                await pending.drop(db, number, Ping)
        await outbox.begin(room.services, attempt)
        sent.append(attempt.notification.kind)
        attempt.state = DeliveryState.DELIVERED

    monkeypatch.setattr(room, "deliver", too_late)
    for person in PEOPLE:
        await room.move(number, person, "pick knight")
    assert "story" in sent
    assert "ping" not in sent
    assert await waiting(room) == []


async def test_the_start_does_not_wait_for_a_lobby_that_is_posted_after_it(room: Room) -> None:
    number = await room.table()
    async with room.services.db.transaction() as db:
        await pending.write(db, await room.load(number), [LobbyChanged(), Started(), LobbyChanged()], in_place=False)
    start, lobby_row = await sql.of_table(room.services.db.reader, number)
    assert (start.kind, lobby_row.kind) == ("start", "lobby")
    assert not await outbox.is_lobby_pending_before(room.services, start)
    assert await outbox.is_lobby_pending_before(room.services, msgspec.structs.replace(start, id=lobby_row.id + 1))
