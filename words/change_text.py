"""What changed for a seat since it last decided, in a few lines: what was lost is named, the rest as far as it fits."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.pieces import Change, Overtaken, ScoreMoved
from words.catalogue import Words
from words.ending_text import format_number

MAX_NEWS_CHARS = 300
"""Characters in all."""
_MAX_SUMMARY_CHARS = 120
"""Characters of the shortest form."""


class ChangeText(msgspec.Struct, frozen=True):
    """One change told: as a sentence, and as briefly as can be for when there is little room."""

    full: str
    brief: str
    lost: bool = False


def shared_change(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Tell what can change in any game."""
    if isinstance(change, Overtaken):
        who = words.join_and([names[seat] for seat in change.by])
        full = words.many(
            "If it ended now, {who} would have overtaken you.",
            "If it ended now, {who} would have overtaken you.",
            len(change.by),
            who=who,
        )
        return ChangeText(full, words.say("overtaken"))
    if isinstance(change, ScoreMoved):
        score = words.say(
            "Your score: {before} → {after}.", before=format_number(change.before), after=format_number(change.after)
        )
        return ChangeText(score, score.rstrip("."))
    return ChangeText("", "")


def news_lines(words: Words, clauses: Sequence[ChangeText]) -> list[str]:
    """Return at most three lines, and `MOST` characters in all; what is left out is counted. Worst come first."""
    if not clauses:
        return []
    head = words.say("📰 **Since your last move:**")
    lost = [each for each in clauses if each.lost]
    rest = [each for each in clauses if not each.lost]
    for form in ("full", "brief"):
        losses = [getattr(each, form) for each in lost]
        if len(_written(words, head, losses, form, [], len(rest))) <= MAX_NEWS_CHARS:
            break
    shown: list[str] = []
    for each in rest:
        if len(_written(words, head, losses, form, [*shown, each.full], len(rest) - len(shown) - 1)) > MAX_NEWS_CHARS:
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


def news_summary(words: Words, clauses: Sequence[ChangeText]) -> str:
    """Return the worst of it, and how much more there is."""
    if not clauses:
        return ""
    first = clauses[0].full if len(clauses[0].full) <= _MAX_SUMMARY_CHARS else clauses[0].brief
    return f"{first} {words.say('(and {n} more)', n=len(clauses) - 1)}" if len(clauses) > 1 else first
