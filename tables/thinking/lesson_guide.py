"""What guides the learner of a lesson: what happened, the idea of a decision, a proposal; and what its computers do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules import Event, Move, Refused, declarations_by_game
from rules.lessons import END, Lesson
from rules.records import effective_entries
from storage.queries import tables as sql
from storage.rows import LogRow
from tables.model.table import Guidance, Look, Table
from tables.runtime.services import Services
from tables.thinking.table_advice import Advice, advice

__all__ = ["END", "LESSONS", "guided", "progress", "written_move"]

LESSONS: dict[str, Lesson] = declarations_by_game("rules", "LESSON")
"""By the game's name; a game without one is not here."""


async def guided(services: Services, look: Look) -> Look:
    """Return the look of a seat with what a lesson adds to it; at any other table the same look."""
    table, seat = look.table, look.seat
    if not table.row.lesson or seat is None or table.seats[seat].person is None:
        return look
    held = effective_entries(await sql.log(services.db.reader, table.id))
    if table.row.status == "finished":
        return msgspec.structs.replace(look, guidance=Guidance(_since(table, seat, held, -1), END))
    own = [row.n for row in held if row.seat == seat]
    news = _since(table, seat, held, own[-1] - 1 if own else -1)
    proposal = _proposal(look, seat, held) if look.owes else None
    made = [row.text for row in held if row.seat == seat]
    lesson = LESSONS[table.row.game]
    following = lesson.remaining_moves(seat, [*made, str(proposal)]) if proposal else ()
    parse = table.game.parse
    guidance = Guidance(
        news, _idea(look, proposal), proposal, tuple([parse(text) for text in following]), tuple(map(parse, made))
    )
    return msgspec.structs.replace(look, guidance=guidance)


def without(look: Look) -> Look:
    """Return a look as it is outside a lesson; what the lesson proposes comes first in all advice."""
    proposal = look.guidance.proposal if look.guidance else None
    if proposal is not None and not look.menu_moves.hinted:
        told = next((each for each in advice(look) if each.move == proposal), Advice(proposal))
        look.menu_moves.hinted = [told]
    return msgspec.structs.replace(look, guidance=None)


def progress(look: Look) -> tuple[int, int]:
    """Return how many ideas a learner has met, with the one that is explained now, and how many there are.

    Those that the lesson leaves out are counted once they come up.
    """
    lesson, idea = LESSONS[look.table.row.game], look.guidance.idea if look.guidance else ""
    met = {*look.table.row.explained, idea} - {"", END}
    return len(met), len({*lesson.every_idea} - lesson.untaught.keys() | met)


async def written_move(services: Services, table: Table) -> tuple[int, Move] | None:
    """Return a computer that is asked something and has it written down, and its move; None if it has to think."""
    if not table.row.lesson:
        return None
    held: list[LogRow] | None = None
    for seat in table.owed:
        if table.seats[seat].computer:
            held = held or effective_entries(await sql.log(services.db.reader, table.id))
            if move := _written(table, seat, held):
                return seat, move
    return None


def _since(table: Table, seat: int, held: Sequence[LogRow], after: int) -> list[Event]:
    """Return what happened in the entries after one, as a seat may see it; -1: from the opening on."""
    game, row = table.game, table.row
    events = game.opening(row.size, row.seed, row.options, row.rules)[1] if after < 0 else []
    events = [*events, *(event for entry in held if entry.n > after for event in game.decode_events(entry.events))]
    return [game.redact(event, seat) for event in events]


def _proposal(look: Look, seat: int, held: Sequence[LogRow]) -> Move | None:
    """Return what is written down for the learner, or else what is worth doing."""
    if move := _written(look.table, seat, held):
        return move
    return next((advised.move for advised in advice(look)), None)


def _written(table: Table, seat: int, held: Sequence[LogRow]) -> Move | None:
    """Return what is written down for a seat, if it is allowed now: written for another decision it is not."""
    lesson, game = LESSONS.get(table.row.game), table.game
    text = lesson.next_move(seat, [row.text for row in held if row.seat == seat]) if lesson else None
    if text is None:
        return None
    try:
        move: Move = game.parse(text)
        game.check(table.state, seat, move)
    except Refused:
        return None
    return move


def _idea(look: Look, proposal: Move | None) -> str:
    lesson = LESSONS.get(look.table.row.game)
    if lesson is None or proposal is None:
        return ""
    explained = look.table.row.explained
    return next((key for key in lesson.ideas(look.view, proposal) if key not in explained), "")
