"""Sentences of the replay viewer, in which people step through a game; a step is one decision."""

from __future__ import annotations

from collections.abc import Sequence

from words.catalogue import N_, Words
from words.table_text import planned

_EYES = {
    "all": N_("as a spectator"),
    "open": N_("with all hands face up"),
}


def step_label(words: Words, number: int, last: int, round_name: str) -> str:
    """Return "step 3 of 40 · Round 2"; step 0 is "the beginning", and an empty `round_name` is left out."""
    step = words.say("step {number} of {last}", number=number, last=last) if number else words.say("the beginning")
    return f"{step} · {round_name}" if round_name else step


def viewpoint(words: Words, eyes: str, who: str) -> str:
    """Return a text that says whose view of the game is shown.

    `eyes` is "all" for a spectator's view, "open" for a view with all hands open, or the number of a seat. Only for a
    seat `who` is used, the formatted name of its player.
    """
    if eyes in _EYES:
        return words.say(_EYES[eyes])
    return words.say("from {who}'s point of view", who=who)


def step_story(words: Words, who: str, lines: Sequence[str], *, is_planned: bool = False) -> str:
    """Return what a step changed: a line with the player, then the story lines.

    `who` is the player's formatted name; "" means the position before the first move. If there is a player but `lines`
    is empty, the text says that the player's decision is still secret. `is_planned` adds the mark of a planned move.
    """
    mark = f" · {planned(words)}" if is_planned else ""
    if who and not lines:
        return words.say("👉 {who} has decided. The choice is still secret.", who=who) + mark
    head = f"👉 {who}{mark}" if who else words.say("👉 Everything is set up. Nobody has made a move yet.")
    return "\n".join((head, *lines))


def shared_moment(words: Words, who: str) -> str:
    """Return the heading of a replay position that somebody shows to everybody.

    `who` is their formatted name; "" if a server manager without a seat shows it, who is not named.
    """
    return (
        words.say("📣 {who} shows you a moment from the game:", who=who)
        if who
        else words.say("📣 A moment from the game:")
    )


def jump_placeholder(words: Words, first: int, last: int, many: int) -> str:
    """Return the placeholder of the select menu that jumps to a round.

    The menu holds entries `first` to `last` of `many`, counted from 1; the text names the range if that is not all.
    """
    if last - first + 1 == many:
        return words.say("Jump to …")
    return words.say("Jump to … ({first} to {last} of {many})", first=first, last=last, many=many)


def animation_progress(words: Words, title: str, percent: int) -> str:
    """Return a sentence that says how far the drawing of the animation is; `percent` is 0 to 100.

    `title` is the table's title.
    """
    return words.say("🎞️ Drawing {title} from beginning to end: {percent}% …", title=title, percent=percent)
