"""Feedback in a lesson: `with_feedback` adds to a learner's look how good their latest own decision was.

A decision is the learner's own if no move was suggested, or if they made another move than the suggested one.
"""

from __future__ import annotations

import msgspec

from opponents.alderman_hints import choice_group_of
from rules import records
from rules.lessons import FORCED
from storage.queries import tables as sql
from tables.model.table import Look, MenuMoves, OwnDecision, Table
from tables.runtime.services import Services
from tables.thinking import lesson_guide
from tables.thinking.lesson_guide import LESSONS


async def with_feedback(services: Services, look: Look) -> Look:
    """Return a learner's look with feedback on their latest decision, if that was their own.

    It was their own if no move was suggested, or if they made another move than the suggested one. Decisions with a
    single option are skipped: after such a decision the feedback is about the one before it, unless that was shown
    already. Return the same look at tables that are no lessons, while the learner has nothing to decide, if they made
    the suggested move, and if no feedback could be computed. The feedback is cached.
    """
    guidance, seat, explained = look.guidance, look.seat, look.table.row.explained
    number = next((n for n in range(len(explained), 0, -1) if explained[n - 1] != FORCED), 0)
    if guidance is None or seat is None or not number or not (look.owes or look.may_change):
        return look
    key, decision = (look.table.id, look.table.row.version), (look.table.id, number)
    shown = services.caches.feedback_shown
    if number < len(explained) and shown.get(decision, key[1]) != key[1]:
        return look
    shown[decision] = key[1]
    if key not in services.caches.judged:
        services.caches.judged[key] = await _judge(services, look, seat, number)
    judged = services.caches.judged[key]
    return msgspec.structs.replace(look, guidance=msgspec.structs.replace(guidance, judged=judged)) if judged else look


async def _judge(services: Services, look: Look, seat: int, number: int) -> OwnDecision | None:
    """Return feedback on the learner's decision with this number, counted from 1; `seat` is the learner's.

    Return None if they made the suggested move, if no feedback could be computed, or if the log has no such decision.
    The first move of a hint that they asked for is never called worse than another.
    """
    table, lesson = look.table, LESSONS[look.table.row.game]
    game, log = table.game, await sql.log(services.db.reader, table.id)
    effective = records.effective_entries(log)
    own = [place for place, entry in enumerate(effective) if entry.seat == seat]
    if len(own) < number:
        return None
    place = own[number - 1]

    state, move = await lesson_guide.state_before(table, log, place), game.parse(effective[place].text)
    snapshot, explained = game.encode(state), table.row.explained
    row = msgspec.structs.replace(table.row, snapshot=snapshot, explained=explained[: number - 1])
    then = msgspec.structs.replace(
        look,
        table=Table(row, table.seats, state),
        view=game.view(state, seat),
        owes=game.owed(state)[seat],
        sealed=game.is_sealed_choice(state),
        menu_moves=MenuMoves(lambda: game.menu(state, seat)),
        guidance=None,
    )
    if not lesson.is_own_decision(row.explained, explained[number - 1]):
        suggested, idea = await lesson_guide.proposed_move(services, then, seat, effective[:place])
        was_suggested = idea == explained[number - 1]  # Otherwise that was explained because of an earlier move.
        if suggested is None or (was_suggested and suggested == move):
            return None
    text, learner = effective[place].text, table.seats[seat].person
    feedback = await services.thinker.judge(table.row.game, snapshot, seat, text, (learner,) if learner else ())
    if feedback is None:
        return None
    hinted, same_choice = services.caches.advice.get((table.row.game, snapshot, seat)), choice_group_of(table.row.game)
    if hinted and same_choice(hinted[0].move) == same_choice(move) and not (feedback.matters and feedback.is_good):
        feedback = msgspec.structs.replace(feedback, matters=False, reasons=(), follows_hint=True)
    return OwnDecision(then, move, feedback)
