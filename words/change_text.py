"""The news "Since your last move": what changed for a player since they last decided, and what the others did.

A game words each change as a `ChangeText`; `shared_change` words those that all games have. `news_of` combines the
changes with the recap of the others' moves. `news_lines` makes the text for a menu, `news_summary` that for a
notification. A menu always names all losses and, for each of the other players, the weightiest thing they did; the rest
is named as far as it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.pieces import Change, Overtaken, ScoreMoved
from words.catalogue import Words
from words.ending_text import format_number
from words.recap import MAJOR_SWING, RecapLine, shorten_recap, weightiest

MAX_NEWS_CHARS = 300
"""The most characters of the news in a menu, as long as only losses and the others' weightiest deeds are named."""
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
    seat: int | None = None
    """The seat of the other player who did it; None if the change is about the reader or about nobody."""


class News(msgspec.Struct, frozen=True):
    """What a player reads about the time since their last move; `news_of` makes it."""

    changes: Sequence[ChangeText]
    """What changed for the player: losses first, then by falling weight."""
    others: Sequence[RecapLine] = ()
    """What the other players did, in no particular order; each line has its weight."""


def news_of(changes: Sequence[ChangeText], recap: Sequence[RecapLine], seat: int) -> News:
    """Return the news for the player at `seat`, from all changes and from the recap of everybody's moves.

    Changes about the reader or nobody become `changes` of the news. Recap lines about other players become `others`. A
    change about another player is added to `others`, with the weight of that player's weightiest recap line, and
    replaces all of that player's lines with a weight of `MAJOR_SWING` or more.
    """
    told = {change.seat: change.full for change in changes if change.seat is not None}
    others = [
        line
        for line in recap
        if line.seat not in (None, seat) and not (line.seat in told and line.swing >= MAJOR_SWING)
    ]
    others += [
        RecapLine(full, who, max((line.swing for line in recap if line.seat == who), default=MAJOR_SWING))
        for who, full in told.items()
    ]
    return News([change for change in changes if change.seat is None], others)


def shared_change(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Return the text of a change that any game can have: other players overtook the reader, or their score changed.

    Both texts are "" for any other kind of change. `names` are the formatted names by seat.
    """
    if isinstance(change, Overtaken):
        who = words.join_and([names[seat] for seat in change.by])
        full = words.many("{who} has overtaken you.", "{who} have overtaken you.", len(change.by), who=who)
        return ChangeText(full, words.say("overtaken"))
    if isinstance(change, ScoreMoved):
        score = words.say(
            "Your score: {before} → {after}.", before=format_number(change.before), after=format_number(change.after)
        )
        return ChangeText(score, score.rstrip("."))
    return ChangeText("", "")


def news_lines(words: Words, news: News) -> list[str]:
    """Return the news for a menu as lines of text; [] without news.

    The order is:

    1. All losses of the player; all in their brief form if the full forms together exceed `MAX_NEWS_CHARS`.
    2. The player's other changes, as long as the text stays within `MAX_NEWS_CHARS`.
    3. What the other players did, grouped by player: for each player the weightiest line, and all lines with a weight
       of `MAJOR_SWING` or more. These are never left out. Lighter lines are added as long as they fit.
    4. If something was left out, a line that says which button shows it.
    """
    if not news.changes and not news.others:
        return []
    head = words.say("📰 **Since your last move:**")
    lost = [each for each in news.changes if each.lost]
    rest = [each.full for each in news.changes if not each.lost]
    losses = " ".join([head, *(each.full for each in lost)])
    if len(losses) > MAX_NEWS_CHARS:
        losses = f"{head} {words.say('Lost: {things}.', things=', '.join(each.brief for each in lost))}"
    named: list[str] = []
    while rest and len(" ".join([losses, *named, rest[0]])) <= MAX_NEWS_CHARS:
        named.append(rest.pop(0))
    own = [losses, " ".join(named)] if lost and named else [" ".join([losses, *named])]
    more = "-# " + words.say("*What happened?* shows the rest.")
    others = shorten_recap(news.others, lambda text: len("\n".join((*own, text))) <= MAX_NEWS_CHARS, more)
    lines = [*own, *others.splitlines()]
    return [*lines, more] if rest and lines[-1] != more else lines


def news_summary(words: Words, news: News) -> str:
    """Return the most important piece of news and the number of further ones, for a notification; "" without news.

    The player's losses come first, then what others did with a weight of `MAJOR_SWING` or more, then the player's other
    changes. Lighter lines about others are neither shown nor counted. A change appears in its brief form if its full
    one is longer than `_MAX_SUMMARY_CHARS`.
    """
    lost = [each for each in news.changes if each.lost]
    major = [ChangeText(line.text, line.text) for line in weightiest(news.others) if line.swing >= MAJOR_SWING]
    told = [*lost, *major, *(each for each in news.changes if not each.lost)]
    if not told:
        return ""
    first = told[0].full if len(told[0].full) <= _MAX_SUMMARY_CHARS else told[0].brief
    further = len(told) - 1
    return f"{first} {words.many('(and {n} more update)', '(and {n} more updates)', further)}" if further else first
