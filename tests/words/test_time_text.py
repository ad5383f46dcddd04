"""Dates are written as the Unicode consortium's data (babel) writes them in each language."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from babel.dates import format_date

from words import words_in
from words.time_text import date_text


@pytest.mark.parametrize(("language", "pattern"), [("en", "EEE d MMM y"), ("de", "EEE, d. MMM y")])
def test_every_day_of_a_year_is_written_as_people_write_it(language: str, pattern: str) -> None:
    for day in range(365):
        which = date(2026, 11, 17) + timedelta(day)
        assert date_text(words_in(language), which) == format_date(which, pattern, locale=language)
