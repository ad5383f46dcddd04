"""Discord as delivery sees it: channels, messages, nonces, permissions, and everything that can go wrong.

`Chat` is the state at Discord, which outlives every process. `SimulatedPort` is one process's way there: it implements
the delivery port with latency and faults.
"""

from __future__ import annotations

import asyncio
import random
from typing import NamedTuple

import msgspec

from cogs.connection.discord_errors import CLOSED_DMS, NO_PERMISSION, UNKNOWN_MESSAGE
from cogs.delivery.port import Delivered, Rejected, Unanswered
from cogs.messages.panel import Panel, Text

NONCE_WINDOW_S = 300
"""How long Discord remembers a nonce."""
_FIRST_ID = 1 << 40
_DM = 1_000_000
"""A person's direct-message channel has the person's id plus this."""


class Message(msgspec.Struct):
    """A message that was posted."""

    id: int
    channel: int
    nonce: str
    text: str
    mentioned: list[int]
    silent: bool
    posted_at: float
    heard: str
    """Its text when it was posted: what a ping said."""
    edits: int = 0
    deleted: bool = False


class Ping(NamedTuple):
    """A sound that somebody heard: a message that mentions them, or a direct message that is not silent."""

    at: float
    person: int
    message: int
    nonce: str


class Faults(msgspec.Struct):
    """The chances of each fault, for every request; and what is refused for now."""

    lost_request: float = 0.0
    """The request never reaches Discord, and the bot hears nothing."""
    lost_answer: float = 0.0
    """Discord carries the request out, and the bot hears nothing."""
    server_error: float = 0.0
    """Discord answers with 500; half of the time it has carried the request out."""
    rate_limited: float = 0.0
    """Discord answers with 429."""
    refused: set[int] = msgspec.field(default_factory=set)
    """Channels in which the bot may not post (50013)."""
    closed: set[int] = msgspec.field(default_factory=set)
    """People who take no direct messages (50007)."""


class Chat:
    """The state at Discord."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.faults = Faults()
        self.messages: dict[int, Message] = {}
        self.pings: list[Ping] = []
        self.requests = 0
        self.failures = 0
        self._nonces: dict[str, tuple[int, float]] = {}

    def post(self, channel: int, panel: Panel, nonce: str, mention: list[int], *, silent: bool) -> Message:
        """Post a message, or return the one that was posted under this nonce within the last five minutes."""
        now = asyncio.get_running_loop().time()
        known, until = self._nonces.get(nonce, (0, 0.0))
        if now < until:
            return self.messages[known]
        text = _text(panel)
        message = Message(_FIRST_ID + len(self.messages), channel, nonce, text, mention, silent, now, text)
        self.messages[message.id] = message
        self._nonces[nonce] = message.id, now + NONCE_WINDOW_S
        if not silent:
            people = [channel - _DM] if _DM < channel < _FIRST_ID else mention
            self.pings += [Ping(now, person, message.id, nonce) for person in people]
        return message

    def delete_by_moderator(self) -> None:
        """Delete a random message, as a moderator may."""
        there = [message for message in self.messages.values() if not message.deleted]
        if there:
            self.rng.choice(there).deleted = True

    def in_channel(self, channel: int) -> list[Message]:
        """Return the messages in a channel that were not deleted, the oldest first."""
        return [message for message in self.messages.values() if message.channel == channel and not message.deleted]


def _text(panel: Panel) -> str:
    return "\n".join(part.text for part in panel.without_pictures().parts if isinstance(part, Text))


class SimulatedPort:
    """Implements `DeliveryPort` on a `Chat`."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    async def _request(self) -> bool:
        """Wait as long as a request takes on its way. Raise its fault. Return True if its answer gets lost."""
        chat, faults, chance = self._chat, self._chat.faults, self._chat.rng.random()
        chat.requests += 1
        await asyncio.sleep(0.02 + chat.rng.random() ** 6 * 3)
        kinds = (faults.lost_request, faults.lost_answer, faults.server_error, faults.rate_limited)
        for number, part in enumerate(kinds):
            if chance < part:
                chat.failures += 1
                if number == 0:
                    await asyncio.sleep(chat.rng.random() * 30)
                    raise Unanswered("timed out")
                if number == 2 and chat.rng.random() < 0.5:
                    raise Rejected(500, 0, "500", is_temporary=True)
                if number == 3:
                    raise Rejected(429, 0, "429", is_temporary=True)
                return True
            chance -= part
        return False

    async def _answer(self, lost: bool) -> None:
        """Wait as long as the answer takes; raise if it gets lost."""
        await asyncio.sleep(0.02)
        if lost:
            await asyncio.sleep(self._chat.rng.random() * 30)
            raise Unanswered("the answer was lost")

    async def send(
        self, channel: int, panel: Panel, nonce: str, *, mention: list[int] | None = None, silent: bool = False
    ) -> Delivered:
        """Post a message."""
        lost = await self._request()
        if channel in self._chat.faults.refused:
            raise Rejected(403, NO_PERMISSION, "missing permissions", is_temporary=False)
        if channel - _DM in self._chat.faults.closed:
            raise Rejected(403, CLOSED_DMS, "cannot send messages to this user", is_temporary=False)
        message = self._chat.post(channel, panel, nonce, mention or [], silent=silent)
        await self._answer(lost)
        return Delivered(message.channel, message.id, message.mentioned)

    async def edit(self, channel: int, message: int, panel: Panel, *, keep_pictures: bool = False) -> None:
        """Replace a message's contents."""
        lost = await self._request()
        found = self._find(message)
        found.text, found.edits = _text(panel), found.edits + 1
        await self._answer(lost)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        lost = await self._request()
        self._find(message).deleted = True
        await self._answer(lost)

    def _find(self, message: int) -> Message:
        found = self._chat.messages[message]
        if found.deleted:
            raise Rejected(404, UNKNOWN_MESSAGE, "unknown message", is_temporary=False)
        return found

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a thread: as at Discord, it has the id of its message."""
        lost = await self._request()
        self._find(message)
        await self._answer(lost)
        return message

    async def open_dm(self, person: int) -> int:
        """Return a person's direct-message channel."""
        await self._answer(await self._request())
        return person + _DM

    async def add_to_thread(self, thread: int, people: list[int]) -> None:
        """Add people to a thread."""
        await self._answer(await self._request())

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        """Everybody sees every channel."""
        await self._answer(await self._request())
        return True

    def may_attach(self, channel: int) -> bool | None:
        """Return that the permissions are unknown; there are no pictures in the simulation."""
        return None
