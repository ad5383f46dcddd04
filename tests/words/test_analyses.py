"""Chances in words: which numbers are named, and what they are called."""

from __future__ import annotations

import pytest

from words import words_in
from words.analysis_text import TurningPointText, turning_points
from words.hint_text import hint_message

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "looked 18 percentage points better at the time"), ("de", "sah damals 18 Prozentpunkte besser aus")],
)
def test_a_better_chance_is_told_in_percentage_points(language: str, said: str) -> None:
    turn = TurningPointText("", "Anna", "fight", was=0.4, became=0.2, better="sail", worth=0.18)
    told = turning_points(words_in(language), [turn])
    assert told.endswith(f"**{said}**")
    assert "18%" not in told.replace("\N{NO-BREAK SPACE}", ""), "from 40 to 58 % is no 18 % better"


def test_a_hint_calls_nothing_certain_that_is_not() -> None:
    told = hint_message(words_in("en"), [("sail", 0.997, ()), ("fight", 0.002, ()), ("rest", 1.0, ())])
    assert [line.rpartition("· ")[2].split("%")[0] for line in told.splitlines()[1:]] == [
        "99",
        "1",
        "100",
    ]
