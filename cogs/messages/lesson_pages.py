"""The last pages of a lesson, and the buttons that lead to one.

`finished_lesson_parts`, `stopped_lesson_parts` and `missed_tips_parts` are pages. `lesson_offer_parts`,
`restart_lesson_button` and `continue_lesson_button` lead to a lesson.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cogs.messages.game_display import GameDisplay
from cogs.messages.lesson_panels import leave_note, rules_button
from cogs.messages.menu_controls import back_button
from cogs.messages.panel import Button, Part, Picture, Row, Target, Text, rows, text
from tables.model.table import Look, Table
from tables.thinking.lesson_guide import LESSONS, missed_ideas
from words import Words, lesson_text
from words.games import TITLES

OWN_MOVES = "own"
"""The argument of `analyse` for a page with only the reader's costliest decisions and their best one."""
WHOLE_GAME = "game"
"""The argument of `analyse` for a player's second page, with the chart and the turning points."""
_RESULT_LINES = 2
"""Lines of a game's final text that say who won and why; the scores by parts follow."""


def finished_lesson_parts(
    display: GameDisplay, look: Look, names: Sequence[str], words: Words, picture: Picture | None = None
) -> list[Part]:
    """Return the last page of a lesson whose game is over: the final scores, the last idea, and what to do next.

    `picture` shows the scores part by part; with it, the text above only says who won and why. If it is None, texts
    show the scores. The buttons open the analysis of the learner's moves, the replay, the tips that did not come up, a
    table against computers, the lesson from its beginning, and the rules. `names` are the players' names by seat.
    """
    guidance, table = look.guidance, look.table
    assert guidance is not None
    idea = lesson_text.explanation(table.row.game, words.language, guidance.idea)
    onward, ways = _next_steps(table, words)
    looks_back = [
        Button(words.say("Your best and worst moves"), Target("analyse", table.id, arg=OWN_MOVES), "primary", "📈"),
        Button(words.say("Replay"), Target("replay", table.id), emoji="🎞️"),
    ]
    if missed := missed_ideas(look):
        label = words.many("{n} more tip", "{n} more tips", len(missed))
        looks_back.append(Button(label, Target("missed_tips", table.id), emoji="🧭"))
    final = display.final(look, words, names, guidance.news)
    if picture:
        lines = [line for part in final if isinstance(part, Text) for line in part.text.splitlines()]
        scores = text(*lines[_RESULT_LINES:])
        final = [text(*lines[:_RESULT_LINES]), msgspec.structs.replace(picture, words=lambda: (scores,))]
    return [
        *final,
        Text(f"🧭 {idea.text}\n{onward}"),
        Row(tuple(looks_back)),
        Row((*ways, rules_button(look, idea, words))),
    ]


def missed_tips_parts(look: Look, words: Words) -> list[Part]:
    """Return a page with the tips that did not come up in a lesson, and a button that leads back to its last page."""
    game = look.table.row.game
    tips = [lesson_text.explanation(game, words.language, idea).text for idea in missed_ideas(look)]
    heading = words.say("🧭 **More tips**")
    return [text(heading, *(f"- {tip}" for tip in tips)), Row((back_button(words, Target("play", look.table.id)),))]


def stopped_lesson_parts(table: Table, words: Words) -> list[Part]:
    """Return the page that is shown after *Stop here*: a text on what to do next, and a row of buttons.

    The buttons open a table against computers, restart the lesson, and lead *Back* to the lesson.
    """
    onward, ways = _next_steps(table, words)
    back = back_button(words, Target("play", table.id))
    return [text(f"🧭 {onward}", "-# " + leave_note(table, words)), Row((*ways, back))]


def _next_steps(table: Table, words: Words) -> tuple[str, tuple[Button, ...]]:
    """Return a sentence on how to play the game without a lesson, and two buttons.

    The first opens a table against computers, the second restarts the lesson.
    """
    game = table.row.game
    said = words.say(
        "Now you know {title}! Play a real game against computers, or use `/{game} new` to play with others.",
        title=TITLES[game],
        game=game,
    )
    # The lesson's number is an argument, not the target's table: the new table belongs to the server of the click.
    opens = Target("against_computers", arg=f"{game} {table.id}")
    return said, (
        Button(words.say("Play against computers"), opens, "success", "🤖"),
        restart_lesson_button(game, words),
    )


def restart_lesson_button(game: str, words: Words) -> Button:
    """Return the button that begins the lesson of a game again."""
    return Button(words.say("Restart the lesson"), Target("learn_again", arg=game), emoji="🔁")


def lesson_offer_parts(words: Words) -> list[Part]:
    """Return a sentence about lessons and, for each game that has a lesson, a button that begins or continues it.

    Return [] if no game has a lesson.
    """
    new = words.say("**New to a game?** Press a green button for a guided first game. Only you can see it.")
    buttons = [
        Button(words.say("Learn {game}", game=TITLES[game]), Target("learn", arg=game), "success", "🧭")
        for game in LESSONS
    ]
    return [Text(new), *rows(buttons)] if buttons else []


def continue_lesson_button(game: str, words: Words) -> Button:
    """Return the button that continues a person's lesson of a game."""
    return Button(words.say("Continue learning {game}", game=TITLES[game]), Target("learn", arg=game), emoji="🧭")
