"""Writes a simulated Discord to JSON and restores it: people, channels, and every message in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from simcord.actors import MemberActor
from simcord.backend.models import Channel, Guild, Message, User
from simcord.builders import ChannelHandle, GuildHandle, UserHandle

from tests.discord.kit import World
from tests.discord.people import Person


class KeptDiscord(msgspec.Struct, kw_only=True):
    """All that a simulated Discord knows, but for the commands and what it was asked."""

    seconds: float
    """How long after the beginning of its time this is."""
    application: int
    bot: int
    server: int
    channel: int
    people: dict[str, int]
    locales: dict[int, str]
    closed_dms: list[int]
    dms: dict[int, int]
    users: list[User]
    servers: list[Guild]
    channels: list[Channel]
    messages: list[Message]


def write_down(world: World) -> str:
    """Return a world as text: JSON with a line for every part of every message."""
    discord = world.discord
    kept = KeptDiscord(
        seconds=discord.clock.elapsed,
        application=discord.application_id,
        bot=discord.bot_user.id,
        server=world.server.id,
        channel=world.channel.id,
        people={name: person.id for name, person in world.people.items()},
        locales=discord.locales,
        closed_dms=sorted(world.wire.closed_dms),
        dms=discord.dm_channels,
        users=list(discord.users.values()),
        servers=list(discord.guilds.values()),
        channels=list(discord.channels.values()),
        messages=sorted(
            (message for messages in discord.messages.values() for message in messages.values()),
            key=lambda message: message.id,
        ),
    )
    return "\n".join((*_lines(msgspec.to_builtins(kept, str_keys=True)), ""))


def _lines(kept: dict[str, Any]) -> Iterator[str]:
    yield "{"
    for key, value in kept.items():
        if key not in ("users", "servers", "channels", "messages"):
            yield f"{_json(key)}: {_json(value)},"
    for key in ("users", "servers", "channels"):
        yield f"{_json(key)}: ["
        yield ",\n".join(f" {_json(_said(each))}" for each in kept[key])
        yield "],"
    yield '"messages": ['
    yield ",\n".join(_message(_said(each)) for each in kept["messages"])
    yield "]}"


def _message(message: dict[str, Any]) -> str:
    """A message: its head, then a line for each part of its boxes."""
    boxes = [
        _with_parts(box, "   ", [_json(part) for part in box.pop("components")])
        for box in message.pop("components", [])
    ]
    return " " + _with_parts(message, "  ", boxes)


def _with_parts(thing: dict[str, Any], indent: str, parts: list[str]) -> str:
    lines = ",\n".join(indent + part for part in parts)
    return f'{_json(thing)[:-1]}, "components": [\n{lines}]}}'


def _said(thing: dict[str, Any]) -> dict[str, Any]:
    """What is not as it would be anyway."""
    return {key: value for key, value in thing.items() if (value or key == "type") and key not in _LEFT_OUT}


_LEFT_OUT = ("allowed_mentions", "audit_log_entries")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def set_up(world: World, text: str) -> None:
    """Make a new world, in which nothing has happened yet, the one that was written down."""
    kept = msgspec.json.decode(text, type=KeptDiscord)
    discord, env = world.discord, world.env
    discord.clock.elapsed = kept.seconds
    discord.application_id = kept.application
    discord.users = {user.id: user for user in kept.users}
    discord.bot_user = discord.users[kept.bot]
    discord.guilds = {server.id: server for server in kept.servers}
    discord.channels = {channel.id: channel for channel in kept.channels}
    discord.messages = {channel.id: {} for channel in kept.channels}
    for message in kept.messages:
        discord.messages[message.channel_id][message.id] = message
    discord.dm_channels, discord.locales = kept.dms, kept.locales
    discord._reserved_ids = {*discord.users, *discord.guilds, *discord.channels}
    discord._reserved_ids.update(message.id for message in kept.messages)
    world.wire.closed_dms, world.wire.names = set(kept.closed_dms), {}
    world.server = GuildHandle(env, discord.guilds[kept.server])
    world.channel = ChannelHandle(env, world.server, discord.channels[kept.channel])
    world.people = {}
    for name, number in kept.people.items():
        person = Person(world, name, UserHandle(env, discord.users[number]))
        person.memberships[kept.server] = MemberActor(env, world.server, person.user)
        world.people[name] = person
        world.wire.names[number] = name
