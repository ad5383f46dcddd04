"""The analysis of a finished game, for who asks: a picture of everybody's chances, and where it turned."""

from __future__ import annotations

from functools import partial

from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.images import picture_of, wants_pictures
from cogs.messages.panel import Button, Panel, Part, Row, Target, Text
from cogs.messages.table_messages import names_at
from cogs.requests.request import Action, Request
from pictures import chance_curve
from pictures.chance_curve import ChanceCurve
from tables.coaching import analysis
from tables.coaching.analysis import Analysis, TurningPoint
from tables.model.history import OPEN, Eyes, Moment
from tables.model.table import Table
from tables.play import replays
from words import analysis_text
from words import table_text as table_words


async def analyse(request: Request) -> Panel:
    """Show the analysis; the first time it takes a while, so the answer is promised first."""
    table = await analysis.analysable(request.services, request.table)
    await request.promise()
    title = table_words.title(request.words, table.row.game, table.id)
    told = partial(analysis_text.analysis_progress, request.words, title)
    found = await request.wait_for(analysis.begin(request.services, table), told)
    return await _panel(request, table, found, title)


async def _panel(request: Request, table: Table, found: Analysis, title: str) -> Panel:
    words, display = request.words, request.display_of(table)
    moments = [await _moment(request, table, turn.position) for turn in found.turns]
    told = [_told(request, table, turn, moment) for turn, moment in zip(found.turns, moments, strict=True)]
    steps = (await _moment(request, table, 0)).steps
    drawing = chance_curve.chance_picture(
        display.words.title,
        ChanceCurve(
            [(point.position, point.chances) for point in found.curve],
            steps.begins(),  # With open hands every position is a step.
            [(turn.position, turn.seat) for turn in found.turns],
        ),
        [seat.name for seat in table.seats],
        words,
        display.words.round_label,
    )

    wanted = wants_pictures(request.interaction, request.person)
    # Who waits was promised an answer: the picture may take its time.
    picture = await picture_of(request.app.studio, "analysis.png", lambda: drawing) if wanted else None
    parts: list[Part] = [
        Text(analysis_text.analysis_title(words, title)),
        picture or Text(drawing.alt),
        Text(analysis_text.turning_points(words, told)),
        Text(analysis_text.analysis_footnote(words)),
    ]
    if told:
        looks = zip(found.turns, moments, strict=True)
        buttons = [await _look_at(request, table, n, turn.seat, moment) for n, (turn, moment) in enumerate(looks, 1)]
        parts.append(Row(tuple(buttons)))
    return with_app_emoji(Panel(tuple(parts), display.colour), display.emoji)


async def _moment(request: Request, table: Table, position: int) -> Moment:
    """Return how everything stood before an entry of the log."""
    return await replays.moment(request.services, table, request.person_id, OPEN, position)


def _told(request: Request, table: Table, turn: TurningPoint, moment: Moment) -> analysis_text.TurningPointText:
    """Put a moment into words: both moves as its player saw the table then."""
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


async def _look_at(request: Request, table: Table, number: int, seat: int, moment: Moment) -> Button:
    """Return what leads to a decision through the eyes of who made it: what others had sealed is no step of theirs."""
    theirs = await replays.same_moment(request.services, table, moment, request.person_id, Eyes(seat))
    target = Target("replay", table.id, arg=f"{theirs.eyes} {theirs.number}")
    return Button(request.words.say("Look at {number}", number=number), target, emoji="🎞️")


ACTIONS: dict[str, Action] = {"analyse": analyse}
