"""What a lesson (a guided first game) adds to a menu: what happened, one idea, and a proposed move with its button.

`with_lesson_guide` changes the menu; it keeps it short, so that the proposal fits on a phone's screen, and a button
shows the rest. `finished_lesson_parts` and `stopped_lesson_parts` are a lesson's last pages; `lesson_offer_parts`,
`restart_lesson_button` and `continue_lesson_button` lead to a lesson.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from cogs.messages.drafts import fingerprint
from cogs.messages.game_display import GameDisplay
from cogs.messages.menu_controls import back_button
from cogs.messages.panel import (
    MAX_TEXT_CHARS,
    Button,
    Panel,
    Part,
    Picture,
    Row,
    Target,
    Text,
    rows,
    text,
)
from rules import Event
from tables.model.table import Guidance, Look, Table
from tables.thinking.lesson_guide import LESSONS, progress
from words import Words, lesson_text
from words.games import TITLES

_RESERVED_CHARS = 200
"""Characters kept free for a note that may be added later."""
_SCREEN_LINES, _LINE_CHARS = 30, 32
"""Lines on a phone's screen of 400 pixels, and characters in one of them."""
_BUTTON_FRAME_CHARS, _PICTURE_LINES = 6, 8
"""What a button takes besides its label, and how many lines a picture takes."""
_MAX_LEARNER_LINES = 3
"""How many lines about the learner are always shown, even if the menu then does not fit on the screen."""
_QUIET_DECISIONS = 8
"""After this many decisions without a new idea the learner may stop: the other ideas may never come up."""
_INVISIBLE = re.compile("\\*\\*|[\u2066-\u2069]|^-# ")
"""Markdown and direction marks, which take no room on the screen."""


def with_lesson_guide(
    panel: Panel, display: GameDisplay, look: Look, names: Sequence[str], words: Words, note: str = ""
) -> Panel:
    """Return the panel of a learner's menu with what happened, the idea to explain, and the proposed move.

    If a move is proposed, the menu is cut to its picture, its question and the guide; a button shows the whole menu.
    Then `note` (if not "") is put at the top, since the one in `panel` is cut off. What happened is shortened so that
    the menu fits on a phone's screen, or, without a proposal, into Discord's limit; at the beginning of the lesson a
    welcome replaces it. `names` are the players' names by seat. The panel is returned unchanged if the look is not a
    learner's, the game is not being played, or the menu shows a draft.
    """
    guidance = look.guidance
    if guidance is None or look.draft or look.table.row.status != "playing":
        return panel
    parts = _guide(guidance, display, look, words)
    used = sum(len(part.text) for part in (*panel.parts, *parts) if isinstance(part, Text))
    room = MAX_TEXT_CHARS - _RESERVED_CHARS - used
    own_name = names[look.seat] if look.seat is not None else ""
    began = _has_just_begun(look)
    head = words.say("🧭 **Your first game of {game}** · only you can see it", game=TITLES[look.table.row.game])
    welcome = text(
        head, lesson_text.welcome(look.table.row.game, words.language), "-# " + _leave_note(look.table, words)
    )
    more = "-# " + words.say("`/{game} log` shows everything.", game=look.table.row.game)

    def news_above(fits: Callable[[str], bool]) -> list[Part]:
        """Return the top of the menu: the welcome at the beginning, later what happened; [] if nothing happened.

        What happened is shortened until `fits` accepts it. At least the last lines about the learner are kept even if
        `fits` refuses them, unless they exceed Discord's limit.
        """
        news = _news(display, words, names, guidance.news, own_name, more, fits)
        story = "\n".join(display.story(words, names, guidance.news))
        brief = _brief_story(display, words, names, guidance.news)
        about = _lines_about(own_name, brief) or _lines_about(own_name, story)
        all_of_it = about == _without_headings(story)
        least = "\n".join(about if all_of_it or not about else (*about, more))
        if len(news) < len(least) <= room:
            news = least  # A line more than the screen has is better than nothing about the learner.
        return [welcome] if began else [Text(news)] if news else []

    if guidance.proposal is None:
        return panel.under(*news_above(lambda news: len(news) <= room), *parts)

    def short_menu(above: Sequence[Part]) -> Panel:
        """Return the short menu with `note` and `above` at its top."""
        return _short_menu(panel, (*([Text(note)] if note else []), *above), parts, look, words)

    return short_menu(
        news_above(lambda news: len(news) <= room and lines_on_a_phone(short_menu([Text(news)])) <= _SCREEN_LINES)
    )


def _short_menu(panel: Panel, above: Sequence[Part], guide: Sequence[Part], look: Look, words: Words) -> Panel:
    """Return `panel`, a menu, cut to these parts: `above`, the menu's own pictures, its question, and the guide.

    `guide` is a text and a row of buttons. The row's first button is followed by *Something else*, which shows the
    whole menu; the row's other buttons come in a row below. At the beginning of a lesson the question is left out.
    """
    pictures = [part for part in panel.parts if isinstance(part, Picture)]
    first = next((part.text for part in panel.parts if isinstance(part, Text)), "")
    asked = [] if _has_just_begun(look) else [Text(line) for line in _question_lines(first.splitlines())]
    otherwise = Button(words.say("Something else"), Target("otherwise", look.table.id, look.mark))
    said, pressed = guide[0], guide[1]
    assert isinstance(pressed, Row)
    rows_of = (Row((pressed.buttons[0], otherwise)), Row(pressed.buttons[1:]))
    return msgspec.structs.replace(panel, parts=(*above, *pictures, *asked, said, *rows_of))


def _question_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a menu's first text that a short menu keeps: the first two lines and all warnings (⚠️).

    If one of the first two lines is a list item, all later list items are kept too.
    """
    listed = ("- ",) if any(line.startswith("- ") for line in lines[:2]) else ()
    return [*lines[:2], *(line for line in lines[2:] if line.removeprefix("-# ").startswith(("⚠️", *listed)))]


def lines_on_a_phone(panel: Panel) -> int:
    """Return an estimate of how many lines of text a panel is high on a phone that is 400 pixels wide."""
    lines = 0
    for part in panel.parts:
        match part:
            case Text(said):
                lines += sum(1 + len(_INVISIBLE.sub("", line)) // _LINE_CHARS for line in said.splitlines())
            case Row(buttons):
                lines += 2 * (1 + sum(len(button.label) + _BUTTON_FRAME_CHARS for button in buttons) // _LINE_CHARS)
            case Picture():
                lines += _PICTURE_LINES
            case _:
                lines += 2
    return lines


def _has_just_begun(look: Look) -> bool:
    """Return True if no move was made in the lesson yet, or none of its ideas was explained yet."""
    return look.table.row.version == 0 or not any(look.table.row.explained)


def _guide(guidance: Guidance, display: GameDisplay, look: Look, words: Words) -> list[Part]:
    """Return the guide of a lesson's menu: a text with the idea and the proposed move with its reason, and buttons.

    The row of buttons makes the proposed move, opens the rules at the idea's topic, and looks things up. If no idea is
    explained now, the text has the progress of the lesson instead, and *Stop here* may replace the button for the
    rules. If no move is proposed, return [] if the learner has a decision to make, and otherwise a row with *Continue*.
    """
    table, proposal = look.table, guidance.proposal
    if proposal is None:
        waiting = look.owes or look.may_change
        return [] if waiting else [Row((Button(words.say("Continue"), Target("play", table.id), "primary"),))]
    said = words.say("💡 Suggestion: **{what}**", what=display.proposal(look, words, proposal))
    if why := display.proposal_reason(look, words, proposal):
        said += f" · {why}"
    do = Button(words.say("Do that"), Target("proposal", table.id, look.mark, fingerprint(proposal)), "success")
    met, ideas = progress(look)
    if not guidance.idea:
        row = Row((do, *_lookup_buttons(look, words), *_stop_buttons(look, words)))
        return [text(_progress_line(look, words), said), row]
    idea = lesson_text.explanation(table.row.game, words.language, guidance.idea)
    which = words.say("🧭 **Tip {n} of {ideas}**", n=met, ideas=ideas)
    row = Row((do, _rules_button(look, idea, words), *_lookup_buttons(look, words)))
    return [Text(f"{which} · {idea.text}\n{said}"), row]


def has_just_explained_all(look: Look) -> bool:
    """Return True if an idea was explained with the learner's latest move, and no idea is left to explain."""
    explained, (met, ideas) = look.table.row.explained, progress(look)
    return bool(explained and explained[-1]) and met == ideas


def _stop_buttons(look: Look, words: Words) -> tuple[Button, ...]:
    """Return the button *Stop here* if all ideas are explained, or no new one came up for a while; else ()."""
    met, ideas = progress(look)
    stop = Button(words.say("Stop here"), Target("stop_lesson", look.table.id), emoji="🏁")
    return (stop,) if met == ideas or _is_quiet(look) else ()


def _is_quiet(look: Look) -> bool:
    """Return True if none of the learner's latest `_QUIET_DECISIONS` decisions explained a new idea.

    Return False as long as the learner has made fewer decisions.
    """
    latest = look.table.row.explained[-_QUIET_DECISIONS:]
    return len(latest) == _QUIET_DECISIONS and not any(latest)


def _progress_line(look: Look, words: Words) -> str:
    """Return the line that says how many of the lesson's ideas are explained.

    If no new idea came up for a while, it adds that the rest may never come up. The first menu after the last idea says
    that all are explained. In later menus return "".
    """
    met, ideas = progress(look)
    if has_just_explained_all(look):
        return words.say(
            "🧭 That's everything! Play on and I'll only make suggestions, or press *Stop here* and play a real game."
        )
    if met == ideas:
        return ""
    if _is_quiet(look):
        said = words.say("🧭 {n} of {ideas} tips so far; the others may not come up any more.", n=met, ideas=ideas)
    else:
        said = words.say("🧭 {n} of {ideas} tips so far", n=met, ideas=ideas)
    return f"-# {said}"


def _lookup_buttons(look: Look, words: Words) -> tuple[Button, ...]:
    """Return the buttons *Board* and *Look something up* (the glossary).

    A lesson needs the first because it has no thread that shows the board.
    """
    return (
        Button(words.say("Board"), Target("board", look.table.id), emoji="🗺️"),
        Button(words.say("Look something up"), Target("cards", look.table.id), emoji="📇"),
    )


def _rules_button(look: Look, idea: lesson_text.Explanation, words: Words) -> Button:
    """Return the button that opens the game's rulebook at the topic of `idea`."""
    game = look.table.row.game
    label = words.say("Rules: {topic}", topic=idea.topic.title)
    return Button(label, Target("rules", look.table.id, arg=f"{game} {idea.topic.key}"), emoji="📖")


def _leave_note(table: Table, words: Words) -> str:
    """Return the sentence that the learner may leave, and with which command they continue the lesson later."""
    return words.say(
        "You can stop at any time: `/{game} learn` continues from here.",
        game=table.row.game,
    )


def finished_lesson_parts(display: GameDisplay, look: Look, names: Sequence[str], words: Words) -> list[Part]:
    """Return the last page of a lesson whose game is over: the final scores, the last idea, and what to do next.

    The buttons open a table against computers, restart the lesson, and open the rules. `names` are the names by seat.
    """
    guidance, game = look.guidance, look.table.row.game
    assert guidance is not None
    idea = lesson_text.explanation(game, words.language, guidance.idea)
    onward, ways = _next_steps(look.table, words)
    buttons = (*ways, _rules_button(look, idea, words))
    return [*display.final(look, words, names, guidance.news), Text(f"🧭 {idea.text}\n{onward}"), Row(buttons)]


def stopped_lesson_parts(table: Table, words: Words) -> list[Part]:
    """Return the page that is shown after *Stop here*: what to do next, and a row of buttons.

    The buttons open a table against computers, restart the lesson, and go *Back* to it.
    """
    onward, ways = _next_steps(table, words)
    back = back_button(words, Target("play", table.id))
    return [text(f"🧭 {onward}", "-# " + _leave_note(table, words)), Row((*ways, back))]


def _next_steps(table: Table, words: Words) -> tuple[str, tuple[Button, ...]]:
    """Return a sentence on how to play the game for real, and two buttons.

    They open a table against computers and restart the lesson.
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


def _lines_about(name: str, story: str) -> list[str]:
    """Return the last lines of a story that contain a player's name: at most `_MAX_LEARNER_LINES`, maybe none."""
    return [line for line in story.splitlines() if name in line][-_MAX_LEARNER_LINES:]


def _brief_story(
    display: GameDisplay, words: Words, names: Sequence[str], events: Sequence[Event], kinds: int | None = None
) -> str:
    """Return the story of `events` in words, without headings and without omittable kinds of events.

    A game lists the kinds of events that may be omitted, because the board shows them anyway, in the order in which
    they are to be dropped. `kinds` is how many of them are omitted, from the first on; None omits all.
    """
    left_out = tuple(display.words.omittable[:kinds])
    story = "\n".join(display.story(words, names, [each for each in events if not isinstance(each, left_out)]))
    return "\n".join(_without_headings(story))


def _without_headings(story: str) -> list[str]:
    """Return the lines of a story that are no headings."""
    return [line for line in story.splitlines() if not line.startswith("#")]


def _news(
    display: GameDisplay,
    words: Words,
    names: Sequence[str],
    events: Sequence[Event],
    own_name: str,
    more: str,
    fits: Callable[[str], bool],
) -> str:
    """Return the story of `events` in words, shortened until `fits` accepts it; "" if `fits` accepts nothing.

    If the whole story does not fit, headings are left out, then omittable kinds of events (see `_brief_story`), one
    kind after the other, and at last single lines (see `cut_story`, which also explains `own_name` and `more`).
    """
    story = "\n".join(display.story(words, names, events))
    if fits(story):
        return story
    for kinds in range(len(display.words.omittable) + 1):
        story = _brief_story(display, words, names, events, kinds)
        if fits(story):
            return story
    return cut_story(story, own_name, more, fits)


def cut_story(story: str, own_name: str, more: str, fits: Callable[[str], bool]) -> str:
    """Return `story` with the fewest lines removed so that `fits` accepts it with the line `more` added at its end.

    Lines that do not contain `own_name` are removed first, beginning with the last of them; then the other lines,
    beginning with the first. `more` says where to read the rest. At least one line is always removed. Return "" if
    `fits` does not even accept a single line.
    """
    lines = story.splitlines()
    others = [n for n in reversed(range(len(lines))) if own_name not in lines[n]]
    kept = set(range(len(lines)))
    for gone in (*others, *(n for n in range(len(lines)) if n not in others)):
        kept.discard(gone)
        cut = "\n".join((*(lines[n] for n in sorted(kept)), more))
        if kept and fits(cut):
            return cut
    return ""
