"""The text forms of Haithabu's moves: what reads back, what is unreadable and why."""

from __future__ import annotations

import pytest

from rules import Move, Unreadable
from rules.haithabu import actions, moves
from tests.rules.haithabu.table import GAME, amounts

pytestmark = pytest.mark.quick

TEXTS = [
    ("pick trader", moves.Pick("trader")),
    ("turn 2", moves.TurnBy(2)),
    ("hire", moves.Hire()),
    ("hire loan 1", moves.Hire(1)),
    ("work own market buy cloth:4", moves.Work("own", "market", actions.Buy(amounts("cloth:4")))),
    ("work neutral C sell mead:2", moves.Work("neutral", "C", actions.Sell(amounts("mead:2")))),
    ("work own G buy mead cloth spices", moves.Work("own", "G", actions.Buy(amounts("mead cloth spices")))),
    (
        "work own A fetch cart20 ship30 loan 1",
        moves.Work("own", "A", actions.Fetch(("cart20", "ship30")), 0, 1),
    ),
    ("work own B recruit seer", moves.Work("own", "B", actions.Recruit("seer"))),
    ("work own D order O07 gain cloth", moves.Work("own", "D", actions.TakeOrder("O07", gain="cloth"))),
    ("work own H order O07 sell cloth", moves.Work("own", "H", actions.TakeOrder("O07", sale="cloth"))),
    ("work own H order S6", moves.Work("own", "H", actions.TakeOrder("S6"))),
    ("work own D point", moves.Work("own", "D", actions.Point())),
    (
        "work own E deliver O07 mead cloth:2 S6 tools",
        moves.Work("own", "E", actions.Deliver((("O07", amounts("mead cloth:2")), ("S6", amounts("tools"))))),
    ),
    ("work own F load cart mead:2 tools", moves.Work("own", "F", actions.Load("cart", amounts("mead:2 tools")))),
    ("work own C dice 2 loan 1", moves.Work("own", "C", None, 2, 1)),
    ("act recruit trader loan 1", moves.Act(actions.Recruit("trader"), 1)),
    ("aside neutral", moves.Aside("neutral")),
    ("repay 3", moves.Repay(3)),
    ("event unpaid_bill", moves.Happen("unpaid_bill")),
    ("give silver", moves.Give("silver")),
    ("give post mead", moves.Give("post", "mead")),
    ("lose ship", moves.Lose("ship")),
    ("lose trader", moves.Lose("trader")),
    ("discard warehouse cloth:3 post mead", moves.Discard(amounts("cloth:3"), amounts("mead"))),
    ("discard post mead:12", moves.Discard(amounts(), amounts("mead:12"))),
    ("take cart20-13 ship30-11", moves.Take(("cart20-13", "ship30-11"))),
    ("return trader seer", moves.Return(("trader", "seer"))),
    ("starter 1", moves.Starter(1)),
    ("seer spices up", moves.Seer("spices", "up")),
    ("stevedore mead cloth", moves.Stevedore(amounts("mead cloth"))),
    ("carpenter ship40 loan 1", moves.Carpenter("ship40", 1)),
    ("done", moves.Done()),
]


@pytest.mark.parametrize(("text", "move"), TEXTS, ids=[text for text, _ in TEXTS])
def test_a_text_and_its_move_are_the_same(text: str, move: Move) -> None:
    assert GAME.parse(text) == move
    assert str(move) == text


def test_every_kind_of_move_and_action_has_a_text_here() -> None:
    assert {type(move) for _, move in TEXTS} == set(GAME.move_types)
    acted = {type(move.action) for _, move in TEXTS if isinstance(move, moves.Work | moves.Act)}
    assert acted - {type(None)} == set(actions.ACTIONS.values())


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("work own C sell mead mead", "work own C sell mead:2"),
        ("work own C sell spices mead", "work own C sell mead spices"),
        ("discard post mead warehouse cloth", "discard warehouse cloth post mead"),
        ("work own H order O07 sell mead gain cloth", "work own H order O07 gain cloth sell mead"),
        ("turn 02", "turn 2"),
    ],
)
def test_what_is_said_otherwise_is_written_one_way(spoken: str, written: str) -> None:
    assert str(GAME.parse(spoken)) == written


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("pick", "one character"),
        ("pick dragon", "no character"),
        ("turn", "how many fields"),
        ("turn x", "no number"),
        ("turn 1000", "no number"),
        ("hire now", "only a loan"),
        ("hire loan 0", "no loan"),
        ("hire loan -1", "no number"),
        ("work", "name the worker"),
        ("work own", "name the worker"),
        ("work his market buy mead", "no worker"),
        ("work own X point", "no place"),
        ("work own market", "name the worker"),
        ("work own market loan 1", "say what the worker does"),
        ("work own market buy", "name the wares"),
        ("work own market buy beer", "no ware"),
        ("work own market buy mead:0", "is none"),
        ("work own market buy mead:x", "no number"),
        ("work own market buy mead:", "no number"),
        ("work own market buy mead:999 mead", "more than 999"),
        ("work own market dance", "say what the worker does"),
        ("work own A fetch", "name the stacks"),
        ("work own A fetch cart50", "no stack"),
        ("work own B recruit", "one character"),
        ("work own B recruit dragon", "no character"),
        ("work own D order", "name the order"),
        ("work own D order O99", "no order"),
        ("work own D order O07 take mead", "gain or sell"),
        ("work own D order O07 gain mead gain mead", "gain or sell"),
        ("work own D order O07 gain beer", "no ware"),
        ("work own D order O07 gain", "name the order"),
        ("work own D point point", "nothing may follow"),
        ("work own E deliver", "name an order"),
        ("work own E deliver mead", "name an order"),
        ("work own E deliver O07", "name the wares"),
        ("work own E deliver O07 O58 mead", "name the wares"),
        ("work own F load", "cart or ship"),
        ("work own F load horse mead", "no kind of transport"),
        ("work own C dice", "how many dice"),
        ("work own C dice 0", "how many dice"),
        ("work own C dice 1 1", "how many dice"),
        ("act", "say what the worker does"),
        ("aside", "own or neutral"),
        ("aside horse", "no worker"),
        ("repay", "how many loans"),
        ("event", "one event"),
        ("event rain", "no event"),
        ("give", "silver, point"),
        ("give gold", "no gift"),
        ("give cellar mead", "no store"),
        ("give post beer", "no ware"),
        ("lose", "one character"),
        ("lose horse", "no character or kind"),
        ("discard", "name a store"),
        ("discard mead", "name a store"),
        ("discard post", "name the wares"),
        ("discard post mead post mead", "each store once"),
        ("take", "name the cards"),
        ("take cart20-10", "no transport"),
        ("return", "name the characters"),
        ("return dragon", "no character"),
        ("starter", "one seat"),
        ("seer spices", "up or down"),
        ("seer beer up", "no ware"),
        ("seer spices sideways", "no direction"),
        ("stevedore", "name the wares"),
        ("carpenter", "one stack"),
        ("carpenter cart50", "no stack"),
        ("done now", "nothing may follow"),
    ],
)
def test_what_is_no_move_is_unreadable_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        GAME.parse(text)
    assert reason in refusal.value.reason
