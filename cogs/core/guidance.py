"""What a lesson adds to a menu: what happened, one idea, a proposal that one press carries out; and how it ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from zlib import crc32

import msgspec

from cogs.core.display import GameDisplay
from cogs.core.panel import MOST_COMPONENTS, MOST_TEXT, Button, Panel, Part, Picture, Row, Target, Text, rows, text
from rules import Move
from tables.lessons import LESSONS
from tables.table import Guidance, Look
from words import Words, lessons
from words.games import TITLES

_ROOM = MOST_COMPONENTS - 1
"""So many components a menu may have, besides the box."""
_SPARE = 200
"""So many characters are left free for what is said beside a button."""
_SCREEN, _WIDE, _FRAME, _PICTURE = 30, 32, 6, 8
"""Lines on a phone's screen, characters of one, what a button's frame takes of them, and the lines of a picture."""

_UNSEEN = re.compile("\\*\\*|[\u2066-\u2069]|^-# ")
"""What makes letters bold, small, or keeps a name together takes no room."""


def fingerprint(proposal: Move) -> str:
    """Name a proposal, for the button that carries it out: so it does what its menu shows, or nothing."""
    return str(crc32(str(proposal).encode()))


def taught(panel: Panel, display: GameDisplay, look: Look, names: Sequence[str], words: Words) -> Panel:
    """Return a menu of a lesson with what its learner is told above it; what is half put together is left alone."""
    guidance = look.guidance
    if guidance is None or look.draft or look.table.row.status != "playing":
        return panel
    parts = _guide(guidance, display, look, words)
    room = MOST_TEXT - _SPARE - sum(len(part.text) for part in (*panel.parts, *parts) if isinstance(part, Text))
    own = names[look.seat] if look.seat is not None else ""
    news = shortened("\n".join(display.story(words, names, guidance.news)), own, lambda lines: len(lines) <= room)
    began = _began(look)
    head = words.say("🧭 **Your first game of {game}** · only you see it", game=TITLES[look.table.row.game])
    if began:
        news = text(head, lessons.welcome(look.table.row.game, words.language), "-# " + _leave(look, words)).text
    above = [Text(news)] if news else []
    if guidance.proposal is None:
        return panel.under(*above, *parts)

    def made(said: str) -> Panel:
        return _short(panel, above if began else [Text(said)] if said else [], parts, look, words)

    return made(shortened(news, own, lambda said: began or lines_on_a_phone(made(said)) <= _SCREEN))


def _short(panel: Panel, above: Sequence[Part], guide: Sequence[Part], look: Look, words: Words) -> Panel:
    """Return a menu as its picture, its question and the guide; a button shows the rest.

    So the proposal and what carries it out stand together, at the end, where one looks.
    """
    pictures = [part for part in panel.parts if isinstance(part, Picture)]
    first = next((part.text for part in panel.parts if isinstance(part, Text)), "")
    asked = [] if _began(look) else [Text(line) for line in first.splitlines()[:2]]
    otherwise = Button(words.say("Do otherwise"), Target("otherwise", look.table.id, look.mark))
    said, pressed = guide[0], guide[1]
    assert isinstance(pressed, Row)
    rows_of = (Row((pressed.buttons[0], otherwise)), Row(pressed.buttons[1:]))
    return msgspec.structs.replace(panel, parts=(*above, *pictures, *asked, said, *rows_of))


def lines_on_a_phone(panel: Panel) -> int:
    """Return about how many lines a panel has on a phone that is 400 pixels wide."""
    lines = 0
    for part in panel.parts:
        match part:
            case Text(said):
                lines += sum(1 + len(_UNSEEN.sub("", line)) // _WIDE for line in said.splitlines())
            case Row(buttons):
                lines += 2 * (1 + sum(len(button.label) + _FRAME for button in buttons) // _WIDE)
            case Picture():
                lines += _PICTURE
            case _:
                lines += 2
    return lines


def _began(look: Look) -> bool:
    """Say whether a lesson is at its beginning: there its learner is welcomed."""
    return look.table.row.version == 0 or not any(look.table.row.explained)


def _guide(guidance: Guidance, display: GameDisplay, look: Look, words: Words) -> list[Part]:
    """Return the idea and the proposal, and what to press; while others decide, a way to look again."""
    table, proposal = look.table, guidance.proposal
    if proposal is None:
        waiting = look.owes or look.may_change
        return [] if waiting else [Row((Button(words.say("Go on"), Target("play", table.id), "primary"),))]
    said = words.say("💡 Proposal: **{what}**", what=display.proposal(look, words, proposal))
    if why := display.because(look, words, proposal):
        said += f" · {why}"
    do = Button(words.say("Do that"), Target("proposal", table.id, look.mark, fingerprint(proposal)), "success")
    if not guidance.idea:
        return [Text(said), Row((do, *_looks(look, words)))]
    idea = lessons.explanation(table.row.game, words.language, guidance.idea)
    return [Text(f"🧭 {idea.text}\n{said}"), Row((do, _more(look, idea, words), *_looks(look, words)))]


def _looks(look: Look, words: Words) -> tuple[Button, ...]:
    """Return where a learner looks: a lesson has no thread in which the board would stand."""
    return (
        Button(words.say("Board"), Target("board", look.table.id), emoji="🗺️"),
        Button(words.say("Look something up"), Target("cards", look.table.id), emoji="📇"),
    )


def _more(look: Look, idea: lessons.Explanation, words: Words) -> Button:
    game = look.table.row.game
    label = words.say("Rules: {topic}", topic=idea.topic.title)
    return Button(label, Target("rules", look.table.id, arg=f"{game} {idea.topic.key}"), emoji="📖")


def _leave(look: Look, words: Words) -> str:
    return words.say(
        "Leave whenever you like: `/{game} learn` goes on from here.",
        game=look.table.row.game,
    )


def ended(display: GameDisplay, look: Look, names: Sequence[str], words: Words) -> list[Part]:
    """Return the last page of a lesson: the scores, how they came about, and what to do next."""
    guidance, game = look.guidance, look.table.row.game
    assert guidance is not None
    idea = lessons.explanation(game, words.language, guidance.idea)
    onward = words.say(
        "Now you know {title}: play it for real, against computers, or with others by `/{game} new`.",
        title=TITLES[game],
        game=game,
    )
    computers = Button(
        words.say("Open a table against computers"), Target("against_computers", arg=game), "success", "🤖"
    )
    buttons = (computers, again(game, words), _more(look, idea, words))
    return [*display.final(look, words, names, guidance.news), Text(f"🧭 {idea.text}\n{onward}"), Row(buttons)]


def again(game: str, words: Words) -> Button:
    """Return the button that begins a lesson anew."""
    return Button(words.say("Begin the lesson again"), Target("learn_again", arg=game), emoji="🔁")


def offer(words: Words) -> list[Part]:
    """Offer newcomers a lesson of each game that has one."""
    new = words.say("**New to a game?** A green button begins a guided first game, which only you see.")
    buttons = [
        Button(words.say("Learn {game}", game=TITLES[game]), Target("learn", arg=game), "success", "🧭")
        for game in LESSONS
    ]
    return [Text(new), *rows(buttons)] if buttons else []


def go_on(game: str, words: Words) -> Button:
    """Return the button that goes on with a lesson."""
    return Button(words.say("Go on learning {game}", game=TITLES[game]), Target("learn", arg=game), emoji="🧭")


def shortened(story: str, own: str, fits: Callable[[str], bool]) -> str:
    """Return a story cut until it fits: first headings go, then what is about others, the latest first.

    So who played what stays longest, and what came of it for whoever is named `own`.
    """
    if fits(story):
        return story
    lines = [line for line in story.splitlines() if not line.startswith("#")]
    others = [n for n in reversed(range(len(lines))) if own not in lines[n]]
    kept = set(range(len(lines)))
    for gone in (-1, *others, *(n for n in range(len(lines)) if n not in others)):
        kept.discard(gone)
        cut = "\n".join(
            line if n + 1 in kept or n + 1 == len(lines) else f"{line} …" for n, line in enumerate(lines) if n in kept
        )
        if fits(cut):
            return cut
    return ""
