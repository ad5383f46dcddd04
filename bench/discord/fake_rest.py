"""The fake Discord's REST API: `FakeRest` answers requests from a `FakeWorld`; `RateLimits` can limit their number."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import msgspec
from aiohttp import web

from bench.discord import payloads
from bench.discord.fake_gateway import Gateway
from bench.discord.fake_world import UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_SERVER, DiscordError, FakeWorld, Request

UNLIMITED_HEADERS = {"X-Ratelimit-Limit": "1000", "X-Ratelimit-Remaining": "999", "X-Ratelimit-Reset-After": "1"}
"""Rate-limit headers of a bucket that is never used up, so that discord.py does not wait."""
GLOBAL_REQUESTS_PER_S, CHANNEL_MESSAGES, CHANNEL_WINDOW_S = 50, 5, 5.0
"""Discord's limits: requests in a second, and messages in one channel within these seconds."""
EDIT_LIMIT_S = 600.0
"""How long a message that is older than an hour cannot be edited, after too many edits."""
_PLAIN = {"require_colons": True, "managed": False, "animated": False}

Answer = Callable[[web.Request], Awaitable[Any]]
"""Handles a request and returns the value to send as JSON; None for an empty answer with status 204."""


class RateLimits:
    """Discord's rate limits: a global one, and in each channel one for sending and one for editing messages.

    `refused` counts the requests that were not allowed.
    """

    def __init__(self) -> None:
        self.refused = 0
        self._latest: dict[str, deque[float]] = {}

    def wait(self, method: str, path: str) -> tuple[float, bool]:
        """Decide whether a request is allowed, and count it in `refused` if it is not.

        Return the seconds after which it may be tried again (0.0 if it is allowed), and True if the global limit is
        exceeded. Answers to interactions are always allowed, and use up no limit. A request that one of the two limits
        (global and channel) refuses still uses up the other.
        """
        if path.startswith(("/interactions", "/webhooks")):
            return 0.0, False
        everything = self._seconds_over("", GLOBAL_REQUESTS_PER_S, 1.0)
        writes = method in ("POST", "PATCH") and "/messages" in path
        in_channel = (
            self._seconds_over(f"{method} {path.split('/')[2]}", CHANNEL_MESSAGES, CHANNEL_WINDOW_S) if writes else 0.0
        )
        self.refused += bool(everything or in_channel)
        return max(everything, in_channel), everything > 0

    def _seconds_over(self, what: str, most: int, seconds: float) -> float:
        """Count one use of the limit named `what`, which allows `most` uses within `seconds`, and return 0.0.

        If the limit is reached, the use is not counted, and the seconds until the next use is allowed are returned.
        """
        latest, now = self._latest.setdefault(what, deque(maxlen=most)), monotonic()
        if len(latest) == most and now - latest[0] < seconds:
            return seconds - (now - latest[0])
        latest.append(now)
        return 0.0


class FakeRest:
    """The fake Discord's REST API.

    A path may begin with the name of the sending bot process, for example `/process1/users/@me`; then the request is
    recorded under that name. `limits` is None unless rate limits apply.
    """

    def __init__(self, world: FakeWorld, gateway: Gateway, *, limited: bool = False) -> None:
        self.limits = RateLimits() if limited else None
        self._world = world
        self._gateway = gateway
        self._commands: list[dict[str, Any]] = []

    def add_routes(self, app: web.Application) -> None:
        """Add all routes to the application, each with and without a process name in front."""
        doors: tuple[tuple[str, str, Answer], ...] = (
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("PUT", "/applications/{application}/commands", self._sync),
            ("*", "/applications/{application}/emojis", self._emoji),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
            ("PATCH", "/webhooks/{application}/{token}/messages/{message}", self._follow_up),
            ("GET", "/webhooks/{application}/{token}/messages/{message}", self._original),
            ("DELETE", "/webhooks/{application}/{token}/messages/{message}", self._forget),
            ("POST", "/channels/{channel}/messages", self._send),
            ("PATCH", "/channels/{channel}/messages/{message}", self._edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete),
            ("POST", "/channels/{channel}/messages/{message}/threads", self._thread),
            ("GET", "/channels/{channel}", self._channel),
            ("POST", "/users/@me/channels", self._direct),
            ("GET", "/guilds/{server}", self._get_server),
            ("GET", "/guilds/{server}/{part:channels|threads/active}", self._part_of_server),
            ("GET", "/guilds/{server}/members/{person}", self._member),
        )
        for method, path, answer in doors:
            for before in ("", "/{who}"):
                app.router.add_route(method, before + path, self._wrap(answer))

    def _wrap(self, answer: Answer) -> Callable[[web.Request], Awaitable[web.Response]]:
        """Return an aiohttp handler for a function that answers one route.

        The handler applies rate limits (429), records the request in the world, sends a `DiscordError` as an error
        response, and encodes the answer as JSON; the answer None becomes an empty response with status 204.
        """

        async def respond(request: web.Request) -> web.Response:
            """Answer one request and record it; 429 if a rate limit refuses it, or the status of a `DiscordError`.

            Without an answer (None) the status is 204. If the bot was killed while sending the request, answer 400 and
            record nothing.
            """
            who = request.match_info.get("who", "")
            path = request.path.removeprefix(f"/{who}") if who else request.path
            headers = {"Content-Type": "application/json"}
            wait, everywhere = self.limits.wait(request.method, path) if self.limits else (0.0, False)
            status, said = 200, None
            if wait:
                status, said = 429, {"message": "too many", "retry_after": wait, "global": everywhere}
                headers |= {"Retry-After": str(wait), "Via": "1.1 google"}
            else:
                if path.startswith("/channels"):
                    headers |= {"X-Ratelimit-Bucket": request.method, **UNLIMITED_HEADERS}
                try:
                    said = await answer(request)
                except ConnectionError:  # the bot was killed while sending
                    return web.Response(status=400)
                except DiscordError as refused:
                    status, said = refused.status, {"code": refused.code, "message": "no"}
                    if status == 429:
                        said |= {"retry_after": EDIT_LIMIT_S, "global": False}
                        headers["Via"] = "1.1 google"
            if said is None:
                status = 204
                del headers["Content-Type"]
            self._world.requests.append(Request(monotonic(), who, request.method, path, status))
            return web.Response(
                body=msgspec.json.encode(said) if said is not None else b"", status=status, headers=headers
            )

        return respond

    async def _gateway_bot(self, request: web.Request) -> Any:
        """Answer with the gateway's address, shards and session limits."""
        limits = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": self._gateway.concurrency}
        return {"url": self._gateway.address, "shards": self._gateway.shards, "session_start_limit": limits}

    async def _me(self, request: web.Request) -> Any:
        return payloads.BOT

    async def _application(self, request: web.Request) -> Any:
        """Answer with the bot's application."""
        facts: dict[str, Any] = {
            "name": "Kontor",
            "description": "",
            "icon": None,
            "verify_key": "",
            "flags": 0,
            "tags": [],
        }
        owner = {"bot_public": True, "bot_require_code_grant": False, "owner": payloads.BOT}
        return {"id": payloads.BOT["id"], **owner, **facts}

    async def _sync(self, request: web.Request) -> Any:
        """Answer with the uploaded commands, each with a new id; they are not stored.

        As on Discord, commands in the context menu of a person have an empty description.
        """
        about = {"application_id": payloads.BOT["id"], "version": "1", "description": ""}
        return [{"id": self._world.new_id(), **about, **command} for command in await request.json()]

    async def _emoji(self, request: web.Request) -> Any:
        """Answer to GET with all application emoji; to any other method by creating one, and with the new emoji."""
        if request.method == "GET":
            return {"items": self._world.emoji}
        name = (await request.json())["name"]
        about = {"roles": [], "user": payloads.BOT, "available": True, **_PLAIN}
        self._world.emoji.append({"id": self._world.new_id(), "name": name, **about})
        return self._world.emoji[-1]

    async def _callback(self, request: web.Request) -> Any:
        """Apply the bot's first answer to a click.

        Answer with the resulting message if the query has `with_response`, else with status 204.
        """
        sent = await _body(request)
        token, who = request.match_info["token"], request.match_info.get("who", "")
        shown = self._world.answer(token, sent["type"], sent.get("data") or {}, who)
        if "with_response" not in request.query:
            return None
        about = {"id": request.match_info["id"], "type": 3, "response_message_id": shown.get("id")}
        return {"interaction": about, "resource": {"type": sent["type"], "message": shown}}

    async def _follow_up(self, request: web.Request) -> Any:
        """Send a follow-up message to a click, or edit its answer or a follow-up; answer with the message."""
        asked = request.match_info
        return self._world.follow_up(
            asked["token"], asked.get("message", ""), await _body(request), asked.get("who", "")
        )

    async def _original(self, request: web.Request) -> Any:
        """Answer with the message that answers a click, or with one of its follow-ups."""
        return self._world.original(request.match_info["token"], request.match_info["message"])

    async def _forget(self, request: web.Request) -> Any:
        """Delete the message that answers a click, or one of its follow-ups."""
        gone = self._world.original(request.match_info["token"], request.match_info["message"])
        self._world.delete_answer(gone["id"])

    async def _send(self, request: web.Request) -> Any:
        """Send a message to a channel, and answer with it."""
        asked = request.match_info
        return self._world.send(asked["channel"], await _body(request), asked.get("who", ""))

    async def _edit(self, request: web.Request) -> Any:
        """Edit a message, and answer with it."""
        return self._world.edit(request.match_info["channel"], request.match_info["message"], await _body(request))

    async def _delete(self, request: web.Request) -> Any:
        """Delete a message."""
        self._world.delete(request.match_info["channel"], request.match_info["message"])

    async def _thread(self, request: web.Request) -> Any:
        """Open a thread under a message, and answer with the thread."""
        return self._world.open_thread(request.match_info["channel"], request.match_info["message"])

    async def _channel(self, request: web.Request) -> Any:
        """Answer with a channel or thread of any server; 404 for all others, direct-message channels included."""
        for server in self._world.servers.values():
            for each in (*server["channels"], *server["threads"]):
                if each["id"] == request.match_info["channel"]:
                    return {**each, "guild_id": server["id"]}
        raise UNKNOWN_CHANNEL

    async def _direct(self, request: web.Request) -> Any:
        """Answer with a person's direct-message channel."""
        person = str((await request.json())["recipient_id"])
        return {"id": dm_channel_of(int(person)), "type": 1, "recipients": [payloads.user(int(person), "person")]}

    async def _get_server(self, request: web.Request) -> Any:
        """Answer with a server, without its channels, threads and members; 404 for no such server."""
        apart = ("channels", "threads", "members", "unavailable")
        return {key: value for key, value in self._requested_server(request).items() if key not in apart}

    async def _part_of_server(self, request: web.Request) -> Any:
        """Answer with a server's channels or with its active threads, depending on the path; 404 for no such server."""
        server = self._requested_server(request)
        if request.match_info["part"] == "channels":
            return server["channels"]
        return {"threads": server["threads"], "members": []}

    async def _member(self, request: web.Request) -> Any:
        """Answer with a member of a server; 404 for no such server.

        Everybody is a member of every server, except that a negative id gives `UNKNOWN_MEMBER`.
        """
        self._requested_server(request)
        person = request.match_info["person"]
        if person == payloads.BOT["id"]:
            return payloads.member(payloads.BOT)
        if int(person) < 0:
            raise UNKNOWN_MEMBER
        return payloads.member(payloads.user(int(person), "person"))

    def _requested_server(self, request: web.Request) -> dict[str, Any]:
        """Return the server that the request's path names, or raise `UNKNOWN_SERVER`."""
        server = self._world.servers.get(int(request.match_info["server"]))
        if server is None:
            raise UNKNOWN_SERVER
        return server


def dm_channel_of(person: int) -> str:
    """Return the id of a person's direct-message channel: the person's id with 9 as the first digit."""
    return f"9{str(person)[1:]}"


async def _body(request: web.Request) -> dict[str, Any]:
    """Return the JSON body of a request; of a multipart request with files, its part `payload_json`."""
    text = (
        str((await request.post())["payload_json"]).encode()
        if request.content_type == "multipart/form-data"
        else await request.read()
    )
    body: dict[str, Any] = msgspec.json.decode(text)
    return body
