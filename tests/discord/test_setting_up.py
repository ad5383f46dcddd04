"""Setting up a server: whatever whoever manages it has chosen can be taken back."""

from __future__ import annotations

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import add_admin


async def test_a_servers_language_can_be_left_open_again(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    assert "Language: Deutsch" in (await admin.command("kontor setup", language="de")).text
    assert "Tisch #1" in (await world.people["anna"].command("visby new")).text
    answer = await admin.command("kontor setup", language="auto")
    assert "Saved." in answer.text
    assert "Language: chosen by whoever opens the table" in answer.text
    assert "table #2" in (await world.people["anna"].command("visby new")).text


async def test_one_of_several_channels_is_taken_off_the_list(world: World, operator: Operator) -> None:
    anna, admin = world.people["anna"], add_admin(world)
    tavern, harbour = [await world.new_channel(name) for name in ("tavern", "harbour")]
    for channel in (tavern, harbour):
        await admin.command("kontor setup", channel=channel)
    refused = await anna.command("visby new")
    assert f"On this server, tables can only be opened in <#{tavern.id}>, <#{harbour.id}>." in refused.text
    offers = await admin.autocomplete("kontor setup", "remove_channel")
    assert [(offer.name, offer.value) for offer in offers] == [
        ("#tavern", str(tavern.id)),
        ("#harbour", str(harbour.id)),
    ]
    assert [offer.name for offer in await admin.autocomplete("kontor setup", "remove_channel", "TAV")] == ["#tavern"]
    answer = await admin.command("kontor setup", remove_channel=str(tavern.id))
    assert "Saved." in answer.text
    assert f"Channels: <#{harbour.id}> " in answer.text
    refused = await anna.command("visby new", place=tavern)
    assert f"On this server, tables can only be opened in <#{harbour.id}>." in refused.text
    last = await admin.command("kontor setup", remove_channel=f"<#{harbour.id}>")
    assert "Saved. The channel list is empty, so tables are allowed in every channel again." in last.text
    assert "Channels: all" in last.text
    assert "table #1" in (await anna.command("visby new", place=tavern)).text


async def test_a_channel_that_is_gone_can_be_taken_off_the_list_too(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    gone = await world.new_channel("gone")
    await admin.command("kontor setup", channel=gone)
    await admin.command("kontor setup", channel=world.channel)
    await world.delete(gone)
    offers = await admin.autocomplete("kontor setup", "remove_channel")
    assert [offer.name for offer in offers] == [f"{gone.id} (deleted, or hidden from me)", f"#{world.channel.name}"]
    answer = await admin.command("kontor setup", remove_channel=offers[0].value)
    assert f"Channels: <#{world.channel.id}> " in answer.text


async def test_what_is_not_on_the_list_is_not_taken_off_it(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    tavern = await world.new_channel("tavern")
    await admin.command("kontor setup", channel=tavern)
    for wrong in (str(world.channel.id), "tavern", "", "9" * 400):
        answer = await admin.command("kontor setup", remove_channel=wrong, language="de")
        assert "That channel isn't on the list, so nothing has changed." in answer.text
    facts = (await admin.command("kontor doctor")).text
    assert f"Language: chosen by whoever opens the table · Channels: <#{tavern.id}> " in facts


async def test_only_who_manages_the_server_is_offered_the_names_of_its_channels(
    world: World, operator: Operator
) -> None:
    await add_admin(world).command("kontor setup", channel=world.channel)
    assert await world.people["anna"].autocomplete("kontor setup", "remove_channel") == []


async def test_the_longest_name_of_a_channel_is_offered_as_far_as_discord_takes_it(
    world: World, operator: Operator
) -> None:
    admin = add_admin(world)
    await admin.command("kontor setup", channel=await world.new_channel("x" * 100))
    assert [offer.name for offer in await admin.autocomplete("kontor setup", "remove_channel")] == ["#" + "x" * 99]
