"""The page with the analysis of a finished game (`analyse`): own decisions, a chart, and turning points."""

from __future__ import annotations

from functools import partial

from cogs.messages.app_emoji import for_reader
from cogs.messages.images import picture_of, wants_pictures
from cogs.messages.lesson_panels import OWN_MOVES
from cogs.messages.panel import Button, Panel, Part, Target, Text, rows
from cogs.messages.replay_parts import FROM_ANALYSIS, FROM_OWN_MOVES
from cogs.messages.table_messages import names_at, table_buttons
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from pictures import chance_curve
from pictures.chance_curve import ChanceCurve
from pictures.drawing import Drawing
from tables.coaching import analysis
from tables.coaching.analysis import Analysis, JudgedDecision, OwnDecisions, TurningPoint
from tables.model.history import OPEN_HANDS, Moment, Viewpoint
from tables.model.table import Table
from tables.play import replays
from words import analysis_text
from words import table_text as table_words

Shown = tuple[JudgedDecision | TurningPoint, Moment]
"""A decision that the page lists, and the position before it with all hands open."""


async def analyse(request: Request) -> Panel:
    """Show the analysis of the request's finished game, beginning with the person's own decisions.

    These are their costliest decisions and their best one; a spectator gets none. Below are a chart of the players'
    chances, and the turning points that are not listed above. If `request.arg` is `OWN_MOVES`, only the person's
    costliest decision and their best one are shown. The answer is deferred. The first request for a game computes and
    stores the analysis, which takes some seconds; a progress message is shown meanwhile. Raises `Declined` if the game
    is not finished or cannot be analysed, and if the bot is shut down meanwhile.
    """
    table = await analysis.finished_table(request.services, request.table)
    await request.defer_in_place()
    title = table_words.title(request.words, table.row.game, table.id)
    progress = partial(analysis_text.analysis_progress, request.words, title)
    found = await request.wait_with_progress(analysis.start_analysis(request.services, table), progress)
    own = await analysis.own_decisions(request.services, table, found, request.person_id)
    return await _panel(request, table, found, own, title)


async def _panel(request: Request, table: Table, found: Analysis, own: OwnDecisions | None, title: str) -> Panel:
    """Return the page of the analysis `found`, with a replay button for each decision that it lists.

    `own` is what it says about the person, None for a spectator. `title` is the table's title in words. Without
    pictures the chart is described in words. If `request.arg` is `OWN_MOVES`, the page has only the person's first
    mistake and best decision, without the chart and the turning points.
    """
    words, display = request.words, request.display_of(table)
    brief = request.arg == OWN_MOVES
    parts: list[Part] = [Text(analysis_text.analysis_title(words, title))]
    listed: list[Shown] = []
    if own:
        worded = []
        for each in (*own.mistakes[: 1 if brief else None], *([own.best] if own.best else [])):
            listed.append((each, await _moment(request, table, each.position)))
            worded.append(_own_in_words(request, table, each, listed[-1][1]))
        best = worded.pop() if own.best else None
        parts.append(Text(analysis_text.own_decisions(words, worded, best)))
    elif brief:
        parts.append(Text(analysis_text.followed_all_suggestions(words)))
    if not brief:
        above = {each.position for each, _ in listed}
        turns = [
            (turn, await _moment(request, table, turn.position)) for turn in found.turns if turn.position not in above
        ]
        told = [_turn_in_words(request, table, turn, moment, found) for turn, moment in turns]
        first = len(listed) + 1
        listed += turns
        drawing = await _chart(request, table, found, listed)
        wanted = wants_pictures(request.interaction, request.person)
        # The answer is deferred already, so the picture may take long.
        picture = await picture_of(request.app.renderer, "analysis.png", lambda: drawing) if wanted else None
        parts += [picture or Text(drawing.alt), Text(analysis_text.turning_points(words, told, first))]
    if footnote := analysis_text.analysis_footnote(words, own=own is not None, chart=not brief):
        parts.append(Text(footnote))
    buttons = [
        await _replay_button(request, table, number, each.seat, moment)
        for number, (each, moment) in enumerate(listed, 1)
    ]
    panel = Panel((*parts, *rows(buttons), *table_buttons(table, words)), display.colour)
    return for_reader(panel, display, words, table)


async def _chart(request: Request, table: Table, found: Analysis, listed: list[Shown]) -> Drawing:
    """Return the drawing of the players' chances, with the numbers of the decisions `listed` on the page."""
    words, game_words = request.words, request.display_of(table).words
    steps = (await _moment(request, table, 0)).steps
    return chance_curve.chance_picture(
        game_words.title,
        ChanceCurve(
            [(point.position, point.chances) for point in found.curve],
            steps.round_starts(),  # With open hands every position is a step.
            sorted((each.position, each.seat, number) for number, (each, _) in enumerate(listed, 1)),
        ),
        [seat.name for seat in table.seats],
        words,
        game_words.round_label,
    )


async def _moment(request: Request, table: Table, position: int) -> Moment:
    """Return the game after `position` log entries (those taken back do not count), with all hands open."""
    return await replays.moment(request.services, table, request.person_id, OPEN_HANDS, position)


def _round_name(request: Request, table: Table, moment: Moment) -> str:
    """Return the name of a moment's round; "" if the game counts no rounds."""
    rounds = moment.steps.rounds
    return request.display_of(table).words.round_name(request.words, rounds[moment.number]) if rounds else ""


def _own_in_words(
    request: Request, table: Table, decision: JudgedDecision, moment: Moment
) -> analysis_text.OwnDecisionText:
    """Return a decision of the person in words, as they saw the table then.

    `moment` is the position before it, with all hands open.
    """
    words, display, game = request.words, request.display_of(table), table.game
    look = moment.hands[decision.seat]
    return analysis_text.OwnDecisionText(
        _round_name(request, table, moment),
        display.proposal(look, words, game.parse(decision.move)),
        decision.chance,
        display.proposal(look, words, game.parse(decision.other)),
        decision.other_chance,
        [said for reason in decision.reasons if (said := display.words.reason(words, reason.key, reason.facts))],
    )


def _turn_in_words(
    request: Request, table: Table, turn: TurningPoint, moment: Moment, found: Analysis
) -> analysis_text.TurningPointText:
    """Return a turning point in words: round, player, the move made, and the better move if it was a mistake.

    It also has the player's chance before and after the move (0 to 1). `moment` is the position before the move, with
    all hands open. The moves are worded as their player saw the table then.
    """
    words, display, game = request.words, request.display_of(table), table.game
    look = moment.hands[turn.seat]
    better = next((each.other for each in found.decisions if each.position == turn.position and each.cost > 0), "")
    return analysis_text.TurningPointText(
        _round_name(request, table, moment),
        names_at(table)[turn.seat],
        display.proposal(look, words, game.parse(turn.move)),
        turn.was,
        turn.became,
        display.proposal(look, words, game.parse(better)) if better else "",
    )


async def _replay_button(request: Request, table: Table, number: int, seat: int, moment: Moment) -> Button:
    """Return the button that opens the replay at a decision, from the viewpoint of the player who decided.

    `number` is the decision's number on the page. `seat` is the player's seat, and `moment` the position before their
    move. *Back* leads from there to this page.
    """
    theirs = await replays.same_moment(request.services, table, moment, request.person_id, Viewpoint(seat))
    origin = FROM_OWN_MOVES if request.arg == OWN_MOVES else FROM_ANALYSIS
    target = Target("replay", table.id, arg=f"{origin}{theirs.viewpoint} {theirs.number}")
    return Button(request.words.say("Show {number}", number=number), target, emoji="🎞️")


VERBS = (Verb("analyse", analyse, "finished", none_found="none_to_analyse"),)
