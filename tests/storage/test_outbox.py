"""What is to be told keeps its order, the newest wins where only that counts, and nothing newer is lost."""

from __future__ import annotations

import pytest

from storage import ONLY_PARTITION, Database
from storage.queries import outbox
from storage.rows import OutboxRow

pytestmark = [pytest.mark.both_engines, pytest.mark.quick]

NEWEST_ONLY = ("board", "hand")


async def tell(db: Database, *whats: str, in_place: bool = True, table: int = 1, position: int = 0) -> None:
    """Write what is to be told, as "kind" or "kind seat"."""
    rows = []
    for what in whats:
        kind, _, seat = what.partition(" ")
        number = int(seat) if seat else None
        rows.append(OutboxRow(table_id=table, kind=kind, seat=number, position=position, facts=f"[{position}]"))
    async with db.transaction() as writer:
        for row in rows:
            if row.kind in NEWEST_ONLY:
                await outbox.put(writer, row, in_place=in_place)
            else:
                await outbox.add(writer, row)


async def first(db: Database, table: int = 1) -> OutboxRow:
    return (await outbox.of_table(db.reader, table))[0]


async def acknowledge(db: Database, row: OutboxRow) -> None:
    async with db.transaction() as writer:
        await outbox.acknowledge(writer, row)


async def drain(db: Database, table: int = 1) -> list[tuple[str, int | None, int]]:
    """Tell everything; return kind, seat and position in the order of telling."""
    told = []
    while rows := await outbox.of_table(db.reader, table):
        row = rows[0]
        assert row.facts == f"[{row.position}]"
        told.append((row.kind, row.seat, row.position))
        await acknowledge(db, row)
    return told


async def test_everything_is_told_in_the_order_it_was_written(db: Database) -> None:
    await tell(db, "story", "hand 0", "ping", position=1)
    await tell(db, "story", "ping", table=2, position=9)
    await tell(db, "story", "ping", position=2)
    expected = [("story", None, 1), ("hand", 0, 1), ("ping", None, 1), ("story", None, 2), ("ping", None, 2)]
    assert await drain(db) == expected
    assert await drain(db, 2) == [("story", None, 9), ("ping", None, 9)]


async def test_of_what_shows_the_present_only_the_newest_is_told(db: Database) -> None:
    await tell(db, "board", "hand 0", "hand 1", position=1)
    await tell(db, "board", "hand 1", position=2)
    await tell(db, "board", table=2, position=7)
    assert await drain(db) == [("board", None, 2), ("hand", 0, 1), ("hand", 1, 2)]
    assert await drain(db, 2) == [("board", None, 7)]


async def test_in_place_the_newest_takes_the_place_of_the_older(db: Database) -> None:
    await tell(db, "board", "story", position=1)
    await tell(db, "board", position=2)
    assert await drain(db) == [("board", None, 2), ("story", None, 1)]


async def test_else_the_newest_comes_after_what_was_told_meanwhile(db: Database) -> None:
    await tell(db, "board", "story", position=1)
    await tell(db, "story", "board", position=2, in_place=False)
    assert await drain(db) == [("story", None, 1), ("story", None, 2), ("board", None, 2)]


async def put_board(db: Database, due: int, lane: str) -> None:
    async with db.transaction() as writer:
        await outbox.put(
            writer, OutboxRow(table_id=1, kind="board", position=0, facts="", due=due, lane=lane), in_place=True
        )


async def refresh(db: Database, now: int) -> OutboxRow:
    """Let the board change now, wait 15 s for further changes, and at most 60 s; return its row."""
    row = OutboxRow(table_id=1, kind="board", position=0, facts="", due=now + 15, since=now, lane="later")
    async with db.transaction() as writer:
        await outbox.put_refresh(writer, row, 60)
    return await first(db)


async def test_a_refresh_waits_for_the_last_change_but_not_long_after_the_first(db: Database) -> None:
    dues = [(await refresh(db, now)).due for now in (100, 110, 124, 138, 150, 159)]
    assert dues == [115, 125, 139, 153, 160, 160]
    row = await first(db)
    assert (row.since, row.lane, row.version) == (100, "later", 5)


async def test_what_is_due_already_or_tried_again_later_is_not_put_off_by_a_refresh(db: Database) -> None:
    await refresh(db, 100)
    assert (await refresh(db, 116)).due == 115, "it is perhaps being delivered just now"
    async with db.transaction() as writer:
        await outbox.retry_later(writer, await first(db), 300, alone=True)
    assert (await refresh(db, 200)).due == 300
    await put_board(db, due=0, lane="table")
    assert (await refresh(db, 400)).due == 0


async def test_a_refresh_that_waits_goes_out_at_once_with_what_does_not_wait(db: Database) -> None:
    await refresh(db, 100)
    await put_board(db, due=0, lane="table")
    row = await first(db)
    assert (row.due, row.lane, row.since) == (0, "table", 0)


async def test_if_nothing_is_due_one_learns_when_something_is(db: Database) -> None:
    assert await outbox.upcoming(db.reader, 1, 100) is None
    await tell(db, "story")
    row = await first(db)
    async with db.transaction() as writer:
        await outbox.retry_later(writer, row, 130, alone=False)
    await tell(db, "ping")
    await refresh(db, 100)
    assert await outbox.upcoming(db.reader, 1, 100) == outbox.NextDue(115)
    assert await outbox.due_between(db.reader, 100, 114, ONLY_PARTITION) == []
    assert await outbox.due_between(db.reader, 100, 160, ONLY_PARTITION) == [(1, 115)]
    assert await outbox.due_between(db.reader, 115, 160, ONLY_PARTITION) == [(1, 130)]
    upcoming = await outbox.upcoming(db.reader, 1, 115)
    assert upcoming
    assert not isinstance(upcoming, outbox.NextDue)
    assert upcoming[0].kind == "board"


async def test_nothing_waits_for_what_waits_aside(db: Database) -> None:
    await put_board(db, due=110, lane="later")
    await tell(db, "story")
    upcoming = await outbox.upcoming(db.reader, 1, 100)
    assert upcoming
    assert not isinstance(upcoming, outbox.NextDue)
    assert upcoming[0].kind == "story"


@pytest.mark.parametrize("in_place", [True, False])
async def test_what_is_new_while_the_older_is_being_sent_is_told_too(db: Database, in_place: bool) -> None:
    await tell(db, "board", position=1)
    being_sent = await first(db)
    await tell(db, "board", position=2, in_place=in_place)
    await acknowledge(db, being_sent)
    row = await first(db)
    assert row.position == 2
    # It is another message for Discord: the same nonce would be answered with the older one.
    assert outbox.nonce_of(row) != outbox.nonce_of(being_sent)
    assert await drain(db) == [("board", None, 2)]


async def test_what_was_told_twice_is_crossed_out_once(db: Database) -> None:
    await tell(db, "story", position=1)
    row = await first(db)
    await acknowledge(db, row)
    await tell(db, "story", position=2)
    await acknowledge(db, row)
    assert await drain(db) == [("story", None, 2)]


async def test_what_is_put_off_keeps_its_place(db: Database) -> None:
    await tell(db, "story", "board", position=1)
    await tell(db, "story", table=2, position=1)
    row = await first(db)
    async with db.transaction() as writer:
        await outbox.retry_later(writer, row, 100, alone=False)
    again = await first(db)
    assert (again.kind, again.tries, again.due) == ("story", 1, 100)
    assert await outbox.waiting(db.reader, 1000, ONLY_PARTITION) == [1, 2]


async def test_what_is_put_off_is_due_at_once_when_there_is_something_newer(db: Database) -> None:
    await tell(db, "board", position=1)
    async with db.transaction() as writer:
        await outbox.retry_later(writer, await first(db), 100, alone=False)
    await tell(db, "board", position=2)
    assert (await first(db)).due == 0


async def test_a_table_of_which_all_is_dropped_is_told_nothing(db: Database) -> None:
    await tell(db, "story", "board")
    await tell(db, "story", table=2)
    async with db.transaction() as writer:
        await outbox.drop_all(writer, 1, ())
    assert await outbox.waiting(db.reader, 0, ONLY_PARTITION) == [2]
