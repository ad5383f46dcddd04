"""The page with the analysis of a finished game (`analyse`): a chart of the players' chances, and turning points."""

from __future__ import annotations

from functools import partial

from cogs.messages.app_emoji import for_reader
from cogs.messages.images import picture_of, wants_pictures
from cogs.messages.panel import Button, Panel, Part, Row, Target, Text
from cogs.messages.table_messages import names_at
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from pictures import chance_curve
from pictures.chance_curve import ChanceCurve
from tables.coaching import analysis
from tables.coaching.analysis import Analysis, TurningPoint
from tables.model.history import OPEN_HANDS, Moment, Viewpoint
from tables.model.table import Table
from tables.play import replays
from words import analysis_text
from words import table_text as table_words


async def analyse(request: Request) -> Panel:
    """Show the analysis of the request's finished game: a chart of the players' chances, and the turning points.

    The answer is deferred. The first request for a game computes and stores the analysis, which takes 4 to 14 seconds;
    a progress message is shown meanwhile. Raises `Declined` if the game is not finished or cannot be analysed, and if
    the bot is shut down meanwhile.
    """
    table = await analysis.finished_table(request.services, request.table)
    await request.defer()
    title = table_words.title(request.words, table.row.game, table.id)
    progress = partial(analysis_text.analysis_progress, request.words, title)
    found = await request.wait_with_progress(analysis.start_analysis(request.services, table), progress)
    return await _panel(request, table, found, title)


async def _panel(request: Request, table: Table, found: Analysis, title: str) -> Panel:
    """Return the page of the analysis `found`: chart, turning points, and a replay button for each of them.

    `title` is the table's title in words. Without pictures the chart is described in words.
    """
    words, display = request.words, request.display_of(table)
    moments = [await _moment(request, table, turn.position) for turn in found.turns]
    turns = [_turn_in_words(request, table, turn, moment) for turn, moment in zip(found.turns, moments, strict=True)]
    steps = (await _moment(request, table, 0)).steps
    drawing = chance_curve.chance_picture(
        display.words.title,
        ChanceCurve(
            [(point.position, point.chances) for point in found.curve],
            steps.round_starts(),  # With open hands every position is a step.
            [(turn.position, turn.seat) for turn in found.turns],
        ),
        [seat.name for seat in table.seats],
        words,
        display.words.round_label,
    )

    wanted = wants_pictures(request.interaction, request.person)
    # The answer is deferred already, so the picture may take long.
    picture = await picture_of(request.app.renderer, "analysis.png", lambda: drawing) if wanted else None
    parts: list[Part] = [
        Text(analysis_text.analysis_title(words, title)),
        picture or Text(drawing.alt),
        Text(analysis_text.turning_points(words, turns)),
        Text(analysis_text.analysis_footnote(words)),
    ]
    if turns:
        looks = zip(found.turns, moments, strict=True)
        buttons = [
            await _replay_button(request, table, n, turn.seat, moment) for n, (turn, moment) in enumerate(looks, 1)
        ]
        parts.append(Row(tuple(buttons)))
    return for_reader(Panel(tuple(parts), display.colour), display, words, table)


async def _moment(request: Request, table: Table, position: int) -> Moment:
    """Return the game after `position` log entries (those taken back do not count), with all hands open."""
    return await replays.moment(request.services, table, request.person_id, OPEN_HANDS, position)


def _turn_in_words(
    request: Request, table: Table, turn: TurningPoint, moment: Moment
) -> analysis_text.TurningPointText:
    """Return a turning point in words: round, player, the move made, the better move if there is one, and reasons.

    It also has the player's chance before and after the move (0 to 1), and how much the better move would add to it.
    `moment` is the position before the move, with all hands open. The moves are worded as their player saw the table
    then.
    """
    words, display = request.words, request.display_of(table)
    look = moment.hands[turn.seat]
    game = table.game
    rounds = moment.steps.rounds
    return analysis_text.TurningPointText(
        display.words.round_name(words, rounds[moment.number]) if rounds else "",
        names_at(table)[turn.seat],
        display.proposal(look, words, game.parse(turn.move)),
        turn.was,
        turn.became,
        display.proposal(look, words, game.parse(turn.better)) if turn.better else "",
        turn.worth,
        [said for reason in turn.reasons if (said := display.words.reason(words, reason.key, reason.facts))],
    )


async def _replay_button(request: Request, table: Table, number: int, seat: int, moment: Moment) -> Button:
    """Return the button that opens the replay at a turning point, from the viewpoint of the player who decided.

    `number` is the turning point's number on the page, counted from 1. `seat` is the player's seat, and `moment` the
    position before their move.
    """
    theirs = await replays.same_moment(request.services, table, moment, request.person_id, Viewpoint(seat))
    target = Target("replay", table.id, arg=f"{theirs.viewpoint} {theirs.number}")
    return Button(request.words.say("Show {number}", number=number), target, emoji="🎞️")


VERBS = (Verb("analyse", analyse, "finished", none_found="none_to_analyse"),)
