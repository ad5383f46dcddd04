"""Making a plan: the player makes their next moves on an imagined table, with the menus they know.

`begin` opens such a rehearsal and `delete` removes a plan. `play`, `take_back` and `save_draft` work like the functions
of `moves`; if the mark is a rehearsal's, they change the plan and not the game. `look` returns the imagined table for
such a mark. When the question is answered on the imagined table, or chance stops it, the plan is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from rules import Move, Refused
from rules import plans as rules_plans
from rules.early_answers import Question
from rules.plans import MAX_WISHES, Plan, Rehearsal, Wish
from storage.queries import tables as sql
from tables.model.table import Look, MenuMoves, Table
from tables.model.table_errors import Declined, Stale
from tables.play import lookup, moves
from tables.play.seat_plans import Rehearsed, SeatPlans, plans_of, questions_at, set_plans
from tables.runtime.services import Services

_PREFIX = "0."
"""How a rehearsal's mark begins. Other marks begin with the number of a frame, which is never 0 while somebody acts."""


def is_rehearsal(mark: str | None) -> bool:
    """Return True if a mark belongs to a rehearsal, and not to a decision of the game."""
    return bool(mark) and str(mark).startswith(_PREFIX)


async def begin(
    services: Services,
    table_id: int,
    person: int,
    decision: str,
    *,
    alternative: bool = False,
    mark: str | None = None,
) -> Look:
    """Begin to plan the answer to a decision, and return the player's look at the imagined table that asks it.

    With `alternative` the answer is added to those planned already; without it, it replaces them once it is complete.
    Raise `Stale` if `mark` is given and names a decision that is not pending, `Declined` if that question cannot be
    answered early now, and like `moves.play` if the person does not play.
    """
    async with services.at(table_id) as table:
        seat = moves.deciding_seat(table, person)
        if mark and not table.is_current_mark(seat.seat, mark):
            raise Stale
        question = _question(table, seat.seat, decision)
        plans = msgspec.structs.replace(plans_of(seat), rehearsed=Rehearsed(decision, (), alternative))
        await _save(services, table, seat.seat, plans)
        if _imagined_table(table, seat.seat, decision, (), None).draft(seat.seat):
            seat.draft = ""  # It was left by a rehearsal that was given up.
            async with services.db.transaction() as db:
                await sql.set_draft(db, table_id, seat.seat, seat.mark or "", "")
        return _imagined_look(table, seat.seat, decision, rules_plans.rehearse(table.game, question, seat.seat, ()))


async def delete(services: Services, table_id: int, person: int, decision: str) -> Look:
    """Delete the plan for a decision and any rehearsal; return the player's look at the table.

    If `decision` is empty, only the rehearsal ends.
    """
    async with services.at(table_id) as table:
        seat = moves.deciding_seat(table, person)
        await _save(
            services, table, seat.seat, msgspec.structs.replace(plans_of(seat).without(decision), rehearsed=None)
        )
        return await lookup.look_of_seat(services, table, seat.seat)


class PlannedWish(NamedTuple):
    """A wish of a plan, as far as it can be carried out on the imagined table now."""

    steps: tuple[tuple[Look, Move], ...]
    """Each move with the look at the imagined table before it; () if the wish is not possible now."""
    is_complete: bool
    """False if the wish stops where chance decides."""
    is_changed: bool = False
    """True if it would now cost or bring something else than was shown when it was planned, so it is not played."""


class ShownPlan(NamedTuple):
    """A decision that can be planned now, with the wishes planned for it; () if nothing is planned."""

    decision: str
    wishes: tuple[PlannedWish, ...]
    is_exact: bool
    takes_alternatives: bool


def plans_shown(table: Table, seat: int) -> list[ShownPlan]:
    """Return everything that the person at a seat can plan now, with what they have planned."""
    early, plans = table.game.early, plans_of(table.seats[seat])
    if early is None:
        return []
    shown = []
    for decision, question in questions_at(table, seat).items():
        plan = _saved_plan(table, plans, decision, question.state)
        wishes = tuple(_shown_wish(table, seat, decision, question, wish) for wish in plan.wishes) if plan else ()
        shown.append(ShownPlan(decision, wishes, decision in early.exact, decision in early.alternatives))
    return shown


def is_changing_plan(look: Look) -> bool:
    """Return True if a look at an imagined table belongs to a rehearsal that replaces a saved plan."""
    plans = plans_of(look.table.seats[look.seat]) if look.seat is not None else SeatPlans()
    made = plans.rehearsed
    if made is None or made.is_alternative:
        return False
    return _saved_plan(look.table, plans, made.decision, look.table.state) is not None


def _saved_plan(table: Table, plans: SeatPlans, decision: str, state: Any) -> Plan | None:
    """Return the plan for a decision; None if there is none, or one of another period than that of `state`."""
    plan, early = plans.plan(decision), table.game.early
    holds = plan and early and (plan.period, plan.version) == (early.period(state), table.state.version)
    return plan if holds else None


def lapsed_wish(table: Table, seat: int) -> PlannedWish | None:
    """Return the only wish of the plan that did not apply to what a seat is being asked, as it would be played now.

    None if there is no such plan, or if it has several wishes.
    """
    plan = plans_of(table.seats[seat]).lapsed_plan
    question = rules_plans.asked_question(table.game, table.state, seat, plan) if plan else None
    if plan is None or question is None or len(plan.wishes) != 1:
        return None
    return _shown_wish(table, seat, plan.decision, question, plan.wishes[0])


def _shown_wish(table: Table, seat: int, decision: str, question: Question, wish: Wish) -> PlannedWish:
    """Return a wish with the looks before each of its moves."""
    game = table.game
    assert game.early is not None
    texts = game.early.adapted(wish.moves, wish.context, question.state, seat) or ()
    steps = list[tuple[Look, Move]]()
    tried = rules_plans.rehearse(game, question, seat, ())
    try:
        for number, text in enumerate(texts, 1):
            steps.append((_imagined_look(table, seat, decision, tried), game.parse(text)))
            tried = rules_plans.rehearse(game, question, seat, texts[:number])
    except Refused:
        return PlannedWish((), is_complete=False)
    is_changed = bool(steps) and not rules_plans.has_shown_effects(game, tried, seat, wish)
    return PlannedWish(tuple(steps), tried.is_complete, is_changed)


async def look(services: Services, table_id: int, person: int, mark: str | None) -> Look:
    """Return the table as a person sees it; for a rehearsal's mark the imagined one.

    Raise `Stale` if that rehearsal is over, and `Declined` if there is no such table or the question has passed.
    """
    if not is_rehearsal(mark):
        return await lookup.look(services, table_id, person)
    table = await services.load(table_id)
    seat = moves.deciding_seat(table, person)
    rehearsed, question = _open(table, seat.seat, mark)
    tried = rules_plans.rehearse(table.game, question, seat.seat, rehearsed.moves)
    return _imagined_look(table, seat.seat, rehearsed.decision, tried)


async def play(
    services: Services, table_id: int, person: int, text: str | Callable[[Look], str], mark: str | None = None
) -> Look:
    """Make a move as `moves.play` does; in a rehearsal, add it to the plan. Return the person's look afterwards.

    A rehearsal's look shows the imagined table, until the plan is complete and stored; then it shows the real one.
    Raise `Declined` if the very first move of a plan depends on chance, and `Refused` if the move is not allowed there.
    """
    if not is_rehearsal(mark):
        return await moves.play(services, table_id, person, text, mark)
    async with services.at(table_id) as table:
        seat = moves.deciding_seat(table, person).seat
        rehearsed, question = _open(table, seat, mark)
        game, decision = table.game, rehearsed.decision
        if callable(text):
            tried = rules_plans.rehearse(game, question, seat, rehearsed.moves)
            text = text(_imagined_look(table, seat, decision, tried))
        tried = rules_plans.rehearse(game, question, seat, (*rehearsed.moves, str(game.parse(text))))
        if tried.is_stopped and not tried.moves:
            raise Declined("chance_in_plan", table=table_id)
        if not (tried.is_complete or tried.is_stopped):
            rehearsed = msgspec.structs.replace(rehearsed, moves=tried.moves)
            await _save(
                services, table, seat, msgspec.structs.replace(plans_of(table.seats[seat]), rehearsed=rehearsed)
            )
            return _imagined_look(table, seat, decision, tried)
        wish = rules_plans.wish_from(game, question, decision, seat, tried)
        await _save(services, table, seat, _with_wish(plans_of(table.seats[seat]), table, question, rehearsed, wish))
        return await lookup.look_of_seat(services, table, seat)


def _with_wish(plans: SeatPlans, table: Table, question: Question, rehearsed: Rehearsed, wish: Wish) -> SeatPlans:
    """Return the plans with a wish that was rehearsed, and without the rehearsal."""
    early, earlier = table.game.early, plans.plan(rehearsed.decision)
    assert early is not None
    period, version = early.period(question.state), table.state.version
    wishes: tuple[Wish, ...] = (wish,)
    if rehearsed.is_alternative and earlier and (earlier.period, earlier.version) == (period, version):
        wishes = (*(each for each in earlier.wishes if each != wish), wish)[:MAX_WISHES]
    plan = Plan(rehearsed.decision, period, version, wishes)
    return msgspec.structs.replace(plans.with_plan(plan), rehearsed=None)


async def take_back(
    services: Services, table_id: int, person: int, mark: str | None = None, *, everything: bool = False
) -> Look:
    """Take a move back as `moves.take_back` does; in a rehearsal, remove its latest move, or all of them."""
    if not is_rehearsal(mark):
        return await moves.take_back(services, table_id, person, mark, everything=everything)
    async with services.at(table_id) as table:
        seat = moves.deciding_seat(table, person).seat
        rehearsed, question = _open(table, seat, mark)
        left = () if everything else rehearsed.moves[:-1]
        plans = plans_of(table.seats[seat])
        rehearsed = msgspec.structs.replace(rehearsed, moves=left)
        await _save(services, table, seat, msgspec.structs.replace(plans, rehearsed=rehearsed))
        tried = rules_plans.rehearse(table.game, question, seat, left)
        return _imagined_look(table, seat, rehearsed.decision, tried)


async def save_draft(services: Services, table_id: int, person: int, mark: str, make: Callable[[Look], str]) -> Look:
    """Store a half-built move as `moves.save_draft` does; in a rehearsal, one of the plan."""
    if not is_rehearsal(mark):
        return await moves.save_draft(services, table_id, person, mark, make)
    async with services.at(table_id) as table:
        seat = moves.deciding_seat(table, person)
        rehearsed, question = _open(table, seat.seat, mark)
        tried = rules_plans.rehearse(table.game, question, seat.seat, rehearsed.moves)
        seen = _imagined_look(table, seat.seat, rehearsed.decision, tried)
        seat.mark, seat.draft = seen.table.mark(seat.seat), make(seen)
        async with services.db.transaction() as db:
            await sql.set_draft(db, table_id, seat.seat, seat.mark, seat.draft)
        return _imagined_look(table, seat.seat, rehearsed.decision, tried)


def _question(table: Table, seat: int, decision: str) -> Question:
    """Return the question that a seat can answer early; raise `Declined` if it cannot be answered early now."""
    question = questions_at(table, seat).get(decision)
    if question is None:
        raise Declined("nothing_to_plan", table=table.id)
    return question


def _open(table: Table, seat: int, mark: str | None) -> tuple[Rehearsed, Question]:
    """Return the rehearsal of a seat that a mark names, and its question.

    Raise `Stale` if the mark names another one, and `Declined` if the question cannot be answered early any more.
    """
    rehearsed = plans_of(table.seats[seat]).rehearsed
    if rehearsed is None:
        raise Stale
    imagined = _imagined_table(table, seat, rehearsed.decision, rehearsed.moves, None)
    if mark is None or not imagined.is_current_mark(seat, mark):
        raise Stale
    return rehearsed, _question(table, seat, rehearsed.decision)


def _imagined_table(table: Table, seat: int, decision: str, made: tuple[str, ...], state: object) -> Table:
    """Return a copy of a table with an imagined state, whose marks are the rehearsal's."""
    checksum = crc32(" ".join((decision, *made)).encode())
    rehearsal = f"{_PREFIX}{seat}.{len(made)}.{checksum}"
    return Table(table.row, table.seats, state, table.stops, rehearsal=rehearsal)


def _imagined_look(table: Table, seat: int, decision: str, tried: Rehearsal) -> Look:
    """Return the look of a seat at the imagined table after the moves tried so far. It has no times and no advice."""
    imagined, game = _imagined_table(table, seat, decision, tried.moves, tried.state), table.game
    return Look(
        imagined,
        seat,
        game.view(tried.state, seat),
        imagined.shown_mark(seat),
        owes=game.owed(tried.state).get(seat),
        sealed=game.is_sealed_choice(tried.state),
        can_undo=bool(tried.moves),
        menu_moves=MenuMoves(lambda: game.menu(tried.state.copy(), seat)),
        draft=imagined.draft(seat),
    )


async def _save(services: Services, table: Table, seat: int, plans: SeatPlans) -> None:
    """Store what a seat has planned. Nobody is notified, and nothing else at the table changes."""
    set_plans(table.seats[seat], plans)
    async with services.db.transaction() as db:
        await sql.update_seats(db, table.id, table.take_changed_seats())
