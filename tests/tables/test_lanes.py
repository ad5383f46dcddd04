"""Notifications of one lane wait for each other: no two kinds share one by accident, and stored names never change."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from storage.queries.outbox import TABLE
from tables.notifications import pending
from tables.notifications.base import AnyNotification
from tables.notifications.kinds import (
    BoardChanged,
    ChannelDeleted,
    Digest,
    DirectPrompt,
    HandChanged,
    Notification,
    ObsoleteMessage,
    ObsoletePings,
)
from tables.notifications.lobby_kinds import DirectInvitation, LobbyOpened, SentAway
from tables.notifications.seat_kinds import OffersChanged, PlanPlayed, SeatGone, SeatOffered

pytestmark = pytest.mark.quick

SEAT = 3
NAMES: dict[Notification, str] = {
    BoardChanged(): "table",
    ObsoletePings(): "obsolete pings",
    ChannelDeleted(): "channel deleted",
    LobbyOpened(): "new lobby",
    OffersChanged(): "offers",
    HandChanged(seat=SEAT): "hand 3",
    DirectPrompt(seat=SEAT, what="ping", asking=1, until=0): "prompt 3",
    DirectInvitation(guest=7): "invitation 7",
    Digest(seat=SEAT, news=()): "digest 3",
    Digest(guest=7, news=()): "digest of guest 7",
    SeatOffered(seat=SEAT): "offer 3",
    SeatGone(seat=SEAT, person=1): "seat gone 3",
    PlanPlayed(seat=SEAT, person=1, after=1, upto=2): "plan 3",
    SentAway(person=1): "sent away 1",
    ObsoleteMessage(channel=1, message=1 << 40): f"remove {1 << 40}",
}


def test_what_waits_in_a_database_is_in_the_lane_where_newer_things_go() -> None:
    assert {notice: notice.lane for notice in NAMES} == NAMES
    assert (TABLE, pending.LATER) == ("table", "later")


def test_no_two_kinds_have_a_lane_in_common() -> None:
    for one, other in combinations((*NAMES.values(), pending.LATER, "row 3"), 2):
        assert one != other


def test_every_kind_with_a_lane_of_its_own_is_looked_at_here() -> None:
    own = {kind for kind in get_args(Notification) if (kind.lane_name, kind.lane) != (TABLE, AnyNotification.lane)}
    assert own == {type(notice) for notice in NAMES} - {BoardChanged}
