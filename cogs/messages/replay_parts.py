"""The parts of a message that shows one step of a game's replay: the move, the board after it, and hands.

`moment_pictures` renders the pictures, `moment_heading` and `moment_parts` return the heading and the parts below it.
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

FROM_ANALYSIS, FROM_OWN_MOVES = "A", "O"
"""First letters of a viewer control's argument: *Back* leads to the analysis, or to the page of `OWN_MOVES`."""

Pictures = Sequence[Picture | None]
"""The picture of the board, then one of each hand; None where texts replace it."""


async def moment_pictures(renderer: Renderer, display: GameDisplay, moment: Moment, words: Words) -> Pictures:
    """Draw and render the board and each visible hand at a step of a replay, and return them in this order.

    An entry is None where the game has no picture or it cannot be rendered.
    """
    board = picture_of(renderer, "board.png", partial(display.board_drawing, moment.board, words))
    hands = (
        picture_of(renderer, f"hand-{hand.seat}.png", partial(display.hand_drawing, hand, words))
        for hand in moment.hands
    )
    return await asyncio.gather(board, *hands)


def moment_heading(display: GameDisplay, moment: Moment, words: Words) -> str:
    """Return the heading of a step in two lines of Markdown.

    The first has the table, the number of the step and the game's round, if it has rounds. The second says from whose
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

    If `quote` is not "", it replaces what happened: it is about the decision that was made at this board. `pictures`
    are those of `moment_pictures`. Board and hands without a picture are shown as texts; with () all are. What happened
    is shortened to `_MAX_STORY_CHARS`.
    """
    table = moment.board.table
    names = names_at(table)
    lines = display.story(words, names, moment.events)
    who = "" if moment.seat is None else names[moment.seat]
    drawn = [*pictures, *[None] * (1 + len(moment.hands))]
    caption = display.board_caption(moment.board, words)
    parts = [
        Text(shorten(quote or replay_text.step_story(words, who, lines), _MAX_STORY_CHARS)),
        *picture_or_text(_as_one(partial(display.board, moment.board, words)), drawn[0], caption),
    ]
    for hand, picture in zip(moment.hands, drawn[1:], strict=False):
        assert hand.seat is not None
        parts.append(Text(f"👁️ {names[hand.seat]}"))
        parts += picture_or_text(
            _as_one(partial(display.hand, hand, words)), picture, display.hand_caption(hand, words)
        )
    return parts


def _as_one(say: Callable[[], Sequence[Text]]) -> Callable[[], list[Text]]:
    """Return a function that joins the texts of `say` into one; else all hands together would be too many parts."""
    return lambda: [Text("\n".join(text.text for text in say()))]
