"""Writes a change of a running game with everything that follows from it, inside the caller's transaction.

It writes log, state, seats, timers, pings and notifications and, when the game is over, the results. The caller holds
the table's lock. `write_entry` is for a move or for taking one back, `write_start` for the start of a game,
`write_new_player` for a change of who decides at a seat, and `write_new_deadlines` for a change of the clocks alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from rules import View
from rules.contract import Event
from storage import Transaction
from storage.queries import records
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.result_rows import ResultRow
from storage.rows import LogRow, SeatRow, TimerRow
from tables.model import deadlines
from tables.model.players_to_act import PendingDecision, newly_to_act, plan_pings, seats_with_outdated_ping
from tables.model.table import Table, clear_offer
from tables.notifications import pending
from tables.notifications.kinds import DirectPrompt, HandChanged, Notification, ObsoletePings, Ping, Story
from tables.notifications.recipients import Entered, after_entry, at_the_start, in_a_lesson, with_offers_changed
from tables.notifications.timing import REFRESH_DELAY_S
from tables.play import since_last_move
from tables.records import ratings, reliability_levels, season_results
from tables.records.counting import credited_players

NUDGE_DELAY_S = 120
"""A player who was present when a computer's move made it their turn is pinged this long after their last click."""


async def write_entry(
    db: Transaction,
    table: Table,
    before: PendingDecision,
    entry: LogRow,
    events: list[Event],
    now: int,
    struck: LogRow | None = None,
    answered: Collection[int] = (),
) -> None:
    """Write a log entry and everything that follows from it. Update `table.row`, `table.seats` and `entry` in place.

    The caller has changed `table.state` to the new state; `table.row.snapshot` is still the old one. `before` is the
    decision that was pending before the entry, `events` are the entry's events, and `struck` is the entry that it takes
    back; None: it is a move. `answered` are seats whose players have answered the new decision early: the caller makes
    their moves in the same transaction, so they are not pinged.

    The player's number of decisions goes up by 1, or down if a move is taken back (not in a lesson). The seat's draft
    is deleted. If a person made the entry, an offer of their seat by somebody else ends. If nobody has to act
    afterwards, the game is finished, and its results and ratings are written (not for a lesson).
    """
    row, game = table.row, table.game
    row.version = entry.n
    actor = table.seats[entry.seat]
    actor.entries += 1
    clear_ping(actor)
    deadlines.charge_entry(table, entry, owed=struck is None and entry.seat in before.seats)
    who = records.who_decides(actor, helped=entry.helped)
    entry.person = None if row.lesson else who
    # A player who moves ends an offer of their seat by others. One who offers it themselves plays on until it is taken.
    ends_offer = bool(who and actor.offered_at and actor.offered_by != actor.seat)
    if ends_offer:
        clear_offer(actor)
    await sql.append(db, row.id, entry)
    if not row.lesson:
        if struck is None:
            await records.count_decision(db, row.id, actor, who, entry.at, entry.late)
        else:
            decider = who if struck.person is None else struck.person
            await records.uncount_decision(db, row.id, actor, decider, struck.late)
    await sql.set_draft(db, row.id, entry.seat, "", "")
    actor.mark = actor.draft = None

    after, earlier = PendingDecision.of(table), _Earlier(table)
    entered = Entered(
        n=entry.n,
        seat=entry.seat,
        strikes=struck.n if struck else 0,
        told=row.told,
        before=before,
        after=after,
        sealed=game.is_sealed_choice(table.state),
        lasting=not table.state.tail,
        quiet=all(event.quiet for event in events),
        people=tuple(seat.seat for seat in table.human_seats()),
        left=tuple(seat.seat for seat in table.seats if seat.person is not None and seat.computer),
        looks_alike=lambda: after.seats == before.seats and earlier.board_is_unchanged(),
        touched=lambda: earlier.seats_with_changed_belongings(but=entry.seat),
        was_sealed=earlier.was_sealed,
    )
    tell = after_entry(entered)
    if ends_offer:
        tell = with_offers_changed(tell)
    row.told = next((notification.upto for notification in tell if isinstance(notification, Story)), row.told)
    if not after.seats:
        row.status, row.ended = "finished", now
        for seat in table.seats:
            seat.plans = ""
        await since_last_move.forget(db, table)
        await _write_results(db, table, now)
    # If a computer or a plan decides for a player, that player is absent and is pinged for what comes next.
    who_acted = None if entry.helped or entry.planned else entry.seat
    await _write(db, table, before, after, now, tell, who_acted, struck, answered)


class _Earlier:
    """Compares a table's new state with the old one in `table.row.snapshot`, which is decoded when first needed.

    Its methods must be called before `table.row.snapshot` is replaced.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    @cached_property
    def _state(self) -> Any:
        snapshot = self._table.row.snapshot
        return None if snapshot is None else self._table.game.decode(snapshot)

    @cached_property
    def _views(self) -> tuple[View, View]:
        """What a spectator saw before the change, and what they see now."""
        game = self._table.game
        return game.view(self._state, None), game.view(self._table.state, None)

    def was_sealed(self) -> bool:
        """Return True if the decision pending before was a sealed choice; False without a snapshot."""
        return self._state is not None and self._table.game.is_sealed_choice(self._state)

    def board_is_unchanged(self) -> bool:
        """Return True if a spectator sees the same as before; False without a snapshot."""
        return self._state is not None and self._views[0] == self._views[1]

    def seats_with_changed_belongings(self, *, but: int) -> list[int]:
        """Return the seats, other than `but`, at which a person decides and whose public belongings have changed.

        Without an old snapshot, return all such seats, changed or not.
        """
        game, others = self._table.game, [seat.seat for seat in self._table.human_seats() if seat.seat != but]
        if self._state is None or not others:
            return others
        before, after = self._views
        return [seat for seat in others if game.belongings(before, seat) != game.belongings(after, seat)]


async def write_start(db: Transaction, table: Table, now: int, starter: int | None) -> None:
    """Write everything that follows from the start of a game: state, clocks, timers, pings and notifications.

    `starter` is the seat of the person who started it, which is not pinged; None: no person did. At a table of a league
    the hands are due after `REFRESH_DELAY_S`, so that the message with all tables of a player comes before them.
    """
    tell = at_the_start([seat.seat for seat in table.human_seats()], host_pinged=table.row.host_pinged)
    hands = [each for each in tell if table.row.season and isinstance(each, HandChanged)]
    at_once = [each for each in tell if each not in hands]
    await _write(db, table, PendingDecision(), PendingDecision.of(table), now, at_once, actor=starter)
    await pending.write(db, table, hands, due=now + REFRESH_DELAY_S)


async def write_new_player(
    db: Transaction, table: Table, seat: int, now: int, tell: Sequence[Notification], actor: int | None = None
) -> None:
    """Write everything that follows when another person or a computer decides at a seat from now on.

    Pings, plans and kept views of the former player are removed. If the seat owes a decision, it counts as newly asked.
    `tell` are the notifications to send. `actor` is the seat of the person who made the change, which is not pinged;
    None: they have no seat.
    """
    # Reminders are removed with pings, so `ObsoletePings` is needed also for a player who was never pinged.
    clear_ping(table.seats[seat])
    table.seats[seat].plans = ""
    await since_last_move.forget(db, table, seat)
    asked = PendingDecision.of(table)
    await _write(db, table, asked.without(seat), asked, now, [ObsoletePings(), *tell], actor)


async def _write(
    db: Transaction,
    table: Table,
    before: PendingDecision,
    after: PendingDecision,
    now: int,
    tell: Sequence[Notification],
    actor: int | None,
    struck: LogRow | None = None,
    answered: Collection[int] = (),
) -> None:
    """Write state, seats, clocks, timers and notifications for a change of the pending decision; ping who has to act.

    `before` and `after` are the pending decisions before and after the change, `tell` are the notifications of the
    change itself, `actor` is the seat that made it (None: no seat), and `struck` the log entry that it takes back
    (None: none). `plan_pings` decides which seats are pinged now, and which get a timer for a later ping; those in
    `answered` get neither. Outdated pings and offers end. A lesson gets no timers, and its own notifications
    (`in_a_lesson`) instead of `tell`. Update `table.row` and `table.seats` in place.
    """
    row = table.row
    row.snapshot = table.game.encode(table.state)
    if after.frame != before.frame and any(seat.pinged_frame for seat in table.seats):
        await _clear_outdated_pings(db, table)
    changed = deadlines.update_clocks(table, before, after, now, struck)
    tell = _end_outdated_offers(table, tell)
    row.thinking = bool(table.decided_by_computer(after.seats))
    newly = [seat for seat in newly_to_act(before, after) if not table.seats[seat].computer]
    decided = [seat.seat for seat in table.seats if seat.seat not in after.seats or seat.computer]
    anew = sorted({*newly, *changed, *decided})
    timers = [timer for seat in anew for timer in deadlines.timers_of(table, table.seats[seat], now)]

    by_computer = actor is not None and table.seats[actor].computer is not None
    acted = {seat: await _present_at(db, table, table.seats[seat]) for seat in newly} if by_computer else {}
    waited_for = [seat for seat in newly if seat not in answered]
    to_ping = plan_pings(table.seats, waited_for, after, actor, acted, now)
    timers += [TimerRow(table_id=row.id, seat=seat, kind="nudge", due=now + NUDGE_DELAY_S) for seat in to_ping.later]
    if row.lesson:
        tell, timers = in_a_lesson(newly, after, next((seat.seat for seat in table.human_seats()), None), actor), []
    elif to_ping.at_once:
        tell = [*tell, make_ping(table, to_ping.at_once)]

    await sql.save_table(db, row, "status", "version", "undos", "snapshot", "told", "thinking", "ended", "explained")
    await sql.update_seats(db, row.id, table.take_changed_seats())
    if anew:
        await sql_timers.clear_timers(db, row.id, anew)
    if timers:
        await sql_timers.set_timers(db, timers)
    await pending.write_change(db, table, tell, now, asked=[seat for seat in newly if seat != actor])


async def _present_at(db: Transaction, table: Table, seat: SeatRow) -> int:
    """Return when the person at a seat was last seen at the table, in seconds since 1970.

    It is the later of the seat's latest log entry and the person's latest click. Without a log entry the host counts as
    seen at the start of the game. Without any of these it is 0.
    """
    began = table.row.started if seat.person == table.row.host else None
    return max(await sql.acted_at(db, table.id, seat.seat) or began or 0, table.clicked_at(seat))


async def _clear_outdated_pings(db: Transaction, table: Table) -> None:
    """Delete the table's pings and direct prompts that still wait in the outbox, and let their seats be pinged again.

    The same goes for seats that were last pinged for a decision which is no longer pending. It matters because the same
    decision may come back with the same frame number: after a move is taken back, or once a decision that interrupted
    it is made. The seats' rows are changed in place (`clear_ping`); the caller writes them.
    """
    waiting = {seat for notification in await pending.drop(db, table.id, Ping) for seat in notification.seats}
    waiting |= {notification.seat for notification in await pending.drop(db, table.id, DirectPrompt)}
    for seat in waiting.union(seats_with_outdated_ping(table.seats, table.has_to_decide)):
        clear_ping(table.seats[seat])


async def write_new_deadlines(
    db: Transaction, table: Table, seats: Sequence[SeatRow], now: int, tell: Sequence[Notification]
) -> None:
    """Write seats whose deadline has changed without a move, their new timers, and the notifications `tell`.

    A seat gets a timer for the reminder at half its time only if it has not been reminded yet. A seat that must not be
    offered to others any longer is taken off offer.
    """
    tell = _end_outdated_offers(table, tell)
    await sql.update_seats(db, table.id, seats)
    unreminded = await sql_timers.seats_waiting(db, table.id, deadlines.HALF)
    await sql_timers.clear_timers(db, table.id, [seat.seat for seat in seats], (deadlines.HALF, deadlines.END))
    for seat in seats:
        timers = deadlines.timers_of(table, seat, now, unreminded=seat.seat in unreminded)
        await sql_timers.set_timers(db, timers)
    await pending.write_change(db, table, tell, now)


def _end_outdated_offers(table: Table, tell: Sequence[Notification]) -> Sequence[Notification]:
    """Take seats off offer that must not be offered any longer: change `table.seats`, whose rows the caller writes.

    Return the notifications `tell`. If an offer has ended, add those that update the board and the offers.
    """
    over = [seat for seat in table.seats if seat.offered_at and not table.may_stay_on_offer(seat)]
    for seat in over:
        clear_offer(seat)
    return with_offers_changed(tell) if over else tell


def make_ping(table: Table, seats: Sequence[int]) -> Ping:
    """Return a ping of these seats for the pending decision, with their deadlines. `seats` must not be empty.

    Their rows are changed in place to say that they were pinged for it. The caller writes the rows and the ping.
    """
    asked = PendingDecision.of(table)
    ends = [deadlines.deadline_of(table, table.seats[seat]) for seat in seats]
    for seat in seats:
        table.seats[seat].pinged_frame, table.seats[seat].pinged_decision = asked.frame, asked.decision
    each = tuple(ends) if len(set(ends)) > 1 else ()
    return Ping(seats=tuple(seats), asking=asked.frame, until=0 if each else ends[0], each=each)


def clear_ping(seat: SeatRow) -> None:
    """Remove from a seat's row for which decision it was pinged, so that it can be pinged again."""
    seat.pinged_frame, seat.pinged_decision = 0, ""


async def _write_results(db: Transaction, table: Table, now: int) -> None:
    """Write the results of a finished game, the outcomes and new ratings of its players, and the places in a league.

    The game also counts for its people's reliability. For a lesson write nothing.
    """
    result = table.game.result(table.state)
    assert result is not None, "nobody has to act: the game is over"
    if table.row.lesson:
        return
    rows = [
        ResultRow(seat=s.seat, person=s.person, name=s.name, computer=s.computer, place=place, score=score)
        for s, place, score in zip(table.seats, result.places, result.scores, strict=True)
    ]
    await sql.add_results(db, table.id, rows)
    await ratings.write_outcomes(db, table, credited_players(rows, await records.decision_counts(db, table.id)))
    await reliability_levels.count_game(db, table)
    await season_results.note_finished(db, table, result.places, now)
