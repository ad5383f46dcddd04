"""`Attempt`: one attempt to deliver a notification, its state, and the `Effects` that are stored when it succeeds."""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple

import msgspec

from storage.queries import outbox
from storage.rows import GatheredRow, OutboxRow, PingRow, PostRow
from tables.notifications.kinds import Notification, ObsoleteMessage
from tables.notifications.pending import from_row

LiveKind = Literal["lobby", "board", "hand", "offer", "invitation", "direct_invitation"]
"""The kinds of live messages. The first three are kept up to date, the last three are removed once answered."""


class DeliveryState(Enum):
    """How far the delivery of a new message has come. Edits and deletions stay `FRESH`: repeating them does no harm."""

    FRESH = "certainly not sent"
    MAYBE_SENT = "its nonce is stored; it may have been delivered"
    DELIVERED = "Discord has answered with the message"


class FollowUp(NamedTuple):
    """A notification to write to the outbox after a delivery. `due` is in seconds since 1970; 0: at once."""

    notification: Notification
    due: int


class StoredPost(NamedTuple):
    """Where the table's live message of a kind is from now on (`post`); None: there is none any more.

    `person` is the owner of a personal message, such as a hand or an offer by name; 0 for a public message.
    """

    kind: LiveKind
    person: int
    post: PostRow | None


class Effects(msgspec.Struct):
    """What has to be stored after a delivery, in the transaction that acknowledges the delivered outbox row."""

    posts: list[StoredPost] = []
    """Live messages that are new, have moved, or are gone."""
    prompts: list[tuple[int, PingRow]] = []
    """(Table id, prompt row) of messages that ask players. Each replaces the row of the same table, person and kind."""
    follow_ups: list[FollowUp] = []
    """Further notifications to write to the outbox."""
    digest: list[GatheredRow] = []
    """Digest entries: notifications that people get later, in one message."""
    dms_closed: list[int] = []
    """People who have just refused a direct message of this table."""
    guests_told: list[int] = []
    """The numbers of guests who were notified."""
    guests_written: list[int] = []
    """The numbers of guests who were notified by direct message."""
    open_channels: list[int] = []
    """Channels that have accepted a request and may have been blocked before."""
    is_channel_found: bool = False
    """True if the table's channel exists although it is recorded as deleted; that record is then cleared."""
    is_withdrawn: bool = False
    """True if a follow-up deletes the message that was found under the attempt's nonce."""
    rest: Notification | None = None
    """The part that is left if only a part was delivered and the rest waits for a blocked channel; else None."""

    def follow_up(self, *notifications: Notification, due: int = 0) -> None:
        """Add notifications to be written to the outbox. `due` is in seconds since 1970; 0: they are due at once."""
        self.follow_ups += [FollowUp(each, due) for each in notifications]

    def set_post(self, kind: LiveKind, post: PostRow | None, person: int = 0) -> None:
        """Add to the effects where the table's live message of a kind is now; None: there is none any more.

        `person` is the owner of a personal message, such as a hand or an offer by name; 0 for a public message.
        """
        self.posts.append(StoredPost(kind, person, post))

    def remove_post(self, kind: LiveKind, old: PostRow, person: int) -> None:
        """Add to the effects that a live message is obsolete: its record and the message itself will be deleted.

        `old` says where the message is. `person` is its owner, as with a hand or an offer by name; 0 for a public
        message. If Discord does not delete the message, it is edited to say that it is obsolete.
        """
        self.set_post(kind, None, person)
        self.follow_up(ObsoleteMessage(channel=old.channel, message=old.message, asks_in_vain=True))


class Attempt:
    """One attempt to deliver a row of the outbox. It sends, edits or deletes one message at most."""

    def __init__(self, row: OutboxRow, notification: Notification, next_in_lane: list[Attempt] | None = None) -> None:
        self.row = row
        self.notification = notification
        self.next_in_lane = next_in_lane or []
        """Attempts for the next rows of the same lane, in order; this attempt's message may deliver them too."""
        self.nonce = outbox.nonce_of(row)
        self.state = DeliveryState.MAYBE_SENT if row.nonce else DeliveryState.FRESH
        self.is_nonce_stored = bool(row.nonce)
        self.delivered_along: list[Attempt] = []
        """Those of `next_in_lane` that the same message delivers. They are acknowledged with this row."""
        self.effects = Effects()

    @classmethod
    def of(cls, row: OutboxRow, next_in_lane: list[OutboxRow] | None = None) -> Attempt:
        """Return an attempt to deliver a row; raise `msgspec.MsgspecError` if its kind or facts are unknown.

        `next_in_lane` are the next rows of the same lane, in order; the same message may deliver them too. If one of
        them cannot be read, it and all after it are ignored.
        """
        following = []
        for each in next_in_lane or ():
            try:
                following.append(cls.of(each))
            except msgspec.MsgspecError:
                break
        return cls(row, from_row(row), following)

    @property
    def may_have_arrived(self) -> bool:
        """True if an earlier attempt may have delivered the row.

        Then Discord may answer our request with the message of that attempt and its older contents.
        """
        return bool(self.row.nonce)

    def can_deliver_along(self, other: Attempt) -> bool:
        """Return True if this attempt's message may also deliver another row: one never sent with another nonce."""
        return other.row.nonce in ("", self.nonce)

    def note_rejected(self) -> None:
        """Set the state to `FRESH` again, because Discord has rejected the message.

        The state stays as it is if an earlier attempt may have sent the message.
        """
        if not self.may_have_arrived:
            self.state = DeliveryState.FRESH
