"""A session that is left is resumed by who comes next: nothing is missed, and nobody has to be told of servers."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bench.discord import payloads
from bench.discord.standin import StandIn
from cluster import GatewaySession
from cogs.connection import guild_cache
from cogs.requests.members import can_person_see
from storage import Address
from tests.gateway.bots import (
    ANNA,
    CHANNEL,
    OTHER,
    SECOND,
    SERVER,
    discord_here,
    open_table,
    press,
    running,
    until,
)

__all__ = ["discord_here"]


def begun(here: StandIn) -> list[int]:
    return [shard for _, shard in here.gateway.begun]


def resumed(here: StandIn) -> list[int]:
    return [shard for _, shard in here.gateway.resumed]


@pytest.mark.both_engines
async def test_a_click_between_two_processes_is_answered_by_the_second(discord_here: StandIn, address: Address) -> None:
    async with running(discord_here, address):
        await press(discord_here, "k:help:0::")
    click = await discord_here.press(
        payloads.click(SERVER, CHANNEL, ANNA, "Anna", [_row("k:help:0::")], "k:help:0::", payloads.LAYOUT)
    )
    assert not click.heard.is_set()
    async with running(discord_here, address) as second:
        await asyncio.wait_for(click.shown.wait(), 5)
        assert second.get_guild(SERVER), "the click has waited until its server was known"
        assert second.get_guild(OTHER) is None, "nobody was heard there yet"
    assert begun(discord_here) == [0]
    assert resumed(discord_here) == [0]
    assert discord_here.gateway.unheard == 0
    assert discord_here.world.unanswered == []


def _row(custom_id: str) -> dict[str, object]:
    return {"type": 1, "components": [{"type": 2, "label": "x", "style": 1, "custom_id": custom_id}]}


@pytest.mark.thorough
async def test_a_click_that_was_heard_is_answered_by_who_has_heard_it(discord_here: StandIn, address: Address) -> None:
    async with running(discord_here, address):
        clicks = [
            await discord_here.press(
                payloads.click(SERVER, CHANNEL, ANNA, "Anna", [_row("k:help:0::")], "k:help:0::", payloads.LAYOUT)
            )
            for _ in range(5)
        ]
        await clicks[0].heard.wait()
    async with running(discord_here, address):
        await asyncio.wait_for(asyncio.gather(*(click.shown.wait() for click in clicks)), 5)
    answers = [each for each in discord_here.world.requests if each.path.endswith("/callback")]
    assert sorted(each.status for each in answers) == [204] * 5, "each is answered once, and with what was asked for"
    assert all("being restarted" not in str(click.message) for click in clicks)


@pytest.mark.thorough
async def test_all_shards_of_a_process_are_resumed_at_once(discord_here: StandIn, address: Address) -> None:
    async with running(discord_here, address, (0, 1), 2):
        assert begun(discord_here) == [0, 1]
    async with running(discord_here, address, (0, 1), 2, within=2):
        for where in (SERVER, OTHER):
            await press(discord_here, "k:help:0::", where)
    assert begun(discord_here) == [0, 1]
    assert sorted(resumed(discord_here)) == [0, 1]


@pytest.mark.thorough
async def test_with_another_number_of_shards_sessions_are_begun(discord_here: StandIn, address: Address) -> None:
    async with running(discord_here, address):
        pass
    async with running(discord_here, address, (0, 1), 2):
        pass
    assert begun(discord_here) == [0, 0, 1]
    assert resumed(discord_here) == []


@pytest.mark.thorough
async def test_a_session_that_discord_does_not_know_any_more_is_begun_anew(
    discord_here: StandIn, address: Address
) -> None:
    async with running(discord_here, address):
        pass
    discord_here.gateway._known.clear()
    async with running(discord_here, address):
        await press(discord_here, "k:help:0::")
    assert discord_here.gateway.not_resumed == 1
    assert begun(discord_here) == [0, 0]
    assert discord_here.gateway.too_early == 0


@pytest.mark.thorough
async def test_a_session_that_was_left_long_ago_is_not_tried(discord_here: StandIn, address: Address) -> None:
    async with running(discord_here, address) as first:
        pass
    async with running(discord_here, address) as second:
        old = GatewaySession(shard=0, shards=1, session="s", sequence=1, address="ws://x", at=first.services.now() - 61)
        await second.services.cluster.leave_sessions([old])
        assert await second._take() == {}
        assert await second._take() == {}, "and nobody finds it again"


@pytest.mark.thorough
async def test_after_a_kill_there_is_no_session_to_resume(discord_here: StandIn, address: Address) -> None:
    async with running(discord_here, address):
        pass
    async with running(discord_here, address) as second:
        # What was left is taken: a second successor would hear everything twice.
        assert await second._take() == {}


@pytest.mark.thorough
async def test_who_clicks_first_sees_a_table_in_another_channel_as_before(
    discord_here: StandIn, address: Address
) -> None:
    discord_here.world.servers[SERVER]["roles"][0]["permissions"] = str(discord.Permissions(view_channel=True).value)
    async with running(discord_here, address) as first:
        table = await open_table(first, SECOND)
    async with running(discord_here, address):
        custom_id = f"k:join:{table}::"
        click = payloads.click(SERVER, CHANNEL, ANNA, "Anna", [_row(custom_id)], custom_id, payloads.LAYOUT)
        click["member"]["permissions"] = "0"
        assert "There is no table" not in str(await discord_here.click(click))


@pytest.mark.thorough
async def test_a_deleted_channel_is_noticed_though_its_server_was_never_told(
    discord_here: StandIn, address: Address
) -> None:
    async with running(discord_here, address) as first:
        table = await open_table(first, SECOND)
    async with running(discord_here, address) as second:
        here = discord_here.world.servers[SERVER]
        gone = here["channels"].pop()
        await discord_here.gateway.dispatch(0, "CHANNEL_DELETE", {**gone, "guild_id": str(SERVER)})

        async def noticed() -> bool:
            return (await second.services.load(table)).row.place_gone

        await until(noticed)


@pytest.mark.thorough
async def test_a_server_that_removes_us_is_noticed_though_it_was_never_told(
    discord_here: StandIn, address: Address
) -> None:
    async with running(discord_here, address) as first:
        table = await open_table(first)
    async with running(discord_here, address) as second:
        del discord_here.world.servers[SERVER]
        await discord_here.gateway.dispatch(0, "GUILD_DELETE", {"id": str(SERVER)})

        async def noticed() -> bool:
            return (await second.services.load(table)).row.status == "closed"

        await until(noticed)
    assert not [each for each in discord_here.world.requests if each.path == f"/guilds/{SERVER}"]


@pytest.mark.thorough
async def test_who_sees_a_channel_is_known_though_its_server_was_never_told(
    discord_here: StandIn, address: Address
) -> None:
    async with running(discord_here, address):
        pass
    hidden = {"id": str(SERVER), "type": 0, "allow": "0", "deny": str(discord.Permissions(view_channel=True).value)}
    discord_here.world.servers[SERVER]["channels"][1]["permission_overwrites"] = [hidden]
    discord_here.world.servers[SERVER]["roles"][0]["permissions"] = str(discord.Permissions(view_channel=True).value)
    async with running(discord_here, address) as second:
        assert await can_person_see(second, SERVER, CHANNEL, ANNA)
        assert not await can_person_see(second, SERVER, SECOND, ANNA)
        assert not await can_person_see(second, 5, CHANNEL, ANNA), "we are not there"


@pytest.mark.thorough
async def test_a_server_that_cannot_be_learned_in_time_holds_nobody_up(
    discord_here: StandIn, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(discord_here, address):
        pass

    async def never(client: discord.Client, server: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(guild_cache, "learn_server", never)
    monkeypatch.setattr(guild_cache, "_PATIENCE", 0.05)
    async with running(discord_here, address):
        await press(discord_here, "k:help:0::")
