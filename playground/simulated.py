"""The simulated Discord: simcord's, with people who have their own language, that can be kept in a file."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import discord
from simcord.backend import Backend
from simcord.backend.models import GuildEmoji

from playground.simcord_private import QuietEnv, emoji_address, files_of, set_clock, uploaded_picture

log = logging.getLogger("playground")

PATIENCE = 30.0
"""Seconds that the bot may work at one thing on a slow machine before we give up waiting for it."""

FOR_ONE = 60
"""So many messages for one person's eyes only are kept in a place; a page shows the newest 50 of all."""


class SimulatedDiscord(Backend):
    """All that Discord remembers. It outlives the bot and, in a file, the playground."""

    guild_locale = "en-US"
    """The language of servers."""

    def __init__(self) -> None:
        super().__init__()
        self.locales: dict[int, str] = {}
        self.inviting = False

    def set_clock(self, now: datetime) -> None:
        """Make it this late, without anything happening on the way."""
        set_clock(self, now)

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell the bot something, in the person's language."""
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            person = payload.get("user") or payload["member"]["user"]
            payload["locale"] = self.locales.get(int(person["id"]), "en-US")
            if "guild_locale" in payload:
                payload["guild_locale"] = self.guild_locale
        if event == "GUILD_CREATE" and self.inviting:
            # By this discord.py tells a server that it has joined from one that has come back.
            payload = {key: value for key, value in payload.items() if key != "unavailable"}
        super().emit(event, payload)

    def create_application_emoji(self, name: str, *, animated: bool = False) -> GuildEmoji:
        """Keep a bot's own emoji with its picture, which simcord drops, so that pages can show it."""
        emoji = super().create_application_emoji(name, animated=animated)
        if uploaded := uploaded_picture(self, name):
            files_of(self)[emoji_address(emoji.id)] = uploaded
        return emoji

    @property
    def happened(self) -> int:
        """How much has happened since the last `forget`: every event and every request counts."""
        return len(self.transcript)

    def forget(self) -> None:
        """Drop what nobody can see or use any more, so that a world can be played in for weeks."""
        self.transcript.clear()
        self.http_requests.clear()
        now = self.now_iso()
        for number in [each.id for each in self.interactions.values() if (each.expires_at or now) < now]:
            self.interaction_tokens.pop(self.interactions.pop(number).token, None)
        shown: set[str] = set()
        for messages in self.messages.values():
            for_one: dict[Any, list[int]] = {}
            for message in messages.values():
                if message.is_ephemeral and message.interaction_metadata:
                    for_one.setdefault(message.interaction_metadata["user"]["id"], []).append(message.id)
            for number in [number for theirs in for_one.values() for number in sorted(theirs)[:-FOR_ONE]]:
                del messages[number]
            shown.update(file["url"] for message in messages.values() for file in message.attachments)
        files = files_of(self)
        for url in [url for url in files if "/attachments/" in url and url not in shown]:
            del files[url]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "subscribers": [], "transcript": [], "http_requests": [], "inviting": False}


class Running(QuietEnv):
    """The bot in the simulated Discord: as simcord runs it in tests, but patient, and errors are only logged."""

    backend: SimulatedDiscord

    def __init__(self, bot: discord.Client, simulated: SimulatedDiscord) -> None:
        super().__init__(bot, simulated, patience=PATIENCE, failed=log.error)
