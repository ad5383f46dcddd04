"""Making moves and taking them back: lock the table, load it, check the move, write everything in one transaction.

`play` makes a person's move, `play_for_computer` a computer's, `take_back` undoes one, and `save_draft` stores a
half-built one. `wake_computers` lets a table's computers think. After its start, every change of a game's state goes
through this module.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import perf_counter

from rules import Move, Refused
from rules.records import UNDO, effective_entries
from storage import Transaction, Unreachable, Unusable
from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from storage.rows import LogRow, SeatRow
from tables.delivery import outbox
from tables.model import seeds
from tables.model.players_to_act import PendingDecision
from tables.model.table import Look, Table
from tables.model.table_errors import Declined, Stale
from tables.play import lookup, since_last_move, table_writer
from tables.runtime.services import Services
from tables.thinking import computers, lesson_guide

log = logging.getLogger("kontor.tables")


async def play(
    services: Services, table_id: int, person: int, text: str | Callable[[Look], str], mark: str | None = None
) -> Look:
    """Make a person's move, commit it, and return what they see afterwards, with what changed for them.

    `text` is the move, or a function that makes it from what the seat sees once the table is locked. `mark` names the
    decision the person saw; if it is no longer pending, `Stale` is raised. Without a mark (a typed command) the move is
    for whatever is pending now. Raise `Refused` if the text is no move or the rules do not allow it, and `Declined` if
    the game is not running or the person does not decide at a seat of it. Notifications and computers' moves start in
    the background. In a lesson the idea that was explained is noted as known, and the computers' scripted moves are
    made before this returns.
    """
    async with services.at(table_id) as table:
        seat = deciding_seat(table, person)
        if mark is not None and not table.is_current_mark(seat.seat, mark):
            raise Stale
        if callable(text):
            text = text(await lookup.look_of_seat(services, table, seat.seat))
        move = table.game.parse(text)
        if table.row.lesson:
            seen = await lookup.look_of_seat(services, table, seat.seat)
            table.row.explained.append(lesson_guide.noted_idea(seen))
        await _make_move(services, table, seat, move)
        await play_scripted_moves(services, table)
        look = await since_last_move.with_changes(services, await lookup.look_of_seat(services, table, seat.seat))
    _wake_if_computer_acts(services, table)
    return look


async def play_scripted_moves(services: Services, table: Table) -> None:
    """In a lesson, make and commit the computers' moves that its script has now, until it has none.

    The caller holds the table's lock. Does nothing at other tables.
    """
    while scripted := await lesson_guide.scripted_computer_move(services, table):
        seat, move = scripted
        await _make_move(services, table, table.seats[seat], move)


async def play_for_computer(services: Services, table_id: int, seat: int, mark: str, text: str) -> None:
    """Make the move a computer has chosen for the decision `mark`.

    Do nothing if that decision is no longer pending or a person decides at the seat again. In a lesson the computers'
    scripted moves follow at once. If a computer has to act next, its thinking starts in the background. Raise
    `Refused` if the text is no move or the rules do not allow it, and `Declined` if there is no such table.
    """
    async with services.at(table_id) as table:
        chair = table.seats[seat]
        decides = chair.computer or (chair.helped and seat in table.owed)
        if table.row.status != "playing" or not decides or mark != table.mark(seat):
            return
        await _make_move(services, table, chair, table.game.parse(text), helped=not chair.computer)
        await play_scripted_moves(services, table)
    _wake_if_computer_acts(services, table)


def wake_computers(services: Services, table_id: int) -> None:
    """Start a background task in which a table's computers make all the decisions they owe.

    A task that is already running looks once more when it is done.
    """
    services.background.start("think", table_id, lambda: _let_computers_decide(services, table_id))


async def wake_all_computers(services: Services) -> None:
    """Call `wake_computers` for every table of this process's partition where a computer has to act."""
    for table_id in await sql.thinking(services.db.reader, services.partition):
        wake_computers(services, table_id)


async def _let_computers_decide(services: Services, table_id: int) -> None:
    """Let computers think and move, one decision after the other, until none has to act or a shutdown begins.

    An error ends the loop, and the next tick wakes the computers again. It is logged here, except `Unreachable` and
    `Unusable`, which are raised, and `Declined`, which is ignored.
    """
    try:
        while not services.background.closing:
            table = await services.load(table_id)
            owing = table.decided_by_computer(table.owed)
            if not owing:
                return
            seat = owing[0]
            # The bot may have stopped before it made a scripted move.
            if scripted := await lesson_guide.scripted_computer_move(services, table):
                seat, text = scripted[0], str(scripted[1])
                await play_for_computer(services, table_id, seat, table.mark(seat), text)
                continue
            player, mark = table.seats[seat].computer or table.row.level, table.mark(seat)
            if temperament := computers.temperament_of(table.seats[seat]):
                player = f"{player}:{temperament}"
            snapshot = table.row.snapshot or b""
            text = await services.thinker.think(table.row.game, snapshot, seat, player, seeds.new())
            await play_for_computer(services, table_id, seat, mark, text)
    except Declined:
        return
    except (Unreachable, Unusable):
        raise
    except Exception:
        log.exception("table=%d a computer could not decide", table_id)


async def take_back(
    services: Services, table_id: int, person: int, mark: str | None = None, *, everything: bool = False
) -> Look:
    """Take back a person's latest move, commit that, and return what they see then.

    `everything` takes back all the person's moves in the pending decision, as far as that is possible, including
    decisions that interrupted it. Raise `Declined` if the person may not move here, or if there is no move that the
    rules let them take back, for example because it revealed something. Raise `Stale` if `mark` is given and does not
    name the pending decision. Notifications and computers' moves start in the background.
    """
    async with services.at(table_id) as table:
        seat = deciding_seat(table, person)
        if mark is not None and not table.is_current_mark(seat.seat, mark):
            raise Stale
        if not table.can_take_back(seat.seat):
            raise Declined("nothing_to_undo")
        entries = await sql.log(services.db.reader, table_id)
        async with services.db.transaction() as db:
            await _take_back_latest(db, table, seat, entries, services.now())
            while everything and table.can_take_back(seat.seat) and _is_part_of_open_decision(table, seat):
                await _take_back_latest(db, table, seat, entries, services.now())
        look = await since_last_move.with_changes(services, await lookup.look_of_seat(services, table, seat.seat))
    after_commit(services, table)
    return look


async def _take_back_latest(db: Transaction, table: Table, seat: SeatRow, entries: list[LogRow], now: int) -> None:
    """Take back the seat's latest move: append an undo entry to `entries`, replay the log, and write the result.

    `table.row.undos` rises by 1, the seat's kept views are those from before the move, and in a lesson the idea
    explained with the move counts as new again. `entries` must be the table's whole log.
    """
    before = PendingDecision.of(table)
    struck = next(row for row in reversed(effective_entries(entries)) if row.seat == seat.seat)
    entry = LogRow(n=table.row.version + 1, seat=seat.seat, text=UNDO, events=b"[]", at=now)
    entries.append(entry)
    kept = since_last_move.replay(table, entries, seat.seat)
    table.row.undos += 1
    if table.row.explained and not seat.computer:
        table.row.explained.pop()
    await table_writer.write_entry(db, table, before, entry, [], now, struck)
    await since_last_move.keep_again(db, table, seat.seat, kept)
    log.info("table=%d version=%d seat=%d move=undo", table.id, entry.n, seat.seat)


def _is_part_of_open_decision(table: Table, seat: SeatRow) -> bool:
    """Return True if the latest move that can be taken back belongs to a decision of the seat that is still open.

    The seat must have made that move, and one that can be taken back in a frame (a decision on the agenda) that is
    still open. The latest move was then made in that frame or in one that interrupted it. `state.tail`, the (seat,
    frame) of the moves that can be taken back, must not be empty.
    """
    tail, still_open = table.state.tail, {waiting.id for waiting in table.state.agenda}
    return tail[-1][0] == seat.seat and any(mover == seat.seat and frame in still_open for mover, frame in tail)


async def save_draft(services: Services, table_id: int, person: int, mark: str, make: Callable[[Look], str]) -> Look:
    """Store a person's half-built move until its decision is made, and return what they see then. No one is notified.

    `make` returns the draft from what the seat sees once the table is locked; an empty one removes the draft. Raise
    `Stale` if `mark` is no longer the pending decision, and `Declined` if the person may not move here.
    """
    async with services.at(table_id) as table:
        seat = deciding_seat(table, person)
        if not table.is_current_mark(seat.seat, mark):
            raise Stale
        body = make(await lookup.look_of_seat(services, table, seat.seat))
        seat.mark, seat.draft = table.mark(seat.seat), body
        async with services.db.transaction() as db:
            await sql.set_draft(db, table_id, seat.seat, seat.mark, body)
        return await since_last_move.with_changes(services, await lookup.look_of_seat(services, table, seat.seat))


def deciding_seat(table: Table, person: int) -> SeatRow:
    """Return the seat at which a person plays in a running game, whether or not it is their turn.

    Raise `Declined` if the game is not running, they have no seat, or a computer decides there.
    """
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


async def _make_move(services: Services, table: Table, seat: SeatRow, move: Move, *, helped: bool = False) -> None:
    """Play a move, commit it, update the caches, and start the delivery of its notifications.

    The caller holds the table's lock. What a person saw before their move is stored with it, but not for a computer's
    move. `helped` means that a computer decides this once for a person whose time is up; that counts as a computer's
    move. Raise `Refused` if the move is not allowed. The operator's log names the move or its refusal, of a secret move
    only the verb.
    """
    began = perf_counter()
    before = PendingDecision.of(table)
    kept = None if helped else since_last_move.seen_by(table, seat.seat)
    # The operator's log names a secret move only by its verb, so that nobody can read a hand there.
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
        await table_writer.write_entry(db, table, before, entry, events, now)
        first = await sql_outbox.commit_and_read_next(db, table.id, now)
    services.caches.log_entries[table.id, entry.n] = table.log_entry(entry)
    if kept:
        services.caches.seen[table.id, seat.seat, kept.n] = kept.view
    if first:
        outbox.wake(services, table.id, first)
    ms = 1000 * (perf_counter() - began)
    log.info("table=%d version=%d seat=%d move=%r ms=%.1f", table.id, entry.n, seat.seat, said, ms)


def after_commit(services: Services, table: Table) -> None:
    """Start the delivery of a table's notifications and, if a computer has to act, its thinking."""
    outbox.wake(services, table.id)
    _wake_if_computer_acts(services, table)


def _wake_if_computer_acts(services: Services, table: Table) -> None:
    """Call `wake_computers` if a computer has to act at the table."""
    if table.row.thinking:
        wake_computers(services, table.id)
