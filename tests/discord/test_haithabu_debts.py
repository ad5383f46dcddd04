"""What Haithabu's menus say of loans, of storing wares, and of what has to go at the end of a round."""

from __future__ import annotations

import pytest

from cogs.games.haithabu.draft_kinds import Placing
from tests.discord.test_haithabu_guide import menu, read
from tests.discord.test_haithabu_reach import busy
from tests.rules.haithabu.table import move, offered


@pytest.mark.parametrize(
    ("count", "language", "warned"),
    [
        (4, "en", "⚠️ loan of 100: repay 200, or lose 10 points"),
        (4, "de", "⚠️ Kredit über 100: 200 zurückzahlen oder −10 Punkte"),
        (8, "en", "⚠️ 2 loans of 100: repay 400, or lose 20 points"),
        (8, "de", "⚠️ 2 Kredite über je 100: 400 zurückzahlen oder −20 Punkte"),
    ],
)
def test_a_loan_is_called_what_it_is_before_it_is_confirmed(count: int, language: str, warned: str) -> None:
    text = read(menu(busy(silver={0: 0}), draft=Placing("own", "market", f"buy spices:{count}"), language=language))
    assert warned in text.split(" · ")


def test_loans_and_points_stand_in_the_head_of_every_menu() -> None:
    for draft in (None, *(Placing("own", place) for place in ("market", *"ABCDEFGH"))):
        text = read(menu(busy(points={0: 7}, loans={0: 2}), draft=draft))
        assert "-# 250 silver · 7 points · ⚠️ 2 loans: repay 400, or lose 20 points and all points for silver" in text


def test_what_storage_will_cost_is_said_and_warned_of_if_it_leads_to_a_loan() -> None:
    assert "-# Storage at the end of the round: 18 silver, 2 per ware" in read(menu(busy()))
    warned = "⚠️ You have 8 silver left, but storage will cost 18. Unless something changes, you'll have to take a loan"
    assert warned in read(menu(busy(silver={0: 8})))
    assert "storage" not in read(menu(busy(characters={0: "steward"}, silver={0: 0}))).casefold()
    assert "storage" not in read(menu(busy(round=8, silver={0: 0}))).casefold()


def test_what_does_not_fit_at_the_end_of_the_round_is_named_with_what_storage_costs() -> None:
    text = read(menu(busy(warehouse={0: "mead:6 cloth:7"})))
    assert "-# Storage at the end of the round: 20 silver; you must discard 3 wares first" in text


def test_repaying_what_storage_will_need_is_warned_of_beforehand() -> None:
    assert "Repay" not in read(menu(busy(loans={0: 1}, silver={0: 250})))
    warned = "Repay 1 loan: ⚠️ 5 silver left, storage 18: loan at the end of the round"
    assert warned in read(menu(busy(loans={0: 1}, silver={0: 205})))


def test_an_order_that_is_lost_at_the_end_of_the_round_is_warned_of_while_something_can_be_done() -> None:
    warned = "⚠️ Lost after this round unless completed: O62"
    orders = {0: "- - O60 O61 O62"}
    assert warned in read(menu(busy(orders=orders)))
    assert warned not in read(menu(busy(orders={0: "- O60 O61 O62"})))
    assert warned not in read(menu(busy(orders=orders, round=8))), "after the last round no order moves"
    late = "❌ Lost after this round, too late to complete: O62"
    assert late in read(menu(busy(orders=orders, phase=3)))
    assert late not in read(menu(busy(orders=orders)))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, ""),
        ({"hired": 1}, "Not possible right now: hire a worker (none left this round)"),
        ({"hired": 1, "warehouse": {}}, "your warehouse is empty · hire a worker (none left this round)"),
        ({"silver": {0: 0}, "loans": {1: 16}}, "hire a worker (not enough silver)"),
    ],
)
def test_a_menu_says_why_no_worker_can_be_hired(facts: dict[str, object], reason: str) -> None:
    state = busy(**facts)
    text = read(menu(state))
    assert ("hire a worker" in text) == ("hire" not in offered(state, 0)) == bool(reason)
    assert reason in text


@pytest.mark.parametrize("first", ["own", "neutral"])
def test_who_has_hired_reads_that_it_is_once_a_turn_until_the_first_worker_is_placed(first: str) -> None:
    state = busy()
    move(state, 0, "hire")
    assert "hire a worker (only one per turn)" in read(menu(state))
    move(state, 0, f"work {first} market buy mead")
    assert "hire a worker" not in read(menu(state))


def test_a_purchase_that_leads_to_a_loan_at_the_end_of_the_round_says_so() -> None:
    text = read(menu(busy(silver={0: 24}, warehouse={0: "mead:4"}), draft=Placing("own", "market", "buy mead:4")))
    assert "−20 silver · ⚠️ 4 silver left, storage 16: loan at the end of the round" in text
