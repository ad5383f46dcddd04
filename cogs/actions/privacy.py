"""Private threads, in which private tables are played: check that one can be opened, open it, list its members."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from cogs.actions.server import missing_permissions
from cogs.connection.discord_errors import SEND_ERRORS
from cogs.requests.request import Request
from tables.model.table import Table
from tables.model.table_errors import Declined

log = logging.getLogger("kontor.privacy")

_NEEDED_PERMISSIONS = ("view_channel", "create_private_threads", "send_messages_in_threads")


def channel_for(request: Request) -> discord.TextChannel:
    """Return the request's channel, after checking that the bot can open a private thread there.

    Raises `Declined` if it is not an ordinary text channel, or the bot lacks a permission it needs for that.
    """
    channel = request.interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Declined("no_private_here")
    if names := missing_permissions(request, _NEEDED_PERMISSIONS):
        raise Declined("no_private_yet", names=names)
    return channel


async def open_private_thread(request: Request, title: str, people: Iterable[int]) -> int:
    """Open a private thread in the request's channel, add these people (Discord ids), and return the thread's id.

    Members of the thread cannot add others. `title` is cut to 100 characters. If Discord refuses to add a person, that
    is only logged. Raises `Declined` like `channel_for`, and if Discord forbids the thread; other errors of Discord's
    are raised as they are.
    """
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
        except SEND_ERRORS as problem:
            log.warning("thread=%d a person cannot be added: %s", thread.id, problem)
    return thread.id


def members_of(table: Table) -> list[int]:
    """Return the Discord ids of the people who should be members of a private table's thread.

    These are the people with a seat, also if a computer plays for them, and all who were invited, whatever they
    answered.
    """
    seated = [seat.person for seat in table.seats if seat.person is not None]
    return [*seated, *(guest.person for guest in table.invited)]
