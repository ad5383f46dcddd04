"""Sentences of hints (suggested moves), and tips for newcomers.

`heading` and `notes` word suggested moves. `more_points` compares two moves in lessons and in the analysis.
`hints_allowed` says whether hints are allowed at a table.
`newcomer_tip` words a tip. Each of the bot's first answers to a person carries one tip, until all were shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
        "💡 **Suggestion** (based on what you know):",
        "💡 **Suggestions** (based on what you know):",
        moves,
    )


class Worth(NamedTuple):
    """What a suggested move is worth: its chance of winning, from 0 to 1, and the expected points; None if unknown."""

    chance: float | None
    points: float | None = None
    combines: bool = False
    """True if the first of the suggested moves can be made as well in this turn."""


def notes(words: Words, moves: Sequence[Worth], *, noise: float, min_points: float) -> list[str]:
    """Return a note about what each suggested move is worth, in the order given, the best move first.

    All notes are "" if there are fewer than two moves, or if a chance is unknown (None). The first move's note is its
    chance of winning if that of another move is more than `noise` below it, otherwise "". The note of a further move is
    the first of these that applies:

    1. It combines with the first move.
    2. Its chance, if that is more than `noise` below the first one's.
    3. How many points fewer it should bring, if these are at least `min_points` and no note gives a chance: a list
       compares in one unit.
    4. It is about as good.
    """
    known = [each.chance for each in moves if each.chance is not None]
    if len(known) < len(moves) or len(known) < 2:
        return [""] * len(moves)
    differ = [known[0] - chance > noise and not each.combines for chance, each in zip(known, moves, strict=True)]
    said = [words.say("{percent} chance of winning", percent=percent_text(words, known[0])) if any(differ) else ""]
    best = moves[0].points
    for each, chance, is_worse in list(zip(moves, known, differ, strict=True))[1:]:
        fewer = 0 if best is None or each.points is None else round(best - each.points)
        if each.combines:
            said.append(words.say("you can do 1️⃣ as well"))
        elif is_worse:
            said.append(percent_text(words, chance))
        elif fewer >= min_points and not any(differ):
            said.append(words.many("about {n} point less in the end", "about {n} points less in the end", fewer))
        else:
            said.append(words.say("about as good"))
    return said


def more_points(words: Words, own: int, rival: int) -> str:
    """Return how many points more a move brings its player, or how many it costs the strongest rival; "" if neither.

    `own` and `rival` are these numbers; at most one of them is not 0.
    """
    if own:
        return words.many("about {n} point more in the end", "about {n} points more in the end", own)
    if rival:
        return words.many("costs a rival about {n} point", "costs a rival about {n} points", rival)
    return ""


def hints_allowed(words: Words, *, hints: bool) -> str:
    """Return a short note: "💡 with hints" if players may ask for hints at the table, else "without hints"."""
    return words.say("💡 with hints") if hints else words.say("without hints")


def newcomer_tip(words: Words, number: int) -> str:
    """Return tip number `number`, counted from 0. Raises `IndexError` past the last one."""
    return words.say(_NEWCOMER_TIPS[number])
