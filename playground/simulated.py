"""The simulated Discord: `SimulatedDiscord` is simcord's backend with a locale for each person, and can be pickled.

`PlaygroundEnv` runs the bot on it.
"""

from __future__ import annotations

import logging
from base64 import b64decode
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import discord
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import GuildEmoji

from playground.simcord_private import QuietEnv, files_of, set_clock

log = logging.getLogger("playground")

SETTLE_TIMEOUT_S = 30.0
"""Seconds to wait until the bot has finished its work after an action; long enough for a slow machine."""

MAX_EPHEMERAL_PER_PERSON = 60
"""How many ephemeral messages of one person are kept in a channel; a page shows the newest 50 of all."""


class SimulatedDiscord(Backend):
    """Everything that the simulated Discord stores: users, servers, channels, messages and files.

    `locales` are the locales of people's Discord clients by user id. While `inviting` is True, a new server counts as
    one that the bot has just joined. It is pickled between two runs: neither the class nor its attributes may be
    renamed.
    """

    guild_locale = "en-US"
    """The locale that interactions on all servers report."""

    def __init__(self) -> None:
        super().__init__()
        self.locales: dict[int, str] = {}
        self.inviting = False

    def set_clock(self, now: datetime) -> None:
        """Set the clock without running what would be due on the way."""
        set_clock(self, now)

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send a gateway event to the bot; an interaction gets the locales of its person and of the server.

        While `inviting`, the event about a new server says that the bot has just joined it.
        """
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            person = payload.get("user") or payload["member"]["user"]
            payload["locale"] = self.locales.get(int(person["id"]), "en-US")
            if "guild_locale" in payload:
                payload["guild_locale"] = self.guild_locale
        if event == "GUILD_CREATE" and self.inviting:
            # Without this key, discord.py takes the server for one it has just joined, not for one available again.
            payload = {key: value for key, value in payload.items() if key != "unavailable"}
        super().emit(event, payload)

    def create_application_emoji(self, name: str, *, animated: bool = False) -> GuildEmoji:
        """Create an emoji of the bot and store its picture, which simcord drops, so that pages can show it."""
        emoji = super().create_application_emoji(name, animated=animated)
        if uploaded := uploaded_picture(self, name):
            files_of(self)[emoji_address(emoji.id)] = uploaded
        return emoji

    @property
    def event_count(self) -> int:
        """The number of recorded events and requests since the last `drop_unreachable`; 0 if nothing has happened."""
        return len(self.transcript)

    def drop_unreachable(self) -> None:
        """Delete everything that nobody can see or use any more, so that a world can be played in for weeks.

        That is the transcript, the recorded requests, expired interactions, the files of deleted messages, and all but
        the newest `MAX_EPHEMERAL_PER_PERSON` ephemeral messages of each person in each channel.
        """
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
            for number in [
                number for theirs in for_one.values() for number in sorted(theirs)[:-MAX_EPHEMERAL_PER_PERSON]
            ]:
                del messages[number]
            shown.update(file["url"] for message in messages.values() for file in message.attachments)
        files = files_of(self)
        for url in [url for url in files if "/attachments/" in url and url not in shown]:
            del files[url]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "subscribers": [], "transcript": [], "http_requests": [], "inviting": False}


class PlaygroundEnv(QuietEnv):
    """Runs the bot on a `SimulatedDiscord`, with a long timeout; errors of the bot are logged and not raised."""

    backend: SimulatedDiscord

    def __init__(self, bot: discord.Client, simulated: SimulatedDiscord) -> None:
        super().__init__(bot, simulated, settle_timeout_s=SETTLE_TIMEOUT_S, log_error=log.error)


def emoji_address(number: int) -> str:
    """Return the address at which a page looks for the picture of the emoji with this id."""
    return f"{CDN_BASE}/emojis/{number}.png"


def uploaded_picture(simulated: Backend, name: str) -> bytes | None:
    """Return the picture in the newest recorded request whose JSON body has the field `name` with this value.

    Return None if there is no such request, or no picture in it.
    """
    bodies = (request.json for request in reversed(simulated.http_requests))
    said = next((body for body in bodies if isinstance(body, dict) and body.get("name") == name), {})
    _, comma, picture = str(said.get("image", "")).partition(";base64,")
    return b64decode(picture) if comma else None
