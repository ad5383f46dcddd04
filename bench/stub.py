"""A stand-in for Discord on this machine: a process of its own that answers every request and keeps only emoji.

What it answers is as long as what Discord answers: whole messages, with the components that were sent. What the
gateway would bring, a server and clicks, is made here too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import discord
from aiohttp import web

APPLICATION = 500_000_000_000_000_001
BOT: dict[str, Any] = {
    "id": str(APPLICATION),
    "username": "Kontor",
    "discriminator": "0000",
    "global_name": None,
    "avatar": None,
    "bot": True,
}
ALL = discord.Permissions.all().value
EPHEMERAL, LAYOUT = 1 << 6, 1 << 15
LIMITS = {"X-Ratelimit-Limit": "1000", "X-Ratelimit-Remaining": "999", "X-Ratelimit-Reset-After": "1"}
"""Room enough for all: what a bot does to keep to the limits is measured, waiting is not."""

_LONG_AGO = "2026-01-01T12:00:00.000000+00:00"
_PLAIN = {"require_colons": True, "managed": False, "animated": False}
_uploaded: list[dict[str, Any]] = []
_numbers = count(600_000_000_000_000_001)


@contextmanager
def running() -> Iterator[str]:
    """Serve in another process; give the address to be used as Discord's."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}"
    finally:
        process.terminate()
        process.join()


def message(number: str, channel: str, components: Any, flags: int) -> dict[str, Any]:
    """Return a message of the bot's as Discord describes it."""
    return {
        "id": number,
        "channel_id": channel,
        "type": 0,
        "flags": flags,
        "content": "",
        "author": BOT,
        "timestamp": _LONG_AGO,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "components": components,
    }


def thread(number: str, parent: str, guild: str) -> dict[str, Any]:
    """Return a thread as Discord describes it."""
    return {
        "id": number,
        "parent_id": parent,
        "guild_id": guild,
        "owner_id": BOT["id"],
        "type": 11,
        "name": "table",
        "message_count": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "thread_metadata": {
            "archived": False,
            "locked": False,
            "auto_archive_duration": 10080,
            "archive_timestamp": _LONG_AGO,
        },
    }


def guild(number: int, channel: int, threads: Sequence[int]) -> dict[str, Any]:
    """Return a server with one channel, its threads and the bot, who may do everything there."""
    me = {"user": BOT, "roles": [], "joined_at": _LONG_AGO, "deaf": False, "mute": False, "flags": 0}
    everyone = {"id": str(number), "name": "@everyone", "permissions": str(ALL), "position": 0, "color": 0}
    room = {"id": str(channel), "type": 0, "name": "games", "position": 0, "permission_overwrites": []}
    return {
        "id": str(number),
        "name": "Hanse",
        "owner_id": "1",
        "member_count": 100,
        "roles": [{"hoist": False, "managed": False, "mentionable": False, "flags": 0, **everyone}],
        "channels": [room],
        "threads": [thread(str(each), str(channel), str(number)) for each in threads],
        "members": [me],
    }


def click(
    server: int, place: int, person: int, name: str, components: Any, custom_id: str, flags: int = EPHEMERAL | LAYOUT
) -> dict[str, Any]:
    """Return a person's click on a button: of a menu that only they see, unless the flags say otherwise."""
    user = {"id": str(person), "username": name, "discriminator": "0", "global_name": name, "avatar": None}
    member = {"user": user, "roles": [], "joined_at": _LONG_AGO, "deaf": False, "mute": False, "flags": 0}
    number = discord.utils.time_snowflake(discord.utils.utcnow())
    return {
        "id": str(number),
        "application_id": BOT["id"],
        "type": 3,
        "token": f"token{number}",
        "version": 1,
        "locale": "en-US",
        "guild_locale": "en-US",
        "guild_id": str(server),
        "channel_id": str(place),
        "channel": {"id": str(place), "type": 11},
        "member": {**member, "permissions": str(ALL)},
        "app_permissions": str(ALL),
        "attachment_size_limit": 10_485_760,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "message": message(str(number), str(place), components, flags),
        "data": {"component_type": 2, "custom_id": custom_id},
    }


def _serve(pipe: Connection) -> None:
    async def serve() -> None:
        app = web.Application(client_max_size=2**24)
        for method, path, answer in DOORS:
            app.router.add_route(method, path, answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        pipe.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(serve())


def _json(answer: Any, bucket: str = "") -> web.Response:
    """Answer; routes with a limit say which one."""
    headers = {"Content-Type": "application/json", **({"X-Ratelimit-Bucket": bucket, **LIMITS} if bucket else {})}
    return web.Response(body=json.dumps(answer).encode(), headers=headers)


async def _sent(request: web.Request) -> Any:
    if request.content_type == "multipart/form-data":
        return json.loads(str((await request.post())["payload_json"]))
    return await request.json()


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


async def _me(request: web.Request) -> web.Response:
    return _json(BOT)


async def _application(request: web.Request) -> web.Response:
    facts = {"name": "Kontor", "description": "", "icon": None, "verify_key": "", "owner": BOT, "flags": 0}
    return _json({"id": BOT["id"], "bot_public": True, "bot_require_code_grant": False, "tags": [], **facts})


async def _commands(request: web.Request) -> web.Response:
    made = [
        {"id": str(next(_numbers)), "application_id": BOT["id"], "version": "1", **command}
        for command in await request.json()
    ]
    return _json(made)


async def _emoji(request: web.Request) -> web.Response:
    if request.method == "GET":
        return _json({"items": _uploaded})
    name = (await request.json())["name"]
    _uploaded.append({"id": str(next(_numbers)), "name": name, "roles": [], "user": BOT, "available": True, **_PLAIN})
    return _json(_uploaded[-1])


async def _callback(request: web.Request) -> web.Response:
    sent = await _sent(request)
    number, flags = str(next(_numbers)), EPHEMERAL | LAYOUT
    about = {"id": request.match_info["id"], "type": 3, "response_message_id": number}
    shown = message(number, "1", _shown((sent.get("data") or {}).get("components", [])), flags)
    return _json({"interaction": about, "resource": {"type": sent["type"], "message": shown}})


async def _message(request: web.Request) -> web.Response:
    sent = await _sent(request)
    number = request.match_info.get("message") or str(next(_numbers))
    shown = message(number, request.match_info["channel"], _shown(sent["components"]), LAYOUT)
    return _json(shown, request.method)


async def _follow_up(request: web.Request) -> web.Response:
    sent = await _sent(request)
    number = request.match_info.get("message", "@original")
    number = number if number.isdigit() else str(next(_numbers))
    return _json(message(number, "1", _shown(sent.get("components", [])), EPHEMERAL | LAYOUT))


async def _deleted(request: web.Request) -> web.Response:
    return web.Response(status=204, headers={"X-Ratelimit-Bucket": request.method, **LIMITS})


async def _thread(request: web.Request) -> web.Response:
    opened = thread(request.match_info["message"], request.match_info["channel"], "1")
    return _json(opened, "threads")


async def _direct(request: web.Request) -> web.Response:
    person = str((await request.json())["recipient_id"])
    recipient = {"id": person, "username": "person", "discriminator": "0", "avatar": None, "global_name": None}
    return _json({"id": f"9{person[1:]}", "type": 1, "recipients": [recipient]})


DOORS: tuple[tuple[str, str, Callable[[web.Request], Awaitable[web.Response]]], ...] = (
    ("GET", "/users/@me", _me),
    ("GET", "/oauth2/applications/@me", _application),
    ("PUT", "/applications/{application}/commands", _commands),
    ("*", "/applications/{application}/emojis", _emoji),
    ("POST", "/interactions/{id}/{token}/callback", _callback),
    ("POST", "/webhooks/{application}/{token}", _follow_up),
    ("PATCH", "/webhooks/{application}/{token}/messages/{message}", _follow_up),
    ("DELETE", "/webhooks/{application}/{token}/messages/{message}", _deleted),
    ("POST", "/channels/{channel}/messages", _message),
    ("PATCH", "/channels/{channel}/messages/{message}", _message),
    ("DELETE", "/channels/{channel}/messages/{message}", _deleted),
    ("POST", "/channels/{channel}/messages/{message}/threads", _thread),
    ("POST", "/users/@me/channels", _direct),
)
