"""H18 and H29: the event dice of the night, and what the six events do."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules import Event
from rules.haithabu.events import (
    Billed,
    CharacterLost,
    Discarded,
    Gave,
    Happened,
    Lapsed,
    Placed,
    PointTaken,
    Punished,
    Rolled,
    TransportGone,
)
from rules.haithabu.state import State
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import (
    GAME,
    WARES,
    amounts,
    load_dice,
    move,
    offered,
    owner,
    refusal,
    refused,
    table,
    transport,
)

pytestmark = pytest.mark.quick

VIKING_GAMES, ASSASSINATION, FOG, UNPAID_BILL, STORM, UNREST = range(1, 7)
KEYS = ["viking_games", "assassination", "fog", "unpaid_bill", "storm", "unrest"]


def night(state: State, face: int) -> list[Event]:
    """Let seat 0 place a worker on the night field H and roll a face."""
    load_dice(state, (face,))
    return move(state, 0, "work own H dice 1")


def test_h18_the_event_is_rolled_before_acting_and_the_field_is_fixed() -> None:
    state = table(dawn=4, post={0: "mead:3"})
    load_dice(state, (FOG,))
    events = move(state, 0, "work own C dice 1")
    assert events == [Placed(0, "own", "C"), Rolled(0, (FOG,), 0), Happened(0, "fog", False)]
    assert GAME.owed(state) == {0: "act"}
    assert GAME.view(state, None).acting == "C"
    assert refused(state, 0, "act order O51") == ("H21", "wrong_action")
    assert refused(state, 0, "work own D point") == ("H18", "wrong_kind")
    move(state, 0, "act sell mead:3")
    assert GAME.owed(state) == {1: "turn"}


def test_h18_by_day_there_is_no_event_and_by_night_no_action_before_it() -> None:
    state = table()
    assert refused(state, 0, "work own H order O51") == ("H18", "event_comes_first")
    assert refused(state, 0, "work own D dice 1") == ("H18", "no_dice_by_day")
    assert refused(state, 0, "work own market dice 1") == ("H18", "no_dice_by_day")
    assert refusal(state, 0, "work own H dice 3") == ("H18", "one_or_two_dice", {"dice": 3})
    assert not GAME.can_take_back(state, 0)


def test_h18_two_dice_cost_20_silver_and_one_is_chosen() -> None:
    state = table()
    load_dice(state, (STORM, FOG))
    events = move(state, 0, "work own H dice 2")
    assert events_of(events, Rolled) == [Rolled(0, (STORM, FOG), 20)]
    assert state.players[0].silver == 230
    assert GAME.owed(state) == {0: "choose_event"}
    assert GAME.view(state, None).rolled == ("storm", "fog")
    assert offered(state, 0) == ["event storm", "event fog"]
    assert refusal(state, 0, "event unrest") == ("H18", "not_rolled", {"event": "unrest"})
    assert refused(state, 0, "act point") == ("H18", "wrong_kind")
    assert move(state, 0, "event fog") == [Happened(0, "fog", True)]
    assert GAME.owed(state) == {0: "act"}


def test_h18_two_equal_dice_leave_no_choice() -> None:
    state = table()
    load_dice(state, (FOG, FOG))
    events = move(state, 0, "work own H dice 2")
    assert events_of(events, Happened) == [Happened(0, "fog", False)]
    assert GAME.owed(state) == {0: "act"}


def test_h09_the_seer_has_two_dice_free_and_chooses() -> None:
    state = table(characters={0: "seer"})
    load_dice(state, (UNREST, VIKING_GAMES))
    events = move(state, 0, "work own H dice 2")
    assert events_of(events, Rolled) == [Rolled(0, (UNREST, VIKING_GAMES), 0)]
    assert state.players[0].silver == 250
    move(state, 0, "event viking_games")
    assert GAME.owed(state) == {1: "viking_games"}


def test_h18_an_action_the_event_made_impossible_lapses() -> None:
    state = table(transports={0: "cart20-11"}, warehouse={0: "mead"})
    load_dice(state, (STORM,))
    events = move(state, 0, "work own F dice 1")
    assert events_of(events, Lapsed) == [Lapsed(0, "F")]
    assert transport(state, 0, "cart") is None
    assert GAME.owed(state) == {1: "turn"}
    assert state.players[0].post == list(amounts())


def test_h18_on_d_and_h_the_point_remains() -> None:
    nothing = {"lower": "- - - -", "upper": "- - - -", "pile": ""}
    state = table(**nothing)  # type: ignore[arg-type]
    events = night(state, FOG)
    assert events_of(events, PointTaken) == [PointTaken(0, 1)]
    assert GAME.owed(state) == {1: "turn"}
    state = table(dawn=4, market=dict.fromkeys(WARES, 0))
    load_dice(state, (FOG,))
    events = move(state, 0, "work own D dice 1")
    assert events_of(events, PointTaken) == [PointTaken(0, 1)]


def test_h18_each_night_placement_has_its_own_event() -> None:
    state = table()
    move(state, 0, "hire")
    load_dice(state, (FOG,))
    move(state, 0, "work neutral H dice 1")
    move(state, 0, "act point")
    load_dice(state, (UNPAID_BILL,))
    events = move(state, 0, "work own H dice 1")
    assert events_of(events, Happened) == [Happened(0, "unpaid_bill", False)]
    move(state, 0, "act point")
    assert state.players[0].points == 7


def test_h29_the_faces_are_the_events_in_their_order() -> None:
    for face, key in enumerate(KEYS, 1):
        state = table(3)
        assert events_of(night(state, face), Happened) == [Happened(0, key, False)]


def test_h29_viking_games_every_other_player_gives_at_his_own_choice_all_at_once() -> None:
    state = table(4, warehouse={1: "mead", 3: "spices"}, post={1: "cloth", 2: "weapons"}, orders={2: "O07"})
    night(state, VIKING_GAMES)
    assert GAME.owed(state) == dict.fromkeys((1, 2, 3), "viking_games")
    assert offered(state, 1) == ["give silver", "give warehouse mead", "give post cloth", "give point"]
    assert offered(state, 2) == ["give silver", "give post weapons", "give point"]
    assert move(state, 3, "give point") == [Gave(3, 0, "point", None)]
    assert move(state, 1, "give post cloth") == [Gave(1, 0, "post", "cloth")]
    assert GAME.owed(state) == {2: "viking_games"}
    move(state, 2, "give silver")
    assert [player.points for player in state.players] == [6, 5, 5, 4]
    assert [player.silver for player in state.players] == [260, 250, 240, 250]
    assert state.players[0].warehouse == list(amounts("cloth"))
    assert state.players[1].post == list(amounts())
    assert GAME.owed(state) == {0: "act"}


def test_h29_viking_games_can_be_answered_in_any_order() -> None:
    ends = set()
    for order in permutations(((1, "give silver"), (2, "give warehouse mead"), (3, "give point"))):
        state = table(4, warehouse={2: "mead:2"})
        night(state, VIKING_GAMES)
        for seat, text in order:
            move(state, seat, text)
        state.tail.clear()
        ends.add(GAME.encode(state))
    assert len(ends) == 1


def test_h29_a_gift_must_be_had_but_the_point_is_always_possible() -> None:
    state = table(3, silver={1: 9, 2: 9}, warehouse={1: "mead"}, points={1: -3, 2: 0})
    events = night(state, VIKING_GAMES)
    assert events_of(events, Gave) == [Gave(2, 0, "point", None, asked=False)]
    assert state.players[2].points == -1
    assert GAME.owed(state) == {1: "viking_games"}
    assert refusal(state, 1, "give silver") == ("H29", "not_enough_silver", {"cost": 10, "silver": 9})
    assert refusal(state, 1, "give post mead") == ("H29", "no_such_ware_there", {"store": "post", "ware": "mead"})
    assert refused(state, 1, "discard warehouse mead") == ("H29", "wrong_kind")
    assert refused(state, 1, "give warehouse cloth") == ("H29", "no_such_ware_there")
    move(state, 1, "give point")
    assert [player.points for player in state.players] == [7, -4, -1]


def test_h29_wares_on_orders_are_no_gift() -> None:
    state = table(orders={1: "O07"}, cubes={"O07": "mead cloth"}, silver={1: 0})
    events = night(state, VIKING_GAMES)
    assert events_of(events, Gave) == [Gave(1, 0, "point", None, asked=False)]


def test_h14_a_gift_is_no_purchase() -> None:
    state = table(warehouse={1: "mead"}, post={0: "mead"})
    night(state, VIKING_GAMES)
    move(state, 1, "give warehouse mead")
    move(state, 0, "act sell mead")


def test_h29_assassination_takes_a_character_of_choice_with_its_safe_marker() -> None:
    state = table(characters={0: "trader seer steward", 1: "juggler"}, safe="trader juggler")
    night(state, ASSASSINATION)
    assert GAME.owed(state) == {0: "assassination"}
    assert offered(state, 0) == ["lose trader", "lose seer", "lose steward"]
    assert refusal(state, 0, "lose juggler") == ("H29", "not_your_character", {"character": "juggler"})
    assert refused(state, 0, "lose cart") == ("H29", "not_your_character")
    assert refused(state, 0, "give point") == ("H29", "wrong_kind")
    assert move(state, 0, "lose trader") == [CharacterLost(0, "trader")]
    assert owner(state, "trader") is None
    assert not any(card.safe for card in GAME.view(state, None).characters if card.key == "trader")
    assert GAME.owed(state) == {0: "act"}


def test_h29_assassination_of_the_only_character_asks_nobody_and_of_none_costs_a_point() -> None:
    state = table(characters={0: "trader"})
    events = night(state, ASSASSINATION)
    assert events_of(events, CharacterLost) == [CharacterLost(0, "trader", asked=False)]
    state = table(points={0: 0})
    events = night(state, ASSASSINATION)
    assert events_of(events, Punished) == [Punished(0, "assassination", 1)]
    assert state.players[0].points == -1


def test_h29_fog_does_nothing() -> None:
    state, quiet = table(3), table(3)
    night(state, FOG)
    assert state.players == quiet.players
    assert GAME.owed(state) == {0: "act"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h29_unpaid_bill_is_the_plain_mead_price_for_every_player(seats: int) -> None:
    state = table(seats, levels={"mead": 7}, characters={0: "trader"})
    events = night(state, UNPAID_BILL)
    assert events_of(events, Billed) == [Billed(0, 7 * seats)]
    assert state.players[0].silver == 250 - 7 * seats


def test_h29_who_cannot_pay_the_bill_pays_nothing_but_a_point() -> None:
    state = table(levels={"mead": 7}, silver={0: 13})
    events = night(state, UNPAID_BILL)
    assert events_of(events, Punished) == [Punished(0, "unpaid_bill", 1)]
    assert (state.players[0].silver, state.players[0].points) == (13, 4)
    state = table(levels={"mead": 7}, silver={0: 14})
    night(state, UNPAID_BILL)
    assert (state.players[0].silver, state.players[0].points) == (0, 5)


def test_h29_storm_takes_a_transport_of_choice_out_of_the_game() -> None:
    state = table(transports={0: "cart20-11 ship30-15"})
    night(state, STORM)
    assert GAME.owed(state) == {0: "storm"}
    assert offered(state, 0) == ["lose cart", "lose ship"]
    assert refusal(state, 0, "lose trader") == ("H29", "not_a_transport", {"what": "trader"})
    assert refused(state, 0, "give point") == ("H29", "wrong_kind")
    assert move(state, 0, "lose ship") == [TransportGone(0, "ship30-15", "storm")]
    assert (transport(state, 0, "cart"), transport(state, 0, "ship")) == ("cart20-11", None)
    assert "ship30-15" in GAME.view(state, None).gone


def test_h29_storm_over_one_transport_asks_nobody_and_over_none_costs_a_point() -> None:
    state = table(transports={0: "ship30-15"})
    events = night(state, STORM)
    assert events_of(events, TransportGone) == [TransportGone(0, "ship30-15", "storm")]
    assert GAME.owed(state) == {0: "act"}
    state = table()
    assert events_of(night(state, STORM), Punished) == [Punished(0, "storm", 1)]


def test_h29_unrest_every_other_player_discards_a_ware_all_at_once() -> None:
    state = table(
        4,
        warehouse={0: "mead:5", 1: "mead cloth", 2: "mead:2"},
        post={2: "spices"},
        orders={3: "O07"},
        cubes={"O07": "mead"},
    )
    supply = state.supply[0]
    events = night(state, UNREST)
    assert events_of(events, Punished) == [Punished(3, "unrest", 1)]
    assert GAME.owed(state) == {1: "unrest", 2: "unrest"}
    assert offered(state, 2) == ["discard warehouse mead", "discard post spices"]
    assert refusal(state, 2, "discard warehouse mead:2") == ("H29", "discard_one", {"given": 2})
    assert refused(state, 2, "discard warehouse mead post spices") == ("H29", "discard_one")
    assert refusal(state, 2, "discard post mead") == ("H29", "no_such_ware_there", {"store": "post", "ware": "mead"})
    assert refused(state, 2, "give warehouse mead") == ("H29", "wrong_kind")
    move(state, 2, "discard post spices")
    assert move(state, 1, "discard warehouse mead") == [Discarded(1, amounts("mead"), amounts())]
    assert state.supply[0] == supply + 1
    assert state.players[0].warehouse == list(amounts("mead:5"))
    assert GAME.owed(state) == {0: "act"}


def test_h29_who_has_only_one_ware_to_discard_is_answered_for() -> None:
    state = table(3, warehouse={1: "mead:3"}, post={2: "cloth:2"})
    events = night(state, UNREST)
    assert events_of(events, Discarded) == [
        Discarded(1, amounts("mead"), amounts(), asked=False),
        Discarded(2, amounts(), amounts("cloth"), asked=False),
    ]
    assert GAME.owed(state) == {0: "act"}


def test_an_answer_to_an_event_can_be_taken_back_until_the_roller_goes_on() -> None:
    state = table(3)
    night(state, VIKING_GAMES)
    assert not GAME.can_take_back(state, 0)
    move(state, 1, "give silver")
    move(state, 2, "give point")
    assert [GAME.can_take_back(state, seat) for seat in range(3)] == [False, True, True]
    move(state, 0, "act point")
    assert [GAME.can_take_back(state, seat) for seat in range(3)] == [True, False, False]
