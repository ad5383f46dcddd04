"""A server and the bot: `about`, `setup` of the server's settings, `doctor` (permissions), and the greeting `welcome`.

Other actions use `missing_permissions` and `require_write_permission` to check what the bot may do in a channel.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import discord
import msgspec

from cogs.connection.discord_errors import SEND_ERRORS, retry_for
from cogs.messages.components import components_of
from cogs.messages.lesson_pages import lesson_offer_parts
from cogs.messages.opening_lines import opening_line, opening_warnings
from cogs.messages.panel import Button, Panel, Row, Target, Text
from cogs.requests import dates
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.delivery import channel_retries, outbox
from tables.model.table_errors import Declined
from tables.openings import opening_store
from tables.runtime import people
from words import LANGUAGES, N_, Words, best_language, words_in
from words.games import credits_sentence, open_commands

log = logging.getLogger("kontor.server")

_GREETING_WITHIN_S = 30.0
"""How long sending the greeting is retried."""

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "create_public_threads": N_("Create Public Threads"),
    "create_private_threads": N_("Create Private Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
}
"""Every permission the bot uses: discord.py's attribute, and the name that Discord shows for it."""


async def about(request: Request) -> Panel:
    """Show what this bot is, and what it stores about people."""
    return Panel(
        (
            Text(
                request.words.say(
                    "## Kontor\nHanseatic board games on Discord: make a move now, the next one "
                    "tomorrow. Free software (MIT). {credit}; the rules text and the pictures are our "
                    "own. `/help` shows how it works.",
                    credit=credits_sentence(request.words),
                )
            ),
            Text(
                request.words.say(
                    "**What I store:** your Discord ID, the name you play under, your settings, your games with "
                    "their results, and your ratings. I don't read your messages, and I don't share anything. "
                    "`/settings stored` sends you all of it as a file, `/settings private` hides your statistics "
                    "from others, `/settings forget` deletes everything."
                )
            ),
        )
    )


async def doctor(request: Request) -> Panel:
    """Show the bot's permissions in this channel, what it could not post on this server, and the server's settings.

    Weekly tables that cannot open are named too, and a role that it cannot ping. What could not be posted is tried
    again, at most once a minute. Raises `Declined` outside of a server.
    """
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    have = request.interaction.app_permissions
    lines = []
    for permission, title in NEEDED.items():
        sign = "✅" if getattr(have, permission) else "❌"
        only = words.say(" (for private tables)") if permission == "create_private_threads" else ""
        lines.append(f"{sign} {words.say(title)}{only}")
    names = missing_permissions(request, NEEDED)
    if names:
        advice = words.say(
            "Missing here: {names}. Give my role these permissions in the channel settings. Until then I'll "
            "do what I can.",
            names=names,
        )
    else:
        advice = words.say("Everything is fine in this channel.")
    settings = await people.server(request.services, request.server)
    warnings = [*await _opening_warnings(request, settings), _ping_warning(request, settings.ping_role)]
    waiting = [*warnings, await _retry_held_back(request)]
    small = Text("-# " + " · ".join(settings_in_words(request, settings).values()))
    return Panel((Text("\n".join(lines)), Text(advice), *(Text(each) for each in waiting if each), small))


async def _opening_warnings(request: Request, settings: people.Server) -> list[str]:
    """Return a line for each weekly table of this server that cannot open, with the reason."""
    openings = await opening_store.of_server(request.services, request.server)
    warnings = opening_warnings(request.words, request.interaction.guild, settings, openings)
    return [f"📅 {opening_line(request.words, row)}\n{warnings[row.id]}" for row in openings if row.id in warnings]


def settings_in_words(request: Request, settings: people.Server) -> dict[str, str]:
    """Return the settings of a server in words, such as "Holidays: 30 days a year".

    The keys of the result are the names of the fields of `people.Server`.
    """
    words = request.words
    channels = ", ".join(f"<#{channel}>" for channel in settings.channels) or words.say("all")
    language = LANGUAGES.get(settings.language or "", words.say("chosen by whoever opens the table"))
    holidays = words.many("{n} day a year", "{n} days a year", settings.holidays) if settings.holidays else "–"
    return {
        "language": words.say("Language: {language}", language=language),
        "channels": words.say("Channels: {channels}", channels=channels),
        "holidays": words.say("Holidays: {holidays}", holidays=holidays),
        "zone": words.say("Time zone: {zone}", zone=settings.zone),
        "tables_per_hour": words.say("Tables per person: {n} an hour", n=settings.tables_per_hour),
        "invitations_per_hour": words.say("Invitations per person: {n} an hour", n=settings.invitations_per_hour),
        "threads_per_day": words.say("Threads per person: {n} a day", n=settings.threads_per_day),
        "organiser_role": words.say("Organisers: {role}", role=_role(request, settings.organiser_role)),
        "ping_role": words.say("Pinged for new tables: {role}", role=_role(request, settings.ping_role)),
    }


def _ping_warning(request: Request, role: int | None) -> str:
    """Return a sentence that says how to let the bot ping the role with the id `role`; "" if it can, and for None.

    The bot can ping a role that everybody may mention, and with a permission in the request's channel every role.
    """
    found = request.interaction.guild.get_role(role) if request.interaction.guild and role else None
    if found is None or found.mentionable or request.interaction.app_permissions.mention_everyone:
        return ""
    return request.words.say(
        "⚠️ I can't ping <@&{role}> here. Allow everybody to mention this role in its settings, or give my role the "
        "permission *Mention @everyone, @here and All Roles*.",
        role=found.id,
    )


def _role(request: Request, role: int | None) -> str:
    """Return a mention of the role with the id `role`; "–" for None, a warning if that role was deleted."""
    if role is None:
        return "–"
    guild = request.interaction.guild
    if guild and guild.roles and guild.get_role(role) is None:  # Without roles the server is not in the cache.
        return request.words.say("⚠️ the role was deleted. Choose another one with `/kontor setup`.")
    return f"<@&{role}>"


async def _retry_held_back(request: Request) -> str:
    """Try again to post what the bot could not post on this server; return a sentence about it.

    The sentence counts the messages and their tables, and names up to five channels in which the bot could not write.
    For a person who is neither manager nor organiser, private tables are not counted. If nothing is counted, return ""
    and try nothing.
    """
    words, private = request.words, (await request.authority()).runs(request.server)
    refusals = await channel_retries.blocked_in(request.services, request.server, private=private)
    things, tables = await channel_retries.count_waiting(request.services, request.server, private=private)
    if not refusals or not things:
        return ""
    await outbox.try_again(request.services, request.server)
    return words.say(
        "⏳ Not posted yet: {things} (tables: {tables}), because I couldn't write in {places}. I'll keep "
        "trying, at most once a minute.",
        things=things,
        tables=tables,
        places=words.join_and([f"<#{refusal.place}>" for refusal in refusals[:5]]),
    )


def require_write_permission(request: Request) -> None:
    """Raise `Declined` if the bot cannot see the request's channel or thread, or may not write there."""
    write = "send_messages_in_threads" if isinstance(request.interaction.channel, discord.Thread) else "send_messages"
    if names := missing_permissions(request, ("view_channel", write)):
        raise Declined("not_allowed_here", names=names)


def missing_permissions(request: Request, permissions: Iterable[str]) -> str:
    """Return those of `permissions` that the bot lacks in the request's channel, by their names in Discord.

    `permissions` are keys of `NEEDED`. The names are in the person's language, joined to one bold text; "" if the bot
    has all of them.
    """
    have, words = request.interaction.app_permissions, request.words
    lacking = [words.say(NEEDED[each]) for each in permissions if not getattr(have, each)]
    return f"**{words.join_and(lacking)}**" if lacking else ""


class SetupOptions(NamedTuple):
    """The options of one `/kontor setup` command. An option with its default value leaves the setting as it is."""

    language: str | None = None
    """Language code of new tables; `auto` for the language of the person who opens a table."""
    channel: int | None = None
    """Id of a channel to add to the list of allowed channels. If that list is empty, tables are allowed everywhere."""
    remove_channel: str | None = None
    """A channel to remove from the list of allowed channels, by its id or as a mention."""
    everywhere: bool = False
    """True to empty the list of allowed channels, so that tables are allowed in every channel."""
    holidays: int | None = None
    """How many days of holiday a year a player's clocks can stop at new tables; 0 for none."""
    organisers: int | None = None
    """Id of the role whose members are organisers from now on."""
    no_organisers: bool = False
    """True to have no organisers any more; then `organisers` is ignored."""
    tables_per_hour: int | None = None
    """How many tables a person may open in an hour."""
    invitations_per_hour: int | None = None
    """How many people a person may invite in an hour."""
    threads_per_day: int | None = None
    """How many threads may be opened in a day for the tables of one person."""
    zone: str | None = None
    """The IANA name of the server's time zone."""
    ping_role: int | None = None
    """Id of the role that is pinged for new lobbies from now on."""
    no_ping_role: bool = False
    """True to ping no role for new lobbies any more; then `ping_role` is ignored."""


async def setup(request: Request, wanted: SetupOptions) -> Panel:
    """Store new settings of the request's server; show the page of `doctor`, with a line that says what was done.

    If `wanted` has no option, nothing is stored, and the line says so. `wanted.everywhere` empties the list of allowed
    channels before `wanted.channel` is added to it. Raises `Declined` outside of a server, for a person who does not
    manage it, if `wanted.remove_channel` names a channel that is not on the list, for an unknown time zone, and if
    `wanted.organisers` or `wanted.ping_role` is the role of everybody.
    """
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    if not (await request.authority()).runs(request.server, settings=True):
        raise Declined("admins_only")
    if wanted.organisers == request.server:  # Discord gives the role @everyone the id of the server.
        raise Declined("everyone_organises")
    if wanted.ping_role == request.server:
        raise Declined("everyone_pinged")
    if wanted.zone and wanted.zone not in dates.zone_names():
        raise Declined("no_such_zone", zone=wanted.zone[:60])
    row = await people.server(request.services, request.server)
    channels = [] if wanted.everywhere else _without_channel(row.channels, wanted.remove_channel)
    if wanted.channel and wanted.channel not in channels:
        channels = [*channels, wanted.channel]
    language = None if wanted.language == "auto" else wanted.language or row.language
    days = row.holidays if wanted.holidays is None else wanted.holidays
    role = None if wanted.no_organisers else wanted.organisers or row.organiser_role
    if wanted != SetupOptions():
        row = msgspec.structs.replace(
            row,
            language=language,
            channels=channels,
            holidays=days,
            organiser_role=role,
            tables_per_hour=wanted.tables_per_hour or row.tables_per_hour,
            invitations_per_hour=wanted.invitations_per_hour or row.invitations_per_hour,
            threads_per_day=wanted.threads_per_day or row.threads_per_day,
            zone=wanted.zone or row.zone,
            ping_role=None if wanted.no_ping_role else wanted.ping_role or row.ping_role,
        )
        await people.save_server(request.services, row, request.person_id)
    if wanted == SetupOptions():
        note = words.say(
            "Nothing has changed. Choose one of the options that the command shows, such as language or channel."
        )
    elif wanted.remove_channel and not channels:
        note = words.say("Saved. The channel list is empty, so tables are allowed in every channel again.")
    else:
        note = words.say("Saved.")
    return (await doctor(request)).under(Text(note))


def _without_channel(channels: list[int], removed: str | None) -> list[int]:
    """Return `channels` (Discord ids) without the channel that `removed` names, by its id or as a mention.

    None removes nothing. Raises `Declined` if that channel is not in the list.
    """
    if removed is None:
        return channels
    number = removed.strip().removeprefix("<#").removesuffix(">")
    left = [channel for channel in channels if str(channel) != number]
    if left == channels:
        raise Declined("not_on_the_list")
    return left


async def welcome(guild: discord.Guild) -> None:
    """Greet a server that has just added the bot: in its system channel, or else the first other text channel.

    Channels in which the bot may not write are skipped; if none is left, nothing is sent. The greeting is in the
    server's language. Sending is tried for 30 seconds; a failure is logged, and no other channel is tried.
    """
    words: Words = words_in(best_language(str(guild.preferred_locale)))
    hello = words.say(
        "## Hello, I'm Kontor\nI bring board games to your server: make a move now, the next one "
        "tomorrow. {ways} opens a table. Others press *Join*, and computers can fill the empty "
        "seats.\n-# Do you run this server? `/kontor doctor` checks that I have everything I need.",
        ways=open_commands(words),
    )
    how = Row((Button(words.say("How it works"), Target("help"), "primary"),))
    shown, nonce = components_of(Panel((Text(hello), *lesson_offer_parts(words), how))), f"hello{guild.id}"
    channels = [guild.system_channel, *guild.text_channels]
    for channel in channels:
        if channel is not None and channel.permissions_for(guild.me).send_messages:
            try:
                await retry_for(partial(channel.send, view=shown, nonce=nonce), _GREETING_WITHIN_S)
            except SEND_ERRORS as problem:
                log.warning("server=%d greeting not sent: %s", guild.id, problem)
            return


VERBS = (
    Verb("about", about),
    Verb("doctor", doctor),
)
