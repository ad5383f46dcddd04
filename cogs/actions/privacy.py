"""Private threads: where the lobby and the game of a private table live, and who is let in."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from cogs.actions.server import missing
from cogs.connection.discord_errors import TROUBLE
from cogs.requests.request import Request
from tables.model.table import Table
from tables.model.table_errors import Declined

log = logging.getLogger("kontor.privacy")

_NEEDED = ("view_channel", "create_private_threads", "send_messages_in_threads")


def channel_for(request: Request) -> discord.TextChannel:
    """Return the channel a private thread can be opened in; decline where there can be none."""
    channel = request.interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Declined("no_private_here")
    if names := missing(request, _NEEDED):
        raise Declined("no_private_yet", names=names)
    return channel


async def open_place(request: Request, title: str, people: Iterable[int]) -> int:
    """Open a private thread with these people in it, and return its number. Only we let others in."""
    channel = channel_for(request)
    try:
        thread = await channel.create_thread(
            name=title[:100], type=discord.ChannelType.private_thread, auto_archive_duration=10080, invitable=False
        )
    except discord.Forbidden:
        raise Declined("no_private_here") from None
    for person in people:
        try:
            await thread.add_user(discord.Object(person))
        except TROUBLE as problem:
            log.warning("thread=%d somebody cannot be let in: %s", thread.id, problem)
    return thread.id


def people_of(table: Table) -> list[int]:
    """Return who is let in where a private table lives: who has a seat, and who is invited."""
    seated = [seat.person for seat in table.seats if seat.person is not None]
    return [*seated, *(guest.person for guest in table.invited)]
