"""The analysis of a finished game, for who asks: a picture of everybody's chances, and where it turned."""

from __future__ import annotations

from cogs.core.emoji import with_own_emoji
from cogs.core.images import picture_of, wants_pictures
from cogs.core.messages import names_at
from cogs.core.panel import Button, Panel, Part, Row, Target, Text, says
from cogs.core.request import Action, Request
from pictures import curve
from pictures.curve import Curve
from tables import analysing, replaying
from tables.analysing import Analysis, Turn
from tables.course import OPEN
from tables.table import Table
from words import analyses
from words import tables as table_words

_EVERY = 3
"""Seconds after which who waits is told how far it has come."""


async def analyse(request: Request) -> Panel:
    """Show the analysis; the first time it takes a while, so the answer is promised first."""
    table = await analysing.asked(request.house, request.table)
    await request.promise()
    title = table_words.title(request.words, table.row.game, table.id)
    making = analysing.begin(request.house, table)
    while not await request.house.is_done(making.task, _EVERY):
        await request.meanwhile(says(analyses.progress(request.words, title, making.percent)))
    return await _panel(request, table, making.task.result(), title)


async def _panel(request: Request, table: Table, found: Analysis, title: str) -> Panel:
    words, display = request.words, request.display_of(table)
    told = [await _told(request, table, turn) for turn in found.turns]
    steps = (await replaying.moment(request.house, table, request.person_id, OPEN, 0, display.round_of)).steps
    drawing = curve.drawn(
        display.words.title,
        Curve(
            [(point.position, point.chances) for point in found.curve],
            steps.begins(),  # With open hands every position is a step.
            [(turn.position, turn.seat) for turn in found.turns],
        ),
        [seat.name for seat in table.seats],
        words,
        display.words.rounds,
    )

    wanted = wants_pictures(request.interaction, request.person)
    # Who waits was promised an answer: the picture may take its time.
    picture = await picture_of(request.app.studio, "analysis.png", lambda: drawing) if wanted else None
    parts: list[Part] = [
        Text(analyses.title(words, title)),
        picture or Text(drawing.alt),
        Text(analyses.moments(words, told)),
        Text(analyses.explained(words)),
    ]
    if told:
        looks = [
            Button(
                words.say("Look at {number}", number=number),
                Target("replay", table.id, arg=f"{OPEN} {turn.position}"),
                emoji="🎞️",
            )
            for number, turn in enumerate(found.turns, start=1)
        ]
        parts.append(Row(tuple(looks)))
    return with_own_emoji(Panel(tuple(parts), display.colour), display.emoji)


async def _told(request: Request, table: Table, turn: Turn) -> analyses.Told:
    """Put a moment into words: both moves as its player saw the table then."""
    words, display = request.words, request.display_of(table)
    by = display.round_of
    moment = await replaying.moment(request.house, table, request.person_id, OPEN, turn.position, by)
    look = moment.hands[turn.seat]
    game = table.game
    rounds = moment.steps.rounds
    return analyses.Told(
        display.words.round(words, rounds[moment.number]) if rounds else "",
        names_at(table, words)[turn.seat],
        display.proposal(look, words, game.parse(turn.move)),
        turn.was,
        turn.became,
        display.proposal(look, words, game.parse(turn.better)) if turn.better else "",
        turn.worth,
        [said for reason in turn.reasons if (said := display.words.reason(words, reason.key, reason.facts))],
    )


ACTIONS: dict[str, Action] = {"analyse": analyse}
