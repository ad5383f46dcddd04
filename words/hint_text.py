"""Sentences of hints (suggested moves), and tips for newcomers.

`heading` and `notes` word suggested moves, `hints_allowed` says whether hints are allowed at a table.
`newcomer_tip` words a tip. Each of the bot's first answers to a person carries one tip, until all were shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from words.analysis_text import percent_text
from words.catalogue import N_, Words

_NEWCOMER_TIPS = (
    N_("Only you can see this message. Each game has its own thread."),
    N_("Take your time: your decisions are saved right away, and every button still works tomorrow."),
    N_("Lost track? `/tables` shows everything that's waiting for you, and `/rules` explains the game."),
)


def heading(words: Words, moves: int) -> str:
    """Return the heading above suggested moves, by their number."""
    return words.many(
        "💡 **Suggestion** (based only on what you can know):",
        "💡 **Suggestions** (based only on what you can know):",
        moves,
    )


def notes(words: Words, chances: Sequence[float | None], points: Sequence[float | None], noise: float) -> list[str]:
    """Return a note about what each move is worth, best move first: points where all are known, otherwise chances.

    `chances` are those of winning, from 0 to 1, and `points` the expected ones.
    """
    known = [each for each in points if each is not None]
    if len(known) < len(points) or len(known) < 2:
        return chance_notes(words, chances, noise)
    behind = [max(0, round(known[0] - each)) for each in known]
    fewer = [words.many("about {n} point less", "about {n} points less", count) if count else "" for count in behind]
    return ["", *(each or words.say("about the same score") for each in fewer[1:])]


def chance_notes(words: Words, chances: Sequence[float | None], noise: float) -> list[str]:
    """Return a note about each move's chance of winning, in the order given. `chances` are from 0 to 1.

    - All notes are "" if there are fewer than two moves, or if a chance is unknown (None).
    - If no chance is more than `noise` below the best one, the first note is "", and all others are "about the same
      chance".
    - Otherwise the first move with the best chance gets a note such as "60 % chance of winning", each move that is more
      than `noise` below it gets its percentage, and all others are "about the same chance".
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
            notes.append("" if place == first else words.say("about the same chance"))
    return notes


def hints_allowed(words: Words, *, hints: bool) -> str:
    """Return a short note: "💡 with hints" if players may ask for hints at the table, else "without hints"."""
    return words.say("💡 with hints") if hints else words.say("without hints")


def newcomer_tip(words: Words, number: int) -> str:
    """Return tip number `number`, counted from 0. Raises `IndexError` past the last one."""
    return words.say(_NEWCOMER_TIPS[number])
