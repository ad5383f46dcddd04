"""Everybody's chances over a game in a picture: a line each, ending at a shield, and numbers where it turned."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pictures.chance_curve import ChanceCurve, chance_picture
from pictures.gallery import NAMES
from tests.pictures.reading import check_tidy
from words import LANGUAGES, words_in
from words.analysis_text import percent
from words.games import GAME_WORDS


def curve(seats: int, marks: tuple[tuple[int, int, int], ...] = ()) -> ChanceCurve:
    even = tuple(1 / seats for _ in range(seats))
    ahead = (0.7, *(0.3 / (seats - 1) for _ in range(seats - 1)))
    won = (1.0, *(0.0 for _ in range(seats - 1)))
    return ChanceCurve(((0, even), (4, ahead), (9, even), (20, won)), ((1, 0), (2, 4), (3, 9)), marks)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_has_a_line_and_a_name_and_all_is_tidy(seats: int, language: str) -> None:
    marks = ((4, 0, 3), (4, 1, 4), (5, 0, 1), (12, 1, 5), (19, 0, 2))
    drawing = chance_picture("Visby", curve(seats, marks), NAMES[:seats], words_in(language), "Round")
    root = check_tidy(drawing)
    lines = root.marked("line")
    even = str(percent(1 / seats))
    assert lines[0].value("chances") == f"{even} 70 {even} 100"
    assert len(lines) == seats
    assert len({line.value("line") for line in lines}) == seats
    assert [mark.value("mark") for mark in root.marked("mark")] == ["3", "4", "1", "5", "2"]
    assert [number.value("round") for number in root.marked("round")] == ["1", "2", "3"]
    assert "Anna: " in drawing.alt


def test_below_it_stands_what_is_counted_in_the_game() -> None:
    drawing = chance_picture("Riga", curve(2), NAMES[:2], words_in("de"), GAME_WORDS["riga"].round_label)
    assert "Jahr" in check_tidy(drawing).texts
    assert {words.round_label for name, words in GAME_WORDS.items() if name != "riga"} == {"Round"}


def test_numbers_of_moments_that_are_close_do_not_cover_each_other() -> None:
    drawing = chance_picture("Visby", curve(2, tuple((19, 0, n) for n in range(5))), NAMES[:2], words_in("en"), "Round")
    at = [
        float(disc.element.get("cx", ""))
        for mark in check_tidy(drawing).marked("mark")
        for disc in mark.inside
        if disc.element.get("r") == "21"
    ]
    assert len(at) == 5
    assert min(right - left for left, right in pairwise(at)) >= 42
    assert max(at) <= 916


@pytest.mark.parametrize(("chance", "said"), [(0, 0), (0.001, 1), (0.5, 50), (0.999, 99), (1, 100)])
def test_what_is_not_certain_is_neither_nothing_nor_all(chance: float, said: int) -> None:
    assert percent(chance) == said
