"""What Haithabu's menus propose: what orders want first, each an idea of its own, and why."""

from __future__ import annotations

import re

import pytest

from cogs.games.haithabu.display import HaithabuDisplay
from cogs.games.haithabu.draft_kinds import Placing
from cogs.games.haithabu.proposals import proposals_for_turn
from cogs.messages.panel import Button, Row, Select
from rules.chance import Chance
from rules.haithabu import moves
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.state import State
from tables.thinking.table_advice import Advice
from tests.discord.test_haithabu_guide import menu, proposed, proposing, read
from tests.discord.test_haithabu_reach import busy, look_of
from tests.rules.haithabu.table import GAME, WARES
from words import words_in
from words.haithabu import terms

FACE = HaithabuDisplay()


def test_on_the_market_every_ware_can_be_chosen_below_a_few_proposals() -> None:
    parts = menu(busy(), draft=Placing("own", "market"))
    buying, selling = (part for part in parts if isinstance(part, Select))
    assert [option.label for option in buying.options] == ["Mead", "Cloth", "Ceramics", "Tools", "Weapons", "Spices"]
    assert [option.label for option in selling.options] == ["Mead", "Cloth", "Tools", "Spices"]
    assert len(proposed(parts)) == 3


def test_the_market_proposes_what_orders_lack_and_says_for_which() -> None:
    state = busy(orders={0: "S1"}, warehouse={}, post={0: "mead spices:2 ceramics"})
    lines = proposed(menu(state, draft=Placing("own", "market")))
    wanted = [ware for ware, want in zip(WARES, ORDERS[ORDER["S1"]].wares, strict=True) if want]
    lacked = {terms.ware(words_in("en"), ware) for ware in set(wanted) - {"mead", "spices", "ceramics"}}
    assert lacked
    assert any(f"Buy 1 {ware}" in line and "S1" in line for line in lines for ware in lacked)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_transport_that_brings_all_an_order_lacks_is_proposed_first_and_says_so(language: str) -> None:
    state = busy(
        dawn=5, orders={0: "O07"}, post={}, warehouse={0: "mead:2 cloth:4 spices:4"}, transports={0: "cart40-2"}
    )
    first = proposed(menu(state, draft=Placing("own", "F"), language=language))[0]
    assert "2🍯 4🧵" in first
    assert {"en": "everything for O07", "de": "alles für O07"}[language] in first


@pytest.mark.parametrize(
    ("language", "beyond", "to_sell"),
    [
        ("en", "for your order O07 · 2 more than your orders need", "to sell: no order needs it"),
        ("de", "für deinen Auftrag O07 · 2 mehr, als deine Aufträge brauchen", "zum Verkaufen: kein Auftrag braucht"),
    ],
)
def test_a_transport_that_carries_more_than_orders_want_says_how_much_more(
    language: str, beyond: str, to_sell: str
) -> None:
    there = busy(dawn=5, orders={0: "O07"}, post={}, warehouse={0: "mead:2 spices:2"}, transports={0: "cart40-2"})
    (load,) = proposed(menu(there, draft=Placing("own", "F"), language=language))
    assert beyond in load
    (load,) = proposed(
        menu(busy(dawn=5, orders={}, transports={0: "cart20-1"}), draft=Placing("own", "F"), language=language)
    )
    assert to_sell in load


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("place", "facts", "heading"),
    [
        ("G", {}, "**Nothing for your orders right now. You could:**"),
        ("G", {"orders": {0: "O07"}}, "**For your orders**"),
        ("F", {}, "**Nothing for your orders right now. You could:**"),
        ("F", {"orders": {0: "O07"}}, "**For your orders**"),
        ("A", {}, "**Worth doing now**"),
    ],
)
def test_what_no_order_needs_does_not_stand_under_what_is_worth_doing(
    language: str, place: str, facts: dict[str, object], heading: str
) -> None:
    state = busy(dawn="ABCDEFGH".index(place), **{"orders": {}, "post": {}, **facts})
    words = words_in(language)
    told = read(menu(state, draft=Placing("own", place), language=language))
    headings = {words.say(each) for each in (
        "**Nothing for your orders right now. You could:**", "**For your orders**", "**Worth doing now**"
    )}  # fmt: skip
    assert [line for line in told.splitlines() if line in headings] == [words.say(heading)]


def last_worker(silver: int) -> State:
    return busy(turn=1, phase=3, round=8, dawn=0, silver={1: silver}, transports={1: "ship20-1"}, orders={1: "O66"})


@pytest.mark.parametrize(
    ("language", "counts"),
    [("en", "worth 1 point at the end of the game"), ("de", "zählt am Ende des Spiels 1 Punkt")],
)
def test_with_the_last_worker_only_what_brings_points_is_proposed(language: str, counts: str) -> None:
    """For a cart one gets a point in the end, unless its price would have been one."""
    cheap, dear = (proposed(menu(last_worker(silver), 1, language=language)) for silver in (79, 80))
    assert [line for line in cheap if "**A**" in line and line.endswith(counts)]
    assert not [line for line in dear if "**A**" in line]
    orders = {"en": "for your order", "de": "für deinen Auftrag"}[language]
    assert not [line for line in (*cheap, *dear) if orders in line], "it is too late"


def test_with_the_last_worker_no_sale_is_proposed_that_makes_no_point() -> None:
    everybody = "starter juggler innkeeper trader seer carpenter supplier stevedore steward"
    for silver, sold in ((50, False), (75, True)):
        state = busy(
            turn=1, phase=3, round=8, dawn=0, silver={1: silver}, post={1: "cloth"}, orders={},
            transports={1: "cart20-1 ship20-1"}, characters={1: everybody},
        )  # fmt: skip
        assert bool([line for line in proposed(menu(state, 1)) if "**C**" in line]) == sold


def test_in_the_last_round_nothing_is_proposed_by_which_one_stands_no_better() -> None:
    looked = 0
    for seed in range(4):
        state, chance = GAME.new(2 + seed % 3, seed), Chance(seed)
        while owed := GAME.owed(state):
            seat = next(iter(owed))
            if state.round == 8 and owed[seat] == "turn":
                found = proposals_for_turn(look_of(state, seat))
                assert found
                assert len(found) == 1 or all(each.worth and each.worth > 0 for each in found)
                looked += len(found) > 1
            GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert looked > 10


def test_what_is_not_worth_a_worker_is_not_called_so() -> None:
    late = busy(turn=1, phase=3, round=8, dawn=6, post={}, orders={1: "O66"}, warehouse={})
    assert "**Nothing for your orders right now. You could:**" in read(menu(late, 1, draft=Placing("own", "G")))


def test_a_delivery_that_completes_an_order_is_proposed_first_and_says_so() -> None:
    state = busy(dawn=4, orders={0: "O07 O60"}, post={0: "mead:2 cloth:4"}, hired=1)
    assert "completes O07" in proposed(menu(state))[0]


def test_proposals_of_a_place_are_ideas_of_their_own_not_sizes_of_one() -> None:
    state = busy(orders={0: "S1"}, warehouse={}, post={}, transports={})
    wares = [re.findall("Buy 1 (\\S+)", line) for line in proposed(menu(state, draft=Placing("own", "market")))]
    assert len(wares) == 3
    assert len({sign for (sign,) in wares}) == 3
    kinds = [
        (terms.KIND_EMOJI["cart"] in line, terms.KIND_EMOJI["ship"] in line)
        for line in proposed(menu(state, draft=Placing("own", "A")))
    ]
    assert sorted(kinds) == [(False, True), (True, False), (True, True)]


@pytest.mark.parametrize("place", ["market", "C"])
def test_what_an_order_needs_is_never_proposed_for_sale(place: str) -> None:
    state = busy(orders={0: "O07"}, warehouse={}, post={0: "mead:2 cloth:4 spices"})
    sales = [line for line in proposed(menu(state, draft=Placing("own", place))) if "Sell" in line]
    assert sales
    assert all("Spice" in line and "Cloth" not in line and "Mead" not in line for line in sales)


def test_a_proposal_by_night_says_what_for() -> None:
    few = {"lower": "S1 S2 S3 S4", "upper": "S5 - - -", "pile": ""}
    state = busy(dawn=4, orders={0: "O07"}, post={}, warehouse={0: "mead:2 cloth:4"}, transports={}, hired=1, **few)
    (fetching,) = [line for line in proposed(menu(state)) if "**A**" in line]
    assert "🌙 **A**: roll for an event first · then buy " in fetching


@pytest.mark.parametrize(
    ("language", "by_day", "by_night"),
    [
        ("en", ["D · Take order O56 + 1 Weapon", "B · Recruit Supplier", "A · Buy cart for 20 silver"],
         "G · Buy for less …"),
        ("de", ["D · Auftrag O56 nehmen + 1 Waffe", "B · den Lieferanten anwerben", "A · Karren für 20 Silber kaufen"],
         "G · Billiger kaufen …"),
    ],
)  # fmt: skip
def test_the_button_of_a_proposal_says_what_is_done_at_once(language: str, by_day: list[str], by_night: str) -> None:
    """And the list says which are: all, or some of them."""
    done = {"en": "A suggestion is played as soon as", "de": "Ein Vorschlag wird ausgeführt, sobald"}[language]
    state = busy(orders={0: "O07"}, transports={}, warehouse={0: "mead:2 cloth:4"}, post={})
    assert proposing(shown := menu(state, language=language)) == by_day
    assert done in read(shown)
    assert by_night in proposing(shown := menu(busy(), language=language))
    assert done not in read(shown)
    some = {"en": "-# 1️⃣ and 2️⃣ are played as soon as", "de": "-# 1️⃣ und 2️⃣ werden ausgeführt, sobald"}
    assert some[language] in read(shown)


@pytest.mark.parametrize(
    ("language", "label"),
    [("en", "H · Take order O56, sell 1 Spice"), ("de", "H · Auftrag O56, 1 Gewürz verkaufen")],
)
def test_a_button_that_takes_an_order_and_sells_says_both(language: str, label: str) -> None:
    state = busy(dawn=7, orders={0: ""}, post={0: "spices:2"}, warehouse={}, transports={})
    assert label in proposing(menu(state, language=language))


def test_hiring_says_for_which_two_places_and_both_stand_below_it() -> None:
    state = busy(dawn=4, orders={0: "O07"}, post={0: "cloth:4 mead:2"}, characters={1: "seer"}, transports={})
    hire, *below = proposed(menu(state))
    named = re.search("then you can do both: (.+) and (.+)", hire)
    assert named
    assert [f"**{place}**" in line for place, line in zip(named.groups(), below, strict=True)] == [True, True]


@pytest.mark.parametrize(("seer", "hinted", "advised"), [(0, 0, 1), (1, 0, 2), (0, 2, 2), (1, 1, 1)])
def test_h18_as_many_dice_stand_out_as_are_worth_it_or_as_a_hint_names(seer: int, hinted: int, advised: int) -> None:
    state = busy(dawn=4, characters={0: "seer" if seer else "steward", 1: "trader"}, silver={0: 200})
    look = look_of(state, 0, Placing("own", "D"))
    if hinted:
        look.menu_moves.hinted = [Advice(moves.Work("own", "D", None, hinted))]
    rows = [part for part in FACE.menu(look, words_in("en")) if isinstance(part, Row)]
    found = [button for row in rows for button in row.buttons if isinstance(button, Button) and button.emoji == "🎲"]
    assert [button.style for button in found] == ["primary" if dice == advised else "secondary" for dice in (1, 2)]
