"""Making a move and taking one back: lock, load, check, play, one transaction. The only way a game goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import perf_counter

from rules import Move, Refused
from rules.records import UNDO, effective_entries
from storage import Transaction
from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from storage.rows import LogRow, SeatRow
from tables.delivery import outbox
from tables.model.players_to_act import Asked
from tables.model.table import Look, Table
from tables.model.table_errors import Declined, Stale
from tables.play import change, lookup, since_last_move
from tables.runtime.services import Services
from tables.thinking import computers, lesson_guide

log = logging.getLogger("kontor.tables")


async def play(
    services: Services, table_id: int, person: int, text: str | Callable[[Look], str], mark: str | None = None
) -> Look:
    """Make a person's move and return what they see then.

    `mark` is the decision the person saw; a move for another decision is declined as stale. Without a mark (a typed
    command) it is whatever is open now. `text` may be made from what lies there once the table is held.
    """
    async with services.at(table_id) as table:
        seat = sitting(table, person)
        if mark is not None and not table.is_open(seat.seat, mark):
            raise Stale
        if callable(text):
            text = text(await lookup.through(services, table, seat.seat))
        move = table.game.parse(text)
        if table.row.lesson:
            guidance = (await lookup.through(services, table, seat.seat)).guidance
            table.row.explained.append(guidance.idea if guidance else "")
        await _move(services, table, seat, move)
        await let_computers_answer(services, table)
        look = await since_last_move.with_changes(services, await lookup.through(services, table, seat.seat))
    _think(services, table)
    return look


async def let_computers_answer(services: Services, table: Table) -> None:
    """Let the computers of a lesson, which is held, do at once what is written down for them."""
    while written := await lesson_guide.written_move(services, table):
        seat, move = written
        await _move(services, table, table.seats[seat], move)


async def play_for_computer(services: Services, table_id: int, seat: int, mark: str, text: str) -> None:
    """Make a computer's move, by the same door: stale or handed back meanwhile means nothing is done."""
    async with services.at(table_id) as table:
        chair = table.seats[seat]
        decides = chair.computer or (chair.helped and seat in table.owed)
        if table.row.status != "playing" or not decides or mark != table.mark(seat):
            return
        await _move(services, table, chair, table.game.parse(text), helped=not chair.computer)
        await let_computers_answer(services, table)
    _think(services, table)


async def take_back(
    services: Services, table_id: int, person: int, mark: str | None = None, *, everything: bool = False
) -> Look:
    """Take the person's latest move back, if nothing was revealed since and nobody built on it.

    `everything`: and with it all they have done in the decision that is open, as far as it can be taken back. What was
    asked in between belongs to it: a frame that lay on top of one that is still on the agenda.
    """
    async with services.at(table_id) as table:
        seat = sitting(table, person)
        if mark is not None and not table.is_open(seat.seat, mark):
            raise Stale
        if not table.can_take_back(seat.seat):
            raise Declined("nothing_to_undo")
        entries = await sql.log(services.db.reader, table_id)
        async with services.db.transaction() as db:
            await _strike(db, table, seat, entries, services.now())
            while everything and table.can_take_back(seat.seat) and _belongs(table, seat):
                await _strike(db, table, seat, entries, services.now())
        look = await since_last_move.with_changes(services, await lookup.through(services, table, seat.seat))
    after_commit(services, table)
    return look


async def _strike(db: Transaction, table: Table, seat: SeatRow, entries: list[LogRow], now: int) -> None:
    """Take back the seat's latest move; `entries` is the log and grows by that."""
    before = Asked.at(table)
    struck = next(row for row in reversed(effective_entries(entries)) if row.seat == seat.seat)
    entry = LogRow(n=table.row.version + 1, seat=seat.seat, text=UNDO, events=b"[]", at=now)
    entries.append(entry)
    kept = since_last_move.replay(table, entries, seat.seat)
    table.row.undos += 1
    if table.row.explained and not seat.computer:
        table.row.explained.pop()
    await change.write_entry(db, table, before, entry, [], now, struck)
    await since_last_move.keep_again(db, table, seat.seat, kept)
    log.info("table=%d version=%d seat=%d move=undo", table.id, entry.n, seat.seat)


def _belongs(table: Table, seat: SeatRow) -> bool:
    """Say whether the latest move was the seat's, in a decision that is still open or asked in the midst of one."""
    tail, still_open = table.state.tail, {waiting.id for waiting in table.state.agenda}
    return tail[-1][0] == seat.seat and any(mover == seat.seat and frame in still_open for mover, frame in tail)


async def save_draft(services: Services, table_id: int, person: int, mark: str, make: Callable[[Look], str]) -> Look:
    """Keep a half-built move until its decision is made; an empty one throws it away.

    It is made from what lies there once the table is held.
    """
    async with services.at(table_id) as table:
        seat = sitting(table, person)
        if not table.is_open(seat.seat, mark):
            raise Stale
        body = make(await lookup.through(services, table, seat.seat))
        seat.mark, seat.draft = table.mark(seat.seat), body
        async with services.db.transaction() as db:
            await sql.set_draft(db, table_id, seat.seat, seat.mark, body)
        return await since_last_move.with_changes(services, await lookup.through(services, table, seat.seat))


def sitting(table: Table, person: int) -> SeatRow:
    """Return the seat at which the person may decide now; decline with the reason if there is none."""
    if table.row.status == "lobby":
        raise Declined("not_started", table=table.id)
    if table.row.status == "closed":
        raise Declined("closed", table=table.id)
    seat = table.seat_of(person)
    if seat is None:
        raise Declined("not_seated", table=table.id)
    if table.row.status == "finished":
        raise Declined("finished", table=table.id)
    if seat.computer:
        raise Declined("seat_lost" if seat.lost else "computer_decides", table=table.id)
    return seat


async def _move(services: Services, table: Table, seat: SeatRow, move: Move, *, helped: bool = False) -> None:
    """Make a move and begin to tell it. `helped`: a computer decides for a person, this once."""
    began = perf_counter()
    before = Asked.at(table)
    kept = None if helped else since_last_move.seen_by(table, seat.seat)
    # A sealed or secret move is named by its kind only: the operator's log is no way to see a hand.
    said = move.verb if move.secret else str(move)
    try:
        events = table.game.play(table.state, seat.seat, move)
    except Refused as refusal:
        kind = type(refusal).__name__
        log.info("table=%d version=%d seat=%d move=%r refused=%s", table.id, table.row.version, seat.seat, said, kind)
        raise
    now = services.now()
    stored = table.game.encode_events(events)
    entry = LogRow(n=table.row.version + 1, seat=seat.seat, text=str(move), events=stored, at=now, helped=helped)
    async with services.db.transaction() as db:
        await since_last_move.keep(db, table, seat.seat, kept)
        await change.write_entry(db, table, before, entry, events, now)
        first = await sql_outbox.finish(db, table.id, now)
    services.caches.log_entries[table.id, entry.n] = table.log_entry(entry)
    if kept:
        services.caches.seen[table.id, seat.seat, kept.n] = kept.view
    if first:
        outbox.wake(services, table.id, first)
    ms = 1000 * (perf_counter() - began)
    log.info("table=%d version=%d seat=%d move=%r ms=%.1f", table.id, entry.n, seat.seat, said, ms)


def after_commit(services: Services, table: Table) -> None:
    """Begin to tell what was committed, and let the computers think that are asked now."""
    outbox.wake(services, table.id)
    _think(services, table)


def _think(services: Services, table: Table) -> None:
    if table.row.thinking:
        computers.wake(services, table.id, play_for_computer)
