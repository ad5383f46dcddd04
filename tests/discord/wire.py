"""The wire between the bot and the simulated Discord: records every request and adds what simcord does not simulate."""

from __future__ import annotations

import asyncio
import fnmatch
import hashlib
import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec
from simcord.backend import Backend, permissions
from simcord.backend.errors import BackendError, missing_permissions
from simcord.backend.models import EPHEMERAL_FLAG, Channel, Interaction, Message
from simcord.http import router

from playground.simulated import SimulatedDiscord
from tests.discord.quick_simcord import answered

SILENT_FLAG = 1 << 12
EVERYONE = "everyone"

#: What the bot does, in plain words, and by which requests.
DEEDS: dict[str, tuple[tuple[str, str], ...]] = {
    "anything": (("*", "*"),),
    "answer": (("POST", "/interactions/*/*/callback"),),
    "follow up": (("POST", "/webhooks/*/*"),),
    "edit answer": (("PATCH", "/webhooks/*/*/messages/*"),),
    "delete answer": (("DELETE", "/webhooks/*/*/messages/*"),),
    "send": (("POST", "/channels/*/messages"),),
    "edit": (("PATCH", "/channels/*/messages/*"),),
    "delete": (("DELETE", "/channels/*/messages/*"),),
    "open thread": (("POST", "/channels/*/threads"), ("POST", "/channels/*/messages/*/threads")),
    "open dm": (("POST", "/users/@me/channels"),),
    "emoji": (("*", "/applications/*/emojis"),),
}

#: What Discord may say to it: status, code, sentence.
TROUBLES: dict[str, tuple[int, int, str]] = {
    "500": (500, 0, "Internal Server Error"),
    "429": (429, 0, "You are being rate limited."),
    "too many edits": (429, 30046, "Maximum number of edits to messages older than 1 hour reached."),
    "401": (401, 0, "401: Unauthorized"),
    "403": (403, 0, "<html>You have been blocked</html>"),
    "opening too fast": (403, 40003, "You are opening direct messages too fast."),
    "expired": (401, 50027, "Invalid Webhook Token"),
    "unknown channel": (404, 10003, "Unknown Channel"),
    "unknown message": (404, 10008, "Unknown Message"),
    "unknown user": (404, 10013, "Unknown User"),
    "unknown webhook": (404, 10015, "Unknown Webhook"),
    "unknown interaction": (404, 10062, "Unknown interaction"),
    "no access": (403, 50001, "Missing Access"),
    "closed dms": (403, 50007, "Cannot send messages to this user"),
    "no permission": (403, 50013, "Missing Permissions"),
    "invalid recipient": (400, 50033, "Invalid Recipient(s)"),
    "archived": (400, 50083, "Thread is archived"),
    "unknown attachment": (400, 50046, "Invalid file uploaded"),
    "no mutual server": (403, 50278, "Cannot send messages to this user due to having no mutual guilds"),
    "locked": (403, 160005, "This thread is locked"),
    "too many threads": (400, 160006, "Maximum number of active threads reached"),
}

#: How a connection may end before Discord has said anything.
BREAKS: dict[str, Callable[[], Exception]] = {
    "connection breaks": aiohttp.ServerDisconnectedError,
    "connection reset": lambda: aiohttp.ClientOSError(104, "Connection reset by peer"),
}


def trouble(name: str) -> Exception:
    if name in BREAKS:
        return BREAKS[name]()
    status, code, sentence = TROUBLES[name]
    return BackendError(status, code, sentence)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was sent with a request."""

    name: str
    data: bytes
    description: str | None


@dataclass(slots=True)
class Request:
    """One request of the bot with Discord's answer: 200, the status and code of the error, or 0 for no answer."""

    method: str
    path: str
    params: Mapping[str, Any]
    text: str
    uploads: tuple[Upload, ...]
    at: datetime
    status: int = 0
    code: int = 0

    @property
    def body(self) -> Any:
        return msgspec.json.decode(self.text)

    json = body
    """The same, as simcord's own log of requests calls it."""

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.text if self.text != 'null' else ''} -> {self.status} {self.code}"


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that was delivered: what, where, to which message, who can see it, and whom it pinged."""

    to: str
    deed: str
    place: str
    text: str
    uploads: tuple[Upload, ...]
    at: datetime
    message_id: int | None
    pings: tuple[int, ...]
    answer: bool
    """Whether it came by way of somebody's click or command."""

    @property
    def line(self) -> str:
        """All of it in one line, except the nonce, which no person sees."""
        body = msgspec.json.decode(self.text)
        for part in (body, body.get("data")) if isinstance(body, dict) else ():
            if isinstance(part, dict):
                part.pop("nonce", None)
                part.pop("enforce_nonce", None)
        files = [(file.name, file.description, hashlib.sha256(file.data).hexdigest()) for file in self.uploads]
        words = json.dumps(body, sort_keys=True, ensure_ascii=False)
        return f"{self.at:%d %H:%M:%S} {self.deed} to {self.to} in {self.place}: {words} {files or ''}".rstrip()


@dataclass(slots=True)
class Fault:
    """A fault that waits for matching requests; `done` means that they are carried out and only the answer is lost."""

    deed: str
    error: Exception
    times: int
    done: bool
    channel_id: int | None

    def meets(self, request: Request) -> bool:
        if self.channel_id is not None and f"/channels/{self.channel_id}" not in request.path:
            return False
        return any(
            method in ("*", request.method) and fnmatch.fnmatchcase(request.path, path)
            for method, path in DEEDS[self.deed]
        )


class RememberingDiscord(SimulatedDiscord):
    """The playground's simulated Discord, which remembers deleted messages.

    It does not keep simcord's own record of all traffic: the wire has one, and the garbage collector would search it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.deleted: dict[int, Message] = {}
        self.transcript = deque(maxlen=1)  # type: ignore[assignment]

    def delete_message(self, channel_id: int, message_id: int) -> None:
        self.deleted[message_id] = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)


@dataclass(slots=True)
class Wire:
    """Stands between discord.py and the simulated Discord while a world lasts."""

    discord: RememberingDiscord
    names: dict[int, str] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    closed_dms: set[int] = field(default_factory=set)
    cut: bool = False
    _nonces: dict[str, tuple[datetime, dict[str, Any]]] = field(default_factory=dict)
    _dispatch: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        self.discord.http_requests = self.requests  # type: ignore[assignment]

    def connect(self) -> None:
        assert self._dispatch is None, "one world at a time"
        self._dispatch = router.dispatch
        router.dispatch = self.carry

    def disconnect(self) -> None:
        if self._dispatch is not None:
            router.dispatch = self._dispatch
            self._dispatch = None

    def carry(self, backend: Backend, method: str, path: str, **rest: Any) -> Any:
        """Handle one request: record it, refuse what Discord would refuse, and note who sees the result."""
        assert self._dispatch is not None
        if self.cut:
            raise asyncio.CancelledError("The bot is dead: nothing leaves it any more")
        request = Request(
            method,
            path,
            rest.get("params") or {},
            msgspec.json.encode(rest.get("json")).decode(),
            tuple(map(_upload, rest.get("files") or ())),
            self.discord.clock.now(),
        )
        self.requests.append(request)
        try:
            fault = next((fault for fault in self.faults if fault.meets(request)), None)
            if fault is not None:
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                if not fault.done:
                    raise fault.error
            self._refuse(request)
            to, deed, place = self._sight(request)
            answer = self._said_before(request)
            if answer is None:
                answer = answered(backend, method, path, **rest)
                self._remember(request, answer)
                if deed:
                    self.sent.append(self._receipt(request, to, deed, place, answer))
                self._mentions_anew(request)
            if fault is not None:
                raise fault.error
        except BackendError as error:
            request.status, request.code = error.status, error.code
            if error.status >= 500:  # simcord raises HTTPException, discord.py what is made for it.
                raise discord.DiscordServerError(
                    _response(error), {"code": error.code, "message": str(error)}
                ) from None
            raise
        request.status = 200
        return answer

    def _refuse(self, request: Request) -> None:
        """Refuse what Discord refuses and simcord accepts: closed DMs, archived threads, files without permission."""
        match request.path.strip("/").split("/"):
            case ["channels", channel_id, "messages", *which] if request.method in ("POST", "PATCH"):
                channel = self.discord.channels.get(int(channel_id))
            case _:
                return
        if channel is None:
            return
        if request.method == "POST" and not which and set(channel.recipient_ids) & self.closed_dms:
            raise trouble("closed dms")
        if channel.thread_metadata is not None and channel.thread_metadata.archived:
            if request.method == "PATCH" or channel.thread_metadata.locked:
                raise trouble("archived")
            self.discord.edit_channel(channel.id, {}, thread_metadata={"archived": False})
        if request.uploads and channel.guild_id is not None:
            may = self.discord.compute_permissions(channel.guild_id, self.discord.bot_user.id, channel.id)
            if not may & permissions.flag("attach_files"):
                raise missing_permissions()

    def _said_before(self, request: Request) -> dict[str, Any] | None:
        """Return the message that was sent under this nonce, if that was not long ago (`enforce_nonce`)."""
        nonce = _nonce(request)
        at, answer = self._nonces.get(nonce, (None, None)) if nonce else (None, None)
        return answer if at is not None and request.at - at < timedelta(minutes=5) else None

    def _remember(self, request: Request, answer: Any) -> None:
        if nonce := _nonce(request):
            self._nonces[nonce] = (request.at, answer)

    def _mentions_anew(self, edit: Request) -> None:
        """Correct the mentions in the answer to an edit: an edit states again whom it mentions, ours nobody."""
        if edit.method != "PATCH":
            return
        match edit.path.strip("/").split("/"):
            case ["channels", _, "messages", number]:
                for nonce, (at, answer) in self._nonces.items():
                    if answer["id"] == number:
                        self._nonces[nonce] = (at, {**answer, "mentions": []})

    def _sight(self, request: Request) -> tuple[str, str, str]:
        """Return who will see the effect of this request, a word for it ("" if nobody sees anything), and where."""
        match [request.method, *request.path.strip("/").split("/")]:
            case ["POST", "channels", channel, "messages"]:
                return *self._audience(channel), "message", self._place(channel)
            case ["PATCH", "channels", channel, "messages", _]:
                return *self._audience(channel), "edit", self._place(channel)
            case ["DELETE", "channels", channel, "messages", _]:
                return *self._audience(channel), "delete", self._place(channel)
            case ["POST", "channels", channel, "threads"] | ["POST", "channels", channel, "messages", _, "threads"]:
                return *self._audience(channel), "thread", self._place(channel)
            case ["PATCH" | "PUT" | "DELETE" | "POST", "channels", channel, *_]:
                return *self._audience(channel), "change", self._place(channel)
            case ["POST", "interactions", number, _, "callback"]:
                return self._answer_sight(self.discord.interactions.get(int(number)), request.body or {})
            case [method, "webhooks", _, token, *which] if token in self.discord.interaction_tokens and method != "GET":
                record = self.discord.interactions[self.discord.interaction_tokens[token]]
                if which or record.loading:
                    message_id = int(which[1]) if which and which[1] != "@original" else record.message_id
                    deed = "delete" if method == "DELETE" else "edit"
                    return self._message_sight(record, message_id, deed)
                return self._new_sight(record, request.body or {}, "message")
        return EVERYONE, "", ""

    def _answer_sight(self, record: Interaction | None, body: dict[str, Any]) -> tuple[str, str, str]:
        if record is None:
            return EVERYONE, "", ""
        match body.get("type"):
            case 4:
                return self._new_sight(record, body.get("data") or {}, "message")
            case 5:
                return self._new_sight(record, body.get("data") or {}, "thinking")
            case 7:
                return self._message_sight(record, record.source_message_id, "edit")
            case 8:
                return self._name(record.user_id), "autocomplete", self._place(record.channel_id)
            case 9:
                return self._name(record.user_id), "modal", self._place(record.channel_id)
        return EVERYONE, "", ""

    def _new_sight(self, record: Interaction, data: dict[str, Any], deed: str) -> tuple[str, str, str]:
        if int(data.get("flags") or 0) & EPHEMERAL_FLAG:
            return self._name(record.user_id), deed, self._place(record.channel_id)
        return *self._audience(record.channel_id), deed, self._place(record.channel_id)

    def _message_sight(self, record: Interaction, message_id: int | None, deed: str) -> tuple[str, str, str]:
        message = self.discord.messages.get(record.channel_id, {}).get(message_id or 0)
        if message is not None and message.is_ephemeral:
            return self._name(record.user_id), deed, self._place(record.channel_id)
        return *self._audience(record.channel_id), deed, self._place(record.channel_id)

    def _audience(self, channel_id: int | str) -> tuple[str]:
        channel = self._channel(channel_id)
        if channel is not None and channel.guild_id is None and channel.recipient_ids:
            return (self._name(channel.recipient_ids[0]),)
        return (EVERYONE,)

    def _place(self, channel_id: int | str) -> str:
        channel = self._channel(channel_id)
        return (channel.name or "dm") if channel is not None else "nowhere"

    def _channel(self, channel_id: int | str) -> Channel | None:
        return self.discord.channels.get(int(channel_id))

    def _name(self, user_id: int) -> str:
        return self.names.get(user_id, str(user_id))

    def _receipt(self, request: Request, to: str, deed: str, place: str, answer: Any) -> Sent:
        message = self._new_message(answer) if deed == "message" else None
        silent = message is None or message.flags & SILENT_FLAG
        pings = () if silent or message is None else tuple(message.ping_user_ids)
        number = message.id if message is not None else self._changed(request)
        answer = not request.path.startswith("/channels/")
        return Sent(to, deed, place, request.text, request.uploads, request.at, number, pings, answer)

    def _changed(self, request: Request) -> int | None:
        """Return the message that a request has changed, completed or deleted."""
        match request.path.strip("/").split("/"):
            case ["channels", _, "messages", number, *_]:
                return int(number)
            case ["interactions", number, _, "callback"]:
                record = self.discord.interactions[int(number)]
                return record.message_id if record.response_kind != "modal" else None
            case ["webhooks", _, token, *which] if token in self.discord.interaction_tokens:
                record = self.discord.interactions[self.discord.interaction_tokens[token]]
                return int(which[1]) if which and which[1] != "@original" else record.message_id
        return None

    def _new_message(self, answer: Any) -> Message | None:
        payload = (answer.get("resource") or {}).get("message", answer) if isinstance(answer, dict) else {}
        if "channel_id" not in payload:
            return None
        return self.discord.messages.get(int(payload["channel_id"]), {}).get(int(payload["id"]))


def _response(error: BackendError) -> Any:
    return SimpleNamespace(status=error.status, reason="Error")


def _nonce(request: Request) -> str | None:
    if request.method != "POST" or not request.path.endswith("/messages") or '"enforce_nonce"' not in request.text:
        return None
    body = request.body
    return str(body["nonce"]) if body.get("enforce_nonce") and body.get("nonce") is not None else None


def _upload(file: Any) -> Upload:
    start = file.fp.tell()
    data = file.fp.read()
    file.fp.seek(start)
    return Upload(file.filename, data, file.description)
