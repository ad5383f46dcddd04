"""The rulebooks that players read: beside each game's words one Markdown file for each language, cut into topics.

A file is `# Title`, a summary of two lines, and then topics, each `## key: Title` and its text. It cites our numbered
rules, like (V7), so that every sentence can be checked; players read it without these numbers. Where several topics
cite a rule, (V7!) says which of them explains it, if that is not the one about the fewest rules.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from rules.errors import BadData
from words.catalogue import LANGUAGES
from words.folders import FOLDERS
from words.games import GAME_WORDS

MAX_TOPICS = 25
"""What a select in Discord can offer."""
MAX_TITLE_CHARS = 80
MAX_TEXT_CHARS = 3500
"""Leaves room for title and menu in a message of 4,000 characters."""

_ABOUT_MUCH = ("overview", "first", "digital", "sources")
"""The keys of topics that are about everything a little."""

_TOPIC = re.compile(r"## ([a-z]+): (\S.*)")


class Topic(msgspec.Struct, frozen=True):
    """A page of a rulebook. The key is the same in every language."""

    key: str
    title: str
    text: str
    cites: frozenset[str] = frozenset()
    """The numbers of our rules that it is about."""
    explains: frozenset[str] = frozenset()
    """Those of them that are explained here and only mentioned elsewhere."""


class Rulebook(msgspec.Struct, frozen=True):
    """The rules of one game in one language."""

    title: str
    summary: str
    topics: tuple[Topic, ...]


def topics(game: str, language: str) -> tuple[Topic, ...]:
    """Return the pages on a game, in the order in which a newcomer needs them; none if it has no rulebook."""
    return _rulebook(game, language).topics if rulebook_file(game, language) else ()


def topic_for_rule(game: str, language: str, rule: str) -> Topic | None:
    """Return the page that explains one of our numbered rules: of those that cite it the one that says so.

    Where none does it is the one about the fewest rules.
    """
    found = [topic for topic in topics(game, language) if rule in topic.cites]
    return min(
        found,
        key=lambda topic: (rule not in topic.explains, topic.key in _ABOUT_MUCH, len(topic.cites)),
        default=None,
    )


def summary(game: str, language: str) -> str:
    """Return what the game is about, in two lines; nothing if it has no rulebook."""
    return _rulebook(game, language).summary if rulebook_file(game, language) else ""


def rulebook_file(game: str, language: str) -> Path | None:
    """Return the file of a game's rulebook; None for a game without one."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no rulebook in {language!r}, only in {', '.join(LANGUAGES)}")
    files = (folder / game / f"rulebook.{language}.md" for folder in FOLDERS)
    return next((file for file in files if file.exists()), None)


def read_rulebook(file: Path, rule_letter: str) -> Rulebook:
    """Read a rulebook; raise `BadData` with file, line and reason if it is not written as it should be."""
    cited = re.compile(rf" \({rule_letter}\d+!?(?:, {rule_letter}\d+!?)*\)")
    title = ""
    opening: list[str] = []
    found: list[tuple[int, str, str, list[str]]] = []
    fenced = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        fenced ^= line.startswith("```")
        if fenced or not line.startswith("#"):
            (found[-1][3] if found else opening).append(line)
        elif number == 1 and line.startswith("# ") and line[2:].strip():
            title = line[2:].strip()
        elif topic := _TOPIC.fullmatch(line):
            found.append((number, topic[1], topic[2].strip(), []))
        else:
            raise BadData(file, f"line {number}", f"{line!r} is no heading of a topic: '## key: Title'")
    _demand(file, 1, bool(title), "the first line must be '# Title'")
    _demand(file, found[-1][0] if found else 1, not fenced, "a code block is not closed")
    lines = "\n".join(opening).strip().splitlines()
    _demand(file, 2, len(lines) == 2 and all(lines), "two lines of summary must follow the title")
    _demand(file, 1, 0 < len(found) <= MAX_TOPICS, f"needs 1 to {MAX_TOPICS} topics, has {len(found)}")
    return Rulebook(title, "\n".join(lines), tuple(_pages(file, found, cited)))


def _pages(file: Path, found: list[tuple[int, str, str, list[str]]], cited: re.Pattern[str]) -> list[Topic]:
    known: dict[str, Topic] = {}
    for number, key, title, lines in found:
        written = "\n".join(lines)
        text = cited.sub("", written).strip()
        marked = {rule for each in cited.findall(written) for rule in each.strip(" ()").split(", ")}
        cites = frozenset(rule.removesuffix("!") for rule in marked)
        explains = frozenset(rule.removesuffix("!") for rule in marked if rule.endswith("!"))
        _demand(file, number, key not in known, f"the topic {key} stands here twice")
        _demand(file, number, len(title) <= MAX_TITLE_CHARS, f"the title is longer than {MAX_TITLE_CHARS} characters")
        _demand(file, number, bool(text), f"the topic {key} has no text")
        _demand(file, number, len(text) <= MAX_TEXT_CHARS, f"the text is longer than {MAX_TEXT_CHARS} characters")
        known[key] = Topic(key, title, text, cites, explains)
    return list(known.values())


def _demand(file: Path, number: int, holds: bool, reason: str) -> None:
    if not holds:
        raise BadData(file, f"line {number}", reason)


@cache
def _rulebook(game: str, language: str) -> Rulebook:
    file = rulebook_file(game, language)
    assert file is not None
    return read_rulebook(file, GAME_WORDS[game].rule_letter)
