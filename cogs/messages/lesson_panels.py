"""What a lesson adds to a menu: what happened, one idea, a proposal that one press carries out; and how it ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from cogs.messages.drafts import fingerprint
from cogs.messages.game_display import GameDisplay
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
from rules import Event
from tables.model.table import Guidance, Look, Table
from tables.thinking.lesson_guide import LESSONS, progress
from words import Words, lesson_text
from words.games import TITLES

_ROOM = MAX_COMPONENTS - 1
"""So many components a menu may have, besides the box."""
_SPARE = 200
"""So many characters are left free for what is said beside a button."""
_SCREEN, _WIDE, _FRAME, _PICTURE = 30, 32, 6, 8
"""Lines on a phone's screen, characters of one, what a button's frame takes of them, and the lines of a picture."""

_LEAST = 3
"""So many lines about the learner are told, also where that is more than a screen."""

_QUIET = 8
"""After so many decisions without anything new nobody has to play on for the rest: that may not come up any more."""

_UNSEEN = re.compile("\\*\\*|[\u2066-\u2069]|^-# ")
"""What makes letters bold, small, or keeps a name together takes no room."""


def with_lesson_guide(
    panel: Panel, display: GameDisplay, look: Look, names: Sequence[str], words: Words, note: str = ""
) -> Panel:
    """Return a menu of a lesson with what its learner is told above it; what is half put together is left alone.

    A menu that is made short has lost its note: there that stands above all else.
    """
    guidance = look.guidance
    if guidance is None or look.draft or look.table.row.status != "playing":
        return panel
    parts = _guide(guidance, display, look, words)
    room = MAX_TEXT_CHARS - _SPARE - sum(len(part.text) for part in (*panel.parts, *parts) if isinstance(part, Text))
    own = names[look.seat] if look.seat is not None else ""
    began = _began(look)
    head = words.say("🧭 **Your first game of {game}** · only you see it", game=TITLES[look.table.row.game])
    welcome = text(head, lesson_text.welcome(look.table.row.game, words.language), "-# " + _leave(look.table, words))
    more = "-# " + words.say("`/{game} log` shows the rest.", game=look.table.row.game)

    def told(fits: Callable[[str], bool]) -> list[Part]:
        news = _news(display, words, names, guidance.news, own, more, fits)
        story = "\n".join(display.story(words, names, guidance.news))
        about = _about(own, _briefly(display, words, names, guidance.news)) or _about(own, story)
        all_of_it = about == _plain(story)
        least = "\n".join(about if all_of_it or not about else (*about, more))
        if len(news) < len(least) <= room:
            news = least  # Rather a line too many than not a word of what came of it.
        return [welcome] if began else [Text(news)] if news else []

    if guidance.proposal is None:
        return panel.under(*told(lambda said: len(said) <= room), *parts)

    def made(above: Sequence[Part]) -> Panel:
        return _short(panel, (*([Text(note)] if note else []), *above), parts, look, words)

    return made(told(lambda said: len(said) <= room and lines_on_a_phone(made([Text(said)])) <= _SCREEN))


def _short(panel: Panel, above: Sequence[Part], guide: Sequence[Part], look: Look, words: Words) -> Panel:
    """Return a menu as its picture, its question and the guide; a button shows the rest.

    So the proposal and what carries it out stand together, at the end, where one looks.
    """
    pictures = [part for part in panel.parts if isinstance(part, Picture)]
    first = next((part.text for part in panel.parts if isinstance(part, Text)), "")
    asked = [] if _began(look) else [Text(line) for line in _asked(first.splitlines())]
    otherwise = Button(words.say("Something else"), Target("otherwise", look.table.id, look.mark))
    said, pressed = guide[0], guide[1]
    assert isinstance(pressed, Row)
    rows_of = (Row((pressed.buttons[0], otherwise)), Row(pressed.buttons[1:]))
    return msgspec.structs.replace(panel, parts=(*above, *pictures, *asked, said, *rows_of))


def _asked(lines: Sequence[str]) -> list[str]:
    """Return what a menu asks, how one stands or between what one chooses, and what it warns of."""
    listed = ("- ",) if any(line.startswith("- ") for line in lines[:2]) else ()
    return [*lines[:2], *(line for line in lines[2:] if line.removeprefix("-# ").startswith(("⚠️", *listed)))]


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
    met, ideas = progress(look)
    if not guidance.idea:
        return [text(_so_far(look, words), said), Row((do, *_looks(look, words), *_stop(look, words)))]
    idea = lesson_text.explanation(table.row.game, words.language, guidance.idea)
    which = words.say("🧭 **Idea {n} of {ideas}**", n=met, ideas=ideas)
    return [Text(f"{which} · {idea.text}\n{said}"), Row((do, _more(look, idea, words), *_looks(look, words)))]


def has_just_explained_all(look: Look) -> bool:
    """Say whether the last idea of a lesson was explained with the decision before this one."""
    explained, (met, ideas) = look.table.row.explained, progress(look)
    return bool(explained and explained[-1]) and met == ideas


def _stop(look: Look, words: Words) -> tuple[Button, ...]:
    """Return the way out once all is explained, or nothing new has come for a while: the end can be far."""
    met, ideas = progress(look)
    stop = Button(words.say("Stop here"), Target("stop_lesson", look.table.id), emoji="🏁")
    return (stop,) if met == ideas or _is_quiet(look) else ()


def _is_quiet(look: Look) -> bool:
    """Say whether nothing new has come up for a while, as it may be for who does otherwise."""
    latest = look.table.row.explained[-_QUIET:]
    return len(latest) == _QUIET and not any(latest)


def _so_far(look: Look, words: Words) -> str:
    """Say how many ideas were met, where none is explained; that it was all of them is said once."""
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


def _looks(look: Look, words: Words) -> tuple[Button, ...]:
    """Return where a learner looks: a lesson has no thread in which the board would stand."""
    return (
        Button(words.say("Board"), Target("board", look.table.id), emoji="🗺️"),
        Button(words.say("Look something up"), Target("cards", look.table.id), emoji="📇"),
    )


def _more(look: Look, idea: lesson_text.Explanation, words: Words) -> Button:
    game = look.table.row.game
    label = words.say("Rules: {topic}", topic=idea.topic.title)
    return Button(label, Target("rules", look.table.id, arg=f"{game} {idea.topic.key}"), emoji="📖")


def _leave(table: Table, words: Words) -> str:
    return words.say(
        "Leave whenever you like: `/{game} learn` goes on from here.",
        game=table.row.game,
    )


def finished_lesson_parts(display: GameDisplay, look: Look, names: Sequence[str], words: Words) -> list[Part]:
    """Return the last page of a lesson: the scores, how they came about, and what to do next."""
    guidance, game = look.guidance, look.table.row.game
    assert guidance is not None
    idea = lesson_text.explanation(game, words.language, guidance.idea)
    onward, ways = _onward(look.table, words)
    buttons = (*ways, _more(look, idea, words))
    return [*display.final(look, words, names, guidance.news), Text(f"🧭 {idea.text}\n{onward}"), Row(buttons)]


def stopped_lesson_parts(table: Table, words: Words) -> list[Part]:
    """Return the page for who stops a lesson in the middle of its game: what to do next, and the way back."""
    onward, ways = _onward(table, words)
    back = Button(words.say("Back"), Target("play", table.id), emoji="⬅️")
    return [text(f"🧭 {onward}", "-# " + _leave(table, words)), Row((*ways, back))]


def _onward(table: Table, words: Words) -> tuple[str, tuple[Button, ...]]:
    """Say what to do after a lesson, and return the ways there."""
    game = table.row.game
    said = words.say(
        "Now you know {title}: play it for real, against computers, or with others by `/{game} new`.",
        title=TITLES[game],
        game=game,
    )
    # The lesson is named as what the press is for, not as its table: the new one belongs to the server it is opened on.
    opens = Target("against_computers", arg=f"{game} {table.id}")
    return said, (
        Button(words.say("Open a table against computers"), opens, "success", "🤖"),
        restart_lesson_button(game, words),
    )


def restart_lesson_button(game: str, words: Words) -> Button:
    """Return the button that begins a lesson anew."""
    return Button(words.say("Begin the lesson again"), Target("learn_again", arg=game), emoji="🔁")


def lesson_offer_parts(words: Words) -> list[Part]:
    """Offer newcomers a lesson of each game that has one."""
    new = words.say("**New to a game?** A green button begins a guided first game, which only you see.")
    buttons = [
        Button(words.say("Learn {game}", game=TITLES[game]), Target("learn", arg=game), "success", "🧭")
        for game in LESSONS
    ]
    return [Text(new), *rows(buttons)] if buttons else []


def continue_lesson_button(game: str, words: Words) -> Button:
    """Return the button that goes on with a lesson."""
    return Button(words.say("Go on learning {game}", game=TITLES[game]), Target("learn", arg=game), emoji="🧭")


def _about(own: str, story: str) -> list[str]:
    """Return the last lines that are about somebody: what came of it in the end."""
    return [line for line in story.splitlines() if own in line][-_LEAST:]


def _briefly(
    display: GameDisplay, words: Words, names: Sequence[str], events: Sequence[Event], kinds: int | None = None
) -> str:
    """Tell what happened without headings and without so many kinds of what the board shows anyway; None: any."""
    left_out = tuple(display.words.omittable[:kinds])
    story = "\n".join(display.story(words, names, [each for each in events if not isinstance(each, left_out)]))
    return "\n".join(_plain(story))


def _plain(story: str) -> list[str]:
    """Return the lines of a story without headings."""
    return [line for line in story.splitlines() if not line.startswith("#")]


def _news(
    display: GameDisplay,
    words: Words,
    names: Sequence[str],
    events: Sequence[Event],
    own: str,
    more: str,
    fits: Callable[[str], bool],
) -> str:
    """Tell what happened so that it fits: first what the board shows anyway is left out, then what is about others."""
    story = "\n".join(display.story(words, names, events))
    if fits(story):
        return story
    for kinds in range(len(display.words.omittable) + 1):
        story = _briefly(display, words, names, events, kinds)
        if fits(story):
            return story
    return cut_story(story, own, more, fits)


def cut_story(story: str, own: str, more: str, fits: Callable[[str], bool]) -> str:
    """Return a story cut until it fits: what is about others goes first, the latest first; `more` says where it stands.

    So who played what stays longest, and what came of it for whoever is named `own`. Every line that stays is whole;
    where none does there is no rest to tell of.
    """
    lines = story.splitlines()
    others = [n for n in reversed(range(len(lines))) if own not in lines[n]]
    kept = set(range(len(lines)))
    for gone in (*others, *(n for n in range(len(lines)) if n not in others)):
        kept.discard(gone)
        cut = "\n".join((*(lines[n] for n in sorted(kept)), more))
        if kept and fits(cut):
            return cut
    return ""
