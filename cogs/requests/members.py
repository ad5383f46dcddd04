"""Members of a server, fetched from Discord: finds the people to invite to a table, and checks who sees a channel."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import partial

import discord

from cogs.connection.discord_errors import retry_for
from cogs.connection.guild_cache import guild_cache_of
from cogs.requests.request import Request
from tables.model.table_errors import Declined
from tables.seating.guests import MAX_GUESTS, Invitee

_FETCH_WITHIN_S = 1.5
"""How long fetching a member is retried: the request has to be answered within three seconds."""
_MENTION = re.compile(r"<@!?(\d{15,20})>")


async def invitees_mentioned(request: Request, typed: str, place: int) -> list[Invitee]:
    """Return the people who are mentioned in the text `typed`, without the requester; [] for an empty text.

    `place` is the id of the table's channel. Raises `Declined` if the text has anything but mentions and commas, and
    wherever `invitees_with_ids` does.
    """
    rest = _MENTION.sub(" ", typed).replace(",", " ").strip()
    if rest:
        raise Declined("no_such_guest", name=rest[:40])
    return await invitees_with_ids(request, _MENTION.findall(typed), place)


async def invitees_with_ids(request: Request, numbers: Sequence[str], place: int) -> list[Invitee]:
    """Return the members of the request's server with these ids, without the requester and without duplicates.

    `numbers` are Discord ids as strings; strings that are no ids are skipped. `place` is the id of the table's channel.
    Raises `Declined` in direct messages, for more than `MAX_GUESTS` people, and if one of them is not on the server, is
    a bot, or does not see that channel. A channel that is not in the bot's cache is not checked. Raises other errors of
    Discord's as they are.
    """
    guild = request.interaction.guild
    if guild is None:
        raise Declined("only_in_server")
    wanted = list(dict.fromkeys(int(each) for each in numbers if re.fullmatch(r"\d{15,20}", each)))
    if len(wanted) > MAX_GUESTS:
        raise Declined("too_many_guests", most=MAX_GUESTS)
    try:
        members = await asyncio.gather(
            *(retry_for(partial(guild.fetch_member, each), _FETCH_WITHIN_S) for each in wanted)
        )
    except discord.NotFound:
        raise Declined("not_on_this_server") from None
    where = guild.get_channel_or_thread(place)
    for member in members:
        if member.bot:
            raise Declined("no_bots_invited")
        if where is not None and not can_member_see(where, member):
            raise Declined("they_cannot_see", name=member.display_name)
    return [Invitee(member.id, member.display_name) for member in members if member.id != request.person_id]


async def can_person_see(client: discord.Client, server: int, channel: int, person: int) -> bool:
    """Return True if a person is on a server and sees a channel or thread there; all three are ids. Asks Discord.

    A thread is seen by those who see its parent channel. Returns False for a private thread, and for a server or
    channel that the bot does not know. Raises one of `SEND_ERRORS` if Discord cannot be reached.
    """
    guild = await guild_cache_of(client).get_or_fetch(server)
    place = guild.get_channel_or_thread(channel) if guild else None
    if guild is None or place is None or (isinstance(place, discord.Thread) and place.is_private()):
        return False
    try:
        return can_member_see(place, await guild.fetch_member(person))
    except discord.NotFound:
        return False


def can_member_see(place: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Return True if a member may view a channel. For a thread its parent channel decides; True if that is unknown."""
    channel = place.parent if isinstance(place, discord.Thread) else place
    return channel is None or channel.permissions_for(member).view_channel
