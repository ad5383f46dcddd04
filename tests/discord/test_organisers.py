"""Organisers: members of a role that runs leagues and tables without managing the server."""

from __future__ import annotations

from simcord.builders import RoleHandle

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import add_admin, add_with_role, open_lobby, sit_down
from tests.discord.reading import Answer


async def organiser_of(world: World, admin: Person) -> tuple[Person, RoleHandle]:
    role = world.server.create_role("Elders")
    person = add_with_role(world, "emil", role)
    assert "Only server managers" in (await person.command("league manage")).text
    assert f"Organisers: <@&{role.id}>" in (await admin.command("kontor setup", organisers=role)).text
    return person, role


async def test_organisers_run_leagues_and_tables_but_not_the_settings(world: World, operator: Operator) -> None:
    admin, anna = add_admin(world), world.people["anna"]
    emil, _ = await organiser_of(world, admin)
    preview = await emil.command("league new", game="visby")
    assert "is announced" in (await emil.click(preview, "Announce")).text
    assert "Start now" in (await emil.command("league manage")).shown.buttons
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    number, seat = sitting.number, await sitting.seat(anna)
    await emil.command("table replace", table=number, seat=seat + 1)
    assert (await operator.table(number)).seats[seat].computer
    await emil.click(await emil.command("table close", table=number), f"Close table #{number}")
    assert await sitting.over()
    await anna.command("visby new", private=True)
    assert "There is no table #2" in (await emil.command("table move", table=2)).text
    assert "🔒" in (await emil.command("watch")).text
    assert "🔒" not in (await world.people["bert"].command("watch")).text
    refused = await emil.command("kontor setup", language="de")
    assert "Only server managers can do that (permission *Manage Server*)." in refused.text
    assert await emil.autocomplete("kontor setup", "remove_channel") == []


async def test_an_organiser_moves_a_table_whose_channel_is_gone(world: World, operator: Operator) -> None:
    emil, _ = await organiser_of(world, add_admin(world))
    harbour = await world.new_channel("harbour")
    await world.people["anna"].command("visby new", place=harbour)
    await world.delete(harbour)
    assert "There is no table #1" in (await world.people["bert"].command("table move", table=1)).text
    assert "Table #1 continues here." in (await emil.command("table move", table=1)).text


async def test_an_organiser_is_only_a_player_where_they_sit(world: World, operator: Operator) -> None:
    emil, _ = await organiser_of(world, add_admin(world))
    sitting = await sit_down(operator, "visby", ("anna", "emil"))
    number, seat = sitting.number, await sitting.seat(world.people["anna"])
    assert "still has time" in (await emil.command("table replace", table=number, seat=seat + 1)).text
    assert "still has time" in (await emil.command("table substitute", table=number, seat=seat + 1)).text
    assert "everybody has to agree" in (await emil.command("table close", table=number)).text
    lobby, _ = await open_lobby(operator, "visby", world.people["anna"], 3)
    await emil.click(lobby, "Join")
    assert "Only the host of table #2" in (await emil.command("table close", table=2)).text


async def test_a_deleted_or_removed_role_makes_nobody_an_organiser(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    emil, role = await organiser_of(world, admin)
    assert "Organisers: –" in (await admin.command("kontor setup", no_organisers=True)).text
    assert "Only server managers and organisers" in (await emil.command("league manage")).text
    await admin.command("kontor setup", organisers=role)
    world.discord.delete_role(world.server.id, role.id)
    await world.settle()
    assert "Only server managers and organisers" in (await emil.command("league manage")).text
    assert "Organisers: ⚠️ the role was deleted." in (await emil.command("kontor doctor")).text


async def test_everybody_cannot_be_an_organiser(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    refused = await admin.command("kontor setup", organisers=world.server.default_role)
    assert "would make everybody an organiser" in refused.text
    assert "Organisers: –" in (await admin.command("kontor doctor")).text


def acts_in(trail: Answer) -> list[str]:
    return [line for line in trail.text.splitlines() if line.startswith("<t:")]


async def test_the_trail_says_who_did_what_newest_first_and_only_to_those_who_run_the_server(
    world: World, operator: Operator
) -> None:
    admin, anna = add_admin(world), world.people["anna"]
    emil, role = await organiser_of(world, admin)
    await anna.command("visby new", private=True)
    await emil.click(await emil.command("table close", table=1), "Close table #1")
    trail = await emil.command("kontor trail")
    assert trail.ephemeral
    closed, changed = acts_in(trail)
    assert f"<@{emil.id}> closed table #1" in closed
    assert f"<@{admin.id}> changed the settings: Organisers: <@&{role.id}>" in changed
    assert "Only server managers and organisers" in (await anna.command("kontor trail")).text
    for days in range(12):
        await admin.command("kontor setup", holidays=days)
    first = await admin.command("kontor trail")
    assert "Holidays: 11 days a year" in acts_in(first)[0]
    assert "closed table" not in first.text
    assert first.shown.buttons == ["◀️ Older"]
    second = await admin.click(first, "Older")
    assert acts_in(second) == [closed, changed]
    await emil.click(await emil.command("settings forget"), "Yes, forget me")
    assert "Somebody closed table #1" in (await admin.click(await admin.click(first, "Newer"), "Older")).text
