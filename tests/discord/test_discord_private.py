"""The private parts of discord.py that we use: each test fails with a sentence if the library changes one."""

from __future__ import annotations

import asyncio
import inspect
import json
from time import monotonic
from typing import Any, cast

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Ratelimit, Route, handle_message_parameters
from discord.shard import Shard, ShardInfo
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bench.discord import payloads
from bench.discord.fake_rest import FakeRest
from bench.discord.fake_world import FakeWorld
from cogs.connection.discord_private import (
    RATELIMIT_CLEARING_S,
    RawView,
    clear_ratelimits_rarely,
    filter_raw_interactions,
    inject_interaction,
    raise_edit_limit,
    skip_message_objects,
    use_msgspec_json,
)
from cogs.delivery.discord_port import DiscordPort
from cogs.delivery.port import Rejected
from cogs.messages.components import forget_message, is_control_still_shown, is_ephemeral
from cogs.messages.panel import Panel, Text

WHERE = "discord.py has changed: mend cogs/connection/discord_private.py"


def test_a_view_still_says_by_to_components_what_is_sent() -> None:
    made = [{"type": 17, "components": [{"type": 10, "content": "hello"}], "accent_color": None, "spoiler": False}]
    with handle_message_parameters(view=RawView(made)) as sent:
        assert sent.payload is not None, WHERE
        assert sent.payload["components"] == made, WHERE
        assert sent.payload["flags"] & discord.MessageFlags(components_v2=True).value, WHERE
    for name in ("to_components", "has_components_v2"):
        assert callable(getattr(ui.LayoutView, name, None)), f"{WHERE}: LayoutView.{name}"


class Word(str):
    """A text of another kind."""


@pytest.mark.parametrize(
    "said",
    [{"content": "⚓ Visby", "id": 1 << 62, "flags": None, "parts": [1.5, True]}, ["\ud83d"], [Word("Visby")], {}],
)
def test_all_json_is_written_and_read_by_us_and_means_what_it_did(monkeypatch: pytest.MonkeyPatch, said: Any) -> None:
    usually = discord.utils._to_json, discord.utils._from_json
    for name in ("_to_json", "_from_json"):
        monkeypatch.setattr(discord.utils, name, getattr(discord.utils, name))
    use_msgspec_json()
    assert (discord.utils._to_json, discord.utils._from_json) != usually, "it is ours"
    for part in (discord.http, discord.gateway, discord.webhook.async_):
        assert part.utils is discord.utils, WHERE
        assert "utils._to_json(" in inspect.getsource(part), f"{WHERE}: {part.__name__}"
    written = discord.utils._to_json(said)
    assert isinstance(written, str)
    assert json.loads(written) == said
    assert discord.utils._from_json(written) == said
    assert discord.utils._from_json(json.dumps(said)) == said
    with pytest.raises(json.JSONDecodeError):
        discord.utils._from_json("[1,")


async def test_a_ready_made_view_is_kept_by_nobody() -> None:
    view = RawView([])
    assert view.is_finished(), WHERE
    assert not view.is_dispatching(), WHERE


def test_a_message_can_still_be_edited_without_reading_the_answer() -> None:
    assert list(inspect.signature(HTTPClient.edit_message).parameters) == [
        "self",
        "channel_id",
        "message_id",
        "params",
    ], f"{WHERE}: HTTPClient.edit_message"


def test_answers_can_still_be_sent_without_reading_them_back() -> None:
    said = {"session", "proxy", "proxy_auth", "payload", "multipart", "files"}
    for name in ("request", "execute_webhook", "edit_original_interaction_response", "edit_webhook_message"):
        found = set(inspect.signature(getattr(AsyncWebhookAdapter, name)).parameters)
        assert said <= found, f"{WHERE}: AsyncWebhookAdapter.{name}"
    found = set(inspect.signature(AsyncWebhookAdapter.delete_webhook_message).parameters)
    assert {"message_id", "session", "proxy", "proxy_auth"} <= found, f"{WHERE}: delete_webhook_message"
    assert isinstance(async_context.get(), AsyncWebhookAdapter), f"{WHERE}: async_context"
    assert "_session" in discord.Interaction.__slots__, f"{WHERE}: Interaction"
    assert "_response_type" in discord.InteractionResponse.__slots__, f"{WHERE}: InteractionResponse"
    source = inspect.getsource(AsyncWebhookAdapter.create_interaction_response)
    assert "/interactions/{webhook_id}/{webhook_token}/callback" in source, f"{WHERE}: where answers go"


def test_a_message_can_still_be_sent_and_its_answer_read_as_it_comes() -> None:
    assert list(inspect.signature(HTTPClient.send_message).parameters) == [
        "self",
        "channel_id",
        "params",
    ], f"{WHERE}: HTTPClient.send_message"
    with handle_message_parameters(
        view=RawView([]), nonce="k1", allowed_mentions=discord.AllowedMentions.none()
    ) as made:
        assert made.payload is not None, WHERE
        assert (made.payload["nonce"], made.payload["enforce_nonce"]) == ("k1", True), WHERE


async def test_limits_that_are_over_are_looked_for_only_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    client = discord.Client(intents=discord.Intents.none())
    client.http._buckets = {str(number): Ratelimit(None) for number in range(300)}
    now = monotonic()
    monkeypatch.setattr("cogs.connection.discord_private.monotonic", lambda: now)
    monkeypatch.setattr(Ratelimit, "is_inactive", lambda limit: True)
    clear_ratelimits_rarely(client)
    client.http.get_ratelimit("another")
    assert len(client.http._buckets) == 301, WHERE
    now += RATELIMIT_CLEARING_S
    client.http.get_ratelimit("one more")
    assert client.http._buckets == {}, WHERE


async def test_the_limit_of_edits_of_an_old_message_is_raised_at_once_and_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = FakeWorld(trusting=True, too_old_to_edit={"7"})
    app = web.Application()
    FakeRest(world, cast(Any, None)).add_routes(app)
    monkeypatch.setattr(discord.http, "json_or_text", discord.http.json_or_text)
    raise_edit_limit()
    async with TestServer(app) as server, aiohttp.ClientSession() as session, asyncio.timeout(5):
        monkeypatch.setattr(Route, "BASE", str(server.make_url("")).rstrip("/"))
        client = discord.Client(intents=discord.Intents.none())
        monkeypatch.setattr(client.http, "_HTTPClient__session", session)
        client.http._global_over = asyncio.Event()
        client.http._global_over.set()
        for _ in range(2):
            with pytest.raises(Rejected) as refused:
                await DiscordPort(client).edit(5, 7, Panel((Text("old"),)))
            assert (refused.value.status, refused.value.code, refused.value.is_temporary) == (429, 30046, True)
            await DiscordPort(client).edit(5, 8, Panel((Text("new"),)))
    assert [request.status for request in world.requests] == [429, 200] * 2


def test_a_thread_can_still_be_opened_without_knowing_the_server() -> None:
    wanted = {"channel_id", "message_id", "name", "auto_archive_duration"}
    found = set(inspect.signature(HTTPClient.start_thread_with_message).parameters)
    assert wanted <= found, f"{WHERE}: HTTPClient.start_thread_with_message"


def test_the_warnings_about_voices_can_still_be_switched_off() -> None:
    for name in ("warn_nacl", "warn_dave"):
        assert getattr(discord.VoiceClient, name, None) is False, f"{WHERE}: VoiceClient.{name}"


def test_a_session_can_still_be_resumed_by_another_process() -> None:
    wanted = {"client", "gateway", "shard_id", "session", "sequence", "resume"}
    assert wanted <= set(inspect.signature(DiscordWebSocket.from_client).parameters), f"{WHERE}: from_client"
    assert list(inspect.signature(Shard).parameters) == ["ws", "client", "queue_put"], f"{WHERE}: Shard"
    source = inspect.getsource(discord.AutoShardedClient.launch_shard)
    for name in ("self.__shards[shard_id]", "self.__queue.put_nowait", ".launch()"):
        assert name in source, f"{WHERE}: AutoShardedClient.launch_shard without {name}"


def test_a_session_can_still_be_left_as_it_is() -> None:
    assert "_parent" in ShardInfo.__slots__, f"{WHERE}: ShardInfo"
    assert "_task" in inspect.getsource(Shard.launch), f"{WHERE}: Shard.launch"
    for name in ("session_id", "sequence"):
        assert f"self.{name}" in inspect.getsource(DiscordWebSocket.__init__), f"{WHERE}: DiscordWebSocket.{name}"
    assert "code" in inspect.signature(DiscordWebSocket.close).parameters, f"{WHERE}: DiscordWebSocket.close"


def test_events_can_still_be_heard_before_discord_py_hears_them_and_servers_be_added() -> None:
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    assert {"INTERACTION_CREATE", "CHANNEL_DELETE", "GUILD_DELETE"} <= client._connection.parsers.keys(), WHERE
    assert "_connection.parsers" in inspect.getsource(DiscordWebSocket.from_client), WHERE
    client._connection._add_guild_from_data({"id": "5", "unavailable": True})  # type: ignore[typeddict-item]
    assert client.get_guild(5), WHERE
    for name in ("get_guild", "get_all_guild_channels", "get_active_threads", "get_member"):
        assert callable(getattr(HTTPClient, name, None)), f"{WHERE}: HTTPClient.{name}"


async def test_an_interaction_can_still_be_heard_as_it_comes_and_be_delivered_by_us() -> None:
    client = discord.Client(intents=discord.Intents.none())
    heard: list[dict[str, Any]] = []
    dispatched: list[str] = []
    client.dispatch = lambda event, *_: dispatched.append(event)  # type: ignore[method-assign]
    client._connection.dispatch = client.dispatch

    def admits(came: dict[str, Any]) -> bool:
        heard.append(came)
        return len(heard) == 1

    filter_raw_interactions(client, admits)
    came = payloads.click(0, 1, 2, "Anna", [], "k:help:0::")
    client._connection.parsers["INTERACTION_CREATE"](came)
    assert heard == [came], f"{WHERE}: ConnectionState.parsers"
    client._connection.parsers["INTERACTION_CREATE"](came)
    assert dispatched == ["interaction"], f"{WHERE}: ConnectionState.parsers"
    inject_interaction(client, came)
    assert dispatched == ["interaction"] * 2, f"{WHERE}: ConnectionState.parse_interaction_create"
    assert len(heard) == 2, "what we deliver did not come from Discord"


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_what_stands_beside_what_was_clicked_on_comes_as_it_is(ephemeral: bool) -> None:
    client = discord.Client(intents=discord.Intents.none())
    clicks: list[discord.Interaction[Any]] = []
    client._connection.dispatch = lambda _, click: clicks.append(click)
    skip_message_objects(client)
    flags = payloads.EPHEMERAL | payloads.LAYOUT if ephemeral else payloads.LAYOUT
    button = {"type": 2, "style": 1, "label": "Help", "custom_id": "k:help:0::"}
    came = payloads.click(0, 1, 2, "Anna", [{"type": 1, "components": [button]}], "k:help:0::", flags)
    client._connection.parsers["INTERACTION_CREATE"](came)
    inject_interaction(client, came)
    for click in clicks:
        assert click.message is None, f"{WHERE}: ConnectionState.parse_interaction_create"
        assert is_control_still_shown(click), f"{WHERE}: Interaction.data"
        assert is_ephemeral(click) is ephemeral, f"{WHERE}: Interaction.data"
    assert len(clicks) == 2, f"{WHERE}: ConnectionState.parsers"
    client._connection.parsers["INTERACTION_CREATE"]({**came, "data": {**came["data"], "custom_id": "k:more:0::"}})
    assert not is_control_still_shown(clicks[-1]), "it is not there any more"
    forget_message(clicks[0])
    assert not is_control_still_shown(clicks[0]), "nothing of it is kept"
