"""H16, H17, H21, H22: buying and selling wares, and the Trader."""

from __future__ import annotations

import pytest

from rules.haithabu.events import Bought, PriceMoved, Sold
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, amounts, level, load_dice, market, move, offered, refusal, refused, table

pytestmark = pytest.mark.quick


def test_example_of_the_rulebook_four_cloth_bought_at_5_cost_20() -> None:
    state = table(levels={"cloth": 3})
    events = move(state, 0, "work own market buy cloth:4")
    assert events_of(events, Bought) == [Bought(0, amounts("cloth:4"), 20)]
    assert events_of(events, PriceMoved) == [PriceMoved("cloth", 4, 6)]
    assert state.players[0].silver == 230


def test_example_of_the_rulebook_three_mead_sold_at_4_onto_an_empty_market() -> None:
    state = table(levels={"mead": 4}, market={"mead": 0}, post={0: "mead:3"})
    events = move(state, 0, "work own market sell mead:3")
    assert events_of(events, Sold) == [Sold(0, amounts("mead:3"), 12, 2)]
    assert events_of(events, PriceMoved) == [PriceMoved("mead", 3, 3)]
    assert (state.players[0].silver, state.players[0].points) == (262, 7)


def test_h16_wares_come_from_the_market_then_from_the_general_supply_at_the_same_price() -> None:
    state = table(silver={0: 500})
    move(state, 0, "work own market buy mead:13")
    assert state.players[0].warehouse == list(amounts("mead:13"))
    assert (market(state, "mead"), state.supply[0]) == (0, 11)
    assert state.players[0].silver == 500 - 13 * 5
    assert level(state, "mead") == 7


@pytest.mark.parametrize(
    ("stock", "bought", "after"),
    [(10, 1, 6), (10, 9, 6), (10, 10, 7), (10, 11, 7), (0, 1, 7), (1, 1, 7), (2, 1, 6)],
)
def test_h16_the_price_rises_one_level_or_two_if_the_market_held_or_holds_none(
    stock: int, bought: int, after: int
) -> None:
    state = table(market={"mead": stock})
    move(state, 0, f"work own market buy mead:{bought}")
    assert level(state, "mead") == after


@pytest.mark.parametrize(("before", "stock", "after"), [(9, 5, 10), (10, 5, 10), (9, 0, 10), (8, 0, 10), (10, 0, 10)])
def test_h16_the_price_stops_at_level_10(before: int, stock: int, after: int) -> None:
    state = table(levels={"mead": before}, market={"mead": stock})
    events = move(state, 0, "work own market buy mead")
    assert level(state, "mead") == after
    assert len(events_of(events, PriceMoved)) == (before != after)


def test_h16_no_more_than_there_is() -> None:
    state = table(silver={0: 5000}, market={"spices": 0}, warehouse={1: "spices:20"})
    assert refusal(state, 0, "work own market buy spices:5") == (
        "H16",
        "not_enough_cubes",
        {"ware": "spices", "wanted": 5, "left": 4},
    )
    move(state, 0, "work own market buy spices:4")
    assert refused(state, 1, "work own market buy spices") == ("H16", "not_enough_cubes")


def test_h16_one_ware_at_a_time_and_at_least_one() -> None:
    state = table()
    assert refused(state, 0, "work own market buy cloth mead") == ("H16", "one_ware_at_a_time")
    assert refused(state, 0, "work own market fetch cart20") == ("H16", "wrong_action")


def test_h17_selling_brings_the_price_from_the_trading_post_onto_the_market() -> None:
    state = table(post={0: "weapons:5"})
    events = move(state, 0, "work own market sell weapons:4")
    assert events_of(events, Sold) == [Sold(0, amounts("weapons:4"), 80, 0)]
    assert state.players[0].post == list(amounts("weapons"))
    assert market(state, "weapons") == 18
    assert level(state, "weapons") == 4
    assert state.players[0].points == 5


def test_h17_only_from_the_trading_post() -> None:
    state = table(post={0: "mead"}, warehouse={0: "mead:5"})
    assert refusal(state, 0, "work own market sell mead:2") == (
        "H17",
        "not_in_trading_post",
        {"ware": "mead", "wanted": 2, "owned": 1},
    )


def test_h17_the_price_stops_at_level_1() -> None:
    state = table(levels={"mead": 1}, post={0: "mead"})
    events = move(state, 0, "work own market sell mead")
    assert not events_of(events, PriceMoved)
    assert state.players[0].silver == 251


def test_h21_c_sells_three_equal_or_three_different_one_level_above() -> None:
    state = table(post={0: "mead:4 cloth:2 spices:2"})
    events = move(state, 0, "work own C sell mead:3")
    assert events_of(events, Sold) == [Sold(0, amounts("mead:3"), 3 * 6, 0)]
    assert level(state, "mead") == 4
    move(state, 1, "work own market buy tools")
    state = table(post={0: "mead:4 cloth:2 spices:2"})
    events = move(state, 0, "work own C sell mead cloth spices")
    assert events_of(events, Sold) == [Sold(0, amounts("mead cloth spices"), 6 + 9 + 30, 0)]
    assert [level(state, ware) for ware in ("mead", "cloth", "ceramics", "spices")] == [4, 4, 5, 4]


def test_h21_two_points_for_each_ware_the_market_did_not_hold() -> None:
    state = table(post={0: "mead cloth spices"}, market={"mead": 0, "spices": 0})
    events = move(state, 0, "work own C sell mead cloth spices")
    assert events_of(events, Sold)[0].points == 4
    assert state.players[0].points == 9


def test_h21_the_level_stops_at_10() -> None:
    state = table(post={0: "mead"}, levels={"mead": 10}, characters={0: "trader"})
    move(state, 0, "work own C sell mead")
    assert state.players[0].silver == 260
    assert level(state, "mead") == 9


@pytest.mark.parametrize("field", ["C", "G"])
@pytest.mark.parametrize("wares", ["mead:4", "mead:2 cloth", "mead cloth ceramics tools", "mead:2 cloth:2"])
def test_h21_h22_neither_four_nor_two_and_one(field: str, wares: str) -> None:
    state = table(dawn=2, post={0: "mead:5 cloth:5 ceramics:5 tools:5"})
    verb = {"C": "sell", "G": "buy"}[field]
    if field == "G":
        state = table(dawn=4)
    rule = {"C": "H21", "G": "H22"}[field]
    assert refusal(state, 0, f"work own {field} {verb} {wares}") == (rule, "neither_equal_nor_different", {"most": 3})


def test_h22_g_buys_three_equal_or_three_different_one_level_below() -> None:
    state = table(dawn=4)
    events = move(state, 0, "work own G buy spices:3")
    assert events_of(events, Bought) == [Bought(0, amounts("spices:3"), 3 * 20)]
    assert level(state, "spices") == 6
    state = table(dawn=4)
    events = move(state, 0, "work own G buy mead cloth weapons")
    assert events_of(events, Bought) == [Bought(0, amounts("mead cloth weapons"), 4 + 6 + 16)]
    assert state.players[0].warehouse == list(amounts("mead cloth weapons"))
    assert [level(state, ware) for ware in ("mead", "cloth", "ceramics", "weapons")] == [6, 6, 5, 6]


def test_h22_the_general_supply_helps_where_the_market_is_short() -> None:
    state = table(dawn=4, market={"spices": 1, "mead": 0})
    move(state, 0, "work own G buy spices:3")
    assert (market(state, "spices"), state.supply[5]) == (0, 21)
    assert level(state, "spices") == 7
    state = table(dawn=4, market={"spices": 1, "mead": 0}, warehouse={1: "mead:24"})
    assert refused(state, 0, "work own G buy spices mead") == ("H16", "not_enough_cubes")


def test_h22_the_level_stops_at_1() -> None:
    state = table(dawn=4, levels={"mead": 1}, characters={0: "trader"})
    move(state, 0, "work own G buy mead:3")
    assert state.players[0].silver == 247


@pytest.mark.parametrize("wrong", ["work own C buy mead", "work own C point", "work own C recruit seer"])
def test_h21_c_only_sells(wrong: str) -> None:
    state = table(post={0: "mead"})
    assert refusal(state, 0, wrong) == ("H21", "wrong_action", {"place": "C", "action": wrong.split()[3]})


def test_h22_g_only_buys() -> None:
    state = table(dawn=4, post={0: "mead"})
    assert refusal(state, 0, "work own G sell mead") == ("H22", "wrong_action", {"place": "G", "action": "sell"})


TRADER = {0: "trader"}


def test_h09_the_trader_buys_a_level_cheaper_and_sells_a_level_dearer_on_the_market() -> None:
    state = table(characters=TRADER)
    move(state, 0, "work own market buy weapons:2")
    assert state.players[0].silver == 250 - 2 * 16
    assert level(state, "weapons") == 6
    state = table(characters=TRADER, post={0: "weapons:2"})
    move(state, 0, "work own market sell weapons:2")
    assert state.players[0].silver == 250 + 2 * 24
    assert level(state, "weapons") == 4


def test_h09_the_trader_adds_to_the_level_of_c() -> None:
    state = table(characters=TRADER, post={0: "mead:3 cloth spices"})
    move(state, 0, "work own C sell mead cloth spices")
    assert state.players[0].silver == 250 + 7 + 11 + 35


def test_h09_the_trader_adds_to_the_level_of_g() -> None:
    state = table(dawn=4, characters=TRADER)
    move(state, 0, "work own G buy mead cloth spices")
    assert state.players[0].silver == 250 - 3 - 5 - 15


def test_h09_the_trader_sells_dearer_on_h() -> None:
    state = table(dawn=4, characters=TRADER, post={0: "spices"})
    move(state, 0, "work own H order O51 sell spices")
    assert state.players[0].silver == 280


def test_h09_the_trader_works_only_for_his_owner_and_from_the_next_action_on() -> None:
    state = table(3, post={0: "mead", 1: "mead"})
    move(state, 0, "hire")
    move(state, 0, "work neutral B recruit trader")
    move(state, 0, "work own market sell mead")
    assert state.players[0].silver == 250 - 40 + 6
    move(state, 1, "work own market sell mead")
    assert state.players[1].silver == 254


def test_all_prices_are_read_before_any_marker_moves_by_night_too() -> None:
    state = table(post={0: "mead:3"}, dawn=4)
    load_dice(state, (3,))
    move(state, 0, "work own C dice 1")
    move(state, 0, "act sell mead:3")
    assert state.players[0].silver == 250 + 18


def test_offers_never_trade_what_cannot_be_traded() -> None:
    state = table(market={"mead": 0}, warehouse={1: "mead:24"}, silver={0: 0}, loans={1: 16}, post={0: "cloth"})
    texts = offered(state, 0)
    assert "work own market sell cloth" in texts
    assert not any("buy" in text for text in texts)
    assert GAME.view(state, 0).wares[0].supply == 0
