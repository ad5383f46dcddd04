"""Chances in words: which numbers are named, and what they are called."""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.chance import Chance
from words import words_in
from words.analysis_text import (
    OwnDecisionText,
    TurningPointText,
    analysis_footnote,
    listed_decision,
    own_decisions,
    turning_points,
)
from words.games import GAME_WORDS
from words.hint_text import Worth, more_points, notes

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "18 percentage points**\n-# Your move: row · 40% chance of winning · hurts\n-# Better: sail · 58% · fast\n",
        ),
        (
            "de",
            "18 Prozentpunkte** gekostet\n-# Dein Zug: row · 40 % Siegchance · hurts\n-# Besser: sail · 58 % · fast\n",
        ),
    ],
)
def test_a_cost_is_told_in_percentage_points_and_both_moves_with_their_chances(language: str, said: str) -> None:
    mistake = OwnDecisionText("", "row", 0.4, "sail", 0.58, ["fast"], ["hurts"])
    told = own_decisions(words_in(language), [mistake], None, lost=False)
    assert said in told.replace("\N{NO-BREAK SPACE}", " ")


def test_the_only_mistake_has_no_number() -> None:
    told = own_decisions(
        words_in("en"), [OwnDecisionText("Round 2", "a", 0.1, "b", 0.4)], None, lost=False
    ).splitlines()
    assert told[:2] == ["**Your costliest decision**", "Round 2 · cost you **30 percentage points**"]


def test_mistakes_come_first_and_are_numbered_then_the_best_decision_without_a_number() -> None:
    worst, better = OwnDecisionText("Round 2", "a", 0.1, "b", 0.4, ["so"]), OwnDecisionText("", "c", 0.2, "d", 0.3)
    best = OwnDecisionText("Round 9", "e", 0.6, "f", 0.5, ["because"])
    told = own_decisions(words_in("en"), [worst, better], best, lost=True).splitlines()
    assert [line for line in told if not line.startswith("-#")] == [
        "**Your costliest decisions**",
        "**1.** Round 2 · cost you **30 percentage points**",
        "**2.** cost you **10 percentage points**",
        "**Your best decision**",
        "Round 9 · gained you **10 percentage points**",
    ]
    assert "-# Better: b · 40% · so" in told
    assert told[-2:] == ["-# Your move: e · 60% chance of winning · because", "-# Next best: f · 50%"]
    nothing = own_decisions(words_in("en"), [], None, lost=False).splitlines()
    assert nothing[0] == "✅ None of your decisions hurt you much."
    assert "luck" in own_decisions(words_in("en"), [], None, lost=True).splitlines()[0]
    assert nothing[1] == "None of your moves stood out as especially good."


@pytest.mark.parametrize(
    ("chance", "other", "became", "said"),
    [
        (0.4, 0.6, 0.7, "-# Your move: fight · {chance} chance of winning · but it turned out well\n"),
        (0.4, 0.6, 0.5, "-# Your move: fight · {chance} chance of winning\n"),
        (0.4, 0.6, None, "-# Your move: fight · {chance} chance of winning\n"),
        (0.6, 0.4, 0.3, "-# Your move: fight · {chance} chance of winning · but it turned out badly\n"),
        (0.6, 0.4, 0.5, "-# Your move: fight · {chance} chance of winning\n"),
    ],
)
def test_where_luck_turned_a_decision_round_that_is_said(
    chance: float, other: float, became: float | None, said: str
) -> None:
    decision = OwnDecisionText("", "fight", chance, "sail", other, became=became)
    assert said.format(chance=f"{chance:.0%}") in listed_decision(words_in("en"), 1, decision)


@pytest.mark.parametrize(
    ("became", "better", "said"),
    [
        (0.5, "", "It paid off"),
        (0.2, "", "Bad luck"),
        (0.2, "sail", "Better: sail"),
        (0.5, "sail", "It paid off, but there was a better move"),
    ],
)
def test_a_turning_point_says_what_it_was(became: float, better: str, said: str) -> None:
    told = turning_points(words_in("en"), [TurningPointText("", "Anna", "fight", 0.4, became, better)], 5)
    assert "**5** · Anna · chance" in told
    assert said in told
    assert "alderman" not in told


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        (1, "-# Number 1 in the chart is the decision on the first page."),
        (2, "-# Numbers 1 and 2 in the chart are the decisions on the first page, in this order."),
        (4, "-# Numbers 1 to 4 in the chart are the decisions on the first page, in this order."),
    ],
)
def test_a_note_says_which_numbers_in_the_chart_are_listed_on_another_page(marked: int, said: str) -> None:
    assert analysis_footnote(words_in("en"), own=False, chart=True, marked=marked).splitlines()[0] == said


def test_a_hint_calls_nothing_certain_that_is_not() -> None:
    told = notes(words_in("en"), [Worth(1.0), Worth(0.93), Worth(0.002)], noise=0.03, min_points=2.0)
    assert told == ["100% chance of winning", "93%", "1%"]
    assert notes(words_in("de"), [Worth(0.997), Worth(0.5)], noise=0.03, min_points=2.0) == [
        "99\xa0% Siegchance",
        "50\xa0%",
    ]


@pytest.mark.parametrize(
    ("game", "named"),
    [
        ("riga", {"", "summer", "autumn", "winter"}),
        ("haithabu", {"", "phase 1", "phase 2", "phase 3", "end of the round"}),
    ],
)
def test_every_decision_of_a_game_has_the_name_of_its_part_of_the_round(game: str, named: set[str]) -> None:
    rules, words, found, chance = GAMES[game], words_in("en"), set[str](), Chance(2)
    state = rules.new(2, 2)
    while owed := rules.owed(state):
        seat = next(iter(owed))
        part = GAME_WORDS[game].part_of_round(words, rules.view(state, seat))
        found.add(part)
        assert part or owed[seat] in ("name_starter", "start_building", "pick_character")
        rules.play(state, seat, rules.sample(state, seat, chance))
    assert found == named


@pytest.mark.parametrize(
    ("chances", "points", "said"),
    [
        ([0.46, 0.45, 0.44], [None] * 3, ["", "about as good", "about as good"]),
        ([0.46, 0.45, 0.34], [None] * 3, ["46% chance of winning", "about as good", "34%"]),
        ([0.46, 0.48, 0.44], [31.2, 29.0, 30.1], ["", "about 2 points less in the end", "about as good"]),
        (
            [0.46, 0.45, 0.34],
            [31.2, 27.0, 25.0],
            ["46% chance of winning", "about as good", "34%"],
        ),
        ([0.46], [None], [""]),
        ([None, None], [None, None], ["", ""]),
    ],
)
def test_notes_tell_chances_where_they_differ_and_otherwise_points(
    chances: list[float | None], points: list[float | None], said: list[str]
) -> None:
    noted = notes(words_in("en"), [*map(Worth, chances, points)], noise=0.03, min_points=2.0)
    assert [note.replace("\N{NO-BREAK SPACE}", " ") for note in noted] == said


def test_of_a_move_that_can_be_made_as_well_the_note_says_so_instead_of_its_chance() -> None:
    worth = [Worth(0.5), Worth(0.4, combines=True), Worth(0.49, combines=True)]
    assert notes(words_in("en"), worth, noise=0.03, min_points=2.0) == [
        "",
        "you can do 1️⃣ as well",
        "you can do 1️⃣ as well",
    ]
    worth.append(Worth(0.4))
    assert notes(words_in("en"), worth, noise=0.03, min_points=2.0)[::3] == ["50% chance of winning", "40%"]


def test_a_decision_that_cost_only_points_is_worded_by_points_and_without_chances() -> None:
    mistake = OwnDecisionText("Round 7", "a", 0.98, "b", 0.97, ["so"], ["but"], 0.9, points_ahead=-4)
    best = OwnDecisionText("Round 8", "c", 0.97, "d", 0.99, ["why"], points_ahead=3)
    *_, first, played, better, _, good, mine, other = own_decisions(
        words_in("en"), [mistake], best, lost=False
    ).splitlines()
    assert [first, played, better] == [
        "Round 7 · cost you **about 4 points**",
        "-# Your move: a · but",
        "-# Better: b · so",
    ]
    assert [good, mine, other] == [
        "Round 8 · gained you **about 3 points**",
        "-# Your move: c · why",
        "-# Next best: d",
    ]


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        ((1, 0), "about 1 point more in the end"),
        ((4, 0), "about 4 points more in the end"),
        ((0, 3), "costs a rival about 3 points"),
        ((0, 0), ""),
    ],
)
def test_points_are_told_of_the_better_move(gap: tuple[int, int], said: str) -> None:
    assert more_points(words_in("en"), *gap).replace("\N{NO-BREAK SPACE}", " ") == said


@pytest.mark.parametrize(("chance", "line"), [(0.4, "Better: b · 60% · so · 4 more"), (0.8, "· so · 4 more")])
def test_the_better_move_of_an_own_decision_says_how_many_points_more_it_brings(chance: float, line: str) -> None:
    decision = OwnDecisionText("", "a", chance, "b", 0.6, ["so"], ["but"], points="4 more")
    told = listed_decision(words_in("en"), 1, decision)
    assert line in told
    assert told.count("4 more") == 1
