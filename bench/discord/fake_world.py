"""What the fake Discord stores: `FakeWorld` with all servers, messages, clicks (`Click`) and requests (`Request`).

`text_of` and `items_of` read the texts and the buttons and selects of a message.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import discord

from bench.discord import payloads

_SILENT = 1 << 12
"""Flag of a message that notifies nobody."""
_MENTION = re.compile(r"<@!?(\d+)>")


class DiscordError(Exception):
    """Raised to answer a request with an error: the HTTP status and Discord's error code."""

    def __init__(self, status: int, code: int) -> None:
        super().__init__(status, code)
        self.status = status
        self.code = code


UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_MEMBER = (
    DiscordError(404, 10003),
    DiscordError(404, 10008),
    DiscordError(404, 10007),
)
UNKNOWN_SERVER, UNKNOWN_INTERACTION = DiscordError(404, 10004), DiscordError(404, 10062)
ANSWERED_ALREADY, HAS_THREAD = DiscordError(400, 40060), DiscordError(400, 160004)
TOO_MANY_EDITS = DiscordError(429, 30046)


@dataclass
class Click:
    """A click on a button or select, and how the bot has answered it so far; `FakeDiscord.press` makes it."""

    token: str
    person: int
    custom_id: str
    shard: int
    at: float
    """Monotonic time, as all times here."""
    source: dict[str, Any]
    """The message that was clicked."""
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the bot has acknowledged the click."""
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the bot has shown a message with components in answer."""
    heard_at: float = 0.0
    """When it was acknowledged; 0.0 before."""
    by: str = ""
    """The name of the process that acknowledged it; "" before, or if the process has no name."""
    original: str = ""
    """The id of the message that answers it, which may be the clicked one; "" before the answer."""
    message: dict[str, Any] = field(default_factory=dict)
    """The message shown last in answer to it; {} before."""
    first: str = ""
    """The text shown first in answer to it; the message may be edited later."""


@dataclass(frozen=True)
class Sent:
    """A message as it was first sent to a channel.

    `at` is the monotonic time, `by` the name of the process that sent it, and `place` the id of the channel or thread.
    """

    at: float
    by: str
    place: str
    message_id: str
    nonce: str
    mentions: tuple[str, ...]
    """The people who were notified; empty if it was silent."""
    text: str

    def __str__(self) -> str:
        return f"{self.message_id} at {self.at:.2f} by {self.by}, nonce {self.nonce}"


@dataclass
class Request:
    """A request of a bot: when it was answered (monotonic), the process's name or "", and the status it got.

    Opening a gateway connection is recorded too, with status 101.
    """

    at: float
    by: str
    method: str
    path: str
    status: int


@dataclass
class FakeWorld:
    """Everything the fake Discord stores.

    With `trusting`, unknown channels and clicks are accepted as if they existed, and so are edits and deletions of
    unknown messages in a channel: bots on a prepared database edit messages that were never sent. A second answer to a
    click, and an edit of an answer that does not exist, are still refused.
    """

    trusting: bool = False
    too_old_to_edit: set[str] = field(default_factory=set)
    """Messages older than an hour that were edited too often."""
    answer_timeout_s: float = 3.0
    """Seconds within which a click has to be answered; a later first answer is refused."""
    servers: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Guild payloads by id."""
    messages: dict[str, dict[str, Any]] = field(default_factory=dict)
    """All messages by id, ephemeral ones included."""
    places: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """By channel, thread or direct-message channel: the messages that everybody there sees, in order."""
    sent: list[Sent] = field(default_factory=list)
    """Every message that `send` has stored, deleted ones included."""
    clicks: dict[str, Click] = field(default_factory=dict)
    """By token."""
    requests: list[Request] = field(default_factory=list)
    """In the order in which they were answered."""
    emoji: list[dict[str, Any]] = field(default_factory=list)
    nonces: dict[str, str] = field(default_factory=dict)
    """Message ids by nonce."""
    deduplicated_sends: int = 0
    """Messages that were sent again with a known nonce."""
    content_shown: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, and replaced, whenever a person was shown something."""
    _latest_id: int = 0

    def new_id(self) -> str:
        """Return a new unique id, as a decimal number. As in Discord's ids, the present time is in it."""
        self._latest_id = max(self._latest_id + 1, _now_number())
        return str(self._latest_id)

    @property
    def unanswered(self) -> list[Click]:
        """The clicks that were not acknowledged."""
        return [click for click in self.clicks.values() if not click.heard.is_set()]

    def messages_in(self, place: int) -> list[dict[str, Any]]:
        """Return the messages that everybody in a channel sees, oldest first; [] for an unknown channel."""
        return list(self.places.get(str(place), {}).values())

    # Messages

    def send(self, channel: str, body: dict[str, Any], by: str = "") -> dict[str, Any]:
        """Store a message from the body of a request, record it in `sent`, and return it.

        `by` is the name of the sending process; the channel need not exist. A silent message is recorded without
        mentions. If the body enforces a nonce that was used before, nothing is stored, and the message with that nonce
        is returned.
        """
        nonce = str(body.get("nonce") or "")
        if nonce in self.nonces and body.get("enforce_nonce"):
            self.deduplicated_sends += 1
            return self.messages[self.nonces[nonce]]
        made = self._message(channel, body, payloads.LAYOUT)
        self.places.setdefault(channel, {})[made["id"]] = made
        silent = (body.get("flags") or 0) & _SILENT
        mentions = () if silent else tuple(sorted(who["id"] for who in made["mentions"]))
        self.sent.append(Sent(monotonic(), by, channel, made["id"], nonce, mentions, text_of(made)))
        if nonce:
            self.nonces[nonce] = made["id"]
        return made

    def edit(self, channel: str, message_id: str, body: dict[str, Any]) -> dict[str, Any]:
        """Edit a message of a channel and return it.

        For a message that does not exist, raise `UNKNOWN_MESSAGE`; with `trusting`, create it instead. For one in
        `too_old_to_edit`, raise `TOO_MANY_EDITS`.
        """
        if message_id in self.too_old_to_edit:
            raise TOO_MANY_EDITS
        if message_id not in self.places.get(channel, {}):
            if not self.trusting:
                raise UNKNOWN_MESSAGE
            self._store(payloads.message(message_id, channel, [], payloads.LAYOUT))
        return self._apply_body(self.messages[message_id], body)

    def delete(self, channel: str, message_id: str) -> None:
        """Delete a message of a channel; raise `UNKNOWN_MESSAGE` if it does not exist, unless `trusting`."""
        if self.places.get(channel, {}).pop(message_id, None) is None and not self.trusting:
            raise UNKNOWN_MESSAGE
        self.messages.pop(message_id, None)

    def open_thread(self, channel: str, message_id: str) -> dict[str, Any]:
        """Open a thread under a message of a channel and return it; its id is that of the message.

        The message need not exist. Raises `HAS_THREAD` if it has a thread already, and `UNKNOWN_CHANNEL` if no server
        has the channel. With `trusting`, a thread in an unknown channel is returned but not stored.
        """
        server = next((each for each in self.servers.values() if _has_channel(each, channel)), None)
        if server is None:
            if not self.trusting:
                raise UNKNOWN_CHANNEL
            return payloads.thread(message_id, channel, "1")
        if any(each["id"] == message_id for each in server["threads"]):
            raise HAS_THREAD
        opened = payloads.thread(message_id, channel, server["id"])
        server["threads"].append(opened)
        return opened

    def _store(self, made: dict[str, Any]) -> None:
        """Store a message payload as one that everybody in its channel sees."""
        self.messages[made["id"]] = made
        self.places.setdefault(made["channel_id"], {})[made["id"]] = made

    def _message(self, channel: str, body: dict[str, Any], flags: int) -> dict[str, Any]:
        """Store a new message from a request's body, and return it. It is not yet listed among its channel's messages.

        It gets `flags`; those of the body are ignored.
        """
        made = payloads.message(self.new_id(), channel, [], flags)
        made["nonce"] = body.get("nonce")
        self.messages[made["id"]] = made
        return self._apply_body(made, body)

    def _apply_body(self, message: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
        """Replace components and mentions of a message in place by those of a request's body; return the message.

        A body without components changes nothing. Only people whom `allowed_mentions` lists are mentioned.
        """
        if "components" in body:
            message["components"] = _as_returned(body["components"])
            allowed = (body.get("allowed_mentions") or {}).get("users", [])
            named = dict.fromkeys(_MENTION.findall(text_of(message)))
            message["mentions"] = [payloads.user(int(each), each) for each in named if each in map(str, allowed)]
        return message

    # Clicks

    def click(self, click: Click) -> None:
        """Store a click under its token."""
        self.clicks[click.token] = click

    def answer(self, token: str, kind: int, body: dict[str, Any], by: str) -> dict[str, Any]:
        """Apply the first answer to the click with this token, and return the message that answers it, or {}.

        `kind` is Discord's callback type: 4 and 5 answer with a new message (5 shows it later), 6 and 7 with the
        clicked one (7 edits it now), all others with none. The click counts as acknowledged by the process `by`.
        Raises `ANSWERED_ALREADY` for a second answer, and `UNKNOWN_INTERACTION` after the timeout or, unless
        `trusting`, for an unknown token.
        """
        click = self._known_click(token)
        if click.heard.is_set():
            raise ANSWERED_ALREADY
        if monotonic() - click.at > self.answer_timeout_s:
            raise UNKNOWN_INTERACTION
        source, place = click.source, str(click.source["channel_id"])
        if kind in (6, 7) and source["id"] not in self.messages and source["flags"] & payloads.EPHEMERAL:
            self.messages[source["id"]] = source
        self._mark_acknowledged(click, by)
        if kind in (6, 7):
            click.original = source["id"]
        elif kind in (4, 5):
            private = (body.get("flags") or 0) & payloads.EPHEMERAL
            made = self._message(place, {}, payloads.LAYOUT | private)
            click.original = made["id"]
            if not private:
                self.places.setdefault(place, {})[made["id"]] = made
        if kind in (4, 7):
            self._mark_shown(click, self._apply_body(self.messages[click.original], body))
        return self.messages.get(click.original, {})

    def follow_up(self, token: str, message_id: str, body: dict[str, Any], by: str) -> dict[str, Any]:
        """Apply a follow-up to the click with this token, and return the message.

        `message_id` is "@original" to edit the click's answer, the id of a message to edit that one, or "" to send a
        new ephemeral message. The click counts as acknowledged by the process `by` if it was not before. Raises
        `UNKNOWN_MESSAGE` if the message does not exist and, unless `trusting`, `UNKNOWN_INTERACTION` for an unknown
        token.
        """
        click = self._known_click(token)
        self._mark_acknowledged(click, by)
        if not message_id:
            made = self._message(str(click.source["channel_id"]), body, payloads.LAYOUT | payloads.EPHEMERAL)
            return self._mark_shown(click, made)
        known = self.messages.get(click.original if message_id == "@original" else message_id)
        if known is None:
            raise UNKNOWN_MESSAGE
        return self._mark_shown(click, self._apply_body(known, body))

    def original(self, token: str, message_id: str) -> dict[str, Any]:
        """Return the message that answers a click ("@original") or the message with this id.

        Raises `UNKNOWN_MESSAGE` if it does not exist; `UNKNOWN_INTERACTION` for an unknown token, unless `trusting`.
        """
        click = self._known_click(token)
        known = self.messages.get(click.original if message_id == "@original" else message_id)
        if known is None:
            raise UNKNOWN_MESSAGE
        return known

    def delete_answer(self, message_id: str) -> None:
        """Delete a message that answers a click; it must exist."""
        gone = self.messages.pop(message_id)
        self.places.get(gone["channel_id"], {}).pop(message_id, None)

    def _known_click(self, token: str) -> Click:
        """Return the click with this token; if there is none, raise `UNKNOWN_INTERACTION`.

        With `trusting`, a click on an empty message is stored and returned instead.
        """
        if token not in self.clicks:
            if not self.trusting:
                raise UNKNOWN_INTERACTION
            source = payloads.message(self.new_id(), "1", [], payloads.EPHEMERAL | payloads.LAYOUT)
            self.click(Click(token, 0, "", 0, monotonic(), source))
        return self.clicks[token]

    def _mark_acknowledged(self, click: Click, by: str) -> None:
        """Record when and by which process a click was acknowledged; do nothing if it was before."""
        if not click.heard.is_set():
            click.heard_at, click.by = monotonic(), by
            click.heard.set()

    def _mark_shown(self, click: Click, message: dict[str, Any]) -> dict[str, Any]:
        """Record that a message was shown in answer to a click, and wake tasks that wait for it; return the message.

        Nothing is recorded for a message without components.
        """
        if message["components"]:
            click.message, click.first = message, click.first or text_of(message)
            click.shown.set()
            self.content_shown.set()
            self.content_shown = asyncio.Event()
        return message


def texts(components: Any) -> Iterator[str]:
    """Yield all texts of a message's components, nested ones included, in order; labels of buttons are no texts."""
    if isinstance(components, list):
        for part in components:
            yield from texts(part)
    elif isinstance(components, dict):
        if isinstance(components.get("content"), str):
            yield components["content"]
        for inner in ("components", "accessory"):
            yield from texts(components.get(inner))


def text_of(message: dict[str, Any]) -> str:
    """Return all texts of a message's components, one below the other."""
    return "\n".join(texts(message["components"]))


def items_of(components: Any) -> Iterator[dict[str, Any]]:
    """Yield the enabled buttons and selects among a message's components, nested ones included, in order.

    Buttons without a custom id, which are links, are left out.
    """
    if isinstance(components, list):
        for part in components:
            yield from items_of(part)
    elif isinstance(components, dict):
        if components.get("custom_id") and not components.get("disabled"):
            yield components
        for inner in ("components", "accessory"):
            yield from items_of(components.get(inner))


def _as_returned(components: Any) -> Any:
    """Return a copy of components in which links to attachments are replaced by web addresses, as Discord does."""
    if isinstance(components, list):
        return [_as_returned(part) for part in components]
    if isinstance(components, dict):
        shown = {key: _as_returned(part) for key, part in components.items()}
        if str(shown.get("url", "")).startswith("attachment://"):
            shown["url"] = shown["proxy_url"] = f"https://cdn.example/{shown['url'][13:]}"
        return shown
    return components


def _has_channel(server: dict[str, Any], channel: str) -> bool:
    """Return True if the server has a channel, not a thread, with this id."""
    return any(each["id"] == channel for each in server["channels"])


def _now_number() -> int:
    """Return the Discord id (snowflake) of the present time."""
    return discord.utils.time_snowflake(discord.utils.utcnow())
