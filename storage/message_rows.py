"""The row of a message that is posted once and then edited whenever it should show something newer."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class VersionedMessageRow(msgspec.Struct, kw_only=True):
    """A message: which version it should show, which one it shows, and where it is. Times are seconds since 1970.

    Each kind has a database table of its own, and a subclass with further columns.
    """

    TABLE: ClassVar[str]
    """The name of its database table."""
    NONCE_PREFIX: ClassVar[str]
    """Its nonces begin with this letter, so that those of two database tables never agree."""

    id: int = 0
    person: int | None = None
    """Who is written to, or whose act it was."""
    channel: int = 0
    message: int = 0
    """0: it is not posted yet."""
    picture: str = ""
    """The digest of the picture that it shows."""
    wanted: int = 1
    shown: int = 0
    nonce: str = ""
    """The nonce under which it may have been sent; empty if it was certainly not sent, or its message is known."""
    due: int = 0
    """When the wanted version is to be sent."""
    tries: int = 0
