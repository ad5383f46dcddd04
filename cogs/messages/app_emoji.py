"""The application's own emoji: uploaded once, and put in place of the usual Unicode emoji where there is room."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

import discord
import msgspec

from cogs.connection.discord_errors import SEND_ERRORS, is_temporary
from cogs.messages.panel import MAX_TEXT_CHARS, Button, Panel, Part, Row, Select, Text
from pictures.emoji_images import draw_emoji
from pictures.render import Renderer

log = logging.getLogger("kontor.emoji")

_APP_EMOJI_NAME = re.compile(r"(?P<game>[a-z]+)_[a-z0-9_]+_[0-9a-f]{4}|kontor_[a-z_]+")
"""The names that this module gives: game, sign, and the drawing's digest; in version 0.1 `kontor_` and the sign."""


async def sync_app_emoji(
    client: discord.Client, renderer: Renderer, games: Mapping[str, Mapping[str, str]], *, upload: bool = True
) -> dict[str, dict[str, str]] | None:
    """Upload missing application emoji, delete outdated ones, and return them by game and by the emoji they replace.

    `games` maps each game's signs to the usual emoji. A name contains the drawing's digest, so a changed drawing gets
    a new emoji. Without `upload` nothing is changed; return {} until another process has uploaded all of them. Return
    {} if Discord refuses or a drawing cannot be rendered, and None if the failure is temporary: try again later.
    """
    drawn = {(game, key): draw_emoji(game, key) for game, signs in games.items() for key in signs}
    names = {sign: f"{sign[0]}_{sign[1]}_{drawing.digest[:4]}" for sign, drawing in drawn.items()}
    try:
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        outdated = [emoji for name, emoji in known.items() if name not in names.values() and _is_app_emoji(name, games)]
        for sign, name in names.items():
            if name in known:
                continue
            if not upload:
                return {}
            picture = await renderer.picture(drawn[sign])
            if picture is None:
                return {}
            known[name] = await client.create_application_emoji(name=name, image=picture)
        for emoji in outdated if upload else ():
            await emoji.delete()
    except (*SEND_ERRORS, discord.ClientException) as problem:
        if is_temporary(problem):
            log.info("application emoji are not available yet, Unicode emoji are used: %r", problem)
            return None
        log.warning("no application emoji, Unicode emoji are used: %s", problem)
        return {}
    return {
        game: {usual: str(known[names[game, key]]) for key, usual in signs.items()} for game, signs in games.items()
    }


def _is_app_emoji(name: str, games: Mapping[str, object]) -> bool:
    """Return True if this module has uploaded the emoji of this name; only such emoji are deleted."""
    found = _APP_EMOJI_NAME.fullmatch(name)
    return bool(found and (found["game"] is None or found["game"] in games))


def with_app_emoji(panel: Panel, emoji: Mapping[str, str], room: int = 0) -> Panel:
    """Return the panel with application emoji in place of the usual ones that `emoji` maps to them.

    An application emoji takes many characters of a text. If all texts together would exceed Discord's limit, less
    `room` characters that the caller needs for more text, the texts keep the usual emoji.
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
    parts = (
        (next(left) if short else part) if isinstance(part, Text) else _with_control_emoji(part, emoji)
        for part in panel.parts
    )
    return msgspec.structs.replace(panel, parts=tuple(parts))


def _with_control_emoji(part: Part, emoji: Mapping[str, str]) -> Part:
    """Return a row or select with application emoji on its buttons or options; any other part unchanged."""
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
    """Return `text` with application emoji, but not inside backticks, where Discord would show their names."""
    if not emoji:
        return text
    usual = re.compile("|".join(sorted(map(re.escape, emoji), key=len, reverse=True)))
    pieces = text.split("`")
    for number in range(0, len(pieces), 2):
        pieces[number] = usual.sub(lambda found: emoji[found[0]], pieces[number])
    return "`".join(pieces)
