"""The refresh rule: which updates of boards and hands are sent at once, and which are delayed. Pure functions.

An update is sent at once if it asks another player something new, and so is everything about lobbies, offers and the
end of a game. Any other update of a board or hand is sent `REFRESH_DELAY_S` after the last change, but at the latest
`MAX_REFRESH_DELAY_S` after the first change that is not shown yet. So several changes need one edit.
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
"""Notifications with which the board is updated at once: it shares a message with the story, or asks the others."""


class Schedule(NamedTuple):
    """The notifications of a change: those to send at once, and the updates of boards and hands that are delayed.

    The latter are `refreshes`.
    """

    at_once: list[Notification]
    refreshes: list[Notification]
    in_place: bool
    """True if an update in `at_once` may take the place of an older one in the outbox, before what was written since.

    False if the change also posts a new message, which must come before the update.
    """


def schedule(tell: Sequence[Notification], asked: Collection[int]) -> Schedule:
    """Return which of the notifications `tell` are sent at once, and which are delayed. Both lists keep their order.

    `asked` are the seats of people who have something new to decide because of somebody else. Only updates of boards
    and hands are ever delayed:

    - If `tell` has a `LobbyChanged` (a seat changed hands, or the game began or ended), nothing is delayed.
    - A hand is delayed unless its seat is in `asked`.
    - The board is delayed unless `asked` has a seat, or `tell` has a story, an offer, or a wish to pause or close.
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
