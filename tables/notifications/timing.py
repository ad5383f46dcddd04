"""When the notifications of a change are due: at once, after a short delay, or hours later. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tables.notifications.kinds import BoardChanged, HandChanged, Notice, Ping

MOMENT = 10
"""Seconds that a board and hands wait for what computers do in a row."""
IN_TIME = 6 * 3600
"""Seconds after which a hand or a board that nobody needs sooner is edited at the latest: amidst a turn, say."""


class Delayed(NamedTuple):
    """What waits, and until when."""

    notices: list[Notice]
    due: int
    aside: bool = False
    """Nothing else waits for it."""


class Schedule(NamedTuple):
    """What is told when."""

    later: list[Delayed]
    at_once: list[Notice]
    in_place: bool
    """What shows how things stand takes the place of an older one that still waits: nothing has happened in between."""
    after_computers: bool
    """It waits a moment for what computers do next."""


def schedule(
    tell: Sequence[Notice], now: int, *, board_rests: int, computers_next: bool, menus: Mapping[int, int]
) -> Schedule:
    """Return when each notice is told.

    Something happened where people are told more than how things stand: then the board and the hands come with it.
    `board_rests`: until when others need not see how things stand; `computers_next`: only computers are asked now;
    `menus`: until when seats have a menu before them, which shows their hand as it is.
    """
    happened = any(not notice.newest_only and not isinstance(notice, Ping) for notice in tell)
    boards: list[Notice] = [notice for notice in tell if isinstance(notice, BoardChanged)]
    hands = [notice for notice in tell if isinstance(notice, HandChanged)]
    later = [Delayed([hand for hand in hands if hand.can_wait], now + IN_TIME)]
    later += [Delayed([hand], menus[hand.seat]) for hand in hands if hand.seat in menus and not hand.can_wait]
    if computers_next:
        board_rests = now + MOMENT
    if not happened and now < board_rests:
        later.append(Delayed(boards, board_rests, aside=True))
    after_computers = computers_next and not happened
    if after_computers:
        # What computers do in a row is told in a moment, with one board. Should they take long, this one comes first.
        soon: list[Notice] = [hand for hand in hands if not hand.can_wait and hand.seat not in menus]
        later.append(Delayed(soon, now + MOMENT))
    waiting = [notice for each in later for notice in each.notices]
    at_once = [notice for notice in tell if notice not in waiting]
    return Schedule(later, at_once, not happened, after_computers)
