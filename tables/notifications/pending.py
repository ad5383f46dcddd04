"""Writes notifications to the outbox, deletes those that wait there, and converts them to and from outbox rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from storage import Transaction
from storage.queries import outbox, timers
from storage.rows import OutboxRow
from tables.model.table import Table
from tables.notifications.base import AnyNotification
from tables.notifications.kinds import BoardChanged, Digest, Notification, ObsoleteMessage
from tables.notifications.lobby_kinds import SentAway
from tables.notifications.seat_kinds import SeatGone
from tables.notifications.timing import MAX_REFRESH_DELAY_S, REFRESH_DELAY_S, schedule

__all__ = [
    "drop",
    "drop_all",
    "drop_undelivered",
    "from_row",
    "is_dropped",
    "refresh_boards",
    "remove_messages",
    "repeat_edit",
    "to_row",
    "write",
    "write_change",
]

_OF_OTHERS = [str(kind.__struct_config__.tag) for kind in (ObsoleteMessage, Digest, SeatGone, SentAway)]
"""Kinds that stay in the outbox when the table is closed or moved."""
_NOTICES = msgspec.json.Decoder(Notification)
"""The decoder of notifications. Made once, since making it takes longer than decoding."""

LATER = "later"
"""The lane of board updates that are delayed because more changes may follow."""

N = TypeVar("N", bound=AnyNotification)


async def write_change(
    db: Transaction, table: Table, tell: Sequence[Notification], now: int, *, asked: Collection[int] = ()
) -> None:
    """Write the notifications `tell` of a change at a table to the outbox.

    By the refresh rule (`timing.schedule`) some updates of boards and hands are delayed; all others are due at once.
    `now` is the time of the change. `asked` are the seats of people who have something new to decide because of
    somebody else.
    """
    plan = schedule(tell, asked)
    for notification in plan.refreshes:
        await _put_refresh(db, to_row(table, notification, now + REFRESH_DELAY_S), now)
    await write(db, table, plan.at_once, in_place=plan.in_place)


async def write(
    db: Transaction, table: Table, notifications: Iterable[Notification], *, in_place: bool = True, due: int = 0
) -> None:
    """Write notifications of a table to the outbox, due at `due` (0: at once).

    A notification with `newest_only` replaces the older one of its kind and seat that still waits. With `in_place` it
    keeps the older one's position in the outbox; otherwise it goes to the end.
    """
    for notification in notifications:
        row = to_row(table, notification, due)
        if notification.newest_only:
            await outbox.put(db, row, in_place=in_place)
        else:
            await outbox.add(db, row)


async def remove_messages(db: Transaction, table_id: int, messages: Iterable[ObsoleteMessage], due: int) -> None:
    """Write notifications to the outbox that remove messages of a table. `due` is in seconds since 1970; 0: at once."""
    for message in messages:
        await outbox.add(db, _row(table_id, 0, message, due))


async def refresh_boards(db: Transaction, table_ids: Iterable[int], now: int) -> None:
    """Write delayed updates of these tables' boards to the outbox, after a change that was made `now`.

    They are due after `REFRESH_DELAY_S`. The tables need not be loaded.
    """
    for table_id in table_ids:
        await _put_refresh(db, _row(table_id, 0, BoardChanged(), now + REFRESH_DELAY_S), now)


async def repeat_edit(db: Transaction, table: Table, notification: Notification, now: int, due: int) -> None:
    """Write a notification that was delivered `now` by an edit to the outbox again, so that it is repeated at `due`.

    If an update of the same message waits already, it takes the place of the repetition.
    """
    if notification.newest_only:
        await _put_refresh(db, to_row(table, notification, due), now)
    else:
        await outbox.add(db, to_row(table, notification, due))


async def _put_refresh(db: Transaction, row: OutboxRow, now: int) -> None:
    """Write the delayed update of a board or hand, after a change that was made `now`.

    If such an update waits already, it is put off to the new due time, but to at most `MAX_REFRESH_DELAY_S` after the
    first change. A board's update gets the lane `LATER`, so that no other notification waits for it.
    """
    row.since = now
    row.lane = LATER if row.lane == outbox.TABLE else row.lane
    await outbox.put_refresh(db, row, MAX_REFRESH_DELAY_S)


async def drop(db: Transaction, table_id: int, kind: type[N]) -> list[N]:
    """Delete a table's waiting notifications of one kind from the outbox and return them, oldest first.

    Those that may have been sent stay. Raise `msgspec.MsgspecError` if one cannot be read.
    """
    rows = await outbox.drop(db, table_id, str(kind.__struct_config__.tag))
    return [notification for notification in map(from_row, rows) if isinstance(notification, kind)]


async def drop_all(db: Transaction, table_id: int) -> None:
    """Delete all timers of a table that is over, and its waiting notifications.

    Notifications that may have been sent stay, and so do removals of messages, digests, `SeatGone` and `SentAway`.
    """
    await outbox.drop_all(db, table_id, but=_OF_OTHERS)
    await timers.clear_timers(db, table_id)


async def drop_undelivered(db: Transaction, table_id: int) -> None:
    """Delete the waiting notifications of a table, because the caller writes new ones. Its timers stay.

    Notifications that may have been sent stay, and so do removals of messages, digests, `SeatGone` and `SentAway`.
    """
    await outbox.drop_all(db, table_id, but=_OF_OTHERS)


def is_dropped(row: OutboxRow) -> bool:
    """Return True if `drop_undelivered` would delete this row."""
    return not row.nonce and row.kind not in _OF_OTHERS


def to_row(table: Table, notification: Notification, due: int = 0) -> OutboxRow:
    """Return the outbox row of a notification of a table. `due` is in seconds since 1970; 0: at once."""
    return _row(table.id, table.row.version, notification, due)


def _row(table_id: int, position: int, notification: Notification, due: int) -> OutboxRow:
    """Return a notification's outbox row. Its `seat` and `person` become columns, its other fields the JSON `facts`.

    `position` is the length of the table's log when the notification is written; 0 if it does not matter.
    """
    facts: dict[str, Any] = msgspec.to_builtins(notification)
    return OutboxRow(
        table_id=table_id,
        kind=facts.pop("kind"),
        seat=facts.pop("seat", None),
        person=facts.pop("person", None),
        position=position,
        facts=msgspec.json.encode(facts).decode(),
        due=due,
        lane=notification.lane,
        asks=notification.asks,
    )


def from_row(row: OutboxRow) -> Notification:
    """Return the notification of a row; raise `msgspec.MsgspecError` if its kind or facts are unknown."""
    facts: dict[str, Any] = msgspec.json.decode(row.facts)
    about = {name: number for name, number in (("seat", row.seat), ("person", row.person)) if number is not None}
    notification: Notification = _NOTICES.decode(msgspec.json.encode({"kind": row.kind, **facts, **about}))
    return notification
