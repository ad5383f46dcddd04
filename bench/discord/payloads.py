"""Builds the JSON objects that Discord sends for messages, threads, servers, people and clicks.

They have the usual fields, so that parsing them costs a bot as much as parsing real ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import discord

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
"""All permissions."""
EPHEMERAL, LAYOUT = 1 << 6, 1 << 15
"""Flags of a message: only one person sees it; its content consists of components (IS_COMPONENTS_V2)."""
_CLICKED_MESSAGES = count(600_000_000_000_000_001)
"""Ids of messages that only a click names. They must differ from those that a fake Discord gives."""
LONG_AGO = "2026-01-01T12:00:00.000000+00:00"

Answer = list[dict[str, Any]]
"""The components of a message that answers a click."""


def message(number: str, channel: str, components: Any, flags: int) -> dict[str, Any]:
    """Return a message of the bot as Discord sends it; `number` is its id, `flags` are for example `EPHEMERAL`."""
    return {
        "id": number,
        "channel_id": channel,
        "type": 0,
        "flags": flags,
        "content": "",
        "author": BOT,
        "timestamp": LONG_AGO,
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
    """Return an open public thread with the id `number`, in the channel `parent` of the server `guild`."""
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
            "archive_timestamp": LONG_AGO,
        },
    }


def guild(number: int, channel: int, threads: Sequence[int]) -> dict[str, Any]:
    """Return a server with the id `number`, one channel, threads with these ids, and the bot as its only member.

    Everybody has all permissions.
    """
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
        "members": [member(BOT)],
    }


def user(person: int, name: str) -> dict[str, Any]:
    """Return a user with this id and name."""
    return {"id": str(person), "username": name, "discriminator": "0", "global_name": name, "avatar": None}


def member(who: dict[str, Any]) -> dict[str, Any]:
    """Return the member object of a user, without roles."""
    return {"user": who, "roles": [], "joined_at": LONG_AGO, "deaf": False, "mute": False, "flags": 0}


def click(
    server: int, place: int, person: int, name: str, components: Any, custom_id: str, flags: int = EPHEMERAL | LAYOUT
) -> dict[str, Any]:
    """Return the interaction of a person's click on a button of a new message with these components.

    The message is in the channel or thread `place`; it is ephemeral unless `flags` say otherwise.
    """
    shown = message(str(next(_CLICKED_MESSAGES)), str(place), components, flags)
    return click_on(shown, server, person, name, custom_id)


def click_on(
    shown: dict[str, Any], server: int, person: int, name: str, custom_id: str, values: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return the interaction of a person's click on a control of the message `shown`.

    It is a click on a button or, with `values`, a choice in a select. The message is in a thread of a server or, if
    `server` is 0, in the person's direct messages.
    """
    number = discord.utils.time_snowflake(discord.utils.utcnow())
    place, who = str(shown["channel_id"]), user(person, name)
    chosen = {"component_type": 2} if values is None else {"component_type": 3, "values": list(values)}
    if server:
        where = {
            "guild_id": str(server),
            "guild_locale": "en-US",
            "member": {**member(who), "permissions": str(ALL)},
            "channel": thread(place, "1", str(server)),
        }
    else:
        where = {"user": who, "channel": {"id": place, "type": 1, "recipients": [who]}}
    return {
        "id": str(number),
        "application_id": BOT["id"],
        "type": 3,
        "token": f"token{number}",
        "version": 1,
        "locale": "en-US",
        "channel_id": place,
        **where,
        "app_permissions": str(ALL),
        "attachment_size_limit": 10_485_760,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "message": shown,
        "data": {"custom_id": custom_id, **chosen},
    }
