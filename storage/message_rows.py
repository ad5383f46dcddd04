"""The row of a message that is posted once and then edited whenever it should show something newer."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class VersionedMessageRow(msgspec.Struct, kw_only=True):
    """A message with versions: `wanted` is the version that it should show, `shown` the one it shows, 0 before any.

    Each kind has a database table of its own, and a subclass with further columns. `tries` counts failed tries to send
    it. Times are in seconds since 1970.
    """

    TABLE: ClassVar[str]
    """The name of its database table."""
    NONCE_PREFIX: ClassVar[str]
    """Its nonces begin with this letter, so that those of two database tables never agree."""

    id: int = 0
    person: int | None = None
    """The person whom it is sent to, or whose act it reports; None for other messages."""
    channel: int = 0
    message: int = 0
    """0: it is not posted yet."""
    picture: str = ""
    """The digest of the picture that it shows; empty without one."""
    wanted: int = 1
    shown: int = 0
    nonce: str = ""
    """The nonce under which it may have been sent; empty if it was certainly not sent, or its message is known."""
    due: int = 0
    """When the version `wanted` is to be sent."""
    tries: int = 0
