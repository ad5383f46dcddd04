"""Feedback on the moves of recorded lessons: only real choices are praised, and suggestions are good moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opponents.advice import NOISE
from opponents.alderman_hints import best_by_rule_of_thumb
from opponents.decision_feedback import Feedback, judge_move
from rules import GAMES, declarations_by_game
from rules.lessons import FORCED, Lesson
from tests.selection import thorough

LESSONS: dict[str, Lesson] = declarations_by_game("rules", "LESSON")


def decisions(game: str) -> Iterator[tuple[bytes, str, str, bool]]:
    """Yield each decision of the learner with a choice: the state before it, move, idea, and if it is suggested."""
    rules, lesson, noted = GAMES[game], LESSONS[game], list[str]()
    state = rules.new(lesson.record.seats, lesson.record.seed, lesson.record.options)
    for entry in lesson.record.log:
        if entry.seat == lesson.seat:
            ideas = lesson.ideas(rules.view(state, entry.seat), rules.parse(entry.text))
            idea, chooses = (
                next((idea for idea in ideas if idea not in noted), ""),
                len(rules.menu(state, entry.seat)) > 1,
            )
            if chooses:
                yield rules.encode(state), entry.text, idea, not lesson.is_own_decision(noted, idea)
            noted.append(idea or ("" if chooses else FORCED))
        rules.play(state, entry.seat, rules.parse(entry.text))


def feedback(game: str, move: str) -> list[Feedback | None]:
    """Return the feedback on each time that the learner makes this move."""
    seat = LESSONS[game].seat
    return [judge_move(game, before, seat, text) for before, text, _, _ in decisions(game) if text == move]


@pytest.mark.thorough
def test_an_end_of_turn_is_praised_only_where_another_move_was_clearly_worse() -> None:
    found = feedback("riga", "done")
    assert len(found) > 8
    real = [each for each in found if each and each.matters]
    assert len(real) < len(found) / 2
    assert all(each.chance > each.other_chance + NOISE for each in real)


def test_a_real_choice_is_praised_beside_the_next_best_move() -> None:
    *_, last = feedback("visby", "pick knight")
    assert last is not None
    assert last.is_good
    assert last.chance > last.other_chance + NOISE
    assert last.other.startswith("pick ")
    assert last.other != "pick knight"


@pytest.mark.parametrize("game", ["visby", *thorough("riga", "haithabu")])
def test_every_own_decision_of_a_recorded_lesson_gets_feedback(game: str) -> None:
    own = [(before, move) for before, move, _, suggested in decisions(game) if not suggested]
    judged = [judge_move(game, before, LESSONS[game].seat, move) for before, move in own]
    assert judged
    assert judged.count(None) <= len(judged) // 20, "only where all moves are the same idea"
    assert not all(each.matters for each in judged if each)


def test_a_reason_in_a_hint_holds_for_all_its_moves_only_if_one_has_no_other() -> None:
    several = 0
    for game, lesson in LESSONS.items():
        for before, *_ in list(decisions(game))[::2]:
            state = GAMES[game].decode(before)
            view, options = GAMES[game].view(state, lesson.seat), GAMES[game].options(state, lesson.seat)
            advised = best_by_rule_of_thumb(game, view, options)
            for_moves = [[why for why in each.reasons if not why.is_caution] for each in advised]
            shared = [why for why in for_moves[0] if len(advised) > 1 and all(why in each for each in for_moves)]
            several += len(for_moves[0]) > len(shared)
            assert not shared or min(map(len, for_moves)) == len(shared)
    assert several > 10


@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", LESSONS)
def test_no_suggestion_is_worse_than_another_move_unless_it_says_so(game: str) -> None:
    lesson, worse = LESSONS[game], list[tuple[str, str]]()
    for before, move, idea, suggested in decisions(game):
        if suggested and idea not in lesson.practice:
            found = judge_move(game, before, lesson.seat, move)
            if found and found.matters and not found.is_good:
                worse.append((move, found.other))
    assert worse == []
    assert lesson.practice <= {*lesson.every_idea} - lesson.choices
