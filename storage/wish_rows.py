"""The rows of people who look for a game: their wishes, and the messages about them. Times are seconds since 1970."""

from __future__ import annotations

from typing import Literal

import msgspec

from storage.message_rows import VersionedMessageRow

WishState = Literal["draft", "looking", "over"]
"""Its owner is still choosing; they look for a game; nobody was found in time."""
WishMessageKind = Literal["overview", "question", "computers"]
"""What is wanted on a server, for everybody; the question to one person whether they still look; the offer to one
person of a table with computers."""


class WishTerms(msgspec.Struct, kw_only=True, frozen=True):
    """What somebody who looks for a game accepts; an empty list means anything."""

    games: list[str] = []
    sizes: list[int] = []
    clocks: list[str] = []
    languages: list[str] = []
    computers: bool = True
    """Whether computers may take seats that no waiting person can have."""
    lasts_s: int = 0
    """How long they look, in seconds; 0 for the usual time."""


class WishRow(msgspec.Struct, kw_only=True):
    """A person who looks for a game on a server, or is about to. A person has one such row on a server."""

    server: int
    person: int
    name: str
    """The name under which they play."""
    state: WishState = "draft"
    terms: WishTerms = WishTerms()
    language: str
    """The language they read."""
    channel: int
    """Where they asked; a table can be opened there if the server's settings name no channels."""
    channels: list[int] = []
    """The channels in which a table can be opened for them: they see them, and we may write there."""
    made_at: int
    """When they began to look, or to choose."""
    expires_at: int = 0
    confirmed_at: int = 0
    """When they last confirmed that they still look; 0 if never."""
    asked_at: int = 0
    """When they were last asked that; 0 if never."""
    due: int = 0
    """When something is to be done about this row."""


class WishMessageRow(VersionedMessageRow, kw_only=True):
    """A message about people who look for a game on a server. There is one overview per server."""

    TABLE = "wish_messages"
    NONCE_PREFIX = "w"
    server: int
    kind: WishMessageKind
    number: int = 0
    """When it was first wanted; 0 of the overview."""
