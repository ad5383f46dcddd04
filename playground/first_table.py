"""How the world begins: a server with a channel, four people, and a table where it is Anna's move."""

from __future__ import annotations

from simcord.actors import MemberActor
from simcord.backend.access import channel_accessible
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.components import walk_components

from playground.avatars import paint
from playground.simulated import Running
from playground.world import World

PEOPLE = {"Anna": "en-US", "Bert": "de", "Clara": "en-US", "David": "de"}
"""Who is there, and in which language their Discord is."""

NEWCOMER = next(iter(PEOPLE))
"""Whom the start page leads through: it speaks the language of their Discord, and changes both."""

LANGUAGES = tuple(dict.fromkeys(locale.partition("-")[0] for locale in PEOPLE.values()))
"""The languages in which the start page speaks."""

_TOPIC = {"en": "A move now, the next one tomorrow.", "de": "Jetzt ein Zug, morgen der nächste."}
"""What is written above the channel."""
_SEATS = 4
_START, _PLAY = "k:start:", "k:play:"
"""What the buttons do that begin a table, and a move."""


def spoken(languages: str) -> str:
    """Return the first language of a browser's list that the start page speaks, else the first one we have."""
    wanted = [each.partition(";")[0].strip().partition("-")[0].lower() for each in languages.split(",")]
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def speak(world: World, language: str) -> bool:
    """Let the newcomer's Discord be in a language, if the start page speaks it; say whether that is another one."""
    locale = next((locale for locale in PEOPLE.values() if locale.partition("-")[0] == language), None)
    before = world.discord.locales[world.people[NEWCOMER]]
    world.discord.locales[world.people[NEWCOMER]] = locale or before
    return locale not in (None, before)


def client(world: World, name: str) -> str:
    """Return the language of somebody's Discord."""
    return world.discord.locales[world.people[name]].partition("-")[0]


def first(world: World, game: str) -> str:
    """Return by what a table of a game is known that was opened to begin with, in the newcomer's language."""
    return f"{game} {client(world, NEWCOMER)}"


def server_of(running: Running, world: World) -> GuildHandle:
    """Return the server."""
    return GuildHandle(running, running.backend.get_guild(world.server))


def channel_of(running: Running, number: int) -> ChannelHandle:
    """Return a channel, thread or direct message."""
    channel = running.backend.get_channel(number)
    guild = GuildHandle(running, running.backend.get_guild(channel.guild_id)) if channel.guild_id else None
    return ChannelHandle(running, guild, channel)


def sees(running: Running, number: int, person: int) -> bool:
    """Say whether somebody can look into a place."""
    return channel_accessible(running.backend, number, person)


def user(running: Running, world: World, name: str) -> UserHandle:
    """Return somebody as they are in direct messages."""
    return UserHandle(running, running.backend.get_user(world.people[name]))


def member(running: Running, world: World, name: str) -> MemberActor:
    """Return somebody as they are on the server."""
    return MemberActor(running, server_of(running, world), user(running, world, name))


async def begin(running: Running, world: World, language: str) -> None:
    """Let the people meet on their server and the bot be invited. It is Anna's: she may set the bot up.

    Her Discord and the server are in the language of who visits us.
    """
    for name, locale in PEOPLE.items():
        person = running.create_user(name.lower(), global_name=name)
        world.people[name] = person.id
        running.backend.locales[person.id] = locale
    speak(world, language)
    locale = running.backend.guild_locale = running.backend.locales[world.people[NEWCOMER]]
    paint(running.backend, world.people)
    running.backend.inviting = True
    server = running.create_guild("Kontor", owner=user(running, world, NEWCOMER), preferred_locale=locale)
    running.backend.inviting = False
    world.server = server.id
    world.channel = server.create_text_channel("games", topic=_TOPIC[client(world, NEWCOMER)]).id
    for name in PEOPLE:
        if name != NEWCOMER:
            running.backend.add_member(server.id, world.people[name])
        running.backend.get_dm_channel(world.people[name])
    await running.settle()


async def open_table(running: Running, world: World, game: str) -> None:
    """Open a table where Anna plays against computers, up to the moment where her next click is a move."""
    anna, games = member(running, world, NEWCOMER), channel_of(running, world.channel)
    before = {thread.id for thread in games.threads}
    lobby = (await anna.slash(games, f"{game} new", seats=_SEATS, computers=_SEATS - 1)).response
    assert lobby is not None, "a new table's lobby is the answer"
    await _press(running, anna, games, _START)
    for thread in games.threads:
        if thread.id not in before:
            await _press(running, anna, thread, _PLAY)
    world.opened |= {game, first(world, game)}


async def _press(running: Running, who: MemberActor, place: ChannelHandle, verb: str) -> None:
    """Press the newest button in a place that does this, in whatever language it is labelled."""
    for message in reversed(place.history()):
        stored = running.backend.get_message(place.id, message.id)
        for component in walk_components(stored.components):
            if str(component.get("custom_id")).startswith(verb):
                await who.click(message, custom_id=component["custom_id"])
                return
