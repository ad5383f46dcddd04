"""A rulebook's file is read topic by topic; a malformed one is refused with the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.errors import BadData
from words import LANGUAGES, rulebook

pytestmark = pytest.mark.quick


def test_a_game_without_a_rulebook_has_no_topics() -> None:
    assert rulebook.topics("chess", "en") == ()
    assert rulebook.summary("chess", "de") == ""


def test_a_language_without_rulebooks_is_refused() -> None:
    with pytest.raises(ValueError, match="fr"):
        rulebook.topics("visby", "fr")


def test_a_rulebook_is_read_only_once() -> None:
    assert rulebook.topics("visby", "en") is rulebook.topics("visby", "en")


def test_only_the_games_own_rules_are_left_out_of_what_players_read(tmp_path: Path) -> None:
    file = tmp_path / "chess.en.md"
    file.write_text(GOOD.replace("Mate.", "Mate (C1, C12) on field (E4)."), encoding="utf-8")
    assert rulebook.read_rulebook(file, "C", 1).topics[0].text.startswith("Mate on field (E4).")


GOOD = "# Chess\n\nKings and\nqueens.\n\n## overview: In short\n\nMate.\n\n```\n## no: heading\n```\n"


def test_headings_in_a_code_block_are_text(tmp_path: Path) -> None:
    file = tmp_path / "chess.en.md"
    file.write_text(GOOD, encoding="utf-8")
    book = rulebook.read_rulebook(file, "C", 1)
    assert book.title == "Chess"
    assert book.summary == "Kings and\nqueens."
    assert book.topics == (rulebook.Topic("overview", "In short", "Mate.\n\n```\n## no: heading\n```"),)


@pytest.mark.parametrize(("version", "text"), [(1, "Old.\nMate."), (2, "Mate.\n\nNew.\nFew."), (3, "Mate.\n\nNew.")])
def test_a_line_for_other_versions_of_the_rules_is_left_out(tmp_path: Path, version: int, text: str) -> None:
    file = tmp_path / "chess.en.md"
    head = "# Chess\n\nKings and\nqueens.\n\n## overview: In short\n\n"
    file.write_text(
        head + "{until 1} Old.\nMate.\n{since 2}\n{since 2} New. (C7)\n{since 2}{until 2} Few.\n", encoding="utf-8"
    )
    (topic,) = rulebook.read_rulebook(file, "C", version).topics
    assert topic.text == text
    assert ("C7" in topic.cites) == (version >= 2)


@pytest.mark.parametrize(
    ("was", "becomes", "line"),
    [
        ("# Chess", "Chess", 1),
        ("# Chess", "# ", 1),
        ("Kings and\nqueens.", "Kings.", 2),
        ("Kings and\nqueens.", "Kings\n\nqueens.", 2),
        ("## overview: In short", "## overview", 6),
        ("## overview: In short", "## overview:", 6),
        ("## overview: In short", "## Overview: In short", 6),
        ("## overview: In short", "##overview: In short", 6),
        ("## overview: In short", "### overview: In short", 6),
        ("## overview: In short", "# overview", 6),
        ("## overview: In short", "## overview: " + "x" * 81, 6),
        ("## overview: In short\n\nMate.", "## end: End\n\n## overview: In short\n\nMate.", 6),
        ("Mate.", "Mate.\n\n## overview: Again\n\nMate.", 10),
        ("Mate.", "x" * 3501, 6),
        ("heading\n```", "heading", 6),
        (GOOD[GOOD.index("##") :], "", 1),
        ("Mate.", "Mate.\n" + "".join(f"## {chr(97 + n)}: x\n\nx\n" for n in range(25)), 1),
    ],
)
def test_a_malformed_rulebook_is_refused_with_its_line(tmp_path: Path, was: str, becomes: str, line: int) -> None:
    file = tmp_path / "chess.en.md"
    file.write_text(GOOD.replace(was, becomes, 1), encoding="utf-8")
    with pytest.raises(BadData, match=rf"chess\.en\.md: line {line}: "):
        rulebook.read_rulebook(file, "C", 1)


@pytest.mark.parametrize(
    ("game", "rule", "topic"),
    [
        ("visby", "V15", "merchant"),
        ("riga", "R5", "riga"),
        ("riga", "R11", "winter"),
        ("riga", "R18", "buildings"),
        ("riga", "R999", None),
        ("haithabu", "H9", "characters"),
        ("haithabu", "H28", "loans"),
    ],
)
def test_a_rule_leads_to_the_topic_that_is_about_it(game: str, rule: str, topic: str | None) -> None:
    for language in LANGUAGES:
        found = rulebook.topic_for_rule(game, language, rule)
        assert (found.key if found else None) == topic
