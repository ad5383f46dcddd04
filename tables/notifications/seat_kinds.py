"""Notifications about seats, time and pauses: seats that change hands or are on offer, and proposals to close."""

from __future__ import annotations

from typing import Literal

from tables.notifications.base import AnyNotification


class HandedOver(AnyNotification, frozen=True, kw_only=True, tag="handed_over"):
    """A computer decides at a seat from now on."""

    seat: int


class TakenOver(AnyNotification, frozen=True, kw_only=True, tag="taken_over"):
    """Another person has a seat from now on."""

    seat: int


class CameBack(AnyNotification, frozen=True, kw_only=True, tag="came_back"):
    """The owner of a seat decides there again, in place of a computer."""

    seat: int


class OutOfTime(AnyNotification, frozen=True, kw_only=True, tag="out_of_time"):
    """A seat's time has run out: a computer decides this once, or the seat is lost to it."""

    seat: int
    then: Literal["once", "lost"]


Reseated = HandedOver | TakenOver | CameBack | OutOfTime
"""Somebody else decides at a seat than before."""


class PlanPlayed(AnyNotification, frozen=True, kw_only=True, tag="plan_played"):
    """The player at a seat learns by direct message what their plan or standing answer has done.

    That are the log entries `after + 1` to `upto`. `person` is that player. Nobody else gets a message: to the others
    these are ordinary moves.
    """

    lane_name = "plan {seat}"
    seat: int
    person: int
    after: int
    upto: int
    answered: str = ""
    """The decision that a standing answer made; empty: it was a plan."""


class MoreTime(AnyNotification, frozen=True, kw_only=True, tag="more_time"):
    """The person at the seat `by` (-1: a server manager) has given the player at `seat` more time.

    `until` is the new deadline, in seconds since 1970.
    """

    seat: int
    by: int
    until: int


class PauseWanted(AnyNotification, frozen=True, kw_only=True, tag="pause_wanted"):
    """The player at a seat would like all clocks to stand still; the others have to agree."""

    seat: int


class Paused(AnyNotification, frozen=True, kw_only=True, tag="paused"):
    """All clocks stand still from now on."""


class PauseOver(AnyNotification, frozen=True, kw_only=True, tag="pause_over"):
    """The player at a seat has ended the pause or, if `unwanted`, has refused one that another player asked for."""

    seat: int
    unwanted: bool = False


class OffersChanged(AnyNotification, frozen=True, kw_only=True, tag="offers"):
    """The message that shows everybody which seats are on offer is updated."""

    lane_name = "offers"
    newest_only = True


class SeatOffered(AnyNotification, frozen=True, kw_only=True, tag="seat_offered"):
    """A person to whom a seat is offered by name is asked whether they take it."""

    lane_name = "offer {seat}"
    asks = True
    seat: int
    directly: bool = False
    """True if the offer was put off, for the person's digest or quiet hours: then it is sent by direct message."""


class OfferDeclined(AnyNotification, frozen=True, kw_only=True, tag="offer_declined"):
    """A person to whom a seat was offered by name does not take it."""

    seat: int


class SeatGone(AnyNotification, frozen=True, kw_only=True, tag="seat_gone"):
    """The person who had a seat learns by direct message that somebody else has it now."""

    lane_name = "seat gone {seat}"
    seat: int
    person: int


class CloseWanted(AnyNotification, frozen=True, kw_only=True, tag="close_wanted"):
    """The player at a seat would like to end the game without a result; the others have to agree."""

    seat: int


class CloseUnwanted(AnyNotification, frozen=True, kw_only=True, tag="close_unwanted"):
    """The player at a seat has refused to end the game without a result: it goes on."""

    seat: int
