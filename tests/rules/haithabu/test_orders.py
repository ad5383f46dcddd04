"""H23 to H26: taking orders and filling them."""

from __future__ import annotations

import pytest

from rules.haithabu.events import (
    Completed,
    Delivered,
    Gained,
    OrderLost,
    OrdersShuffled,
    OrdersTurned,
    OrderTaken,
    PointTaken,
    PriceMoved,
    Sold,
)
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import (
    GAME,
    amounts,
    display,
    level,
    load_dice,
    market,
    move,
    offered,
    orders,
    refusal,
    refused,
    table,
)

pytestmark = pytest.mark.quick

STARTS = "S6 S7 S8 S9"
"""A lower row that leaves the orders of one ware to the players."""


def test_h23_d_gives_an_order_and_a_free_ware_of_the_market() -> None:
    state = table()
    events = move(state, 0, "work own D order O53 gain spices")
    assert events_of(events, Gained) == [Gained(0, "spices")]
    assert events_of(events, OrderTaken) == [OrderTaken(0, "O53")]
    assert events_of(events, PriceMoved) == [PriceMoved("spices", 6, 30)]
    assert state.players[0].warehouse == list(amounts("spices"))
    assert state.players[0].silver == 250
    assert market(state, "spices") == 14
    assert orders(state, 0) == "O53 - - - -"


def test_h23_the_price_rises_two_levels_if_it_was_the_last_cube() -> None:
    state = table(market={"mead": 1})
    move(state, 0, "work own D order O53 gain mead")
    assert level(state, "mead") == 7


def test_h23_the_free_ware_never_comes_from_the_general_supply() -> None:
    state = table(market={"mead": 0})
    assert refusal(state, 0, "work own D order O53 gain mead") == ("H23", "not_on_market", {"ware": "mead"})


def test_h23_both_parts_or_the_point() -> None:
    state = table(post={0: "mead"})
    assert refused(state, 0, "work own D order O53") == ("H23", "order_and_free_ware")
    assert refused(state, 0, "work own D order O53 gain cloth sell mead") == ("H23", "order_and_free_ware")
    assert refused(state, 0, "work own D sell mead") == ("H23", "wrong_action")
    events = move(state, 0, "work own D point")
    assert events_of(events, PointTaken) == [PointTaken(0, 1)]
    assert state.players[0].points == 6


@pytest.mark.parametrize(
    "wishes",
    [
        {"market": dict.fromkeys(("mead", "cloth", "ceramics", "tools", "weapons", "spices"), 0)},
        {"lower": "- - - -", "upper": "- - - -", "pile": ""},
    ],
)
def test_h23_if_either_part_is_impossible_only_the_point_remains(wishes: dict[str, object]) -> None:
    state = table(**wishes)  # type: ignore[arg-type]
    assert [text for text in offered(state, 0) if " D " in text] == ["work own D point"]


def test_h24_h_takes_an_order_or_sells_one_ware_or_both_or_gives_a_point() -> None:
    for text, silver, held, points in (
        ("order O55", 0, "O55 - - - -", 5),
        ("order O55 sell tools", 15, "O55 - - - -", 5),
        ("sell tools", 15, "- - - - -", 5),
        ("point", 0, "- - - - -", 6),
    ):
        state = table(dawn=4, post={0: "tools:2"})
        events = move(state, 0, f"work own H {text}")
        assert state.players[0].silver == 250 + silver
        assert orders(state, 0) == held
        assert state.players[0].points == points
        assert level(state, "tools") == (4 if silver else 5)
        assert len(events_of(events, Sold)) == bool(silver)


def test_h24_a_sale_onto_an_empty_market_brings_two_points() -> None:
    state = table(dawn=4, post={0: "tools"}, market={"tools": 0})
    events = move(state, 0, "work own H order O55 sell tools")
    assert events_of(events, Sold) == [Sold(0, amounts("tools"), 15, 2)]


def test_h24_only_one_ware_no_free_ware_and_only_what_lies_there() -> None:
    state = table(dawn=4, post={0: "tools:2 mead"})
    assert refusal(state, 0, "work own H sell tools:2") == ("H24", "only_one_ware", {"wanted": 2})
    assert refused(state, 0, "work own H sell tools mead") == ("H24", "only_one_ware")
    assert refused(state, 0, "work own H order O55 gain mead") == ("H24", "no_free_ware")
    assert refused(state, 0, "work own H order O55 sell cloth") == ("H17", "not_in_trading_post")
    assert refused(state, 0, "work own H order O148") == ("H25", "not_on_display")
    assert refused(state, 0, "work own H buy mead") == ("H24", "wrong_action")


def test_h25_a_gap_below_is_filled_from_above_and_a_gap_above_from_the_pile() -> None:
    state = table(pile="O140 O141 O142")
    events = move(state, 0, "work own D order O52 gain mead")
    assert events_of(events, OrdersTurned) == [OrdersTurned(("O140",))]
    assert display(state) == ("O51 O56 O53 O54", "O55 O140 O58 O59")
    events = move(state, 1, "work own D order O59 gain mead")
    assert display(state) == ("O51 O56 O53 O54", "O55 O140 O58 O141")


def test_h25_an_empty_pile_is_made_from_the_discard_and_if_that_is_empty_too_the_place_stays_empty() -> None:
    state = table(pile="", discard="O140")
    events = move(state, 0, "work own D order O52 gain mead")
    assert events_of(events, OrdersShuffled) == [OrdersShuffled(1)]
    assert display(state) == ("O51 O56 O53 O54", "O55 O140 O58 O59")
    events = move(state, 1, "work own D order O140 gain mead")
    assert not events_of(events, OrdersTurned)
    assert display(state) == ("O51 O56 O53 O54", "O55 - O58 O59")
    state = table(pile="", lower="O51 - O53 O54", upper="O55 - O58 O59")
    move(state, 0, "work own D order O51 gain mead")
    assert display(state) == ("O55 - O53 O54", "- - O58 O59")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "O51 - - - -"),
        ("O70", "O51 O70 - - -"),
        ("O70 - O71", "O51 O70 O71 - -"),
        ("- O70 O71", "O51 O70 O71 - -"),
        ("O70 O71 - O122", "O51 O70 O71 O122 -"),
        ("O70 O71 O122 O123 -", "O51 O70 O71 O122 O123"),
        ("O70 - - - O71", "O51 O70 - - O71"),
    ],
)
def test_h25_the_block_from_place_1_moves_right_into_the_first_gap(before: str, after: str) -> None:
    state = table(orders={0: before})
    events = move(state, 0, "work own D order O51 gain mead")
    assert orders(state, 0) == after
    assert not events_of(events, OrderLost)


def test_h25_a_card_pushed_beyond_place_5_is_lost_with_its_cubes() -> None:
    state = table(orders={0: "O70 O71 O122 O123 O124"}, cubes={"O124": "mead cloth", "O70": "tools"}, pile="O140")
    supply = state.supply.copy()
    events = move(state, 0, "work own D order O51 gain spices")
    assert events_of(events, OrderLost) == [OrderLost(0, "O124", amounts("mead cloth"))]
    assert orders(state, 0) == "O51 O70 O71 O122 O123"
    assert state.supply == [supply[0] + 1, supply[1] + 1, *supply[2:]]
    assert state.players[0].cubes[1] == amounts("tools")
    assert "O124" in GAME.view(state, None).lost


def test_h25_a_left_over_start_order_brings_no_wares() -> None:
    state = table(dawn=4, lower="S10 O52 O53 O54")
    move(state, 0, "work own H order S10")
    assert state.players[0].warehouse == [0] * 6


def test_example_of_the_rulebook_4_cloth_and_2_mead_bring_6_points_and_40_silver() -> None:
    state = table(dawn=4, orders={0: "O07"}, post={0: "cloth:4 mead:3"})
    events = move(state, 0, "work own E deliver O07 cloth:4 mead:2")
    assert events_of(events, Completed) == [Completed(0, "O07", 6, 40)]
    assert (state.players[0].points, state.players[0].silver) == (11, 290)
    assert state.players[0].post == list(amounts("mead"))
    assert orders(state, 0) == "- - - - -"
    assert GAME.view(state, None).players[0].completed == ("O07",)


def test_example_of_the_rulebook_with_the_supplier_7_and_50() -> None:
    state = table(dawn=4, orders={0: "O07"}, post={0: "cloth:4 mead:2"}, characters={0: "supplier"})
    events = move(state, 0, "work own E deliver O07 cloth:4 mead:2")
    assert events_of(events, Completed) == [Completed(0, "O07", 7, 50)]


def test_h09_the_supplier_gets_his_share_for_each_of_two_orders_at_once() -> None:
    state = table(dawn=4, lower=STARTS, orders={0: "O51 - O07"}, post={0: "cloth:4 mead:6"}, characters={0: "supplier"})
    events = move(state, 0, "work own E deliver O07 cloth:4 mead:2 O51 mead:4")
    assert events_of(events, Completed) == [Completed(0, "O07", 7, 50), Completed(0, "O51", 6, 30)]
    assert (state.players[0].points, state.players[0].silver) == (5 + 13, 250 + 80)
    assert GAME.view(state, None).players[0].completed == ("O07", "O51")
    assert state.supply[:2] == [24 - 10, 24 - 11]


def test_h26_a_part_can_be_delivered_and_the_rest_later() -> None:
    state = table(dawn=4, orders={0: "O07"}, cubes={"O07": "mead cloth"}, post={0: "cloth:4 mead:2"})
    events = move(state, 0, "work own E deliver O07 cloth:2")
    assert events_of(events, Delivered) == [Delivered(0, "O07", amounts("cloth:2"))]
    assert not events_of(events, Completed)
    assert GAME.view(state, None).players[0].orders[0].cubes == amounts("mead cloth:3")
    assert state.players[0].points == 5


def test_h26_one_cube_is_enough_and_several_orders_may_be_served() -> None:
    state = table(dawn=4, lower=STARTS, orders={0: "O07 O51 O52"}, post={0: "cloth:2 mead:2"})
    move(state, 0, "work own E deliver O51 mead O52 cloth O07 mead")
    assert [order.cubes for order in GAME.view(state, None).players[0].orders] == [
        amounts("mead"),
        amounts("mead"),
        amounts("cloth"),
    ]


def test_h26_only_missing_wares_only_own_orders_only_from_the_trading_post() -> None:
    state = table(
        dawn=4,
        lower=STARTS,
        orders={0: "O07 O51", 1: "O52"},
        cubes={"O07": "cloth:3"},
        post={0: "cloth:4 mead:4 spices"},
        warehouse={0: "mead:9"},
    )
    assert refusal(state, 0, "work own E deliver O07 cloth:2") == (
        "H26",
        "not_missing",
        {"order": "O07", "ware": "cloth", "missing": 1},
    )
    assert refused(state, 0, "work own E deliver O07 spices") == ("H26", "not_missing")
    assert refusal(state, 0, "work own E deliver O52 cloth") == ("H26", "not_your_order", {"order": "O52"})
    assert refused(state, 0, "work own E deliver O148 cloth") == ("H26", "not_your_order")
    assert refused(state, 0, "work own E deliver O51 mead O51 mead") == ("H26", "same_order_twice")
    assert refusal(state, 0, "work own E deliver O51 mead:4 O07 mead:2") == (
        "H26",
        "not_in_trading_post",
        {"ware": "mead", "wanted": 6, "owned": 4},
    )
    assert refused(state, 0, "work own E point") == ("H26", "wrong_action")


def test_h26_e_offers_what_completes_most_first() -> None:
    state = table(dawn=4, lower=STARTS, orders={0: "O07 O51"}, post={0: "mead:4 cloth"})
    texts = [text for text in offered(state, 0) if " E " in text]
    assert texts[0] == "work own E deliver O51 mead:4 O07 cloth"
    assert set(texts) == {
        "work own E deliver O51 mead:4 O07 cloth",
        "work own E deliver O51 mead:4",
        "work own E deliver O07 mead:2 cloth",
    }


def test_h23_h24_the_details_come_after_the_dice_by_night() -> None:
    state = table(post={0: "tools"})
    load_dice(state, (3,))
    move(state, 0, "work own H dice 1")
    assert refused(state, 0, "act order O51 gain mead") == ("H24", "no_free_ware")
    move(state, 0, "act order O51 sell tools")
    assert orders(state, 0) == "O51 - - - -"
