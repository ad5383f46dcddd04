"""Creates the initial world (`create_world`): a server with a channel and seven people, of whom Anna is the newcomer.

`open_table` opens a table where it is Anna's turn. Other functions look up people, channels and languages in the
simulated Discord. Everywhere `running` is the environment with the simulated Discord.
"""

from __future__ import annotations

from collections.abc import Sequence

from simcord.actors import MemberActor
from simcord.backend.access import channel_accessible
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.components import walk_components

from playground.avatars import paint
from playground.simulated import PlaygroundEnv
from playground.world import World

PEOPLE = {
    "Anna": "en-US",
    "Bert": "de",
    "Clara": "en-US",
    "David": "de",
    "Emma": "en-US",
    "Finn": "de",
    "Greta": "en-US",
}
"""The people, each with the locale of their Discord client. Seven are enough for a season of a league."""

NEWCOMER = next(iter(PEOPLE))
"""The person whom the start page guides. The page is in the language of that person's client, and can change it."""

LANGUAGES = tuple(dict.fromkeys(locale.partition("-")[0] for locale in PEOPLE.values()))
"""The languages of the start page: those of the people's clients, such as "en"."""

_TOPIC = {"en": "A move now, the next one tomorrow.", "de": "Jetzt ein Zug, morgen der nächste."}
"""The channel's topic, by language."""
_ROLE = {"en": "Organisers", "de": "Organisatoren"}
"""The name of a role that `/kontor setup` can make the organisers' role, by language."""
_ORGANISERS = ("Clara", "David")
"""Who has that role: somebody of each language."""
_SEATS = 4
_START, _PLAY = "k:start:", "k:play:"
"""Prefixes of the custom ids of the buttons that start a table and open the menu."""


def preferred_language(languages: str) -> str:
    """Return the first language of an Accept-Language header that is in `LANGUAGES`, else the first of `LANGUAGES`.

    Regions (`de-AT` counts as `de`), case and weights (`;q=`) are ignored.
    """
    wanted = [each.partition(";")[0].strip().partition("-")[0].lower() for each in languages.split(",")]
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def set_language(world: World, language: str) -> bool:
    """Set the language of the newcomer's Discord client; return True if that changed it.

    A language that is not in `LANGUAGES` is ignored, and False is returned.
    """
    locale = next((locale for locale in PEOPLE.values() if locale.partition("-")[0] == language), None)
    before = world.discord.locales[world.people[NEWCOMER]]
    world.discord.locales[world.people[NEWCOMER]] = locale or before
    return locale not in (None, before)


def client_language(world: World, name: str) -> str:
    """Return the language, such as "en", of the Discord client of the person with this name."""
    return world.discord.locales[world.people[name]].partition("-")[0]


def first_table_key(world: World, game: str) -> str:
    """Return the key in `World.opened` of the first table of a game in the newcomer's language."""
    return f"{game} {client_language(world, NEWCOMER)}"


def server(running: PlaygroundEnv, world: World) -> GuildHandle:
    """Return the handle of the world's server."""
    return GuildHandle(running, running.backend.get_guild(world.server))


def channel_handle(running: PlaygroundEnv, number: int) -> ChannelHandle:
    """Return the handle of the channel, thread or direct-message channel with this id."""
    channel = running.backend.get_channel(number)
    guild = GuildHandle(running, running.backend.get_guild(channel.guild_id)) if channel.guild_id else None
    return ChannelHandle(running, guild, channel)


def can_view(running: PlaygroundEnv, number: int, person: int) -> bool:
    """Return True if a person can view a channel, both given by id."""
    return channel_accessible(running.backend, number, person)


def user_named(running: PlaygroundEnv, world: World, name: str) -> UserHandle:
    """Return the person with this name as a user, for direct messages."""
    return UserHandle(running, running.backend.get_user(world.people[name]))


def member_named(running: PlaygroundEnv, world: World, name: str) -> MemberActor:
    """Return the person with this name as a member of the world's server, for its channels."""
    return MemberActor(running, server(running, world), user_named(running, world, name))


async def create_world(running: PlaygroundEnv, world: World, language: str) -> None:
    """Create the people, the server and its channel in the simulated Discord, invite the bot, and wait for it.

    Fills `world` with their ids. Anna owns the server, so she may set the bot up. Her client and the server get the
    language `language`.
    """
    _create_people(running, world)
    set_language(world, language)
    locale = running.backend.guild_locale = running.backend.locales[world.people[NEWCOMER]]
    running.backend.inviting = True
    server = running.create_guild("Kontor", owner=user_named(running, world, NEWCOMER), preferred_locale=locale)
    running.backend.inviting = False
    world.server = server.id
    world.channel = server.create_text_channel("games", topic=_TOPIC[client_language(world, NEWCOMER)]).id
    await _admit(running, world, list(PEOPLE))


async def add_what_is_missing(running: PlaygroundEnv, world: World) -> None:
    """Add everybody in `PEOPLE` and the organisers' role to a world that an older version created without them."""
    missing = [name for name in PEOPLE if name not in world.people]
    if missing or not server(running, world).roles.keys() & set(_ROLE.values()):
        _create_people(running, world)
        await _admit(running, world, missing)


def _create_people(running: PlaygroundEnv, world: World) -> None:
    """Create a user for everybody in `PEOPLE` who has none, add their ids to the world, and paint all avatars."""
    for name, locale in PEOPLE.items():
        if name not in world.people:
            person = running.create_user(name.lower(), global_name=name)
            world.people[name] = person.id
            running.backend.locales[person.id] = locale
    paint(running.backend, world.people)


async def _admit(running: PlaygroundEnv, world: World, names: Sequence[str]) -> None:
    """Make these people members of the server, which the newcomer owns, and open their direct messages.

    Create the role for organisers if the server has none, and give it to those of `_ORGANISERS` who are in the world.
    """
    for name in names:
        if name != NEWCOMER:
            running.backend.add_member(world.server, world.people[name])
        running.backend.get_dm_channel(world.people[name])
    home = server(running, world)
    role = next((role for name, role in home.roles.items() if name in _ROLE.values()), None)
    role = role or home.create_role(_ROLE[client_language(world, NEWCOMER)])
    for name in filter(world.people.get, _ORGANISERS):
        running.backend.add_member_role(world.server, world.people[name], role.id)
    await running.settle()


async def open_table(running: PlaygroundEnv, world: World, game: str) -> None:
    """Open a table of a game where Anna plays against three computers.

    The game is started, and Anna's menu is opened, so that her next click is a move. `world.opened` gets two entries:
    the game, and the game with her language.
    """
    anna, games = member_named(running, world, NEWCOMER), channel_handle(running, world.channel)
    before = {thread.id for thread in games.threads}
    lobby = (await anna.slash(games, f"{game} new", seats=_SEATS, computers=_SEATS - 1)).response
    assert lobby is not None, "a new table's lobby is the answer"
    await _press(running, anna, games, _START)
    for thread in games.threads:
        if thread.id not in before:
            await _press(running, anna, thread, _PLAY)
    world.opened |= {game, first_table_key(world, game)}


async def _press(running: PlaygroundEnv, who: MemberActor, place: ChannelHandle, verb: str) -> None:
    """Let a person press the newest button of a channel whose custom id begins with `verb`.

    Do nothing if there is no such button.
    """
    for message in reversed(place.history()):
        stored = running.backend.get_message(place.id, message.id)
        for component in walk_components(stored.components):
            if str(component.get("custom_id")).startswith(verb):
                await who.click(message, custom_id=component["custom_id"])
                return
