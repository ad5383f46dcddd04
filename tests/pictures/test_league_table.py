"""The standings of a division as a picture: everybody's line is there, readable, and said in words."""

from __future__ import annotations

import msgspec
import pytest

from pictures.league_table import TableLine, standings_picture
from tests.pictures.reading import check_tidy
from words import LANGUAGES, words_in

LINES = [
    TableLine(1, "Anna", "2.67", 2, 1, "1–2"),
    TableLine(2, "Bert von der langen Brücke zu Lübeck am Wasser", "2", 1, 1, "1–4"),
    TableLine(3, "Елена", "0.5", 0, 0, "3–13", dropped=True),
    *(TableLine(place, f"player {place}", "0", 0, 4, "1–13") for place in range(4, 14)),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_thirteen_players_fit_and_the_text_says_the_same(language: str) -> None:
    drawing = standings_picture("Hanse · 1", LINES, words_in(language))
    root = check_tidy(drawing)
    assert [row.value("place") for row in root.marked("place")] == [str(line.place) for line in LINES]
    for line in LINES:
        assert line.name in drawing.alt


@pytest.mark.parametrize("language", LANGUAGES)
def test_final_standings_say_nothing_of_what_is_left_or_possible(language: str) -> None:
    words, lines = words_in(language), [msgspec.structs.replace(line, games_left=0) for line in LINES]
    before, drawing = standings_picture("Hanse · 1", LINES, words), standings_picture("Hanse · 1", lines, words)
    check_tidy(drawing)
    for word in (words.say("Left"), words.say("Possible"), "3–13"):
        assert word in before.svg
        assert word not in drawing.svg
    assert "3–13" in before.alt
    assert "3–13" not in drawing.alt
