"""What lessons say: every idea in both languages, in two sentences, beside its rule, with no number of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import words
from rules import GAMES, declarations_by_game
from rules.lessons import END, Lesson
from words import lesson_text, rulebook
from words.catalogue import LANGUAGES
from words.games import GAME_WORDS

LESSONS: dict[str, Lesson] = declarations_by_game("rules", "LESSON")
LONGEST = 290
"""Characters: what a phone shows without scrolling, above the menu."""
LONGEST_WELCOME = 310
"""It also says what wins, with the parts of the score."""
_END = re.compile(r"[.!?](?=\s|$)")

pytestmark = [
    pytest.mark.parametrize("game", LESSONS),
    pytest.mark.parametrize("language", LANGUAGES),
    pytest.mark.quick,
]


def written(game: str, language: str) -> str:
    return Path(words.__path__[0], game, f"lesson.{language}.md").read_text(encoding="utf-8")


def test_every_idea_is_explained_in_at_most_two_short_sentences(game: str, language: str) -> None:
    assert len(lesson_text.welcome(game, language)) <= LONGEST_WELCOME
    for idea in (*LESSONS[game].every_idea, END):
        text = lesson_text.explanation(game, language, idea).text
        assert 1 <= len(_END.findall(text)) <= 2, text
        assert len(text) <= LONGEST, (len(text), text)
        assert "\n" not in text


def test_nothing_is_explained_that_never_comes_up(game: str, language: str) -> None:
    keys = re.findall(r"^## (\w+):", written(game, language), re.MULTILINE)
    assert sorted(keys) == sorted((*LESSONS[game].every_idea, END))


def test_numbers_come_from_the_rules(game: str, language: str) -> None:
    letter, text = GAME_WORDS[game].rule_letter, written(game, language)
    said = re.sub(rf"\({letter}\d+(, {letter}\d+)*\)|\{{\w+\}}(:1)?", "", text)
    assert [digit for digit in re.findall(r"\d+", said) if digit != "0"] == []
    assert {*re.findall(r"{(\w+)}", text)} == {*GAME_WORDS[game].lesson_facts}


def test_each_stands_by_the_rules_it_explains(game: str, language: str) -> None:
    file = Path(words.__path__[0], game, f"lesson.{language}.md")
    book = rulebook.read_rulebook(file, GAME_WORDS[game].rule_letter, GAMES[game].version)
    for idea in book.topics:
        more = lesson_text.explanation(game, language, idea.key).topic
        assert idea.cites & more.cites, f"{idea.key} cites {sorted(idea.cites)}, its topic {sorted(more.cites)}"
