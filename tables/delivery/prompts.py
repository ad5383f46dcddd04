"""Messages that ask somebody something: who still has to be asked, which of them stand, and which stand for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from storage import Transaction
from storage.queries import outbox as sql_outbox
from storage.queries import pings as sql
from storage.queries import tables as sql_tables
from storage.rows import PingRow
from storage.rows import SeatRow as Seat
from tables.delivery import posts
from tables.delivery.posts import Post
from tables.model.players_to_act import PendingDecision, PromptPlan, PromptWay, asks_for, plan_prompts, way_to_prompt
from tables.model.table import Table
from tables.notifications import outgoing
from tables.notifications.kinds import Outdated, Ping
from tables.notifications.outgoing import Outgoing
from tables.runtime import people as persons
from tables.runtime.services import Services

__all__ = [
    "PromptWay",
    "Seat",
    "asked_by",
    "asked_by_these",
    "asked_directly",
    "cross_out",
    "forget_pings",
    "gathered_for",
    "note_asked",
    "note_asked_by",
    "note_gathered",
    "note_not_asked",
    "note_was_pinged",
    "on_its_way",
    "pings_here",
    "stands",
    "take_away",
    "to_ask",
    "way",
]


async def to_ask(services: Services, ping: Ping, table: Table) -> PromptPlan:
    """Return who has to be asked by this ping now: nobody if something else is asked by now."""
    asked = PendingDecision.of(table)
    if asked.frame != ping.asking:
        return PromptPlan([], [])
    latest = {row.person: row for row in await sql.pings(services.db.sync_reader, table.id) if row.kind == "ping"}
    return plan_prompts(table.seats, asked, ping.seats, latest, services.now())


async def on_its_way(services: Services, table: Table, seat: Seat, kind: str) -> bool:
    """Say whether somebody was to be asked by direct message, and it is not known whether that has arrived."""
    rows = await sql.pings(services.db.sync_reader, table.id)
    return any((row.person, row.kind) == (seat.person, kind) and row.frame > 0 and not row.message for row in rows)


async def stands(services: Services, table: Table, seat: Seat, kind: str) -> bool:
    """Say whether a message of this kind asks somebody what they owe now."""
    rows = [
        row
        for row in await sql.pings(services.db.sync_reader, table.id)
        if (row.person, row.kind) == (seat.person, kind)
    ]
    return any(row.message and asks_for(row, seat, PendingDecision.of(table)) for row in rows)


async def way(services: Services, table: Table, seat: Seat, *, speaks: bool) -> PromptWay:
    """Say how somebody at a seat is asked."""
    assert seat.person is not None
    known = await persons.get(services, seat.person)
    closed = await posts.dms_closed(services, table.id, seat.person)
    return way_to_prompt(speaks=speaks, wants_dms=known is None or known.dms, dms_closed=closed)


async def note_asked(
    services: Services,
    table: Table,
    seats: Sequence[Seat],
    kind: str,
    channel: int,
    message: int,
    *,
    loud: bool = True,
    outgoing: Outgoing | None = None,
) -> None:
    """Remember by which message these seats are asked what they owe. Who was only written to was pinged before.

    `outgoing`: what asks them; it is remembered with all that telling this comes to.
    """
    if not seats:
        return
    earlier = [] if loud else await sql.pings(services.db.sync_reader, table.id)
    before = {row.person: row.at for row in earlier if row.kind == kind}
    rows = _asking(table, seats, kind, channel, message, before, services.now())
    board = await posts.find(services, table.id, "board")
    write = partial(_ask_instead, table=table, rows=rows, board=board.message if board else 0, now=services.now())
    if outgoing:
        outgoing.to_write.append(write)
        return
    async with services.db.transaction() as db:
        await write(db)


async def _ask_instead(db: Transaction, table: Table, rows: Sequence[PingRow], board: int, now: int) -> None:
    """Write that people are asked by these messages; those have to go that they have answered, but for the board."""
    before, new = await sql.pings(db, table.id), {(row.person, row.kind): row.message for row in rows}
    older = [row for row in before if new.get((row.person, row.kind), row.message) != row.message != board]
    await _outdate(db, table, before, [row for row in older if _is_answered(row, table)], now)
    await sql.save_pings(db, table.id, rows)


async def _outdate(
    db: Transaction, table: Table, rows: Sequence[PingRow], answered: Sequence[PingRow], now: int
) -> None:
    """Let the messages be taken away that have asked for what was answered, unless they still ask somebody."""
    needed = {row.message for row in rows if row not in answered}
    gone = {row.message: _outdated(row) for row in answered if row.message not in needed}
    await outgoing.outdate(db, table.id, gone.values(), now)


def _asking(
    table: Table, seats: Sequence[Seat], kind: str, channel: int, message: int, before: Mapping[int, int], now: int
) -> list[PingRow]:
    """Return that this message asks these seats what they owe; `before`: when they were pinged."""
    what = PendingDecision.of(table)
    return [
        PingRow(
            person=seat.person,
            kind=kind,
            channel=channel,
            message=message,
            frame=what.frame,
            decision=what.decision,
            entries=seat.entries,
            at=before.get(seat.person, now),
        )
        for seat in seats
        if seat.person
    ]


async def note_not_asked(services: Services, table: Table, person: int, kind: str) -> None:
    """Forget that somebody was to be asked by direct message: they take none."""
    rows = [
        row for row in await sql.pings(services.db.sync_reader, table.id) if (row.person, row.kind) == (person, kind)
    ]
    async with services.db.transaction() as db:
        await sql.save_pings(db, table.id, [msgspec.structs.replace(row, frame=0, message=0, at=0) for row in rows])


async def gathered_for(services: Services, table: Table, kind: str, outgoing: Outgoing) -> set[int]:
    """Return the people for whom this very notice was gathered already."""
    rows = await sql.pings(services.db.sync_reader, table.id)
    return {row.person for row in rows if (row.kind, row.notice) == (_later(kind), outgoing.number)}


async def note_gathered(
    db: Transaction, table: Table, people: Sequence[int], kind: str, outgoing: Outgoing, now: int
) -> None:
    """Remember that this notice was gathered for people."""
    rows = [
        PingRow(person=person, kind=_later(kind), notice=outgoing.number, frame=0, decision="", entries=0, at=now)
        for person in people
    ]
    await sql.save_pings(db, table.id, rows)


def _later(kind: str) -> str:
    return f"{kind}_later"


async def take_away(services: Services, table: Table) -> list[Outdated]:
    """Return the messages that ask for what nobody is asked any more, and has not answered either.

    From now on they do not count. Should nobody take them away now, the outbox does.
    """
    rows = [
        row
        for row in await sql.pings(services.db.sync_reader, table.id)
        if row.message and (row.frame or _to_start(row))
    ]
    gone = [row for row in rows if _is_gone(row, table)]
    board = await posts.find(services, table.id, "board")
    # The board that asks them will not when it is edited, which it is.
    needed = {row.message for row in rows if row not in gone} | ({board.message} if board else set())
    outdated = [_outdated(row) for row in {row.message: row for row in gone if row.message not in needed}.values()]
    async with services.db.transaction() as db:
        await forget_pings(db, table, gone)
        await outgoing.outdate(db, table.id, outdated, services.now() + posts.RETIRES)
    return outdated


async def pings_here(services: Services, table: Table) -> list[PingRow]:
    """Return what asks people where a table lives."""
    here = (table.row.channel, table.row.thread)
    return [row for row in await sql.pings(services.db.sync_reader, table.id) if row.message and row.channel in here]


def asked_by_these(table: Table, rows: Sequence[PingRow]) -> list[int]:
    """Return the seats that are asked by these messages what they owe."""
    what = PendingDecision.of(table)
    asked = [(table.seat_of(row.person), row) for row in rows if row.kind == "ping"]
    return sorted(seat.seat for seat, row in asked if seat and seat.seat in what.seats and asks_for(row, seat, what))


async def forget_pings(db: Transaction, table: Table, rows: Sequence[PingRow]) -> None:
    """Let these messages ask nobody any more."""
    await sql.save_pings(db, table.id, [msgspec.structs.replace(row, frame=0, message=0) for row in rows])


async def asked_directly(services: Services, table: Table) -> list[Outdated]:
    """Return the direct messages in which people are asked something at a table."""
    here = (table.row.channel, table.row.thread)
    pings = [_outdated(row) for row in await sql.pings(services.db.sync_reader, table.id) if row.message]
    offers = [posts.outdated(post) for post in (await posts.all_of(services, table.id, "offer")).values()]
    return [each for each in (*pings, *offers) if each.channel not in here]


def _outdated(row: PingRow) -> Outdated:
    return Outdated(channel=row.channel, message=row.message, asks_in_vain=not _to_start(row))


def _is_answered(row: PingRow, table: Table) -> bool:
    """Say whether somebody was asked what they have decided since."""
    seat = table.seat_of(row.person)
    if seat is None or not row.message or not row.frame:
        return False
    return seat.entries != row.entries and not _is_asked(row, seat, table)


def _is_asked(row: PingRow, seat: Seat, table: Table) -> bool:
    return table.has_to_decide(seat.seat, row.frame, row.decision)


def _to_start(row: PingRow) -> bool:
    """Say whether a message asks the host of a full lobby to start."""
    return row.kind in ("full", "full_dm")


def _is_gone(row: PingRow, table: Table) -> bool:
    if _to_start(row):
        return table.row.status != "lobby" or row.person != table.row.host
    seat = table.seat_of(row.person)
    if seat is None:
        return True
    if _is_asked(row, seat, table):
        return False
    # A frame that was taken back has never been; one that was and is over was answered, unless they have done nothing.
    return row.frame > table.state.frames or seat.entries == row.entries


async def asked_by(services: Services, table: Table, message: int) -> list[Seat]:
    """Return the seats that this message asks what they owe."""
    rows = [row for row in await sql.pings(services.db.sync_reader, table.id) if row.message == message]
    return [table.seats[seat] for seat in asked_by_these(table, rows)]


async def note_asked_by(
    db: Transaction, table: Table, newly: PromptPlan, still: Sequence[Seat], old: int, new: Post, now: int
) -> None:
    """Remember that the new board asks these seats: what the old one asked them still, or something new.

    By then the messages have to go that asked for what was answered.
    """
    before = await sql.pings(db, table.id)
    answered = [row for row in before if row.message not in (old, new.message) and _is_answered(row, table)]
    people = {seat.person for seat in still}
    rows = [
        msgspec.structs.replace(row, channel=new.channel, message=new.message)
        if row.person in people
        else msgspec.structs.replace(row, frame=0, message=0)
        for row in before
        if old and row.message == old
    ]
    rows += [msgspec.structs.replace(row, frame=0, message=0) for row in answered]
    rows += _asking(table, newly.ping, "ping", new.channel, new.message, {}, now)
    at = {row.person: row.at for row in before if row.kind == "ping"}
    rows += _asking(table, newly.quietly, "ping", new.channel, new.message, at, now)
    await sql.save_pings(db, table.id, rows)
    await _outdate(db, table, before, answered, now)


async def note_was_pinged(
    services: Services, table: Table, people: Sequence[int], position: int, message: Outdated
) -> None:
    """Remember that people were pinged by a message that asks nothing any more, and is taken away.

    `position`: the log's length when that was written. Who has done something since will be pinged for what comes next.
    """
    seats = [seat for seat in table.seats if seat.person in people]
    since = Counter(entry.seat for entry in await sql_tables.log(services.db.reader, table.id, after=position))
    then = [msgspec.structs.replace(seat, entries=seat.entries - since[seat.seat]) for seat in seats]
    rows = [msgspec.structs.replace(row, frame=0) for row in _asking(table, then, "ping", 0, 0, {}, services.now())]
    async with services.db.transaction() as db:
        await sql.save_pings(db, table.id, rows)
        await outgoing.outdate(db, table.id, [message], services.now() + posts.RETIRES)


def cross_out(table: Table, outdated: Outdated, outgoing: Outgoing) -> None:
    """Cross out what is outdated, with all that telling this comes to: it is gone."""
    outgoing.to_write.append(partial(sql_outbox.drop_lane, table_id=table.id, lane=outdated.lane))
