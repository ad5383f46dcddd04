"""What somebody has played in a picture: two or three charts that show the numbers, and say them."""

from __future__ import annotations

import pytest

from pictures.statistics import Played, drawn
from tests.pictures.reading import check_tidy
from words import LANGUAGES, words_in

ONE_GAME = Played("Anna · Riga", {1: 7, 2: 4, 3: 2}, [22, 31, 18, 40, 35, 29, 33], [1000, 1040, 1010, 1120], [])
ALL_GAMES = Played("Großkaufmann Dietrich", {1: 3, 6: 1}, [], [], [("Visby", 6, 2), ("Riga", 5, 1), ("Haithabu", 3, 0)])
FIRST = Played("Елена", {2: 1}, [-3], [1000, 960], [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("played", "charts"),
    [
        (ONE_GAME, ["places", "scores", "rating"]),
        (ALL_GAMES, ["places", "games"]),
        (FIRST, ["places", "scores", "rating"]),
    ],
)
def test_there_are_two_or_three_charts_and_all_is_tidy(played: Played, charts: list[str], language: str) -> None:
    root = check_tidy(drawn(played, words_in(language)))
    assert [chart.value("chart") for chart in root.marked("chart")] == charts


def test_the_picture_says_its_numbers() -> None:
    alt = drawn(ONE_GAME, words_in("en")).alt
    assert "Places: 1. 7, 2. 4, 3. 2." in alt
    assert "Rating: 1000 1040 1010 1120." in alt
    (line,) = check_tidy(drawn(ONE_GAME, words_in("en"))).marked("numbers")
    assert line.value("numbers") == "1000 1040 1010 1120"
    assert "Games and wins: Visby 6 (2), Riga 5 (1), Haithabu 3 (0)." in drawn(ALL_GAMES, words_in("en")).alt
