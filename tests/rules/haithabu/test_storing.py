"""H36: surplus wares and the storage fee at the end of a round."""

from __future__ import annotations

import pytest

from rules.haithabu.end_events import FeePaid
from rules.haithabu.events import Borrowed, Discarded
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, amounts, end_round, last_turn, move, refusal, refused

pytestmark = pytest.mark.quick


def test_h36_surplus_of_choice_goes_to_the_general_supply_all_players_at_once() -> None:
    state = last_turn(3, warehouse={0: "mead:8 cloth:4", 1: "mead:10"}, post={1: "spices:6 tools:7", 2: "weapons:10"})
    end_round(state)
    assert GAME.owed(state) == {0: "discard_surplus", 1: "discard_surplus"}
    assert GAME.view(state, None).surplus == {0: (2, 0), 1: (0, 3)}
    assert refusal(state, 0, "discard warehouse mead") == (
        "H36",
        "discard_the_surplus",
        {"store": "warehouse", "wanted": 2, "given": 1},
    )
    assert refused(state, 0, "discard warehouse mead:3") == ("H36", "discard_the_surplus")
    assert refused(state, 1, "discard post spices:3 warehouse mead") == ("H36", "discard_the_surplus")
    assert refused(state, 0, "discard warehouse spices:2") == ("H36", "no_such_ware_there")
    assert refused(state, 0, "give point") == ("H36", "wrong_kind")
    move(state, 1, "discard post tools spices:2")
    assert GAME.owed(state) == {0: "discard_surplus"}
    events = move(state, 0, "discard warehouse mead cloth")
    assert events_of(events, Discarded) == [Discarded(0, amounts("mead cloth"), amounts())]
    assert state.players[0].warehouse == list(amounts("mead:7 cloth:3"))
    assert GAME.owed(state) == {0: "turn"}


def test_h36_who_has_only_one_kind_there_is_answered_for() -> None:
    state = last_turn(warehouse={0: "mead:12 "}, post={0: "spices:11"}, market={"mead": 5})
    events = end_round(state)
    assert events_of(events, Discarded) == [Discarded(0, amounts("mead:2"), amounts("spices"), asked=False)]
    assert GAME.owed(state) == {0: "turn"}


def test_h36_two_silver_for_each_ware_left_in_the_warehouse() -> None:
    state = last_turn(warehouse={0: "mead:6 cloth"}, post={0: "tools:9", 1: "tools"})
    events = end_round(state)
    assert events_of(events, FeePaid) == [FeePaid(0, 14, 14)]
    assert [player.silver for player in state.players] == [236, 250]


def test_h36_a_loan_is_taken_automatically_and_without_one_what_is_there_is_paid() -> None:
    state = last_turn(warehouse={0: "mead:6 cloth"}, silver={0: 13})
    events = end_round(state)
    assert events_of(events, Borrowed) == [Borrowed(0, 1)]
    assert (state.players[0].silver, state.players[0].loans) == (99, 1)
    state = last_turn(warehouse={0: "mead:6 cloth"}, silver={0: 13, 1: 0}, loans={1: 16})
    events = end_round(state)
    assert events_of(events, FeePaid) == [FeePaid(0, 13, 14)]
    assert (state.players[0].silver, state.players[0].loans) == (0, 0)


def test_h36_the_last_loan_goes_to_who_is_first_in_turn_order() -> None:
    state = last_turn(3, starter=1, warehouse={0: "mead", 1: "mead"}, silver={0: 0, 1: 0}, loans={2: 15})
    end_round(state)
    assert [player.loans for player in state.players] == [0, 1, 15]


def test_h09_the_steward_keeps_15_in_both_stores_and_pays_no_fee() -> None:
    state = last_turn(
        warehouse={0: "cloth:8 mead:7"}, post={0: "spices:8 tools:8"}, characters={0: "steward"}, market={"mead": 5}
    )
    events = end_round(state)
    assert GAME.view(state, None).surplus == {0: (0, 1)}
    events = move(state, 0, "discard post tools")
    assert not events_of(events, FeePaid)
    assert state.players[0].silver == 250
    assert sum(state.players[0].warehouse) == 15


def test_h09_a_steward_returned_after_round_4_is_no_help_in_it() -> None:
    state = last_turn(round=4, warehouse={0: "cloth:8 mead:7"}, characters={0: "steward"})
    end_round(state)
    move(state, 0, "return steward")
    assert GAME.view(state, None).surplus == {0: (5, 0)}


def test_h36_wares_carried_by_the_stevedore_first_need_not_be_discarded() -> None:
    state = last_turn(warehouse={0: "cloth:8 mead:4"}, characters={0: "stevedore"})
    end_round(state)
    move(state, 0, "stevedore cloth:2")
    assert GAME.owed(state) == {0: "turn"}
    assert state.players[0].silver == 230
