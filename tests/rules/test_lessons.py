"""The recorded games of lessons: they follow the rules, use every kind of action, and explain every idea.

A change of a rule or number that a lesson relies on breaks one of these tests.
"""

from __future__ import annotations

import pytest

from rules import GAMES, declarations_by_game, records
from rules.lessons import END, Lesson

LESSONS: dict[str, Lesson] = declarations_by_game("rules", "LESSON")
SCORES = {"visby": (31, 22, 26, 20), "riga": (32, 43), "haithabu": (61, 49)}
"""How the games end that are written down."""
FIRST = 9
"""So many decisions at the beginning each have something to explain."""
LAST = {"visby": 13, "riga": 29, "haithabu": 23}
"""With so many decisions all is explained: of the long games that is not much more than half."""


@pytest.fixture(params=LESSONS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def moves_of_the_learner(game: str) -> list[tuple[str, set[str], list[str]]]:
    """Return what the learner is proposed: each move's text, its kinds, and the ideas it is about."""
    rules, lesson = GAMES[game], LESSONS[game]
    record = lesson.record
    state, found = rules.new(record.seats, record.seed, record.options), []
    for entry in record.log:
        move = rules.parse(entry.text)
        if entry.seat == lesson.seat:
            ideas = [*lesson.ideas(rules.view(state, entry.seat), move)]
            found.append((entry.text, {*lesson.kinds(move)}, ideas))
        rules.play(state, entry.seat, move)
    return found


def test_the_game_is_of_the_newest_rules_and_ends_as_it_did_when_it_was_written(game: str) -> None:
    record = LESSONS[game].record
    assert (record.game, record.version) == (game, GAMES[game].version), "write the lesson anew: the rules have changed"
    assert record.options == GAMES[game].complete_options(record.seats, record.options)
    assert all(str(GAMES[game].parse(entry.text)) == entry.text for entry in record.log)
    result = GAMES[game].result(records.replay(record))
    assert result is not None, "the game is not over"
    assert result.scores == SCORES[game]
    assert result.places[LESSONS[game].seat] == 1, "who follows every proposal wins"


def test_computers_decide_first_so_that_the_learner_never_waits(game: str) -> None:
    rules, lesson = GAMES[game], LESSONS[game]
    record = lesson.record
    state = rules.new(record.seats, record.seed, record.options)
    for entry in record.log:
        owed = rules.owed(state)
        assert entry.seat != lesson.seat or [*owed] == [lesson.seat], entry
        rules.play(state, entry.seat, rules.parse(entry.text))


def test_the_learner_does_every_kind_of_thing_but_those_left_out_for_a_reason(game: str) -> None:
    lesson, found = LESSONS[game], moves_of_the_learner(game)
    used = {kind for _, kinds, _ in found for kind in kinds}
    assert used | lesson.untaught.keys() == lesson.every_kind
    assert not used & lesson.untaught.keys()
    assert all(lesson.untaught.values())
    verbs = {text.split()[0] for text, _, _ in found}
    assert verbs | lesson.untaught.keys() >= {kind.verb for kind in GAMES[game].move_types}


def test_every_idea_comes_up_and_the_first_decisions_have_one_each(game: str) -> None:
    lesson = LESSONS[game]
    explained: list[str] = []
    for _, _, ideas in moves_of_the_learner(game):
        explained.append(next((idea for idea in ideas if idea not in explained), ""))
    assert {*explained} - {""} == {*lesson.every_idea} - lesson.untaught.keys()
    assert END not in lesson.every_idea
    assert all(explained[:FIRST]), explained
    assert not any(explained[LAST[game] :]), "the rest is only proposed"


def test_who_has_done_otherwise_finds_nothing_written(game: str) -> None:
    lesson = LESSONS[game]
    for seat in range(lesson.record.seats):
        written = [entry.text for entry in lesson.record.log if entry.seat == seat]
        assert [lesson.next_move(seat, written[:n]) for n in range(len(written))] == written
        assert lesson.next_move(seat, written) is None
        assert lesson.next_move(seat, ["otherwise"]) is None
        assert lesson.next_move(seat, [*written[:2], "otherwise"]) is None
