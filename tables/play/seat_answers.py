"""Standing answers of the players at a table: setting them, and what each would have answered lately.

They are stored with the seat and given by `seat_plans.play_planned`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from rules import Move
from rules import standing_answers as rules_standing
from rules.records import effective_entries, positions
from rules.standing_answers import StandingAnswer, policies_of
from storage.queries import tables as sql
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import moves
from tables.play.seat_plans import may_plan, plans_of, set_plans
from tables.runtime.services import Services

MAX_QUESTIONS = 3
"""Of how many past questions of a kind is shown what would have been answered."""
_IMAGINED = "0."
"""The mark of imagined questions. No button can carry it: it names neither a decision nor a rehearsal."""


class WouldAnswer(NamedTuple):
    """What a policy would have answered to one question, with the look at the table that asked it."""

    look: Look
    move: Move | None
    """None if the player would have been asked."""


class ShownPolicy(NamedTuple):
    """A policy (its key) with what it would have answered, the oldest question first."""

    policy: str
    answers: tuple[WouldAnswer, ...]


class ShownDecision(NamedTuple):
    """A decision that may have a standing answer."""

    decision: str
    chosen: str
    """The policy that answers it; empty if the player is asked."""
    is_past: bool
    """True if the answers are to questions that this player was asked; False if to one as it could be asked now."""
    policies: tuple[ShownPolicy, ...]


def has_standing_answers(table: Table, seat: int) -> bool:
    """Return True if the person at a seat can set standing answers at this table now."""
    return table.game.early is not None and bool(table.game.early.policies) and may_plan(table, seat)


async def shown(services: Services, table_id: int, person: int) -> list[ShownDecision]:
    """Return what a person can set at a table, and what each policy would have answered to their latest questions.

    A decision that they were never asked is shown as if it were asked now. Raise `Declined` if they do not play there,
    or if the game has no standing answers.
    """
    table = await services.load(table_id)
    seat = _own_seat(table, person)
    assert table.game.early is not None
    past = await _past_questions(services, table, seat)
    chosen, decisions = plans_of(table.seats[seat]), []
    for decision, policies in table.game.early.policies.items():
        states = past[decision] or [
            rules_standing.imagined_question(table.game, table.state, seat, decision),
        ]
        would = [
            ShownPolicy(policy, _answers(table, seat, states, StandingAnswer(decision, policy))) for policy in policies
        ]
        answer = chosen.standing_answer(decision)
        known = answer.policy if answer and answer.policy in policies else ""
        decisions.append(ShownDecision(decision, known, bool(past[decision]), tuple(would)))
    return decisions


async def set_answer(services: Services, table_id: int, person: int, decision: str, policy: str) -> None:
    """Let a policy answer a decision of a person at a table from now on; an empty one: they are asked again.

    A question that is pending already is not answered. Nobody is notified. Raise `Declined` if they do not play there,
    or if there is no such decision or policy.
    """
    async with services.at(table_id) as table:
        seat = table.seats[_own_seat(table, person)]
        policies = policies_of(table.game, decision)
        if not policies or (policy and policy not in policies):
            raise Declined("no_standing_answer", table=table_id)
        set_plans(seat, plans_of(seat).with_standing_answer(decision, policy))
        async with services.db.transaction() as db:
            await sql.update_seats(db, table.id, table.take_changed_seats())


def _own_seat(table: Table, person: int) -> int:
    """Return the number of the seat at which a person can set standing answers; raise `Declined` if there is none."""
    seat = moves.deciding_seat(table, person).seat
    if not has_standing_answers(table, seat):
        raise Declined("no_standing_answer", table=table.id)
    return seat


async def _past_questions(services: Services, table: Table, seat: int) -> dict[str, list[Any]]:
    """Return by decision the states in which the person at a seat was last asked for it, the oldest first.

    The log is replayed. Questions that somebody else answered at this seat are left out.
    """
    game, asked = table.game, defaultdict[str, list[Any]](list)
    entries = await sql.log(services.db.reader, table.id, upto=table.row.version)
    rows = effective_entries(entries)
    for number, (_, state, _) in enumerate(positions(table.record(entries))):
        entry = rows[number] if number < len(rows) else None
        if entry and entry.seat == seat and entry.person == table.seats[seat].person:
            decision = game.owed(state).get(seat, "")
            if policies_of(game, decision):
                asked[decision].append(state.copy())
    return defaultdict(list, {decision: states[-MAX_QUESTIONS:] for decision, states in asked.items()})


def _answers(table: Table, seat: int, states: list[Any], answer: StandingAnswer) -> tuple[WouldAnswer, ...]:
    """Return what a standing answer of a seat would do in each of these states."""
    game, answers = table.game, []
    for state in states:
        asking = Table(table.row, table.seats, state, table.stops, rehearsal=_IMAGINED)
        look = Look(asking, seat, game.view(state, seat), _IMAGINED, owes=answer.decision)
        answers.append(WouldAnswer(look, rules_standing.standing_move(game, state, seat, answer)))
    return tuple(answers)
