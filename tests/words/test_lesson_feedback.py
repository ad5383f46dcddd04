"""Feedback in lessons, word by word: both moves are quoted, and it names a reason only if there is one."""

from __future__ import annotations

import pytest

from words import lesson_text, words_in

pytestmark = pytest.mark.quick


def test_a_good_move_is_quoted_with_its_reason_or_with_the_next_best_move() -> None:
    assert lesson_text.praise(words_in("en"), "Ship", "Fleet", (0.3, 0.2), "gets you 4 wares now") == (
        "👍 **Good: “Ship”** · gets you 4 wares now"
    )
    assert lesson_text.praise(words_in("en"), "Done", "Build Riga School", (0.61, 0.56), "") == (
        "👍 **Good: “Done”** · 61% chance of winning, only 56% with “Build Riga School”"
    )
    assert lesson_text.praise(words_in("de"), "Fertig", "Schule in Riga bauen", (0.61, 0.56), "") == (
        "👍 **Gut: „Fertig“** · 61\xa0% Siegchance, mit „Schule in Riga bauen“ nur 56\xa0%"
    )


def test_a_better_move_is_quoted_beside_the_one_that_was_made() -> None:
    assert lesson_text.correction(words_in("en"), "Ship", "Merchant", (0.31, 0.35), "gets you 7 seals now") == (
        "🤔 **Better than “Ship”: “Merchant”** · gets you 7 seals now · 35% chance of winning instead of 31%"
    )
    assert lesson_text.correction(words_in("de"), "Schiff", "Kaufmann", (0.31, 0.35), "") == (
        "🤔 **Besser als „Schiff“: „Kaufmann“** · 35\xa0% Siegchance statt 31\xa0%"
    )


def test_where_another_move_is_about_as_good_the_lesson_says_what_each_does() -> None:
    reasons = ("every other player loses a ware or a point", "costs you 10 silver")
    assert lesson_text.no_difference(words_in("en"), "Unrest", "Unpaid bill", reasons=reasons) == (
        "👌 **Fine: “Unrest”** (every other player loses a ware or a point). "
        "About as good: “Unpaid bill” (costs you 10 silver)"
    )
    assert lesson_text.no_difference(words_in("en"), "Ship", "Fleet") == "👌 **Fine: “Ship”**. About as good: “Fleet”"
    assert lesson_text.no_difference(words_in("en"), "Ship") == "👌 **Fine: “Ship”**"


def test_where_the_game_is_decided_moves_are_compared_by_points() -> None:
    assert lesson_text.compare_points(words_in("en"), "Done", "Build Bank", -3, "scores 3 points") == (
        "🤔 **Better than “Done”: “Build Bank”** · scores 3 points · about 3 points more in the end"
    )
    assert lesson_text.compare_points(words_in("de"), "Bank bauen", "Fertig", 1, "") == (
        "👍 **Gut: „Bank bauen“** · am Ende etwa 1 Punkt mehr als mit „Fertig“"
    )


def test_of_two_moves_about_as_good_the_one_with_a_reason_is_called_more_useful() -> None:
    assert lesson_text.more_useful(words_in("en"), "Seer: up", "Seer: down", "your orders still need 4 spices") == (
        "👌 **Fine: “Seer: up”**. More useful: “Seer: down” (your orders still need 4 spices)"
    )
