"""Discord as delivery sees it: channels, messages, nonces, permissions, and everything that can go wrong.

`Chat` is the state at Discord, which outlives every process. `SimulatedPort` is one process's way there: it implements
the delivery port with latency and faults.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec

from cogs.connection.discord_errors import CLOSED_DMS, HAS_THREAD, NO_PERMISSION, UNKNOWN_MESSAGE
from cogs.delivery.port import Delivered, DeliveryFailure, NotAttempted, Rejected, Unanswered
from cogs.messages.panel import Panel, Text

NONCE_WINDOW_S = 300
"""How long Discord remembers a nonce."""
TOO_MANY_EDITS, OLD_MESSAGE_S = 30046, 3600
"""Discord's code for too many edits of a message that is older than this."""
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
    shows: str
    """The kind of live message that it was posted as ("hand", "lobby", ...), and the table."""
    deleted: bool = False
    answered_at: float = float("inf")
    """When a process first learned that it was posted, and under which id."""


class Ping(NamedTuple):
    """A sound that somebody heard: a message that mentions them, or a direct message that is not silent."""

    at: float
    person: int
    message: Message


class Received(NamedTuple):
    """Something that the readers of a channel could notice: a message, an edit or a deletion."""

    at: float
    channel: int
    what: str
    text: str


class Faults(msgspec.Struct):
    """The chance of each fault, for every request; and what is refused for now. `plan.py` explains each."""

    lost_request: float = 0.0
    lost_answer: float = 0.0
    server_error: float = 0.0
    rate_limited: float = 0.0
    late: float = 0.0
    old_edits: bool = False
    refused: set[int] = msgspec.field(default_factory=set)
    """Channels in which, and in whose threads, the bot may not post (50013)."""
    closed: set[int] = msgspec.field(default_factory=set)
    """People who take no direct messages (50007)."""


class Chat:
    """The state at Discord."""

    def __init__(self, seed: int, say: Callable[[str], None]) -> None:
        self._seed = seed
        self.say = say
        self.on_post: Callable[[], None] = lambda: None
        """Called when a message was posted; it may kill the process."""
        self.faults = Faults()
        self.messages: dict[int, Message] = {}
        self.threads: set[int] = set()
        self.pings: list[Ping] = []
        self.received: list[Received] = []
        self._nonces: dict[str, Message] = {}
        self._chances: dict[int, random.Random] = {}

    def chance(self, channel: int) -> random.Random:
        """Return the random numbers for requests to a channel: what happens elsewhere does not change them."""
        if channel not in self._chances:
            self._chances[channel] = random.Random(self._seed * 1_000_003 + channel)
        return self._chances[channel]

    def post(self, channel: int, panel: Panel, nonce: str, mention: list[int], shows: str, *, silent: bool) -> Message:
        """Post a message, or return the one that was posted under this nonce within the last five minutes."""
        now = asyncio.get_running_loop().time()
        known = self._nonces.get(nonce)
        if known and now < known.posted_at + NONCE_WINDOW_S:
            return known
        text = _text(panel)
        message = Message(_FIRST_ID + len(self.messages), channel, nonce, text, mention, silent, now, text, shows)
        self.messages[message.id] = self._nonces[nonce] = message
        self._note(message, f"post {nonce}{' silently' if silent else ''} @{mention}")
        if not silent:
            people = [channel - _DM] if is_dm(channel) else mention
            self.pings += [Ping(now, person, message) for person in people]
        self.on_post()
        return message

    def is_unanswered(self, nonce: str) -> bool:
        """Return True if a message was posted under this nonce and no process knows that."""
        return nonce in self._nonces and self._nonces[nonce].answered_at == float("inf")

    def edit(self, message: Message, panel: Panel) -> None:
        """Replace a message's text."""
        message.text = _text(panel)
        self._note(message, "edit")

    def delete(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        self._note(message, "delete")

    def _note(self, message: Message, what: str) -> None:
        now = asyncio.get_running_loop().time()
        self.received.append(Received(now, message.channel, what, message.text))
        self.say(f"  {what} {message.id - _FIRST_ID} in {message.channel}: {message.text[:60]!r}")

    def parent_of(self, channel: int) -> int:
        """Return the channel that a thread was opened in; any other channel itself."""
        return self.messages[channel].channel if channel in self.threads else channel

    def in_channel(self, channel: int) -> list[Message]:
        """Return the messages in a channel that were not deleted, the oldest first."""
        return [message for message in self.messages.values() if message.channel == channel and not message.deleted]


def is_dm(channel: int) -> bool:
    """Return True for a direct-message channel."""
    return _DM < channel < _FIRST_ID


def dm_of(person: int) -> int:
    """Return a person's direct-message channel."""
    return person + _DM


def _text(panel: Panel) -> str:
    return "\n".join(part.text for part in panel.without_pictures().parts if isinstance(part, Text))


class Sender(Protocol):
    """A process that sends, as its port sees it."""

    def reaches_discord(self) -> bool:
        """Return False while its requests get lost."""

    async def begin_delivery(self, channel: int) -> bool:
        """Begin a request; return False if the process may not begin one."""

    def note_post(self) -> str:
        """Note that a new message is about to be sent; return its kind and table, as words."""


class SimulatedPort:
    """Implements `DeliveryPort` on a `Chat`, for one process."""

    def __init__(self, chat: Chat, sender: Sender) -> None:
        self._chat = chat
        self._sender = sender

    async def _request(self, channel: int, what: str) -> DeliveryFailure | None:
        """Wait as long as a request takes on its way. Raise its fault if it has one and is not carried out.

        Return the fault of a request that is carried out all the same; None without one.
        """
        if not await self._sender.begin_delivery(channel):
            raise NotAttempted("the partition may be lost")
        chat, faults, rng = self._chat, self._chat.faults, self._chat.chance(channel)
        chance = rng.random()
        await asyncio.sleep(0.02 + rng.random() ** 6 * 2)
        if not self._sender.reaches_discord():
            await asyncio.sleep(rng.random() * 10)
            raise Unanswered("Discord cannot be reached")
        kinds = ("lost_request", "lost_answer", "server_error", "rate_limited", "late")
        for kind in kinds:
            if chance < (part := getattr(faults, kind)):
                break
            chance -= part
        else:
            return None
        chat.say(f"  {kind}: {what} in {channel}")
        if kind == "late":
            await asyncio.sleep(rng.random() * 20)
            return None
        if kind == "lost_request":
            await asyncio.sleep(rng.random() * 30)
            raise Unanswered("timed out")
        status, done = 429 if kind == "rate_limited" else 500, rng.randrange(3)
        rejected = Rejected(status, 0, str(status), is_temporary=True)
        if kind != "lost_answer" and (done == 0 or (done == 1 and kind == "rate_limited")):
            raise rejected
        return Unanswered("the answer was lost") if kind == "lost_answer" or done == 1 else rejected

    async def _answer(self, channel: int, failure: DeliveryFailure | None) -> None:
        """Wait as long as the answer takes; raise what it fails with."""
        await asyncio.sleep(0.02)
        if isinstance(failure, Unanswered):
            await asyncio.sleep(self._chat.chance(channel).random() * 30)
        if failure:
            raise failure

    async def send(
        self,
        channel: int,
        panel: Panel,
        nonce: str,
        *,
        mention: list[int] | None = None,
        mention_role: int = 0,
        silent: bool = False,
    ) -> Delivered:
        """Post a message."""
        shows = self._sender.note_post()
        failure = await self._request(channel, f"post {nonce}")
        if self._chat.parent_of(channel) in self._chat.faults.refused:
            raise Rejected(403, NO_PERMISSION, "missing permissions", is_temporary=False)
        if channel - _DM in self._chat.faults.closed:
            raise Rejected(403, CLOSED_DMS, "cannot send messages to this user", is_temporary=False)
        message = self._chat.post(channel, panel, nonce, mention or [], shows, silent=silent)
        await self._answer(channel, failure)
        message.answered_at = min(message.answered_at, asyncio.get_running_loop().time())
        return Delivered(message.channel, message.id, message.mentioned)

    async def edit(self, channel: int, message: int, panel: Panel, *, keep_pictures: bool = False) -> None:
        """Replace a message's contents."""
        failure = await self._request(channel, f"edit {message - _FIRST_ID}")
        found = self._find(message)
        if self._chat.faults.old_edits and asyncio.get_running_loop().time() - found.posted_at > OLD_MESSAGE_S:
            raise Rejected(429, TOO_MANY_EDITS, "too many edits of an old message", is_temporary=True)
        self._chat.edit(found, panel)
        await self._answer(channel, failure)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        failure = await self._request(channel, f"delete {message - _FIRST_ID}")
        self._chat.delete(self._find(message))
        await self._answer(channel, failure)

    def _find(self, message: int) -> Message:
        found = self._chat.messages[message]
        if found.deleted:
            raise Rejected(404, UNKNOWN_MESSAGE, "unknown message", is_temporary=False)
        return found

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a thread: as at Discord, it has the id of its message."""
        failure = await self._request(channel, "open a thread")
        self._find(message)
        if message in self._chat.threads:
            raise Rejected(400, HAS_THREAD, "it has a thread", is_temporary=False)
        self._chat.threads.add(message)
        await self._answer(channel, failure)
        return message

    async def open_dm(self, person: int) -> int:
        """Return a person's direct-message channel."""
        channel = dm_of(person)
        await self._answer(channel, await self._request(channel, "open"))
        return channel

    async def add_to_thread(self, thread: int, people: list[int]) -> None:
        """Add people to a thread."""
        await self._answer(thread, await self._request(thread, "add people"))

    async def remove_from_thread(self, thread: int, person: int) -> None:
        """Remove a person from a thread."""
        await self._answer(thread, await self._request(thread, "remove a person"))

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        """Everybody sees every channel."""
        await self._answer(channel, await self._request(channel, "look"))
        return True

    async def can_write(self, server: int, channel: int) -> bool:
        """Every channel is open to us."""
        await self._answer(channel, await self._request(channel, "look"))
        return True

    def may_attach(self, channel: int) -> bool | None:
        """Return that the permissions are unknown; there are no pictures in the simulation."""
        return None
