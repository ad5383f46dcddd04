"""The refresh rule: what asks somebody else is sent at once, and other boards and hands wait for further changes."""

from __future__ import annotations

from itertools import product

import pytest

from tables.notifications.kinds import (
    BoardChanged,
    Ended,
    HandChanged,
    LobbyChanged,
    Notification,
    Ping,
    Story,
    TakenBack,
)
from tables.notifications.seat_kinds import CloseWanted, MoreTime, OffersChanged, PauseWanted
from tables.notifications.timing import schedule

pytestmark = pytest.mark.quick

BOARD, STORY = BoardChanged(), Story(after=1, upto=2)
HAND, OTHER_HAND = HandChanged(seat=1), HandChanged(seat=2)
PING = Ping(seats=(1,), asking=1, until=0)


def test_a_board_and_hands_that_ask_nobody_else_wait() -> None:
    assert schedule([HAND, OTHER_HAND, BOARD], asked=()) == ([], [HAND, OTHER_HAND, BOARD], True)


def test_the_board_and_the_hand_of_who_has_something_new_to_decide_do_not_wait() -> None:
    assert schedule([HAND, OTHER_HAND, BOARD, PING], asked=(1,)) == ([HAND, BOARD, PING], [OTHER_HAND], True)


def test_the_story_is_one_message_with_the_board_and_comes_before_it() -> None:
    assert schedule([STORY, HAND, OTHER_HAND, BOARD], asked=(2,)) == ([STORY, OTHER_HAND, BOARD], [HAND], False)
    assert schedule([STORY, HAND, BOARD], asked=()) == ([STORY, BOARD], [HAND], False)


@pytest.mark.parametrize("asking", [PauseWanted(seat=0), CloseWanted(seat=0), OffersChanged()])
def test_a_board_that_asks_the_others_or_offers_a_seat_does_not_wait(asking: Notification) -> None:
    assert schedule([asking, BOARD], asked=()).refreshes == []


@pytest.mark.parametrize("happened", [TakenBack(seat=0, struck=1), MoreTime(seat=0, by=1, until=9)])
def test_a_board_that_only_shows_what_has_happened_waits(happened: Notification) -> None:
    assert schedule([happened, BOARD], asked=()) == ([happened], [BOARD], False)


def test_nothing_waits_when_a_game_begins_or_ends_or_a_seat_changes_hands() -> None:
    tell: list[Notification] = [STORY, HAND, OTHER_HAND, BOARD, Ended(), LobbyChanged()]
    assert schedule(tell, asked=()) == (tell, [], False)


@pytest.mark.parametrize("asked", [(), (1,), (1, 2)])
def test_nothing_is_lost_and_nothing_sent_twice(asked: tuple[int, ...]) -> None:
    everything: list[Notification] = [STORY, BOARD, HAND, OTHER_HAND, PING]
    for kept in product((False, True), repeat=len(everything)):
        tell = [notice for notice, keep in zip(everything, kept, strict=True) if keep]
        told = schedule(tell, asked)
        assert sorted(map(repr, [*told.at_once, *told.refreshes])) == sorted(map(repr, tell))
