"""H28: loans, said as part of the move that needs them, and repaid in one's own turn."""

from __future__ import annotations

import pytest

from rules.haithabu.end_events import WantedNoMore
from rules.haithabu.events import Borrowed, Repaid
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, load_dice, move, offered, refusal, refused, table

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("silver", "wares", "loans"),
    [(75, "spices:3", 0), (74, "spices:3", 1), (0, "spices:4", 1), (0, "spices:5", 2), (50, "spices:15", 4)],
)
def test_h28_as_many_loans_as_the_purchase_needs_and_no_more_after_saying_so(
    silver: int, wares: str, loans: int
) -> None:
    state = table(silver={0: silver})
    text = f"work own market buy {wares}"
    for said in range(6):
        if said != loans:
            wrong = f"{text} loan {said}" if said else text
            assert refusal(state, 0, wrong) == ("H28", "wrong_loans", {"needed": loans, "said": said})
    events = move(state, 0, f"{text} loan {loans}" if loans else text)
    assert events_of(events, Borrowed) == ([Borrowed(0, loans)] if loans else [])
    assert state.players[0].silver == silver + 100 * loans - 25 * int(wares.split(":")[1])
    assert state.players[0].loans == loans
    assert GAME.view(state, None).loans == 16 - loans


def test_h28_for_everything_one_chooses_in_ones_turn() -> None:
    state = table(3, silver={0: 5}, characters={1: "steward"}, dawn=2)
    move(state, 0, "hire loan 1")
    assert (state.players[0].silver, state.players[0].loans) == (65, 1)
    state.players[0].silver = 5
    load_dice(state, (3, 3))
    move(state, 0, "work own A dice 2 loan 1")
    assert state.players[0].silver == 85
    state.players[0].silver = 5
    move(state, 0, "act fetch cart40 ship40 loan 1")
    assert state.players[0].silver == 25
    state.players[0].silver = 5
    load_dice(state, (3,))
    move(state, 0, "work neutral B dice 1")
    move(state, 0, "act recruit steward loan 1")
    assert (state.players[0].silver, state.players[0].loans) == (95, 4)


def test_h28_there_are_16_in_the_game() -> None:
    state = table(silver={0: 0}, loans={0: 8, 1: 7})
    assert refusal(state, 0, "work own market buy spices:5 loan 2") == (
        "H28",
        "too_expensive",
        {"cost": 125, "silver": 0, "left": 1},
    )
    move(state, 0, "work own market buy spices:4 loan 1")
    assert GAME.view(state, None).loans == 0
    state.players[1].silver = 0
    assert refused(state, 1, "work own market buy mead loan 1") == ("H28", "too_expensive")


def test_h28_never_for_an_event() -> None:
    state = table(silver={0: 9})
    load_dice(state, (4,))
    move(state, 0, "work own H dice 1")
    assert (state.players[0].silver, state.players[0].loans, state.players[0].points) == (9, 0, 4)


def test_h28_any_number_can_be_repaid_for_200_each_in_ones_own_turn() -> None:
    state = table(silver={0: 700}, loans={0: 4})
    assert refusal(state, 0, "repay 4") == ("H28", "cannot_repay", {"cost": 800, "silver": 700})
    assert refusal(state, 0, "repay 5") == ("H28", "not_so_many_loans", {"loans": 5, "owned": 4})
    assert refusal(table(silver={0: 700}), 0, "repay 1") == ("H28", "no_loans", {})
    assert refusal(state, 0, "repay 0") == ("H28", "nothing_repaid", {"loans": 0})
    assert offered(state, 0)[-3:] == ["repay 3", "repay 2", "repay 1"]
    assert move(state, 0, "repay 2") == [Repaid(0, 2, 400)]
    assert (state.players[0].silver, state.players[0].loans) == (300, 2)
    assert GAME.view(state, None).loans == 14
    move(state, 0, "repay 1")
    assert GAME.owed(state) == {0: "turn"}


def test_h28_who_could_not_repay_before_his_last_action_may_after_it() -> None:
    state = table(silver={0: 50}, loans={0: 2}, post={0: "spices:20"}, market={"spices": 4})
    move(state, 0, "work own market sell spices:16")
    assert GAME.owed(state) == {0: "settle"}
    assert offered(state, 0) == ["done", "repay 2", "repay 1"]
    assert refused(state, 0, "repay 3") == ("H28", "not_so_many_loans")
    assert refused(state, 0, "work own D point") == ("H28", "wrong_kind")
    move(state, 0, "repay 2")
    assert (state.players[0].silver, state.players[0].loans) == (50, 0)
    assert GAME.owed(state) == {1: "turn"}


def test_h28_he_may_also_keep_his_loans() -> None:
    state = table(silver={0: 50}, loans={0: 2}, post={0: "spices:20"}, market={"spices": 4})
    move(state, 0, "work own market sell spices:8")
    assert offered(state, 0) == ["done", "repay 1"]
    assert move(state, 0, "done") == [WantedNoMore(0)]
    assert (state.players[0].silver, state.players[0].loans) == (250, 2)
    assert GAME.owed(state) == {1: "turn"}


def test_h28_after_the_last_worker_the_turn_ends_by_his_word_as_long_as_a_loan_can_be_repaid() -> None:
    state = table(silver={0: 650}, loans={0: 4})
    move(state, 0, "work own D point")
    assert GAME.owed(state) == {0: "settle"}
    for left in (2, 1):
        move(state, 0, "repay 1")
        assert offered(state, 0) == ["done", *(f"repay {count}" for count in range(left, 0, -1))]
    move(state, 0, "repay 1")
    assert (state.players[0].silver, state.players[0].loans) == (50, 1)
    assert GAME.owed(state) == {1: "turn"}


def test_h28_the_turn_ends_by_itself_when_nothing_can_be_repaid() -> None:
    for silver, owed in ((199, 1), (900, 0)):
        state = table(silver={0: silver}, loans={0: owed})
        move(state, 0, "work own D point")
        assert GAME.owed(state) == {1: "turn"}


def test_h28_between_the_event_of_a_night_and_the_action() -> None:
    state = table(silver={0: 450}, loans={0: 3}, dawn=3)
    load_dice(state, (3,))
    move(state, 0, "work own A dice 1")
    assert GAME.owed(state) == {0: "act"}
    assert offered(state, 0)[-2:] == ["repay 2", "repay 1"]
    assert refused(state, 0, "repay 3") == ("H28", "cannot_repay")
    assert move(state, 0, "repay 2") == [Repaid(0, 2, 400)]
    assert GAME.owed(state) == {0: "act"}
    move(state, 0, "act fetch cart30")
    assert (state.players[0].silver, state.players[0].loans) == (20, 1)
    assert GAME.owed(state) == {1: "turn"}


@pytest.mark.parametrize("field", ["A", "B", "G"])
def test_h28_repaying_leaves_the_placed_worker_something_to_do(field: str) -> None:
    state = table(silver={0: 200}, loans={0: 9, 1: 7}, characters={1: "trader seer"}, dawn=(ord(field) - 64) % 8)
    load_dice(state, (3,))
    move(state, 0, f"work own {field} dice 1")
    move(state, 0, "repay 1")
    assert state.players[0].silver == 0
    assert offered(state, 0)
    move(state, 0, offered(state, 0)[0])


def test_h28_not_while_one_of_two_events_is_chosen() -> None:
    state = table(silver={0: 450}, loans={0: 1}, dawn=3)
    load_dice(state, (3, 4))
    move(state, 0, "work own A dice 2")
    assert GAME.owed(state) == {0: "choose_event"}
    assert refused(state, 0, "repay 1") == ("H18", "wrong_kind")


def test_h28_by_the_first_rules_who_could_have_repaid_before_is_not_asked_again() -> None:
    state = table(silver={0: 250}, loans={0: 1}, version=1)
    move(state, 0, "work own D point")
    assert GAME.owed(state) == {1: "turn"}


def test_h28_by_the_first_rules_who_has_repaid_after_his_last_action_is_not_asked_again() -> None:
    state = table(silver={0: 50}, loans={0: 2}, post={0: "spices:20"}, market={"spices": 4}, version=1)
    move(state, 0, "work own market sell spices:16")
    move(state, 0, "repay 1")
    assert (state.players[0].silver, state.players[0].loans) == (250, 1)
    assert GAME.owed(state) == {1: "turn"}


def test_h28_by_the_first_rules_nothing_is_repaid_between_event_and_action() -> None:
    state = table(silver={0: 450}, loans={0: 3}, dawn=3, version=1)
    load_dice(state, (3,))
    move(state, 0, "work own A dice 1")
    assert not any(text.startswith("repay") for text in offered(state, 0))
    assert refused(state, 0, "repay 1") == ("H18", "wrong_kind")


@pytest.mark.parametrize(("dice", "rolled", "left"), [(2, (3, 3), 180), (1, (4,), 190), (1, (3,), 200)])
@pytest.mark.parametrize("version", GAME.versions)
def test_h28_silver_that_dice_or_a_bill_needed_first_can_repay_after_the_action(
    dice: int, rolled: tuple[int, ...], left: int, version: int
) -> None:
    state = table(silver={0: 200}, loans={0: 1}, post={0: "spices"}, dawn=3, version=version)
    load_dice(state, rolled)
    move(state, 0, f"work own C dice {dice}")
    assert state.players[0].silver == left
    move(state, 0, "act sell spices")
    assert state.players[0].silver == left + 30
    assert GAME.owed(state) == ({0: "settle"} if left < 200 or version > 1 else {1: "turn"})


def test_h28_silver_of_the_first_worker_can_repay_before_the_second_is_placed() -> None:
    state = table(silver={0: 40}, loans={0: 1}, post={0: "spices:8"}, market={"spices": 4})
    move(state, 0, "hire")
    move(state, 0, "work own market sell spices:8")
    assert "repay 1" in offered(state, 0)
    move(state, 0, "repay 1")
    move(state, 0, "work neutral D point")
    assert GAME.owed(state) == {1: "turn"}
