"""The texts of lessons, which explain one idea of a game after the other: `welcome` and `explanation`.

`praise` and `correction` are the feedback on a decision that the learner made alone.

They are read from `<game>/lesson.<language>.md`. The file has the format of a rulebook: `# Title`, a welcome of two
lines, then one section `## idea: topic` per idea with two sentences that cite rules; `topic` is the rulebook page that
says more. Numbers are written as names in braces and filled in from the rules.
"""

from __future__ import annotations

from functools import cache

import msgspec

from rules import GAMES
from words import rulebook
from words.analysis_text import percent_text
from words.catalogue import Words
from words.folders import FOLDERS
from words.games import GAME_WORDS
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
    """Return the parsed lesson file of a game. Cached. Raises `StopIteration` if there is none."""
    file = next(file for folder in FOLDERS if (file := folder / game / f"lesson.{language}.md").exists())
    return rulebook.read_rulebook(file, GAME_WORDS[game].rule_letter, GAMES[game].version)


def praise(words: Words, move: str, reason: str) -> str:
    """Return what a lesson says about a good move of the learner (in words), with a reason unless that is ""."""
    said = words.say("👍 **That was good:** {move}", move=move)
    return f"{said} · {reason}" if reason else said


def correction(words: Words, better: str, chance: float, better_chance: float, reason: str) -> str:
    """Return what a lesson says if there was a better move (in words) than the learner's, with a reason unless "".

    `chance` is the chance to win after the learner's move, `better_chance` that after the better one (0 to 1).
    """
    said = words.say(
        "🤔 **A better move:** {move}. With it you would win more often ({better} instead of {chance})",
        move=better,
        better=percent_text(words, better_chance),
        chance=percent_text(words, chance),
    )
    return f"{said} · {reason}" if reason else said
