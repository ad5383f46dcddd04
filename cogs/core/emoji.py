"""Emoji of our own in words: uploaded once, used where they find room; without them the usual ones stand there."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord
import msgspec

from cogs.core.panel import MOST_TEXT, Button, Panel, Part, Row, Select, Text
from pictures.emoji import drawn_emoji
from pictures.render import Studio

log = logging.getLogger("kontor.emoji")

_PREFIX = "kontor_"
_MOST = 2000
"""Discord keeps so many for an application."""


async def learn(
    client: discord.Client, studio: Studio, games: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, str]]:
    """Return, for every game, our own emoji by the usual ones they replace; upload those that Discord does not have.

    `games`: for every game the usual emoji by the keys of our drawings. That it fails does not matter.
    """
    try:
        known = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
        for key in dict.fromkeys(key for signs in games.values() for key in signs):
            name = _PREFIX + key
            if name in known or len(known) >= _MOST:
                continue
            picture = await studio.picture(drawn_emoji(key))
            if picture is None:
                return {}
            known[name] = str(await client.create_application_emoji(name=name, image=picture))
    except (discord.HTTPException, discord.ClientException, OSError) as problem:
        log.warning("no emoji of our own, the usual ones will do: %s", problem)
        return {}
    return {
        game: {usual: known[_PREFIX + key] for key, usual in signs.items() if _PREFIX + key in known}
        for game, signs in games.items()
    }


def with_own_emoji(panel: Panel, emoji: Mapping[str, str]) -> Panel:
    """Return a panel with our own emoji instead of the usual ones.

    In texts they are many characters long: if a message would not hold them, its texts keep the usual ones.
    """
    if not emoji:
        return panel
    texts = [
        msgspec.structs.replace(part, text=_text(part.text, emoji)) for part in panel.parts if isinstance(part, Text)
    ]
    short = sum(len(part.text) for part in texts) <= MOST_TEXT
    left = iter(texts)
    parts = ((next(left) if short else part) if isinstance(part, Text) else _part(part, emoji) for part in panel.parts)
    return msgspec.structs.replace(panel, parts=tuple(parts))


def _part(part: Part, emoji: Mapping[str, str]) -> Part:
    if isinstance(part, Row):
        return Row(
            tuple(
                msgspec.structs.replace(button, emoji=emoji.get(button.emoji or "", button.emoji))
                if isinstance(button, Button)
                else button
                for button in part.buttons
            )
        )
    if isinstance(part, Select):
        options = (
            msgspec.structs.replace(option, emoji=emoji.get(option.emoji or "", option.emoji))
            for option in part.options
        )
        return msgspec.structs.replace(part, options=tuple(options))
    return part


def _text(text: str, emoji: Mapping[str, str]) -> str:
    """Replace emoji, but not within `code`, where Discord would show their names."""
    pieces = text.split("`")
    for number in range(0, len(pieces), 2):
        for usual, ours in emoji.items():
            pieces[number] = pieces[number].replace(usual, ours)
    return "`".join(pieces)
