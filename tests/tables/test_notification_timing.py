"""When notifications of a change are sent: none twice, none lost, and later what nobody needs sooner."""

from __future__ import annotations

from itertools import product

import pytest

from tables.notifications.kinds import BoardChanged, HandChanged, Notice, Ping, Story
from tables.notifications.timing import IN_TIME, MOMENT, Schedule, schedule

pytestmark = pytest.mark.quick

NOW = 1000
BOARD, STORY = BoardChanged(), Story(after=1, upto=2)
HAND, HAND_CAN_WAIT = HandChanged(seat=1), HandChanged(seat=2, can_wait=True)
PING = Ping(seats=(1,), asking=1, until=0)


def waits(told: Schedule, notice: Notice) -> int:
    """How long something waits; -1: it is told at once."""
    return next((each.due - NOW for each in told.later if notice in each.notices), -1)


@pytest.mark.parametrize("computers", [False, True])
@pytest.mark.parametrize("rests", [0, NOW + 7])
def test_what_happened_takes_board_and_hands_along_at_once(rests: int, computers: bool) -> None:
    told = schedule(
        [STORY, BOARD, HAND, HAND_CAN_WAIT, PING], NOW, board_rests=rests, computers_next=computers, menus={}
    )
    assert told.at_once == [STORY, BOARD, HAND, PING], "in the order in which they were given"
    assert waits(told, HAND_CAN_WAIT) == IN_TIME
    assert not told.in_place, "it comes after what happened"
    assert not told.after_computers


def test_a_board_that_was_edited_just_now_rests_aside_of_all_else() -> None:
    told = schedule([BOARD, HAND, PING], NOW, board_rests=NOW + 7, computers_next=False, menus={})
    assert waits(told, BOARD) == 7
    assert [each.aside for each in told.later if each.notices] == [True]
    assert told.at_once == [HAND, PING]
    assert told.in_place
    assert schedule([BOARD], NOW, board_rests=NOW, computers_next=False, menus={}).at_once == [BOARD], "it has rested"


def test_while_computers_are_next_board_and_hands_wait_for_them() -> None:
    told = schedule([BOARD, HAND, HAND_CAN_WAIT], NOW, board_rests=0, computers_next=True, menus={})
    assert [waits(told, notice) for notice in (BOARD, HAND, HAND_CAN_WAIT)] == [MOMENT, MOMENT, IN_TIME]
    assert told.at_once == []
    assert told.after_computers


@pytest.mark.parametrize("computers", [False, True])
@pytest.mark.parametrize("tell", [[HAND, HAND_CAN_WAIT], [STORY, HAND, HAND_CAN_WAIT]])
def test_the_hand_of_who_has_a_menu_waits_as_long_as_that_lasts(tell: list[Notice], computers: bool) -> None:
    told = schedule(tell, NOW, board_rests=0, computers_next=computers, menus={1: NOW + 800, 2: NOW + 700, 3: NOW + 9})
    assert [waits(told, hand) for hand in (HAND, HAND_CAN_WAIT)] == [800, IN_TIME]


@pytest.mark.parametrize("menus", [{}, {1: NOW + 800, 2: NOW + 700}])
@pytest.mark.parametrize("computers", [False, True])
@pytest.mark.parametrize("rests", [0, NOW + 7])
def test_nothing_is_lost_and_nothing_told_twice(rests: int, computers: bool, menus: dict[int, int]) -> None:
    everything: list[Notice] = [STORY, BOARD, HAND, HAND_CAN_WAIT, PING]
    for kept in product((False, True), repeat=len(everything)):
        tell = [notice for notice, keep in zip(everything, kept, strict=True) if keep]
        told = schedule(tell, NOW, board_rests=rests, computers_next=computers, menus=menus)
        found = [*told.at_once, *(notice for each in told.later for notice in each.notices)]
        assert sorted(map(repr, found)) == sorted(map(repr, tell))
