"""A server removes the bot and invites it again: its tables were closed, and what still stands there says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from simcord.backend import serializers

from storage import Unreachable
from storage.queries import tables as sql_tables
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import open_lobby, sit_down

pytestmark = pytest.mark.usefixtures("plain_pictures")


def way_back(world: World) -> Callable[[], None]:
    """Return what lets the bot into the server again; all that was said there stands there still."""
    discord, server = world.discord, world.discord.guilds[world.server.id]
    rooms = {number: discord.channels[number] for number in (*server.channel_ids, *server.thread_ids)}
    said = {number: discord.messages[number] for number in rooms if number in discord.messages}

    def invite_again() -> None:
        discord.guilds[server.id] = server
        discord.channels.update(rooms)
        discord.messages.update(said)
        discord.inviting = True
        discord.emit("GUILD_CREATE", serializers.guild_create_payload(discord, server))
        discord.inviting = False

    return invite_again


def pressable(world: World) -> set[str]:
    """What can be pressed in the server by everybody."""
    said = [message for place in (world.channel, *world.threads) for message in world.messages(place)]
    return {button for message in said if not message.ephemeral for button in message.buttons}


@pytest.mark.repeated(2)
@pytest.mark.parametrize("heard", [True, False], ids=["heard", "while-away"])
async def test_what_stands_on_a_server_that_has_us_again_says_that_its_tables_were_closed(
    world: World, operator: Operator, *, heard: bool
) -> None:
    anna = world.people["anna"]
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="1d")
    await anna.command("table offer", table=sitting.number)
    lobby, _ = await open_lobby(operator, "riga", anna, 2)
    assert {"Play", "Join", "🪑 Take this seat"} <= pressable(world)
    invite_again = way_back(world)
    await world.remove_bot()
    before = len(world.requests)
    await world.later(hours=25)
    assert len(world.requests) == before, "nothing is sent into a server that we are not in"
    if heard:
        invite_again()
        await world.settle()
    else:
        await world.restart(invite_again)
    assert "This table was closed without a result." in world.messages(world.threads[-1])[-1].text
    assert "This table has been cancelled." in lobby.text
    assert not {"Play", "Join", "🪑 Take this seat"} & pressable(world)
    before = len(world.requests)
    await world.restart()
    await world.later(hours=25)
    into = [call for call in world.requests[before:] if "/channels/" in call.path]
    assert into == [], "that is done once"


@pytest.mark.parametrize("back", [False, True], ids=["for-good", "for-a-moment"])
async def test_a_server_that_removes_us_while_the_database_is_away_has_its_tables_closed_later_unless_it_has_us_again(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, *, back: bool
) -> None:
    await sit_down(operator, "visby", ("anna", "bert"))
    invite_again = way_back(world)

    def full() -> None:
        raise Unreachable("The database cannot be written: the disk is full.")

    with monkeypatch.context() as away:
        away.setattr(operator.services.db, "transaction", full)
        await world.remove_bot()
        if back:
            invite_again()
            await world.settle()
    await world.later(minutes=1)
    assert (await operator.table(1)).row.status == ("playing" if back else "closed")


async def test_nobody_opens_a_rematch_on_a_server_that_has_removed_us(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    invite_again = way_back(world)
    await world.remove_bot()
    answer = await anna.command("visby rematch", place=anna.dm, table=sitting.number)
    assert "I'm no longer on the server of table #1" in answer.text
    assert await sql_tables.rematch(operator.services.db.reader, sitting.number) is None
    invite_again()
    await world.settle()
    assert "The rematch is open" in (await bert.command("visby rematch", table=sitting.number)).text
