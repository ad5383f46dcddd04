"""A table belongs to its server: who manages or visits another one can neither run it nor look at it."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import open_lobby, sit_down


async def found_server(world: World, person: Person) -> ChannelHandle:
    """Let somebody found a server of their own and invite all, the bot too; returns its first channel."""
    channel = await world.new_server("Lübeck", people=[name for name in world.people if name != person.name])
    server = channel.guild
    assert server is not None
    role = server.create_role("Council", permissions=discord.Permissions(manage_guild=True))
    person.memberships[server.id] = server.add_member(person.user, roles=[role])
    return channel


@pytest.mark.parametrize("name", ["bert", "david"])
async def test_who_manages_another_server_has_no_say_at_a_table_of_this_one(
    world: World, operator: Operator, name: str
) -> None:
    """Neither somebody seated there nor a stranger."""
    anna, bert = world.people["anna"], world.people["bert"]
    sitting = await sit_down(operator, "riga", ("anna", "bert", "clara"))
    lobby, number = await open_lobby(operator, "riga", anna, 3)
    await bert.click(lobby, "k:join:")
    person = world.people[name]
    place = await found_server(world, person)
    before = await operator.table(1), await operator.table(number)
    seat = await sitting.seat(anna) + 1
    await person.command("table replace", table=1, seat=seat, place=place)
    await person.command("table replace", table=1, seat=seat, person=world.people["david"], place=place)
    await person.command("riga cancel", table=number, place=place)
    for table in (1, number):
        asked = await person.command("table close", table=table, place=place)
        await person.raw_click(asked, f"k:close:{table}::yes")
    assert (await operator.table(1), await operator.table(number)) == before
