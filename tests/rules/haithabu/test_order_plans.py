"""Plans for orders: what is missing, what carries it, how many rounds are left, and whether it can be done."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.haithabu.order_plans import OrderPlan, order_plans
from tests.discord.test_haithabu_guide import menu, read
from tests.rules.haithabu.table import GAME, table
from tests.rules.promises import positions


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


def test_the_transport_that_carries_it_is_named() -> None:
    assert plan_of(warehouse={0: "mead:2 cloth:4"}, transports={0: "cart40-2"}).transports == ("cart",)
    assert plan_of(warehouse={0: "mead:2 cloth:4"}).transports == ()
    assert plan_of(post={0: "mead:2 cloth:4"}, transports={0: "cart40-2"}).transports == ()


@pytest.mark.parametrize(
    ("facts", "time"),
    [
        ({"round": 1}, "enough"),
        ({"round": 8, "phase": 3, "post": {0: "mead:2 cloth:4"}}, "enough"),
        ({"round": 8, "phase": 3, "warehouse": {0: "mead:2 cloth:4"}, "transports": {0: "cart40-2"}}, "tight"),
        ({"round": 8, "phase": 3}, "too_late"),
    ],
)
def test_whether_it_can_still_be_done(facts: dict[str, object], time: str) -> None:
    assert plan_of(**{"warehouse": {}, "post": {}, **facts}).time == time


def test_an_order_has_the_rounds_until_it_leaves_or_the_game_ends() -> None:
    assert plan_of(round=1).rounds == 5
    assert plan_of(round=7).rounds == 2
    assert plan_of(round=2, orders={0: "- - - - O07"}).rounds == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "**O07** · 2🍯 in your warehouse · buy 4🧵 · needs a cart or ship with room for it · 5 rounds left"),
        ("de", "**O07** · 2🍯 in deinem Lager · 4🧵 kaufen · braucht einen Karren oder ein Schiff mit genug Platz "),
    ],
)
def test_the_menu_shows_the_plan(language: str, said: str) -> None:
    state = table(orders={0: "O07"}, warehouse={0: "mead:2"}, post={}, transports={})
    assert said in read(menu(state, language=language))


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
