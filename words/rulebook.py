"""The players' rulebooks, `<game>/rulebook.<language>.md`, cut into topics, which are its pages.

`topics`, `topic_for_rule` and `summary` return what players read; `read_rulebook` parses a file. A file is `# Title`, a
summary of two lines, and topics, each `## key: Title` and its text. The text cites our rule numbers, like (V7), so that
tests can compare both; players read it without them. If several topics cite a rule, (V7!) marks the one that explains
it; without a mark it is the topic that cites the fewest rules. A line that begins with {since 2} or {until 1} belongs
to those versions of the game's rules only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from rules import GAMES
from rules.errors import BadData
from words.catalogue import LANGUAGES
from words.folders import FOLDERS
from words.games import GAME_WORDS

MAX_TOPICS = 25
"""The most options of a select menu in Discord."""
MAX_TITLE_CHARS = 80
"""The most characters of a topic's title."""
MAX_TEXT_CHARS = 3500
"""The most characters of a topic's text: leaves room for title and menu in a message of 4,000 characters."""

_ABOUT_MUCH = ("overview", "first", "digital", "sources")
"""Keys of topics that cite many rules without explaining them."""

_TOPIC = re.compile(r"## ([a-z]+): (\S.*)")
_VERSIONED = re.compile(r"\{(since|until) (\d+)\} ?(.*)")
"""A line that belongs to some versions of the rules only."""


class Topic(msgspec.Struct, frozen=True):
    """One page of a rulebook: title, text, and the rules that it cites and explains. `read_rulebook` makes it.

    Its key is the same in every language.
    """

    key: str
    title: str
    text: str
    """Markdown, without the rule numbers that the file cites."""
    cites: frozenset[str] = frozenset()
    """The rule numbers that the page cites."""
    explains: frozenset[str] = frozenset()
    """Those of `cites` that are marked with "!": this page explains them, other pages only mention them."""


class Rulebook(msgspec.Struct, frozen=True):
    """A parsed rulebook or lesson: one game in one language. `summary` are the two lines below the title."""

    title: str
    summary: str
    topics: tuple[Topic, ...]


def topics(game: str, language: str, version: int | None = None) -> tuple[Topic, ...]:
    """Return the pages of a game's rulebook in the order of the file; () if the game has no rulebook.

    `version` is the version of the rules that they describe; None is the newest. Raises `ValueError` for an unknown
    language.
    """
    if not rulebook_file(game, language):
        return ()
    return _rulebook(game, language, GAMES[game].version if version is None else version).topics


def topic_for_rule(game: str, language: str, rule: str, version: int | None = None) -> Topic | None:
    """Return the page that explains a rule by its number, such as "V7"; None if no page cites it.

    If several pages cite the rule, it is the page that marks it with "!"; without a mark it is the page that cites the
    fewest rules. Pages such as the overview, which cite many rules without explaining them, are used only if no other
    page cites the rule. `version` is as in `topics`.
    """
    found = [topic for topic in topics(game, language, version) if rule in topic.cites]
    return min(
        found,
        key=lambda topic: (rule not in topic.explains, topic.key in _ABOUT_MUCH, len(topic.cites)),
        default=None,
    )


def summary(game: str, language: str) -> str:
    """Return the two-line summary of a game; "" if it has no rulebook. Raises `ValueError` for an unknown language."""
    return _rulebook(game, language, GAMES[game].version).summary if rulebook_file(game, language) else ""


def rulebook_file(game: str, language: str) -> Path | None:
    """Return the path of a game's rulebook; None if the game has none. Raises `ValueError` for an unknown language."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no rulebook in {language!r}, only in {', '.join(LANGUAGES)}")
    files = (folder / game / f"rulebook.{language}.md" for folder in FOLDERS)
    return next((file for file in files if file.exists()), None)


def read_rulebook(file: Path, rule_letter: str, version: int) -> Rulebook:
    """Return a parsed rulebook or lesson file. Raises `BadData` with file, line and reason if the format is wrong.

    `rule_letter` is the letter of the game's rule numbers; citations such as (V7) are removed from the text. Lines for
    other versions of the rules than `version` are left out.
    """
    cited = re.compile(rf" \({rule_letter}\d+!?(?:, {rule_letter}\d+!?)*\)")
    title = ""
    opening: list[str] = []
    found: list[tuple[int, str, str, list[str]]] = []
    fenced = False
    for number, line in _lines(file, version):
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


def _lines(file: Path, version: int) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line of the file that belongs to this version of the rules.

    Lines are counted from 1. Marks such as {since 2} or {until 3} are removed from lines that begin with them. A line
    with two marks belongs to the versions for which both are true.
    """
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text, belongs = line, True
        while marked := _VERSIONED.fullmatch(text):
            belongs &= version >= int(marked[2]) if marked[1] == "since" else version <= int(marked[2])
            text = marked[3]
        if belongs:
            yield number, text


def _pages(file: Path, found: list[tuple[int, str, str, list[str]]], cited: re.Pattern[str]) -> list[Topic]:
    """Return the topics in order, their texts without citations.

    `found` has the line number, key, title and lines of each topic; `cited` matches a citation. A topic explains the
    rules that it cites with a `!`. Raises `BadData` for a repeated key, an empty text, or a title or text that is too
    long.
    """
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
    """Raise `BadData` with `reason` for line `number` of the file if `holds` is False."""
    if not holds:
        raise BadData(file, f"line {number}", reason)


@cache
def _rulebook(game: str, language: str, version: int) -> Rulebook:
    """Return the parsed rulebook of a version of a game's rules in a language. Cached.

    Raises `AssertionError` if the game has none.
    """
    file = rulebook_file(game, language)
    assert file is not None
    return read_rulebook(file, GAME_WORDS[game].rule_letter, version)
