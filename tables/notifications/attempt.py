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
"""The kinds of messages that are kept up to date, or removed once they are answered (the last three)."""


class DeliveryState(Enum):
    """How far a new message has come. Edits and deletions can be repeated: they stay `FRESH`."""

    FRESH = "certainly not sent"
    MAYBE_SENT = "its nonce is stored; it may have been delivered"
    DELIVERED = "Discord has answered with the message"


class FollowUp(NamedTuple):
    """A notification that a delivery leads to, and when it is due (0: at once)."""

    notification: Notification
    due: int


class StoredPost(NamedTuple):
    """Which message is the live message of a kind from now on; `post` is None if there is none any more.

    `person` owns it, as with a hand or an offer by name; 0 for public messages.
    """

    kind: LiveKind
    person: int
    post: PostRow | None


class Effects(msgspec.Struct):
    """What a delivery leads to. It is written in one transaction with the acknowledgement of its row."""

    posts: list[StoredPost] = []
    """Live messages that exist now, or no longer."""
    prompts: list[tuple[int, PingRow]] = []
    """(Table id, prompt): messages that ask players; each replaces that of the same table, person and kind."""
    follow_ups: list[FollowUp] = []
    """Further notifications to write to the outbox."""
    digest: list[GatheredRow] = []
    """What people get later, in a digest."""
    dms_closed: list[int] = []
    """People who have just refused a direct message of this table."""
    guests_told: list[int] = []
    """The numbers of guests who were notified."""
    guests_written: list[int] = []
    """The numbers of guests who were notified by direct message."""
    open_channels: list[int] = []
    """Channels that have accepted a request and may have been blocked before."""
    is_channel_found: bool = False
    """The table's channel exists, although it was thought to be deleted."""
    rest: Notification | None = None
    """If the notification waits for a blocked channel: what is left of it."""

    def follow_up(self, *notifications: Notification, due: int = 0) -> None:
        """Add notifications that this delivery leads to. They are delivered at once, or from the time `due` on."""
        self.follow_ups += [FollowUp(each, due) for each in notifications]

    def set_post(self, kind: LiveKind, post: PostRow | None, person: int = 0) -> None:
        """Add what is to be stored as the live message of a kind; None: there is none any more.

        `person` owns a hand or an offer by name; 0 for public messages.
        """
        self.posts.append(StoredPost(kind, person, post))

    def remove_post(self, kind: LiveKind, old: PostRow, person: int) -> None:
        """Forget a live message that is not true any more, and add a follow-up that deletes it.

        `person` owns a hand or an offer by name; 0 for public messages. A message that cannot be deleted will say that
        it is obsolete.
        """
        self.set_post(kind, None, person)
        self.follow_up(ObsoleteMessage(channel=old.channel, message=old.message, asks_in_vain=True))


class Attempt:
    """One attempt to deliver a row of the outbox. It leads to one new message, edit or deletion at most."""

    def __init__(self, row: OutboxRow, notification: Notification, behind: list[Attempt] | None = None) -> None:
        self.row = row
        self.notification = notification
        self.behind = behind or []
        """The next rows of the same lane, in order; the message may cover them too."""
        self.nonce = outbox.nonce_of(row)
        self.state = DeliveryState.MAYBE_SENT if row.nonce else DeliveryState.FRESH
        self.is_nonce_stored = bool(row.nonce)
        self.covers: list[Attempt] = []
        """Which of `behind` the same message covers. They are acknowledged with this row."""
        self.effects = Effects()

    @classmethod
    def of(cls, row: OutboxRow, behind: list[OutboxRow] | None = None) -> Attempt:
        """Return an attempt to deliver a row; raise `msgspec.MsgspecError` if its kind or facts are unknown.

        `behind` are the rows that have to be delivered after it, in order; the same message may cover them too. They
        are used up to the first that cannot be read.
        """
        following = []
        for each in behind or ():
            try:
                following.append(cls.of(each))
            except msgspec.MsgspecError:
                break
        return cls(row, from_row(row), following)

    @property
    def is_repeated(self) -> bool:
        """True if an earlier attempt may have delivered it: Discord may answer with that message and its contents."""
        return bool(self.row.nonce)

    def can_cover(self, other: Attempt) -> bool:
        """Return True if another row may share this message: it was not sent under another nonce."""
        return other.row.nonce in ("", self.nonce)

    def note_rejected(self) -> None:
        """Note that Discord has rejected the message: the state is `FRESH` again.

        The state does not change if an earlier attempt may have sent the message.
        """
        if not self.is_repeated:
            self.state = DeliveryState.FRESH
