"""The news "Since your last move": what changed for a player since they last decided.

A game words each change as a `ChangeText`; `shared_change` words those that all games have. `news_lines` makes the text
for a menu, `news_summary` that for a notification. Losses are always named. Other changes are named as far as they fit,
and the rest is counted.
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
    """The text of one change since a player's last move, in full and briefly, and whether it is a loss.

    Each game's `change_text_of` makes them.
    """

    full: str
    """A sentence."""
    brief: str
    """A few words, used when space is short."""
    lost: bool = False
    """True if the player lost something."""


def shared_change(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Return the text of a change that any game can have: being overtaken, or a moved score.

    The texts are "" for any other kind of change. `names` are the seats' formatted names, by seat.
    """
    if isinstance(change, Overtaken):
        who = words.join_and([names[seat] for seat in change.by])
        full = words.many("{who} is ahead of you now.", "{who} are ahead of you now.", len(change.by), who=who)
        return ChangeText(full, words.say("overtaken"))
    if isinstance(change, ScoreMoved):
        score = words.say(
            "Your score: {before} → {after}.", before=format_number(change.before), after=format_number(change.after)
        )
        return ChangeText(score, score.rstrip("."))
    return ChangeText("", "")


def news_lines(words: Words, changes: Sequence[ChangeText]) -> list[str]:
    """Return the news for a menu as one or two lines; [] without changes.

    `changes` are ordered, worst first. All losses are named, in their brief form if the full ones do not fit. Then
    other changes are named as long as the whole stays within `MAX_NEWS_CHARS`, and the number of those left out is
    given. The text is longer than that only if the losses are, even in their brief form.
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
    """Return the news as one or two lines of text.

    It contains the heading `head`, the `losses`, the other changes `named`, and the number `left_out` of changes that
    are not named. Losses are on the first line, other changes on a second one (on the first if nothing was lost).
    `form` is "full" if the losses are sentences, "brief" if they are names of things, which become a list.
    """
    lost = " ".join(losses)
    if losses and form == "brief":
        lost = words.say("Lost: {things}.", things=", ".join(losses))
    lines = [f"{head} {lost}" if lost else head]
    if named:
        lines = [*lines, " ".join(named)] if lost else [f"{head} {' '.join(named)}"]
    if left_out:
        lines[-1] += " " + (
            words.many("And {n} minor change.", "And {n} minor changes.", left_out)
            if lost or named
            else words.many("{n} minor change.", "{n} minor changes.", left_out)
        )
    return "\n".join(lines)


def news_summary(words: Words, changes: Sequence[ChangeText]) -> str:
    """Return the first change and the number of further ones, for a notification; "" without changes.

    The change appears in its brief form if its full one is longer than `_MAX_SUMMARY_CHARS`.
    """
    if not changes:
        return ""
    first = changes[0].full if len(changes[0].full) <= _MAX_SUMMARY_CHARS else changes[0].brief
    return f"{first} {words.say('(and {n} more)', n=len(changes) - 1)}" if len(changes) > 1 else first
