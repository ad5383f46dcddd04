"""Tables that open by themselves every week: setting them up, playing at them, and what keeps them from opening."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from simcord.builders import RoleHandle

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import add_admin, add_with_role
from tests.discord.reading import Answer, Seen

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def add_weekly(world: World, person: Person, **changed: Any) -> Answer:
    """Let somebody add a table that opens in about an hour, every week."""
    soon = world.now + timedelta(hours=1)
    wanted: dict[str, Any] = {"game": "visby", "weekday": soon.weekday(), "time": f"{soon:%H:%M}", "seats": 3}
    return await person.command("kontor add-opening", **(wanted | changed))


def lobbies(world: World) -> list[Seen]:
    return [seen for seen in world.messages() if "Visby · table" in seen.text and "Join" in seen.buttons]


async def test_an_organiser_adds_a_weekly_table_and_whoever_joins_first_is_host(
    world: World, operator: Operator
) -> None:
    admin, anna, bert = add_admin(world), world.people["anna"], world.people["bert"]
    role = world.server.create_role("Elders")
    emil = add_with_role(world, "emil", role)
    assert "Only server managers and organisers" in (await add_weekly(world, emil)).text
    assert "Only server managers and organisers" in (await emil.command("kontor openings")).text
    await admin.command("kontor setup", organisers=role)
    added = await add_weekly(world, emil)
    assert "Saved." in added.text
    assert f": Visby for 3 players in <#{world.channel.id}> · <t:" in added.text
    assert "Time zone: UTC" in added.text
    assert "already opens every week" in (await add_weekly(world, emil)).text
    await world.later(minutes=61)
    [lobby] = lobbies(world)
    assert lobby.text.count("*free*") == 3
    assert "Whoever joins first is the host." in lobby.text
    listed = await bert.command("watch")
    assert "3 seats are free" in listed.text
    assert "-# \n" not in f"{listed.text}\n"
    assert [each.name for each in await bert.autocomplete("visby join", "table")] == ["Visby · table #1"]
    assert "no seat" in (await bert.click(lobby, "+ Computer")).text
    await anna.click(lobby, "Join")
    await bert.click(lobby, "Join")
    [lobby] = lobbies(world)
    assert "**⁨Anna⁩** 👑" in lobby.text
    assert "Whoever joins first" not in lobby.text
    assert "Only the host" in (await bert.raw_click(lobby, "k:cancel:1::")).text
    await anna.click(lobby, "Start")
    assert len(world.threads) == 1


async def test_a_weekly_table_can_be_deleted_and_the_trail_says_who_did_what(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    listed = await add_weekly(world, admin, time="7:05", weekday=0)
    assert "every Monday at 07:05: Visby for 3 players" in listed.text
    old = await admin.command("kontor openings")
    gone = await admin.click(listed, "Delete 1")
    assert "There are no weekly tables here yet." in gone.text
    assert "doesn't exist any more" in (await admin.click(old, "Delete 1")).text
    trail = (await admin.command("kontor trail")).text
    line = f"a weekly table: every Monday at 07:05: Visby for 3 players in <#{world.channel.id}>"
    assert f"{admin.mention} added {line}" in trail
    assert f"{admin.mention} deleted {line}" in trail


async def test_times_are_in_the_time_zone_of_the_server(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    assert "Time zone: UTC" in (await admin.command("kontor doctor")).text
    assert [each.value for each in await admin.autocomplete("kontor setup", "zone", "new y")] == ["America/New_York"]
    assert "I don't know the time zone Mars" in (await admin.command("kontor setup", zone="Mars")).text
    await add_weekly(world, admin)
    assert "Time zone: Asia/Tokyo" in (await admin.command("kontor setup", zone="Asia/Tokyo")).text
    await world.later(hours=2)
    assert lobbies(world) == []
    assert "changed the settings: Time zone: Asia/Tokyo" in (await admin.command("kontor trail")).text
    refused = await admin.command("kontor add-opening", game="visby", weekday=0, time="noon")
    assert "I don't know that time." in refused.text


async def test_a_deleted_channel_is_named_by_the_doctor_and_noted_once(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture
) -> None:
    admin, harbour = add_admin(world), await world.new_channel("harbour")
    await world.forbid("send_messages", place=harbour)
    assert "I can't open tables in that channel." in (await add_weekly(world, admin, channel=harbour)).text
    await world.allow("send_messages", place=harbour)
    await add_weekly(world, admin, channel=harbour)
    assert "⚠️" not in (await admin.command("kontor doctor")).text
    await world.delete(harbour)
    warning = "⚠️ I can't see that channel, or can't write or open threads there, or it has been deleted."
    assert warning in (await admin.command("kontor doctor")).text
    assert warning in (await admin.command("kontor openings")).text
    await world.later(hours=3)
    trail = (await admin.command("kontor trail")).text
    assert trail.count("A weekly table didn't open") == 1
    assert sum("not opened: channel" in record.getMessage() for record in caplog.records) == 1
    assert lobbies(world) == []


def role_pings(world: World, role: RoleHandle) -> int:
    """Return how many messages were sent that ping a role."""
    posted = [
        request.body for request in world.requests if request.method == "POST" and request.path.endswith("/messages")
    ]
    return sum([role.id] == [int(each) for each in body["allowed_mentions"].get("roles", ())] for body in posted)


async def test_a_role_is_pinged_for_new_tables_at_most_once_an_hour_and_never_for_private_ones(
    world: World, operator: Operator
) -> None:
    admin, anna, role = add_admin(world), world.people["anna"], world.server.create_role("Players")
    await anna.command("visby new", seats=2)
    shown = await admin.command("kontor setup", ping_role=role)
    assert f"Pinged for new tables: <@&{role.id}>" in shown.text
    await anna.command("visby new", seats=2, private=True)
    await anna.command("visby new", seats=2, computers=1, start_when_full=True)
    await world.later(minutes=2)
    assert role_pings(world, role) == 0
    for _ in range(3):
        await anna.command("visby new", seats=2)
    await world.later(minutes=2)
    [ping] = [seen for seen in world.messages() if seen.text.startswith("📯")]
    assert ping.text == f"📯 <@&{role.id}>: Visby, table #4 is open. 1 seat is free."
    assert role_pings(world, role) == 1
    await add_weekly(world, admin)
    await world.later(minutes=61)
    assert role_pings(world, role) == 2
    assert "table #7 is open. 3 seats are free." in world.messages()[-1].text
    await admin.command("kontor setup", no_ping_role=True)
    await world.later(hours=2)
    await anna.command("visby new", seats=2)
    await world.later(minutes=2)
    assert role_pings(world, role) == 2


async def test_the_doctor_says_whether_the_role_can_be_pinged(world: World, operator: Operator) -> None:
    admin, role = add_admin(world), world.server.create_role("Players")
    warning = f"⚠️ I can't ping <@&{role.id}> here."
    refused = await admin.command("kontor setup", ping_role=world.server.default_role)
    assert "That role would ping everybody" in refused.text
    await world.forbid("mention_everyone")
    assert warning in (await admin.command("kontor setup", ping_role=role)).text
    await world.allow("mention_everyone")
    assert warning not in (await admin.command("kontor doctor")).text
    await world.forbid("mention_everyone")
    open_to_all = world.server.create_role("Guests", mentionable=True)
    assert "⚠️" not in (await admin.command("kontor setup", ping_role=open_to_all)).text
    assert f"Pinged for new tables: <@&{open_to_all.id}>" in (await admin.command("kontor trail")).text
    world.discord.delete_role(world.server.id, open_to_all.id)
    await world.settle()
    assert "Pinged for new tables: ⚠️ the role was deleted." in (await admin.command("kontor doctor")).text
