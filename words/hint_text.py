"""Sentences of hints and suggestions: `heading`, `chance_notes`; `hints_allowed` says if a table has hints.

`newcomer_tip`: each of a person's first answers from the bot carries one tip; after the last there are no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from words.analysis_text import percent_text
from words.catalogue import N_, Words

_NEWCOMER_TIPS = (
    N_("Only you can see this message. Each game has its own thread."),
    N_("Take your time: your decisions are saved right away, and every button still works tomorrow."),
    N_("Lost? `/tables` shows everything that's waiting for you, `/rules` explains the game."),
)


def heading(words: Words, *, by_alderman: bool) -> str:
    """Return the heading above suggested moves; `by_alderman` if the strongest computer player has found them."""
    if by_alderman:
        return words.say("💡 **The alderman suggests** (it only knows what you know):")
    return words.say("💡 **Suggestions:**")


def chance_notes(words: Words, chances: Sequence[float | None], noise: float) -> list[str]:
    """Return a note about each move's chance of winning, in the order given.

    `chances` are from 0 to 1. A chance that is lower than the best one by more than `noise` is told in percent, and
    then so is the first of the best ones, with what it means; all others are "about equal". If none is so much lower,
    the first move's note is "". All notes are "" if there are fewer than two chances, or one is unknown (None).
    """
    known = [chance for chance in chances if chance is not None]
    if len(known) < len(chances) or len(known) < 2:
        return [""] * len(chances)
    best = max(known)
    differ = [best - chance > noise for chance in known]
    first = known.index(best) if any(differ) else 0
    notes = []
    for place, chance in enumerate(known):
        if place == first and any(differ):
            notes.append(words.say("{percent} chance of winning", percent=percent_text(words, chance)))
        elif differ[place]:
            notes.append(percent_text(words, chance))
        else:
            notes.append("" if place == first else words.say("about equal"))
    return notes


def hints_allowed(words: Words, *, hints: bool) -> str:
    """Return a short note: "💡 with hints" if players may ask for hints at the table, else "without hints"."""
    return words.say("💡 with hints") if hints else words.say("without hints")


def newcomer_tip(words: Words, number: int) -> str:
    """Return tip number `number`, counted from 0. Raises `IndexError` past the last one."""
    return words.say(_NEWCOMER_TIPS[number])
