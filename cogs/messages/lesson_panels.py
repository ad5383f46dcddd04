"""The parts that a lesson adds to a menu: what happened, one idea, a proposal and its button; and its last page.

A lesson's menu is short, so that the proposal fits on a phone's screen: a button shows the rest.
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
"""How many lines about the learner are told even if the menu does not fit on the screen then."""
_QUIET_DECISIONS = 8
"""After this many decisions without a new idea the learner may stop: the other ideas may never come up."""
_INVISIBLE = re.compile("\\*\\*|[\u2066-\u2069]|^-# ")
"""Markdown and direction marks, which take no room on the screen."""


def with_lesson_guide(
    panel: Panel, display: GameDisplay, look: Look, names: Sequence[str], words: Words, note: str = ""
) -> Panel:
    """Return the menu of a lesson with what happened, the idea and the proposal; other menus unchanged.

    A menu that shows a draft stays as it is too. With a proposal the menu is cut to picture, question and guide, and
    `note` comes first, since the cut removes it from the menu. What happened is cut until all fits on a screen.
    """
    guidance = look.guidance
    if guidance is None or look.draft or look.table.row.status != "playing":
        return panel
    parts = _guide(guidance, display, look, words)
    used = sum(len(part.text) for part in (*panel.parts, *parts) if isinstance(part, Text))
    room = MAX_TEXT_CHARS - _RESERVED_CHARS - used
    own_name = names[look.seat] if look.seat is not None else ""
    began = _has_just_begun(look)
    head = words.say("🧭 **Your first game of {game}** · only you see it", game=TITLES[look.table.row.game])
    welcome = text(
        head, lesson_text.welcome(look.table.row.game, words.language), "-# " + _leave_note(look.table, words)
    )
    more = "-# " + words.say("`/{game} log` shows the rest.", game=look.table.row.game)

    def news_above(fits: Callable[[str], bool]) -> list[Part]:
        """Return the welcome at the beginning, and later what happened; [] if nothing did.

        What happened is cut until `fits` accepts it, but the last lines about the learner stay in any case.
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
    """Return a menu cut to `above`, its picture, its question and the guide, with *Something else* for the rest.

    `guide` is a text and a row: its first button stays beside *Something else*, the others come below.
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
    """Return the first two lines of a menu's head and its later warnings; also later list items if a list has begun."""
    listed = ("- ",) if any(line.startswith("- ") for line in lines[:2]) else ()
    return [*lines[:2], *(line for line in lines[2:] if line.removeprefix("-# ").startswith(("⚠️", *listed)))]


def lines_on_a_phone(panel: Panel) -> int:
    """Return an estimate of the lines that a panel takes on a phone that is 400 pixels wide."""
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
    """Return True if nothing was played or explained in the lesson yet."""
    return look.table.row.version == 0 or not any(look.table.row.explained)


def _guide(guidance: Guidance, display: GameDisplay, look: Look, words: Words) -> list[Part]:
    """Return a text with the idea and the proposal, and a row of buttons for them.

    Without a proposal return *Go on* while other seats decide, and [] while the learner has to.
    """
    table, proposal = look.table, guidance.proposal
    if proposal is None:
        waiting = look.owes or look.may_change
        return [] if waiting else [Row((Button(words.say("Go on"), Target("play", table.id), "primary"),))]
    said = words.say("💡 Proposal: **{what}**", what=display.proposal(look, words, proposal))
    if why := display.proposal_reason(look, words, proposal):
        said += f" · {why}"
    do = Button(words.say("Do that"), Target("proposal", table.id, look.mark, fingerprint(proposal)), "success")
    met, ideas = progress(look)
    if not guidance.idea:
        row = Row((do, *_lookup_buttons(look, words), *_stop_buttons(look, words)))
        return [text(_progress_line(look, words), said), row]
    idea = lesson_text.explanation(table.row.game, words.language, guidance.idea)
    which = words.say("🧭 **Idea {n} of {ideas}**", n=met, ideas=ideas)
    row = Row((do, _rules_button(look, idea, words), *_lookup_buttons(look, words)))
    return [Text(f"{which} · {idea.text}\n{said}"), row]


def has_just_explained_all(look: Look) -> bool:
    """Return True if the decision before this one explained the last idea of the lesson."""
    explained, (met, ideas) = look.table.row.explained, progress(look)
    return bool(explained and explained[-1]) and met == ideas


def _stop_buttons(look: Look, words: Words) -> tuple[Button, ...]:
    """Return *Stop here* once all ideas are explained, or none came up for a while; else ()."""
    met, ideas = progress(look)
    stop = Button(words.say("Stop here"), Target("stop_lesson", look.table.id), emoji="🏁")
    return (stop,) if met == ideas or _is_quiet(look) else ()


def _is_quiet(look: Look) -> bool:
    """Return True if the last `_QUIET_DECISIONS` decisions explained no new idea."""
    latest = look.table.row.explained[-_QUIET_DECISIONS:]
    return len(latest) == _QUIET_DECISIONS and not any(latest)


def _progress_line(look: Look, words: Words) -> str:
    """Return a line with the number of ideas explained so far.

    After the last idea the next menu says once that all are explained; later menus have no line: "".
    """
    met, ideas = progress(look)
    if has_just_explained_all(look):
        return words.say(
            "🧭 That was all there is to explain. Play on, and I only propose; or *Stop here*, and play for real."
        )
    if met == ideas:
        return ""
    if _is_quiet(look):
        said = words.say("🧭 {n} of {ideas} ideas so far; the rest may not come up any more.", n=met, ideas=ideas)
    else:
        said = words.say("🧭 {n} of {ideas} ideas so far", n=met, ideas=ideas)
    return f"-# {said}"


def _lookup_buttons(look: Look, words: Words) -> tuple[Button, ...]:
    """Return the buttons that show the board and the glossary: a lesson has no thread with a board."""
    return (
        Button(words.say("Board"), Target("board", look.table.id), emoji="🗺️"),
        Button(words.say("Look something up"), Target("cards", look.table.id), emoji="📇"),
    )


def _rules_button(look: Look, idea: lesson_text.Explanation, words: Words) -> Button:
    """Return the button that opens the rulebook at the idea's topic."""
    game = look.table.row.game
    label = words.say("Rules: {topic}", topic=idea.topic.title)
    return Button(label, Target("rules", look.table.id, arg=f"{game} {idea.topic.key}"), emoji="📖")


def _leave_note(table: Table, words: Words) -> str:
    """Return the note that the learner may leave and later continue the lesson."""
    return words.say(
        "Leave whenever you like: `/{game} learn` goes on from here.",
        game=table.row.game,
    )


def finished_lesson_parts(display: GameDisplay, look: Look, names: Sequence[str], words: Words) -> list[Part]:
    """Return the last page of a lesson whose game has ended: the scores, the last idea, and what to do next."""
    guidance, game = look.guidance, look.table.row.game
    assert guidance is not None
    idea = lesson_text.explanation(game, words.language, guidance.idea)
    onward, ways = _next_steps(look.table, words)
    buttons = (*ways, _rules_button(look, idea, words))
    return [*display.final(look, words, names, guidance.news), Text(f"🧭 {idea.text}\n{onward}"), Row(buttons)]


def stopped_lesson_parts(table: Table, words: Words) -> list[Part]:
    """Return the page after *Stop here*: what to do next, and *Back* to the lesson."""
    onward, ways = _next_steps(table, words)
    back = back_button(words, Target("play", table.id))
    return [text(f"🧭 {onward}", "-# " + _leave_note(table, words)), Row((*ways, back))]


def _next_steps(table: Table, words: Words) -> tuple[str, tuple[Button, ...]]:
    """Return what to do after a lesson: the sentence, and the buttons that open a table or restart the lesson."""
    game = table.row.game
    said = words.say(
        "Now you know {title}: play it for real, against computers, or with others by `/{game} new`.",
        title=TITLES[game],
        game=game,
    )
    # The lesson's number is an argument, not the target's table: the new table belongs to the server of the click.
    opens = Target("against_computers", arg=f"{game} {table.id}")
    return said, (
        Button(words.say("Open a table against computers"), opens, "success", "🤖"),
        restart_lesson_button(game, words),
    )


def restart_lesson_button(game: str, words: Words) -> Button:
    """Return the button that begins the lesson of a game again."""
    return Button(words.say("Begin the lesson again"), Target("learn_again", arg=game), emoji="🔁")


def lesson_offer_parts(words: Words) -> list[Part]:
    """Return a text and a button for the lesson of each game that has one; [] if none has."""
    new = words.say("**New to a game?** A green button begins a guided first game, which only you see.")
    buttons = [
        Button(words.say("Learn {game}", game=TITLES[game]), Target("learn", arg=game), "success", "🧭")
        for game in LESSONS
    ]
    return [Text(new), *rows(buttons)] if buttons else []


def continue_lesson_button(game: str, words: Words) -> Button:
    """Return the button that continues a person's lesson of a game."""
    return Button(words.say("Go on learning {game}", game=TITLES[game]), Target("learn", arg=game), emoji="🧭")


def _lines_about(name: str, story: str) -> list[str]:
    """Return the last lines of a story that contain a player's name, at most `_MAX_LEARNER_LINES`."""
    return [line for line in story.splitlines() if name in line][-_MAX_LEARNER_LINES:]


def _brief_story(
    display: GameDisplay, words: Words, names: Sequence[str], events: Sequence[Event], kinds: int | None = None
) -> str:
    """Return the story of events without headings, and without the first `kinds` of the omittable kinds of events.

    These are what the board shows anyway; None omits all of them.
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
    """Return the story of events, cut until `fits` accepts it; "" if it accepts nothing.

    First the omittable kinds of events are left out, one after the other; then lines about others (`cut_story`).
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
    """Return as many lines of a story as `fits` accepts, followed by `more`, which says where to read the rest.

    Lines without `own_name` are removed first, the last of them first; then the other lines, the first of them first.
    Return "" if `fits` accepts no line.
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
