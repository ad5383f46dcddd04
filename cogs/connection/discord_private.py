"""Every part of discord.py that it does not promise to keep; `tests/discord/test_private_parts.py` watches them.

Each is here because the public way was measured and costs too much, or because there is none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, NamedTuple, cast

import discord
import msgspec
from discord import AllowedMentions, ui
from discord.gateway import DiscordWebSocket
from discord.http import MultipartParameters, Route, handle_message_parameters
from discord.shard import Shard
from discord.utils import MISSING
from discord.webhook.async_ import AsyncWebhookAdapter, async_context, interaction_message_response_params
from yarl import URL

_WEEK: Final = 10080
"""Minutes without a word after which Discord hides a thread: as long as it can be."""

LIMITS_LAST = 60
"""Seconds between two looks for limits of requests that are over."""


class ReadyMade(ui.LayoutView):
    """Components for a message, made already. It is stopped from the start: discord.py keeps nothing of it.

    discord.py would have an object for every button, made only to be turned into the same words and dropped; and what
    a view begins with (a number of its own, a future that waits for its end) is for those that wait for clicks.
    """

    def __init__(self, components: list[dict[str, Any]]) -> None:
        self._children = []
        self._made = components

    def is_finished(self) -> bool:
        """Say that it waits for nothing."""
        return True

    def is_dispatching(self) -> bool:
        """Say that no click goes to it."""
        return False

    def to_components(self) -> list[dict[str, Any]]:
        """Return what is sent."""
        return self._made

    def has_components_v2(self) -> bool:
        """Say that there are texts and boxes among them."""
        return True


async def send_under_nonce(
    client: discord.Client,
    channel: int,
    view: ui.LayoutView,
    files: Sequence[discord.File],
    nonce: str,
    mentions: AllowedMentions,
    *,
    silent: bool,
) -> tuple[int, int, list[int]]:
    """Send a message; return the channel it stands in, its number, and whom it mentions.

    Sent again it may be one that arrived before in another channel: discord.py would say it stands in this one. And it
    may have said something else by then.
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
    """Open a thread under a message; return its number. discord.py would want to know the server for that."""
    opened = await client.http.start_thread_with_message(channel, message, name=name, auto_archive_duration=_WEEK)
    return int(opened["id"])


async def edit_unread(
    client: discord.Client,
    channel: int,
    message: int,
    view: ui.LayoutView,
    files: Sequence[discord.File] = MISSING,
) -> None:
    """Edit a message without reading the answer: discord.py would make an object of it, only to be thrown away.

    `files` take the place of those it has, if any are given. Nobody is mentioned.
    """
    with handle_message_parameters(view=view, attachments=files, allowed_mentions=AllowedMentions.none()) as changed:
        await client.http.edit_message(channel, message, params=changed)


# Answers. discord.py would read every one of them back and make objects of it, only to be thrown away.


async def answer_unread(
    interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File], *, in_place: bool
) -> None:
    """Answer for one person's eyes only; `in_place`: in the message they clicked in."""
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


async def follow_up(interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File]) -> int:
    """Send one person another message after the answer; return its number."""
    flags = discord.MessageFlags(ephemeral=True)
    mentions = interaction.client.allowed_mentions
    with handle_message_parameters(view=view, files=files, flags=flags, previous_allowed_mentions=mentions) as sent:
        message = await _adapter().execute_webhook(
            interaction.application_id, interaction.token, **_said(interaction, sent), wait=True, with_components=True
        )
    assert message is not None, "it was waited for"
    return int(message["id"])


async def edit_answer(
    interaction: discord.Interaction[Any], message: int | None, view: ui.LayoutView, files: Sequence[discord.File]
) -> None:
    """Show something else in an answer, or in what has followed it."""
    mentions = interaction.client.allowed_mentions
    with handle_message_parameters(view=view, attachments=files, previous_allowed_mentions=mentions) as changed:
        said, whose = _said(interaction, changed), (interaction.application_id, interaction.token)
        if message is None:
            await _adapter().edit_original_interaction_response(*whose, **said)
        else:
            await _adapter().edit_webhook_message(*whose, message, **said)


async def delete_follow_up(interaction: discord.Interaction[Any], message: int) -> None:
    """Take away what has followed an answer."""
    http = interaction.client.http
    await _adapter().delete_webhook_message(
        interaction.application_id,
        interaction.token,
        message,
        session=interaction._session,
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
    )


_NEW_MESSAGE: Final = discord.InteractionResponseType.channel_message


def _adapter() -> AsyncWebhookAdapter:
    return async_context.get()


def _said(interaction: discord.Interaction[Any], said: MultipartParameters) -> dict[str, Any]:
    http = interaction.client.http
    return {
        "session": interaction._session,
        "proxy": http.proxy,
        "proxy_auth": http.proxy_auth,
        "payload": said.payload,
        "multipart": said.multipart,
        "files": said.files,
    }


def forget_limits_seldom(client: discord.Client) -> None:
    """Look only now and then for limits of requests that have long been over.

    discord.py keeps one for every channel it has spoken in lately, and looks through all of them whenever it speaks in
    another one: so each message would cost more, the more tables are played.
    """
    forget, latest = client.http._try_clear_expired_ratelimits, monotonic()

    def seldom() -> None:
        nonlocal latest
        if monotonic() - latest >= LIMITS_LAST:
            latest = monotonic()
            forget()

    client.http._try_clear_expired_ratelimits = seldom  # type: ignore[method-assign]


def hear_raw(client: discord.Client, heard: Callable[[dict[str, Any]], None]) -> None:
    """Let somebody hear every interaction as it comes from Discord, before discord.py makes an object of it."""
    parsers = client._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def hear(came: dict[str, Any]) -> None:
        heard(came)
        parse(came)

    parsers["INTERACTION_CREATE"] = hear


def read_clicks_lightly(client: discord.Client) -> None:
    """Let discord.py make no object of the message that was clicked in: `SHOWN` has it as it came.

    All we ask is who sees it, and whether one thing is still in it.
    """
    parse = client._connection.parse_interaction_create

    def lightly(came: Any) -> None:
        if "message" in came:
            came = {**came, "data": {**came["data"], SHOWN: came["message"]}}
            del came["message"]
        parse(came)

    client._connection.parse_interaction_create = lightly  # type: ignore[method-assign, assignment]
    client._connection.parsers["INTERACTION_CREATE"] = lightly


SHOWN: Final = "kontor_shown"
"""Under this name what is clicked on says in which message it stood."""


def deliver(client: discord.Client, came: dict[str, Any]) -> None:
    """Hand discord.py an interaction as if it had come from Discord: no more is known of its people and places."""
    client._connection.parse_interaction_create(cast(Any, came))


def speak_json_fast() -> None:
    """Let discord.py read and write JSON by msgspec, as it would by orjson if that were there.

    What msgspec does not take (half of a surrogate pair, an object of a kind it does not know) goes the usual way.
    """
    usually_write, usually_read = _USUALLY

    def write(obj: Any) -> str:
        try:
            return msgspec.json.encode(obj).decode()
        except (TypeError, ValueError):
            return usually_write(obj)

    def read(text: str) -> Any:
        try:
            return msgspec.json.decode(text)
        except ValueError:
            return usually_read(text)

    discord.utils._to_json, discord.utils._from_json = write, read


_USUALLY: Final = discord.utils._to_json, discord.utils._from_json


def never_speak() -> None:
    """Keep discord.py from warning that it lacks what a voice channel would need: we have no voice."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


# The gateway


class Resumable(NamedTuple):
    """What resumes a shard."""

    shard: int
    session: str
    sequence: int
    address: str


async def leave_sessions(client: discord.AutoShardedClient) -> list[Resumable]:
    """Stop listening on all shards; return their sessions, which Discord keeps for a while.

    discord.py would close with 1000, and Discord end the session. What arrives while we close is not counted in the
    sequence: Discord repeats it.
    """
    shards = [info._parent for info in client.shards.values()]
    listening = [shard._task for shard in shards if shard._task is not None]
    for task in listening:
        task.cancel()
    if listening:
        await asyncio.wait(listening)
    left = [
        Resumable(shard.id, shard.ws.session_id, shard.ws.sequence, str(shard.ws.gateway))
        for shard in shards
        if shard.ws.session_id is not None and shard.ws.sequence is not None
    ]
    closing = [asyncio.create_task(shard.ws.close(code=_KEEPS_SESSION)) for shard in shards]
    if closing:
        await asyncio.wait(closing, timeout=_TO_CLOSE)
    return left


_TO_CLOSE = 1.0
"""Seconds: Discord need not answer."""
_KEEPS_SESSION = 4000


async def resume_session(client: discord.AutoShardedClient, session: Resumable, patience: float) -> None:
    """Go on with a session that another process has left, and listen to it."""
    ws = await asyncio.wait_for(
        DiscordWebSocket.from_client(
            client,
            gateway=URL(session.address),
            shard_id=session.shard,
            session=session.session,
            sequence=session.sequence,
            resume=True,
        ),
        patience,
    )
    shard = Shard(ws, client, client._AutoShardedClient__queue.put_nowait)  # type: ignore[attr-defined]
    client._AutoShardedClient__shards[session.shard] = shard  # type: ignore[attr-defined]
    shard.launch()


def listen_first(client: discord.Client, listen: Callable[[str, dict[str, Any], Callable[[], None]], None]) -> None:
    """Be told of every event with what it says, before discord.py is: it hears of it when what is given is called."""
    parsers = client._connection.parsers

    def wrap(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        return lambda said: listen(event, said, partial(parse, said))

    for event, parse in list(parsers.items()):
        parsers[event] = wrap(event, parse)


async def learn_server(client: discord.Client, server: int) -> None:
    """Ask for all that Discord tells of a server when a session begins, and keep it as if it had been told."""
    assert client.user is not None
    ask = client.http
    guild, channels, threads, me = await asyncio.gather(
        ask.get_guild(server, with_counts=False),
        ask.get_all_guild_channels(server),
        ask.get_active_threads(server),
        ask.get_member(server, client.user.id),
    )
    told: Any = {**guild, "channels": channels, "threads": threads["threads"], "members": [me]}
    client._connection._add_guild_from_data(told)


def note_server(client: discord.Client, server: int) -> None:
    """Know of a server only that there is one: what discord.py hears of any other it drops."""
    unknown: Any = {"id": str(server), "unavailable": True}
    client._connection._add_guild_from_data(unknown)
