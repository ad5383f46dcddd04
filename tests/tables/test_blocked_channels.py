"""Channels that refuse the bot: which are remembered over a restart, and who hears that one is gone."""

from __future__ import annotations

import pytest

from storage.queries import tables as sql
from tables.delivery import channel_retries
from tables.notifications import pending
from tables.notifications.kinds import BoardChanged, ChannelDeleted
from tables.seating import forgetting, lobby, relocation
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, SERVER, STRANGER, Room

pytestmark = pytest.mark.quick

THREAD, GONE, UNTOLD = 501, 502, 503


async def live_in(room: Room, number: int, thread: int) -> None:
    """Let a table live in a thread."""
    table = await room.load(number)
    table.row.thread = thread
    async with room.services.db.transaction() as db:
        await sql.save_table(db, table.row, "thread")


@pytest.mark.both_engines
async def test_places_are_forgotten_where_no_table_lives_and_nothing_waits_to_be_told(room: Room) -> None:
    playing, closed, untold = [await room.table() for _ in range(3)]
    for number, thread in ((playing, THREAD), (closed, GONE), (untold, UNTOLD)):
        await live_in(room, number, thread)
    for number in (closed, untold):
        await room.close(number)
    await room.rest()
    for place in (CHANNEL, THREAD, GONE, UNTOLD, 9):
        await channel_retries.note_blocked(room.services, place, SERVER, 50001)
    async with room.services.db.transaction() as db:
        await pending.write(db, await room.load(untold), [BoardChanged()], due=room.time + 100)
    await room.crash()
    known = [place for place in (CHANNEL, THREAD, GONE, UNTOLD, 9) if await channel_retries.find(room.services, place)]
    assert known == [CHANNEL, THREAD, UNTOLD]
    await room.close(playing)
    await room.later(200)
    await room.crash()
    assert await channel_retries.all_blocked(room.services) == []


@pytest.mark.parametrize("how", ["leaves the lobby", "gives the seat away", "is forgotten"])
async def test_who_is_host_of_a_table_whose_channel_is_gone_hears_how_to_move_it(room: Room, how: str) -> None:
    people = (ANNA, BERT, CLARA)
    number = await (room.lobby(people) if how == "leaves the lobby" else room.table(people))
    await relocation.note_channel_deleted(room.services, SERVER, CHANNEL)
    await room.rest()
    assert len(room.tellings(ChannelDeleted)) == 1
    match how:
        case "leaves the lobby":
            await lobby.leave(room.services, number, ANNA)
        case "gives the seat away":
            await room.substitute(number, ANNA, await room.seat(number, ANNA), STRANGER, "Emil")
        case _:
            await forgetting.forget(room.services, ANNA)
    await room.rest()
    assert (await room.load(number)).row.host in (BERT, CLARA, STRANGER)
    assert len(room.tellings(ChannelDeleted)) == 2
