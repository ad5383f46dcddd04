"""Plans for orders: what is missing, what carries it, how many rounds are left, and whether it can be done."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

import pytest

from rules.chance import Chance
from rules.haithabu.card_data import TRANSPORTS
from rules.haithabu.order_plans import OrderPlan, order_plans
from rules.haithabu.state import NOBODY
from tests.discord.test_haithabu_guide import menu, read
from tests.rules.haithabu.plan_checks import check_plans
from tests.rules.haithabu.table import GAME, table
from tests.rules.promises import positions
from tests.selection import THOROUGH


def plan_of(**facts: object) -> OrderPlan:
    state = table(**{"orders": {0: "O07"}, "transports": {}, **facts})  # type: ignore[arg-type]
    (plan,) = order_plans(GAME.view(state, 0), 0)
    return plan


def test_what_an_order_lacks_is_found_in_the_post_in_the_warehouse_or_nowhere() -> None:
    plan = plan_of(post={0: "mead:1 cloth:4"}, warehouse={0: "mead:1"})
    assert (sum(plan.in_post), sum(plan.in_warehouse), sum(plan.to_buy)) == (5, 1, 0)
    plan = plan_of(post={0: "mead:1"}, warehouse={})
    assert (sum(plan.in_post), sum(plan.in_warehouse), sum(plan.to_buy)) == (1, 0, 5)


def test_no_ware_is_planned_for_two_orders_and_the_one_lost_sooner_comes_first() -> None:
    """O60 needs 2 Mead and 4 Weapons, O07 needs 2 Mead and 4 Cloth."""
    state = table(orders={0: "O60 O07"}, post={0: "mead:3"}, warehouse={0: "cloth:5"}, transports={})
    later, sooner = order_plans(GAME.view(state, 0), 0)
    assert [sum(each) for each in (sooner.in_post, sooner.in_warehouse, sooner.to_buy)] == [2, 4, 0]
    assert [sum(each) for each in (later.in_post, later.in_warehouse, later.to_buy)] == [1, 0, 5]


def test_an_order_that_the_post_completes_is_ready_though_another_one_is_lost_sooner() -> None:
    """O60 needs 2 Mead and 4 Weapons, O07 needs 2 Mead and 4 Cloth."""
    facts = {"warehouse": {0: ""}, "transports": {}}
    state = table(orders={0: "O60 O07"}, post={0: "mead:2 weapons:4 cloth:1"}, **facts)  # type: ignore[arg-type]
    ready, sooner = order_plans(GAME.view(state, 0), 0)
    assert not any(ready.to_carry)
    assert (sum(sooner.in_post), sum(sooner.to_buy)) == (1, 5)
    check_plans(GAME.view(state, 0), 0, [ready, sooner])
    assert "**O60** · ✅ everything is in your trading post" in read(menu(state))


@pytest.mark.parametrize("orders", ["O60 O07", "O07 O60", "O60"])
def test_for_an_order_that_the_post_completes_nothing_is_fetched_from_the_warehouse(orders: str) -> None:
    """O60 needs 2 Mead and 4 Weapons, O07 needs 2 Mead and 4 Cloth."""
    facts = {"post": {0: "mead:2 weapons:4"}, "warehouse": {0: "mead:2 cloth:1"}, "transports": {0: "ship40-11"}}
    state = table(orders={0: orders}, **facts)  # type: ignore[arg-type]
    plans = order_plans(GAME.view(state, 0), 0)
    check_plans(GAME.view(state, 0), 0, plans)
    assert [any(plan.to_carry) for plan in plans if plan.order == "O60"] == [False]
    assert "**O60** · ✅ everything is in your trading post" in read(menu(state))


def test_of_two_orders_that_the_post_could_complete_the_one_lost_sooner_is_ready() -> None:
    state = table(orders={0: "O60 O07"}, post={0: "mead:2 weapons:4 cloth:4"}, warehouse={0: ""}, transports={})
    later, sooner = order_plans(GAME.view(state, 0), 0)
    assert [sum(each.to_carry) for each in (later, sooner)] == [2, 0]


def test_the_transport_that_carries_it_is_named() -> None:
    assert plan_of(warehouse={0: "mead:2 cloth:4"}, transports={0: "cart40-12"}).transports == ("cart",)
    assert plan_of(warehouse={0: "mead:2 cloth:4"}).transports == ()
    assert plan_of(post={0: "mead:2 cloth:4"}, transports={0: "cart40-12"}).transports == ()


@pytest.mark.parametrize(
    ("transports", "sooner", "later"),
    [
        ("cart40-11", (("cart",), ()), (("cart",), ("O60",))),
        ("cart40-11 ship40-11", (("cart",), ()), (("ship",), ())),
    ],
)
def test_a_transport_is_named_for_a_second_order_only_if_it_carries_both(
    transports: str, sooner: object, later: object
) -> None:
    """O60 needs 2 Mead and 4 Weapons, O07 needs 2 Mead and 4 Cloth."""
    wares = {"warehouse": {0: "mead:4 cloth:4 weapons:4"}, "post": {}}
    state = table(orders={0: "O07 O60"}, transports={0: transports}, **wares)  # type: ignore[arg-type]
    plans = order_plans(GAME.view(state, 0), 0)
    check_plans(GAME.view(state, 0), 0, plans)
    assert [(plan.transports, plan.not_with) for plan in plans] == [later, sooner]


def test_what_plans_say_about_transports_is_true() -> None:
    met: Counter[str] = Counter()
    for seed in range(200 if THOROUGH else 6):
        chance = Chance(seed)
        for state in islice(positions(GAME, 2 + seed % 3, {}, seed), None, None, 9):
            for player in state.players:  # In random games few people have a cart or ship and several orders.
                kinds = (range(len(TRANSPORTS) // 2), range(len(TRANSPORTS) // 2, len(TRANSPORTS)))
                player.transports[:] = [chance.choice([NOBODY, *cards, *cards]) for cards in kinds]
            for seat in range(state.seats):
                view = GAME.view(state, seat)
                plans = order_plans(view, seat)
                check_plans(view, seat, plans)
                met["alone"] += any(plan.not_with for plan in plans)
                met["together"] += sum(bool(plan.transports) and not plan.not_with for plan in plans) > 1
    assert min(met["alone"], met["together"]) > 20, met


@pytest.mark.parametrize(
    ("facts", "time"),
    [
        ({"round": 1}, "enough"),
        ({"round": 8, "phase": 3, "post": {0: "mead:2 cloth:4"}}, "enough"),
        ({"round": 8, "phase": 3, "warehouse": {0: "mead:2 cloth:4"}, "transports": {0: "cart40-12"}}, "tight"),
        ({"round": 8, "phase": 3}, "too_late"),
        ({"round": 7, "phase": 3, "transports": {0: "cart40-12"}}, "enough"),
        ({"round": 7, "phase": 3, "orders": {0: "- - - - O07"}, "characters": {0: "stevedore"}}, "too_late"),
    ],
)
def test_whether_it_can_still_be_done(facts: dict[str, object], time: str) -> None:
    assert plan_of(**{"warehouse": {}, "post": {}, **facts}).time == time


@pytest.mark.parametrize(
    ("orders", "can_carry"), [("- - - O07", True), ("- - - - O07", False)], ids=["a round is left", "lost before"]
)
def test_the_stevedore_carries_what_no_transport_does_if_it_can_be_delivered_later(
    orders: str, can_carry: bool
) -> None:
    facts = {
        "post": {0: "mead:2 cloth:2"},
        "warehouse": {0: "cloth:2"},
        "characters": {0: "stevedore"},
        "transports": {},
    }
    plan = plan_of(orders={0: orders}, round=3, phase=3, **facts)
    assert plan.by_stevedore == can_carry
    assert plan.time == ("enough" if can_carry else "tight")
    assert not plan_of(orders={0: orders}, round=3, **{**facts, "characters": {}}).by_stevedore


def test_an_order_has_the_rounds_until_it_leaves_or_the_game_ends() -> None:
    assert plan_of(round=1).rounds == 5
    assert plan_of(round=7).rounds == 2
    assert plan_of(round=2, orders={0: "- - - - O07"}).rounds == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "fits in your cart, but not with O60 ·"),
        ("de", "passt auf deinen Karren, aber nicht zusammen mit O60 ·"),
    ],
)
def test_the_menu_says_of_the_second_order_that_it_does_not_fit_too(language: str, said: str) -> None:
    wares = {"warehouse": {0: "mead:4 cloth:4 weapons:4"}, "post": {}}
    state = table(orders={0: "O07 O60"}, transports={0: "cart40-11"}, **wares)  # type: ignore[arg-type]
    shown = read(menu(state, language=language))
    assert shown.count(said) == 1
    assert said in next(line for line in shown.splitlines() if "**O07**" in line)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "**O07** · 2🍯 in your warehouse · buy 4🧵 · needs a cart or ship · ⏳ 5 rounds left"),
        ("de", "**O07** · 2🍯 in deinem Lager · 4🧵 kaufen · braucht Karren oder Schiff · ⏳ noch 5 Runden"),
    ],
)
def test_the_menu_shows_the_plan(language: str, said: str) -> None:
    state = table(orders={0: "O07"}, warehouse={0: "mead:2"}, post={}, transports={})
    assert said in read(menu(state, language=language))


def test_the_menu_says_that_an_own_cart_is_too_small() -> None:
    state = table(orders={0: "O07"}, warehouse={0: "mead:2 cloth:4"}, post={}, transports={0: "cart20-17"})
    assert "in your warehouse · needs more room on a cart or ship · ⏳ 5 rounds left" in read(
        menu(state, language="en")
    )


def test_h30_between_rounds_and_before_a_phase_the_workers_of_the_next_turns_count() -> None:
    met = set()
    for seed in range(12):
        views = [GAME.view(state, None) for state in positions(GAME, 3, {}, seed)]
        for before, after in pairwise(views):
            if before.turn is None and before.phase and after.turn is not None:
                met.add("rondel" if before.round == after.round else "end of round")
                for seat in range(3):
                    if before.players[seat] == after.players[seat]:
                        assert order_plans(before, seat) == order_plans(after, seat)
    assert met == {"rondel", "end of round"}
