"""What happened to a player of Haithabu since their last decision and was not their own choice.

`find_changes` finds it in the events; each kind is a class derived from `Change`. Causes are other players, the events
of the night and the end of a round. *The seat* is the player to whom it happened. Cards, wares and characters are named
by their keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.contract import Change, Event, SeenEvents
from rules.haithabu import end_events, events
from rules.haithabu.data import DATA, VIKING_GAMES, Wares
from rules.haithabu.view import View


class CharacterTaken(Change, frozen=True):
    """H20: the player `by` took one of the seat's characters and paid the seat this silver for it."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 90
    character: str
    by: int
    silver: int


class CharacterGone(Change, frozen=True):
    """H29: the seat lost its only character in an assassination."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 90
    character: str


class OrderGone(Change, frozen=True):
    """H30: one of the seat's orders was pushed beyond the last place at the end of a round, with these wares on it."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 85
    order: str
    wares: Wares


class LoanTaken(Change, frozen=True):
    """H36: the seat had to take loans, `loans` in number, to pay the storage fee."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 80
    loans: int


class TransportGone(Change, frozen=True):
    """H29: the seat lost its only transport in a storm."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 75
    transport: str


class PointsLost(Change, frozen=True):
    """H29: the seat lost this (positive) number of points in the event of the night with the key `happening`.

    It could not comply with the event, or had nothing else to give at the Viking games.
    """

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 70
    happening: str
    points: int


class WaresGone(Change, frozen=True):
    """H29, H36: the seat had to discard these wares, counted by ware over both stores, and had no choice which."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 65
    wares: Wares


class Billed(Change, frozen=True):
    """H29: the seat paid this silver for the event *Unpaid bill*."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 60
    silver: int


class FeePaid(Change, frozen=True):
    """H36: the seat paid this silver as storage fee."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 55
    silver: int


class ActionLapsed(Change, frozen=True):
    """H18: after the event of the night no action was possible for the seat's worker on the field `place`."""

    is_loss: ClassVar[bool] = True
    weight: ClassVar[int] = 50
    place: str


class Given(Change, frozen=True):
    """H29: the player `by` gave the seat one ware, silver or points at the Viking games.

    Only one of `ware`, `silver` and `points` is set; the others are None or 0.
    """

    weight: ClassVar[int] = 45
    by: int
    ware: str | None = None
    silver: int = 0
    points: int = 0


class PointTaken(Change, frozen=True):
    """H23, H24: the seat got the points of field D or H without being asked; `points` is how many.

    The event of the night had left nothing else for its worker to do there.
    """

    weight: ClassVar[int] = 35
    points: int


class OrdersMoved(Change, frozen=True):
    """H30: a round ended and the seat's orders moved on one place.

    `last` is the order on the last place now, which will be lost when the orders move on again; None if that place is
    empty.
    """

    weight: ClassVar[int] = 30
    last: str | None


def find_changes(before: View, after: View, seen_events: SeenEvents) -> list[Change]:
    """Return what happened to the seat of `after` without its own choice, in the order of the events.

    `seen_events` has the seat's last move and all later ones, each as (seat that moved, its events). In the seat's own
    move, what follows an event of the night (`Happened`) counts as not chosen. If a round ended and the seat has
    orders, `OrdersMoved` is added last. `before` is not used; `after` must not be a spectator's view.
    """
    assert after.seat is not None
    found: list[Change] = []
    ended = False
    for actor, events_of_move in seen_events:
        unchosen = actor != after.seat
        for number, event in enumerate(events_of_move):
            unchosen = unchosen or isinstance(event, events.Happened)
            ended = ended or isinstance(event, end_events.RoundEnded)
            latest, coming = events_of_move[max(0, number - 1)], events_of_move[number + 1 : number + 2]
            change = _change_from(event, after.seat, latest, coming, unchosen=unchosen)
            if change is not None:
                found.append(change)
    if ended and after.players[after.seat].orders:
        places = {order.place: order.order for order in after.players[after.seat].orders}
        found.append(OrdersMoved(places.get(_LAST)))
    return found


_LAST = DATA.play.order_places
"""The number of the last place for orders."""


def _change_from(event: Event, seat: int, latest: Event, coming: Sequence[Event], *, unchosen: bool) -> Change | None:
    """Return the change for the seat that follows from one event; None if there is none.

    `latest` is the event before this one (this one itself if it is the first). `coming` holds the event after it, and
    is empty for the last one. `unchosen` is True in moves of other seats, and in the seat's own move once an event of
    the night has begun. Some events of the seat are changes only on a condition:

    - A lost order: only if the event before is not `OrderTaken`. A new order that the seat took pushes out an old one.
    - A loan: only if a storage fee follows.
    - A transport lost in a storm, and a point taken: only if `unchosen`.
    - A lost character, a discard, and a gift to another player: only if the seat had no choice (`asked` False).
    """
    match event:
        case events.Recruited(owner=owner) if owner == seat:
            return CharacterTaken(event.character, event.seat, event.silver)
        case events.CharacterLost(seat=whose, asked=False) if whose == seat:
            return CharacterGone(event.character)
        case events.OrderLost(seat=whose) if whose == seat and not isinstance(latest, events.OrderTaken):
            return OrderGone(event.order, event.wares)
        case events.Borrowed(seat=whose) if whose == seat and any(isinstance(e, end_events.FeePaid) for e in coming):
            return LoanTaken(event.loans)
        case events.TransportGone(seat=whose, why="storm") if whose == seat and unchosen:
            return TransportGone(event.transport)
        case events.Punished(seat=whose) if whose == seat:
            return PointsLost(event.happening, event.points)
        case events.Discarded(seat=whose, asked=False) if whose == seat:
            return WaresGone(tuple(a + b for a, b in zip(event.warehouse, event.post, strict=True)))
        case events.Billed(seat=whose) if whose == seat:
            return Billed(event.silver)
        case end_events.FeePaid(seat=whose) if whose == seat:
            return FeePaid(event.silver)
        case events.Lapsed(seat=whose) if whose == seat:
            return ActionLapsed(event.field)
        case events.PointTaken(seat=whose) if whose == seat and unchosen:
            return PointTaken(event.points)
        case events.Gave(seat=whose, asked=False) if whose == seat:
            return PointsLost(VIKING_GAMES.key, -VIKING_GAMES.points)
        case events.Gave(to=to) if to == seat:
            return _given(event)
    return None


def _given(event: events.Gave) -> Given:
    """Return the change for the seat that got this gift at the Viking games."""
    if event.ware is not None:
        return Given(event.seat, ware=event.ware)
    if event.what == "silver":
        return Given(event.seat, silver=VIKING_GAMES.silver)
    return Given(event.seat, points=-VIKING_GAMES.points)
