"""H10 to H15: phases, turns, the rondel, workers."""

from __future__ import annotations

import pytest

from rules.haithabu.data import NEUTRAL
from rules.haithabu.events import Hired, LaidAside, PhaseBegan, Placed, RoundBegan
from rules.haithabu.state import State
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, amounts, level, load_dice, move, offered, refusal, refused, table

pytestmark = pytest.mark.quick

FOG = (3,)


def day(state: State) -> str:
    return "".join(field.key for field in GAME.view(state, None).rondel if field.day)


def test_h10_everybody_places_one_worker_in_each_of_three_phases_clockwise_from_the_starting_player() -> None:
    state = table(3, starter=1, turn=1, dawn=1)
    asked = []
    for phase in (1, 2, 3):
        for _ in range(3):
            (seat,) = GAME.owed(state)
            asked.append((phase, seat))
            assert GAME.view(state, None).phase == phase
            events = move(state, seat, "work own market buy mead")
            assert events_of(events, Placed) == [Placed(seat, "own", "market")]
    assert asked == [(phase, seat) for phase in (1, 2, 3) for seat in (1, 2, 0)]
    assert GAME.view(state, None).round == 2


def test_h11_each_phase_turns_the_rondel_by_one_field_clockwise() -> None:
    state = table(2)
    assert day(state) == "ABCD"
    move(state, 0, "work own D point")
    events = move(state, 1, "work own D point")
    assert events_of(events, PhaseBegan) == [PhaseBegan(2, 1, "HABC", None)]
    assert day(state) == "ABCH"
    move(state, 0, "work own H point")
    events = move(state, 1, "work own H point")
    assert events_of(events, PhaseBegan) == [PhaseBegan(3, 1, "GHAB", None)]
    assert day(state) == "ABGH"


def test_h11_workers_stay_where_they_stand_and_day_or_night_matters_only_when_placing() -> None:
    state = table(2, dawn=1)
    move(state, 0, "work own D point")
    move(state, 1, "work own market buy mead")
    assert day(state) == "ABCD"
    assert GAME.view(state, None).rondel[3].workers == (0,)
    assert refused(state, 0, "work own D point") == ("H13", "colour_stands_there")


@pytest.mark.parametrize(("fields", "expected"), [(0, "ABCD"), (1, "HABC"), (2, "GHAB")])
def test_h11_the_juggler_decides_before_the_first_turn_wherever_he_sits(fields: int, expected: str) -> None:
    state = table(3, starter=1, turn=0, characters={2: "juggler"})
    events = move(state, 0, "work own D point")
    assert GAME.owed(state) == {2: "turn_rondel"}
    assert not events_of(events, PhaseBegan)
    assert offered(state, 2) == ["turn 0", "turn 1", "turn 2"]
    assert refusal(state, 2, "turn 3") == ("H11", "not_so_far", {"fields": 3})
    events = move(state, 2, f"turn {fields}")
    assert events_of(events, PhaseBegan) == [PhaseBegan(2, fields, expected, 2)]
    assert GAME.owed(state) == {1: "turn"}
    assert state.phase == 2


def test_h11_a_juggler_taken_in_a_phase_turns_from_the_next_one_on() -> None:
    state = table(2)
    move(state, 0, "work own B recruit juggler")
    assert GAME.owed(state) == {1: "turn"}
    move(state, 1, "work own market buy mead")
    assert GAME.owed(state) == {0: "turn_rondel"}


def test_h12_neutral_workers_cost_40_then_30_then_20_whoever_hires() -> None:
    state = table(4)
    for seat, price in ((0, 40), (1, 30), (2, 20)):
        silver = state.players[seat].silver
        assert move(state, seat, "hire") == [Hired(seat, price)]
        assert state.players[seat].silver == silver - price
        assert GAME.view(state, None).inn == 2 - seat
        move(state, seat, "work neutral market buy cloth")
        move(state, seat, "work own market buy mead")
    assert refused(state, 3, "hire") == ("H12", "inn_is_empty")
    assert "hire" not in offered(state, 3)


def test_h12_the_second_neutral_worker_costs_15_with_the_innkeeper() -> None:
    """An example of the rulebook."""
    state = table(3, hired=1, characters={0: "innkeeper"})
    assert move(state, 0, "hire") == [Hired(0, 15)]


@pytest.mark.parametrize(("hired", "price"), [(0, 20), (1, 15), (2, 10)])
def test_h12_the_innkeeper_halves_the_price(hired: int, price: int) -> None:
    state = table(4, hired=hired, characters={0: "innkeeper"})
    move(state, 0, "hire")
    assert state.players[0].silver == 250 - price


@pytest.mark.parametrize("first", ["own", "neutral"])
def test_h12_own_and_neutral_worker_act_in_either_order_in_the_same_turn(first: str) -> None:
    state = table(2)
    second = "neutral" if first == "own" else "own"
    move(state, 0, "hire")
    view = GAME.view(state, None)
    assert view.turn is not None
    assert view.turn.workers == ("own", "neutral")
    move(state, 0, f"work {first} market buy mead")
    assert GAME.owed(state) == {0: "turn"}
    assert refused(state, 0, f"work {first} market buy mead") == ("H10", "no_such_worker_waits")
    move(state, 0, f"work {second} market buy cloth")
    assert GAME.owed(state) == {1: "turn"}


def test_h12_a_neutral_worker_is_hired_before_the_own_is_placed_and_only_one_a_turn() -> None:
    state = table(3)
    move(state, 0, "hire")
    assert refused(state, 0, "hire") == ("H12", "one_a_turn")
    move(state, 0, "work own market buy mead")
    assert refused(state, 0, "hire") == ("H12", "own_worker_is_placed")
    move(state, 0, "work neutral market buy mead")
    assert refused(state, 1, "work neutral market buy mead") == ("H10", "no_such_worker_waits")


def test_h13_never_two_workers_of_one_colour_on_a_field() -> None:
    state = table(3, standing={"A": [1], "B": [0], "C": [NEUTRAL], "D": [0, NEUTRAL]}, post={0: "mead:3"})
    move(state, 0, "hire")
    assert refusal(state, 0, "work own B recruit trader") == (
        "H13",
        "colour_stands_there",
        {"place": "B", "worker": "own"},
    )
    assert refused(state, 0, "work neutral C sell mead") == ("H13", "colour_stands_there")
    assert refused(state, 0, "work neutral D point") == ("H13", "colour_stands_there")
    move(state, 0, "work own C sell mead")
    move(state, 0, "work neutral B recruit trader")
    rondel = GAME.view(state, None).rondel
    assert [field.workers for field in rondel[:4]] == [(1,), (0, NEUTRAL), (NEUTRAL, 0), (0, NEUTRAL)]


def test_h13_own_and_neutral_may_share_a_field_and_the_market_holds_any_number() -> None:
    state = table(2, standing={"mead": [0, 0, 1, NEUTRAL]})
    move(state, 0, "hire")
    move(state, 0, "work own market buy mead")
    move(state, 0, "work neutral market buy mead")
    assert GAME.view(state, None).wares[0].workers == (0, 0, 1, NEUTRAL, 0, NEUTRAL)
    move(state, 1, "work own D point")
    state = table(2)
    move(state, 0, "hire")
    move(state, 0, "work neutral D point")
    move(state, 0, "work own D point")
    assert GAME.view(state, None).rondel[3].workers == (NEUTRAL, 0)


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ("work neutral market buy cloth", "work own market sell cloth", "bought_in_this_phase"),
        ("work neutral market sell cloth", "work own market buy cloth", "sold_in_this_phase"),
        ("work neutral C sell cloth mead", "work own market buy mead", "sold_in_this_phase"),
        ("work neutral market buy mead", "work own C sell cloth mead", "bought_in_this_phase"),
    ],
)
def test_h14_nobody_both_buys_and_sells_a_ware_in_a_phase(first: str, second: str, key: str) -> None:
    state = table(2, post={0: "cloth:2 mead:2"})
    move(state, 0, "hire")
    move(state, 0, first)
    assert refusal(state, 0, second) == ("H14", key, {"ware": second.split()[-1]})
    assert second not in offered(state, 0)
    move(state, 0, "work own market buy spices")
    move(state, 1, "work own market buy cloth")
    assert GAME.view(state, 0).turn.bought == ()
    move(state, 0, "work own market sell cloth")


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ("work neutral G buy mead", "work own H sell mead", "bought_in_this_phase"),
        ("work neutral H sell mead", "work own G buy mead cloth", "sold_in_this_phase"),
        ("work neutral G buy cloth mead", "work own H order O51 sell mead", "bought_in_this_phase"),
        ("work neutral H order O51 sell mead", "work own market buy mead", "sold_in_this_phase"),
    ],
)
def test_h14_holds_on_g_and_h_too(first: str, second: str, key: str) -> None:
    state = table(2, dawn=4, post={0: "cloth:2 mead:2"})
    move(state, 0, "hire")
    move(state, 0, first)
    assert refused(state, 0, second) == ("H14", key)


def test_h14_the_free_ware_of_d_is_no_purchase() -> None:
    state = table(2, post={0: "cloth"})
    move(state, 0, "hire")
    move(state, 0, "work own D order O51 gain cloth")
    move(state, 0, "work neutral market sell cloth")


def test_h15_a_worker_goes_only_where_it_can_act_a_loan_counted_in() -> None:
    state = table(2, silver={0: 0}, loans={0: 15})
    assert refused(state, 0, "work own F dice 1") == ("H15", "nothing_to_do_there")
    assert refused(state, 0, "work own E dice 1") == ("H15", "nothing_to_do_there")
    assert refused(state, 0, "work own C sell mead") == ("H17", "not_in_trading_post")
    assert "work own G dice 1" in offered(state, 0)
    state = table(2, silver={0: 3}, loans={1: 16})
    assert refused(state, 0, "work own G dice 1") == ("H15", "nothing_to_do_there")
    state = table(2, silver={0: 4}, loans={1: 16})
    load_dice(state, FOG)
    move(state, 0, "work own G dice 1")
    move(state, 0, "act buy mead")
    assert state.players[0].silver == 0
    assert level(state, "mead") == 6


def test_h15_the_second_die_must_leave_silver_for_the_action() -> None:
    state = table(2, silver={0: 23}, loans={1: 16})
    assert refused(state, 0, "work own G dice 2") == ("H15", "nothing_to_do_there")
    state = table(2, silver={0: 24}, loans={1: 16})
    assert "work own G dice 2" in offered(state, 0)


def stuck(**wishes: object) -> State:
    """Return a table where seat 0 has nothing and can get nothing: the bank is empty, D and H are taken."""
    return table(
        2,
        silver={0: 0},
        loans={1: 16},
        stacks={},
        characters={0: "starter juggler seer", 1: "innkeeper trader carpenter supplier stevedore steward"},
        safe="starter juggler innkeeper trader seer carpenter supplier stevedore steward",
        standing={"D": [0, NEUTRAL], "H": [0, NEUTRAL]},
        **wishes,  # type: ignore[arg-type]
    )


def test_h15_only_a_worker_without_any_place_is_laid_aside() -> None:
    state = stuck()
    assert offered(state, 0) == ["aside own"]
    assert move(state, 0, "aside own")[0] == LaidAside(0, "own")
    assert GAME.owed(state) == {1: "turn"}

    state = stuck(post={0: "mead"})
    rule, key, facts = refusal(state, 0, "aside own")
    assert (rule, key) == ("H15", "must_be_placed")
    assert facts == {"worker": "own", "places": ("C", "market")}
    assert refused(state, 0, "aside neutral") == ("H10", "no_such_worker_waits")


def test_h15_there_is_no_voluntary_pass() -> None:
    state = table(2)
    assert refused(state, 0, "aside own") == ("H15", "must_be_placed")
    assert refused(state, 0, "done") == ("H10", "wrong_kind")


def test_h15_a_neutral_worker_can_be_laid_aside_too() -> None:
    state = stuck(post={0: "mead"})
    state.players[0].silver = 40
    move(state, 0, "hire")
    assert "aside neutral" not in offered(state, 0)
    move(state, 0, "work own market sell mead")  # for 5 silver, which buy nothing but mead
    assert state.players[0].silver == 5
    assert offered(state, 0) == ["aside neutral"]
    assert move(state, 0, "aside neutral")[0] == LaidAside(0, "neutral")
    assert GAME.owed(state) == {1: "turn"}


def test_a_turn_by_day_is_one_move_and_can_be_taken_back_until_something_is_revealed() -> None:
    state = table(2)
    move(state, 0, "hire")
    move(state, 0, "work own market buy cloth:4")
    assert GAME.can_take_back(state, 0)
    move(state, 0, "work neutral D order O51 gain mead")  # a card of the pile is turned up
    assert not GAME.can_take_back(state, 0)


def test_the_round_begins_with_the_starting_player() -> None:
    state = table(2, phase=3, turn=1, waiting=[])
    events = move(state, 1, "work own D point")
    assert events_of(events, RoundBegan) == [RoundBegan(2, 0)]
    assert GAME.owed(state) == {0: "turn"}
    assert state.players[0].warehouse == list(amounts())
