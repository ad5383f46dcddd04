"""Notifications that could not be sent at once: how they are joined, who is still to act, what moves along."""

from __future__ import annotations

from typing import Any

import pytest

from storage.rows import PingRow, SeatRow
from tables.model.players_to_act import RECENTLY_PINGED_S, PendingDecision, plan_prompts
from tables.notifications.kinds import (
    BoardChanged,
    HandChanged,
    LobbyChanged,
    LobbyFull,
    Moved,
    News,
    Ping,
    Started,
    Story,
    TakenBack,
)
from tables.notifications.recipients import after_moving, joined
from tables.notifications.seat_kinds import CameBack, OutOfTime

pytestmark = pytest.mark.quick

NOW = 1000
ASKED = PendingDecision(5, "choose", (0, 1))


def test_stories_that_follow_each_other_are_one() -> None:
    waited: list[Any] = [Story(after=0, upto=3), Story(after=3, upto=5), CameBack(seat=1), Story(after=5, upto=8)]
    assert joined(waited).parts == (Story(after=0, upto=5), CameBack(seat=1), Story(after=5, upto=8))


def test_what_was_taken_back_before_anybody_was_told_is_not_told() -> None:
    waited: list[Any] = [Story(after=0, upto=3), TakenBack(seat=1, struck=3), Story(after=3, upto=6)]
    assert joined(waited) == News(parts=(Story(after=0, upto=6),))


def test_what_was_told_before_and_is_taken_back_is_told() -> None:
    waited: list[Any] = [TakenBack(seat=1, struck=2), Story(after=2, upto=6)]
    assert joined(waited).parts == tuple(waited)


def test_what_was_joined_can_be_joined_again() -> None:
    first = joined([Story(after=0, upto=3)])
    assert joined([first, TakenBack(seat=0, struck=2), Story(after=3, upto=5)]) == joined([Story(after=0, upto=5)])


def seat(number: int = 0, *, entries: int = 2, computer: str | None = None, frame: int = ASKED.frame) -> SeatRow:
    return SeatRow(
        seat=number,
        person=700 + number,
        computer=computer,
        name="",
        entries=entries,
        pinged_frame=frame,
        pinged_decision="choose",
    )


def ping(*, message: int = 9, frame: int = 5, entries: int = 2, at: int = 0) -> dict[int, PingRow]:
    return {
        700: PingRow(
            person=700, kind="ping", channel=1, message=message, frame=frame, decision="choose", entries=entries, at=at
        )
    }


def test_who_owes_it_and_is_asked_by_no_message_is_pinged() -> None:
    seats = [seat(0), seat(1), seat(2), seat(3, computer="trader")]
    asked = PendingDecision(5, "choose", (0, 1, 3))
    assert plan_prompts(seats, asked, (0, 2, 3), {}, NOW).ping == [seats[0]]


def test_who_has_done_something_since_the_ping_was_written_knows() -> None:
    assert plan_prompts([seat(frame=0)], ASKED, (0,), {}, NOW).seats == []


def test_who_is_asked_by_a_message_that_stands_is_not_asked_again() -> None:
    assert plan_prompts([seat()], ASKED, (0,), ping(), NOW).seats == []
    assert plan_prompts([seat()], ASKED, (0,), ping(frame=4), NOW).ping == [seat()]
    assert plan_prompts([seat(entries=3)], ASKED, (0,), ping(at=NOW), NOW).ping == [seat(entries=3)]


@pytest.mark.parametrize(("ago", "quietly"), [(0, True), (RECENTLY_PINGED_S - 1, True), (RECENTLY_PINGED_S, False)])
def test_who_was_pinged_just_now_in_vain_is_only_written_to(ago: int, quietly: bool) -> None:
    to_ask = plan_prompts([seat()], ASKED, (0,), ping(message=0, frame=0, at=NOW - ago), NOW)
    assert (to_ask.quietly if quietly else to_ask.ping) == [seat()]


def test_a_table_that_moves_takes_along_what_waited() -> None:
    asked = Ping(seats=(1,), asking=5, until=0)
    waited: list[Any] = [Story(after=0, upto=3), BoardChanged(), asked, Story(after=3, upto=5)]
    told = [LobbyChanged(), Moved(), News(parts=(Story(after=0, upto=5),)), HandChanged(seat=1), BoardChanged(), asked]
    assert after_moving(waited, playing=True, people=[1]) == told
    assert after_moving([Started(), BoardChanged()], playing=True, people=[])[:2] == [LobbyChanged(), Started()]
    assert after_moving([LobbyChanged(), LobbyFull()], playing=False, people=[0]) == [LobbyChanged(), LobbyFull()]


def test_that_time_was_up_is_told_once_where_a_table_has_moved() -> None:
    out = OutOfTime(seat=1, then="once")
    waited: list[Any] = [out, Story(after=0, upto=3), out, OutOfTime(seat=0, then="lost"), Story(after=3, upto=5)]
    told = after_moving(waited, playing=True, people=[])
    assert told[1:5] == [Moved(), out, OutOfTime(seat=0, then="lost"), News(parts=(Story(after=0, upto=5),))]
    assert told.count(out) == 1
