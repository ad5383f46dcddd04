"""Private threads, in which private tables are played.

`channel_for` checks that one can be opened, `open_private_thread` opens it, and `members_of` lists who belongs to it.
"""

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
    """Return the request's channel, in which the bot can open a private thread.

    Raises `Declined` if it is not an ordinary text channel, or the bot lacks a permission that a private thread needs.
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
    is only logged. Raises `Declined` like `channel_for`, and if Discord forbids the thread. Other errors from Discord
    are not caught.
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

    These are the owners of its seats, including seats that a computer plays for them, and all people who were invited,
    also those who declined.
    """
    seated = [seat.person for seat in table.seats if seat.person is not None]
    return [*seated, *(guest.person for guest in table.invited)]
