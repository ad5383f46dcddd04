"""A process resumes the gateway session that its predecessor left: no event is missed."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord
from bot import now
from cluster import GatewaySession
from cogs.connection import guild_cache
from cogs.connection.discord_private import fetch_guild_into_cache
from cogs.requests.members import can_person_see
from storage import Address
from tests.gateway.bots import (
    ANNA,
    CHANNEL,
    OTHER,
    SECOND,
    SERVER,
    fake_discord,
    open_table,
    press,
    running,
    until,
)
from tests.storage.fresh import open_soon

__all__ = ["fake_discord"]


def begun(fake: FakeDiscord) -> list[int]:
    return [shard for _, shard in fake.gateway.identified]


def resumed(fake: FakeDiscord) -> list[int]:
    return [shard for _, shard in fake.gateway.resumed]


@pytest.mark.both_engines
async def test_a_click_between_two_processes_is_answered_by_the_second(
    fake_discord: FakeDiscord, address: Address
) -> None:
    async with running(fake_discord, address):
        await press(fake_discord, "k:help:0::")
    click = await fake_discord.press(
        payloads.click(SERVER, CHANNEL, ANNA, "Anna", [_row("k:help:0::")], "k:help:0::", payloads.LAYOUT)
    )
    assert not click.heard.is_set()
    async with running(fake_discord, address) as second:
        await asyncio.wait_for(click.shown.wait(), 5)
        assert second.get_guild(SERVER), "the click has waited until its server was known"
        assert second.get_guild(OTHER) is None, "nobody was heard there yet"
    assert begun(fake_discord) == [0]
    assert resumed(fake_discord) == [0]
    assert fake_discord.gateway.undelivered_events == 0
    assert fake_discord.world.unanswered == []


def _row(custom_id: str) -> dict[str, object]:
    return {"type": 1, "components": [{"type": 2, "label": "x", "style": 1, "custom_id": custom_id}]}


@pytest.mark.thorough
async def test_a_click_that_was_heard_is_answered_by_who_has_heard_it(
    fake_discord: FakeDiscord, address: Address
) -> None:
    async with running(fake_discord, address):
        clicks = [
            await fake_discord.press(
                payloads.click(SERVER, CHANNEL, ANNA, "Anna", [_row("k:help:0::")], "k:help:0::", payloads.LAYOUT)
            )
            for _ in range(5)
        ]
        await clicks[0].heard.wait()
    async with running(fake_discord, address):
        await asyncio.wait_for(asyncio.gather(*(click.shown.wait() for click in clicks)), 5)
    answers = [each for each in fake_discord.world.requests if each.path.endswith("/callback")]
    assert sorted(each.status for each in answers) == [204] * 5, "each is answered once, and with what was asked for"
    assert all("I'm restarting" not in str(click.message) for click in clicks)


@pytest.mark.thorough
async def test_all_shards_of_a_process_are_resumed_at_once(fake_discord: FakeDiscord, address: Address) -> None:
    async with running(fake_discord, address, (0, 1), 2):
        assert begun(fake_discord) == [0, 1]
    async with running(fake_discord, address, (0, 1), 2, within=2):
        for where in (SERVER, OTHER):
            await press(fake_discord, "k:help:0::", where)
    assert begun(fake_discord) == [0, 1]
    assert sorted(resumed(fake_discord)) == [0, 1]


@pytest.mark.thorough
async def test_with_another_number_of_shards_sessions_are_begun(fake_discord: FakeDiscord, address: Address) -> None:
    async with running(fake_discord, address):
        pass
    async with running(fake_discord, address, (0, 1), 2):
        pass
    assert begun(fake_discord) == [0, 0, 1]
    assert resumed(fake_discord) == []


@pytest.mark.thorough
async def test_a_session_that_discord_does_not_know_any_more_is_begun_anew(
    fake_discord: FakeDiscord, address: Address
) -> None:
    async with running(fake_discord, address):
        pass
    fake_discord.gateway._sessions.clear()
    async with running(fake_discord, address):
        await press(fake_discord, "k:help:0::")
    assert fake_discord.gateway.failed_resumes == 1
    assert begun(fake_discord) == [0, 0]
    assert fake_discord.gateway.identified_too_early == 0


@pytest.mark.thorough
async def test_a_session_that_was_left_long_ago_is_not_tried(fake_discord: FakeDiscord, address: Address) -> None:
    async with running(fake_discord, address) as first:
        pass
    async with running(fake_discord, address) as second:
        old = GatewaySession(shard=0, shards=1, session="s", sequence=1, address="ws://x", at=first.services.now() - 61)
        await second.services.cluster.leave_sessions([old])
        assert await second._take_sessions() == {}
        assert await second._take_sessions() == {}, "and nobody finds it again"


@pytest.mark.thorough
async def test_what_was_left_is_taken_once(fake_discord: FakeDiscord, address: Address) -> None:
    """A second successor would hear everything twice."""
    async with running(fake_discord, address):
        pass
    async with running(fake_discord, address) as second:
        assert await second._take_sessions() == {}


@pytest.mark.both_engines
async def test_after_a_kill_sessions_are_resumed_and_no_click_that_was_handled_is_handled_again(
    fake_discord: FakeDiscord, address: Address
) -> None:
    async with running(fake_discord, address, (0, 1), 2) as first:

        async def recorded() -> bool:
            return len(first._recorded) == 2

        await until(recorded)
        first.record_sessions.cancel()
        record = [each._asdict() for each in first._recorded]
        for where in (SERVER, OTHER):
            await press(fake_discord, "k:help:0::", where)
        before = [each for each in fake_discord.world.requests if "/interactions/" in each.path]
    killed = [GatewaySession(shards=2, at=now(), in_order=False, **each) for each in record]
    cluster = await open_soon(address)
    await cluster.leave_sessions(killed)  # As if the first had been killed.
    await cluster.close()
    identified = len(begun(fake_discord))
    async with running(fake_discord, address, (0, 1), 2, within=2):
        for where in (SERVER, OTHER):
            assert "Something went wrong" not in await press(fake_discord, "k:help:0::", where)
    assert len(begun(fake_discord)) == identified
    assert sorted(resumed(fake_discord)) == [0, 1]
    after = [each for each in fake_discord.world.requests if "/interactions/" in each.path]
    assert len(after) == len(before) + 2, "only the new clicks are answered"


@pytest.mark.thorough
async def test_who_clicks_first_sees_a_table_in_another_channel_as_before(
    fake_discord: FakeDiscord, address: Address
) -> None:
    fake_discord.world.servers[SERVER]["roles"][0]["permissions"] = str(discord.Permissions(view_channel=True).value)
    async with running(fake_discord, address) as first:
        table = await open_table(first, SECOND)
    async with running(fake_discord, address):
        custom_id = f"k:join:{table}::"
        click = payloads.click(SERVER, CHANNEL, ANNA, "Anna", [_row(custom_id)], custom_id, payloads.LAYOUT)
        click["member"]["permissions"] = "0"
        assert "There is no table" not in str(await fake_discord.click(click))


@pytest.mark.thorough
async def test_a_deleted_channel_is_noticed_though_its_server_was_never_told(
    fake_discord: FakeDiscord, address: Address
) -> None:
    async with running(fake_discord, address) as first:
        table = await open_table(first, SECOND)
    async with running(fake_discord, address) as second:
        fake = fake_discord.world.servers[SERVER]
        gone = fake["channels"].pop()
        await fake_discord.gateway.dispatch(0, "CHANNEL_DELETE", {**gone, "guild_id": str(SERVER)})

        async def noticed() -> bool:
            return (await second.services.load(table)).row.place_gone

        await until(noticed)


@pytest.mark.thorough
async def test_a_server_that_removes_us_is_noticed_though_it_was_never_told(
    fake_discord: FakeDiscord, address: Address
) -> None:
    async with running(fake_discord, address) as first:
        table = await open_table(first)
    async with running(fake_discord, address) as second:
        del fake_discord.world.servers[SERVER]
        await fake_discord.gateway.dispatch(0, "GUILD_DELETE", {"id": str(SERVER)})

        async def noticed() -> bool:
            return (await second.services.load(table)).row.status == "closed"

        await until(noticed)
    assert not [each for each in fake_discord.world.requests if each.path == f"/guilds/{SERVER}"]


@pytest.mark.thorough
async def test_who_sees_a_channel_is_known_though_its_server_was_never_told(
    fake_discord: FakeDiscord, address: Address
) -> None:
    async with running(fake_discord, address):
        pass
    hidden = {"id": str(SERVER), "type": 0, "allow": "0", "deny": str(discord.Permissions(view_channel=True).value)}
    fake_discord.world.servers[SERVER]["channels"][1]["permission_overwrites"] = [hidden]
    fake_discord.world.servers[SERVER]["roles"][0]["permissions"] = str(discord.Permissions(view_channel=True).value)
    async with running(fake_discord, address) as second:
        assert await can_person_see(second, SERVER, CHANNEL, ANNA)
        assert not await can_person_see(second, SERVER, SECOND, ANNA)
        assert not await can_person_see(second, 5, CHANNEL, ANNA), "we are not there"


@pytest.mark.thorough
async def test_a_server_that_cannot_be_learned_in_time_holds_nobody_up(
    fake_discord: FakeDiscord, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(fake_discord, address):
        pass

    async def never(client: discord.Client, server: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(guild_cache, "fetch_guild_into_cache", never)
    monkeypatch.setattr(guild_cache, "_WAIT_S", 0.05)
    async with running(fake_discord, address):
        await press(fake_discord, "k:help:0::")


@pytest.mark.thorough
async def test_a_server_is_fetched_once_however_many_click_meanwhile(
    fake_discord: FakeDiscord, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(fake_discord, address):
        pass
    begun = list[int]()

    async def slowly(client: discord.Client, server: int) -> None:
        begun.append(server)
        await asyncio.sleep(0.5)
        await fetch_guild_into_cache(client, server)

    monkeypatch.setattr(guild_cache, "fetch_guild_into_cache", slowly)
    monkeypatch.setattr(guild_cache, "_WAIT_S", 0.2)
    async with running(fake_discord, address) as second:
        await press(fake_discord, "k:help:0::")
        assert second.get_guild(SERVER) is None, "she was not kept waiting"
        await press(fake_discord, "k:help:0::")
        await asyncio.gather(*(press(fake_discord, "k:help:0::") for _ in range(3)))
        assert second.get_guild(SERVER)
    assert begun == [SERVER]
