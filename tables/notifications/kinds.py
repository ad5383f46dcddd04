"""`Notification`: the union of all kinds of notifications about a table, most of which are defined here.

A kind says what is announced and to whom, never in which words.
"""

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
    PlanPlayed,
    SeatGone,
    SeatOffered,
    TakenOver,
)


class LobbyChanged(AnyNotification, frozen=True, kw_only=True, tag="lobby"):
    """The lobby's message is updated. It shows who sits there, that the game has begun, or how it ended."""

    newest_only = True


class LobbyFull(AnyNotification, frozen=True, kw_only=True, tag="full"):
    """The host is told that all seats of the lobby are taken, so that they may start."""

    asks = True


class Started(AnyNotification, frozen=True, kw_only=True, tag="start"):
    """The game begins."""


class Story(AnyNotification, frozen=True, kw_only=True, tag="story"):
    """The channel is told what happened in the log entries `after + 1` to `upto`; 0 is the opening."""

    after: int
    upto: int


class BoardChanged(AnyNotification, frozen=True, kw_only=True, tag="board"):
    """The board's message is updated."""

    newest_only = True


class HandChanged(AnyNotification, frozen=True, kw_only=True, tag="hand"):
    """The hand's message of a seat is updated: the hand, or the decision that the seat has to make, has changed."""

    lane_name = "hand {seat}"
    newest_only = True
    seat: int


class LessonWentOn(AnyNotification, frozen=True, kw_only=True, tag="lesson"):
    """A lesson has changed without a move of its learner: their menu is updated, if they have one open."""

    newest_only = True


class Ping(AnyNotification, frozen=True, kw_only=True, tag="ping"):
    """These seats are pinged for the pending decision. `until` is their deadline, in seconds since 1970 (0: none).

    `asking` is the number of the decision's frame, its entry on the game's agenda.
    """

    asks = True
    seats: tuple[int, ...]
    asking: int
    until: int
    each: tuple[int, ...] = ()
    """The deadlines of the single seats, in the order of `seats` (`until` is 0 then). Empty: `until` is for all."""


class Reminder(AnyNotification, frozen=True, kw_only=True, tag="reminder"):
    """A seat is reminded that it still owes a decision. `until` is its deadline (0: it has passed).

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

    `what` says why. `asking` is the number of the decision's frame (0 in a lobby), `until` the deadline (0: none, or it
    has passed). `silent` is True if the message makes no sound.
    """

    lane_name = "prompt {seat}"
    asks = True
    seat: int
    what: PromptKind
    asking: int
    until: int
    silent: bool = False
    besides: bool = False
    """True if they are asked in the channel too."""
    wished: bool = True
    """True if they prefer direct messages; False if they get one only because the channel is blocked."""


class Digest(AnyNotification, frozen=True, kw_only=True, tag="gathered"):
    """A person gets one message with everything that waits for them, because of the digest entries in `news`.

    Each entry of `news` is (table id, event, frame number of the decision that was pending). The notification belongs
    to the person's most urgent table. There they have the seat `seat` or, as a guest, the number `guest`; -1: none.
    """

    asks = True
    person: int = 0
    """0 in rows of older versions: it is for whoever has the seat or guest number now."""
    seat: int = -1
    news: tuple[tuple[int, What, int], ...]
    guest: int = -1

    @property
    def lane(self) -> str:
        """A lane of its own for each seat and each guest, so that no other notification waits for a digest."""
        return f"digest {self.seat}" if self.seat >= 0 else f"digest of guest {self.guest}"


class ObsoletePings(AnyNotification, frozen=True, kw_only=True, tag="pings_gone"):
    """Pings that ask for a decision which is no longer pending, although nobody made it, are removed."""

    lane_name = "obsolete pings"
    newest_only = True


class TakenBack(AnyNotification, frozen=True, kw_only=True, tag="undone"):
    """A seat has taken back a move of which the channel was told. `struck` is its log entry's number (0: not known)."""

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
"""Kinds that tell in a few lines what happened. If several wait for a blocked channel, they are joined in a `News`."""


class News(AnyNotification, frozen=True, kw_only=True, tag="news"):
    """The channel is told in one message what happened while it was blocked. `parts` are in the order of events."""

    parts: tuple[Happening, ...]


class ObsoleteMessage(AnyNotification, frozen=True, kw_only=True, tag="outdated"):
    """A message that is no longer true is deleted; if it has a story, it is reduced to that."""

    lane_name = "remove {message}"
    channel: int
    message: int
    asks_in_vain: bool = False
    """True if the message asks for something that is no longer needed; False if a newer message has replaced it."""
    story: str = ""
    """The text of the story in it, which stays; empty: none."""


class ChannelDeleted(AnyNotification, frozen=True, kw_only=True, tag="place_gone"):
    """The table's channel was deleted: a direct message tells its host how to move the table to another channel."""

    lane_name = "channel deleted"
    newest_only = True


class Moved(AnyNotification, frozen=True, kw_only=True, tag="moved"):
    """The table has moved: its new channel is told that the game goes on there."""


class Ended(AnyNotification, frozen=True, kw_only=True, tag="end"):
    """The game is over, with a result."""


class Rematch(AnyNotification, frozen=True, kw_only=True, tag="rematch"):
    """The player at a seat has opened a rematch; `new` is the id of its table."""

    seat: int
    new: int


class MomentShown(AnyNotification, frozen=True, kw_only=True, tag="moment"):
    """A person shows everybody the position after a log entry; `entry` is its number, 0 for the opening.

    `eyes` is, as text, the `Viewpoint` from which it is shown. While the game runs, it is always the spectator's.
    """

    entry: int
    eyes: str
    by: int | None
    """The seat number of the person who shows it; None: they have no seat."""


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
    | PlanPlayed
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
