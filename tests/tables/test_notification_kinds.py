"""Every kind of notification is stored and read back, also as older versions stored it."""

from __future__ import annotations

import logging
from typing import get_args

import pytest

from storage.queries import outbox as sql
from storage.rows import OutboxRow
from tables.delivery import outbox
from tables.notifications import pending
from tables.notifications.base import AnyNotification
from tables.notifications.kinds import (
    BoardChanged,
    ChannelDeleted,
    Digest,
    DirectPrompt,
    DmsClosed,
    Ended,
    HandChanged,
    LessonWentOn,
    LobbyChanged,
    LobbyFull,
    MomentShown,
    Moved,
    News,
    Notification,
    ObsoleteMessage,
    ObsoletePings,
    Ping,
    Rematch,
    Reminder,
    Started,
    Story,
    TakenBack,
)
from tables.notifications.lobby_kinds import DirectInvitation, Invited, LobbyOpened, SentAway
from tables.notifications.seat_kinds import (
    CameBack,
    CloseUnwanted,
    CloseWanted,
    HandedOver,
    MoreTime,
    OfferDeclined,
    OffersChanged,
    OutOfTime,
    Paused,
    PauseOver,
    PauseWanted,
    PlanPlayed,
    SeatGone,
    SeatOffered,
    TakenOver,
)
from tests.tables.room import Room

pytestmark = pytest.mark.quick

WAITED: list[tuple[str, int | None, str, Notification]] = [
    ("lobby", None, "{}", LobbyChanged()),
    ("full", None, "{}", LobbyFull()),
    ("start", None, "{}", Started()),
    ("story", None, '{"after":-1,"upto":0}', Story(after=-1, upto=0)),
    ("board", None, "{}", BoardChanged()),
    ("hand", 0, "{}", HandChanged(seat=0)),
    ("hand", 1, '{"can_wait":true}', HandChanged(seat=1)),
    ("ping", None, '{"seats":[1,2,3],"asking":2,"until":1345600}', Ping(seats=(1, 2, 3), asking=2, until=1345600)),
    ("reminder", 3, '{"until":0,"asking":1}', Reminder(seat=3, asking=1, until=0)),
    ("undone", 2, "{}", TakenBack(seat=2)),
    ("handed_over", 1, "{}", HandedOver(seat=1)),
    ("taken_over", 1, "{}", TakenOver(seat=1)),
    ("came_back", 1, "{}", CameBack(seat=1)),
    ("end", None, "{}", Ended()),
    ("rematch", 1, '{"new":11}', Rematch(seat=1, new=11)),
]
"""Kind, seat and facts as the earlier releases wrote them, and what that means."""
SINCE: list[Notification] = [
    ObsoletePings(),
    TakenBack(seat=1, struck=4),
    DmsClosed(seat=1),
    News(parts=(Story(after=0, upto=4), TakenBack(seat=1, struck=0), CameBack(seat=2))),
    ObsoleteMessage(channel=1 << 60, message=1 << 61, asks_in_vain=True),
    DirectPrompt(seat=1, what="half", asking=2, until=1345600, silent=True, besides=True, wished=False),
    DirectInvitation(guest=7, new_lobby=True, besides=True),
    ChannelDeleted(),
    LessonWentOn(),
    Moved(),
    MomentShown(entry=7, eyes="2", by=None),
    Ping(seats=(1, 2), asking=2, until=0, each=(1345600, 1345700)),
    OutOfTime(seat=1, then="once"),
    Digest(seat=1, news=((4, "ping", 7), (5, "half", 2))),
    MoreTime(seat=1, by=2, until=1345600),
    PauseWanted(seat=1),
    Paused(),
    PauseOver(seat=1),
    PlanPlayed(seat=1, person=7, after=3, upto=5),
    Invited(guests=(1, 2)),
    LobbyOpened(),
    OffersChanged(),
    SeatOffered(seat=1, directly=True),
    OfferDeclined(seat=1),
    SeatGone(seat=1, person=1 << 60),
    SentAway(person=1 << 60),
    CloseWanted(seat=1),
    CloseUnwanted(seat=1),
]
"""What is told since then."""


def test_this_is_every_kind_there_is() -> None:
    kinds = {type(notice) for notice in (*(notice for *_, notice in WAITED), *SINCE)}
    assert kinds == set(get_args(Notification))
    assert kinds == set(AnyNotification.__subclasses__()), "a kind that is not in the union cannot be told"


@pytest.mark.parametrize(("kind", "seat", "facts", "notice"), WAITED)
def test_what_waited_in_an_older_file_is_read(kind: str, seat: int | None, facts: str, notice: Notification) -> None:
    row = OutboxRow(table_id=1, kind=kind, seat=seat, position=0, facts=facts)
    assert pending.from_row(row) == notice


@pytest.mark.both_engines
async def test_what_is_written_is_read_again(room: Room) -> None:
    table = await room.load(await room.lobby())
    await room.rest()
    for notice in (*(notice for *_, notice in WAITED), *SINCE):
        async with room.services.db.transaction() as db:
            await sql.drop_all(db, table.id, ())
            await pending.write(db, table, [notice], due=5)
            await pending.write(db, table, [notice])
        first, *_ = await sql.of_table(room.services.db.reader, table.id)
        assert pending.from_row(first) == notice
        async with room.services.db.transaction() as db:
            dropped = await pending.drop(db, table.id, type(notice))
        assert dropped == [notice] * (1 if notice.newest_only else 2)


def test_what_shows_how_things_stand_waits_only_once() -> None:
    newest = {kind.__struct_config__.tag for kind in get_args(Notification) if kind.newest_only}
    assert newest == {"lobby", "board", "hand", "pings_gone", "place_gone", "lesson", "offers"}


@pytest.mark.parametrize(("kind", "facts"), [("fanfare", "{}"), ("story", '{"after":0}'), ("hand", "{}"), ("end", "?")])
async def test_what_nobody_can_read_is_logged_and_holds_nothing_back(
    room: Room, caplog: pytest.LogCaptureFixture, kind: str, facts: str
) -> None:
    table = await room.load(await room.lobby())
    await room.rest()
    room.told.clear()
    async with room.services.db.transaction() as db:
        await sql.drop_all(db, table.id, ())
        await sql.add(db, OutboxRow(table_id=table.id, kind=kind, position=0, facts=facts))
        await pending.write(db, table, [BoardChanged()])
    outbox.wake(room.services, table.id)
    await room.rest()
    assert [told.kind for told in room.told] == ["board"]
    (error,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert f"kind={kind} cannot be read" in error.getMessage()
    caplog.clear()
