"""Feedback on the moves of recorded lessons: only real choices are praised, and suggestions are good moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from opponents import decision_feedback
from opponents.advice import NOISE, Reason
from opponents.alderman_hints import best_by_rule_of_thumb, do_combine, is_still_possible
from opponents.appraisal import JudgedDecision, is_confirmed_mistake
from opponents.decision_feedback import Feedback, judge_move
from rules import GAMES, Move, declarations_by_game
from rules.lessons import FORCED, Lesson
from tests.rules.haithabu.table import table as haithabu_table
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


STARTS, HELPS = Reason("effect", {"character": "starter"}), Reason("completes", {"orders": ("S10",)})
NEEDED = Reason("needed", {"orders": ("S10",)}, is_caution=True)


@pytest.mark.parametrize(
    ("cost", "reasons", "worse_reasons", "matters"),
    [
        (0.08, (HELPS,), (), True),
        (0.08, (), (), False),
        (0.08, (STARTS,), (), False),
        (0.2, (), (), True),
        (0.2, (NEEDED,), (HELPS,), False),
        (0.2, (HELPS,), (HELPS,), True),
    ],
)
def test_another_move_is_called_better_only_if_that_is_large_or_explained_and_contradicts_no_reason(
    cost: float,
    reasons: tuple[Reason, ...],
    worse_reasons: tuple[Reason, ...],
    matters: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, move, *_ = next(decisions("haithabu"))
    other = next(str(each) for each in options_of(before) if str(each) != move)
    found = JudgedDecision(0, 0, move, 0.5, other, 0.5 + cost, reasons, worse_reasons)
    monkeypatch.setattr(decision_feedback, "appraise_decision", lambda *asked, **how: found)
    judged = judge_move("haithabu", before, 0, move)
    assert judged is not None
    assert judged.matters == matters
    assert not judged.is_good


def options_of(before: bytes) -> Sequence[Move]:
    game = GAMES["haithabu"]
    return game.options(game.decode(before), 0)


def test_two_functions_at_the_end_of_a_round_do_not_exclude_each_other_but_two_places_for_a_worker_do() -> None:
    game = GAMES["haithabu"]

    def may_do_both(begins: str, one: str, other: str) -> bool:
        before = next(before for before, move, *_ in decisions("haithabu") if move.startswith(begins))
        return do_combine(game, game.decode(before), 0, game.parse(one), game.parse(other))

    assert may_do_both("stevedore", "stevedore mead spices", "seer spices down")
    assert not may_do_both("stevedore", "seer spices down", "seer mead up")
    assert not may_do_both("work own A fetch", "work own A fetch cart30 ship20", "work own A fetch cart20")


@pytest.mark.parametrize(
    ("other", "reasons", "is_mistake"),
    [
        ("done", (), False),
        ("done", (Reason("keeps", {"ducats": 9}),), False),
        ("done", (Reason("wastes", {"ducats": 9, "instead_of": ("visby:crane",)}),), True),
        ("take row 1", (), True),
    ],
)
def test_nobody_is_told_without_a_reason_that_doing_nothing_would_have_been_better(
    other: str, reasons: tuple[Reason, ...], is_mistake: bool
) -> None:
    found = JudgedDecision(0, 0, "take row 2", 0.3, other, 0.5, reasons)
    assert is_confirmed_mistake("riga", found, found) == is_mistake
    assert not is_confirmed_mistake("riga", found, None)


def test_two_moves_combine_only_if_either_may_come_first() -> None:
    state = haithabu_table(round=4, dawn=1)
    game = GAMES["haithabu"]
    hire, buy = game.parse("hire"), game.parse("work own market buy mead:2")
    assert is_still_possible(game, state, 0, hire, buy)
    assert not do_combine(game, state, 0, hire, buy)
