"""The standings of a division as a picture: everybody's line is there, readable, and said in words."""

from __future__ import annotations

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
