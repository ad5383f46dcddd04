"""The application's own emoji: `sync_app_emoji` uploads them, `with_app_emoji` puts them into a panel.

They replace the usual Unicode emoji that stand for a game's wares, cards and so on. `replace_emoji` does so in one
text.
"""

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
    """Make Discord's application emoji match the drawings, and return their mentions by game and replaced emoji.

    `games` maps each game to its signs, and each sign's key to the Unicode emoji that it replaces. Missing emoji are
    drawn and uploaded, and outdated ones of this bot are deleted. A name contains the drawing's digest, so a changed
    drawing becomes a new emoji.

    With `upload` False nothing is uploaded or deleted, because another process does that; return {} while an emoji is
    missing. Return {} too if a drawing cannot be rendered or Discord refuses; return None if Discord fails temporarily,
    so that the caller tries again later. Discord's errors are logged and not raised.
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
    """Return True if an emoji's name has the form that this module gives, in this or an older version.

    `games` are the known games; a name for another game returns False. Only emoji for which this is True may be
    deleted.
    """
    found = _APP_EMOJI_NAME.fullmatch(name)
    return bool(found and (found["game"] is None or found["game"] in games))


def with_app_emoji(panel: Panel, emoji: Mapping[str, str], room: int = 0) -> Panel:
    """Return the panel with application emoji in place of Unicode emoji, in texts and on buttons and options.

    `emoji` maps Unicode emoji to application emoji; if it is empty, the panel is returned unchanged. An application
    emoji takes many more characters of a text. If all texts together, plus `room` characters that the caller will add,
    would exceed `MAX_TEXT_CHARS`, all texts keep their Unicode emoji, and only buttons and options get the new ones.
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
    """Return a row with application emoji on its buttons, or a select with them on its options.

    `emoji` maps Unicode emoji to application emoji. Any other part is returned unchanged, as are links and emoji that
    are not in the map.
    """
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
    """Return `text` with each Unicode emoji that is a key of `emoji` replaced by its application emoji.

    Text between backticks stays unchanged, because Discord would show an application emoji there by its name.
    """
    if not emoji:
        return text
    usual = re.compile("|".join(sorted(map(re.escape, emoji), key=len, reverse=True)))
    pieces = text.split("`")
    for number in range(0, len(pieces), 2):
        pieces[number] = usual.sub(lambda found: emoji[found[0]], pieces[number])
    return "`".join(pieces)
