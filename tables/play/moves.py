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
from rules.lessons import FORCED
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
from tables.play import lookup, seat_plans, since_last_move, table_writer
from tables.runtime.services import Services
from tables.thinking import computers, lesson_guide

log = logging.getLogger("kontor.tables")


async def play(
    services: Services, table_id: int, person: int, text: str | Callable[[Look], str], mark: str | None = None
) -> Look:
    """Make a person's move, commit it, and return their look afterwards, with what changed since their last decision.

    `text` is the move, or a function that returns it from the seat's look once the table is locked. `mark` names the
    decision that the person saw; None, for a typed command, means whatever is pending now. Notifications are delivered
    and computers think in the background. In a lesson, the idea explained with this decision is stored as known, and
    the computers' scripted moves are made before this returns.

    Raise `Stale` if the decision of `mark` is no longer pending, `Refused` if the text is no move or the rules do not
    allow it, and `Declined` if the game is not running or the person does not decide at a seat of it.
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
    """In a lesson, make and commit the learner's prepared moves and the computers' scripted ones, until none is next.

    The caller holds the table's lock. Do nothing at other tables.
    """
    while True:
        if prepared := await lesson_guide.prepared_move(services, table):
            table.row.explained.append(FORCED)
        scripted = prepared or await lesson_guide.scripted_computer_move(services, table)
        if not scripted:
            return
        seat, move = scripted
        await _make_move(services, table, table.seats[seat], move)


async def play_for_computer(services: Services, table_id: int, seat: int, mark: str, text: str) -> None:
    """Make and commit the move `text` that a computer has chosen for a seat and the decision named by `mark`.

    Do nothing if that decision is no longer pending or a person decides at the seat again. In a lesson the computers'
    scripted moves follow at once. If a computer has to act next, it begins to think in the background. Raise `Refused`
    if the text is no move or the rules do not allow it, and `Declined` if there is no such table.
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

    If such a task is running already, no second one is started: the running one looks once more at its end.
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
            waiting = [each.person for each in table.human_seats() if each.person]
            text = await services.thinker.think(table.row.game, snapshot, seat, player, seeds.new(), waiting)
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
    """Take back a person's latest move, commit that, and return their look afterwards.

    With `everything`, take back all moves that the person made in the pending decision and in decisions that
    interrupted it, as far as the rules allow. Notifications are delivered and computers think in the background.

    Raise `Stale` if `mark` is given and names a decision that is not pending. Raise `Declined` if the person does not
    decide at a seat of a running game, or if they have no move to take back: a move that revealed something, for
    example, cannot be taken back.
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

    `entries` must be the table's whole log. `table.row.undos` rises by 1, and the seat's kept views are set to those
    that it had before the move. What it has planned lapses. In a lesson the idea explained with the move counts as not
    explained again.
    """
    before = PendingDecision.of(table)
    struck = next(row for row in reversed(effective_entries(entries)) if row.seat == seat.seat)
    entry = LogRow(n=table.row.version + 1, seat=seat.seat, text=UNDO, events=b"[]", at=now)
    entries.append(entry)
    kept = since_last_move.replay(table, entries, seat.seat)
    table.row.undos += 1
    seat_plans.forget_plans(seat)
    if table.row.explained and not seat.computer:
        table.row.explained.pop()
    await table_writer.write_entry(db, table, before, entry, [], now, struck)
    await since_last_move.keep_again(db, table, seat.seat, kept)
    log.info("table=%d version=%d seat=%d move=undo", table.id, entry.n, seat.seat)


def _is_part_of_open_decision(table: Table, seat: SeatRow) -> bool:
    """Return True if the latest move belongs to a decision of the seat that is open, or to one that interrupted it.

    `state.tail` lists the moves that can be taken back, as (seat, frame); a frame is a decision on the agenda. It must
    not be empty. The answer is True if the seat made the last of these moves and any of them in a frame that is still
    on the agenda.
    """
    tail, still_open = table.state.tail, {waiting.id for waiting in table.state.agenda}
    return tail[-1][0] == seat.seat and any(mover == seat.seat and frame in still_open for mover, frame in tail)


async def save_draft(services: Services, table_id: int, person: int, mark: str, make: Callable[[Look], str]) -> Look:
    """Store a person's half-built move, the draft, and return their look afterwards. Nobody is notified.

    The draft is kept until the decision is made. `make` returns it from the seat's look once the table is locked; an
    empty text removes the draft. `mark` names the decision that the person saw. Raise `Stale` if it is no longer
    pending, and `Declined` if the person does not decide at a seat of a running game.
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
    """Play a move and what others have planned for it, commit, update the caches, and start the notifications.

    The caller holds the table's lock. For a person's move, what they saw before it is stored with it. `helped` means
    that a computer decides this once for a person whose time is up; that counts as a computer's move. Raise `Refused`
    if the rules do not allow the move. The move or its refusal is written to the operator's log; of a secret move only
    the verb.
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
    seat_plans.forget_plan(seat, before.decision)
    async with services.db.transaction() as db:
        await since_last_move.keep(db, table, seat.seat, kept)
        answered = seat_plans.answered_seats(table, before)
        await table_writer.write_entry(db, table, before, entry, events, now, answered=answered)
        planned = await seat_plans.play_planned(db, table, before, now, answered)
        first = await sql_outbox.commit_and_read_next(db, table.id, now)
    for made in (entry, *planned):
        services.caches.log_entries[table.id, made.n] = table.log_entry(made)
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
