"""Every part of discord.py that it does not promise to keep; `tests/discord/test_private_parts.py` watches them.

Each is here because the public way was measured and costs too much, or because there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import AllowedMentions, ui
from discord.http import handle_message_parameters
from discord.utils import MISSING


class ReadyMade(ui.LayoutView):
    """Components for a message, made already. It is stopped from the start: discord.py keeps nothing of it.

    discord.py would have an object for every button, made only to be turned into the same words and dropped.
    """

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self.stop()
        self._made = components

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


async def edit_unread(
    client: discord.Client, channel: int, message: int, view: ui.LayoutView, mentions: AllowedMentions
) -> None:
    """Edit a message without reading the answer: discord.py would make an object of it, only to be thrown away."""
    with handle_message_parameters(view=view, allowed_mentions=mentions) as changed:
        await client.http.edit_message(channel, message, params=changed)


def never_speak() -> None:
    """Keep discord.py from warning that it lacks what a voice channel would need: we have no voice."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
