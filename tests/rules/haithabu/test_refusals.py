"""Every way in which Haithabu refuses a move has a test: the rule's number and the key of the sentence.

Most are met where their rule is tested. Here are those that no text can say, and the count of all.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules.haithabu
from rules import Move
from rules.errors import Fact, Illegal
from rules.haithabu import actions, moves
from rules.haithabu.state import State
from tests.rules.haithabu.table import GAME, amounts, end_round, last_turn, load_dice, move, table

pytestmark = pytest.mark.quick

NONE = (0,) * 6
SHORT = (1, 1)
NEGATIVE = (2, -1, 0, 0, 0, 0)


def day() -> State:
    return table(post={0: "mead:3"}, warehouse={0: "mead:3"}, transports={0: "cart20-11"}, orders={0: "O07"})


def evening() -> State:
    return table(dawn=4, post={0: "mead:3"}, warehouse={0: "mead:3"}, transports={0: "cart20-11"}, orders={0: "O07"})


def picking() -> State:
    state = GAME.new(2, 1)
    state.agenda[-1].owes = [0]
    return state  # type: ignore[no-any-return]


def games() -> State:
    state = table(turn=1, starter=1)
    load_dice(state, (1,))
    move(state, 1, "work own H dice 1")
    return state


def unrest() -> State:
    state = table(turn=1, starter=1, warehouse={0: "mead:2 cloth"})
    load_dice(state, (6,))
    move(state, 1, "work own H dice 1")
    return state


def ended() -> State:
    state = last_turn(characters={0: "seer stevedore carpenter"}, warehouse={0: "mead:3"})
    end_round(state)
    return state


def overfull() -> State:
    state = last_turn(warehouse={0: "mead:6 cloth:6"})
    end_round(state)
    return state


def juggling() -> State:
    state = table(turn=1, waiting=[], characters={0: "juggler"})
    move(state, 1, "work own D point")
    return state


def returning() -> State:
    state = last_turn(round=4, characters={0: "trader"})
    end_round(state)
    return state


def dealing(first: str) -> State:
    state = day()
    move(state, 0, "hire")
    move(state, 0, first)
    return state


def work(place: str, action: actions.AnyAction | None, worker: str = "own", dice: int = 0) -> moves.Work:
    return moves.Work(worker, place, action, dice)


CASES: list[tuple[State, Move, str, str, dict[str, Fact]]] = [
    (picking(), moves.Done(), "H5", "wrong_kind", {"verb": "done"}),
    (picking(), moves.Pick("starter"), "H5", "character_is_taken", {"character": "starter", "owner": 1}),
    (picking(), moves.Pick("dragon"), "H9", "no_such_character", {"character": "dragon"}),
    (juggling(), moves.Done(), "H11", "wrong_kind", {"verb": "done"}),
    (juggling(), moves.TurnBy(-1), "H11", "not_so_far", {"fields": -1}),
    (day(), work("X", actions.Point()), "H10", "no_such_place", {"place": "X"}),
    (day(), work("D", actions.Point(), "stranger"), "H10", "no_such_worker_waits", {"worker": "stranger"}),
    (day(), work("D", None), "H18", "action_comes_at_once", {"place": "D"}),
    (day(), work("H", None), "H18", "one_or_two_dice", {"dice": 0}),
    (day(), work("H", None, dice=-1), "H18", "one_or_two_dice", {"dice": -1}),
    (day(), work("market", actions.Buy(NONE)), "H16", "no_wares", {}),
    (day(), work("market", actions.Sell(SHORT)), "H16", "no_wares", {}),
    (day(), work("market", actions.Buy(NEGATIVE)), "H16", "one_ware_at_a_time", {}),
    (
        dealing("work neutral market buy mead"),
        work("market", actions.Sell(amounts("mead"))),
        "H14",
        "bought_in_this_phase",
        {"ware": "mead"},
    ),
    (
        dealing("work neutral market sell mead"),
        work("market", actions.Buy(amounts("mead"))),
        "H14",
        "sold_in_this_phase",
        {"ware": "mead"},
    ),
    (day(), work("C", actions.Sell((4, 0, 0, 0, 0, 0))), "H21", "neither_equal_nor_different", {"most": 3}),
    (day(), work("C", actions.Sell(NONE)), "H21", "no_wares", {}),
    (day(), work("C", actions.Sell(NEGATIVE)), "H21", "no_wares", {}),
    (evening(), work("G", actions.Buy(SHORT)), "H22", "no_wares", {}),
    (evening(), work("H", actions.Sell(NEGATIVE)), "H24", "no_wares", {}),
    (day(), work("A", actions.Fetch(())), "H19", "nothing_named", {}),
    (day(), work("A", actions.Fetch(("cart50",))), "H19", "no_such_stack", {"stack": "cart50"}),
    (day(), work("B", actions.Recruit("dragon")), "H9", "no_such_character", {"character": "dragon"}),
    (day(), work("D", actions.TakeOrder("O51", gain="beer")), "H23", "no_such_ware", {"ware": "beer"}),
    (day(), work("D", actions.TakeOrder("", gain="mead")), "H25", "not_on_display", {"order": ""}),
    (evening(), work("H", actions.TakeOrder("O51", sale="beer")), "H24", "no_such_ware", {"ware": "beer"}),
    (evening(), work("E", actions.Deliver(())), "H26", "nothing_delivered", {}),
    (evening(), work("E", actions.Deliver((("O07", NONE),))), "H26", "no_wares", {}),
    (evening(), work("E", actions.Deliver((("", amounts("mead")),))), "H26", "not_your_order", {"order": ""}),
    (evening(), work("F", actions.Load("horse", amounts("mead"))), "H27", "no_such_transport", {"kind": "horse"}),
    (evening(), work("F", actions.Load("cart", NEGATIVE)), "H27", "no_wares", {}),
    (day(), moves.Repay(-1), "H28", "nothing_repaid", {"loans": -1}),
    (day(), moves.Hire(-1), "H28", "wrong_loans", {"needed": 0, "said": -1}),
    (games(), moves.Give("gold"), "H29", "no_such_gift", {"what": "gold"}),
    (games(), moves.Give("silver", "mead"), "H29", "no_such_gift", {"what": "silver"}),
    (games(), moves.Give("post"), "H29", "no_such_ware_there", {"store": "post", "ware": ""}),
    (games(), moves.Give("post", "beer"), "H29", "no_such_ware_there", {"store": "post", "ware": "beer"}),
    (unrest(), moves.Discard(SHORT), "H29", "no_wares", {}),
    (unrest(), moves.Discard(NONE, NONE), "H29", "discard_one", {"given": 0}),
    (unrest(), moves.Discard(NEGATIVE), "H29", "no_wares", {}),
    (returning(), moves.Return(()), "H32", "name_each_once", {}),
    (returning(), moves.Return(("dragon",)), "H32", "not_your_character", {"character": "dragon"}),
    (ended(), moves.Hire(), "H33", "wrong_kind", {"verb": "hire"}),
    (ended(), moves.Starter(0), "H33", "function_not_left", {"character": "starter"}),
    (ended(), moves.Seer("beer", "up"), "H33", "no_such_price", {"ware": "beer", "direction": "up"}),
    (ended(), moves.Seer("mead", "out"), "H33", "no_such_price", {"ware": "mead", "direction": "out"}),
    (ended(), moves.Stevedore(NONE), "H33", "no_wares", {}),
    (ended(), moves.Carpenter("cart50"), "H19", "no_such_stack", {"stack": "cart50"}),
    (overfull(), moves.Discard(SHORT), "H36", "no_wares", {}),
    (overfull(), moves.Discard(), "H36", "discard_the_surplus", {"store": "warehouse", "wanted": 2, "given": 0}),
]


@pytest.mark.parametrize(("state", "refused", "rule", "key", "facts"), CASES)
def test_a_refusal_names_the_rule_and_the_facts_and_changes_nothing(
    state: State, refused: Move, rule: str, key: str, facts: dict[str, Fact]
) -> None:
    before = GAME.encode(state)
    for refuse in (GAME.check, GAME.play):
        with pytest.raises(Illegal) as refusal:
            refuse(state, 0, refused)
        assert (refusal.value.rule, refusal.value.key, refusal.value.facts) == (rule, key, facts)
        assert GAME.encode(state) == before


def test_every_refusal_of_the_rules_is_met_in_a_test() -> None:
    package = Path(rules.haithabu.__file__).parent
    source = "\n".join(file.read_text(encoding="utf-8") for file in package.glob("*.py"))
    written = set(re.findall(r'Illegal\(\s*"(H\d+)",\s*"(\w+)"', source))
    written |= {(rule, "wrong_kind") for rule in re.findall(r'wrong_kind\("(H\d+)"', source)}
    shared = set(re.findall(r'Illegal\(\s*(?:self\.)?rule,\s*"(\w+)"', source))
    assert len(written) > 60
    assert len(shared) > 5
    tests = "\n".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    met = set(re.findall(r'"(H\d+)",\s*"(\w+)"', tests))
    assert sorted(written - met) == []
    assert sorted(shared - {key for _, key in met}) == []
