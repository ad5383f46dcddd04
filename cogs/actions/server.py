"""Setting up a server: what the bot says when it comes, its language and channels, and what it lacks."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import discord
import msgspec

from cogs.connection.discord_errors import TROUBLE, insist
from cogs.messages.components import components_of
from cogs.messages.lesson_panels import lesson_offer_parts
from cogs.messages.panel import Button, Panel, Row, Target, Text
from cogs.requests.request import Action, Request
from tables.delivery import channel_retries, outbox
from tables.model.table_errors import Declined
from tables.runtime import people
from words import LANGUAGES, N_, Words, best_language, words_in
from words.games import credits_sentence, open_commands

log = logging.getLogger("kontor.server")

_PATIENCE = 30.0
"""Seconds for which we try to say hello."""

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "create_public_threads": N_("Create Public Threads"),
    "create_private_threads": N_("Create Private Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
}
"""Every permission we use, under Discord's own name for it."""


async def about(request: Request) -> Panel:
    """Say what this is."""
    return Panel(
        (
            Text(
                request.words.say(
                    "## Kontor\nHanseatic board games in Discord: a move now, the next one tomorrow. "
                    "Free software (MIT). {credit}; rules and pictures here are our own. "
                    "`/help` shows how it works.",
                    credit=credits_sentence(request.words),
                )
            ),
            Text(
                request.words.say(
                    "**What I store:** your Discord number, the name you play under, your settings, your games "
                    "with their results, and ratings. I read no messages and pass nothing on. `/settings stored` "
                    "gives you all of it, `/settings private` keeps your statistics to yourself, "
                    "`/settings forget` removes everything."
                )
            ),
        )
    )


async def doctor(request: Request) -> Panel:
    """Name each missing permission, and say that all is well if none is."""
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    have = request.interaction.app_permissions
    lines = []
    for permission, title in NEEDED.items():
        sign = "✅" if getattr(have, permission) else "❌"
        only = words.say(" (for private tables)") if permission == "create_private_threads" else ""
        lines.append(f"{sign} {words.say(title)}{only}")
    names = missing(request, NEEDED)
    if names:
        advice = words.say(
            "Missing here: {names}. Give them to my role in this channel's settings. Until then I do what I can.",
            names=names,
        )
    else:
        advice = words.say("Everything is all right in this channel.")
    settings = await people.server(request.services, request.server)
    channels = ", ".join(f"<#{channel}>" for channel in settings.channels) or words.say("all")
    language = LANGUAGES.get(settings.language or "", words.say("chosen by whoever opens a table"))
    facts = words.say(
        "Language: {language} · Channels: {channels} · Holidays: {holidays}",
        language=language,
        channels=channels,
        holidays=words.many("{n} day a year", "{n} days a year", settings.holidays) if settings.holidays else "–",
    )
    waiting = await _waiting(request)
    return Panel((Text("\n".join(lines)), Text(advice), *([Text(waiting)] if waiting else []), Text("-# " + facts)))


async def _waiting(request: Request) -> str:
    """Say how much waits because some places refuse, and try it again; empty if nothing does."""
    words, private = request.words, bool(request.admin_of)
    refusals = await channel_retries.of_server(request.services, request.server, private=private)
    things, tables = await channel_retries.held_back(request.services, request.server, private=private)
    if not refusals or not things:
        return ""
    await outbox.try_again(request.services, request.server)
    return words.say(
        "⏳ Not posted yet: {things} (tables: {tables}), because I could not write in {places}. I am trying again, "
        "at most once a minute.",
        things=things,
        tables=tables,
        places=words.join_and([f"<#{refusal.place}>" for refusal in refusals[:5]]),
    )


def allowed_here(request: Request) -> None:
    """Decline where a table could have no lobby: we must see the place and write there."""
    write = "send_messages_in_threads" if isinstance(request.interaction.channel, discord.Thread) else "send_messages"
    if names := missing(request, ("view_channel", write)):
        raise Declined("not_allowed_here", names=names)


def missing(request: Request, permissions: Iterable[str]) -> str:
    """Name those of the permissions that we lack in this place; empty if we have all."""
    have, words = request.interaction.app_permissions, request.words
    lacking = [words.say(NEEDED[each]) for each in permissions if not getattr(have, each)]
    return f"**{words.join_and(lacking)}**" if lacking else ""


class Wanted(NamedTuple):
    """What is to be changed about a server; what is left out stays as it is."""

    language: str | None = None
    """*auto*: that of whoever opens a table."""
    channel: int | None = None
    no_longer: str | None = None
    """A channel in which tables are not allowed any more, by its number or as a mention."""
    everywhere: bool = False
    holidays: int | None = None


async def setup(request: Request, wanted: Wanted) -> Panel:
    """Change a server's language, channels and holidays; for those who manage it."""
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    if not request.admin_of:
        raise Declined("admins_only")
    row = await people.server(request.services, request.server)
    channels = [] if wanted.everywhere else _without(row.channels, wanted.no_longer)
    if wanted.channel and wanted.channel not in channels:
        channels = [*channels, wanted.channel]
    language = None if wanted.language == "auto" else wanted.language or row.language
    days = row.holidays if wanted.holidays is None else wanted.holidays
    row = msgspec.structs.replace(row, language=language, channels=channels, holidays=days)
    await people.save_server(request.services, row)
    if wanted == Wanted():
        note = words.say(
            "Nothing was changed. Choose what to change from the command's options: language, channel, no_longer, "
            "everywhere or holidays."
        )
    elif wanted.no_longer and not channels:
        note = words.say("Saved. No channel is left on the list, so tables are allowed in every channel again.")
    else:
        note = words.say("Saved.")
    return (await doctor(request)).under(Text(note))


def _without(channels: list[int], no_longer: str | None) -> list[int]:
    """Return the channels in which tables are still allowed."""
    if no_longer is None:
        return channels
    number = no_longer.strip().removeprefix("<#").removesuffix(">")
    left = [channel for channel in channels if str(channel) != number]
    if left == channels:
        raise Declined("not_on_the_list")
    return left


async def welcome(guild: discord.Guild) -> None:
    """Say hello where it can be seen and say what to do first."""
    words: Words = words_in(best_language(str(guild.preferred_locale)))
    hello = words.say(
        "## Hello, I am Kontor\n"
        "I bring board games: a move now, the next one tomorrow. {ways} opens a table; others press *Join*, "
        "computers fill empty seats.\n"
        "-# If you run this server: `/kontor doctor` tells you whether I have what I need.",
        ways=open_commands(words),
    )
    how = Row((Button(words.say("How it works"), Target("help"), "primary"),))
    shown, nonce = components_of(Panel((Text(hello), *lesson_offer_parts(words), how))), f"hello{guild.id}"
    rooms = [guild.system_channel, *guild.text_channels]
    for room in rooms:
        if room is not None and room.permissions_for(guild.me).send_messages:
            try:
                await insist(partial(room.send, view=shown, nonce=nonce), _PATIENCE)
            except TROUBLE as problem:
                log.warning("server=%d could not say hello: %s", guild.id, problem)
            return


ACTIONS: dict[str, Action] = {"about": about, "doctor": doctor}
