"""Places that refuse: which of them are remembered over a restart."""

from __future__ import annotations

from storage import tables as sql
from tables import outbox, places
from tables.notices import BoardChanged
from tests.tables.room import CHANNEL, SERVER, Room

THREAD, GONE, UNTOLD = 501, 502, 503


async def live_in(room: Room, number: int, thread: int) -> None:
    """Let a table live in a thread."""
    table = await room.load(number)
    table.row.thread = thread
    async with room.house.db.transaction() as db:
        await sql.save_table(db, table.row, "thread")


async def test_places_are_forgotten_where_no_table_lives_and_nothing_waits_to_be_told(room: Room) -> None:
    playing, closed, untold = [await room.table() for _ in range(3)]
    for number, thread in ((playing, THREAD), (closed, GONE), (untold, UNTOLD)):
        await live_in(room, number, thread)
    for number in (closed, untold):
        await room.close(number)
    await room.rest()
    for place in (CHANNEL, THREAD, GONE, UNTOLD, 9):
        await places.note_refusal(room.house, place, SERVER, 50001)
    await outbox.write_also(room.house, await room.load(untold), [BoardChanged()], due=room.time + 100)
    await room.crash()
    known = [place for place in (CHANNEL, THREAD, GONE, UNTOLD, 9) if await places.known(room.house, place)]
    assert known == [CHANNEL, THREAD, UNTOLD]
    await room.close(playing)
    await room.later(200)
    await room.crash()
    assert await places.everywhere(room.house) == []
