"""Feedback in a lesson: `with_feedback` compares the learner's latest own decision with the best move."""

from __future__ import annotations

import asyncio

import msgspec

from rules import records
from rules.lessons import FORCED
from storage.queries import tables as sql
from tables.model.table import Look, MenuMoves, OwnDecision
from tables.runtime.services import Services
from tables.thinking.lesson_guide import LESSONS


async def with_feedback(services: Services, look: Look) -> Look:
    """Return a learner's look with feedback on their latest decision if they made it without a suggestion.

    Decisions that left no choice are passed over. Return the same look at other tables, after a decision with a
    suggestion, and if no feedback could be computed. The result is cached; the same decision gets the same feedback.
    """
    guidance, seat = look.guidance, look.seat
    if guidance is None or seat is None or not (number := _last_own_decision(look)):
        return look
    key = (look.table.id, look.table.row.version)
    if key not in services.caches.judged:
        services.caches.judged[key] = await _judge(services, look, seat, number)
    judged = services.caches.judged[key]
    return msgspec.structs.replace(look, guidance=msgspec.structs.replace(guidance, judged=judged)) if judged else look


def _last_own_decision(look: Look) -> int:
    """Return which of the learner's decisions is the latest one with a choice, counted from 1; 0 if not made alone."""
    lesson, explained = LESSONS[look.table.row.game], look.table.row.explained
    number = next((n for n in range(len(explained), 0, -1) if explained[n - 1] != FORCED), 0)
    return number if number and lesson.is_own_decision(explained[: number - 1], explained[number - 1]) else 0


async def _judge(services: Services, look: Look, seat: int, number: int) -> OwnDecision | None:
    """Return feedback on the learner's decision with this number, counted from 1; None if none could be computed."""
    table = look.table
    game, record = table.game, table.record(await sql.log(services.db.reader, table.id))

    def replay() -> tuple[bytes, str] | None:
        """Return the encoded state before the decision, and the text of the move; None if there is no such one."""
        made, before = 0, b""
        for entry, state, _ in records.positions(record):
            made += entry is not None and entry.seat == seat
            if entry is not None and made == number:
                return before, entry.text
            if made == number - 1:
                before = game.encode(state)
        return None

    if (found := await asyncio.to_thread(replay)) is None:
        return None
    snapshot, text = found
    feedback = await services.thinker.judge(table.row.game, snapshot, seat, text)
    if feedback is None:
        return None
    state = game.decode(snapshot)
    then = msgspec.structs.replace(
        look,
        view=game.view(state, seat),
        owes=game.owed(state)[seat],
        menu_moves=MenuMoves(lambda: game.menu(state, seat)),
        guidance=None,
    )
    return OwnDecision(then, game.parse(text), feedback)
