"""What we use of discord.py though it is not promised: each fails with a sentence when the library changes it."""

from __future__ import annotations

import inspect

import discord
from discord import ui
from discord.http import HTTPClient, handle_message_parameters

from cogs.core.discord_private import ReadyMade

WHERE = "discord.py has changed: mend cogs/core/discord_private.py"


def test_a_view_still_says_by_to_components_what_is_sent() -> None:
    made = [{"type": 17, "components": [{"type": 10, "content": "hello"}], "accent_color": None, "spoiler": False}]
    with handle_message_parameters(view=ReadyMade(made)) as sent:
        assert sent.payload is not None, WHERE
        assert sent.payload["components"] == made, WHERE
        assert sent.payload["flags"] & discord.MessageFlags(components_v2=True).value, WHERE
    for name in ("to_components", "has_components_v2"):
        assert callable(getattr(ui.LayoutView, name, None)), f"{WHERE}: LayoutView.{name}"


async def test_a_ready_made_view_is_kept_by_nobody() -> None:
    view = ReadyMade([])
    assert view.is_finished(), WHERE
    assert not view.is_dispatching(), WHERE


def test_a_message_can_still_be_edited_without_reading_the_answer() -> None:
    assert list(inspect.signature(HTTPClient.edit_message).parameters) == [
        "self",
        "channel_id",
        "message_id",
        "params",
    ], f"{WHERE}: HTTPClient.edit_message"


def test_a_message_can_still_be_sent_and_its_answer_read_as_it_comes() -> None:
    assert list(inspect.signature(HTTPClient.send_message).parameters) == [
        "self",
        "channel_id",
        "params",
    ], f"{WHERE}: HTTPClient.send_message"
    with handle_message_parameters(
        view=ReadyMade([]), nonce="k1", allowed_mentions=discord.AllowedMentions.none()
    ) as made:
        assert made.payload is not None, WHERE
        assert (made.payload["nonce"], made.payload["enforce_nonce"]) == ("k1", True), WHERE


def test_the_warnings_about_voices_can_still_be_switched_off() -> None:
    for name in ("warn_nacl", "warn_dave"):
        assert getattr(discord.VoiceClient, name, None) is False, f"{WHERE}: VoiceClient.{name}"
