"""R12, R13, R17 to R19, R26, R27: what a player may do in a turn, and when."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import NotYours
from rules.riga import events
from rules.riga.events import Built, Drew, NothingLies, Swapped, TookBuilding, TookRow, TurnBegan
from tests.rules.by_text import events_of
from tests.rules.riga.table import GAME, hand, move, offered, refusal, refused, table

pytestmark = pytest.mark.quick

ROWS = ("cloth glass", "wine wine wine", "grain cloth grain")


def test_r12_a_whole_row_is_taken_into_the_hand() -> None:
    state = table(rows=ROWS, taken=False)
    assert move(state, 0, "take row 3") == [TookRow(0, 3, ("grain", "cloth", "grain"), 9)]
    assert hand(state, 0) == ["cloth", "grain", "grain"]
    assert [row.total for row in GAME.view(state, None).rows] == [9, 9]


def test_r12_or_one_building_new_or_old() -> None:
    state = table(new="danzig:crane", old="visby:lodge", taken=False)
    assert move(state, 0, "take visby:lodge") == [TookBuilding(0, "visby:lodge", old=True)]
    move(state, 0, "done")
    assert move(state, 1, "take danzig:crane") == [TookBuilding(1, "danzig:crane", old=False)]
    assert (hand(state, 0), hand(state, 1)) == (["visby:lodge"], ["danzig:crane"])
    assert (state.new, state.old) == ([], [])


def test_r12_everything_that_lies_there_is_offered_and_nothing_else() -> None:
    state = table(rows=ROWS, new="danzig:crane visby:bank", old="visby:lodge", taken=False, hands={0: "cloth " * 4})
    buildings = [f"take {name}" for name in ("danzig:crane", "visby:bank", "visby:lodge")]
    assert offered(state, 0) == ["take row 1", "take row 2", "take row 3", *buildings]
    assert refused(state, 0, "take row 4") == ("R12", "no_such_row")
    assert refused(state, 0, "take row 0") == ("R12", "no_such_row")
    assert refused(state, 0, "take visby:archive") == ("R12", "not_on_display")


def test_r12_without_rows_a_building_is_to_be_taken() -> None:
    state = table(4, new="danzig:crane", taken=False)
    assert refused(state, 0, "take row 1") == ("R12", "no_rows_left")
    assert offered(state, 0) == ["take danzig:crane"]


def test_r12_taking_is_compulsory_and_comes_first_and_once() -> None:
    state = table(rows=ROWS, hands={0: "cloth cloth danzig:market_hall"}, taken=False)
    assert refused(state, 0, "done") == ("R12", "take_first")
    assert refused(state, 0, "build danzig:market_hall pay cloth cloth") == ("R12", "take_first")
    move(state, 0, "take row 1")
    assert refused(state, 0, "take row 1") == ("R12", "already_taken")
    assert "done" in offered(state, 0)
    move(state, 0, "build danzig:market_hall pay cloth cloth")


def test_r12_is_skipped_if_nothing_lies_there_at_all() -> None:
    state = table(hands={1: "cloth cloth danzig:market_hall"})
    assert move(state, 0, "done") == [TurnBegan(1, 1, "summer"), NothingLies(1)]
    assert refused(state, 1, "take row 1") == ("R12", "nothing_lies")
    move(state, 1, "build danzig:market_hall pay cloth cloth")
    move(state, 1, "done")


@pytest.mark.parametrize(
    "lying", [{"rows": ("wine",)}, {"new": "danzig:bank"}, {"old": "danzig:bank"}], ids=["row", "new", "old"]
)
def test_r12_is_not_skipped_if_anything_lies_there(lying: dict[str, Any]) -> None:
    state = table(**lying)
    move(state, 0, "done")
    assert refused(state, 1, "done") == ("R12", "take_first")
    assert len(offered(state, 1)) == 1


def test_r12_only_the_player_in_turn_acts() -> None:
    state = table(rows=ROWS, taken=False)
    with pytest.raises(NotYours):
        move(state, 1, "take row 1")
    assert refused(state, 0, "keep cloth") == ("R12", "wrong_kind")


def test_r13_up_to_three_buildings_a_turn_in_one_or_several_payments() -> None:
    names = "danzig:bank danzig:tavern danzig:archive danzig:treasury"
    state = table(hands={0: "cloth " * 8 + names})
    move(state, 0, "build danzig:bank danzig:tavern pay cloth cloth cloth cloth")
    assert GAME.view(state, 0).turn.can_build == 1
    both = "build danzig:archive danzig:treasury pay cloth cloth cloth cloth"
    assert refusal(state, 0, both) == ("R13", "too_many", {"limit": 3, "built": 2})
    move(state, 0, "build danzig:archive pay cloth cloth")
    assert refused(state, 0, "build danzig:treasury pay cloth cloth") == ("R13", "built_enough")
    assert offered(state, 0) == ["done"]
    move(state, 0, "done")
    assert hand(state, 0) == ["cloth", "cloth", "danzig:treasury"]


def test_r13_only_from_the_hand_or_own_riga_buildings() -> None:
    state = table(
        hands={0: "glass glass", 1: "danzig:bank"}, built={0: "danzig:crane riga:school"}, new="visby:bank", riga=True
    )
    assert refused(state, 0, "build danzig:bank pay glass glass") == ("R13", "not_in_hand")
    assert refused(state, 0, "build visby:bank pay glass glass") == ("R13", "not_in_hand")
    assert refused(state, 0, "build riga:school pay glass") == ("R13", "already_built")
    assert refused(state, 0, "build danzig:crane pay glass glass") == ("R13", "already_built")
    move(state, 0, "build riga:monastery pay glass")
    assert "riga:monastery" not in GAME.view(state, None).players[0].riga
    without = table(hands={0: "glass glass"})
    assert refused(without, 0, "build riga:monastery pay glass") == ("R13", "not_in_hand")


def test_r17_functions_may_be_used_before_taking_and_after() -> None:
    for taken in (False, True):
        state = table(rows=ROWS, built={0: "visby:treasury tallinn:builders_yard"}, taken=taken)
        assert {"use visby:treasury", "use tallinn:builders_yard"} <= set(offered(state, 0))
        move(state, 0, "use visby:treasury")
        GAME.play(state, 0, GAME.options(state, 0)[0])
        move(state, 0, "use tallinn:builders_yard")
        move(state, 0, "keep nothing")
        assert GAME.owed(state) == {0: "turn"}
        assert GAME.view(state, 0).turn.taken == taken


def test_r17_not_in_the_turn_of_another() -> None:
    state = table(rows=ROWS, built={1: "visby:treasury"}, taken=False)
    with pytest.raises(NotYours):
        move(state, 1, "use visby:treasury")


def test_r17_what_has_no_function_of_its_own_cannot_be_used() -> None:
    silent = "visby:archive visby:fortress visby:guildhall visby:lodge visby:manufactory visby:market_hall"
    paying = "visby:bank visby:trading_post visby:tavern visby:crane riga:exchange"
    state = table(built={0: f"{silent} {paying} riga:monastery riga:warehouse"}, riga=True, exchange=True)
    for name in (*silent.split(), "riga:warehouse", "riga:school"):
        assert refused(state, 0, f"use {name}") == ("R17", "no_function")
    for name in paying.split():
        assert refused(state, 0, f"use {name}") == ("R17", "only_in_payments")
    assert refused(state, 0, "use riga:monastery") == ("R26", "say_what_to_swap")
    assert refused(state, 0, "use danzig:treasury") == ("R17", "not_built")


def test_r17_the_monastery_only_before_taking() -> None:
    state = table(rows=ROWS, built={0: "riga:monastery"}, riga=True, taken=False)
    move(state, 0, "take row 1")
    assert refused(state, 0, "swap 1 wine 2 cloth") == ("R17", "after_taking")
    assert not any(text.startswith("swap") for text in offered(state, 0))


def test_r17_filling_the_exchange_is_the_last_act_of_the_turn() -> None:
    state = table(rows=ROWS, built={0: "riga:exchange"}, riga=True, hands={0: "cloth glass"}, taken=False)
    assert refused(state, 0, "fill cloth glass") == ("R12", "take_first")
    move(state, 0, "take row 2")
    filled, began = move(state, 0, "fill cloth glass")
    assert filled == events.Filled(0, ("cloth", "glass"), total=9, ducats=8)
    assert isinstance(began, TurnBegan)
    assert GAME.owed(state) == {1: "turn"}
    assert GAME.view(state, None).players[0].exchange


def test_r18_a_building_gives_nothing_in_the_turn_in_which_it_was_built() -> None:
    state = table(hands={0: "glass " * 4 + "danzig:crane danzig:bank"})
    move(state, 0, "build danzig:crane pay glass glass")
    text = "build danzig:bank pay glass danzig:crane@danzig:bank"
    assert refused(state, 0, text) == ("R18", "too_fresh")
    assert not any("danzig:crane@" in option for option in offered(state, 0))


def test_r18_from_the_next_own_turn_on_it_does_also_with_two_turns_in_a_row() -> None:
    state = table(hands={1: "glass " * 4 + "danzig:crane danzig:bank"}, turn=1, rows=ROWS, taken=True)
    move(state, 1, "build danzig:crane pay glass glass")
    assert [built.fresh for built in GAME.view(state, None).players[1].built] == [True]
    move(state, 1, "done")
    assert GAME.owed(state) == {1: "turn"}
    assert [built.fresh for built in GAME.view(state, None).players[1].built] == [False]
    move(state, 1, "take row 1")
    move(state, 1, "build danzig:bank pay glass danzig:crane@danzig:bank")


def test_r19_a_once_function_is_marked_used_and_the_building_stays() -> None:
    hands = {1: "glass glass danzig:bank danzig:tavern"}
    state = table(hands=hands, built={1: "visby:crane"}, turn=1, rows=ROWS)
    move(state, 1, "build danzig:bank pay glass visby:crane@danzig:bank")
    again = "build danzig:tavern pay glass visby:crane@danzig:tavern"
    assert refused(state, 1, again) == ("R19", "used")
    move(state, 1, "done")
    move(state, 1, "take row 2")
    assert refused(state, 1, again) == ("R19", "used")
    player = GAME.view(state, None).players[1]
    assert [(built.building, built.used) for built in player.built] == [("visby:crane", True), ("danzig:bank", False)]
    assert player.points == 4 + 4


def test_r26_the_monastery_swaps_a_card_of_two_rows_and_one_of_them_must_be_taken() -> None:
    state = table(rows=ROWS, new="danzig:bank", built={0: "riga:monastery"}, riga=True, taken=False)
    assert move(state, 0, "swap 2 wine 1 cloth") == [Swapped(0, 2, "wine", 1, "cloth")]
    rows = [row.goods for row in GAME.view(state, None).rows]
    assert rows == [("wine", "glass"), ("cloth", "wine", "wine"), ("grain", "cloth", "grain")]
    assert offered(state, 0) == ["take row 1", "take row 2"]
    assert refusal(state, 0, "take row 3") == ("R26", "only_swapped_rows", {"row": 1, "other_row": 2})
    assert refused(state, 0, "take danzig:bank") == ("R26", "only_swapped_rows")
    assert refused(state, 0, "swap 1 wine 2 cloth") == ("R19", "used")
    move(state, 0, "take row 2")
    assert hand(state, 0) == ["cloth", "wine", "wine"]


def test_r26_the_monastery_needs_two_rows_and_cards_that_lie_there() -> None:
    state = table(rows=ROWS, built={0: "riga:monastery"}, riga=True, taken=False)
    assert refused(state, 0, "swap 1 wine 2 wine") == ("R26", "not_in_row")
    assert refused(state, 0, "swap 1 cloth 2 grain") == ("R26", "not_in_row")
    assert refused(state, 0, "swap 1 cloth 4 grain") == ("R26", "no_such_row")
    assert refused(state, 0, "swap 0 cloth 1 glass") == ("R26", "no_such_row")
    assert refused(state, 0, "swap 1 cloth 1 glass") == ("R26", "same_row")
    lonely = table(rows=ROWS[:1], built={0: "riga:monastery"}, riga=True, taken=False)
    assert refused(lonely, 0, "swap 1 cloth 2 glass") == ("R26", "needs_two_rows")
    without = table(rows=ROWS, riga=True, taken=False)
    assert refused(without, 0, "swap 1 cloth 2 wine") == ("R17", "not_built")


def test_r26_every_swap_that_changes_something_is_offered_once() -> None:
    state = table(rows=ROWS, built={0: "riga:monastery"}, riga=True, taken=False)
    swaps = [text for text in offered(state, 0) if text.startswith("swap")]
    assert sorted(swaps) == sorted(
        [
            *("swap 1 cloth 2 wine", "swap 1 glass 2 wine"),
            *("swap 1 cloth 3 grain", "swap 1 glass 3 grain", "swap 1 glass 3 cloth"),
            *("swap 2 wine 3 grain", "swap 2 wine 3 cloth"),
        ]
    )
    move(state, 0, "swap 1 cloth 3 cloth")  # of no use, but allowed


def test_r27_hands_are_hidden_and_their_sizes_are_public() -> None:
    state = table(3, hands={0: "cloth wine danzig:bank", 1: "grain visby:bank visby:crane"}, rows=ROWS, taken=False)
    for seat in (None, 2):
        view = GAME.view(state, seat)
        assert [(player.goods, player.buildings) for player in view.players] == [(2, 1), (1, 2), (0, 0)]
        assert [player.hand is None for player in view.players] == [True, True, seat is None]
    assert GAME.view(state, 0).players[0].hand.goods == ("cloth", "wine")
    assert GAME.view(state, 0).players[1].hand is None


def test_r27_what_is_taken_is_told_openly() -> None:
    state = table(3, rows=ROWS, new="danzig:bank", taken=False)
    (took,) = move(state, 0, "take danzig:bank")
    for seat in (None, 1, 2):
        assert GAME.redact(took, seat) == TookBuilding(0, "danzig:bank", old=False)


def test_a_turn_can_be_started_over_until_something_hidden_was_shown() -> None:
    state = table(rows=ROWS, hands={0: "cloth cloth danzig:market_hall"}, built={0: "visby:treasury"}, taken=False)
    for text in ("take row 1", "build danzig:market_hall pay cloth cloth"):
        move(state, 0, text)
        assert GAME.can_take_back(state, 0)
    assert events_of(move(state, 0, "use visby:treasury"), Drew)
    assert not GAME.can_take_back(state, 0)


def test_done_can_be_taken_back_until_the_next_player_acts() -> None:
    state = table(rows=ROWS, taken=False)
    move(state, 0, "take row 1")
    move(state, 0, "done")
    assert GAME.can_take_back(state, 0)
    move(state, 1, "take row 1")
    assert not GAME.can_take_back(state, 0)


def test_the_last_turn_of_a_year_cannot_be_taken_back_once_spring_has_come() -> None:
    state = table(rows=ROWS, turn=3, taken=False)
    move(state, 0, "take row 1")
    assert GAME.can_take_back(state, 0)
    move(state, 0, "done")
    assert GAME.view(state, None).year == 2
    assert not GAME.can_take_back(state, 0)


def test_what_was_built_and_paid_is_told_completely() -> None:
    state = table(
        hands={0: "cloth glass glass danzig:bank danzig:lodge"},
        built={0: "visby:trading_post visby:crane"},
    )
    text = "build danzig:bank danzig:lodge pay glass cloth visby:trading_post visby:crane@danzig:lodge"
    assert move(state, 0, text) == [
        Built(
            seat=0,
            buildings=("danzig:bank", "danzig:lodge"),
            goods=("glass", "cloth"),
            money=(("visby:trading_post", 4),),
            cranes=(("visby:crane", "danzig:lodge"),),
            full_cost=18,
            cost=13,
            paid=15,
            lapsed=2,
        )
    ]
