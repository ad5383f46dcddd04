"""Every way in which Visby refuses a move: the rule's number, the key of the sentence, and the facts for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.errors import Fact, Illegal
from rules.plans import questions_ahead
from rules.visby import moves, steps
from rules.visby.state import State
from tests.rules.visby.table import VISBY, move, pick, table

pytestmark = pytest.mark.quick

FOUR = "four players choosing"
TWO = "two players choosing"
MERCHANT = "a Merchant with 5 wares"
PLANNED = "a Merchant with 5 wares whose trade is planned"
POOR = "a Merchant with 7 wares where a seal costs 3"

CASES: list[tuple[str, moves.Pick | moves.Trade | moves.Buy, str, str, dict[str, Fact]]] = [
    (FOUR, moves.Trade(0), "V5", "wrong_kind", {"verb": "trade"}),
    (FOUR, moves.Pick(()), "V5", "wrong_number_of_cards", {"wanted": 1, "given": 0}),
    (FOUR, moves.Pick(("knight", "ship")), "V5", "wrong_number_of_cards", {"wanted": 1, "given": 2}),
    (TWO, moves.Pick(("knight",)), "V5", "wrong_number_of_cards", {"wanted": 2, "given": 1}),
    (TWO, moves.Pick(("knight", "ship", "fleet")), "V5", "wrong_number_of_cards", {"wanted": 2, "given": 3}),
    (TWO, moves.Pick(("ship", "ship")), "V5", "same_card_twice", {"card": "ship"}),
    (FOUR, moves.Pick(("dragon",)), "V2", "no_such_card", {"card": "dragon"}),
    (TWO, moves.Pick(("knight", "dragon")), "V2", "no_such_card", {"card": "dragon"}),
    (FOUR, moves.Pick(("troops",)), "V18", "card_is_discarded", {"card": "troops"}),
    (TWO, moves.Pick(("knight", "troops")), "V18", "card_is_discarded", {"card": "troops"}),
    (MERCHANT, moves.Pick(("knight",)), "V15", "wrong_kind", {"verb": "pick"}),
    (MERCHANT, moves.Trade(-1), "V15", "less_than_nothing", {"wares": -1}),
    (MERCHANT, moves.Trade(6), "V15", "more_than_owned", {"wares": 6, "owned": 5}),
    (MERCHANT, moves.Trade(10**30), "V15", "more_than_owned", {"wares": 10**30, "owned": 5}),
    (
        MERCHANT,
        moves.Trade(1),
        "V15",
        "wasted_between",
        {"wares": 1, "lower": 0, "seals": 0, "higher": 2, "more_seals": 2},
    ),
    (POOR, moves.Trade(4), "V15", "wasted_between", {"wares": 4, "lower": 3, "seals": 1, "higher": 6, "more_seals": 2}),
    (MERCHANT, moves.Buy(None), "V15", "wrong_kind", {"verb": "buy"}),
    (PLANNED, moves.Trade(5), "V15", "wrong_kind", {"verb": "trade"}),
    (PLANNED, moves.Buy(5), "V15", "too_many_seals", {"seals": 5, "most": 4}),
    (PLANNED, moves.Buy(-1), "V15", "too_many_seals", {"seals": -1, "most": 4}),
    (POOR, moves.Trade(7), "V15", "wasted", {"wares": 7, "lower": 6, "seals": 2}),
]


def position(name: str) -> State:
    market, wares = (1, 7) if name == POOR else (9, 5)
    state = table(2 if name == TWO else 4, market=market, wares=[wares, 0, 0, 0], discards={0: "troops"})
    if name in (MERCHANT, POOR):
        pick(state, "merchant", "ship", "ship", "ship")
    if name == PLANNED:
        pick(state, "merchant")
        state = questions_ahead(VISBY, state, 0)["trade"].state
    return state


@pytest.mark.parametrize(("name", "refused", "rule", "key", "facts"), CASES)
def test_a_refusal_names_the_rule_and_the_facts_and_changes_nothing(
    name: str, refused: moves.Pick | moves.Trade | moves.Buy, rule: str, key: str, facts: dict[str, Fact]
) -> None:
    state = position(name)
    before = VISBY.encode(state)
    for refuse in (VISBY.check, VISBY.play):
        with pytest.raises(Illegal) as refusal:
            refuse(state, 0, refused)
        assert (refusal.value.rule, refusal.value.key, refusal.value.facts) == (rule, key, facts)
        assert VISBY.encode(state) == before


def test_every_refusal_in_the_steps_has_a_case_here() -> None:
    source = Path(steps.__file__).read_text(encoding="utf-8")
    written = set(re.findall(r'Illegal\("(V\d+)", "(\w+)"', source))
    written |= {(rule, "wrong_kind") for rule in re.findall(r'wrong_kind\("(V\d+)"', source)}
    assert len(written) > 6
    assert written == {(rule, key) for _, _, rule, key, _ in CASES}


def test_cards_may_be_named_in_any_order_and_are_kept_in_the_order_of_their_steps() -> None:
    state = table(2)
    move(state, 0, "pick ship knight")
    assert VISBY.view(state, 0).picked == ("knight", "ship")
    assert str(VISBY.parse("pick ship knight")) == "pick knight ship"
    VISBY.play(state, 0, moves.Pick(("mendicant", "troops")))
    assert VISBY.view(state, 0).picked == ("troops", "mendicant")
