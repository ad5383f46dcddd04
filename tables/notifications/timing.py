"""The refresh rule: which boards and hands are updated at once, and which wait for further changes. Pure functions.

A message that asks another player something new is sent at once, and so is everything about lobbies, offers and the end
of a game. Any other board or hand is updated `REFRESH_DELAY_S` after the last change that its readers can see, at the
latest `MAX_REFRESH_DELAY_S` after the first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tables.notifications.kinds import BoardChanged, HandChanged, LobbyChanged, Notification, Ping, Story
from tables.notifications.seat_kinds import CloseWanted, OffersChanged, PauseWanted

REFRESH_DELAY_S = 15
"""A board or hand that asks nobody anything new is updated this long after the last change."""
MAX_REFRESH_DELAY_S = 60
"""It is updated at the latest this long after the first change that it does not show."""

_WITH_BOARD = (Story, OffersChanged, PauseWanted, CloseWanted)
"""Notifications with which the board is updated at once: it is one message with the story, or asks the others."""


class Schedule(NamedTuple):
    """Which notifications of a change are sent at once, and which boards and hands wait for further changes.

    The latter are `refreshes`.
    """

    at_once: list[Notification]
    refreshes: list[Notification]
    in_place: bool
    """True if a board or hand in `at_once` may replace a waiting older one at its place in the outbox.

    False if the change also posts something, which must come first.
    """


def schedule(tell: Sequence[Notification], asked: Collection[int]) -> Schedule:
    """Return which notifications of a change are sent at once, and which wait. Each list keeps the order of `tell`.

    `asked` are the seats of people who have something new to decide because of somebody else. Only boards and hands can
    wait:

    - If `tell` has a `LobbyChanged` (a seat changed hands, or the game began or ended), nothing waits.
    - A hand waits unless its seat is in `asked`.
    - The board waits unless a seat is in `asked`, or `tell` has a story, an offer, or a wish to pause or close.
    """
    board_waits = not asked and not any(isinstance(notification, _WITH_BOARD) for notification in tell)
    refreshes: list[Notification] = []
    if not any(isinstance(notification, LobbyChanged) for notification in tell):
        refreshes = [
            notification
            for notification in tell
            if (isinstance(notification, BoardChanged) and board_waits)
            or (isinstance(notification, HandChanged) and notification.seat not in asked)
        ]
    in_place = all(notification.newest_only or isinstance(notification, Ping) for notification in tell)
    return Schedule([notification for notification in tell if notification not in refreshes], refreshes, in_place)
