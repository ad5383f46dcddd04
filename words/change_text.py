"""The news "Since your last move": changes to a seat since it last decided, in at most three lines.

Losses are always named. Other changes are named as far as they fit and then counted.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.pieces import Change, Overtaken, ScoreMoved
from words.catalogue import Words
from words.ending_text import format_number

MAX_NEWS_CHARS = 300
"""The most characters of the news in a menu."""
_MAX_SUMMARY_CHARS = 120
"""A first change longer than this appears in its brief form in `news_summary`."""


class ChangeText(msgspec.Struct, frozen=True):
    """One change as text."""

    full: str
    """A sentence."""
    brief: str
    """A few words, used when space is short."""
    lost: bool = False
    """True if the seat lost something."""


def shared_change(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Return the text of a change that any game can have; empty texts for an unknown kind of change."""
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


def news_lines(words: Words, changes: Sequence[ChangeText]) -> list[str]:
    """Return the news as at most three lines and `MAX_NEWS_CHARS` characters in all; [] without changes.

    `changes` are ordered, worst first. Losses use their brief forms if the full ones do not fit; the number of changes
    left out is given at the end.
    """
    if not changes:
        return []
    head = words.say("📰 **Since your last move:**")
    lost = [each for each in changes if each.lost]
    rest = [each for each in changes if not each.lost]
    for form in ("full", "brief"):
        losses = [getattr(each, form) for each in lost]
        if len(_news_text(words, head, losses, form, [], len(rest))) <= MAX_NEWS_CHARS:
            break
    named: list[str] = []
    for each in rest:
        if len(_news_text(words, head, losses, form, [*named, each.full], len(rest) - len(named) - 1)) > MAX_NEWS_CHARS:
            break
        named.append(each.full)
    return _news_text(words, head, losses, form, named, len(rest) - len(named)).split("\n")


def _news_text(words: Words, head: str, losses: Sequence[str], form: str, named: Sequence[str], left_out: int) -> str:
    """Return the news as text: the head, the losses, then the other changes `named`, then how many are `left_out`.

    `form` is "brief" if the losses are a list of things instead of sentences.
    """
    lost = " ".join(losses)
    if losses and form == "brief":
        lost = words.say("Lost: {things}.", things=", ".join(losses))
    lines = [f"{head} {lost}" if lost else head]
    if named:
        lines = [*lines, " ".join(named)] if lost else [f"{head} {' '.join(named)}"]
    if left_out:
        lines[-1] += " " + (
            words.many("And {n} smaller thing.", "And {n} smaller things.", left_out)
            if lost or named
            else words.many("{n} small thing.", "{n} small things.", left_out)
        )
    return "\n".join(lines)


def news_summary(words: Words, changes: Sequence[ChangeText]) -> str:
    """Return the first change and how many more there are, for a notification; "" without changes."""
    if not changes:
        return ""
    first = changes[0].full if len(changes[0].full) <= _MAX_SUMMARY_CHARS else changes[0].brief
    return f"{first} {words.say('(and {n} more)', n=len(changes) - 1)}" if len(changes) > 1 else first
