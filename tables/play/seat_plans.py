"""What players have planned or always answer: stored with their seat, and played in the transaction that asks.

`plans_of` and `set_plans` read and write what is stored with a seat. `questions_at` returns what a seat can answer
early. `play_planned` makes the planned moves, and those of standing answers. It is called inside the transaction of the
move that asks, so such a question is never announced, and whether a plan exists shows nowhere until it is played. For
the same reason a move that hands the game on to such a question counts as irrevocable, with and without plans
(`lookup.is_irrevocable`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from rules import Move
from rules import plans as rules_plans
from rules.early_answers import Question
from rules.plans import Plan
from rules.standing_answers import StandingAnswer, standing_move
from storage import Transaction
from storage.queries import tables as sql
from storage.rows import LogRow, SeatRow
from tables.model.players_to_act import PendingDecision, newly_to_act
from tables.model.table import Table
from tables.notifications import pending
from tables.notifications.seat_kinds import PlanPlayed
from tables.play import table_writer

log = logging.getLogger("kontor.tables")


class Rehearsed(msgspec.Struct, frozen=True):
    """A plan that a player is making: the decision, and the moves tried so far on an imagined table."""

    decision: str
    moves: tuple[str, ...] = ()
    is_alternative: bool = False
    """True if it is added to the wishes of the plan that there is; False if it replaces them."""


class SeatPlans(msgspec.Struct, frozen=True):
    """Everything that the player at a seat has planned, and their standing answers."""

    plans: tuple[Plan, ...] = ()
    """At most one for each decision."""
    rehearsed: Rehearsed | None = None
    """The plan that is being made; None: none is."""
    lapsed: int = 0
    """The frame of the pending decision to which a plan did not apply; 0: there was none."""
    standing: tuple[StandingAnswer, ...] = ()
    """At most one for each decision."""

    def plan(self, decision: str) -> Plan | None:
        """Return the plan for a decision; None if there is none."""
        return next((plan for plan in self.plans if plan.decision == decision), None)

    def without(self, decision: str) -> SeatPlans:
        """Return a copy without the plan for a decision."""
        others = tuple(plan for plan in self.plans if plan.decision != decision)
        return msgspec.structs.replace(self, plans=others)

    def with_plan(self, plan: Plan) -> SeatPlans:
        """Return a copy in which `plan` replaces any other plan for the same decision."""
        others = self.without(plan.decision).plans
        return msgspec.structs.replace(self, plans=(*others, plan))

    def standing_answer(self, decision: str) -> StandingAnswer | None:
        """Return the standing answer to a decision; None if the player wants to be asked."""
        return next((answer for answer in self.standing if answer.decision == decision), None)

    def with_standing_answer(self, decision: str, policy: str) -> SeatPlans:
        """Return a copy in which this policy answers a decision from now on; an empty one: the player is asked."""
        others = [answer for answer in self.standing if answer.decision != decision]
        new = [StandingAnswer(decision, policy)] if policy else []
        return msgspec.structs.replace(self, standing=(*others, *new))


_NONE = SeatPlans()
_DECODER = msgspec.json.Decoder(SeatPlans)


def plans_of(seat: SeatRow) -> SeatPlans:
    """Return what the player at a seat has planned. What cannot be read, from another version, counts as nothing."""
    if not seat.plans:
        return _NONE
    try:
        return _DECODER.decode(seat.plans)
    except msgspec.MsgspecError:
        return _NONE


def set_plans(seat: SeatRow, plans: SeatPlans) -> None:
    """Put plans into a seat's row, in place. The caller writes the row."""
    seat.plans = msgspec.json.encode(plans).decode() if plans != _NONE else ""


def forget_plan(seat: SeatRow, decision: str) -> None:
    """Remove a seat's plan for a decision from its row, in place, because its player has decided by hand.

    Any rehearsal ends. The caller writes the row.
    """
    if seat.plans:
        kept = plans_of(seat).without(decision)
        set_plans(seat, msgspec.structs.replace(kept, rehearsed=None, lapsed=0))


def forget_plans(seat: SeatRow) -> None:
    """Remove all that a seat's player has planned from its row, in place; standing answers stay.

    The caller writes the row.
    """
    set_plans(seat, SeatPlans(standing=plans_of(seat).standing))


def may_plan(table: Table, seat: int) -> bool:
    """Return True if the person at a seat may plan: they decide there, in a running game that is no lesson."""
    chair, row = table.seats[seat], table.row
    return row.status == "playing" and not row.lesson and chair.person is not None and not chair.computer


def questions_at(table: Table, seat: int) -> dict[str, Question]:
    """Return the questions that the person at a seat can answer early, by decision; {} if they may not plan."""
    return rules_plans.questions_ahead(table.game, table.state, seat) if may_plan(table, seat) else {}


async def play_planned(db: Transaction, table: Table, before: PendingDecision, now: int) -> list[LogRow]:
    """Make all planned moves and standing answers for the pending questions, one by one; return their log entries.

    `before` is the decision that was pending before the move that asked: standing answers are for newly asked questions
    only, so that whoever takes theirs back can decide by hand. Everything that follows is written, in the caller's
    transaction. The caller holds the table's lock and has written the move that asked. Nothing is played while the game
    is paused. A plan that is used, or does not apply, is deleted; standing answers stay. Each owner of what was played
    gets one message for it, and is pinged if they still have to act.
    """
    entries: list[LogRow] = []
    while True:
        if (found := _next_plan(table)) is not None:
            entries += await _carry_out(db, table, *found, now)
        elif (given := _next_standing_move(table, before)) is not None:
            seat, decision, move = given
            entries += await _play_all(db, table, seat, (str(move),), now, answered=decision)
        else:
            return entries


async def _carry_out(db: Transaction, table: Table, seat: SeatRow, plan: Plan, now: int) -> list[LogRow]:
    """Delete a seat's plan for the pending question, and make its moves if it applies; return their log entries."""
    moves = rules_plans.planned_moves(table.game, table.state, seat.seat, plan)
    frame = table.frame_id
    kept = plans_of(seat).without(plan.decision)
    set_plans(seat, msgspec.structs.replace(kept, rehearsed=None, lapsed=0 if moves else frame))
    if not moves:
        await sql.update_seats(db, table.id, table.take_changed_seats())
        log.info("table=%d seat=%d plan for %s does not apply", table.id, seat.seat, plan.decision)
        return []
    return await _play_all(db, table, seat, moves, now)


async def _play_all(
    db: Transaction, table: Table, seat: SeatRow, moves: Sequence[str], now: int, answered: str = ""
) -> list[LogRow]:
    """Make moves for the player at a seat, notify the player, and return the log entries.

    `answered` is the decision if a standing answer makes them; empty: a plan.
    """
    first = table.row.version + 1
    entries = [await _play(db, table, seat, text, now) for text in moves]
    played = PlanPlayed(
        seat=seat.seat, person=seat.person or 0, after=first - 1, upto=table.row.version, answered=answered
    )
    await pending.write(db, table, [played])
    if seat.seat in table.owed and table.row.status == "playing":
        await pending.write(db, table, [table_writer.make_ping(table, [seat.seat])])
        await sql.update_seats(db, table.id, table.take_changed_seats())
    return entries


def _next_plan(table: Table) -> tuple[SeatRow, Plan] | None:
    """Return the next seat that has to act and has a plan for that decision, with the plan; None if there is none."""
    if table.row.status != "playing" or table.row.paused:
        return None
    for number, decision in table.owed.items():
        seat = table.seats[number]
        if seat.plans and may_plan(table, number) and not seat.helped and (plan := plans_of(seat).plan(decision)):
            return seat, plan
    return None


def _next_standing_move(table: Table, before: PendingDecision) -> tuple[SeatRow, str, Move] | None:
    """Return the next newly asked seat whose standing answer applies, the decision, and the move; None if none does."""
    if table.row.status != "playing" or table.row.paused:
        return None
    asked = PendingDecision.of(table)
    for number in newly_to_act(before, asked):
        seat = table.seats[number]
        if seat.plans and may_plan(table, number) and not seat.helped:
            answer = plans_of(seat).standing_answer(asked.decision)
            move = standing_move(table.game, table.state, number, answer) if answer else None
            if move is not None:
                return seat, asked.decision, move
    return None


async def _play(db: Transaction, table: Table, seat: SeatRow, text: str, now: int) -> LogRow:
    """Make one planned move and write everything that follows from it; return its log entry."""
    before, move = PendingDecision.of(table), table.game.parse(text)
    events = table.game.play(table.state, seat.seat, move)
    stored = table.game.encode_events(events)
    entry = LogRow(n=table.row.version + 1, seat=seat.seat, text=str(move), events=stored, at=now, planned=True)
    await table_writer.write_entry(db, table, before, entry, events, now)
    said = move.verb if move.secret else str(move)
    log.info("table=%d version=%d seat=%d move=%r planned", table.id, entry.n, seat.seat, said)
    return entry
