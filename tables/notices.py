"""Every kind of thing that is told about a table: what and to whom, never in which words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

import msgspec

from storage import Transaction, outbox
from storage.rows import OutboxRow, What
from tables.lobby_notices import Invited, LobbyOpened
from tables.notice import AnyNotice
from tables.seat_notices import (
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
    SeatGone,
    SeatOffered,
    TakenOver,
)
from tables.table import Table


class LobbyChanged(AnyNotice, frozen=True, kw_only=True, tag="lobby"):
    """The lobby shows something else: who sits there, that the game has begun, how it ended."""

    newest_only = True


class LobbyFull(AnyNotice, frozen=True, kw_only=True, tag="full"):
    """All seats are taken: the host may start."""

    asks = True


class Started(AnyNotice, frozen=True, kw_only=True, tag="start"):
    """The game begins."""


class Story(AnyNotice, frozen=True, kw_only=True, tag="story"):
    """What happened: from the entry of the log after `after` (-1: from the opening) to the entry `upto`."""

    after: int
    upto: int


class BoardChanged(AnyNotice, frozen=True, kw_only=True, tag="board"):
    """The board shows something else."""

    newest_only = True


class HandChanged(AnyNotice, frozen=True, kw_only=True, tag="hand"):
    """What a seat holds and is asked has changed."""

    newest_only = True
    seat: int
    can_wait: bool = False
    """Its reader needs it no sooner than they are asked something else: they know what they do, or what they did."""

    @property
    def lane(self) -> int:
        """Nobody's hand waits for the table, nor for another's."""
        return 1 + self.seat


class LessonWentOn(AnyNotice, frozen=True, kw_only=True, tag="lesson"):
    """In a lesson something has happened that its learner has not done: their menu shows it, if they have one open."""

    newest_only = True


class Ping(AnyNotice, frozen=True, kw_only=True, tag="ping"):
    """These seats are asked the decision of frame `asking`, until then (0: there is no end)."""

    asks = True
    seats: tuple[int, ...]
    asking: int
    until: int
    each: tuple[int, ...] = ()
    """Until when each of the seats has time, where that differs."""


class Reminder(AnyNotice, frozen=True, kw_only=True, tag="reminder"):
    """A seat still owes the decision of frame `asking`; its time ends then (0: it has ended)."""

    asks = True
    seat: int
    asking: int
    until: int


class Gathered(AnyNotice, frozen=True, kw_only=True, tag="gathered"):
    """The person at a seat is told in one message all that waits for them, since something of this is new.

    It is told at their most urgent table, and is about all of theirs: what, where, and which frame was asked. Who has
    no seat there is known by their number as a `guest`.
    """

    asks = True
    seat: int = -1
    news: tuple[tuple[int, What, int], ...]
    guest: int = -1

    @property
    def lane(self) -> int:
        """It waits for nobody, and nobody waits for it."""
        return -10 - self.seat if self.seat >= 0 else -100 - self.guest


class PingsGone(AnyNotice, frozen=True, kw_only=True, tag="pings_gone"):
    """Somebody is not asked any more what they were pinged for, and has not answered: such pings are taken away."""

    newest_only = True

    @property
    def lane(self) -> int:
        """Some of them are direct messages: they do not wait for the table's place."""
        return -1


class TakenBack(AnyNotice, frozen=True, kw_only=True, tag="undone"):
    """A seat has taken back a move that was told already: the entry `struck` of the log (0: not known)."""

    seat: int
    struck: int = 0


class DmsClosed(AnyNotice, frozen=True, kw_only=True, tag="dms_closed"):
    """The person at a seat takes no direct messages: they hear so at the table."""

    seat: int


Happening = (
    Story
    | TakenBack
    | HandedOver
    | TakenOver
    | CameBack
    | MoreTime
    | PauseWanted
    | Paused
    | PauseOver
    | OfferDeclined
    | CloseWanted
    | CloseUnwanted
)
"""What has happened at a table, each in a few lines: told as one if several had to wait."""


class News(AnyNotice, frozen=True, kw_only=True, tag="news"):
    """What happened while the place refused, told as one, in order."""

    parts: tuple[Happening, ...]


class Outdated(AnyNotice, frozen=True, kw_only=True, tag="outdated"):
    """A message that says what is not so any more: it is taken away."""

    channel: int
    message: int
    asks_in_vain: bool = False
    """It is a ping; else something newer stands in its place."""
    story: str = ""
    """What happened, as it was told with it: that stays."""
    elsewhere: bool = False
    """What happened is told anew, since this message cannot be edited; only then is it taken away."""

    @property
    def lane(self) -> int:
        """It waits for nobody, and nobody waits for it."""
        return self.message


class PlaceGone(AnyNotice, frozen=True, kw_only=True, tag="place_gone"):
    """The table's channel was deleted: its host is told by direct message how to move it."""

    newest_only = True

    @property
    def lane(self) -> int:
        """It does not wait for the place that is gone."""
        return -2


class Moved(AnyNotice, frozen=True, kw_only=True, tag="moved"):
    """The table has moved into another channel: it goes on there."""


class Ended(AnyNotice, frozen=True, kw_only=True, tag="end"):
    """The game is over, with a result."""


class Rematch(AnyNotice, frozen=True, kw_only=True, tag="rematch"):
    """A seat has opened the table `new`, to play again."""

    seat: int
    new: int


class MomentShown(AnyNotice, frozen=True, kw_only=True, tag="moment"):
    """Somebody shows all how things stood after an entry of the log (0: at the beginning).

    `eyes`: through whose, once the game is over; before that spectators' alone count.
    """

    entry: int
    eyes: str
    by: int | None
    """The seat of who shows it; None: they have none."""


Notice = (
    LobbyChanged
    | LobbyFull
    | Invited
    | LobbyOpened
    | Started
    | Story
    | BoardChanged
    | HandChanged
    | LessonWentOn
    | Ping
    | Reminder
    | Gathered
    | PingsGone
    | TakenBack
    | HandedOver
    | TakenOver
    | CameBack
    | OutOfTime
    | MoreTime
    | PauseWanted
    | Paused
    | PauseOver
    | OffersChanged
    | SeatOffered
    | OfferDeclined
    | SeatGone
    | CloseWanted
    | CloseUnwanted
    | DmsClosed
    | News
    | Outdated
    | PlaceGone
    | Moved
    | Ended
    | Rematch
    | MomentShown
)


_OF_OTHERS = [str(kind.__struct_config__.tag) for kind in (Outdated, Gathered, SeatGone)]
"""What is told whatever becomes of the table: what is outdated is so all the more, and others wait with it."""
_ASIDE = -3
"""The lane of what is not due yet, and holds nothing up."""

N = TypeVar("N", bound=AnyNotice)


Write = Callable[[Transaction], Awaitable[None]]
"""Something to be written."""


Behind = Callable[[], Awaitable[list["Outgoing"]]]


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


async def write(
    db: Transaction,
    table: Table,
    notices: Iterable[Notice],
    *,
    in_place: bool = True,
    due: int = 0,
    aside: bool = False,
) -> None:
    """Write what is to be told about a table, not before `due`; `aside`: meanwhile nothing else waits for it.

    `in_place`: what shows how things stand takes the place of an older one that still waits; else it goes to the end.
    """
    for notice in notices:
        row = to_row(table, notice, due)
        if aside:
            row.lane = _ASIDE
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
    await outbox.forget_table(db, table_id, but=_OF_OTHERS)


async def drop_untold(db: Transaction, table_id: int) -> None:
    """Drop what was to be told about a table and is written anew; what is outdated stays so."""
    await outbox.drop_all(db, table_id, but=_OF_OTHERS)


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


_NOTICES = msgspec.json.Decoder(Notice)
"""Made once: to find out what each of so many kinds holds takes longer than to read one."""


def outgoing(row: OutboxRow, *, from_before: bool = False, behind: Behind = _nothing) -> Outgoing:
    """Return what is told with this row."""
    return Outgoing(
        row.id,
        from_row(row),
        outbox.nonce_of(row),
        row.position,
        again=bool(row.nonce),
        from_before=from_before,
        changed=row.stamp % outbox.TOLD > 0,
        behind=behind,
    )
