"""What is told in one lane waits for each other: so no two kinds meet there, and none changes its number."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from rules import GAMES
from storage.queries.outbox import STEPPED_ASIDE
from tables.notifications import lanes
from tables.notifications.base import AnyNotice
from tables.notifications.kinds import BoardChanged, Gathered, HandChanged, Notice, Outdated, PingsGone, PlaceGone
from tables.notifications.lobby_kinds import LobbyOpened
from tables.notifications.seat_kinds import OffersChanged, SeatGone, SeatOffered

pytestmark = pytest.mark.quick

SEATS = range(10)
GUESTS = range(1, 200_000)
ROWS = range(STEPPED_ASIDE - 2**62, STEPPED_ASIDE)
"""The lanes of what has stepped aside, by the number of its row."""
MESSAGES = range(1 << 22, 2**63)
"""A number of Discord's has at least a millisecond in it, before 22 bits."""


def all_lanes() -> dict[str, set[int]]:
    """All lanes of each kind, but of those that are known by the number of a row or a message."""
    return {
        "table": {BoardChanged().lane},
        "pings gone": {PingsGone().lane},
        "place gone": {PlaceGone().lane},
        "aside": {lanes.ASIDE},
        "new lobby": {LobbyOpened().lane},
        "offers": {OffersChanged().lane},
        "hands": {HandChanged(seat=seat).lane for seat in SEATS},
        "gathered": {Gathered(seat=seat, news=()).lane for seat in SEATS},
        "offered": {SeatOffered(seat=seat).lane for seat in SEATS},
        "gone": {SeatGone(seat=seat, person=1).lane for seat in SEATS},
        "guests": {lanes.gathered_for_guest(guest) for guest in GUESTS},
    }


def test_no_two_kinds_have_a_lane_in_common() -> None:
    for (one, these), (other, those) in combinations(all_lanes().items(), 2):
        assert not these & those, (one, other)
    for kind, these in all_lanes().items():
        for name, many in (("rows", ROWS), ("messages", MESSAGES)):
            assert not any(lane in many for lane in these), (kind, name)


def test_each_seat_and_each_guest_has_a_lane_of_its_own() -> None:
    found = all_lanes()
    assert [len(found[kind]) for kind in ("hands", "gathered", "offered", "gone")] == [len(SEATS)] * 4
    assert len(found["guests"]) == len(GUESTS)


def test_every_kind_with_a_lane_of_its_own_is_looked_at_here() -> None:
    own = {kind for kind in get_args(Notice) if kind.lane is not AnyNotice.lane}
    looked_at = {PingsGone, PlaceGone, LobbyOpened, OffersChanged, HandChanged, Gathered, SeatOffered, SeatGone}
    assert own == looked_at | {Outdated}


@pytest.mark.parametrize("game", GAMES)
def test_no_game_has_more_seats_than_have_lanes(game: str) -> None:
    assert max(GAMES[game].players) <= len(SEATS)


def test_what_waits_in_a_database_is_in_the_lane_where_newer_things_go() -> None:
    seat = 3
    numbers = {
        BoardChanged(): 0, PingsGone(): -1, PlaceGone(): -2, LobbyOpened(): -4, OffersChanged(): -5,
        HandChanged(seat=seat): 4, Gathered(seat=seat, news=()): -13, SeatOffered(seat=seat): -23,
        SeatGone(seat=seat, person=1): -33, Gathered(guest=7, news=()): -107, Gathered(guest=899, news=()): -999,
        Outdated(channel=1, message=1 << 40): 1 << 40,
    }  # fmt: skip
    assert {notice: notice.lane for notice in numbers} == numbers
    assert (lanes.ASIDE, STEPPED_ASIDE) == (-3, -1000)
