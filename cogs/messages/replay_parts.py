"""The parts of a message that shows one step of a game's replay: what happened, the board after it, and hands.

`moment_pictures` renders the pictures. `moment_heading` returns the heading, and `moment_parts` the parts below it. A
`Moment` is one step as seen from one viewpoint.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_of
from cogs.messages.panel import Part, Picture, Text, shorten
from cogs.messages.table_messages import names_at, picture_or_text
from pictures.render import Renderer
from tables.model.history import Moment
from words import Words, replay_text
from words import table_text as table_words

_MAX_STORY_CHARS = 1200
"""Characters for what happened in a step; the board and the hands need room too."""

FROM_ANALYSIS, FROM_OWN_MOVES, FROM_WHOLE_GAME = "A", "O", "G"
"""First letters of a viewer control's argument: *Back* leads to the analysis, to the page of `OWN_MOVES`, or to that of
`WHOLE_GAME`."""

Pictures = Sequence[Picture | None]
"""The picture of the board, then one of each hand; None where texts replace it. Or a single picture instead of all."""


async def moment_pictures(
    renderer: Renderer, display: GameDisplay, moment: Moment, words: Words, *, one: bool = False
) -> Pictures:
    """Draw and render one step of a replay: return the picture of the board, then one of each visible hand.

    With `one`, a step that shows a single hand has one picture, of what the decision was about, as in a lesson. An item
    is None if the game has no such picture or it cannot be rendered.
    """
    if one and len(moment.hands) == 1:
        return [await picture_of(renderer, "moment.png", partial(display.lesson_drawing, moment.hands[0], words))]
    board = picture_of(renderer, "board.png", partial(display.board_drawing, moment.board, words))
    hands = (
        picture_of(renderer, f"hand-{hand.seat}.png", partial(display.hand_drawing, hand, words))
        for hand in moment.hands
    )
    return await asyncio.gather(board, *hands)


def moment_heading(display: GameDisplay, moment: Moment, words: Words) -> str:
    """Return the heading of a step in two lines of Markdown.

    The first names the table, the step's number and, if the game has rounds, the round. The second says from whose
    viewpoint the step is shown.
    """
    table, steps = moment.board.table, moment.steps
    names = names_at(table)
    round_name = display.words.round_name(words, steps.rounds[moment.number]) if steps.rounds else ""
    who = "" if moment.viewpoint.seat is None else names[moment.viewpoint.seat]
    title = table_words.title(words, table.row.game, table.id)
    place = replay_text.step_label(words, moment.number, steps.last, round_name)
    return f"**{title}** · {place}\n-# 👁️ {replay_text.viewpoint(words, str(moment.viewpoint), who)}"


def moment_parts(
    display: GameDisplay, moment: Moment, words: Words, pictures: Pictures = (), quote: str = ""
) -> list[Part]:
    """Return the parts of a step: what happened in it, the board after it, and each visible hand under its name.

    `pictures` are those of `moment_pictures`; () if there are none. Board and hands without a picture are shown as
    texts; a single picture replaces both. If `quote` is not "", it replaces what happened: it is
    what an analysis says about the decision made at this board. It comes last, because a phone shows the end of a long
    message. Both are shortened to `_MAX_STORY_CHARS`.
    """
    table = moment.board.table
    names = names_at(table)
    lines = display.story(words, names, moment.events)
    who = "" if moment.seat is None else names[moment.seat]
    drawn = [*pictures, *[None] * (1 + len(moment.hands))]
    caption = display.board_caption(moment.board, words)
    story = "" if quote else replay_text.step_story(words, who, lines, is_planned=moment.is_planned)
    parts: list[Part] = [Text(shorten(story, _MAX_STORY_CHARS))] if story else []
    ending = [Text(shorten(quote, _MAX_STORY_CHARS))] if quote else []
    if len(pictures) == 1 and moment.hands and pictures[0]:
        return [*parts, pictures[0], *ending]
    parts += picture_or_text(_as_one(partial(display.board, moment.board, words)), drawn[0], caption)
    for hand, picture in zip(moment.hands, drawn[1:], strict=False):
        assert hand.seat is not None
        parts.append(Text(f"👁️ {names[hand.seat]}"))
        parts += picture_or_text(
            _as_one(partial(display.hand, hand, words)), picture, display.hand_caption(hand, words)
        )
    return [*parts, *ending]


def _as_one(say: Callable[[], Sequence[Text]]) -> Callable[[], list[Text]]:
    """Return a function that joins the texts of `say` into one; else all hands together would be too many parts."""
    return lambda: [Text("\n".join(text.text for text in say()))]
