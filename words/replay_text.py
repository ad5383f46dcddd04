"""What is said about a game that is looked at again, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from words.catalogue import N_, Words

_EYES = {
    "all": N_("as spectators see it"),
    "open": N_("with open hands"),
}


def step_label(words: Words, number: int, last: int, round_name: str) -> str:
    """Say which step it is."""
    step = words.say("step {number} of {last}", number=number, last=last) if number else words.say("the beginning")
    return f"{step} · {round_name}" if round_name else step


def viewpoint(words: Words, eyes: str, who: str) -> str:
    """Say through whose eyes one looks; `who` is the seat's name if they are a seat's."""
    if eyes in _EYES:
        return words.say(_EYES[eyes])
    return words.say("through the eyes of {who}", who=who)


def step_story(words: Words, who: str, lines: Sequence[str]) -> str:
    """Say what was done in a step and by whom; nobody: the table was set."""
    if who and not lines:
        return words.say("👉 {who} has decided. What it was cannot be seen yet.", who=who)
    head = f"👉 {who}" if who else words.say("👉 Everything is set up. Nobody has decided anything yet.")
    return "\n".join((head, *lines))


def shared_moment(words: Words, who: str) -> str:
    """Say that a moment is shown to all; nobody: by who runs the server."""
    return words.say("📣 {who} shows a moment of the game:", who=who) if who else words.say("📣 A moment of the game:")


def jump_placeholder(words: Words, first: int, last: int, many: int) -> str:
    """Name the list of rounds; where it cannot hold all of them it says which it has."""
    if last - first + 1 == many:
        return words.say("Jump to …")
    return words.say("Jump to … (here {first} to {last} of {many})", first=first, last=last, many=many)


def animation_progress(words: Words, title: str, percent: int) -> str:
    """Say how far the animated picture has come."""
    return words.say("🎞️ I am drawing {title} from beginning to end: {percent} % …", title=title, percent=percent)
