"""R14 to R16 and R20 to R23: what pays, how much, and what is refused."""

from __future__ import annotations

from itertools import product

import pytest

from rules.riga import payment, payment_search
from rules.riga import view as views
from rules.riga.data import COST
from tests.rules.riga.table import BASE, GAME, MADE_IN, PRICES, SOLD_IN, hand, move, offered, refusal, refused, table

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(("city", "good"), list(product(PRICES, BASE)))
def test_r14_goods_pay_the_values_of_the_buildings_city(city: str, good: str) -> None:
    state = table(hands={0: f"{good} " * 6 + ("" if city == "riga" else f"{city}:bank")}, riga=True)
    name, cost = ("riga:school", 4) if city == "riga" else (f"{city}:bank", 8)
    value = PRICES[city].get(good)
    if value is None:
        assert refusal(state, 0, f"build {name} pay {good}") == ("R14", "foreign", {"good": good, "city": city})
        assert not any(text.startswith(f"build {name} ") for text in offered(state, 0))
    else:
        count = -(-cost // value)
        if count > 1:
            text = f"build {name} pay {' '.join([good] * (count - 1))}"
            facts = {"cost": cost, "paid": (count - 1) * value}
            assert refusal(state, 0, text) == ("R14", "too_little", facts)
        assert [text for text in offered(state, 0) if text.startswith(f"build {name} pay")] == [
            f"build {name} pay {' '.join([good] * count)}"
        ]


def test_r14_rulebook_example_two_cloth_pay_the_market_hall_in_danzig_and_two_ducats_lapse() -> None:
    state = table(hands={0: "cloth cloth danzig:market_hall"})
    (built,) = move(state, 0, "build danzig:market_hall pay cloth cloth")
    assert (built.cost, built.paid, built.lapsed) == (8, 10, 2)  # type: ignore[attr-defined]
    assert hand(state, 0) == []
    assert GAME.view(state, None).goods_discard == {"cloth": 2, "glass": 0, "wine": 0, "grain": 0}


def test_r14_surplus_never_counts_for_another_payment() -> None:
    state = table(hands={0: "cloth cloth cloth danzig:market_hall danzig:bank"})
    move(state, 0, "build danzig:market_hall pay cloth cloth")
    assert refused(state, 0, "build danzig:bank pay cloth") == ("R14", "too_little")


def test_r14_only_goods_in_hand_pay() -> None:
    state = table(hands={0: "cloth danzig:bank", 1: "cloth"}, rows=("cloth",))
    assert refusal(state, 0, "build danzig:bank pay cloth cloth") == (
        "R14",
        "goods_missing",
        {"good": "cloth", "owned": 1},
    )
    assert refused(state, 0, "build danzig:bank") == ("R14", "too_little")


def test_r15_a_group_of_one_city_is_paid_together() -> None:
    state = table(hands={0: "cloth cloth cloth glass danzig:market_hall danzig:bank danzig:lodge visby:bank"})
    assert refused(state, 0, "build danzig:bank visby:bank pay glass glass glass") == ("R15", "two_cities")
    assert refused(state, 0, "build danzig:bank danzig:bank pay glass glass") == ("R15", "named_twice")
    (built,) = move(state, 0, "build danzig:market_hall danzig:bank pay cloth cloth glass")
    assert (built.cost, built.lapsed) == (16, 0)  # type: ignore[attr-defined]
    assert len(GAME.view(state, 0).turn.built) == 2


def test_r15_riga_counts_as_a_city() -> None:
    state = table(hands={0: "cloth wine danzig:bank"}, riga=True)
    assert refused(state, 0, "build riga:school danzig:bank pay cloth wine") == ("R15", "two_cities")
    move(state, 0, "build riga:warehouse riga:monastery pay cloth wine")


def test_r16_what_could_be_left_out_is_refused_and_named() -> None:
    state = table(
        hands={0: "cloth cloth wine wine danzig:bank"},
        built={0: "visby:trading_post visby:crane visby:bank tallinn:tavern"},
    )
    text = "build danzig:bank pay cloth cloth wine"
    assert refusal(state, 0, text) == ("R16", "superfluous", {"what": ("cloth", "wine"), "lapsed": 5})
    text = "build danzig:bank pay cloth cloth visby:trading_post"
    assert refusal(state, 0, text) == ("R16", "superfluous", {"what": ("cloth", "visby:trading_post"), "lapsed": 6})
    text = "build danzig:bank pay cloth wine visby:crane@danzig:bank"
    what = ("wine", "visby:crane")
    assert refusal(state, 0, text) == ("R16", "superfluous", {"what": what, "lapsed": 4})
    text = "build danzig:bank pay cloth wine tallinn:tavern"
    assert refusal(state, 0, text) == ("R16", "superfluous", {"what": ("tallinn:tavern",), "lapsed": 0})
    move(state, 0, "build danzig:bank pay cloth wine")


def test_r20_money_functions_pay_their_ducats_once_and_may_be_combined() -> None:
    state = table(
        hands={0: "wine danzig:fortress danzig:bank"},
        built={0: "visby:guildhall visby:fortress visby:trading_post visby:bank visby:tavern riga:exchange"},
        riga=True,
        exchange=True,
    )
    purse = views.view_purse(GAME.view(state, 0).players[0])
    assert purse.money == {"visby:trading_post": 4, "visby:bank": 6, "visby:tavern": 4, "riga:exchange": 8}
    (built,) = move(state, 0, "build danzig:fortress pay visby:tavern riga:exchange")
    assert built.money == (("visby:tavern", 4), ("riga:exchange", 8))  # type: ignore[attr-defined]
    assert not GAME.view(state, None).players[0].exchange
    assert refused(state, 0, "build danzig:bank pay wine riga:exchange") == ("R20", "exchange_empty")
    assert refused(state, 0, "build danzig:bank pay wine visby:tavern visby:bank") == ("R19", "used")
    (built,) = move(state, 0, "build danzig:bank pay visby:trading_post visby:bank")
    assert built.lapsed == 2  # type: ignore[attr-defined]
    player = GAME.view(state, None).players[0]
    assert (player.merchants, player.knights) == (3, 4)  # not used up; the new Fortress has two more


def test_r18_persons_built_in_this_turn_do_not_count_for_bank_and_tavern() -> None:
    state = table(hands={0: "cloth " * 8 + "danzig:guildhall danzig:fortress"}, built={0: "visby:bank visby:tavern"})
    move(state, 0, "build danzig:guildhall danzig:fortress pay cloth cloth cloth cloth cloth")
    purse = views.view_purse(GAME.view(state, 0).players[0])
    assert purse.money == {"visby:bank": 0, "visby:tavern": 0}
    move(state, 0, "done")
    purse = views.view_purse(GAME.view(state, 0).players[0])
    assert purse.money == {"visby:bank": 4, "visby:tavern": 4}


def test_r21_one_crane_per_building_before_the_costs_are_added() -> None:
    state = table(
        hands={0: "glass glass danzig:bank danzig:lodge danzig:crane"}, built={0: "visby:crane tallinn:crane"}
    )
    text = "build danzig:bank pay glass visby:crane@danzig:bank tallinn:crane@danzig:bank"
    assert refusal(state, 0, text) == ("R21", "two_cranes", {"building": "danzig:bank"})
    text = "build danzig:bank pay glass visby:crane@danzig:lodge"
    assert refused(state, 0, text) == ("R21", "crane_elsewhere")
    (built,) = move(
        state, 0, "build danzig:bank danzig:lodge pay glass glass visby:crane@danzig:bank tallinn:crane@danzig:lodge"
    )
    assert (built.full_cost, built.cost, built.lapsed) == (18, 9, 3)  # type: ignore[attr-defined]


def test_r21_odd_costs_round_up() -> None:
    for building, cost in COST.items():
        assert cost - payment.SAVES[building] == (cost + 1) // 2
    for cost, left in ((7, 4), (8, 4), (9, 5)):  # no building costs an odd sum yet
        assert cost - payment.saved(cost) == left
    assert payment_search.crane_options(("danzig:bank",), 1) == (
        ((), 8, payment_search.MORE_THAN_CAN_LAPSE),
        (("danzig:bank",), 4, 4),
    )


def test_r21_a_crane_and_then_money_for_the_halved_cost() -> None:
    state = table(hands={0: "danzig:bank"}, built={0: "visby:crane visby:trading_post"})
    assert offered(state, 0) == ["build danzig:bank pay visby:trading_post visby:crane@danzig:bank", "done"]
    move(state, 0, "build danzig:bank pay visby:trading_post visby:crane@danzig:bank")


@pytest.mark.parametrize("home", list(MADE_IN))
def test_r22_a_manufactory_adds_one_ducat_per_card_of_its_good_in_every_city(home: str) -> None:
    made = MADE_IN[home]
    for city, prices in PRICES.items():
        expected = {good: ducats + (good == made) for good, ducats in prices.items()}
        assert payment.prices(city, frozenset({f"{home}:manufactory"})) == expected


@pytest.mark.parametrize("home", list(SOLD_IN))
def test_r23_a_market_hall_lets_its_good_pay_its_base_value_where_it_could_not(home: str) -> None:
    sold = SOLD_IN[home]
    for city, prices in PRICES.items():
        assert payment.prices(city, frozenset({f"{home}:market_hall"})) == {sold: BASE[sold], **prices}


def test_r22_r23_both_together_make_base_and_one_whatever_their_cities() -> None:
    for maker, hall in product(MADE_IN, SOLD_IN):
        if MADE_IN[maker] == SOLD_IN[hall]:
            good = MADE_IN[maker]
            traders = frozenset({f"{maker}:manufactory", f"{hall}:market_hall"})
            assert payment.prices(hall, traders)[good] == BASE[good] + 1
    assert "cloth" not in payment.prices("visby", frozenset({"stockholm:manufactory"}))
    state = table(hands={0: "cloth cloth visby:guildhall"}, built={0: "stockholm:manufactory visby:market_hall"})
    move(state, 0, "build visby:guildhall pay cloth cloth")


def test_r22_manufactory_and_market_hall_are_not_used_up_and_do_not_count_when_fresh() -> None:
    state = table(hands={0: "cloth " * 6 + "danzig:market_hall danzig:manufactory visby:bank visby:lodge"})
    move(state, 0, "build danzig:market_hall danzig:manufactory pay cloth cloth cloth cloth")
    purse = views.view_purse(GAME.view(state, 0).players[0])
    assert (purse.traders, payment.prices("danzig", purse.traders)) == (frozenset(), PRICES["danzig"])
    move(state, 0, "done")
    purse = views.view_purse(GAME.view(state, 0).players[0])
    assert payment.prices("danzig", purse.traders) == {"cloth": 5, "glass": 7, "wine": 3, "grain": 2}


def test_r22_base_values_hold_for_the_exchange() -> None:
    state = table(hands={0: "cloth"}, built={0: "riga:exchange stockholm:manufactory"}, riga=True)
    assert refusal(state, 0, "fill cloth") == ("R17", "exchange_wants_more", {"wanted": 6, "total": 5})


@pytest.mark.parametrize(
    ("text", "rule", "key"),
    [
        ("pay glass", "R14", "too_little"),
        ("pay glass cloth cloth", "R16", "superfluous"),
        ("pay grain glass", "R14", "foreign"),
        ("pay wine wine wine", "R14", "goods_missing"),
        ("pay cloth visby:trading_post", "R19", "used"),
        ("pay cloth danzig:trading_post", "R18", "too_fresh"),
        ("pay tallinn:trading_post tallinn:trading_post", "R19", "doubled"),
        ("pay cloth stockholm:trading_post", "R17", "not_built"),
        ("pay cloth visby:lodge", "R20", "no_money"),
        ("pay cloth visby:crane", "R20", "no_money"),
        ("pay cloth tallinn:trading_post@danzig:bank", "R20", "no_crane"),
        ("pay glass tallinn:crane@danzig:bank", "R19", "used"),
        ("pay glass danzig:crane@danzig:bank", "R18", "too_fresh"),
        ("pay glass stockholm:crane@danzig:bank", "R17", "not_built"),
        ("pay glass visby:crane@danzig:lodge", "R21", "crane_elsewhere"),
        ("pay glass visby:crane@danzig:bank visby:crane@danzig:bank", "R19", "doubled"),
        ("pay cloth riga:exchange", "R20", "exchange_empty"),
    ],
)
def test_every_error_in_a_payment_has_its_own_reason(text: str, rule: str, key: str) -> None:
    state = table(
        hands={0: "cloth cloth glass wine grain danzig:bank danzig:archive danzig:lodge"},
        built={
            0: "visby:trading_post tallinn:trading_post danzig:trading_post visby:lodge visby:crane tallinn:crane "
            "danzig:crane riga:exchange"
        },
        used={0: "visby:trading_post tallinn:crane"},
        fresh="danzig:trading_post danzig:crane",
        riga=True,
    )
    assert refused(state, 0, f"build danzig:bank {text}") == (rule, key)
    if key == "doubled" and "crane" in text:
        both = "pay glass visby:crane@danzig:bank visby:crane@danzig:archive"
        state.players[0].buildings.remove("danzig:lodge")
        state.agenda[-1].built.clear()  # type: ignore[union-attr]
        assert refused(state, 0, f"build danzig:bank danzig:archive {both}") == (rule, key)
