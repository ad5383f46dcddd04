"""V5, V15, V18, V20: what can be decided early in Visby, and when it is carried out."""

from __future__ import annotations

import pytest

from rules.plans import Plan, planned_moves, questions_ahead, rehearse, wish_from
from rules.visby.state import State
from tests.rules.visby.table import VISBY, move, pick, table

pytestmark = pytest.mark.quick


def planned(state: State, seat: int, decision: str, text: str) -> Plan:
    """Return the plan of a seat to answer a decision with one move."""
    question = questions_ahead(VISBY, state, seat)[decision]
    assert VISBY.early is not None
    wish = wish_from(VISBY, question, decision, seat, rehearse(VISBY, question, seat, (text,)))
    return Plan(decision, VISBY.early.period(question.state), state.version, (wish,))


def one_merchant(*, market: int = 9, owned: int = 5, merchants: int = 1, trade: str = "buy most") -> tuple[State, Plan]:
    """Let seat 0 choose the Merchant and plan its trade; then reveal the cards, with so many Merchants."""
    state = table(4, market=market, wares=[owned] * 4)
    pick(state, "merchant")
    plan = planned(state, 0, "trade", trade)
    for seat in range(1, 4):
        move(state, seat, "pick merchant" if seat < merchants else "pick tollkeeper")
    return state, plan


@pytest.mark.parametrize(
    ("market", "owned", "merchants", "wanted", "made"),
    [
        (9, 5, 1, "most", "trade 4"),  # 2:2 twice; 2:2 and 3:2 would buy no more.
        (9, 6, 1, "3", None),  # Two wares buy two seals, four buy four; there is no trade for three.
        (9, 6, 1, "2", "trade 2"),
        (9, 6, 1, "0", "trade 0"),
        (5, 5, 1, "most", "trade 4"),  # 2:1: the fifth ware would buy nothing.
        (5, 5, 1, "1", "trade 2"),
        (15, 3, 1, "9", "trade 3"),
        (15, 3, 2, "9", None),  # 1:2: nine seals cannot be bought any more.
        (15, 3, 2, "most", "trade 3"),
        (15, 3, 2, "4", "trade 2"),
    ],
)
def test_v15_a_planned_trade_buys_what_was_said_with_the_fewest_wares_or_asks(
    market: int, owned: int, merchants: int, wanted: str, made: str | None
) -> None:
    state, plan = one_merchant(market=market, owned=owned, merchants=merchants, trade=f"buy {wanted}")
    assert VISBY.owed(state) == dict.fromkeys(range(merchants), "trade")
    assert planned_moves(VISBY, state, 0, plan) == ((made,) if made else ())


def test_v15_whoever_sealed_no_merchant_or_can_buy_nothing_plans_no_trade() -> None:
    state = table(4, market=0, wares=[2, 3, 3, 3])
    pick(state, "merchant", "merchant", "knight")
    assert [[*questions_ahead(VISBY, state, seat)] for seat in range(4)] == [[], ["trade"], [], []]
    move(state, 1, "pick ship")
    assert questions_ahead(VISBY, state, 1) == {}


def test_v19_wares_of_the_other_card_can_be_planned_for() -> None:
    state = table(2, market=0, journey=5, wares=[0, 0])
    pick(state, "ship merchant")
    offered = VISBY.options(questions_ahead(VISBY, state, 0)["trade"].state, 0)
    assert [str(each) for each in offered] == ["buy most", "buy 1", "buy 0"]
    state.players[1].discard = ["knight"]
    state.players[1].hand.remove("knight")
    move(state, 0, "pick blacksmith merchant")
    offered = VISBY.options(questions_ahead(VISBY, state, 0)["trade"].state, 0)
    assert [str(each) for each in offered] == ["buy most", "buy 1", "buy 0"], "the Troops could bring four wares"


def test_a_trade_holds_for_its_round_only() -> None:
    state, plan = one_merchant()
    move(state, 0, "trade 0")
    pick(state, "mendicant", "mendicant", "mendicant", "mendicant")
    pick(state, "merchant", "ship", "ship", "ship")
    assert VISBY.owed(state) == {0: "trade"}
    assert planned_moves(VISBY, state, 0, plan) == ()


def test_v18_while_others_trade_the_next_card_is_chosen_from_the_hand_after_the_round() -> None:
    state = table(4, wares=[3, 0, 0, 0], discards={2: "knight ship"})
    pick(state, "merchant", "tollkeeper", "mendicant", "fleet")
    assert [[*questions_ahead(VISBY, state, seat)] for seat in range(4)] == [[], ["choose"], ["choose"], ["choose"]]
    hands = {seat: questions_ahead(VISBY, state, seat)["choose"].state.players[seat].hand for seat in (1, 2)}
    assert "tollkeeper" not in hands[1]
    assert len(hands[2]) == 8, "the Mendicant takes all cards back"
    plan = planned(state, 2, "choose", "pick ship")
    assert planned_moves(VISBY, state, 2, plan) == (), "it is not asked yet"
    move(state, 0, "trade 3")
    assert planned_moves(VISBY, state, 2, plan) == ("pick ship",)
    pick(state, "ship", "ship", "ship", "ship")
    assert VISBY.owed(state) == dict.fromkeys(range(4), "choose")
    assert planned_moves(VISBY, state, 2, plan) == (), "it was for the round before"


def test_v5_a_merchant_who_has_traded_may_choose_the_next_card_and_whoever_has_no_choice_may_not() -> None:
    discarded = "troops knight blacksmith fleet ship tollkeeper"
    state = table(4, wares=[3, 3, 0, 0], discards={2: discarded, 3: discarded.replace(" ship", "")})
    pick(state, "merchant", "merchant", "merchant", "ship")
    assert [[*questions_ahead(VISBY, state, seat)] for seat in range(4)] == [[], [], [], ["choose"]]
    move(state, 0, "trade 3")
    assert [[*questions_ahead(VISBY, state, seat)] for seat in range(4)] == [["choose"], [], [], ["choose"]]


@pytest.mark.parametrize(("reached", "asked"), [([0, 30, 0, 0], []), ([27, 0, 0, 0], ["choose"])])
def test_v20_nothing_is_planned_if_the_game_ends_anyway_and_a_plan_lapses_if_it_ends(
    reached: list[int], asked: list[str]
) -> None:
    state = table(4, market=15, wares=[1, 0, 0, 0], seals=reached)
    pick(state, "merchant", "knight", "ship", "ship")
    assert [*questions_ahead(VISBY, state, 3)] == asked
    plan = planned(state, 3, "choose", "pick knight") if asked else None
    move(state, 0, "trade 1")
    assert VISBY.result(state)
    assert plan is None or planned_moves(VISBY, state, 3, plan) == ()


def test_what_can_be_planned_does_not_depend_on_what_others_have_sealed() -> None:
    state = table(4, wares=[3, 3, 0, 0])
    other = state.copy()
    pick(state, "merchant", "knight")
    pick(other, "merchant", "ship")
    assert questions_ahead(VISBY, state, 0) == questions_ahead(VISBY, other, 0)
    for each in (state, other):
        pick(each, "merchant", "merchant", "knight", "knight")
        move(each, 0, "trade 3" if each is state else "trade 0")
    assert questions_ahead(VISBY, state, 3) == questions_ahead(VISBY, other, 3)
