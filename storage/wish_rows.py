"""The rows of wishes, the searches of people for a game, and of the messages about them. Times are Unix seconds."""

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
    """Which games, numbers of seats, clocks and languages somebody who looks for a game accepts; [] means any."""

    games: list[str] = []
    sizes: list[int] = []
    clocks: list[str] = []
    languages: list[str] = []
    computers: bool = True
    """Whether computers may take the seats for which no person was found."""
    lasts_s: int = 0
    """How long they look, in seconds; 0 for the usual time."""
    required_level: int = 0
    """How reliable the others must be: a `matching.reliability.Level`; 0, the worst: no matter."""
    level_may_be_checked: bool = False
    """Whether others' wishes may require a level of them although they keep their statistics private."""


class WishRow(msgspec.Struct, kw_only=True):
    """A wish: a person looks for a game on a server, or is still choosing for what. They have one on each server."""

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
    """When the next step for this wish is due, such as a question or its end."""


class WishMessageRow(VersionedMessageRow, kw_only=True):
    """A message about wishes on a server: the one overview for everybody, or a message to one person."""

    TABLE = "wish_messages"
    NONCE_PREFIX = "w"
    server: int
    kind: WishMessageKind
    number: int = 0
    """A time that tells it from earlier messages of its kind; 0 for the overview."""
