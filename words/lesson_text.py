"""The texts of lessons, which explain one idea of a game after the other.

`welcome` and `explanation` return texts that are read from `<game>/lesson.<language>.md`. `praise`, `correction`,
`compare_points` and `no_difference` word the feedback on the learner's own decisions.

A lesson file has the format of a rulebook: `# Title`, a welcome of two lines, then one section `## idea: topic` per
idea with two sentences that cite rules; `topic` is the rulebook page that says more. Numbers are written as names in
braces and filled in from the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from rules import GAMES
from words import rulebook
from words.analysis_text import percent_text
from words.catalogue import Words
from words.folders import FOLDERS
from words.games import GAME_WORDS
from words.hint_text import more_points
from words.rulebook import Rulebook, Topic


class Explanation(msgspec.Struct, frozen=True):
    """The explanation of one idea in a lesson: its text, and the rulebook page that says more."""

    text: str
    topic: Topic


def welcome(game: str, language: str) -> str:
    """Return the first text a learner of this game (its key) reads, with the game's numbers filled in.

    Raises `StopIteration` if the game has no lesson in this language.
    """
    return _read(game, language).summary.format_map(GAME_WORDS[game].lesson_facts)


def explanation(game: str, language: str, idea: str) -> Explanation:
    """Return the explanation of one idea of a game's lesson, with numbers filled in, and the rulebook page about it.

    `idea` is the key of the idea. Raises `StopIteration` for an unknown idea or a game without a lesson.
    """
    written = next(topic for topic in _read(game, language).topics if topic.key == idea)
    more = next(topic for topic in rulebook.topics(game, language) if topic.key == written.title)
    return Explanation(written.text.format_map(GAME_WORDS[game].lesson_facts), more)


@cache
def _read(game: str, language: str) -> Rulebook:
    """Return the parsed lesson file of a game in a language. Cached. Raises `StopIteration` if there is none."""
    file = next(file for folder in FOLDERS if (file := folder / game / f"lesson.{language}.md").exists())
    return rulebook.read_rulebook(file, GAME_WORDS[game].rule_letter, GAMES[game].version)


def praise(words: Words, made: str, other: str, chances: tuple[float, float], reason: str) -> str:
    """Return what a lesson says about a good move of the learner: that it was good, and `reason`.

    If `reason` is "", it gives the chances of winning after this move and after the best `other` one instead: `chances`
    (0 to 1), in this order. `made` and `other` are the moves in words.
    """
    if reason:
        return good(words, made, reason)
    compared = words.say(
        "{chance} chance of winning, only {other_chance} with “{other}”",
        chance=percent_text(words, chances[0]),
        other_chance=percent_text(words, chances[1]),
        other=other,
    )
    return good(words, made, compared)


def good(words: Words, made: str, why: str = "") -> str:
    """Return that the move `made`, in words, was good, and why; "" if there is nothing to say about that."""
    return " · ".join(filter(None, (words.say("👍 **Good: “{move}”**", move=made), why)))


def compare_points(words: Words, made: str, other: str, ahead: int, reason: str) -> str:
    """Return what a lesson says of the move `made` if chances are about equal: which move brings more points, and why.

    Both moves are in words. The move made brings `ahead` points more than the other one; negative if it brings fewer.
    """
    if ahead > 0:
        points = words.many(
            "about {n} point more in the end than with “{other}”",
            "about {n} points more in the end than with “{other}”",
            ahead,
            other=other,
        )
        return good(words, made, " · ".join(filter(None, (reason, points))))
    better = words.say("🤔 **Better than “{move}”: “{other}”**", move=made, other=other)
    return " · ".join(filter(None, (better, reason, more_points(words, -ahead, 0))))


def more_useful(words: Words, made: str, other: str, why: str) -> str:
    """Return what a lesson says if both moves are about as good, but something speaks only for the `other` one: `why`.

    Both moves are in words.
    """
    return words.say("👌 **Fine: “{move}”**. More useful: “{other}” ({reason})", move=made, other=other, reason=why)


def no_difference(words: Words, made: str, other: str = "", *, reasons: Sequence[str] = ()) -> str:
    """Return what a lesson says of the move `made` if the `other` one would have been about as good.

    Both moves are in words; without `other` ("") only the move made is named. `reasons` says for both, in this order,
    what speaks for or against them; it may be empty.
    """
    if not other:
        return words.say("👌 **Fine: “{move}”**", move=made)
    if not reasons:
        return words.say("👌 **Fine: “{move}”**. About as good: “{other}”", move=made, other=other)
    return words.say(
        "👌 **Fine: “{move}”** ({reason}). About as good: “{other}” ({other_reason})",
        move=made,
        reason=reasons[0],
        other=other,
        other_reason=reasons[1],
    )


def correction(words: Words, made: str, other: str, chances: tuple[float, float], reason: str) -> str:
    """Return what a lesson says if the `other` move was better than the one `made`: `reason`, and both chances to win.

    Both moves are in words; `chances` are the chances to win (0 to 1) after the move made and after the other one.
    Without a reason ("") it says nothing about why.
    """
    better = words.say("🤔 **Better than “{move}”: “{other}”**", move=made, other=other)
    compared = words.say(
        "{other_chance} chance of winning instead of {chance}",
        other_chance=percent_text(words, chances[1]),
        chance=percent_text(words, chances[0]),
    )
    return " · ".join(filter(None, (better, reason, compared)))
