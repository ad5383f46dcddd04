"""What somebody has played in a picture: two or three charts that show the numbers, and say them."""

from __future__ import annotations

import pytest

from pictures.statistics_chart import PersonStatistics, ServerStatistics, person_picture, server_picture
from tests.pictures.reading import check_tidy, written
from words import LANGUAGES, words_in

ONE_GAME = PersonStatistics(
    "Anna · Riga", {1: 7, 2: 4, 3: 2}, [22, 31, 18, 40, 35, 29, 33], [1000, 1040, 1010, 1120], []
)
ALL_GAMES = PersonStatistics(
    "Großkaufmann Dietrich", {1: 3, 6: 1}, [], [], [("Visby", 6, 2), ("Riga", 5, 1), ("Haithabu", 3, 0)]
)
FIRST = PersonStatistics("Елена", {2: 1}, [-3], [1000, 960], [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("played", "charts"),
    [
        (ONE_GAME, ["places", "scores", "rating"]),
        (ALL_GAMES, ["places", "games"]),
        (FIRST, ["places", "scores", "rating"]),
    ],
)
def test_there_are_two_or_three_charts_and_all_is_tidy(
    played: PersonStatistics, charts: list[str], language: str
) -> None:
    root = check_tidy(person_picture(played, words_in(language)))
    assert [chart.value("chart") for chart in root.marked("chart")] == charts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("played", "charts"),
    [
        (
            ServerStatistics("This server", [("Visby", 120), ("Riga", 5), ("Haithabu", 30)], {2: 9, 6: 1}, []),
            "games sizes",
        ),
        (
            ServerStatistics("Games on this server · Riga", [("Riga", 5)], {2: 1, 3: 2, 4: 2}, [31, -4, 22]),
            "sizes scores",
        ),
    ],
)
def test_of_a_server_there_are_charts_too(played: ServerStatistics, charts: str, language: str) -> None:
    root = check_tidy(server_picture(played, words_in(language)))
    assert " ".join(chart.value("chart") for chart in root.marked("chart")) == charts
    assert not [text for text in written(root) if "…" in text.text]


def test_letters_are_read_on_a_phone() -> None:
    """On one that is 400 wide Discord shows a picture 275 wide: letters have ten pixels, the longest names eight."""
    for played in (ONE_GAME, ALL_GAMES, FIRST):
        texts = written(check_tidy(person_picture(played, words_in("de"))))
        assert {text.text for text in texts if text.size * 0.275 < 10} <= {"Haithabu"}
        assert min(text.size * 0.275 for text in texts) > 8


def test_the_picture_says_its_numbers() -> None:
    alt = person_picture(ONE_GAME, words_in("en")).alt
    assert "Finishes: 1st 7, 2nd 4, 3rd 2." in alt
    assert "Platzierungen: 1. 7, 2. 4, 3. 2." in person_picture(ONE_GAME, words_in("de")).alt
    assert "Rating: 1000 1040 1010 1120." in alt
    (line,) = check_tidy(person_picture(ONE_GAME, words_in("en"))).marked("numbers")
    assert line.value("numbers") == "1000 1040 1010 1120"
    assert "Games and wins: Visby 6 (2), Riga 5 (1), Haithabu 3 (0)." in person_picture(ALL_GAMES, words_in("en")).alt
