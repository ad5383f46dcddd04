"""People of a server who are to be invited: read from what was typed or chosen, and asked of Discord."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import partial

import discord

from cogs.connection.discord_errors import insist
from cogs.connection.guild_cache import servers_of
from cogs.requests.request import Request
from tables.model.table_errors import Declined
from tables.seating.guests import MOST, Invitee

_PATIENCE = 1.5
"""Seconds: somebody waits for an answer."""
_MENTION = re.compile(r"<@!?(\d{15,20})>")


async def mentioned(request: Request, typed: str, place: int) -> list[Invitee]:
    """Return the people who are mentioned in a text; decline if it says anything else."""
    rest = _MENTION.sub(" ", typed).replace(",", " ").strip()
    if rest:
        raise Declined("no_such_guest", name=rest[:40])
    return await numbered(request, _MENTION.findall(typed), place)


async def numbered(request: Request, numbers: Sequence[str], place: int) -> list[Invitee]:
    """Return the people of this server with these numbers; decline if one cannot be invited to this place."""
    guild = request.interaction.guild
    if guild is None:
        raise Declined("only_in_server")
    wanted = list(dict.fromkeys(int(each) for each in numbers if re.fullmatch(r"\d{15,20}", each)))
    if len(wanted) > MOST:
        raise Declined("too_many_guests", most=MOST)
    try:
        members = await asyncio.gather(*(insist(partial(guild.fetch_member, each), _PATIENCE) for each in wanted))
    except discord.NotFound:
        raise Declined("not_on_this_server") from None
    where = guild.get_channel_or_thread(place)
    for member in members:
        if member.bot:
            raise Declined("no_bots_invited")
        if where is not None and not can_see(where, member):
            raise Declined("they_cannot_see", name=member.display_name)
    return [Invitee(member.id, member.display_name) for member in members if member.id != request.person_id]


async def sees(client: discord.Client, server: int, channel: int, person: int) -> bool:
    """Say whether somebody is on a server and sees a channel there; of a private thread nobody is told."""
    guild = await servers_of(client).find(server)
    place = guild.get_channel_or_thread(channel) if guild else None
    if guild is None or place is None or (isinstance(place, discord.Thread) and place.is_private()):
        return False
    try:
        return can_see(place, await guild.fetch_member(person))
    except discord.NotFound:
        return False


def can_see(place: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Say whether somebody sees a channel, or the channel of a thread."""
    room = place.parent if isinstance(place, discord.Thread) else place
    return room is None or room.permissions_for(member).view_channel
