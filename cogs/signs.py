"""Emoji of our own in words: uploaded once, used where they find room; without them the usual ones stand there."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord
import msgspec

from cogs.panel import MOST_TEXT, Button, Panel, Part, Row, Select, Text
from pictures.signs import sign
from words import haithabu, riga, visby

if TYPE_CHECKING:
    from cogs.kontor import Kontor

log = logging.getLogger("kontor.signs")

SIGNS: dict[str, dict[str, str]] = {
    "visby": {usual: card for card, usual in visby.EMOJI.items()},
    "riga": {usual: good for good, usual in riga.EMOJI.items()},
    "haithabu": {usual: ware for ware, usual in haithabu.EMOJI.items()},
}
"""What each game's usual emoji stand for."""

_PREFIX = "kontor_"
_MOST = 2000
"""Discord keeps so many for an application."""


async def learn(bot: Kontor) -> None:
    """Give every game its emoji; upload those that Discord does not have yet. That it fails does not matter."""
    try:
        known = {emoji.name: str(emoji) for emoji in await bot.fetch_application_emojis()}
        for key in dict.fromkeys(key for signs in SIGNS.values() for key in signs.values()):
            name = _PREFIX + key
            if name in known or len(known) >= _MOST:
                continue
            picture = await bot.studio.picture(sign(key))
            if picture is None:
                return
            known[name] = str(await bot.create_application_emoji(name=name, image=picture))
    except (discord.HTTPException, discord.ClientException, OSError) as problem:
        log.warning("no emoji of our own, the usual ones will do: %s", problem)
        return
    for game, face in bot.faces.items():
        ours = {usual: known.get(_PREFIX + key) for usual, key in SIGNS.get(game, {}).items()}
        face.signs = {usual: emoji for usual, emoji in ours.items() if emoji}


def signed(panel: Panel, signs: Mapping[str, str]) -> Panel:
    """Return a panel with our own emoji instead of the usual ones.

    In texts they are many characters long: if a message would not hold them, its texts keep the usual ones.
    """
    if not signs:
        return panel
    texts = [
        msgspec.structs.replace(part, text=_text(part.text, signs)) for part in panel.parts if isinstance(part, Text)
    ]
    short = sum(len(part.text) for part in texts) <= MOST_TEXT
    left = iter(texts)
    parts = ((next(left) if short else part) if isinstance(part, Text) else _part(part, signs) for part in panel.parts)
    return msgspec.structs.replace(panel, parts=tuple(parts))


def _part(part: Part, signs: Mapping[str, str]) -> Part:
    if isinstance(part, Row):
        return Row(
            tuple(
                msgspec.structs.replace(button, emoji=signs.get(button.emoji or "", button.emoji))
                if isinstance(button, Button)
                else button
                for button in part.buttons
            )
        )
    if isinstance(part, Select):
        options = (
            msgspec.structs.replace(option, emoji=signs.get(option.emoji or "", option.emoji))
            for option in part.options
        )
        return msgspec.structs.replace(part, options=tuple(options))
    return part


def _text(text: str, signs: Mapping[str, str]) -> str:
    """Replace emoji, but not within `code`, where Discord would show their names."""
    pieces = text.split("`")
    for number in range(0, len(pieces), 2):
        for usual, ours in signs.items():
            pieces[number] = pieces[number].replace(usual, ours)
    return "`".join(pieces)
