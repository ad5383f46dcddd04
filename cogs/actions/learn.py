"""Learning a game by playing it: the guided first game, for its learner alone."""

from __future__ import annotations

from cogs.actions.lobby_message import WantedTable, open_table
from cogs.actions.playing import go_on
from cogs.messages.drafts import fingerprint
from cogs.messages.lesson_panels import restart_lesson_button, stopped_lesson_parts
from cogs.messages.panel import MAX_COMPONENTS, Button, Panel, Row, Target, Text
from cogs.messages.table_messages import menu_panel
from cogs.requests.answers import menu, menu_of
from cogs.requests.request import Action, Request, number
from tables.coaching import lesson_tables
from tables.coaching.lesson_tables import NO_SERVER
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.play import lookup
from tables.play import moves as playing
from tables.play.moves import deciding_seat
from tables.thinking import lesson_guide
from tables.thinking.lesson_guide import LESSONS


async def learn(request: Request) -> Panel:
    """Begin the lesson of a game, or go on with it; who comes back to it may begin again."""
    panel, begun = await _lesson(request)
    return panel.plus(Row((restart_lesson_button(request.arg, request.words),))) if begun else panel


async def learn_again(request: Request) -> Panel:
    """Begin the lesson of a game from its beginning."""
    panel, _ = await _lesson(request, anew=True)
    return panel


async def _lesson(request: Request, *, anew: bool = False) -> tuple[Panel, bool]:
    """Return the menu of a lesson, and whether its learner has done something there before."""
    request.stay_with(NO_SERVER)
    look = await lesson_tables.learn(
        request.services, request.person_id, request.name, request.arg, request.words.language, again=anew
    )
    await request.turn_to(look.table.id)
    return menu_panel(request.display_of(look.table), look, request.words), bool(look.table.row.explained)


async def proposal(request: Request) -> Panel:
    """Do what the lesson proposes, if it still proposes what the menu shows; and then what is left to do."""

    def proposed(look: Look) -> str:
        move = look.guidance.proposal if look.guidance else None
        if move is None or fingerprint(move) != request.arg:
            raise Stale
        return str(move)

    look = await playing.play(request.services, request.table, request.person_id, proposed, request.mark)
    return await go_on(request, look, led=True)


async def otherwise(request: Request) -> Panel:
    """Show the menu as it would be without a lesson, and a way back to what is proposed."""
    look = await lookup.look(request.services, request.table, request.person_id)
    deciding_seat(look.table, request.person_id)
    panel = await menu_of(request, lesson_guide.without(look))
    back = Button(request.words.say("Back"), Target("play", request.table), emoji="⬅️")
    return panel.plus(Row((back,))) if panel.size + 2 <= MAX_COMPONENTS else panel


async def stop(request: Request) -> Panel:
    """Say what to do next to who has seen enough of a lesson; it stays as it is, for who would rather play on."""
    table = await request.services.load(request.table)
    if not table.row.lesson:
        raise Stale
    deciding_seat(table, request.person_id)
    return Panel(tuple(stopped_lesson_parts(table, request.words)), request.display_of(table).colour)


async def against_computers(request: Request) -> Panel | None:
    """Open a table as in the lesson of its game, with computers on all other seats: the game begins at once.

    Pressed again at the end of the same lesson it leads to that table, as long as one plays there.
    """
    game, _, named = request.arg.partition(" ")
    if game not in LESSONS:
        raise Stale
    lesson = number(named, 0, digits=18)
    if not lesson:  # A page from before it named its lesson.
        return await _practice(request, game, None)
    async with request.services.lock(lesson):
        opened = await lesson_tables.practice(request.services, lesson, request.person_id)
        if opened:
            await request.turn_to(opened)
        if not opened or not await lesson_tables.practise_on(request.services, opened, request.person_id):
            return await _practice(request, game, lesson)
    already = request.words.say("You have opened this table already: #{table}.", table=opened)
    return (await menu(request)).under(Text(already))


async def _practice(request: Request, game: str, lesson: int | None) -> Panel | None:
    record = LESSONS[game].record
    wanted = WantedTable(seats=record.seats, computers=record.seats - 1, start_when_full=True)
    return await open_table(request, game, wanted, dict(record.options), lesson)


ACTIONS: dict[str, Action] = {
    "learn": learn,
    "learn_again": learn_again,
    "proposal": proposal,
    "otherwise": otherwise,
    "stop_lesson": stop,
    "against_computers": against_computers,
}
