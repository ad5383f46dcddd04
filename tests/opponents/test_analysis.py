"""The analysis of a finished game: chances from the beginning to the end, and advice from what could be known."""

from __future__ import annotations

from zlib import crc32

import msgspec
import pytest

from opponents import game_analysis, model_loading
from opponents.advice import advise
from opponents.alderman import weigh_moves
from opponents.game_analysis import (
    Appraisal,
    CurvePoint,
    Decision,
    Survey,
    appraise_decision,
    select_turning_points,
    survey_game,
)
from rules import GAMES, AnyGame
from rules.records import Entry, Record, replay
from tests.opponents.test_players import EVERY_GAME, some_positions
from tests.pictures.games import played
from tests.rules.visby.table import VISBY, pick, table


@EVERY_GAME
def test_what_is_hidden_cannot_matter_to_what_is_advised(game: AnyGame) -> None:
    """With what that seat could know then: of any decision that is thought about."""
    found = survey_game(played(game, game.players[0], {}, 3))
    assert found is not None
    thought_about = found.decisions[:: max(1, len(found.decisions) // 2)]
    assert thought_about
    for decision in thought_about:
        state = game.decode(decision.snapshot)
        other = game.guess(state, decision.seat, 77)
        twin = msgspec.structs.replace(decision, snapshot=game.encode(other))
        advised = appraise_decision(game.name, decision)
        assert advised == appraise_decision(game.name, twin)
        if advised.better:
            game.check(state, decision.seat, game.parse(advised.better))
            assert 0 < advised.worth <= 1 - decision.became


@EVERY_GAME
def test_chances_go_from_even_to_the_result(game: AnyGame) -> None:
    record = played(game, game.players[-1], {}, 4)
    found = survey_game(record)
    assert found is not None
    for point in found.curve:
        assert sum(point.chances) == pytest.approx(1, abs=0.001)
    assert max(found.curve[0].chances) < 2 / record.seats
    result = game.result(replay(record))
    assert result is not None
    assert found.curve[-1].position == len(record.log)
    assert [chance > 0 for chance in found.curve[-1].chances] == [place == 1 for place in result.places]
    assert len(found.decisions) <= game_analysis.MAX_SEARCHED_DECISIONS
    moved = [abs(decision.became - decision.was) for decision in found.decisions]
    assert moved == sorted(moved, reverse=True)


def test_a_shared_victory_is_shared() -> None:
    state = table(2, seals=(30, 30), wares=(0, 0))
    pick(state, "knight ship", "knight ship")
    assert VISBY.result(state) is not None
    assert game_analysis._final_shares(VISBY, state) == [0.5, 0.5]


@EVERY_GAME
def test_a_move_that_nobody_would_make_is_weighed_if_that_is_wanted(game: AnyGame) -> None:
    state, seat = list(some_positions(game, game.players[0], 3, seed=5))[1]
    options = game.options(state, seat)
    for wanted in (options[len(options) // 2], options[-1]):
        assert wanted in [each.move for each in weigh_moves(game, state, seat, 3, [wanted])]


def test_who_changes_a_sealed_choice_has_decided_with_the_last() -> None:
    record = played(VISBY, 2, {}, 1)
    first = record.log[0]
    other = next(str(move) for move in VISBY.options(VISBY.new(2, record.seed), first.seat) if str(move) != first.text)
    changed = msgspec.structs.replace(record, log=[Entry(first.seat, other), *record.log])
    plain, found = survey_game(record), survey_game(changed)
    assert plain is not None
    assert found is not None
    assert [decision.move for decision in found.decisions] == [decision.move for decision in plain.decisions]
    assert [point.chances for point in found.curve] == [point.chances for point in plain.curve]


def test_nothing_is_learned_of_older_rules() -> None:
    record = Record("visby", 1, 2, 1, VISBY.complete_options(2, {}, 1))
    assert survey_game(record) is None
    assert appraise_decision(
        "visby", Decision(0, 0, "pick knight ship", 0.5, 0.4, 0, VISBY.encode(VISBY.new(2, 1, {}, 1)))
    ) == (Appraisal())


def test_the_moments_told_gave_most_away_and_each_stands_for_what_belongs_together() -> None:
    decisions = tuple(
        Decision(position, position % 2, "done", 0.9, 0.3 + position / 100, run=position // 2) for position in range(20)
    )
    curve = (CurvePoint(0, (0.5, 0.5)), CurvePoint(20, (0.0, 1.0)))
    worths = {3: 0.3, 2: 0.2, 7: 0.1, 9: 0.05, 11: 0.04, 13: 0.03}
    appraisals = [Appraisal("take row 1", worths[n]) if n in worths else Appraisal() for n in range(20)]
    told = select_turning_points(Survey(curve, decisions), appraisals).turns
    assert [turn.position for turn in told] == [0, 3, 7, 9, 11]
    told = select_turning_points(Survey(curve, decisions), [Appraisal()] * 20).turns
    assert [turn.position for turn in told] == [0, 2, 4]
    assert select_turning_points(Survey(curve, ()), []).turns == ()


def test_a_swing_is_told_once_and_by_who_gave_something_away() -> None:
    curve = (
        CurvePoint(0, (0.6, 0.4)),
        CurvePoint(2, (0.3, 0.7)),
        CurvePoint(3, (0.31, 0.69)),
        CurvePoint(4, (1.0, 0.0)),
    )
    both = (Decision(0, 0, "done", 0.6, 0.3, 0, b"", 0, 2), Decision(1, 1, "done", 0.4, 0.7, 1, b"", 0, 2))
    noise = Decision(2, 0, "done", 0.3, 0.31, 2, b"", 2, 3)
    found = select_turning_points(Survey(curve, (*both, noise)), [Appraisal()] * 3).turns
    assert [turn.position for turn in found] == [0], "both moved in the same movement; the rest is noise"
    given_away = [Appraisal(), Appraisal("take row 1", 0.1), Appraisal()]
    (turn,) = select_turning_points(Survey(curve, (both[1], both[0], noise)), given_away).turns
    assert (turn.position, turn.better) == (0, "take row 1")


def test_where_the_chance_hardly_moved_is_told_only_if_it_turned_nowhere_else() -> None:
    curve = (
        CurvePoint(0, (0.93, 0.07)),
        CurvePoint(1, (0.89, 0.11)),
        CurvePoint(2, (0.84, 0.16)),
        CurvePoint(3, (1.0, 0.0)),
    )
    hardly = Decision(0, 0, "done", 0.93, 0.89, 0, b"", 0, 1)
    turned = Decision(1, 0, "done", 0.89, 0.84, 1, b"", 1, 2)
    missed = Appraisal("take row 1", 0.1)
    assert [
        turn.position for turn in select_turning_points(Survey(curve, (turned, hardly)), [missed, missed]).turns
    ] == [1]
    assert [turn.position for turn in select_turning_points(Survey(curve, (hardly,)), [missed]).turns] == [0]


@pytest.mark.parametrize(
    ("played", "best", "became", "worth"), [(0.4, 0.77, 0.66, 0.2097), (0.4, 1.0, 0.66, 0.34), (0.8, 0.9, 0.1, 0.1)]
)
def test_what_is_better_is_worth_no_more_than_was_left_to_be_won(
    played: float, best: float, became: float, worth: float
) -> None:
    assert game_analysis._chance_lost(played, best, became) == pytest.approx(worth, abs=0.0001)


def test_nobody_reads_of_a_mistake_where_their_chance_rose() -> None:
    curve = (CurvePoint(0, (0.4, 0.6)), CurvePoint(1, (0.7, 0.3)), CurvePoint(2, (0.0, 1.0)))
    (turn,) = select_turning_points(
        Survey(curve, (Decision(0, 0, "done", 0.4, 0.7, 0, b"", 0, 1),)), [Appraisal("take row 1", 0.2)]
    ).turns
    assert (turn.better, turn.worth) == ("", 0.0)


@EVERY_GAME
def test_what_is_proposed_in_a_menu_or_what_the_alderman_would_play_is_no_mistake(game: AnyGame) -> None:
    for state, seat in list(some_positions(game, game.players[0], 3, seed=5))[:2]:
        proposed = advise(game.name, game.view(state, seat), game.menu(state, seat))[0].move
        seed = crc32(f"0 {seat} ".encode())
        best = weigh_moves(game, game.guess(state, seat, seed), seat, seed)[0].move
        for move in (proposed, best):
            decision = Decision(0, seat, str(move), 0.6, 0.4, snapshot=game.encode(state))
            assert appraise_decision(game.name, decision) == Appraisal()


def test_that_the_result_comes_out_with_the_last_decision_is_no_turn() -> None:
    curve = (CurvePoint(0, (0.6, 0.4)), CurvePoint(1, (0.7, 0.3)), CurvePoint(2, (1.0, 0.0)))
    decisions = (Decision(1, 1, "done", 0.3, 0.0, run=1), Decision(0, 1, "done", 0.4, 0.3, run=0))
    assert [turn.position for turn in select_turning_points(Survey(curve, decisions), [Appraisal()] * 2).turns] == [0]
    lost = [Appraisal("take row 1", 0.1), Appraisal()]
    assert [turn.position for turn in select_turning_points(Survey(curve, decisions), lost).turns] == [0, 1]


def test_a_second_thought_can_acquit() -> None:
    worst = [Appraisal("a", 0.2), Appraisal(), Appraisal("b", 0.4)]
    assert game_analysis.indices_to_confirm(worst) == [2, 0]
    assert game_analysis.combine_appraisals(worst[2], Appraisal("b", 0.2)) == Appraisal("b", 0.3)
    assert game_analysis.combine_appraisals(worst[0], Appraisal()) == Appraisal()


def test_every_game_can_be_analysed() -> None:
    assert all(model_loading.load_estimator(name, seats) for name, game in GAMES.items() for seats in game.players)
