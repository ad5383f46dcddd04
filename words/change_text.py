"""What changed for a seat since it last decided, in a few lines: what was lost is named, the rest as far as it fits."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.pieces import Change, Overtaken, ScoreMoved
from words.catalogue import Words
from words.endings import signed

MOST = 300
"""Characters in all."""
_SHORTEST = 120
"""Characters of the shortest form."""


class Clause(msgspec.Struct, frozen=True):
    """One change told: as a sentence, and as briefly as can be for when there is little room."""

    full: str
    brief: str
    lost: bool = False


def clause(words: Words, names: Sequence[str], change: Change) -> Clause:
    """Tell what can change in any game."""
    if isinstance(change, Overtaken):
        who = words.both([names[seat] for seat in change.by])
        full = words.many(
            "If it ended now, {who} would have overtaken you.",
            "If it ended now, {who} would have overtaken you.",
            len(change.by),
            who=who,
        )
        return Clause(full, words.say("overtaken"))
    if isinstance(change, ScoreMoved):
        score = words.say("Your score: {before} → {after}.", before=signed(change.before), after=signed(change.after))
        return Clause(score, score.rstrip("."))
    return Clause("", "")


def told(words: Words, clauses: Sequence[Clause]) -> list[str]:
    """Return at most three lines, and `MOST` characters in all; what is left out is counted. Worst come first."""
    if not clauses:
        return []
    head = words.say("📰 **Since your last move:**")
    lost = [each for each in clauses if each.lost]
    rest = [each for each in clauses if not each.lost]
    for form in ("full", "brief"):
        losses = [getattr(each, form) for each in lost]
        if len(_written(words, head, losses, form, [], len(rest))) <= MOST:
            break
    shown: list[str] = []
    for each in rest:
        if len(_written(words, head, losses, form, [*shown, each.full], len(rest) - len(shown) - 1)) > MOST:
            break
        shown.append(each.full)
    return _written(words, head, losses, form, shown, len(rest) - len(shown)).split("\n")


def _written(words: Words, head: str, losses: Sequence[str], form: str, shown: Sequence[str], left: int) -> str:
    lost = " ".join(losses)
    if losses and form == "brief":
        lost = words.say("Lost: {things}.", things=", ".join(losses))
    lines = [f"{head} {lost}" if lost else head]
    if shown:
        lines = [*lines, " ".join(shown)] if lost else [f"{head} {' '.join(shown)}"]
    if left:
        lines[-1] += " " + (
            words.many("And {n} smaller thing.", "And {n} smaller things.", left)
            if lost or shown
            else words.many("{n} small thing.", "{n} small things.", left)
        )
    return "\n".join(lines)


def shortest(words: Words, clauses: Sequence[Clause]) -> str:
    """Return the worst of it, and how much more there is."""
    if not clauses:
        return ""
    first = clauses[0].full if len(clauses[0].full) <= _SHORTEST else clauses[0].brief
    return f"{first} {words.say('(and {n} more)', n=len(clauses) - 1)}" if len(clauses) > 1 else first
