"""`AnyNotification`: what every kind of notification has."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from storage.queries import outbox


class AnyNotification(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A notification: typed facts, never a text. The tag is its kind as stored, and the fields are its facts.

    A field `seat` says whose seat it is about. `cogs/delivery/discord_delivery.py` delivers every kind; mypy finds a
    missing one.
    """

    newest_only: ClassVar[bool] = False
    """It describes the current position: of those that wait for the same seat only the newest is delivered."""
    asks: ClassVar[bool] = False
    """It asks somebody: while the channel is blocked it can be delivered by direct message."""

    lane_name: ClassVar[str] = outbox.TABLE
    """The name of its lane, in which notifications wait for each other; fields in braces are filled in (see `lane`)."""

    @property
    def lane(self) -> str:
        """The lane of the outbox: notifications of one lane are delivered in order and wait for each other."""
        return self.lane_name.format(**msgspec.structs.asdict(self))

    @property
    def kind(self) -> str:
        """Its name in the database and in the log."""
        return str(self.__struct_config__.tag)
