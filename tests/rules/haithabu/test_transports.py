"""H19 and H27: carts and ships, the Carpenter's look, the Stevedore's places."""

from __future__ import annotations

import pytest

from rules.haithabu.events import Fetched, Looked, StackTurned, Transported, TransportGone
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, amounts, load_dice, move, offered, refusal, refused, table, transport

pytestmark = pytest.mark.quick

STACKS = {
    "cart20": "cart20-11 cart20-17 cart20-13 cart20-14",
    "cart40": "cart40-12",
    "ship30": "ship30-15 ship30-16",
}


def test_h19_a_cart_a_ship_or_both_at_their_cost() -> None:
    for text, cost, cart, ship in (
        ("cart20", 20, "cart20-11", None),
        ("ship30", 30, None, "ship30-15"),
        ("cart40 ship30", 70, "cart40-12", "ship30-15"),
        ("ship30 cart20", 50, "cart20-11", "ship30-15"),
    ):
        state = table(stacks=STACKS)
        move(state, 0, f"work own A fetch {text}")
        assert state.players[0].silver == 250 - cost
        assert (transport(state, 0, "cart"), transport(state, 0, "ship")) == (cart, ship)


def test_h19_the_next_card_lies_open_and_an_emptied_stack_stays_empty() -> None:
    state = table(stacks=STACKS)
    events = move(state, 0, "work own A fetch cart20")
    assert events_of(events, StackTurned) == [StackTurned("cart20", "cart20-17")]
    events = move(state, 1, "work own A fetch cart40")
    assert not events_of(events, StackTurned)
    stacks = {stack.key: (stack.top, stack.cards) for stack in GAME.view(state, None).stacks}
    assert stacks["cart20"] == ("cart20-17", 3)
    assert stacks["cart40"] == (None, 0)


def test_h19_what_is_owned_of_that_kind_is_replaced_and_out_of_the_game() -> None:
    state = table(stacks=STACKS, transports={0: "cart30-11 ship20-12"})
    events = move(state, 0, "work own A fetch cart20")
    assert events_of(events, TransportGone) == [TransportGone(0, "cart30-11", "replaced")]
    assert (transport(state, 0, "cart"), transport(state, 0, "ship")) == ("cart20-11", "ship20-12")
    assert "cart30-11" in GAME.view(state, None).gone


def test_h19_one_of_each_kind_and_only_from_stacks_with_cards() -> None:
    state = table(stacks=STACKS)
    assert refused(state, 0, "work own A fetch cart20 cart40") == ("H19", "same_kind_twice")
    assert refused(state, 0, "work own A fetch cart20 cart20") == ("H19", "same_kind_twice")
    assert refusal(state, 0, "work own A fetch cart30") == ("H19", "stack_is_empty", {"stack": "cart30"})
    assert refused(state, 0, "work own A buy mead") == ("H19", "wrong_action")
    assert {text for text in offered(state, 0) if " A " in text} == {
        "work own A fetch cart20 ship30",
        "work own A fetch cart40 ship30",
        "work own A fetch cart20",
        "work own A fetch cart40",
        "work own A fetch ship30",
    }


def test_h19_the_carpenter_pays_looks_at_the_top_three_and_takes_one_of_each() -> None:
    state = table(3, stacks=STACKS, characters={0: "carpenter"})
    events = move(state, 0, "work own A fetch cart20 ship30")
    seen = (("cart20-11", "cart20-17", "cart20-13"), ("ship30-15", "ship30-16"))
    assert events_of(events, Looked) == [Looked(0, ("cart20", "ship30"), 50, seen)]
    assert state.players[0].silver == 200
    assert GAME.owed(state) == {0: "look"}
    assert len(offered(state, 0)) == 6
    events = move(state, 0, "take cart20-13 ship30-16")
    assert events_of(events, Fetched) == [Fetched(0, "cart20-13", 0), Fetched(0, "ship30-16", 0)]
    assert not events_of(events, StackTurned)
    stacks = {stack.key: (stack.top, stack.cards) for stack in GAME.view(state, None).stacks}
    assert stacks["cart20"] == ("cart20-11", 3)
    assert stacks["ship30"] == ("ship30-15", 1)
    assert state.players[0].silver == 200
    assert GAME.owed(state) == {1: "turn"}


def test_h19_the_others_go_back_on_top_in_order() -> None:
    state = table(stacks=STACKS, characters={0: "carpenter"})
    move(state, 0, "work own A fetch cart20")
    events = move(state, 0, "take cart20-11")
    assert events_of(events, StackTurned) == [StackTurned("cart20", "cart20-17")]
    move(state, 1, "work own A fetch cart20")
    assert transport(state, 1, "cart") == "cart20-17"
    assert GAME.view(state, None).stacks[0].top == "cart20-13"


def test_h19_only_the_carpenter_sees_what_he_looks_at() -> None:
    state = table(3, stacks=STACKS, characters={0: "carpenter"})
    events = move(state, 0, "work own A fetch cart20")
    (looked,) = events_of(events, Looked)
    assert GAME.redact(looked, 0) == looked
    assert GAME.view(state, 0).look == (("cart20-11", "cart20-17", "cart20-13"),)
    for other in (1, 2, None):
        assert GAME.redact(looked, other) == Looked(0, ("cart20",), 20, None)
        assert GAME.view(state, other).look is None
    assert not GAME.can_take_back(state, 0)


def test_h19_he_takes_only_what_he_sees_and_one_of_each_stack() -> None:
    state = table(stacks=STACKS, characters={0: "carpenter"})
    move(state, 0, "work own A fetch cart20 ship30")
    assert refusal(state, 0, "take cart20-13") == ("H19", "one_of_each_stack", {"wanted": 2, "given": 1})
    assert refusal(state, 0, "take cart20-14 ship30-15") == (
        "H19",
        "not_seen_there",
        {"transport": "cart20-14", "stack": "cart20"},
    )
    for twice in ("take cart20-11 cart20-13", "take ship30-15 ship30-16", "take ship30-15 ship40-11"):
        assert refused(state, 0, twice) == ("H19", "not_seen_there")
    assert refused(state, 0, "work own D point") == ("H19", "wrong_kind")


def test_h19_what_he_takes_may_be_named_in_any_order() -> None:
    ends = []
    for cards in ("cart20-11 ship30-15", "ship30-15 cart20-11"):
        for stacks in ("cart20 ship30", "ship30 cart20"):
            state = table(stacks=STACKS, characters={0: "carpenter"})
            move(state, 0, f"work own A fetch {stacks}")
            move(state, 0, f"take {cards}")
            assert (transport(state, 0, "cart"), transport(state, 0, "ship")) == ("cart20-11", "ship30-15")
            ends.append(state)
    assert ends == ends[:1] * 4


def test_h19_a_look_at_single_cards_needs_no_asking() -> None:
    state = table(stacks=STACKS, characters={0: "carpenter"})
    events = move(state, 0, "work own A fetch cart40")
    assert not events_of(events, Looked)
    assert transport(state, 0, "cart") == "cart40-12"
    state = table(stacks=STACKS, characters={0: "carpenter"})
    move(state, 0, "work own A fetch cart40 ship30")
    assert offered(state, 0) == ["take cart40-12 ship30-15", "take cart40-12 ship30-16"]


def test_h19_the_carpenter_looks_by_night_too() -> None:
    state = table(dawn=4, stacks=STACKS, characters={0: "carpenter"})
    load_dice(state, (3,))
    move(state, 0, "work own A dice 1")
    move(state, 0, "act fetch cart20")
    assert GAME.owed(state) == {0: "look"}
    move(state, 0, "take cart20-17")
    assert transport(state, 0, "cart") == "cart20-17"
    assert GAME.owed(state) == {1: "turn"}


def test_h27_a_transport_moves_wares_to_the_trading_post_and_is_out_of_the_game() -> None:
    state = table(dawn=4, transports={0: "cart20-11 ship30-15"}, warehouse={0: "mead:3 spices:2"}, post={0: "mead"})
    events = move(state, 0, "work own F load cart mead:2 spices:2")
    assert events_of(events, Transported) == [Transported(0, amounts("mead:2 spices:2"), "cart20-11")]
    assert events_of(events, TransportGone) == [TransportGone(0, "cart20-11", "used")]
    assert state.players[0].warehouse == list(amounts("mead"))
    assert state.players[0].post == list(amounts("mead:3 spices:2"))
    assert (transport(state, 0, "cart"), transport(state, 0, "ship")) == (None, "ship30-15")


FULL = "mead:9 cloth:9 ceramics:9 tools:9 weapons:9 spices:8"


@pytest.mark.parametrize(
    ("card", "fits", "beyond"),
    [
        ("cart20-11", "mead:6", "mead:7"),  # 4 free, 2 mead
        ("cart20-11", "mead:2 spices:4", "spices:5"),
        ("cart20-11", "mead:3 cloth:3", "mead:3 cloth:4"),
        ("cart20-17", "mead cloth tools:3", "mead cloth tools:4"),  # 5 free
        ("ship30-15", "weapons:6 spices", "weapons:7"),  # 5 free, weapons, spices
        ("ship30-15", "mead:5 weapons spices", "mead:6"),
        ("ship40-19", "mead:6 ceramics spices", "mead:7 ceramics spices"),  # 6 free, ceramics, spices
    ],
)
def test_h27_given_places_only_for_their_ware_free_ones_for_any(card: str, fits: str, beyond: str) -> None:
    kind = card[:4]
    state = table(dawn=4, transports={0: card}, warehouse={0: FULL})
    assert refusal(state, 0, f"work own F load {kind} {beyond}") == (
        "H27",
        "no_place_for_that",
        {"transport": card, "beyond": 1},
    )
    move(state, 0, f"work own F load {kind} {fits}")


@pytest.mark.parametrize(
    ("card", "fits", "beyond"),
    [
        ("cart20-11", "mead:8", "mead:9"),
        ("cart20-11", "mead:2 spices:6", "mead spices:7"),
        ("ship30-15", "weapons:2 spices:2 mead:5", "weapons:2 spices:2 mead:6"),
    ],
)
def test_h09_the_stevedore_adds_two_places_of_any_kind_to_given_ones(card: str, fits: str, beyond: str) -> None:
    kind = card[:4]
    state = table(dawn=4, transports={0: card}, warehouse={0: FULL}, characters={0: "stevedore"})
    assert refused(state, 0, f"work own F load {kind} {beyond}") == ("H27", "no_place_for_that")
    move(state, 0, f"work own F load {kind} {fits}")
    assert state.players[0].post == list(amounts(fits))


def test_h27_an_own_transport_and_wares_of_the_warehouse() -> None:
    state = table(dawn=4, transports={0: "cart20-11"}, warehouse={0: "mead"}, post={0: "cloth"})
    assert refusal(state, 0, "work own F load ship mead") == ("H27", "no_transport", {"kind": "ship"})
    assert refusal(state, 0, "work own F load cart cloth") == (
        "H27",
        "not_in_warehouse",
        {"ware": "cloth", "wanted": 1, "owned": 0},
    )
    assert refused(state, 0, "work own F point") == ("H27", "wrong_action")


def test_h27_f_offers_a_full_load_with_what_the_orders_want_first() -> None:
    state = table(
        dawn=4, transports={0: "cart20-17"}, warehouse={0: "mead:6 spices:6"}, orders={0: "O07"}, post={0: "mead"}
    )
    texts = [text for text in offered(state, 0) if " F " in text]
    assert texts[0] == "work own F load cart mead spices:4"
    assert "work own F load cart spices:5" in texts
    assert "work own F load cart mead:5" in texts
