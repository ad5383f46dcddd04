"""`AnyNotification`: the base class of all kinds of notifications."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from storage.queries import outbox


class AnyNotification(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """The base of every kind of notification. Its fields are facts, never a text; the tag is its kind as stored.

    If a kind has the field `seat`, that is the number of the seat it is about. `cogs/delivery/discord_delivery.py`
    delivers every kind; mypy reports a kind that is missing there.
    """

    newest_only: ClassVar[bool] = False
    """True if it updates a message to the current position: a newer one of its kind and seat replaces a waiting one."""
    asks: ClassVar[bool] = False
    """True if it asks somebody for something: while the channel is blocked it can be sent by direct message."""

    lane_name: ClassVar[str] = outbox.TABLE
    """The pattern of `lane`: a field's name in braces stands for its value."""

    @property
    def lane(self) -> str:
        """The lane of the outbox that it is in. Notifications of one lane are delivered in order, one after another."""
        return self.lane_name.format(**msgspec.structs.asdict(self))

    @property
    def kind(self) -> str:
        """Its name in the database and in the log."""
        return str(self.__struct_config__.tag)
