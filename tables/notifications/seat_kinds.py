"""What is told about who sits where: seats that change hands or are on offer, time, pauses, the wish to close."""

from __future__ import annotations

from typing import Literal

from tables.notifications import lanes
from tables.notifications.base import AnyNotice


class HandedOver(AnyNotice, frozen=True, kw_only=True, tag="handed_over"):
    """A computer decides at a seat from now on."""

    seat: int


class TakenOver(AnyNotice, frozen=True, kw_only=True, tag="taken_over"):
    """Another person has a seat from now on."""

    seat: int


class CameBack(AnyNotice, frozen=True, kw_only=True, tag="came_back"):
    """The person whose seat it is decides there again."""

    seat: int


class OutOfTime(AnyNotice, frozen=True, kw_only=True, tag="out_of_time"):
    """A seat's time has run out: a computer decides this once, or the seat is lost to it."""

    seat: int
    then: Literal["once", "lost"]


Reseated = HandedOver | TakenOver | CameBack | OutOfTime
"""Somebody else decides at a seat than before."""


class MoreTime(AnyNotice, frozen=True, kw_only=True, tag="more_time"):
    """The person at the seat `by` has given a seat more time (-1: who runs the server); it ends then."""

    seat: int
    by: int
    until: int


class PauseWanted(AnyNotice, frozen=True, kw_only=True, tag="pause_wanted"):
    """Somebody would like all clocks to stand still; the others have to agree."""

    seat: int


class Paused(AnyNotice, frozen=True, kw_only=True, tag="paused"):
    """All clocks stand still from now on."""


class PauseOver(AnyNotice, frozen=True, kw_only=True, tag="pause_over"):
    """Somebody has ended the pause, or does not want one that others have asked for (`unwanted`)."""

    seat: int
    unwanted: bool = False


class OffersChanged(AnyNotice, frozen=True, kw_only=True, tag="offers"):
    """Seats are on offer, or are not any more: the message that offers them to all shows how that stands."""

    newest_only = True

    @property
    def lane(self) -> int:
        """It stands in the channel: it does not wait for the thread."""
        return lanes.OFFERS


class SeatOffered(AnyNotice, frozen=True, kw_only=True, tag="seat_offered"):
    """The person whom a seat is offered by name is asked whether they take it."""

    asks = True
    seat: int
    directly: bool = False
    """They want to hear such things together with all else: that is by direct message."""

    @property
    def lane(self) -> int:
        """It may wait for somebody's quiet hours to end: nothing waits for that."""
        return lanes.seat_offered(self.seat)


class OfferDeclined(AnyNotice, frozen=True, kw_only=True, tag="offer_declined"):
    """Whom a seat was offered by name does not take it."""

    seat: int


class SeatGone(AnyNotice, frozen=True, kw_only=True, tag="seat_gone"):
    """The person who had a seat is told by direct message that somebody else has it now."""

    seat: int
    person: int

    @property
    def lane(self) -> int:
        """It is about nobody who still sits there."""
        return lanes.seat_gone(self.seat)


class CloseWanted(AnyNotice, frozen=True, kw_only=True, tag="close_wanted"):
    """Somebody would like to end the game without a result; the others have to agree."""

    seat: int


class CloseUnwanted(AnyNotice, frozen=True, kw_only=True, tag="close_unwanted"):
    """Somebody would rather play on: the table is not closed."""

    seat: int
