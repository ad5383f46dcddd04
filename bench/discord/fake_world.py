"""What stands in the stand-in's channels and direct messages, who was shown what, and every click with its answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any

import discord

from bench.discord import payloads

_SILENT = 1 << 12
_MENTION = re.compile(r"<@!?(\d+)>")


class Refused(Exception):
    """What Discord answers instead: a status and its own code."""

    def __init__(self, status: int, code: int) -> None:
        super().__init__(status, code)
        self.status = status
        self.code = code


UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_MEMBER = Refused(404, 10003), Refused(404, 10008), Refused(404, 10007)
UNKNOWN_SERVER, UNKNOWN_INTERACTION = Refused(404, 10004), Refused(404, 10062)
ANSWERED_ALREADY, HAS_THREAD = Refused(400, 40060), Refused(400, 160004)


@dataclass
class Click:
    """A click and what came of it."""

    token: str
    person: int
    custom_id: str
    shard: int
    at: float
    """By the monotonic clock, as all times here."""
    source: dict[str, Any]
    """The message that was clicked in."""
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    heard_at: float = 0.0
    by: str = ""
    """Which process has answered first."""
    original: str = ""
    """The number of the message that answers it."""
    message: dict[str, Any] = field(default_factory=dict)
    """What was shown last in answer to it."""
    first: str = ""
    """What was said first in answer to it: the message may be edited later."""


@dataclass(frozen=True)
class Sent:
    """A message as it arrived for all to see."""

    at: float
    by: str
    place: str
    number: str
    nonce: str
    mentions: tuple[str, ...]
    """Who heard it: nobody, if it was sent without a sound."""
    text: str

    def __str__(self) -> str:
        return f"{self.number} at {self.at:.2f} by {self.by}, nonce {self.nonce}"


@dataclass
class Request:
    """A request of a bot."""

    at: float
    by: str
    method: str
    path: str
    status: int


@dataclass
class World:
    """Everything that is known; `trusting`: messages nobody has sent and clicks nobody made are taken to be there."""

    trusting: bool = False
    patience: float = 3.0
    """Seconds within which a click has to be answered."""
    servers: dict[int, dict[str, Any]] = field(default_factory=dict)
    messages: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """What everybody sees in a channel, a thread or direct messages, in order."""
    sent: list[Sent] = field(default_factory=list)
    """Every message that ever arrived there."""
    clicks: dict[str, Click] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    emoji: list[dict[str, Any]] = field(default_factory=list)
    nonces: dict[str, str] = field(default_factory=dict)
    repeated: int = 0
    """Messages that were sent again under a nonce, and stood there already."""
    showed: asyncio.Event = field(default_factory=asyncio.Event)
    """Somebody was shown something; another one for each time."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(_now_number()))

    def number(self) -> str:
        """Return a number that nothing else has."""
        return str(next(self._numbers))

    @property
    def unanswered(self) -> list[Click]:
        """The clicks that nobody has answered."""
        return [click for click in self.clicks.values() if not click.heard.is_set()]

    def shown_in(self, place: int) -> list[dict[str, Any]]:
        """Return the messages that stand in a place, the oldest first."""
        return list(self.places.get(str(place), {}).values())

    # Messages

    def send(self, channel: str, body: dict[str, Any], by: str = "") -> dict[str, Any]:
        """Let a message stand there for all; sent again under its nonce it is the one that arrived."""
        nonce = str(body.get("nonce") or "")
        if nonce in self.nonces and body.get("enforce_nonce"):
            self.repeated += 1
            return self.messages[self.nonces[nonce]]
        made = self._message(channel, body, payloads.LAYOUT)
        self.places.setdefault(channel, {})[made["id"]] = made
        silent = (body.get("flags") or 0) & _SILENT
        mentions = () if silent else tuple(sorted(who["id"] for who in made["mentions"]))
        self.sent.append(Sent(monotonic(), by, channel, made["id"], nonce, mentions, text_of(made)))
        if nonce:
            self.nonces[nonce] = made["id"]
        return made

    def edit(self, channel: str, number: str, body: dict[str, Any]) -> dict[str, Any]:
        """Change a message that stands there."""
        if number not in self.places.get(channel, {}):
            if not self.trusting:
                raise UNKNOWN_MESSAGE
            self._put(payloads.message(number, channel, [], payloads.LAYOUT))
        return self._change(self.messages[number], body)

    def delete(self, channel: str, number: str) -> None:
        """Take a message away."""
        if self.places.get(channel, {}).pop(number, None) is None and not self.trusting:
            raise UNKNOWN_MESSAGE
        self.messages.pop(number, None)

    def open_thread(self, channel: str, number: str) -> dict[str, Any]:
        """Open a thread under a message, or (a number of its own) without one."""
        server = next((each for each in self.servers.values() if _has_channel(each, channel)), None)
        if server is None:
            if not self.trusting:
                raise UNKNOWN_CHANNEL
            return payloads.thread(number, channel, "1")
        if any(each["id"] == number for each in server["threads"]):
            raise HAS_THREAD
        opened = payloads.thread(number, channel, server["id"])
        server["threads"].append(opened)
        return opened

    def _put(self, made: dict[str, Any]) -> None:
        self.messages[made["id"]] = made
        self.places.setdefault(made["channel_id"], {})[made["id"]] = made

    def _message(self, channel: str, body: dict[str, Any], flags: int) -> dict[str, Any]:
        made = payloads.message(self.number(), channel, [], flags)
        made["nonce"] = body.get("nonce")
        self.messages[made["id"]] = made
        return self._change(made, body)

    def _change(self, message: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
        if "components" in body:
            message["components"] = _shown(body["components"])
            allowed = (body.get("allowed_mentions") or {}).get("users", [])
            named = dict.fromkeys(_MENTION.findall(text_of(message)))
            message["mentions"] = [payloads.user(int(each), each) for each in named if each in map(str, allowed)]
        return message

    # Clicks

    def click(self, click: Click) -> None:
        """Note that somebody has clicked."""
        self.clicks[click.token] = click

    def answer(self, token: str, kind: int, body: dict[str, Any], by: str) -> dict[str, Any]:
        """Take the first answer to a click; return the message that is meant, if there is one."""
        click = self._click(token)
        if click.heard.is_set():
            raise ANSWERED_ALREADY
        if monotonic() - click.at > self.patience:
            raise UNKNOWN_INTERACTION
        source, place = click.source, str(click.source["channel_id"])
        if kind in (6, 7) and source["id"] not in self.messages and source["flags"] & payloads.EPHEMERAL:
            self.messages[source["id"]] = source
        self._heard(click, by)
        if kind in (6, 7):
            click.original = source["id"]
        elif kind in (4, 5):
            private = (body.get("flags") or 0) & payloads.EPHEMERAL
            made = self._message(place, {}, payloads.LAYOUT | private)
            click.original = made["id"]
            if not private:
                self.places.setdefault(place, {})[made["id"]] = made
        if kind in (4, 7):
            self._show(click, self._change(self.messages[click.original], body))
        return self.messages.get(click.original, {})

    def follow_up(self, token: str, number: str, body: dict[str, Any], by: str) -> dict[str, Any]:
        """Show something after the answer: in its place, in an earlier follow-up's, or in a new one."""
        click = self._click(token)
        self._heard(click, by)
        if not number:
            made = self._message(str(click.source["channel_id"]), body, payloads.LAYOUT | payloads.EPHEMERAL)
            return self._show(click, made)
        known = self.messages.get(click.original if number == "@original" else number)
        if known is None:
            raise UNKNOWN_MESSAGE
        return self._show(click, self._change(known, body))

    def original(self, token: str, number: str) -> dict[str, Any]:
        """Return what answers a click."""
        click = self._click(token)
        known = self.messages.get(click.original if number == "@original" else number)
        if known is None:
            raise UNKNOWN_MESSAGE
        return known

    def forget(self, number: str) -> None:
        """Take away what answers a click."""
        gone = self.messages.pop(number)
        self.places.get(gone["channel_id"], {}).pop(number, None)

    def _click(self, token: str) -> Click:
        if token not in self.clicks:
            if not self.trusting:
                raise UNKNOWN_INTERACTION
            source = payloads.message(self.number(), "1", [], payloads.EPHEMERAL | payloads.LAYOUT)
            self.click(Click(token, 0, "", 0, monotonic(), source))
        return self.clicks[token]

    def _heard(self, click: Click, by: str) -> None:
        if not click.heard.is_set():
            click.heard_at, click.by = monotonic(), by
            click.heard.set()

    def _show(self, click: Click, message: dict[str, Any]) -> dict[str, Any]:
        if message["components"]:
            click.message, click.first = message, click.first or text_of(message)
            click.shown.set()
            self.showed.set()
            self.showed = asyncio.Event()
        return message


def texts(components: Any) -> Iterator[str]:
    """Go through all texts of a message."""
    if isinstance(components, list):
        for part in components:
            yield from texts(part)
    elif isinstance(components, dict):
        if isinstance(components.get("content"), str):
            yield components["content"]
        for inner in ("components", "accessory"):
            yield from texts(components.get(inner))


def text_of(message: dict[str, Any]) -> str:
    """Return all that a message says."""
    return "\n".join(texts(message["components"]))


def items_of(components: Any) -> Iterator[dict[str, Any]]:
    """Go through the buttons and lists of a message that can be used."""
    if isinstance(components, list):
        for part in components:
            yield from items_of(part)
    elif isinstance(components, dict):
        if components.get("custom_id") and not components.get("disabled"):
            yield components
        for inner in ("components", "accessory"):
            yield from items_of(components.get(inner))


def _shown(components: Any) -> Any:
    """Return components as they come back: what was attached has an address then."""
    if isinstance(components, list):
        return [_shown(part) for part in components]
    if isinstance(components, dict):
        shown = {key: _shown(part) for key, part in components.items()}
        if str(shown.get("url", "")).startswith("attachment://"):
            shown["url"] = shown["proxy_url"] = f"https://cdn.example/{shown['url'][13:]}"
        return shown
    return components


def _has_channel(server: dict[str, Any], channel: str) -> bool:
    return any(each["id"] == channel for each in server["channels"])


def _now_number() -> int:
    return discord.utils.time_snowflake(discord.utils.utcnow())
