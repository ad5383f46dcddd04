"""Who is asked and who of them is pinged, asked directly."""

from __future__ import annotations

import pytest

from storage.rows import SeatRow
from tables.model.players_to_act import JUST_NOW, Asked, newly_asked, whom_to_ping

pytestmark = pytest.mark.quick

CHOICE = Asked(5, "choose", (0, 1, 2))


def test_who_still_owes_the_same_is_not_newly_asked() -> None:
    assert newly_asked(CHOICE, Asked(5, "choose", (1, 2))) == ()
    assert newly_asked(Asked(5, "choose", (1, 2)), CHOICE) == (0,)
    assert newly_asked(CHOICE, Asked(6, "choose", (0, 1))) == (0, 1)
    assert newly_asked(CHOICE, CHOICE.without(1)) == ()
    assert newly_asked(CHOICE.without(1), CHOICE) == (1,)


def seats(*computers: int) -> list[SeatRow]:
    return [
        SeatRow(seat=seat, person=700 + seat, computer="trader" if seat in computers else None, name=str(seat))
        for seat in range(3)
    ]


def test_who_acts_and_computers_are_not_pinged() -> None:
    to_ping = whom_to_ping(seats(2), CHOICE.seats, CHOICE, 0, {}, 1000)
    assert to_ping == ([1], [])
    assert whom_to_ping(seats(), CHOICE.seats, CHOICE, None, {}, 1000) == ([0, 1, 2], [])


@pytest.mark.parametrize(
    ("frame", "decision", "again"), [(5, "choose", False), (4, "choose", True), (5, "trade", True), (0, "", True)]
)
def test_nobody_is_pinged_twice_for_the_same_frame_and_decision(frame: int, decision: str, again: bool) -> None:
    them = seats()
    them[1].pinged_frame, them[1].pinged_decision = frame, decision
    assert (1 in whom_to_ping(them, (1, 2), CHOICE, 0, {}, 1000).at_once) == again


def test_whom_a_computer_asks_right_after_their_own_move_is_pinged_later() -> None:
    acted = {0: 1000 - JUST_NOW, 1: 1001 - JUST_NOW}
    assert whom_to_ping(seats(2), (0, 1), CHOICE, 2, acted, 1000) == ([0], [1])
