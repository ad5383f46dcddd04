"""What a lesson (a guided first game) adds to a learner's menu.

`with_lesson_guide` adds feedback on the learner's latest decision, what happened since, one idea of the game and,
unless the learner decides alone, a suggested move. A menu with a suggestion is cut so that all of it fits on a phone's
screen; a button shows the whole menu. `lesson_pages` has a lesson's last pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from cogs.messages.drafts import fingerprint
from cogs.messages.game_display import GameDisplay
from cogs.messages.menu_controls import what_happened_button
from cogs.messages.panel import (
    MAX_COMPONENTS,
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
from rules import Move
from rules.lessons import FORCED
from tables.model.table import Look, OwnDecision, Table
from tables.thinking.lesson_guide import LESSONS, progress
from tables.thinking.table_advice import has_predicted_reasons, reasons_apart, speaking_reasons
from words import Words, lesson_text
from words.games import TITLES
from words.hint_text import more_points
from words.recap import MAJOR_SWING, shorten_recap, stress_losses

_RESERVED_CHARS = 200
"""Characters kept free for a note that may be added later."""
_RESERVED_COMPONENTS = 2
"""Components kept free for what may be added to a menu: a refusal, and a tip for a newcomer."""
_SCREEN_LINES, _LINE_CHARS = 30, 32
"""Lines on a phone's screen of 400 pixels, and characters in one of them."""
_BUTTON_FRAME_CHARS, _PICTURE_LINES = 6, 8
"""What a button takes besides its label, and how many lines a picture takes."""
_QUIET_DECISIONS = 12
"""After this many decisions without a new idea the learner may stop: the other ideas may never come up."""
_LOOKUP_VERBS = ("board", "rules", "cards")
"""The verbs of the buttons in a lesson that open something to read."""
_INVISIBLE = re.compile("\\*\\*|[\u2066-\u2069]|^-# ")
"""Markdown and direction marks, which take no room on the screen."""


def with_lesson_guide(
    panel: Panel, display: GameDisplay, look: Look, names: Sequence[str], words: Words, note: str = ""
) -> Panel:
    """Return the panel of a learner's menu with feedback, what happened, the idea to explain, and the suggested move.

    At the top come `note` (if not ""), feedback on the learner's latest decision, and what happened since then. At the
    beginning of the lesson a welcome replaces the feedback and what happened. The menu's picture follows, then:

    - With a suggested move: the menu's question, the idea and the suggestion. The rest of the menu is cut, and what
      happened is shortened, so that the page fits on a phone's screen.
    - For a decision that the learner makes alone: the idea, and below it the whole menu. Once the menu has a hint, the
      idea, the feedback and what happened are left out, to keep the buttons on the screen.

    `names` are the players' names by seat. The panel is returned unchanged if the look is not a learner's, the game is
    not being played, or the menu shows a draft.
    """
    guidance = look.guidance
    if guidance is None or look.draft or look.table.row.status != "playing":
        return panel
    if guidance.proposal is None:
        waiting = look.owes or look.may_change
        go_on = [] if waiting else [Row((Button(words.say("Continue"), Target("play", look.table.id), "primary"),))]
        return panel.under(*_top(panel, [], display, look, names, words)).plus(*go_on)
    pictures = [part for part in panel.parts if isinstance(part, Picture)]
    noted = [Text(note)] if note else []
    if guidance.alone:
        menu = [part for part in panel.parts if not isinstance(part, Picture) and part not in noted]
        page = Panel((*pictures, *_own_decision_parts(menu, look, words)), panel.colour, panel.mark)
        if look.advised:
            return page.under(*noted)
        return page.under(*_top(page, noted, display, look, names, words))
    first = next((part.text for part in panel.parts if isinstance(part, Text)), "")
    asked = [] if _has_just_begun(look) else [Text(line) for line in _question_lines(first.splitlines())]
    guide = _suggestion(guidance.proposal, display, look, words)
    page = msgspec.structs.replace(panel, parts=(*pictures, *asked, *guide))
    return page.under(*_top(page, noted, display, look, names, words))


def _own_decision_parts(menu: Sequence[Part], look: Look, words: Words) -> list[Part]:
    """Return the menu for a decision that the learner makes unaided: the idea above it, extra buttons below.

    The buttons are *Board*, the rules of the idea (the glossary if no idea is explained), and sometimes *Stop here*
    (see `_stop_buttons`); they are left out if there is no room. To keep the page short, the idea is joined with the
    menu's first text, and the buttons with the row of *Undo* and *Hint*, if the menu has these. Beside a hint the idea
    is left out, because the page before showed it; *What happened?* replaces the glossary.
    """
    first = menu[0].text if menu and isinstance(menu[0], Text) else ""
    board, glossary = _lookup_buttons(look, words)
    read = _rules_buttons(look, words, brief=True)
    if look.advised and look.guidance:
        parts = [*menu]
        further = (board, *read, what_happened_button(words, look.table.id, look.guidance.news_after))
    else:
        asked = f"{words.say('🧭 **Now you decide.**')} {first}".rstrip()
        parts = [text(_idea_text(look, words), asked), *menu[1 if first else 0 :]]
        further = (board, *(read or (glossary,)), *_stop_buttons(look, words))
    # Without emoji, four buttons fit into one row of a phone.
    further = tuple(
        msgspec.structs.replace(button, emoji=None) if button.target.verb in _LOOKUP_VERBS else button
        for button in further
    )
    last = parts[-1]
    if isinstance(last, Row) and all(
        isinstance(button, Button) and button.target.verb in ("undo", "hint") for button in last.buttons
    ):
        longer = [*parts[:-1], *rows([*last.buttons, *further])]
    else:
        longer = [*parts, *rows(further)]
    # Two more than these parts: the picture, and the recap above it.
    fits = Panel(tuple(longer)).size + 2 + _RESERVED_COMPONENTS <= MAX_COMPONENTS
    return longer if fits else parts


def _top(
    page: Panel, above: Sequence[Text], display: GameDisplay, look: Look, names: Sequence[str], words: Words
) -> list[Part]:
    """Return the top of a lesson's page: `above`, feedback, and what happened; at the beginning `above` and a welcome.

    `page` is the rest of the page. What happened is shortened until the whole page fits on a phone's screen and into
    Discord's limits; then it says so, and a button below it opens the log if there is room for one. It is not shortened
    if this makes the page no shorter. What the learner lost is never left out. If the feedback names the learner's
    latest move, lines about the learner are left out, except those about a loss or a great gain.
    """
    guidance, game = look.guidance, look.table.row.game
    assert guidance is not None
    assert look.seat is not None
    if _has_just_begun(look):
        head = words.say("🧭 **Your first game of {game}**", game=TITLES[game])
        leave = "-# " + leave_note(look.table, words)
        return [*above, text(head, lesson_text.welcome(game, words.language), leave)]
    feedback = _feedback_text(guidance.judged, display, words) if guidance.judged else ""
    used = sum(len(part.text) for part in page.parts if isinstance(part, Text))
    room = MAX_TEXT_CHARS - _RESERVED_CHARS - used - len(feedback)

    log = [Row((what_happened_button(words, look.table.id, guidance.news_after),))]
    more = "-# " + words.say("*What happened?* shows the rest.")
    if page.under(*above, Text(more), *log).size > MAX_COMPONENTS - _RESERVED_COMPONENTS:
        log, more = [], "-# " + words.say("`/{game} log` shows everything.", game=game)

    def top(recap: str) -> list[Part]:
        """Return the top of the page: `above`, then a text of the feedback and this recap.

        If the recap was shortened (it ends with `more`), the button to the log follows.
        """
        said = [text(feedback, recap)] if feedback or recap else []
        return [*above, *said, *(log if recap.endswith(more) else [])]

    def height(recap: str) -> int:
        """Return the height of the page with this recap, in lines on a phone."""
        return lines_on_a_phone(page.under(*top(recap)))

    def fits(recap: str) -> bool:
        """Return True if the page with this recap fits on a phone and into Discord's limit."""
        return len(recap) <= room and height(recap) <= _SCREEN_LINES

    told = stress_losses(display.words.recap(words, names, guidance.news), look.seat) if display.words.recap else []
    if guidance.judged and not guidance.judged.look.sealed:  # The feedback names the learner's move already.
        told = [line for line in told if line.seat != look.seat or line.swing >= MAJOR_SWING]
    short = shorten_recap(told, fits, more, look.seat).rstrip()
    complete = shorten_recap(told, lambda text: True, more, look.seat).rstrip()
    return top(complete if len(complete) <= room and height(complete) <= height(short) else short)


def _feedback_text(judged: OwnDecision, display: GameDisplay, words: Words) -> str:
    """Return what to say about the learner's own decision: that it was good, or which move was better, and why.

    If the two moves are about equally good, it says so, and what speaks for or against each of them. Moves with about
    the same chance of winning are compared by points.

    If another move would have been about as good, it praises a move that a hint named first, or that has a reason and
    is not worse than the other one or made no difference to a decided game. Otherwise it names both moves, unless the
    other one can still be made; if only the other one has a reason, it says so.

    Moves are named by the labels of their buttons. If the labels of the two moves are equal, or one is only a player's
    name (which says nothing without the question), both moves are described in full.
    """
    feedback, look = judged.feedback, judged.look

    def first_reason(look: Look, move: Move) -> str:
        """Return the first reason for a move, in words; "" if nothing speaks for it."""
        told = (display.words.reason(words, each.key, each.facts) for each in speaking_reasons(look, move))
        return next(filter(None, told), "")

    moves = (judged.move, look.table.game.parse(feedback.other))
    made, other = (display.move_label(look, words, move) for move in moves)
    if made == other or not {made, other}.isdisjoint(seat.name for seat in look.table.seats):
        made, other = (display.proposal(look, words, move) for move in moves)
    if not feedback.matters:
        own, theirs = (first_reason(look, move) for move in moves)
        is_good = feedback.follows_hint or feedback.is_best or feedback.is_decided
        if feedback.follows_hint or (own and is_good):
            return lesson_text.good(words, made, own)
        if feedback.is_decided or feedback.allows_other or made == other:
            return lesson_text.no_difference(words, made)
        if theirs and not own and not has_predicted_reasons(look.table.row.game, moves[0]):
            return lesson_text.more_useful(words, made, other, theirs)
        apart = [display.words.reason(words, reason.key, reason.facts) for reason in reasons_apart(look, *moves)]
        return lesson_text.no_difference(words, made, other, reasons=apart)
    told = [display.words.reason(words, reason.key, reason.facts) for reason in feedback.reasons]
    reason, chances = next(filter(None, told), ""), (feedback.chance, feedback.other_chance)
    if reason and look.sealed:  # By now the learner has seen what really came of it.
        reason = words.say("expected: {reason}", reason=reason)
    if feedback.compares_points:
        return lesson_text.compare_points(words, made, other, round(feedback.points_ahead), reason)
    reason = reason or more_points(words, *feedback.gap)
    if not reason and not feedback.is_good:  # What the better move brings is said instead of a reason.
        other = display.move_summary(look, words, moves[1])
    worded = lesson_text.praise if feedback.is_good else lesson_text.correction
    return worded(words, made, other, chances, reason)


def _suggestion(proposal: Move, display: GameDisplay, look: Look, words: Words) -> list[Part]:
    """Return the parts that explain and suggest a move: a text, and two rows of buttons.

    The text has the idea, the move and its reason, and says if the move is only for practice. The first row has a
    button that makes the move, one that shows the whole menu, and one that opens the glossary. The second opens the
    rules at the idea's topic and the board; it may have *Stop here* (see `_stop_buttons`).
    """
    what = display.proposal(look, words, proposal)
    if look.guidance and look.guidance.for_practice:
        said = words.say("💡 For practice: **{what}**. It isn't the strongest move here.", what=what)
    else:
        said = words.say("💡 Suggestion: **{what}**", what=what)
    if (why := display.proposal_reason(look, words, proposal)) and why not in what:
        said += f" · {why}"
    table = look.table
    do = Button(words.say("Do it"), Target("proposal", table.id, look.mark, fingerprint(proposal)), "success")
    otherwise = Button(words.say("Something else"), Target("otherwise", table.id, look.mark))
    board, glossary = _lookup_buttons(look, words)
    more = (*_rules_buttons(look, words), board, *_stop_buttons(look, words))
    return [text(_idea_text(look, words), said), Row((do, otherwise, glossary)), Row(more)]


def _idea_text(look: Look, words: Words) -> str:
    """Return the text of the idea that is explained now; if there is none, the `_progress_line`.

    It begins with the idea's number, and says if it is about the learner's last move. An idea that the lesson does not
    teach (`Lesson.untaught`) has no number.
    """
    guidance = look.guidance
    if guidance is None or not guidance.idea:
        return _progress_line(look, words)
    met, ideas = progress(look)
    which = words.say("🧭 **Tip {n} of {ideas}**", n=met, ideas=ideas)
    if guidance.idea in LESSONS[look.table.row.game].untaught:
        which = words.say("🧭 **Extra tip**")
    if guidance.is_late:
        which += f" · {words.say('about your last move')}"
    return f"{which} · {lesson_text.explanation(look.table.row.game, words.language, guidance.idea).text}"


def _question_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a menu's first text that the short menu of a lesson keeps.

    `lines` are all lines of that text. The first two and all warnings (⚠️) are kept, but not a second line in small
    print: it may be one of several that only make sense together. If one of the first two is a list item, all later
    list items are kept too.
    """
    kept = [line for n, line in enumerate(lines[:2]) if n == 0 or not line.startswith("-# ")]
    listed = ("- ",) if any(line.startswith("- ") for line in kept) else ()
    return [*kept, *(line for line in lines[len(kept) :] if line.removeprefix("-# ").startswith(("⚠️", *listed)))]


def lines_on_a_phone(panel: Panel) -> int:
    """Return an estimate of a panel's height, in lines of text, on a phone that is 400 pixels wide."""
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
    """Return True if none of the lesson's ideas was explained yet."""
    return {*look.table.row.explained} <= {"", FORCED}


def has_just_explained_all(look: Look) -> bool:
    """Return True if the lesson explained its last idea at the learner's latest move, so that none is left."""
    explained, (met, ideas) = look.table.row.explained, progress(look)
    untaught = LESSONS[look.table.row.game].untaught
    return bool(explained) and explained[-1] not in ("", FORCED, *untaught) and met == ideas


def _stop_buttons(look: Look, words: Words) -> tuple[Button, ...]:
    """Return the button *Stop here* as the only item, or () while the lesson should go on.

    The button is there if no idea is explained now, and either all ideas were explained or `_is_quiet` is True.
    """
    met, ideas = progress(look)
    stop = Button(words.say("Stop here"), Target("stop_lesson", look.table.id), emoji="⏹️")
    explains = look.guidance is not None and look.guidance.idea
    return (stop,) if not explains and (met == ideas or _is_quiet(look)) else ()


def _is_quiet(look: Look) -> bool:
    """Return True if none of the learner's latest `_QUIET_DECISIONS` decisions explained a new idea.

    Return False as long as the learner has made fewer decisions.
    """
    latest = look.table.row.explained[-_QUIET_DECISIONS:]
    return len(latest) == _QUIET_DECISIONS and {*latest} <= {"", FORCED}


def _progress_line(look: Look, words: Words) -> str:
    """Return the line that says how many of the lesson's ideas have been explained.

    If `_is_quiet` is True, it adds that the others may never come up. In the first menu after the last idea it says
    that all are explained; in later menus it is "", and so it is beside a hint, which needs the room.
    """
    met, ideas = progress(look)
    if has_just_explained_all(look):
        return words.say(
            "🧭 That's everything! Play on and I'll comment on your moves, or press *Stop here* and play a real game."
        )
    if met == ideas or look.advised:
        return ""
    if _is_quiet(look):
        said = words.say("🧭 {n} of {ideas} tips so far; the others may not come up in this game.", n=met, ideas=ideas)
    else:
        said = words.say("🧭 {n} of {ideas} tips so far", n=met, ideas=ideas)
    return f"-# {said}"


def _lookup_buttons(look: Look, words: Words) -> tuple[Button, Button]:
    """Return the buttons *Board* and *Look up*, which opens the glossary.

    A lesson needs *Board* because it has no thread that shows the board.
    """
    return (
        Button(words.say("Board"), Target("board", look.table.id), emoji="🗺️"),
        Button(words.say("Look up"), Target("cards", look.table.id), emoji="📇"),
    )


def _rules_buttons(look: Look, words: Words, *, brief: bool = False) -> tuple[Button, ...]:
    """Return the button that opens the rulebook at the topic of the idea that is explained now.

    Return () if no idea is explained. If `brief` is True, the label does not name the topic.
    """
    if look.guidance is None or not look.guidance.idea:
        return ()
    idea = lesson_text.explanation(look.table.row.game, words.language, look.guidance.idea)
    return (rules_button(look, idea, words, brief=brief),)


def rules_button(look: Look, idea: lesson_text.Explanation, words: Words, *, brief: bool = False) -> Button:
    """Return the button that opens the game's rulebook at the topic of `idea`.

    Its label names the topic; if `brief` is True, it is only "Rules".
    """
    game = look.table.row.game
    label = words.say("Rules") if brief else words.say("Rules: {topic}", topic=idea.topic.title)
    return Button(label, Target("rules", look.table.id, arg=f"{game} {idea.topic.key}"), emoji="📖")


def leave_note(table: Table, words: Words) -> str:
    """Return the sentence that the learner can stop at any time, with the command that continues the lesson."""
    return words.say(
        "You can stop at any time: `/{game} learn` continues from here.",
        game=table.row.game,
    )
