"""The guidance in a lesson: recent events, an explained idea and a suggested move; also the computers' scripted moves.

`with_guidance` adds the guidance to the learner's look, and `scripted_computer_move` returns a computer's next move.
While the learner follows the lesson's script, its moves are suggested. Once they leave it, the moves are suggested that
a hint would show, and an idea that they use before it was explained is explained after the move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from opponents.advice import NOISE
from rules import Event, Move, Refused, declarations_by_game
from rules.lessons import END, FORCED, Lesson
from rules.records import effective_entries, positions
from storage.queries import tables as sql
from storage.rows import LogRow
from tables.model.table import Guidance, Look, Table
from tables.runtime.services import Services
from tables.thinking.table_advice import advice

__all__ = [
    "END",
    "LESSONS",
    "missed_ideas",
    "noted_idea",
    "prepared_move",
    "progress",
    "proposed_move",
    "scripted_computer_move",
    "state_before",
    "with_guidance",
]

LESSONS: dict[str, Lesson] = declarations_by_game("rules", "LESSON")
"""The lesson of each game that has one, by game."""


async def with_guidance(services: Services, look: Look) -> Look:
    """Return a learner's look with the lesson's guidance. Return any other look unchanged.

    Once the lesson's game is finished, the guidance has all events of the game, the idea `END`, and no suggested move.
    """
    table, seat = look.table, look.seat
    if not table.row.lesson or seat is None or table.seats[seat].person is None:
        return look
    log = await sql.log(services.db.reader, table.id)
    effective = effective_entries(log)
    if table.row.status == "finished":
        return msgspec.structs.replace(look, guidance=Guidance(_events_after(table, seat, effective, -1), idea=END))
    own = [row.n for row in effective if row.seat == seat]
    news_after = own[-1] - 1 if own else -1
    lesson, explained, parse = LESSONS[table.row.game], table.row.explained, table.game.parse
    proposal, idea = await proposed_move(services, look, seat, effective) if look.owes else (None, "")
    late = await _late_idea(services, table, seat, log, effective) if proposal else ""
    if late == idea or lesson.most_important([late, idea]) == idea:
        late = ""  # The suggested move uses it too, or something that the learner needs more.
    made = [row.text for row in effective if row.seat == seat]
    following = lesson.remaining_moves(seat, [*made, str(proposal)]) if proposal else ()
    alone = proposal is not None and len(look.options) > 1 and (bool(late) or lesson.is_own_decision(explained, idea))
    searched = await advice(services, look) if proposal and not alone and lesson.has_searched_reasons else []
    guidance = Guidance(
        _events_after(table, seat, effective, news_after),
        news_after,
        late or idea,
        proposal,
        alone,
        next((each.reasons for each in searched if each.move == proposal), ()),
        is_late=bool(late),
        for_practice=bool(following) and idea in lesson.practice,
        following=tuple([parse(text) for text in following]),
        made=tuple(map(parse, made)),
    )
    return msgspec.structs.replace(look, guidance=guidance)


def noted_idea(look: Look) -> str:
    """Return what is to be stored in `table.row.explained` for the decision that a learner is about to make.

    `look` is the learner's before the move. Return the key of the idea explained with the decision. Without an idea,
    return `FORCED` if they have a single option, else "". At a table that is no lesson, return "".
    """
    if look.guidance is None:
        return ""
    return look.guidance.idea or ("" if len(look.options) > 1 else FORCED)


def without_guidance(look: Look) -> Look:
    """Return a copy of a look without guidance: its menu is that of an ordinary table."""
    return msgspec.structs.replace(look, guidance=None)


def progress(look: Look) -> tuple[int, int]:
    """Return (number of ideas explained so far, including the one explained now; number of ideas in the lesson).

    The second number is the same throughout a lesson: ideas that it does not teach count in neither, even if they come
    up for a learner who deviates from the recorded moves.
    """
    lesson, idea = LESSONS[look.table.row.game], look.guidance.idea if look.guidance else ""
    taught = {*lesson.every_idea} - lesson.untaught.keys()
    return len(taught & {*look.table.row.explained, idea}), len(taught)


def missed_ideas(look: Look) -> list[str]:
    """Return the keys of the ideas that a lesson teaches and has not explained, in the order of `Lesson.every_idea`."""
    lesson, explained = LESSONS[look.table.row.game], look.table.row.explained
    return [idea for idea in lesson.every_idea if idea not in explained and idea not in lesson.untaught]


async def scripted_computer_move(services: Services, table: Table) -> tuple[int, Move] | None:
    """Return the seat and the scripted move of the first computer that has to act and has one.

    Return None if there is none, and at a table that is no lesson.
    """
    if not table.row.lesson:
        return None
    effective: list[LogRow] | None = None
    for seat in table.owed:
        if table.seats[seat].computer:
            effective = effective or effective_entries(await sql.log(services.db.reader, table.id))
            if move := _scripted_move(table, seat, effective):
                return seat, move
    return None


async def prepared_move(services: Services, table: Table) -> tuple[int, Move] | None:
    """Return the learner's seat and their next move if the lesson makes it for them as part of the set-up, else None.

    Return None also while somebody else has to act, and at a table that is no lesson.
    """
    lesson = LESSONS[table.row.game] if table.row.lesson else None
    if lesson is None or len(table.row.explained) >= lesson.prepared or lesson.seat not in table.owed:
        return None
    move = _scripted_move(table, lesson.seat, effective_entries(await sql.log(services.db.reader, table.id)))
    return (lesson.seat, move) if move else None


async def _late_idea(
    services: Services, table: Table, seat: int, log: list[LogRow], effective: Sequence[LogRow]
) -> str:
    """Return the most important idea that the learner's latest move used before it was explained; "" if there is none.

    Only learners who have left the script make such moves. Ideas that help to choose a move come too late then, except
    those of `Lesson.core`. The arguments are the table, its learner's seat, its log, and the log without what was taken
    back. Cached.
    """
    lesson, key = LESSONS[table.row.game], (table.id, table.row.version)
    own = [place for place, entry in enumerate(effective) if entry.seat == seat]
    if not own or lesson.follows_record(seat, [effective[place].text for place in own]):
        return ""
    if key not in services.caches.late_ideas:
        before = await state_before(table, log, own[-1])
        used = lesson.ideas(table.game.view(before, seat), table.game.parse(effective[own[-1]].text))
        known = {*table.row.explained, *(lesson.choices - lesson.core), *lesson.untaught}
        services.caches.late_ideas[key] = lesson.most_important([idea for idea in used if idea not in known])
    return services.caches.late_ideas[key]


async def state_before(table: Table, log: list[LogRow], place: int) -> Any:
    """Return the state before the move at index `place` of a table's log without what was taken back.

    `log` is the whole log. It is replayed in a thread.
    """

    def replay() -> Any:
        return next(state for number, (_, state, _) in enumerate(positions(table.record(log))) if number == place)

    return await asyncio.to_thread(replay)


def _events_after(table: Table, seat: int, effective: Sequence[LogRow], after: int) -> list[Event]:
    """Return the events of the log entries after number `after`, as a seat may see them, oldest first.

    `effective` are the table's log entries without those taken back; `after=-1` includes the events of the opening.
    """
    game, row = table.game, table.row
    events = game.opening(row.size, row.seed, row.options, row.rules)[1] if after < 0 else []
    events = [*events, *(event for entry in effective if entry.n > after for event in game.decode_events(entry.events))]
    return [game.redact(event, seat) for event in events]


async def proposed_move(
    services: Services, look: Look, seat: int, effective: Sequence[LogRow]
) -> tuple[Move | None, str]:
    """Return the move that a lesson suggests to the learner at `seat`, and the new idea that it uses ("" for none).

    It is the learner's scripted move. If they have left the script, it is the first of a hint's moves that uses a new
    idea, preferably one of `Lesson.core`, and is about as good as the best one; if there is none, the best one. Return
    (None, "") without any move. `effective` are the table's log entries without those taken back, up to the look's
    decision.
    """
    if move := _scripted_move(look.table, seat, effective):
        return move, next(iter(_new_ideas(look, move)), "")
    advised = await advice(services, look)
    if not advised:
        return None, ""
    best = advised[0].chance or 0.0
    good = [each.move for each in advised if each is advised[0] or (each.chance or 0.0) >= best - NOISE]
    new = [(idea, move) for move in good for idea in _new_ideas(look, move)]
    idea = LESSONS[look.table.row.game].most_important([idea for idea, _ in new])
    return dict(reversed(new)).get(idea, good[0]), idea


def _scripted_move(table: Table, seat: int, effective: Sequence[LogRow]) -> Move | None:
    """Return a seat's next move by the lesson's script; None if it has left the script or the script is at its end.

    Return None also if the rules do not allow that move now, for example because it was meant for another decision.
    `effective` are the table's log entries without those taken back.
    """
    lesson, game = LESSONS.get(table.row.game), table.game
    text = lesson.next_move(seat, [row.text for row in effective if row.seat == seat]) if lesson else None
    if text is None:
        return None
    try:
        move: Move = game.parse(text)
        game.check(table.state, seat, move)
    except Refused:
        return None
    return move


def _new_ideas(look: Look, move: Move) -> list[str]:
    """Return the keys of the ideas that a move uses and that were not explained yet, in order of explanation."""
    ideas, explained = LESSONS[look.table.row.game].ideas(look.view, move), look.table.row.explained
    return [key for key in ideas if key not in explained]
