"""Every kind of notification about a table: what and to whom, never in which words."""

from __future__ import annotations

from typing import Literal

from storage.rows import What
from tables.notifications.base import AnyNotification
from tables.notifications.lobby_kinds import DirectInvitation, Invited, LobbyOpened, SentAway
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


class LobbyChanged(AnyNotification, frozen=True, kw_only=True, tag="lobby"):
    """The lobby's message is updated: who sits there, that the game has begun, or how it ended."""

    newest_only = True


class LobbyFull(AnyNotification, frozen=True, kw_only=True, tag="full"):
    """All seats are taken: the host may start."""

    asks = True


class Started(AnyNotification, frozen=True, kw_only=True, tag="start"):
    """The game begins."""


class Story(AnyNotification, frozen=True, kw_only=True, tag="story"):
    """What happened: from the entry of the log after `after` (-1: from the opening) to the entry `upto`."""

    after: int
    upto: int


class BoardChanged(AnyNotification, frozen=True, kw_only=True, tag="board"):
    """The board's message is updated."""

    newest_only = True


class HandChanged(AnyNotification, frozen=True, kw_only=True, tag="hand"):
    """The hand of a seat, or the decision it has to make, has changed."""

    lane_name = "hand {seat}"
    newest_only = True
    seat: int


class LessonWentOn(AnyNotification, frozen=True, kw_only=True, tag="lesson"):
    """A lesson has changed without a move of its learner: their menu is updated, if they have one open."""

    newest_only = True


class Ping(AnyNotification, frozen=True, kw_only=True, tag="ping"):
    """These seats are pinged for the pending decision. Their time ends at `until` (0: never).

    `asking` is the number of the decision's frame, its entry on the game's agenda.
    """

    asks = True
    seats: tuple[int, ...]
    asking: int
    until: int
    each: tuple[int, ...] = ()
    """Until when each of the seats has time, in their order (`until` is 0 then); empty: `until` holds for all."""


class Reminder(AnyNotification, frozen=True, kw_only=True, tag="reminder"):
    """A seat is reminded that it still owes a decision. Its time ends at `until` (0: it has ended).

    `asking` is the number of the decision's frame, its entry on the game's agenda.
    """

    asks = True
    seat: int
    asking: int
    until: int


PromptKind = Literal["ping", "half", "end", "full"]
"""Why a player is asked: they have to act, half of their time is over, all of it is, or their lobby is full."""


class DirectPrompt(AnyNotification, frozen=True, kw_only=True, tag="direct_prompt"):
    """The player at a seat is asked by direct message; in the table's channel if they accept none.

    `what` says why. `asking` is the frame of the decision (0 in a lobby), `until` the deadline (0: none, or it has
    passed). `silent`: without a sound.
    """

    lane_name = "prompt {seat}"
    asks = True
    seat: int
    what: PromptKind
    asking: int
    until: int
    silent: bool = False
    besides: bool = False
    """They are asked in the channel too."""
    wished: bool = True
    """They prefer direct messages; otherwise the channel is blocked."""


class Digest(AnyNotification, frozen=True, kw_only=True, tag="gathered"):
    """A person gets one message with everything that waits for them, because at least one entry in `news` is new.

    Each entry of `news` is (table id, event, frame of the pending decision). The row belongs to the person's most
    urgent table. There they have the seat `seat`, or the number `guest` among its guests.
    """

    asks = True
    person: int = 0
    """0: whoever has the seat now, as in rows of older versions."""
    seat: int = -1
    news: tuple[tuple[int, What, int], ...]
    guest: int = -1

    @property
    def lane(self) -> str:
        """One for each seat and guest: nothing waits for it."""
        return f"digest {self.seat}" if self.seat >= 0 else f"digest of guest {self.guest}"


class ObsoletePings(AnyNotification, frozen=True, kw_only=True, tag="pings_gone"):
    """Pings are removed that ask for a decision which is no longer pending although nobody made it."""

    lane_name = "obsolete pings"
    newest_only = True


class TakenBack(AnyNotification, frozen=True, kw_only=True, tag="undone"):
    """A seat has taken back a move that was posted already: the entry `struck` of the log (0: not known)."""

    seat: int
    struck: int = 0


class DmsClosed(AnyNotification, frozen=True, kw_only=True, tag="dms_closed"):
    """The person at a seat accepts no direct messages: a message in the table's channel tells them so."""

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
"""What has happened at a table, each in a few lines: joined into one if several had to wait."""


class News(AnyNotification, frozen=True, kw_only=True, tag="news"):
    """What happened while the channel was blocked, in one message, in order."""

    parts: tuple[Happening, ...]


class ObsoleteMessage(AnyNotification, frozen=True, kw_only=True, tag="outdated"):
    """A message that is not true any more: it is deleted, or reduced to its story."""

    lane_name = "remove {message}"
    channel: int
    message: int
    asks_in_vain: bool = False
    """It is a ping; otherwise a newer message has replaced it."""
    story: str = ""
    """The story in it, which stays."""


class ChannelDeleted(AnyNotification, frozen=True, kw_only=True, tag="place_gone"):
    """The table's channel was deleted: its host learns by direct message how to move it."""

    lane_name = "channel deleted"
    newest_only = True


class Moved(AnyNotification, frozen=True, kw_only=True, tag="moved"):
    """The table has moved into another channel: it goes on there."""


class Ended(AnyNotification, frozen=True, kw_only=True, tag="end"):
    """The game is over, with a result."""


class Rematch(AnyNotification, frozen=True, kw_only=True, tag="rematch"):
    """The player at a seat has opened a rematch; `new` is the id of its table."""

    seat: int
    new: int


class MomentShown(AnyNotification, frozen=True, kw_only=True, tag="moment"):
    """A person shows everybody the position after a log entry; `entry` is its number, 0 for the opening.

    `eyes` is a `Viewpoint` as text. Until the game is over, a spectator's viewpoint is used instead.
    """

    entry: int
    eyes: str
    by: int | None
    """The seat of who shows it; None: they have none."""


Notification = (
    LobbyChanged
    | LobbyFull
    | Invited
    | LobbyOpened
    | DirectInvitation
    | SentAway
    | Started
    | Story
    | BoardChanged
    | HandChanged
    | LessonWentOn
    | Ping
    | Reminder
    | DirectPrompt
    | Digest
    | ObsoletePings
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
    | ObsoleteMessage
    | ChannelDeleted
    | Moved
    | Ended
    | Rematch
    | MomentShown
)
