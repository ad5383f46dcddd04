"""All uses of private parts of discord.py; `tests/discord/test_discord_private.py` fails if the library changes them.

They are for sending and editing messages and answers, rate limits, the JSON of events, session handover, and the guild
cache. Each docstring names the feature that has no public way, or what the public way costs. These costs are CPU time
on one core of a two-core machine, for one click on a message with 20 buttons. For comparison: everything that one
decision of a player causes takes about 9 ms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, NamedTuple, cast

import aiohttp
import discord
import msgspec
from discord import AllowedMentions, ui
from discord.gateway import DiscordWebSocket
from discord.http import MultipartParameters, Route, handle_message_parameters
from discord.shard import Shard
from discord.utils import MISSING
from discord.webhook.async_ import AsyncWebhookAdapter, async_context, interaction_message_response_params
from yarl import URL

from cogs.connection.discord_errors import TOO_MANY_EDITS

_ARCHIVE_AFTER_MIN: Final = 10080
"""A week, the longest that Discord keeps an idle thread open."""

RATELIMIT_CLEARING_S = 60
"""Seconds between two removals of expired rate limits."""


class RawView(ui.LayoutView):
    """A view whose components are given as Discord's JSON. discord.py does not keep it, because it counts as finished.

    Saves 0.25 ms per message: the public way makes an object for each button, only to turn it into the same JSON.
    """

    def __init__(self, components: list[dict[str, Any]]) -> None:
        self._children = []
        self._made = components

    def is_finished(self) -> bool:
        """Return True: it waits for nothing."""
        return True

    def is_dispatching(self) -> bool:
        """Return False: clicks are not dispatched to it."""
        return False

    def to_components(self) -> list[dict[str, Any]]:
        """Return the given components."""
        return self._made

    def has_components_v2(self) -> bool:
        """Return True: texts and containers are among them."""
        return True


async def send_with_nonce(
    client: discord.Client,
    channel: int,
    view: ui.LayoutView,
    files: Sequence[discord.File],
    nonce: str,
    mentions: AllowedMentions,
    *,
    silent: bool,
) -> tuple[int, int, list[int]]:
    """Send a message with a nonce; return its channel, its id, and the ids of the users it mentions.

    Only those in `mentions` are pinged. With `silent` nobody gets a push notification. If a message with this nonce
    already exists, Discord returns that one, which may be in another channel and mention others. The public `send`
    hides that: it reports the channel it was called with.
    """
    flags = discord.MessageFlags(suppress_notifications=True) if silent else MISSING
    with handle_message_parameters(
        view=view,
        files=files,
        nonce=nonce,
        allowed_mentions=mentions,
        previous_allowed_mentions=client.allowed_mentions,
        flags=flags,
    ) as sent:
        message = await client.http.send_message(channel, params=sent)
    mentioned = [int(user["id"]) for user in message.get("mentions", ())]
    return int(message["channel_id"]), int(message["id"]), mentioned


async def open_thread_under(client: discord.Client, channel: int, message: int, name: str) -> int:
    """Open a thread under a message and return its id. The public way needs the server in the cache."""
    opened = await client.http.start_thread_with_message(
        channel, message, name=name, auto_archive_duration=_ARCHIVE_AFTER_MIN
    )
    return int(opened["id"])


async def edit_message(
    client: discord.Client, channel: int, message: int, view: ui.LayoutView, files: Sequence[discord.File] = MISSING
) -> None:
    """Edit a message to show `view`, without pinging anybody. `files`, if given, replace all of its attachments.

    Saves 0.14 ms: the public way makes a Message object of the response.
    """
    with handle_message_parameters(view=view, attachments=files, allowed_mentions=AllowedMentions.none()) as changed:
        await client.http.edit_message(channel, message, params=changed)


# Responses to interactions. The public way reads each one back and makes a Message object of it: 0.14 ms.


async def send_response(
    interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File], *, in_place: bool
) -> None:
    """Give the first answer to an interaction: a new ephemeral message or, with `in_place`, an edit.

    The edit changes the message that was clicked in. From then on discord.py counts the interaction as answered.
    """
    kind = discord.InteractionResponseType.message_update if in_place else _NEW_MESSAGE
    answer = interaction_message_response_params(
        type=kind.value,
        view=view,
        attachments=files,
        flags=MISSING if in_place else discord.MessageFlags(ephemeral=True),
        previous_allowed_mentions=interaction.client.allowed_mentions,
    )
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    with answer:
        await _adapter().request(
            route,
            interaction._session,
            payload=None if answer.files else answer.payload,
            multipart=answer.multipart,
            files=answer.files,
            proxy=interaction.client.http.proxy,
            proxy_auth=interaction.client.http.proxy_auth,
        )
    interaction.response._response_type = kind


async def send_follow_up(
    interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File]
) -> int:
    """Send another ephemeral message after the first answer to an interaction; return its id."""
    flags = discord.MessageFlags(ephemeral=True)
    mentions = interaction.client.allowed_mentions
    with handle_message_parameters(view=view, files=files, flags=flags, previous_allowed_mentions=mentions) as sent:
        message = await _adapter().execute_webhook(
            interaction.application_id,
            interaction.token,
            **_webhook_arguments(interaction, sent),
            wait=True,
            with_components=True,
        )
    assert message is not None, "it was waited for"
    return int(message["id"])


async def edit_response(
    interaction: discord.Interaction[Any], message: int | None, view: ui.LayoutView, files: Sequence[discord.File]
) -> None:
    """Edit an answer to an interaction and replace its attachments.

    `message` is the id of a follow-up; None means the first answer.
    """
    mentions = interaction.client.allowed_mentions
    with handle_message_parameters(view=view, attachments=files, previous_allowed_mentions=mentions) as changed:
        arguments, whose = _webhook_arguments(interaction, changed), (interaction.application_id, interaction.token)
        if message is None:
            await _adapter().edit_original_interaction_response(*whose, **arguments)
        else:
            await _adapter().edit_webhook_message(*whose, message, **arguments)


async def delete_follow_up(interaction: discord.Interaction[Any], message: int) -> None:
    """Delete the follow-up message with this id."""
    http, whose = interaction.client.http, (interaction.application_id, interaction.token)
    await _adapter().delete_webhook_message(
        *whose, message, session=interaction._session, proxy=http.proxy, proxy_auth=http.proxy_auth
    )


_NEW_MESSAGE: Final = discord.InteractionResponseType.channel_message


def _adapter() -> AsyncWebhookAdapter:
    """Return the object that discord.py sends webhook requests with."""
    return async_context.get()


def _webhook_arguments(interaction: discord.Interaction[Any], sent: MultipartParameters) -> dict[str, Any]:
    """Return the keyword arguments that all webhook requests of discord.py take.

    They are the HTTP session, the proxy, and the payload and files in `sent`.
    """
    http = interaction.client.http
    return {
        "session": interaction._session, "proxy": http.proxy, "proxy_auth": http.proxy_auth,
        "payload": sent.payload, "multipart": sent.multipart, "files": sent.files,
    }  # fmt: skip


def clear_ratelimits_rarely(client: discord.Client) -> None:
    """Patch a client, so that discord.py removes expired rate limits once a minute at most.

    discord.py keeps a rate limit for each channel and searches all of them at each new channel, so a message costs more
    with every table. Without the patch a decision with 600 tables cost 1.23 times as much CPU as with 100; with it,
    0.97 times.
    """
    clear, latest = client.http._try_clear_expired_ratelimits, monotonic()

    def rarely() -> None:
        """Clear expired rate limits if a minute has passed since the last time."""
        nonlocal latest
        if monotonic() - latest >= RATELIMIT_CLEARING_S:
            latest = monotonic()
            clear()

    client.http._try_clear_expired_ratelimits = rarely  # type: ignore[method-assign]


def filter_raw_interactions(client: discord.Client, admits: Callable[[dict[str, Any]], bool]) -> None:
    """Call `admits` with the raw JSON of every interaction before discord.py parses it; drop it if that returns False.

    Makes forwarding to another process possible: discord.py does not keep the JSON. And it makes the rest of a flood
    of clicks cheap: discord.py would make objects and a task of each.
    """
    parsers = client._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def hear(came: dict[str, Any]) -> None:
        if admits(came):
            parse(came)

    parsers["INTERACTION_CREATE"] = hear


def skip_message_objects(client: discord.Client) -> None:
    """Patch a client, so that it makes no Message object of the message that was clicked in.

    The message's JSON is in the interaction's `data[RAW_MESSAGE]` instead. Saves 0.14 ms per click: we only need to
    know whether the message is ephemeral, and whether it still has the clicked button.
    """
    parse = client._connection.parse_interaction_create

    def parse_without_message(came: Any) -> None:
        """Let discord.py parse an interaction's JSON, with the clicked message moved into its `data`."""
        if "message" in came:
            came = {**came, "data": {**came["data"], RAW_MESSAGE: came["message"]}}
            del came["message"]
        parse(came)

    client._connection.parse_interaction_create = parse_without_message  # type: ignore[method-assign, assignment]
    client._connection.parsers["INTERACTION_CREATE"] = parse_without_message


RAW_MESSAGE: Final = "kontor_shown"
"""The key in an interaction's data that holds the message that was clicked in."""


def inject_interaction(client: discord.Client, came: dict[str, Any]) -> None:
    """Give discord.py a forwarded interaction's JSON as if Discord had sent it; `filter_raw_interactions` misses it."""
    client._connection.parse_interaction_create(cast(Any, came))


def use_msgspec_json() -> None:
    """Patch discord.py, so that it reads and writes JSON by msgspec instead of the standard library.

    Reading and writing the JSON of a click takes 37 µs instead of 144. What msgspec refuses, such as a lone surrogate
    or a subclass of str, goes through discord.py's own functions.
    """
    usually_write, usually_read = _USUALLY

    def write(obj: Any) -> str:
        """Return an object as JSON text, by discord.py's own function if msgspec refuses it."""
        try:
            return msgspec.json.encode(obj).decode()
        except (TypeError, ValueError):
            return usually_write(obj)

    def read(text: str) -> Any:
        """Return the value of a JSON text, by discord.py's own function if msgspec refuses it."""
        try:
            return msgspec.json.decode(text)
        except ValueError:
            return usually_read(text)

    discord.utils._to_json, discord.utils._from_json = write, read


_USUALLY: Final = discord.utils._to_json, discord.utils._from_json


def raise_edit_limit() -> None:
    """Patch discord.py, so that status 429 with code 30046 raises `HTTPException`.

    That code means too many edits of messages older than an hour. Without the patch discord.py sleeps as long as
    Discord says, and all other edits in that channel wait for it.
    """

    async def read(response: aiohttp.ClientResponse) -> dict[str, Any] | str:
        """Return the body of a response; raise `HTTPException` for the edit limit."""
        data = await _USUALLY_READ(response)
        if response.status == 429 and isinstance(data, dict) and data.get("code") == TOO_MANY_EDITS:
            raise discord.HTTPException(response, data)
        return data

    discord.http.json_or_text = read


_USUALLY_READ: Final = discord.http.json_or_text


def silence_voice_warnings() -> None:
    """Turn off two warnings at each start about missing voice libraries, which would mislead: the bot has no voice."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


# The gateway


class ResumableSession(NamedTuple):
    """What Discord needs to resume a shard's gateway session.

    `session` is Discord's id of the session, `sequence` the number of the last event received, and `address` the URL to
    resume at.
    """

    shard: int
    session: str
    sequence: int
    address: str


async def leave_sessions(client: discord.AutoShardedClient) -> list[ResumableSession]:
    """Disconnect all shards without ending their sessions; return the sessions, which Discord keeps for a while.

    Makes the session handover possible: discord.py closes with code 1000, which ends the session. An event that arrives
    while this runs is not counted in `sequence`, so Discord sends it again to whoever resumes the session.
    """
    shards = [info._parent for info in client.shards.values()]
    listening = [shard._task for shard in shards if shard._task is not None]
    for task in listening:
        task.cancel()
    if listening:
        await asyncio.wait(listening)
    left = current_sessions(client)
    closing = [asyncio.create_task(shard.ws.close(code=_KEEPS_SESSION)) for shard in shards]
    if closing:
        await asyncio.wait(closing, timeout=_CLOSE_TIMEOUT_S)
    return left


def current_sessions(client: discord.AutoShardedClient) -> list[ResumableSession]:
    """Return the sessions of all shards that have one, as they could be resumed now. Nothing is changed."""
    return [
        ResumableSession(shard, ws.session_id, ws.sequence, str(ws.gateway))
        for shard, ws in ((info.id, info._parent.ws) for info in client.shards.values())
        if ws.session_id is not None and ws.sequence is not None
    ]


_CLOSE_TIMEOUT_S = 1.0
"""Discord need not confirm the closing."""
_KEEPS_SESSION = 4000
"""A close code after which Discord keeps the session."""


async def resume_session(client: discord.AutoShardedClient, session: ResumableSession, timeout_s: float) -> None:
    """Resume a session that another process has left, as a shard of this client.

    Makes the session handover possible: discord.py resumes only its own sessions. Raises `TimeoutError` after
    `timeout_s` seconds, and any error of the connection as it is.
    """
    ws = await asyncio.wait_for(
        DiscordWebSocket.from_client(
            client, resume=True, gateway=URL(session.address), shard_id=session.shard, session=session.session,
            sequence=session.sequence,
        ),
        timeout_s,
    )  # fmt: skip
    shard = Shard(ws, client, client._AutoShardedClient__queue.put_nowait)  # type: ignore[attr-defined]
    client._AutoShardedClient__shards[session.shard] = shard  # type: ignore[attr-defined]
    shard.launch()


def intercept_events(client: discord.Client, listen: Callable[[str, dict[str, Any], Callable[[], None]], None]) -> None:
    """Let `listen` receive every gateway event in place of discord.py.

    It is called with the event's name, its data, and a function that passes the event on to discord.py, or to a
    listener that was added earlier. By calling that function later or never, `listen` delays or drops the event.
    """
    parsers = client._connection.parsers

    def wrap(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        return lambda data: listen(event, data, partial(parse, data))

    for event, parse in list(parsers.items()):
        parsers[event] = wrap(event, parse)


async def fetch_guild_into_cache(client: discord.Client, server: int) -> None:
    """Fetch a server with its channels, its threads and the bot's own member, and cache it as if Discord had sent it.

    That takes 4 requests at the same time. If one fails, its error is raised. Makes resumed sessions usable: Discord
    sends servers only at the beginning of a session.
    """
    assert client.user is not None
    ask = client.http
    guild, channels, threads, me = await asyncio.gather(
        ask.get_guild(server, with_counts=False),
        ask.get_all_guild_channels(server),
        ask.get_active_threads(server),
        ask.get_member(server, client.user.id),
    )
    data: Any = {**guild, "channels": channels, "threads": threads["threads"], "members": [me]}
    client._connection._add_guild_from_data(data)


def cache_stub_guild(client: discord.Client, server: int) -> None:
    """Cache a server of which only the id is known: discord.py drops the events of servers that are not cached."""
    stub: Any = {"id": str(server), "unavailable": True}
    client._connection._add_guild_from_data(stub)
