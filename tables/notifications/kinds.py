"""Every kind of thing that is told about a table: what and to whom, never in which words."""

from __future__ import annotations

from storage.rows import What
from tables.notifications import lanes
from tables.notifications.base import AnyNotice
from tables.notifications.lobby_kinds import Invited, LobbyOpened
from tables.notifications.seat_kinds import (
    CameBack,
    CloseUnwanted,
    CloseWanted,
    HandedOver,
    MoreTime,
    OfferDeclined,
    OffersChanged,
    OutOfTime,
    Paused,
    PauseOver,
    PauseWanted,
    SeatGone,
    SeatOffered,
    TakenOver,
)


class LobbyChanged(AnyNotice, frozen=True, kw_only=True, tag="lobby"):
    """The lobby shows something else: who sits there, that the game has begun, how it ended."""

    newest_only = True


class LobbyFull(AnyNotice, frozen=True, kw_only=True, tag="full"):
    """All seats are taken: the host may start."""

    asks = True


class Started(AnyNotice, frozen=True, kw_only=True, tag="start"):
    """The game begins."""


class Story(AnyNotice, frozen=True, kw_only=True, tag="story"):
    """What happened: from the entry of the log after `after` (-1: from the opening) to the entry `upto`."""

    after: int
    upto: int


class BoardChanged(AnyNotice, frozen=True, kw_only=True, tag="board"):
    """The board shows something else."""

    newest_only = True


class HandChanged(AnyNotice, frozen=True, kw_only=True, tag="hand"):
    """What a seat holds and is asked has changed."""

    newest_only = True
    seat: int

    @property
    def lane(self) -> int:
        """Nobody's hand waits for the table, nor for another's."""
        return lanes.hand(self.seat)


class LessonWentOn(AnyNotice, frozen=True, kw_only=True, tag="lesson"):
    """In a lesson something has happened that its learner has not done: their menu shows it, if they have one open."""

    newest_only = True


class Ping(AnyNotice, frozen=True, kw_only=True, tag="ping"):
    """These seats are asked the decision of frame `asking`, until then (0: there is no end)."""

    asks = True
    seats: tuple[int, ...]
    asking: int
    until: int
    each: tuple[int, ...] = ()
    """Until when each of the seats has time, where that differs."""


class Reminder(AnyNotice, frozen=True, kw_only=True, tag="reminder"):
    """A seat still owes the decision of frame `asking`; its time ends then (0: it has ended)."""

    asks = True
    seat: int
    asking: int
    until: int


class Gathered(AnyNotice, frozen=True, kw_only=True, tag="gathered"):
    """A person is told in one message all that waits for them, since something of this is new.

    It is told at their most urgent table, and is about all of theirs: what, where, and which frame was asked. There
    they have a seat, or are known by their number as a `guest`.
    """

    asks = True
    person: int = 0
    """0: whoever is there now, as in rows that name nobody."""
    seat: int = -1
    news: tuple[tuple[int, What, int], ...]
    guest: int = -1

    @property
    def lane(self) -> int:
        """It waits for nobody, and nobody waits for it."""
        return lanes.gathered(self.seat) if self.seat >= 0 else lanes.gathered_for_guest(self.guest)


class PingsGone(AnyNotice, frozen=True, kw_only=True, tag="pings_gone"):
    """Somebody is not asked any more what they were pinged for, and has not answered: such pings are taken away."""

    newest_only = True

    @property
    def lane(self) -> int:
        """Some of them are direct messages: they do not wait for the table's place."""
        return lanes.PINGS_GONE


class TakenBack(AnyNotice, frozen=True, kw_only=True, tag="undone"):
    """A seat has taken back a move that was told already: the entry `struck` of the log (0: not known)."""

    seat: int
    struck: int = 0


class DmsClosed(AnyNotice, frozen=True, kw_only=True, tag="dms_closed"):
    """The person at a seat takes no direct messages: they hear so at the table."""

    seat: int


Happening = (
    Story
    | TakenBack
    | HandedOver
    | TakenOver
    | CameBack
    | MoreTime
    | PauseWanted
    | Paused
    | PauseOver
    | OfferDeclined
    | CloseWanted
    | CloseUnwanted
)
"""What has happened at a table, each in a few lines: told as one if several had to wait."""


class News(AnyNotice, frozen=True, kw_only=True, tag="news"):
    """What happened while the place refused, told as one, in order."""

    parts: tuple[Happening, ...]


class Outdated(AnyNotice, frozen=True, kw_only=True, tag="outdated"):
    """A message that says what is not so any more: it is taken away."""

    channel: int
    message: int
    asks_in_vain: bool = False
    """It is a ping; else something newer stands in its place."""
    story: str = ""
    """What happened, as it was told with it: that stays."""
    elsewhere: bool = False
    """What happened is told anew, since this message cannot be edited; only then is it taken away."""

    @property
    def lane(self) -> int:
        """It waits for nobody, and nobody waits for it."""
        return lanes.outdated(self.message)


class PlaceGone(AnyNotice, frozen=True, kw_only=True, tag="place_gone"):
    """The table's channel was deleted: its host is told by direct message how to move it."""

    newest_only = True

    @property
    def lane(self) -> int:
        """It does not wait for the place that is gone."""
        return lanes.PLACE_GONE


class Moved(AnyNotice, frozen=True, kw_only=True, tag="moved"):
    """The table has moved into another channel: it goes on there."""


class Ended(AnyNotice, frozen=True, kw_only=True, tag="end"):
    """The game is over, with a result."""


class Rematch(AnyNotice, frozen=True, kw_only=True, tag="rematch"):
    """A seat has opened the table `new`, to play again."""

    seat: int
    new: int


class MomentShown(AnyNotice, frozen=True, kw_only=True, tag="moment"):
    """Somebody shows all how things stood after an entry of the log (0: at the beginning).

    `eyes`: through whose, once the game is over; before that spectators' alone count.
    """

    entry: int
    eyes: str
    by: int | None
    """The seat of who shows it; None: they have none."""


Notice = (
    LobbyChanged
    | LobbyFull
    | Invited
    | LobbyOpened
    | Started
    | Story
    | BoardChanged
    | HandChanged
    | LessonWentOn
    | Ping
    | Reminder
    | Gathered
    | PingsGone
    | TakenBack
    | HandedOver
    | TakenOver
    | CameBack
    | OutOfTime
    | MoreTime
    | PauseWanted
    | Paused
    | PauseOver
    | OffersChanged
    | SeatOffered
    | OfferDeclined
    | SeatGone
    | CloseWanted
    | CloseUnwanted
    | DmsClosed
    | News
    | Outdated
    | PlaceGone
    | Moved
    | Ended
    | Rematch
    | MomentShown
)
