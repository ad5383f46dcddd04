"""A table belongs to its server: who manages or visits another one can neither run it nor look at it."""

from __future__ import annotations

import random

import discord
import pytest
from simcord.backend import permissions
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

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


NOT_HERE = "There is no table #1 here."
NO_SEAT = "You have no seat at table #1"


async def test_a_table_is_open_to_nobody_outside_its_server_but_who_has_a_seat(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    _, number = await open_lobby(operator, "visby", world.people["anna"], 3)
    anna, david = world.people["anna"], world.people["david"]
    elsewhere = await found_server(world, david)
    for command in ("visby board", "visby log", "visby replay", "visby join", "visby hand", "table close"):
        assert NOT_HERE in (await david.command(command, table=1, place=elsewhere)).text, command
        assert NO_SEAT in (await david.command(command, table=1, place=david.dm)).text, command
    for place in (elsewhere, david.dm):
        await david.command("visby join", table=number, place=place)
    assert "There are no open tables on this server." in (await david.command("watch", place=elsewhere)).text
    for place in (elsewhere, anna.dm):
        for command in ("visby board", "visby log", "visby hand"):
            said = (await anna.command(command, table=1, place=place)).text
            assert NOT_HERE not in said
            assert NO_SEAT not in said
    assert NOT_HERE not in (await david.command("visby board", table=1)).text
    await sitting.play_on(random.Random(1))
    assert NOT_HERE in (await david.command("visby replay", table=1, place=elsewhere)).text
    assert NO_SEAT in (await david.command("visby replay", table=1, place=david.dm)).text
    assert len((await operator.table(number)).seats) == 1


async def test_a_table_in_a_channel_that_a_member_cannot_see_is_not_listed_to_them(
    world: World, operator: Operator
) -> None:
    anna, bert, david = (world.people[name] for name in ("anna", "bert", "david"))
    cellar = await world.new_channel("cellar")
    hide(world, cellar, david)
    await anna.command("visby new", seats=2, place=cellar)
    for option in ("visby join", "visby board"):
        assert [offer.value for offer in await bert.autocomplete(option, "table")] == [1]
        assert await david.autocomplete(option, "table") == []
    assert "table #1" in (await bert.command("watch")).text
    assert "There are no open tables on this server." in (await david.command("watch")).text
    assert NOT_HERE in (await david.command("visby join", table=1)).text
    await bert.command("visby join", table=1)
    await anna.command("visby start", table=1)
    assert NOT_HERE in (await david.command("visby board", table=1)).text
    hide(world, cellar, bert)
    assert NOT_HERE not in (await bert.command("visby board", table=1)).text
    assert "table #1" in (await bert.command("watch")).text


async def test_tables_in_a_channel_that_one_does_not_see_are_not_even_counted(world: World, operator: Operator) -> None:
    anna, david = world.people["anna"], world.people["david"]
    cellar = await world.new_channel("cellar")
    hide(world, cellar, david)
    for place in (cellar, cellar, world.channel):
        await anna.command("visby new", seats=2, place=place)
    watched = (await david.command("watch")).text
    assert "table #3" in watched
    assert "more" not in watched
    assert (await anna.command("watch")).text.count("table #") == 3


def hide(world: World, channel: ChannelHandle, person: Person) -> None:
    """Let a person not see a channel."""
    deny = permissions.flag("view_channel")
    world.discord.set_overwrite(
        channel.id, Overwrite(target_id=person.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    )


async def test_a_command_of_another_game_is_told_what_is_played_there(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    for command in ("riga hand", "riga log", "riga board", "riga take", "haithabu orders", "haithabu undo"):
        assert "Table #1 is a Visby table." in (await anna.command(command, table=1)).text, command
    for verb in ("riga.build", "haithabu.draft"):
        answer = await anna.raw_click(sitting.board, f"k:{verb}:1::bank")
        assert "Table #1 is a Visby table." in answer.text
    assert await operator.log(1) == []


async def test_a_seat_is_given_only_to_a_member_of_the_server_and_to_no_bot(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, clara, seat = sitting.people[0], world.people["clara"], await sitting.seat(sitting.people[0]) + 1
    robot = world.server.add_member(world.env.create_user("robot", bot=True))
    stranger = world.env.create_user("stranger")
    elsewhere = await found_server(world, world.people["david"])
    before = await operator.table(1)
    said = (await anna.command("table replace", table=1, seat=seat, person=robot)).text
    assert "Bots can't take a seat." in said
    for place, person in ((world.channel, stranger), (elsewhere, clara), (anna.dm, clara)):
        answer = await anna.command("table replace", table=1, seat=seat, person=person, place=place)
        assert "Only members of the server where table #1 is played can take part." in answer.text
    assert await operator.table(1) == before
