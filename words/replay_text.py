"""Sentences of the replay viewer."""

from __future__ import annotations

from collections.abc import Sequence

from words.catalogue import N_, Words

_EYES = {
    "all": N_("as spectators see it"),
    "open": N_("with open hands"),
}


def step_label(words: Words, number: int, last: int, round_name: str) -> str:
    """Return "step 3 of 40 · Round 2"; step 0 is "the beginning", and an empty `round_name` is left out."""
    step = words.say("step {number} of {last}", number=number, last=last) if number else words.say("the beginning")
    return f"{step} · {round_name}" if round_name else step


def viewpoint(words: Words, eyes: str, who: str) -> str:
    """Return whose view is shown: "all" (spectators), "open" (all hands), or a seat, named by `who`."""
    if eyes in _EYES:
        return words.say(_EYES[eyes])
    return words.say("through the eyes of {who}", who=who)


def step_story(words: Words, who: str, lines: Sequence[str]) -> str:
    """Return what a step changed: the player and the story lines.

    An empty `who` means the position before the first move. Without `lines` the decision is still secret.
    """
    if who and not lines:
        return words.say("👉 {who} has decided. What it was cannot be seen yet.", who=who)
    head = f"👉 {who}" if who else words.say("👉 Everything is set up. Nobody has decided anything yet.")
    return "\n".join((head, *lines))


def shared_moment(words: Words, who: str) -> str:
    """Return the heading of a moment that is shown to everybody; an empty `who` stands for a server manager."""
    return words.say("📣 {who} shows a moment of the game:", who=who) if who else words.say("📣 A moment of the game:")


def jump_placeholder(words: Words, first: int, last: int, many: int) -> str:
    """Return the placeholder of the list of rounds.

    It names the range if the list holds only rounds `first` to `last` of `many`.
    """
    if last - first + 1 == many:
        return words.say("Jump to …")
    return words.say("Jump to … (here {first} to {last} of {many})", first=first, last=last, many=many)


def animation_progress(words: Words, title: str, percent: int) -> str:
    """Return that the animation of `title` is `percent` percent done."""
    return words.say("🎞️ I am drawing {title} from beginning to end: {percent} % …", title=title, percent=percent)
