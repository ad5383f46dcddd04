"""What happened to a player of Haithabu since their last decision: by others, by night, at the end of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.contract import Change, Event, SeenEvents
from rules.haithabu import end_events, events
from rules.haithabu.data import DATA, VIKING_GAMES, Wares
from rules.haithabu.view import View


class CharacterTaken(Change, frozen=True):
    """H20: player `by` took one of the seat's characters and paid for it."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 90
    character: str
    by: int
    silver: int


class CharacterGone(Change, frozen=True):
    """H29: the seat's only character was lost in an assassination."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 90
    character: str


class OrderGone(Change, frozen=True):
    """H30: an order was pushed beyond the last place and lost, with the wares on it."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 85
    order: str
    wares: Wares


class LoanTaken(Change, frozen=True):
    """H36: the seat took loans automatically to pay the storage fee."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 80
    loans: int


class TransportGone(Change, frozen=True):
    """H29: a storm took the seat's only transport."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 75
    transport: str


class PointsLost(Change, frozen=True):
    """H29: points lost because the seat could not comply with an event; `happening` is the event's key."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 70
    happening: str
    points: int


class WaresGone(Change, frozen=True):
    """H29, H36: wares that were discarded without a choice."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 65
    wares: Wares


class Billed(Change, frozen=True):
    """H29: silver paid for the event *Unpaid bill*."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 60
    silver: int


class FeePaid(Change, frozen=True):
    """H36: silver paid as storage fee."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 55
    silver: int


class ActionLapsed(Change, frozen=True):
    """H18: the event of a night field made the seat's action on this field impossible."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 50
    place: str


class Given(Change, frozen=True):
    """H29: player `by` gave the seat something at the Viking games: one ware, silver or points."""

    weight: ClassVar[int] = 45
    by: int
    ware: str | None = None
    silver: int = 0
    points: int = 0


class PointTaken(Change, frozen=True):
    """H23, H24: after the event of a night field only the point was left to take there, and the seat took it."""

    weight: ClassVar[int] = 35
    points: int


class OrdersMoved(Change, frozen=True):
    """H30: all orders moved on; `last` is the one on the last place now, which is lost next, or None."""

    weight: ClassVar[int] = 30
    last: str | None


def find_changes(before: View, after: View, seen_events: SeenEvents) -> list[Change]:
    """Return what happened to the seat of `after` without its choice.

    After an event of the night (`Happened`) in the seat's own move, what follows counts as not chosen either.
    """
    assert after.seat is not None
    found: list[Change] = []
    ended = False
    for actor, events_of_move in seen_events:
        by_night = actor != after.seat
        for number, event in enumerate(events_of_move):
            by_night = by_night or isinstance(event, events.Happened)
            ended = ended or isinstance(event, end_events.RoundEnded)
            latest, coming = events_of_move[max(0, number - 1)], events_of_move[number + 1 : number + 2]
            found += _changes_from(event, after.seat, latest, coming, by_night=by_night)
    if ended and after.players[after.seat].orders:
        places = {order.place: order.order for order in after.players[after.seat].orders}
        found.append(OrdersMoved(places.get(_LAST)))
    return found


_LAST = DATA.play.order_places
"""The number of the last place for orders."""


def _changes_from(event: Event, seat: int, latest: Event, coming: Sequence[Event], *, by_night: bool) -> list[Change]:
    """Return what one event did to a seat; `latest` and `coming` are the events just before and after it.

    `by_night` is True in moves of others, and in the seat's own move after an event of the night.
    """
    match event:
        case events.Recruited(owner=owner) if owner == seat:
            return [CharacterTaken(event.character, event.seat, event.silver)]
        case events.CharacterLost(seat=whose, asked=False) if whose == seat:
            return [CharacterGone(event.character)]
        case events.OrderLost(seat=whose) if whose == seat and not isinstance(latest, events.OrderTaken):
            return [OrderGone(event.order, event.wares)]
        case events.Borrowed(seat=whose) if whose == seat and any(isinstance(e, end_events.FeePaid) for e in coming):
            return [LoanTaken(event.loans)]
        case events.TransportGone(seat=whose, why="storm") if whose == seat and by_night:
            return [TransportGone(event.transport)]
        case events.Punished(seat=whose) if whose == seat:
            return [PointsLost(event.happening, event.points)]
        case events.Discarded(seat=whose, asked=False) if whose == seat:
            return [WaresGone(tuple(a + b for a, b in zip(event.warehouse, event.post, strict=True)))]
        case events.Billed(seat=whose) if whose == seat:
            return [Billed(event.silver)]
        case end_events.FeePaid(seat=whose) if whose == seat:
            return [FeePaid(event.silver)]
        case events.Lapsed(seat=whose) if whose == seat:
            return [ActionLapsed(event.field)]
        case events.PointTaken(seat=whose) if whose == seat and by_night:
            return [PointTaken(event.points)]
        case events.Gave(seat=whose, asked=False) if whose == seat:
            return [PointsLost(VIKING_GAMES.key, -VIKING_GAMES.points)]
        case events.Gave(to=to) if to == seat:
            return [_given(event)]
    return []


def _given(event: events.Gave) -> Given:
    """Return a gift at the Viking games as a change for its receiver."""
    if event.ware is not None:
        return Given(event.seat, ware=event.ware)
    if event.what == "silver":
        return Given(event.seat, silver=VIKING_GAMES.silver)
    return Given(event.seat, points=-VIKING_GAMES.points)
