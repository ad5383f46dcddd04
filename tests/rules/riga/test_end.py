"""R28 to R32: the final scoring."""

from __future__ import annotations

import pytest

from rules.contract import Result
from rules.riga.events import Finished, Score
from rules.riga.state import State
from tests.rules.by_text import events_of
from tests.rules.riga.table import CITIES, GAME, move, table

pytestmark = pytest.mark.quick


def lodges(count: int) -> str:
    """Name so many Lodges."""
    return " ".join(f"{city}:lodge" for city in CITIES[:count])


def finish(state: State) -> Finished:
    """End the last turn of the last year."""
    (seat,) = GAME.owed(state)
    (finished,) = events_of(move(state, seat, "done"), Finished)
    assert GAME.owed(state) == {}
    return finished


def last_turn(**lying: object) -> State:
    """Return a game for two in the last turn of its last year."""
    return table(2, year=8, turn=3, **lying)  # type: ignore[arg-type]


def test_r28_points_of_built_buildings_less_two_for_each_in_hand_and_each_unbuilt_riga_building() -> None:
    state = last_turn(
        hands={0: "danzig:bank danzig:lodge danzig:crane", 1: "cloth"},
        built={0: "visby:fortress visby:bank riga:school riga:exchange", 1: "visby:tavern"},
        riga=True,
    )
    first, second = finish(state).scores
    assert first == Score(buildings=13, lodges=0, archives=0, hand=-6, riga=-4, total=3, money=0)
    assert second == Score(buildings=4, lodges=0, archives=0, hand=0, riga=-8, total=-4, money=5)


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 3), (2, 10), (3, 19), (4, 30)])
def test_r29_lodges_score_by_the_table_once_for_all_of_them(count: int, points: int) -> None:
    score = finish(last_turn(built={0: lodges(count)})).scores[0]
    assert (score.lodges, score.buildings, score.total) == (points, 0, points)


def test_r29_rulebook_example_three_lodges_score_19_points_in_all() -> None:
    assert finish(last_turn(built={1: lodges(3)})).scores == (
        Score(0, 0, 0, 0, 0, 0, 0),
        Score(0, 19, 0, 0, 0, 19, 0),
    )


@pytest.mark.parametrize(
    ("others", "pairs"),
    [
        ("", 0),
        ("visby:guildhall", 0),
        ("visby:guildhall visby:treasury", 1),
        ("visby:guildhall visby:fortress", 2),
        ("visby:guildhall visby:fortress visby:market_hall visby:treasury", 3),
        ("visby:guildhall visby:fortress tallinn:guildhall tallinn:fortress", 3),
    ],
)
def test_r30_each_archive_scores_two_points_for_every_pair_at_most_three_pairs(others: str, pairs: int) -> None:
    for archives in (1, 2, 4):
        named = " ".join(f"{city}:archive" for city in CITIES[:archives])
        score = finish(last_turn(built={0: f"{named} {others}"})).scores[0]
        assert score.archives == archives * 2 * pairs  # every Archive counts the same pairs


def test_r18_r30_persons_of_the_last_turn_count_in_the_final_scoring() -> None:
    state = last_turn(hands={0: "cloth cloth cloth danzig:fortress"}, built={0: "visby:guildhall visby:archive"})
    move(state, 0, "build danzig:fortress pay cloth cloth cloth")
    assert finish(state).scores[0].archives == 4


def test_r31_most_points_win() -> None:
    finished = finish(last_turn(built={0: "visby:bank", 1: "visby:fortress"}, hands={0: "cloth " * 6}))
    assert finished.winners == (1,)


@pytest.mark.parametrize(
    ("built", "used", "money"),
    [
        ("visby:trading_post", "", 4),
        ("visby:trading_post", "visby:trading_post", 0),
        ("visby:bank visby:guildhall tallinn:market_hall", "", 6),
        ("visby:bank visby:guildhall", "visby:bank", 0),
        ("visby:tavern visby:fortress tallinn:treasury", "", 6),
        ("visby:crane visby:builders_yard visby:treasury", "", 0),
        ("visby:manufactory visby:market_hall", "", 0),
    ],
)
def test_r31_money_counts_unused_money_functions(built: str, used: str, money: int) -> None:
    assert finish(last_turn(built={0: built}, used={0: used})).scores[0].money == money


@pytest.mark.parametrize(("full", "money"), [(True, 8), (False, 0)])
def test_r31_money_counts_a_full_exchange(full: bool, money: int) -> None:
    state = last_turn(built={0: "riga:exchange"}, riga=True, exchange=full)
    assert finish(state).scores[0].money == money


def test_r31_money_counts_goods_at_their_base_value_even_with_a_manufactory() -> None:
    state = last_turn(hands={0: "cloth glass wine grain"}, built={0: "stockholm:manufactory"})
    assert finish(state).scores[0].money == 14


def test_r31_buildings_and_persons_of_the_last_turn_count_for_money() -> None:
    state = last_turn(hands={0: "cloth cloth cloth cloth danzig:bank danzig:guildhall"})
    move(state, 0, "build danzig:bank danzig:guildhall pay cloth cloth cloth cloth")
    assert finish(state).scores[0].money == 4


def test_r31_among_the_tied_more_money_wins() -> None:
    state = last_turn(hands={0: "grain", 1: "wine"}, built={0: "visby:bank", 1: "visby:tavern"})
    assert finish(state).winners == (1,)
    assert GAME.result(state) == Result(places=(2, 1), scores=(4, 4))


def test_r32_still_tied_is_a_shared_victory() -> None:
    state = last_turn(hands={0: "wine", 1: "wine"}, built={0: "visby:bank", 1: "visby:tavern"})
    assert finish(state).winners == (0, 1)
    assert GAME.result(state) == Result(places=(1, 1), scores=(4, 4))


def test_the_parts_of_every_score_add_up() -> None:
    state = last_turn(
        hands={0: "danzig:bank"}, built={0: f"visby:archive visby:guildhall visby:fortress {lodges(2)}"}, riga=True
    )
    scores = finish(state).scores
    for score in scores:
        assert score.total == score.buildings + score.lodges + score.archives + score.hand + score.riga
    result = GAME.result(state)
    assert result is not None
    assert result.scores == tuple(score.total for score in scores)


def test_hands_are_open_when_the_game_is_over() -> None:
    state = last_turn(hands={0: "cloth danzig:bank", 1: "wine"})
    finish(state)
    hands = [player.hand for player in GAME.view(state, None).players]
    assert [(hand.goods, hand.buildings) for hand in hands] == [(("cloth",), ("danzig:bank",)), (("wine",), ())]
