"""`analyse`: the page that analyses a finished game, with the person's own decisions, a chart and turning points.

A turning point is a decision of any player by which their chance to win changed a lot.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.actions.listed_decisions import in_words, mistakes_in, moment_before
from cogs.messages.app_emoji import for_reader
from cogs.messages.images import picture_of, wants_pictures
from cogs.messages.lesson_pages import OWN_MOVES, WHOLE_GAME
from cogs.messages.menu_controls import back_button
from cogs.messages.panel import Button, Panel, Part, Target, Text, rows, text
from cogs.messages.replay_parts import FROM_ANALYSIS, FROM_OWN_MOVES, FROM_WHOLE_GAME
from cogs.messages.table_messages import names_at, table_buttons
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from pictures import chance_curve
from pictures.chance_curve import ChanceCurve
from pictures.drawing import Drawing
from tables.coaching import analysis
from tables.coaching.analysis import Analysis, JudgedDecision, OwnDecisions, TurningPoint
from tables.model.history import Viewpoint
from tables.model.table import Table
from tables.play import game_log, replays
from words import analysis_text
from words import table_text as table_words
from words.analysis_text import OwnDecisionText, TurningPointText


async def analyse(request: Request) -> Panel:
    """Show the analysis of the request's finished game.

    A player sees first in which sources of points they and their best rival differ, then their costliest decisions and
    their best one; a button leads to a second page (`WHOLE_GAME`) with a chart of the players' chances during the game
    and the turning points that are not listed on the first. A spectator sees chart and turning points at once.

    If `request.arg` is `OWN_MOVES`, the page has only the player's decisions, and nothing leads to the second page.

    The first request for a game computes the analysis, which takes some seconds, and stores it; the answer is deferred
    and shows the progress. Raises `Declined` if the game is not finished or cannot be analysed, and if the bot is shut
    down meanwhile.
    """
    table = await analysis.finished_table(request.services, request.table)
    await request.defer_in_place()
    title = table_words.title(request.words, table.row.game, table.id)
    progress = partial(analysis_text.analysis_progress, request.words, title)
    job = analysis.start_analysis(request.services, table, request.person_id)
    found = await request.wait_with_progress(job, progress)
    own = await analysis.own_decisions(request.services, table, found, request.person_id)
    return await _panel(request, table, found, own, title)


async def _panel(request: Request, table: Table, found: Analysis, own: OwnDecisions | None, title: str) -> Panel:
    """Return the page that shows the analysis `found`, with a replay button for each decision listed on it.

    `own` holds the person's own costliest decisions and their best one; None if they decided nothing in this game.
    `title` is the table's title in words. `request.arg` says which page it is (see `analyse`). If no picture can be
    shown, the chart is described in words. All pages but that of `OWN_MOVES` number the decisions alike.
    """
    words, display = request.words, request.display_of(table)
    brief = request.arg == OWN_MOVES
    whole = not brief and (own is None or request.arg == WHOLE_GAME)
    result = "" if brief or request.arg == WHOLE_GAME else await _own_result(request, table)
    parts: list[Part] = [text(analysis_text.analysis_title(words, title), result)]
    listed = analysis.listed_decisions(found, own, brief=brief)
    numbered = [*enumerate(listed, 1)]
    decisions = [each for each in numbered if isinstance(each[1], JudgedDecision)]
    turns = [each for each in numbered if isinstance(each[1], TurningPoint)]
    shown = turns if whole else decisions
    worded = [await in_words(request, table, found, each) for _, each in shown]
    if whole:
        drawing = await _chart(request, table, found, listed)
        wanted = wants_pictures(request.interaction, request.person)
        # The answer is deferred already, so the picture may take long.
        picture = await picture_of(request.app.renderer, "analysis.png", lambda: drawing) if wanted else None
        told = [each for each in worded if isinstance(each, TurningPointText)]
        parts += [picture or Text(drawing.alt), Text(analysis_text.turning_points(words, told, len(decisions) + 1))]
    elif own:
        mine = [each for each in worded if isinstance(each, OwnDecisionText)]
        best = mine.pop() if own.best else None
        seat = table.seat_of(request.person_id)
        lost = seat is not None and found.curve[-1].chances[seat.seat] == 0
        parts.append(Text(analysis_text.own_decisions(words, mine, best, lost=lost)))
    else:
        parts.append(Text(analysis_text.followed_all_suggestions(words)))
    if footnote := analysis_text.analysis_footnote(
        words, own=own is not None and not whole, chart=whole, marked=len(decisions) if whole else 0
    ):
        parts.append(Text(footnote))
    mistakes = mistakes_in(listed)
    buttons = [await _replay_button(request, table, number, each, mistakes) for number, each in shown]
    onward: Sequence[Part] = table_buttons(table, words)
    if whole and own:
        onward = rows([back_button(words, Target("analyse", table.id))])
    elif not brief and own:
        label = words.say("Chart and turning points")
        buttons.append(Button(label, Target("analyse", table.id, arg=WHOLE_GAME), "primary", "📈"))
    panel = Panel((*parts, *rows(buttons), *onward), display.colour)
    return for_reader(panel, display, words, table)


async def _own_result(request: Request, table: Table) -> str:
    """Return a sentence that names the sources of points by which the person won or lost; "" for a spectator."""
    seat = table.seat_of(request.person_id)
    if seat is None:
        return ""
    told = await game_log.story_events(request.services, table, seat.seat)
    events = [event for _, happened in told for event in happened]
    return request.display_of(table).words.deciding_sentence(request.words, names_at(table), events, seat.seat)


async def _chart(
    request: Request, table: Table, found: Analysis, listed: Sequence[JudgedDecision | TurningPoint]
) -> Drawing:
    """Return the chart of each player's chance to win, from the beginning of the game to its end.

    `listed` are the decisions listed on the page, in its order. The chart marks each with its number, counted from 1.
    """
    words, game_words = request.words, request.display_of(table).words
    steps = (await moment_before(request, table, 0)).steps
    return chance_curve.chance_picture(
        game_words.title,
        ChanceCurve(
            [(point.position, point.chances) for point in found.curve],
            steps.round_starts(),  # With open hands every position is a step.
            sorted((each.position, each.seat, number) for number, each in enumerate(listed, 1)),
        ),
        [seat.name for seat in table.seats],
        words,
        game_words.round_label,
    )


async def _replay_button(
    request: Request, table: Table, number: int, decision: JudgedDecision | TurningPoint, mistakes: int
) -> Button:
    """Return the button that opens the replay just before a decision, as the player who decided saw the table.

    The label says what it shows: "mistake" or "turning point" with its `number` in the page's list, or "best decision".
    The only one of the page's `mistakes` needs no number. The replay's *Back* leads to this page again.
    """
    words = request.words
    if isinstance(decision, TurningPoint):
        label = words.say("Show turning point {number}", number=number)
    elif decision.is_mistake:
        label = words.say("Show mistake {number}", number=number) if mistakes > 1 else words.say("Show mistake")
    else:
        label = words.say("Show best decision")
    moment = await moment_before(request, table, decision.position)
    theirs = await replays.same_moment(request.services, table, moment, request.person_id, Viewpoint(decision.seat))
    origin = {OWN_MOVES: FROM_OWN_MOVES, WHOLE_GAME: FROM_WHOLE_GAME}.get(request.arg, FROM_ANALYSIS)
    target = Target("replay", table.id, arg=f"{origin}{theirs.viewpoint} {theirs.number}")
    return Button(label, target, emoji="🎞️")


VERBS = (Verb("analyse", analyse, "finished", none_found="none_to_analyse"),)
