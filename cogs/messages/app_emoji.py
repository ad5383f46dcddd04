"""Emoji of our own in words: uploaded once, used where they find room; without them the usual ones stand there."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

import discord
import msgspec

from cogs.connection.discord_errors import TROUBLE, is_for_now
from cogs.messages.panel import MAX_TEXT_CHARS, Button, Panel, Part, Row, Select, Text
from pictures.emoji_images import draw_emoji
from pictures.render import Renderer

log = logging.getLogger("kontor.emoji")

_OURS = re.compile(r"(?P<game>[a-z]+)_[a-z0-9_]+_[0-9a-f]{4}|kontor_[a-z_]+")
"""How ours are called; in version 0.1 they had no game and no digest."""


async def learn(
    client: discord.Client, studio: Renderer, games: Mapping[str, Mapping[str, str]], *, upload: bool = True
) -> dict[str, dict[str, str]] | None:
    """Return, for every game, our own emoji by the usual ones they replace; upload those that Discord does not have.

    Their names say which drawing they show: one that has changed is uploaded anew, and the old one deleted afterwards.
    `games`: for every game the usual emoji by the keys of our drawings. That it fails does not matter; None: it may go
    well a little later. Not to `upload`: somebody else does, and until all are there we have none.
    """
    drawn = {(game, key): draw_emoji(game, key) for game, signs in games.items() for key in signs}
    names = {sign: f"{sign[0]}_{sign[1]}_{drawing.digest[:4]}" for sign, drawing in drawn.items()}
    try:
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        outdated = [emoji for name, emoji in known.items() if name not in names.values() and _is_ours(name, games)]
        for sign, name in names.items():
            if name in known:
                continue
            if not upload:
                return {}
            picture = await studio.picture(drawn[sign])
            if picture is None:
                return {}
            known[name] = await client.create_application_emoji(name=name, image=picture)
        for emoji in outdated if upload else ():
            await emoji.delete()
    except (*TROUBLE, discord.ClientException) as problem:
        if is_for_now(problem):
            log.info("emoji of our own have to wait, the usual ones will do: %r", problem)
            return None
        log.warning("no emoji of our own, the usual ones will do: %s", problem)
        return {}
    return {
        game: {usual: str(known[names[game, key]]) for key, usual in signs.items()} for game, signs in games.items()
    }


def _is_ours(name: str, games: Mapping[str, object]) -> bool:
    """Say whether we have uploaded an emoji: nobody else's is deleted."""
    found = _OURS.fullmatch(name)
    return bool(found and (found["game"] is None or found["game"] in games))


def with_app_emoji(panel: Panel, emoji: Mapping[str, str], room: int = 0) -> Panel:
    """Return a panel with our own emoji instead of the usual ones.

    In texts they are many characters long: if a message would not hold them, its texts keep the usual ones. `room`: so
    many characters are needed for what else will stand there.
    """
    if not emoji:
        return panel
    texts = [
        msgspec.structs.replace(part, text=replace_emoji(part.text, emoji))
        for part in panel.parts
        if isinstance(part, Text)
    ]
    short = sum(len(part.text) for part in texts) + room <= MAX_TEXT_CHARS
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


def replace_emoji(text: str, emoji: Mapping[str, str]) -> str:
    """Replace emoji by our own, but not within `code`, where Discord would show their names."""
    if not emoji:
        return text
    usual = re.compile("|".join(sorted(map(re.escape, emoji), key=len, reverse=True)))
    pieces = text.split("`")
    for number in range(0, len(pieces), 2):
        pieces[number] = usual.sub(lambda found: emoji[found[0]], pieces[number])
    return "`".join(pieces)
