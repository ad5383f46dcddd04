"""Lessons in words: beside each game's rulebook a file for each language that explains one idea after the other.

A file is written as a rulebook is: `# Title`, two lines of welcome, and then the ideas, each `## key: topic` with two
sentences that cite our rules; the topic is the page of the rulebook that says more. Numbers are facts of the rules in
braces, so that they cannot be wrong.
"""

from __future__ import annotations

from functools import cache

import msgspec

from words import rulebook
from words.folders import FOLDERS
from words.games import GAME_WORDS
from words.rulebook import Rulebook, Topic


class Explanation(msgspec.Struct, frozen=True):
    """An idea in two sentences, and the page of the rulebook that says more."""

    text: str
    topic: Topic


def welcome(game: str, language: str) -> str:
    """Return what a learner reads first."""
    return _read(game, language).summary.format_map(GAME_WORDS[game].lesson_facts)


def explanation(game: str, language: str, idea: str) -> Explanation:
    """Return what explains an idea."""
    written = next(topic for topic in _read(game, language).topics if topic.key == idea)
    more = next(topic for topic in rulebook.topics(game, language) if topic.key == written.title)
    return Explanation(written.text.format_map(GAME_WORDS[game].lesson_facts), more)


@cache
def _read(game: str, language: str) -> Rulebook:
    file = next(file for folder in FOLDERS if (file := folder / game / f"lesson.{language}.md").exists())
    return rulebook.read_rulebook(file, GAME_WORDS[game].rule_letter)
