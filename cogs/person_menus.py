"""The entries that Kontor adds to a person's context menu in Discord: invite, show statistics, avoid."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands

from cogs.actions import inviting, stats
from cogs.actions.personal import avoid_list
from cogs.messages.panel import Target
from cogs.messages.reader_language import L
from cogs.requests.dispatch import Dispatcher

Interaction = discord.Interaction[Any]
Person = discord.Member | discord.User


def person_menus(dispatcher: Dispatcher) -> tuple[app_commands.ContextMenu, ...]:
    """Return the entries of a person's context menu. Only the person who uses an entry sees its answer."""

    async def invite(interaction: Interaction, person: Person) -> None:
        """Invite the person to a table of the requester's, or ask to which one."""
        await dispatcher.command(interaction, Target("invite"), partial(inviting.invite_to_own_table, person=person))

    async def show_statistics(interaction: Interaction, person: Person) -> None:
        """Show the person's statistics, as `/stats person:` does."""
        await dispatcher.command(interaction, Target("stats"), partial(stats.show, person=person.id))

    async def avoid(interaction: Interaction, person: Person) -> None:
        """Add the person to the requester's avoid list, as `/settings avoid person:` does."""
        await dispatcher.command(interaction, Target("avoid"), partial(avoid_list.add, person=person))

    return (
        app_commands.ContextMenu(name=L("Invite to a table"), callback=invite),
        app_commands.ContextMenu(name=L("Show statistics"), callback=show_statistics),
        app_commands.ContextMenu(name=L("Avoid"), callback=avoid),
    )
