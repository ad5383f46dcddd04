"""What players have planned: stored with their seat, and played in the transaction that asks the question.

`plans_of` and `set_plans` read and write what is stored with a seat. `questions_at` returns what a seat can answer
early. `play_planned` makes the planned moves. It is called inside the transaction of the move that asks, so a planned
question is never announced, and whether a plan exists shows nowhere until it is played. For the same reason a move that
hands the game on to such a question counts as irrevocable, with and without plans (`lookup.is_irrevocable`).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator

import msgspec

from rules import plans as rules_plans
from rules.early_answers import Question
from rules.plans import Plan
from storage import Transaction
from storage.queries import tables as sql
from storage.rows import LogRow, SeatRow
from tables.model.players_to_act import PendingDecision, is_pinged_for
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
    """Everything that the player at a seat has planned."""

    plans: tuple[Plan, ...] = ()
    """At most one for each decision."""
    rehearsed: Rehearsed | None = None
    """The plan that is being made; None: none is."""
    lapsed: int = 0
    """The frame of the pending decision to which a plan did not apply; 0: there was none."""

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


def may_plan(table: Table, seat: int) -> bool:
    """Return True if the person at a seat may plan: they decide there, in a running game that is no lesson."""
    chair, row = table.seats[seat], table.row
    return row.status == "playing" and not row.lesson and chair.person is not None and not chair.computer


def questions_at(table: Table, seat: int) -> dict[str, Question]:
    """Return the questions that the person at a seat can answer early, by decision; {} if they may not plan."""
    return rules_plans.questions_ahead(table.game, table.state, seat) if may_plan(table, seat) else {}


def answered_seats(table: Table) -> frozenset[int]:
    """Return the seats that have to act and whose plan answers the pending decision. They need not be pinged for it."""
    return frozenset(seat.seat for seat, plan in _pending_plans(table) if _moves_of(table, seat, plan))


async def play_planned(db: Transaction, table: Table, now: int, answered: frozenset[int]) -> list[LogRow]:
    """Make all planned moves for the questions that are pending, one after the other; return their log entries.

    Everything that follows from them is written, in the caller's transaction. The caller holds the table's lock and has
    written the move that asked, without pinging the seats in `answered` (`answered_seats`). Nothing is played while the
    game is paused. A plan that is used, or does not apply, is deleted. Each owner of a plan that was played gets one
    message, and is pinged if they still have to act.
    """
    entries: list[LogRow] = []
    unpinged = set(answered)
    while (found := next(_pending_plans(table), None)) is not None:
        seat, plan = found
        moves = _moves_of(table, seat, plan)
        frame, first = table.frame_id, table.row.version + 1
        kept = plans_of(seat).without(plan.decision)
        set_plans(seat, msgspec.structs.replace(kept, rehearsed=None, lapsed=0 if moves else frame))
        for left, text in zip(reversed(range(len(moves))), moves, strict=True):
            made, others = await _play(db, table, seat, text, now, goes_on=left > 0)
            entries.append(made)
            unpinged |= others
        if moves:
            played = PlanPlayed(seat=seat.seat, person=seat.person or 0, after=first - 1, upto=table.row.version)
            await pending.write(db, table, [played])
        else:
            log.info("table=%d seat=%d plan for %s does not apply", table.id, seat.seat, plan.decision)
        await _ping_if_asked(db, table, seat, unpinged if not moves else {seat.seat})
        await sql.update_seats(db, table.id, table.take_changed_seats())
    return entries


def _pending_plans(table: Table) -> Iterator[tuple[SeatRow, Plan]]:
    """Yield each seat that has to act and has a plan for that decision, with the plan; nothing while paused."""
    if table.row.status != "playing" or table.row.paused:
        return
    for number, decision in table.owed.items():
        seat = table.seats[number]
        if seat.plans and may_plan(table, number) and not seat.helped and (plan := plans_of(seat).plan(decision)):
            yield seat, plan


def _moves_of(table: Table, seat: SeatRow, plan: Plan) -> tuple[str, ...]:
    """Return the moves with which a plan answers the pending decision of its seat; () if it does not apply."""
    return rules_plans.planned_moves(table.game, table.state, seat.seat, plan)


async def _play(
    db: Transaction, table: Table, seat: SeatRow, text: str, now: int, *, goes_on: bool
) -> tuple[LogRow, frozenset[int]]:
    """Make one planned move and write everything that follows from it.

    Return its log entry and the seats that were not pinged because a plan answers their decision. `goes_on` means that
    another move of the same plan follows, so its owner is not pinged either.
    """
    before, move = PendingDecision.of(table), table.game.parse(text)
    events = table.game.play(table.state, seat.seat, move)
    stored = table.game.encode_events(events)
    entry = LogRow(n=table.row.version + 1, seat=seat.seat, text=str(move), events=stored, at=now, planned=True)
    answered = answered_seats(table) | ({seat.seat} if goes_on else frozenset())
    await table_writer.write_entry(db, table, before, entry, events, now, answered=answered)
    said = move.verb if move.secret else str(move)
    log.info("table=%d version=%d seat=%d move=%r planned", table.id, entry.n, seat.seat, said)
    return entry, answered


async def _ping_if_asked(db: Transaction, table: Table, seat: SeatRow, unpinged: Collection[int]) -> None:
    """Ping a seat of `unpinged` if it still has to act and was not pinged for its pending decision. Change its row."""
    asked = seat.seat in table.owed and table.row.status == "playing"
    if asked and seat.seat in unpinged and not is_pinged_for(seat, PendingDecision.of(table)):
        await pending.write(db, table, [table_writer.make_ping(table, [seat.seat])])
