"""H30 to H39, but for the stores: the end of a round, step by step."""

from __future__ import annotations

import pytest

from rules.haithabu.data import NEUTRAL
from rules.haithabu.end_events import Arrived, Foretold, PricesRolled, Returned, RoundEnded, StarterNamed
from rules.haithabu.events import Looked, OrderLost, OrdersTurned, PriceMoved, RoundBegan, Transported
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import (
    GAME,
    WARES,
    amounts,
    display,
    end_round,
    last_turn,
    level,
    load_dice,
    market,
    move,
    offered,
    orders,
    owner,
    refusal,
    refused,
    table,
    transport,
)

pytestmark = pytest.mark.quick

STILL = (1,) * 6
"""Price dice that change nothing."""


def test_h30_all_orders_move_one_place_right_and_gaps_stay() -> None:
    state = last_turn(
        orders={0: "O70 - O71", 1: "O122 O123 O124 O125 O126"}, cubes={"O126": "mead ceramics", "O70": "tools"}
    )
    supply = state.supply.copy()
    load_dice(state, (1, 1))
    events = end_round(state)
    assert orders(state, 0) == "- O70 - O71 -"
    assert orders(state, 1) == "- O122 O123 O124 O125"
    assert events_of(events, OrderLost) == [OrderLost(1, "O126", amounts("mead ceramics"))]
    assert state.supply[2] == supply[2] + 1
    assert state.players[0].cubes[1] == amounts("tools")


def test_h31_all_safe_markers_are_removed() -> None:
    state = last_turn(characters={0: "trader", 1: "steward"}, safe="trader steward")
    end_round(state)
    assert not any(card.safe for card in GAME.view(state, None).characters)
    assert owner(state, "trader") == 0


def test_h32_after_round_4_each_player_may_return_characters_for_2_points_in_turn_order() -> None:
    state = last_turn(3, round=4, starter=1, characters={0: "trader", 2: "supplier innkeeper juggler"})
    end_round(state)
    assert GAME.owed(state) == {2: "return_characters"}
    assert len(offered(state, 2)) == 8
    assert refused(state, 2, "return trader") == ("H32", "not_your_character")
    assert refused(state, 2, "return supplier supplier") == ("H32", "name_each_once")
    assert refused(state, 2, "repay 1") == ("H32", "wrong_kind")
    assert move(state, 2, "return supplier juggler") == [Returned(2, ("supplier", "juggler"), 4)]
    assert state.players[2].points == 9
    assert [owner(state, key) for key in ("supplier", "juggler", "innkeeper")] == [None, None, 2]
    assert GAME.owed(state) == {0: "return_characters"}
    move(state, 0, "done")
    assert owner(state, "trader") == 0
    assert GAME.view(state, None).round == 5


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 7])
def test_h32_only_after_round_4(number: int) -> None:
    state = last_turn(round=number, characters={0: "trader"})
    end_round(state)
    assert GAME.owed(state) == {0: "turn"}


def test_h32_with_very_many_characters_still_any_set_may_be_returned() -> None:
    state = last_turn(round=4, characters={0: "trader juggler innkeeper supplier steward"})
    end_round(state)
    assert offered(state, 0)[0] == "done"
    move(state, 0, "return trader steward")
    assert state.players[0].points == 9


def test_h33_the_starting_players_owner_must_say_who_starts_himself_or_another() -> None:
    state = last_turn(3, characters={1: "starter"})
    end_round(state)
    assert GAME.owed(state) == {1: "use_functions"}
    assert offered(state, 1) == ["starter 1", "starter 2", "starter 0"]
    assert refused(state, 1, "done") == ("H33", "starter_must_be_named")
    assert refusal(state, 1, "starter 3") == ("H33", "no_such_seat", {"seat": 3})
    events = move(state, 1, "starter 2")
    assert events_of(events, StarterNamed) == [StarterNamed(1, 2)]
    assert events_of(events, RoundBegan) == [RoundBegan(2, 2)]
    assert owner(state, "starter") == 1
    assert GAME.owed(state) == {2: "turn"}


def test_h33_if_nobody_owns_it_the_last_starting_player_stays() -> None:
    state = last_turn(3, starter=2)
    events = end_round(state)
    assert events_of(events, RoundBegan) == [RoundBegan(2, 2)]


def test_h33_functions_come_in_turn_order_and_a_player_with_several_chooses_their_order() -> None:
    state = last_turn(
        3,
        starter=1,
        characters={0: "seer starter", 1: "stevedore", 2: "carpenter"},
        warehouse={1: "mead:3"},
        stacks={"cart20": "cart20-11"},
    )
    end_round(state)
    assert GAME.owed(state) == {1: "use_functions"}
    assert GAME.view(state, None).functions == ("stevedore",)
    move(state, 1, "done")
    assert GAME.owed(state) == {2: "use_functions"}
    move(state, 2, "carpenter cart20")
    assert transport(state, 2, "cart") == "cart20-11"
    assert GAME.owed(state) == {0: "use_functions"}
    assert GAME.view(state, None).functions == ("starter", "seer")
    move(state, 0, "seer mead up")
    assert refused(state, 0, "seer cloth up") == ("H33", "function_not_left")
    move(state, 0, "starter 0")
    assert GAME.owed(state) == {0: "turn"}


def test_h33_what_comes_first_is_the_players_choice_and_the_rest_can_be_declined() -> None:
    state = last_turn(characters={0: "starter seer stevedore"}, warehouse={0: "mead:3"})
    end_round(state)
    move(state, 0, "starter 1")
    assert "done" in offered(state, 0)
    assert refusal(state, 0, "starter 0") == ("H33", "function_not_left", {"character": "starter"})
    move(state, 0, "stevedore mead")
    move(state, 0, "done")
    assert GAME.owed(state) == {1: "turn"}


def test_h33_the_seer_moves_one_price_one_level() -> None:
    state = last_turn(characters={0: "seer"}, levels={"spices": 10, "mead": 1})
    end_round(state)
    assert refusal(state, 0, "seer spices up") == ("H7", "level_ends_there", {"ware": "spices", "level": 10})
    assert refused(state, 0, "seer mead down") == ("H7", "level_ends_there")
    assert "seer spices up" not in offered(state, 0)
    load_dice(state, (1, 1), STILL)
    events = move(state, 0, "seer spices down")
    assert events_of(events, Foretold) == [Foretold(0, "spices")]
    assert events[1] == PriceMoved("spices", 9, 45)
    assert level(state, "spices") == 9


def test_h33_the_stevedore_carries_up_to_two_wares_without_a_transport() -> None:
    state = last_turn(characters={0: "stevedore"}, warehouse={0: "mead:3 cloth"})
    end_round(state)
    assert offered(state, 0) == ["done", "stevedore mead:2", "stevedore mead cloth"]
    assert refusal(state, 0, "stevedore mead:3") == ("H33", "too_many_wares", {"wanted": 3, "most": 2})
    assert refused(state, 0, "stevedore spices") == ("H33", "not_in_warehouse")
    events = move(state, 0, "stevedore mead cloth")
    assert events_of(events, Transported) == [Transported(0, amounts("mead cloth"), None)]
    assert state.players[0].post == list(amounts("mead cloth"))


def test_h33_functions_that_can_do_nothing_are_passed_over() -> None:
    state = last_turn(characters={0: "stevedore carpenter"}, stacks={})
    end_round(state)
    assert GAME.owed(state) == {0: "turn"}


def test_h33_the_carpenter_buys_one_transport_with_his_look_and_a_loan_if_need_be() -> None:
    state = last_turn(
        characters={0: "carpenter starter"},
        silver={0: 10},
        stacks={"ship40": "ship40-11 ship40-12 ship40-13 ship40-14"},
    )
    end_round(state)
    assert refused(state, 0, "carpenter ship40") == ("H28", "wrong_loans")
    assert refused(state, 0, "carpenter cart20 loan 1") == ("H19", "stack_is_empty")
    events = move(state, 0, "carpenter ship40 loan 1")
    assert events_of(events, Looked) == [Looked(0, ("ship40",), 40, (("ship40-11", "ship40-12", "ship40-13"),))]
    assert (state.players[0].silver, state.players[0].loans) == (70, 1)
    assert GAME.owed(state) == {0: "look"}
    assert GAME.view(state, 1).look is None
    move(state, 0, "take ship40-13")
    assert GAME.owed(state) == {0: "use_functions"}
    move(state, 0, "starter 0")
    assert transport(state, 0, "ship") == "ship40-13"
    assert GAME.view(state, None).stacks[5].top == "ship40-11"


def test_h34_a_die_brings_one_cube_of_each_of_the_first_wares() -> None:
    state = last_turn()
    load_dice(state, (2, 4), STILL)
    events = end_round(state)
    assert events_of(events, Arrived) == [Arrived((2, 4), amounts("mead:2 cloth:2 ceramics tools"))]
    assert [market(state, ware) for ware in WARES] == [12, 13, 13, 14, 14, 15]
    assert [level(state, ware) for ware in WARES] == [4, 4, 4, 4, 5, 5]


def test_h34_a_price_falls_once_even_if_two_came_or_the_supply_was_empty() -> None:
    state = last_turn(warehouse={1: "mead:10 cloth:9"}, market={"mead": 14, "cloth": 14}, levels={"cloth": 1})
    load_dice(state, (2, 2), STILL)
    events = end_round(state)
    assert events_of(events, Arrived) == [Arrived((2, 2), amounts("cloth"))]
    assert [level(state, ware) for ware in WARES] == [4, 1, 5, 5, 5, 5]


def test_h35_one_price_die_for_each_ware_in_order() -> None:
    state = last_turn(levels={"mead": 10, "ceramics": 1})
    load_dice(state, (1, 1), (6, 2, 3, 4, 5, 6))
    events = end_round(state)
    assert events_of(events, PricesRolled) == [PricesRolled((6, 2, 3, 4, 5, 6))]
    assert [level(state, ware) for ware in WARES] == [10, 5, 1, 4, 6, 6]


def test_example_of_the_rulebook_a_4_for_weapons_lets_32_fall_to_28() -> None:
    state = last_turn(levels={"weapons": 8})
    load_dice(state, (1, 1), (None, None, None, None, 4, None))
    assert PriceMoved("weapons", 7, 28) in end_round(state)


def test_example_of_the_rulebook_a_6_for_spices_lets_10_rise_to_15() -> None:
    state = last_turn(levels={"spices": 2})
    load_dice(state, (1, 1), (None, None, None, None, None, 6))
    assert PriceMoved("spices", 3, 15) in end_round(state)


def test_h37_workers_return_and_neutral_ones_to_the_inn() -> None:
    state = last_turn(3, hired=2, standing={"A": [0, NEUTRAL], "mead": [0, 1, NEUTRAL], "H": [2]})
    assert GAME.view(state, None).inn == 0
    end_round(state)
    view = GAME.view(state, None)
    assert view.inn == 2
    assert not any(field.workers for field in view.rondel)
    assert not any(ware.workers for ware in view.wares)


def test_h38_the_lower_row_is_discarded_the_upper_moves_down_and_is_filled() -> None:
    state = last_turn(pile="O140 O141 O142 O143 O144")
    events = end_round(state)
    assert display(state) == ("O55 O56 O58 O59", "O140 O141 O142 O143")
    assert events_of(events, OrdersTurned) == [OrdersTurned(("O140", "O141", "O142", "O143"))]
    assert GAME.view(state, None).discard == ("O51", "O52", "O53", "O54")
    assert GAME.view(state, None).pile == 1


def test_h38_an_empty_pile_is_made_from_the_discard_without_completed_and_lost_orders() -> None:
    state = last_turn(pile="O140", discard="O70 O71", completed={0: "O130"})
    end_round(state)
    lower, upper = display(state)
    assert lower == "O55 O56 O58 O59"
    known = set(upper.split())
    assert "O140" in known
    assert known - {"O140"} < {"O51", "O52", "O53", "O54", "O70", "O71"}
    assert GAME.view(state, None).pile == 3
    assert GAME.view(state, None).discard == ()


def test_h38_if_nothing_is_left_places_stay_empty() -> None:
    state = last_turn(pile="", lower="- - - -", upper="- O56 - -")
    end_round(state)
    assert display(state) == ("- O56 - -", "- - - -")


def test_h39_the_next_round_begins_with_phase_1() -> None:
    state = last_turn(dawn=0)
    events = end_round(state)
    assert events_of(events, RoundEnded) == [RoundEnded(1)]
    view = GAME.view(state, None)
    assert (view.round, view.phase) == (2, 1)
    assert [field.key for field in view.rondel if field.day] == list("ABCH")


def test_the_whole_end_of_a_round_is_told_in_the_order_of_the_rulebook() -> None:
    state = last_turn(
        round=4,
        orders={1: "O70 O71 O122 O123 O124"},
        characters={0: "starter trader"},
        warehouse={0: "mead:12"},
        market={"mead": 5},
    )
    story = end_round(state)
    story += move(state, 0, "return trader")
    load_dice(state, (1, 1), (6, 1, 1, 1, 1, 1))
    story += move(state, 0, "starter 1")
    names = [type(event).__name__ for event in story]
    assert names[names.index("RoundEnded") :] == [
        "RoundEnded",
        "OrderLost",
        "Returned",
        "StarterNamed",
        "Arrived",
        "PriceMoved",
        "PricesRolled",
        "PriceMoved",
        "Discarded",
        "FeePaid",
        "RoundSettled",
        "OrdersTurned",
        "RoundBegan",
        "PhaseBegan",
    ]


def test_a_round_of_three_phases_ends_only_after_the_third() -> None:
    state = table(phase=2, turn=1, waiting=[])
    events = move(state, 1, "work own D point")
    assert not events_of(events, RoundEnded)
    assert state.phase == 3
