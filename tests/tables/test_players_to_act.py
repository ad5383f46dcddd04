"""The pure functions that decide who has to act and who is pinged."""

from __future__ import annotations

import pytest

from storage.rows import SeatRow
from tables.model.players_to_act import RECENTLY_ACTED_S, PendingDecision, newly_to_act, plan_pings

pytestmark = pytest.mark.quick

CHOICE = PendingDecision(5, "choose", (0, 1, 2))


def test_who_still_owes_the_same_is_not_newly_asked() -> None:
    assert newly_to_act(CHOICE, PendingDecision(5, "choose", (1, 2))) == ()
    assert newly_to_act(PendingDecision(5, "choose", (1, 2)), CHOICE) == (0,)
    assert newly_to_act(CHOICE, PendingDecision(6, "choose", (0, 1))) == (0, 1)
    assert newly_to_act(CHOICE, CHOICE.without(1)) == ()
    assert newly_to_act(CHOICE.without(1), CHOICE) == (1,)


def seats(*computers: int) -> list[SeatRow]:
    return [
        SeatRow(seat=seat, person=700 + seat, computer="trader" if seat in computers else None, name=str(seat))
        for seat in range(3)
    ]


def test_who_acts_and_computers_are_not_pinged() -> None:
    to_ping = plan_pings(seats(2), CHOICE.seats, CHOICE, 0, {}, 1000)
    assert to_ping == ([1], [])
    assert plan_pings(seats(), CHOICE.seats, CHOICE, None, {}, 1000) == ([0, 1, 2], [])


@pytest.mark.parametrize(
    ("frame", "decision", "again"), [(5, "choose", False), (4, "choose", True), (5, "trade", True), (0, "", True)]
)
def test_nobody_is_pinged_twice_for_the_same_frame_and_decision(frame: int, decision: str, again: bool) -> None:
    them = seats()
    them[1].pinged_frame, them[1].pinged_decision = frame, decision
    assert (1 in plan_pings(them, (1, 2), CHOICE, 0, {}, 1000).at_once) == again


def test_whom_a_computer_asks_right_after_their_own_move_is_pinged_later() -> None:
    acted = {0: 1000 - RECENTLY_ACTED_S, 1: 1001 - RECENTLY_ACTED_S}
    assert plan_pings(seats(2), (0, 1), CHOICE, 2, acted, 1000) == ([0], [1])
