"""The lanes of the outbox: what is told about a table in one lane is told in order, and waits for each other.

Rows wait under these numbers in people's databases: what has one keeps it. Ten seats have lanes of their own. Below
`STEPPED_ASIDE` there is one for each row that has stepped aside, by its number.
"""

from __future__ import annotations

from storage.queries.outbox import STEPPED_ASIDE, TABLE

__all__ = [
    "ASIDE",
    "NEW_LOBBY",
    "OFFERS",
    "PINGS_GONE",
    "PLACE_GONE",
    "TABLE",
    "gathered",
    "gathered_for_guest",
    "hand",
    "outdated",
    "seat_gone",
    "seat_offered",
]

PINGS_GONE = -1
PLACE_GONE = -2
ASIDE = -3
"""What is not due yet, and holds nothing up."""
NEW_LOBBY = -4
OFFERS = -5


def hand(seat: int) -> int:
    """Return the lane of a seat's hand."""
    return 1 + seat


def gathered(seat: int) -> int:
    """Return the lane of what is told together to who sits there."""
    return -10 - seat


def seat_offered(seat: int) -> int:
    """Return the lane of what asks somebody by name to take a seat."""
    return -20 - seat


def seat_gone(seat: int) -> int:
    """Return the lane of what tells somebody that a seat is theirs no more."""
    return -30 - seat


def gathered_for_guest(guest: int) -> int:
    """Return the lane of what is told together to a guest without a seat. There may be thousands of them."""
    lane = -100 - guest
    return lane if lane > STEPPED_ASIDE else 1000 + guest


def outdated(message: int) -> int:
    """Return the lane of a message that is taken away: its number at Discord, which is 2²² at least."""
    return message
