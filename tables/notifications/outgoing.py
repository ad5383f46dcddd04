"""Notices on their way: how they are written down, how they wait in the file, and as what they are told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, Self, TypeVar

import msgspec

from storage import Transaction, Write
from storage.queries import outbox, timers
from storage.rows import OutboxRow
from tables.model.table import Table
from tables.notifications import lanes
from tables.notifications.base import AnyNotice
from tables.notifications.kinds import Gathered, Notice, Outdated
from tables.notifications.seat_kinds import SeatGone
from tables.notifications.timing import MAX_REFRESH_DELAY_S, REFRESH_DELAY_S, schedule

__all__ = [
    "Behind",
    "Outgoing",
    "Write",
    "drop",
    "drop_all",
    "drop_untold",
    "from_row",
    "is_dropped",
    "outdate",
    "outdate_anew",
    "to_row",
    "write",
    "write_change",
]

_OF_OTHERS = [str(kind.__struct_config__.tag) for kind in (Outdated, Gathered, SeatGone)]
"""What is told whatever becomes of the table: what is outdated is so all the more, and others wait with it."""
_NOTICES = msgspec.json.Decoder(Notice)
"""Made once: to find out what each of so many kinds holds takes longer than to read one."""

N = TypeVar("N", bound=AnyNotice)
Behind = Callable[[], Awaitable[list["Outgoing"]]]
"""How to find out what else is to be told."""


async def _nothing() -> list[Outgoing]:
    return []


class Outgoing(msgspec.Struct, frozen=True):
    """A notice that is being told. Told twice it is one message: the nonce says so to Discord."""

    number: int
    """Of its row in the outbox."""
    notice: Notice
    nonce: str
    position: int
    """The log's length when it was written."""
    again: bool = False
    """It was sent before and has perhaps arrived: then what is sent under the same nonce is that message."""
    tried: list[int] = []
    """The places where it was sent to just now: it has perhaps arrived there."""
    to_write: list[Write] = []
    """What telling it has come to, written when it is crossed out or put off: one visit to the file for all of it."""
    from_before: bool = False
    """It was written before we started, or could not be crossed out: then too it has perhaps arrived."""
    changed: bool = False
    """It has become newer since it was first written: what has perhaps arrived is older."""
    behind: Behind = _nothing
    """Return what comes next where the table lives and may be told in the same message."""
    along: list[Outgoing] = []
    """What of it is told in the same message."""

    @property
    def perhaps_there(self) -> bool:
        """Whether it may have arrived before, and have said something else by then."""
        return self.again or self.from_before

    @classmethod
    def of(cls, row: OutboxRow, *, from_before: bool = False, behind: Behind = _nothing) -> Self:
        """Return what is told with this row."""
        return cls(
            row.id,
            from_row(row),
            outbox.nonce_of(row),
            row.position,
            again=bool(row.nonce),
            from_before=from_before,
            changed=row.stamp % outbox.TOLD > 0,
            behind=behind,
        )


async def write_change(
    db: Transaction, table: Table, tell: Sequence[Notice], now: int, *, asked: Collection[int] = ()
) -> None:
    """Write the notifications of a change at a table, made now, by the refresh rule (`timing.schedule`).

    `asked` are the seats of people who have something new to decide because of somebody else.
    """
    plan = schedule(tell, asked)
    for notice in plan.refreshes:
        row = to_row(table, notice, now + REFRESH_DELAY_S)
        row.since = now
        row.lane = lanes.ASIDE if row.lane == lanes.TABLE else row.lane  # Meanwhile nothing else waits for it.
        await outbox.put_refresh(db, row, MAX_REFRESH_DELAY_S)
    await write(db, table, plan.at_once, in_place=plan.in_place)


async def write(
    db: Transaction, table: Table, notices: Iterable[Notice], *, in_place: bool = True, due: int = 0
) -> None:
    """Write what is to be told about a table, not before `due` (0: at once).

    `in_place`: what shows how things stand takes the place of an older one that still waits; else it goes to the end.
    """
    for notice in notices:
        row = to_row(table, notice, due)
        if notice.newest_only:
            await outbox.put(db, row, in_place=in_place, perhaps_told=table.perhaps_told)
        else:
            await outbox.add(db, row)


async def outdate(db: Transaction, table_id: int, messages: Iterable[Outdated], due: int) -> None:
    """Let messages be taken away about a table that nobody has loaded, not before `due`."""
    for message in messages:
        await outbox.add(db, _row(table_id, 0, message, due))


async def outdate_anew(db: Transaction, table_id: int, message: Outdated) -> None:
    """Note that a message is taken away in another way than was written."""
    row = _row(table_id, 0, message, 0)
    await outbox.rewrite_lane(db, table_id, row.lane, row.facts)


async def drop(db: Transaction, table_id: int, kind: type[N]) -> list[N]:
    """Drop what still waits of one kind and has certainly not arrived, and return it."""
    rows = await outbox.drop(db, table_id, str(kind.__struct_config__.tag))
    return [notice for notice in map(from_row, rows) if isinstance(notice, kind)]


async def drop_all(db: Transaction, table_id: int) -> None:
    """Drop what was to be told about a table that is over now, and its timers. What is outdated is so all the more."""
    await outbox.drop_all(db, table_id, but=_OF_OTHERS)
    await timers.clear_timers(db, table_id)


async def drop_untold(db: Transaction, table_id: int) -> None:
    """Drop what was to be told about a table and is written anew; what is outdated stays so."""
    await outbox.drop_all(db, table_id, but=_OF_OTHERS)


def is_dropped(row: OutboxRow) -> bool:
    """Say whether what waits is dropped then: the rest waits on, and is not written anew."""
    return not row.nonce and row.kind not in _OF_OTHERS


def to_row(table: Table, notice: Notice, due: int = 0) -> OutboxRow:
    """Return a notice as it waits in the file."""
    return _row(table.id, table.row.version, notice, due)


def _row(table_id: int, position: int, notice: Notice, due: int) -> OutboxRow:
    facts: dict[str, Any] = msgspec.to_builtins(notice)
    return OutboxRow(
        table_id=table_id,
        kind=facts.pop("kind"),
        seat=facts.pop("seat", None),
        person=facts.pop("person", None),
        position=position,
        facts=msgspec.json.encode(facts).decode(),
        due=due,
        lane=notice.lane,
        asks=notice.asks,
    )


def from_row(row: OutboxRow) -> Notice:
    """Return the notice that waited in the file; raise `msgspec.MsgspecError` if nobody knows what it means."""
    facts: dict[str, Any] = msgspec.json.decode(row.facts)
    about = {name: number for name, number in (("seat", row.seat), ("person", row.person)) if number is not None}
    notice: Notice = _NOTICES.decode(msgspec.json.encode({"kind": row.kind, **facts, **about}))
    return notice
