"""Lessons: the guided first game of one learner against computers, and the practice table opened from its last page.

The actions start or resume a lesson (`learn`), start it again (`learn_again`), make the move it proposes (`proposal`),
show the ordinary menu instead (`show_full_menu`), show the lesson's last page (`show_last_page`) and the tips that did
not come up (`show_missed_tips`), and open the practice table (`against_computers`).
"""

from __future__ import annotations

from cogs.actions.lobby_actions import WantedTable, open_table
from cogs.actions.playing import complete_turn
from cogs.messages.drafts import fingerprint
from cogs.messages.lesson_pages import missed_tips_parts, restart_lesson_button, stopped_lesson_parts
from cogs.messages.menu_controls import back_button
from cogs.messages.panel import MAX_COMPONENTS, Panel, Row, Target, Text
from cogs.requests.answers import menu, menu_of
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.coaching import lesson_tables
from tables.coaching.lesson_tables import LESSON_SERVER
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.play import lookup
from tables.play import moves as playing
from tables.play.moves import deciding_seat
from tables.thinking import lesson_guide
from tables.thinking.lesson_guide import LESSONS


async def learn(request: Request) -> Panel:
    """Resume the person's open lesson of the game `request.arg`, or start one, and show its menu.

    If the lesson has already explained something, the menu has a button to start over. Raises `Declined` if the game
    has no lesson, and `OtherProcess` if another process of the bot has to answer.
    """
    panel, begun = await _lesson_menu(request)
    return panel.plus(Row((restart_lesson_button(request.arg, request.words),))) if begun else panel


async def learn_again(request: Request) -> Panel:
    """Close the person's open lesson of the game `request.arg`, if any, start a new one, and show its menu.

    Raises `Declined` if the game has no lesson, and `OtherProcess` if another process of the bot has to answer.
    """
    panel, _ = await _lesson_menu(request, start_over=True)
    return panel


async def _lesson_menu(request: Request, *, start_over: bool = False) -> tuple[Panel, bool]:
    """Resume or start the person's lesson of the game `request.arg`; return its menu, and False if it is new.

    A lesson counts as new until it has explained something. With `start_over`, an open lesson is closed and a new one
    started. Afterwards the lesson is the request's table. Raises `OtherProcess` if another process of the bot has to
    answer, and `Declined` if the game has no lesson.
    """
    request.require_own_server(LESSON_SERVER)
    look = await lesson_tables.continue_or_start(
        request.services, request.person_id, request.name, request.arg, request.words.language, again=start_over
    )
    await request.set_table(look.table.id)
    return await menu_of(request, look), bool(look.table.row.explained)


async def proposal(request: Request) -> Panel:
    """Make the move that the lesson proposes, and show the menu after it.

    `request.arg` is the fingerprint (a checksum) of the move that the menu showed. If afterwards the learner has only
    one possible move, and the game declares it as forced, that move is made too. Raises `Stale` if the lesson now
    proposes another move or the button was made for an earlier decision, and `Declined` if the person does not play
    there or the lesson is over.
    """

    def proposed(look: Look) -> str:
        """Return the text of the move that the lesson proposes; raise `Stale` if the menu showed another move."""
        move = look.guidance.proposal if look.guidance else None
        if move is None or fingerprint(move) != request.arg:
            raise Stale
        return str(move)

    look = await playing.play(request.services, request.table, request.person_id, proposed, request.mark)
    return await complete_turn(request, look)


async def show_full_menu(request: Request) -> Panel:
    """Show a learner the full menu of the pending decision, as in an ordinary game.

    A button leads back to the lesson's proposal, unless the menu has no space for it. Raises `Declined` if the person
    does not play here or the lesson is over.
    """
    look = await lookup.look(request.services, request.table, request.person_id)
    deciding_seat(look.table, request.person_id)
    panel = await menu_of(request, lesson_guide.without_guidance(look))
    back = back_button(request.words, Target("play", request.table))
    return panel.plus(Row((back,))) if panel.size + 2 <= MAX_COMPONENTS else panel


async def show_last_page(request: Request) -> Panel:
    """Show the page after *Stop here*, which says what to do next. The lesson stays open, so it can be resumed.

    Raises `Stale` if the table is no lesson, and `Declined` if the lesson is over or the person does not play there.
    """
    table = await request.services.load(request.table)
    if not table.row.lesson:
        raise Stale
    deciding_seat(table, request.person_id)
    return Panel(tuple(stopped_lesson_parts(table, request.words)), request.display_of(table).colour)


async def show_missed_tips(request: Request) -> Panel:
    """Show the tips of a lesson that did not come up in its game.

    Raises `Stale` if the table is no lesson.
    """
    look = await lookup.look(request.services, request.table, request.person_id)
    if not look.table.row.lesson:
        raise Stale
    return Panel(tuple(missed_tips_parts(look, request.words)), request.display_of(look.table).colour)


async def against_computers(request: Request) -> Panel | None:
    """Open a practice table, with the lesson's options and computers on all other seats, and start its game at once.

    `request.arg` is `GAME LESSON`: the game's key and the lesson's table number; pages of older versions name only the
    game. If the person still plays at an open practice table of this lesson, show its menu instead. The new table is
    stored as the lesson's rematch. Return None if the request is answered already, like `open_table`. Raises `Stale`
    for a game without a lesson, `Declined` if the lesson is not the person's own or the table cannot be opened here,
    and `OtherProcess` if another process of the bot owns the practice table.
    """
    game, _, named = request.arg.partition(" ")
    if game not in LESSONS:
        raise Stale
    lesson = parse_number(named, 0, max_digits=18)
    if not lesson:  # Pages of older versions do not name their lesson.
        return await _open_practice(request, game, None)
    async with request.services.lock(lesson):
        opened = await lesson_tables.practice_table(request.services, lesson, request.person_id)
        if opened:
            await request.set_table(opened)
        if not opened or not await lesson_tables.continue_practice(request.services, opened, request.person_id):
            return await _open_practice(request, game, lesson)
    already = request.words.say("You have already opened this table: #{table}.", table=opened)
    return (await menu(request)).under(Text(already))


async def _open_practice(request: Request, game: str, lesson: int | None) -> Panel | None:
    """Open a practice table of a game, and return what `open_table` returns.

    `lesson` is the table number of the lesson from which it is opened; None if that is unknown.
    """
    record = LESSONS[game].record
    wanted = WantedTable(seats=record.seats, computers=record.seats - 1, start_when_full=True)
    return await open_table(request, game, wanted, dict(record.options), lesson)


VERBS = (
    Verb("learn", learn),
    Verb("learn_again", learn_again),
    Verb("proposal", proposal, "running"),
    Verb("otherwise", show_full_menu, "running"),
    Verb("stop_lesson", show_last_page),
    Verb("missed_tips", show_missed_tips),
    Verb("against_computers", against_computers),
)
