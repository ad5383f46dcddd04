"""The application's own emoji: `sync_app_emoji` uploads them, `with_app_emoji` puts them into a panel.

They replace the Unicode emoji that stand for a game's wares, cards and so on; `replace_emoji` does so in one text.
`in_words_only` removes all emoji from a panel. `for_reader` calls it for people who want no emoji, and `with_app_emoji`
for all others.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import discord
import msgspec

from cogs.connection.discord_errors import SEND_ERRORS, is_temporary
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import MAX_TEXT_CHARS, Button, Panel, Part, Picture, Row, Select, Text, UserSelect
from pictures.emoji_images import draw_emoji
from pictures.render import Renderer
from tables.model.table import Table
from words import Words
from words.catalogue import escaped_name
from words.games import sign_names
from words.signs import SignName, spell_out

log = logging.getLogger("kontor.emoji")

_DIGEST = re.compile("[0-9a-f]{4}")
_NAME_IN_0_1 = re.compile("kontor_[a-z_]+")


async def sync_app_emoji(
    client: discord.Client, renderer: Renderer, games: Mapping[str, Mapping[str, str]], *, upload: bool = True
) -> dict[str, dict[str, str]] | None:
    """Upload the games' emoji to Discord where they are missing or changed; return how messages mention them.

    `games` maps each game to its signs: each sign's key to the Unicode emoji that it replaces. The result maps each
    game to a mapping from a Unicode emoji to the application emoji (as `<:name:id>`) that replaces it.

    A missing emoji is drawn and uploaded; outdated emoji of this bot are deleted. An emoji's name begins with what it
    shows, because screen readers speak it, and ends with the drawing's digest, so a changed drawing becomes a new
    emoji. An emoji that still has the name that version 0.2 gave it is renamed, so that older messages keep showing it.

    If `upload` is False, nothing is changed, because another process does that; return {} as long as an emoji is
    missing. Return {} too if a drawing cannot be rendered or Discord refuses. Return None if Discord fails temporarily,
    so that the caller tries again later. Discord's errors are logged and not raised.
    """
    drawn = {(game, key): draw_emoji(game, key) for game, signs in games.items() for key in signs}
    names = {(game, key): f"{key}_{game}_{drawing.digest[:4]}" for (game, key), drawing in drawn.items()}
    try:
        known = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        for (game, key), name in names.items():
            old_name = f"{game}_{key}_{drawn[game, key].digest[:4]}"
            if upload and name not in known and old_name in known:
                known[name] = await known.pop(old_name).edit(name=name)
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
    """Return True if an emoji's name has the form that this or an older version of this module gives.

    `games` has the known games as its keys; a name for another game returns False. In version 0.2 a name began with the
    game; in version 0.1 it was `kontor_` and the sign. Only emoji for which this returns True may be deleted.
    """
    sign, _, digest = name.rpartition("_")
    has_game = sign.partition("_")[0] in games or sign.rpartition("_")[2] in games
    return bool(has_game and _DIGEST.fullmatch(digest)) or _NAME_IN_0_1.fullmatch(name) is not None


def with_app_emoji(panel: Panel, emoji: Mapping[str, str], room: int = 0) -> Panel:
    """Return the panel with application emoji in place of Unicode emoji, in texts and on buttons and options.

    `emoji` maps Unicode emoji to application emoji; if it is empty, the panel is returned unchanged. An application
    emoji takes many more characters in a text. If all texts together, plus `room` characters that the caller will add,
    would exceed `MAX_TEXT_CHARS`, the texts keep their Unicode emoji, and only buttons and options get application
    emoji.
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


def for_reader(panel: Panel, display: GameDisplay, words: Words, table: Table | None = None, room: int = 0) -> Panel:
    """Return a game's panel with application emoji, or without any emoji if `words.signs` is False.

    Without emoji, the emoji of the seats at `table` are replaced by the players' names; None if the panel shows no
    table. `room` is the number of characters that the caller will add to the texts.
    """
    if words.signs:
        return with_app_emoji(panel, display.emoji, room)
    return in_words_only(panel, words, display.game, table)


def in_words_only(panel: Panel, words: Words, game: str = "", table: Table | None = None) -> Panel:
    """Return a panel without emoji. An emoji that stands for a thing is replaced by the thing's name.

    The names are in the language of `words`. `game` is the game whose things the panel shows, "" for none. The emoji of
    the seats at `table` are replaced by the players' names; None if the panel shows no table. If the texts would become
    too long, they keep their emoji, and only buttons and selects lose them.
    """
    players = [escaped_name(seat.name) for seat in table.seats] if table else []
    return _without_emoji(panel, sign_names(words, game, players))


def _without_emoji(panel: Panel, names: Mapping[str, SignName]) -> Panel:
    """Return the panel without emoji, in texts and on controls.

    `names` maps an emoji to the name that replaces it (see `spell_out`). The texts that can replace a picture lose
    their emoji too; the picture's description for screen readers stays as it is. Names are longer than emoji: if the
    message would become too long, texts keep their emoji, and only buttons and selects lose them.
    """
    plain = msgspec.structs.replace(panel, parts=tuple(_part_without_emoji(part, names) for part in panel.parts))
    if plain.fits:
        return plain
    parts = (new if isinstance(new, Row | Select) else old for new, old in zip(plain.parts, panel.parts, strict=True))
    return msgspec.structs.replace(panel, parts=tuple(parts))


def _part_without_emoji(part: Part, names: Mapping[str, SignName]) -> Part:
    """Return one part of a panel without emoji; `names` maps an emoji to the name that replaces it.

    Of a picture only the texts that can replace it change. Files, and links in a row, stay unchanged.
    """
    replace = msgspec.structs.replace
    match part:
        case Text():
            return replace(part, text=spell_out(part.text, names))
        case Picture():
            return replace(part, words=partial(_texts_without_emoji, part.words, names))
        case Row():
            buttons = (
                replace(each, label=spell_out(each.label, names), emoji=None) if isinstance(each, Button) else each
                for each in part.buttons
            )
            return Row(tuple(buttons))
        case Select():
            options = (
                replace(
                    each, label=spell_out(each.label, names), description=spell_out(each.description, names), emoji=None
                )
                for each in part.options
            )
            return replace(part, placeholder=spell_out(part.placeholder, names), options=tuple(options))
        case UserSelect():
            return replace(part, placeholder=spell_out(part.placeholder, names))
    return part


def _texts_without_emoji(texts: Callable[[], Sequence[Text]], names: Mapping[str, SignName]) -> list[Text]:
    """Return the texts that `texts` makes, without emoji."""
    return [msgspec.structs.replace(part, text=spell_out(part.text, names)) for part in texts()]


def _with_control_emoji(part: Part, emoji: Mapping[str, str]) -> Part:
    """Return a row with application emoji on its buttons, or a select with application emoji on its options.

    `emoji` maps Unicode emoji to application emoji; emoji that are not in it stay. Links, and parts of any other kind,
    are returned unchanged.
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
