"""A file of schema 2, with rows of every kind, is migrated, and its games go on."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.columns import struct
from storage.queries import tables as sql
from storage.rows import OutboxRow
from tables.delivery import posts
from tables.delivery.posts import Post
from tables.model import deadlines
from tables.model.time_left import DAY, Clock
from tables.notifications.kinds import BoardChanged, LobbyFull
from tables.notifications.pending import from_row
from tables.play import moves
from tables.seating import lobby
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, STRANGER, Room, ToldNotice
from tests.tables.test_notification_kinds import WAITED

pytestmark = pytest.mark.thorough

SCHEMA2 = Path(__file__).parents[1] / "storage" / "schema2.sql"
VISBY, RIGA, FULL, FREE, CANCELLED, HAITHABU, BUSY = 1, 2, 4, 5, 6, 7, 8
"""Tables in it: a sealed choice that Anna has made, a turn taken back, three lobbies, one asked by a computer, and one
about which very much waits to be told."""


@pytest.fixture
async def migrated(quick_path: Path) -> AsyncIterator[Room]:
    path = quick_path / "kontor.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(SCHEMA2.read_text(encoding="utf-8"))
    room = Room(path)
    room.time = 1_259_300
    await room.enter()
    yield room
    await room.rest()
    assert await room.faults() == []
    await room.services.close()


async def test_all_that_waited_is_told_in_its_order(migrated: Room) -> None:
    rows = await migrated.services.db.reader.execute_fetchall("SELECT * FROM outbox ORDER BY table_id, id")
    waiting = [ToldNotice(row["table_id"], row["position"], from_row(struct(OutboxRow, row))) for row in rows]
    assert {told.kind for told in waiting} == {kind for kind, *_ in WAITED}
    await migrated.later(0)
    assert sorted(migrated.told, key=lambda told: told.table_id) == waiting


async def test_a_host_who_knows_that_all_sit_is_not_told_again(migrated: Room) -> None:
    await migrated.later(0)
    migrated.told.clear()
    for number, host_pinged in ((FULL, True), (FREE, False), (CANCELLED, True)):
        row = (await migrated.load(number)).row
        assert (row.host_pinged, row.told) == (host_pinged, 0)
    await lobby.leave(migrated.services, FULL, DAVID)
    await lobby.join(migrated.services, FULL, BERT, "Bert")
    await migrated.rest()
    assert migrated.tellings(LobbyFull) == []
    await lobby.join(migrated.services, FREE, BERT, "Bert")
    await lobby.join(migrated.services, FREE, CLARA, "Clara")
    await migrated.rest()
    assert len(migrated.tellings(LobbyFull)) == 1


async def test_a_story_goes_on_where_it_was(migrated: Room) -> None:
    assert [(await migrated.load(number)).row.told for number in (VISBY, RIGA, HAITHABU, BUSY)] == [0, 5, 4, 4]


async def test_what_seats_were_pinged_for_is_known_by_frame_and_decision(migrated: Room) -> None:
    pinged = {
        number: [(seat.pinged_frame, seat.pinged_decision) for seat in (await migrated.load(number)).seats]
        for number in (VISBY, RIGA, HAITHABU, BUSY)
    }
    assert pinged == {
        VISBY: [(1, "choose")] * 3 + [(0, "")],
        RIGA: [(0, ""), (4, "turn")],
        HAITHABU: [(7, "unrest"), (0, "")],
        BUSY: [(0, "")] + [(2, "choose")] * 3,
    }


async def test_who_was_pinged_for_what_was_taken_back_is_not_pinged_when_it_comes_again(migrated: Room) -> None:
    """Anna had ended her turn, Bert was pinged, she took it back; now she ends it again."""
    await migrated.later(0)
    migrated.told.clear()
    await migrated.finish_round(RIGA)
    table = await migrated.load(RIGA)
    bert = table.seat_of(BERT)
    assert bert is not None
    assert (table.frame_id, table.owed) == (4, {bert.seat: "turn"})
    assert await migrated.pings(RIGA) == []
    assert migrated.tellings(BoardChanged)


async def test_the_messages_are_found_where_they_stand(migrated: Room) -> None:
    services = migrated.services
    assert await posts.find(services, VISBY, "lobby") == Post(channel=20, message=101)
    assert await posts.find(services, VISBY, "board") == Post(channel=101, message=102, picture="abc")
    hands = [await posts.find(services, VISBY, "hand", person) for person in PEOPLE]
    assert hands == [
        Post(channel=901, message=103, picture="def"),
        Post(channel=902, message=104),
        None,
        Post(channel=904, message=105),
    ]
    assert [await posts.dms_closed(services, VISBY, person) for person in PEOPLE] == [False, False, True, True]
    assert not await posts.dms_closed(services, RIGA, CLARA)


async def test_clocks_go_on_with_the_pace_they_had(migrated: Room) -> None:
    tables = [await migrated.load(number) for number in (VISBY, RIGA, BUSY, FREE)]
    assert {table.clock for table in tables} == {Clock(kind="decision", time=3 * DAY)}
    runs = {table.id: [seat.runs_since for seat in table.seats] for table in tables}
    asked = 1_086_400  # The first day of all; at the second table Anna's turn began then, and Bert's was taken back.
    owing = {
        table.id: [
            table.row.status == "playing" and seat.seat in table.owed and not seat.computer for seat in table.seats
        ]
        for table in tables
    }
    assert {number: [since > 0 for since in seats] for number, seats in runs.items()} == owing
    assert {since for seats in runs.values() for since in seats} == {0, asked, 1_259_200}
    for table in tables:
        for timer in await migrated.timers(table.id):
            if timer.kind == "end":
                assert deadlines.deadline_of(table, table.seats[timer.seat]) == timer.due


async def test_who_had_decided_and_takes_that_back_goes_on_with_what_was_left_by_then(migrated: Room) -> None:
    await migrated.later(0)
    (chosen,) = [row for row in await sql.log(migrated.services.db.reader, VISBY) if row.text.startswith("pick")]
    await moves.take_back(migrated.services, VISBY, ANNA)
    anna = (await migrated.load(VISBY)).seat_of(ANNA)
    assert anna is not None
    assert (anna.runs_since, anna.time_left) == (migrated.time, 3 * DAY - (chosen.at - 1_086_400))


async def test_drafts_seats_and_results_are_there(migrated: Room) -> None:
    assert (await migrated.look(VISBY, BERT)).draft == "pick kni"
    table = await migrated.load(BUSY)
    assert [seat.person for seat in table.seats] == [DAVID, BERT, STRANGER, ANNA]
    assert len(await sql.results(migrated.services.db.reader, 3)) == 2
    await moves.take_back(migrated.services, VISBY, ANNA)
    assert ANNA in await migrated.owing(VISBY)
    await migrated.play_on(VISBY)
    assert (await migrated.load(VISBY)).row.status == "finished"
