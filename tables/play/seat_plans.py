"""What players have planned or always answer: stored with their seat, and played in the transaction that asks.

`plans_of` and `set_plans` read and write what is stored with a seat. `questions_at` returns what a seat can answer
early. `play_planned` makes the planned moves, and those of standing answers. It is called inside the transaction of the
move that asks, so such a question is never announced, and whether a plan exists shows nowhere until it is played. For
the same reason a move that hands the game on to such a question counts as irrevocable, with and without plans
(`lookup.is_irrevocable`).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from rules import Refused
from rules import plans as rules_plans
from rules.early_answers import Question
from rules.plans import Plan
from rules.standing_answers import StandingAnswer, standing_move
from storage import Transaction
from storage.queries import tables as sql
from storage.rows import LogRow, SeatRow
from tables.model.players_to_act import PendingDecision, is_pinged_for, newly_to_act
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
    lapsed_plan: Plan | None = None
    """That plan, until its owner has decided."""
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
        set_plans(seat, msgspec.structs.replace(kept, rehearsed=None, lapsed=0, lapsed_plan=None))


def forget_plans(seat: SeatRow) -> None:
    """Remove all that a seat's player has planned from its row, in place; standing answers stay.

    The caller writes the row.
    """
    set_plans(seat, SeatPlans(standing=plans_of(seat).standing))


def why_lapsed(table: Table, seat: int) -> Refused | str | None:
    """Return why a seat's plan did not apply to what it is being asked (`rules.plans.why_not`).

    None: it had none, or the plan applied.
    """
    kept = plans_of(table.seats[seat])
    if kept.lapsed != table.frame_id or seat not in table.owed:
        return None
    return rules_plans.why_not(table.game, table.state, seat, kept.lapsed_plan) if kept.lapsed_plan else ""


def may_plan(table: Table, seat: int) -> bool:
    """Return True if the person at a seat may plan: they decide there, in a running game that is no lesson."""
    chair, row = table.seats[seat], table.row
    return row.status == "playing" and not row.lesson and chair.person is not None and not chair.computer


def questions_at(table: Table, seat: int) -> dict[str, Question]:
    """Return the questions that the person at a seat can answer early, by decision; {} if they may not plan."""
    return rules_plans.questions_ahead(table.game, table.state, seat) if may_plan(table, seat) else {}


class _EarlyAnswer(NamedTuple):
    """How a plan or a standing answer answers the pending decision of a seat."""

    seat: SeatRow
    decision: str
    moves: tuple[str, ...]
    """() if a plan does not apply."""
    is_standing: bool


def answered_seats(table: Table, before: PendingDecision) -> frozenset[int]:
    """Return the seats that have to act and have answered the pending decision early. They need not be pinged for it.

    `before` is the decision that was pending before the move that asked.
    """
    return frozenset(answer.seat.seat for answer in _early_answers(table, before) if answer.moves)


async def play_planned(
    db: Transaction, table: Table, before: PendingDecision, now: int, answered: frozenset[int]
) -> list[LogRow]:
    """Make all planned moves and standing answers for the pending questions, one by one; return their log entries.

    `before` is the decision that was pending before the move that asked: standing answers are for newly asked questions
    only, so that whoever takes theirs back can decide by hand. Everything that follows is written, in the caller's
    transaction. The caller holds the table's lock and has written the move that asked, without pinging the seats in
    `answered` (`answered_seats`). Nothing is played while the game is paused. A plan that is used, or does not apply,
    is deleted; one that does not apply is kept apart to say why. Standing answers stay. Each player gets one message
    for each plan or standing answer that was played, and is pinged if they still have to act.
    """
    entries: list[LogRow] = []
    unpinged = set(answered)
    while (answer := next(_early_answers(table, before), None)) is not None:
        seat, first = answer.seat, table.row.version + 1
        if not answer.is_standing:
            lapsed = None if answer.moves else plans_of(seat).plan(answer.decision)
            kept = plans_of(seat).without(answer.decision)
            frame = table.frame_id if lapsed else 0
            set_plans(seat, msgspec.structs.replace(kept, rehearsed=None, lapsed=frame, lapsed_plan=lapsed))
        for left, text in zip(reversed(range(len(answer.moves))), answer.moves, strict=True):
            entry, others = await _play(db, table, before, seat, text, now, goes_on=left > 0)
            entries.append(entry)
            unpinged |= others
        if answer.moves:
            unpinged.add(seat.seat)
            played = PlanPlayed(
                seat=seat.seat,
                person=seat.person or 0,
                after=first - 1,
                upto=table.row.version,
                answered=answer.decision if answer.is_standing else "",
            )
            await pending.write(db, table, [played])
        else:
            log.info("table=%d seat=%d plan for %s does not apply", table.id, seat.seat, answer.decision)
    await _ping_who_is_asked(db, table, unpinged)
    return entries


def _early_answers(table: Table, before: PendingDecision) -> Iterator[_EarlyAnswer]:
    """Yield the early answers to the pending decision: all plans, then the standing answers that apply.

    Yield nothing while the game is paused. `before` is the decision that was pending before the move that asked.
    """
    if table.row.status != "playing" or table.row.paused:
        return
    asked = PendingDecision.of(table)
    seats = [seat for seat in map(table.seats.__getitem__, asked.seats) if seat.plans and may_plan(table, seat.seat)]
    seats = [seat for seat in seats if not seat.helped]
    for seat in seats:
        if plan := plans_of(seat).plan(asked.decision):
            moves = rules_plans.planned_moves(table.game, table.state, seat.seat, plan)
            yield _EarlyAnswer(seat, asked.decision, moves, is_standing=False)
    newly = newly_to_act(before, asked)
    for seat in seats:
        answer = plans_of(seat).standing_answer(asked.decision)
        if answer and seat.seat in newly and (move := standing_move(table.game, table.state, seat.seat, answer)):
            yield _EarlyAnswer(seat, asked.decision, (str(move),), is_standing=True)


async def _play(
    db: Transaction, table: Table, before: PendingDecision, seat: SeatRow, text: str, now: int, *, goes_on: bool
) -> tuple[LogRow, frozenset[int]]:
    """Make one planned move and write everything that follows from it.

    Return its log entry and the seats that were not pinged because the next decision is answered early. `before` is
    the decision that was pending before the move that asked first. `goes_on` means that another move of the same plan
    follows, so its owner is not pinged either.
    """
    just_before, move = PendingDecision.of(table), table.game.parse(text)
    events = table.game.play(table.state, seat.seat, move)
    stored = table.game.encode_events(events)
    entry = LogRow(n=table.row.version + 1, seat=seat.seat, text=str(move), events=stored, at=now, planned=True)
    answered = answered_seats(table, before) | ({seat.seat} if goes_on else frozenset())
    await table_writer.write_entry(db, table, just_before, entry, events, now, answered=answered)
    said = move.verb if move.secret else str(move)
    log.info("table=%d version=%d seat=%d move=%r planned", table.id, entry.n, seat.seat, said)
    return entry, answered


async def _ping_who_is_asked(db: Transaction, table: Table, unpinged: Collection[int]) -> None:
    """Ping the seats of `unpinged` that have to act and were not pinged for the pending decision. Write all seats."""
    asked = PendingDecision.of(table)
    seats = [seat for seat in asked.seats if seat in unpinged and not is_pinged_for(table.seats[seat], asked)]
    if seats and table.row.status == "playing":
        await pending.write(db, table, [table_writer.make_ping(table, seats)])
    await sql.update_seats(db, table.id, table.take_changed_seats())
