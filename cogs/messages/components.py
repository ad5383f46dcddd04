"""Panels as Discord's components, and what a click on one of them says."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from typing import Any

import discord

from cogs.connection.discord_private import SHOWN, ReadyMade
from cogs.messages.panel import (
    MAX_COMPONENTS,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_OPTIONS,
    MAX_PLACEHOLDER_CHARS,
    MAX_TEXT_CHARS,
    Button,
    File,
    Link,
    Option,
    Panel,
    Picture,
    Row,
    Select,
    Target,
    Text,
    UserSelect,
    shorten,
)
from words.line_breaks import prevent_breaks

log = logging.getLogger("kontor.components")

_ROW, _BUTTON, _SELECT, _PEOPLE, _TEXT, _GALLERY, _FILE, _BOX = (
    kind.value
    for kind in (
        discord.ComponentType.action_row,
        discord.ComponentType.button,
        discord.ComponentType.string_select,
        discord.ComponentType.user_select,
        discord.ComponentType.text_display,
        discord.ComponentType.media_gallery,
        discord.ComponentType.file,
        discord.ComponentType.container,
    )
)
_LINK = discord.ButtonStyle.link.value
_IDS, _COUNTED = 1 << 31, 1000
"""A component's number is below the first; Discord counts those that have none, and does not come to the second."""
_STYLES: dict[str, int] = {
    name: discord.ButtonStyle[name].value for name in ("primary", "secondary", "success", "danger")
}


def components_of(message: Panel) -> ReadyMade:
    """Return a panel as it is sent."""
    parts: list[dict[str, Any]] = []
    texts = _fitted([prevent_breaks(part.text) for part in message.parts if isinstance(part, Text)])
    for part in message.parts:
        if isinstance(part, Text):
            if shown := next(texts):
                parts.append({"type": _TEXT, "content": shown})
        elif isinstance(part, Picture):
            media = {"media": {"url": f"attachment://{part.name}"}, "description": part.alt[:1024], "spoiler": False}
            parts.append({"type": _GALLERY, "items": [media]})
        elif isinstance(part, File):
            parts.append({"type": _FILE, "file": {"url": f"attachment://{part.name}"}, "spoiler": False})
        else:
            parts.append({"type": _ROW, "components": _items(part)})
    count = 1 + len(parts) + sum(len(part.get("components", ())) for part in parts)
    if count > MAX_COMPONENTS:
        raise ValueError(f"{count} components in one message")
    box = {"type": _BOX, "accent_color": message.colour, "spoiler": False, "components": parts}
    return ReadyMade([box | ({"id": message.moment % _IDS} if message.moment else {})])


def _fitted(texts: list[str]) -> Iterator[str]:
    """Yield all texts of a message; if together they are too long, the longest is cut: who is asked stands after it."""
    over = sum(map(len, texts)) - MAX_TEXT_CHARS
    longest = max(texts, key=len, default="")
    room = MAX_TEXT_CHARS
    for each in texts:
        shown = shorten(each, min(room, len(each) - over if over > 0 and each is longest else room))
        room -= len(shown)
        yield shown


def _items(part: Row | Select | UserSelect) -> list[dict[str, Any]]:
    """Return what stands side by side."""
    if isinstance(part, Select):
        return [_select(part)]
    if isinstance(part, UserSelect):
        placeholder = _fitting(part.placeholder, MAX_PLACEHOLDER_CHARS, part.target.verb)
        custom_id = part.target.custom_id("s")
        limits = {"min_values": 1, "max_values": part.most, "disabled": False}
        return [{"type": _PEOPLE, "custom_id": custom_id, "placeholder": placeholder, **limits}]
    return [_button(each) for each in part.buttons]


def _button(button: Button | Link) -> dict[str, Any]:
    if isinstance(button, Link):
        label = _fitting(button.label, MAX_LABEL_CHARS, "link")
        return {"type": _BUTTON, "style": _LINK, "label": label, "url": button.url, "disabled": False}
    made = {
        "type": _BUTTON,
        "style": _STYLES[button.style],
        "label": _fitting(button.label, MAX_LABEL_CHARS, button.target.verb),
        "custom_id": button.target.custom_id("k"),
        "disabled": button.disabled,
    }
    return made | _sign(button.emoji)


def _select(select: Select) -> dict[str, Any]:
    verb = select.target.verb
    if len(select.options) > MAX_OPTIONS:
        log.error("verb=%s a list shows %d of its %d lines", verb, MAX_OPTIONS, len(select.options))
    return {
        "type": _SELECT,
        "custom_id": select.target.custom_id("s"),
        "placeholder": _fitting(select.placeholder, MAX_PLACEHOLDER_CHARS, verb),
        "min_values": select.least,
        "max_values": select.most,
        "disabled": False,
        "options": [_option(option, verb) for option in select.options[:MAX_OPTIONS]],
    }


def _option(option: Option, verb: str) -> dict[str, Any]:
    label = _fitting(option.label, MAX_OPTION_CHARS, verb)
    made: dict[str, Any] = {"label": label, "value": option.value, "default": option.chosen}
    if option.description:
        made["description"] = _fitting(option.description, MAX_OPTION_CHARS, verb)
    return made | _sign(option.emoji)


def _fitting(text: str, most: int, verb: str) -> str:
    """Return what Discord takes of a text, bound if there is room for that.

    That something had to be cut is a fault of ours; what it was stays ours.
    """
    if len(held := prevent_breaks(text)) <= most:
        return held
    if len(text) <= most:
        return text
    log.error("verb=%s a text of %d characters is cut to %d", verb, len(text), most)
    return text[: most - 1] + "…"


def _sign(emoji: str | None) -> dict[str, Any]:
    """Return the field for an emoji: a usual one is its own name, one of ours has a number, `<:name:number>`."""
    if not emoji:
        return {}
    if emoji.startswith("<:"):
        name, number = emoji[2:-1].split(":")
        return {"emoji": {"id": number, "name": name}}
    return {"emoji": {"id": None, "name": emoji}}


def clicked_target(interaction: discord.Interaction[Any]) -> Target | None:
    """Return what a click is about; None if it is not of ours."""
    return Target.read(str(_said(interaction).get("custom_id", "")))


def selected_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the lines that were chosen of a list."""
    return tuple(_said(interaction).get("values", ()))


def is_control_still_shown(interaction: discord.Interaction[Any]) -> bool:
    """Say whether the message, as it is by now, still has what was clicked on."""
    return _carries(_shown(interaction).get("components", ()), _said(interaction))


def is_ephemeral(interaction: discord.Interaction[Any]) -> bool:
    """Say whether the click was in a message that only this person sees."""
    return bool(_shown(interaction).get("flags", 0) & _EPHEMERAL)


def may_be_about_table(interaction: discord.Interaction[Any], opened: int) -> bool:
    """Say whether the message may be about the table that was opened at this moment; older ones do not say."""
    if is_ephemeral(interaction):
        return may_be_shown_since(interaction, opened)
    said = _moment(interaction)
    return said <= _COUNTED or said == opened % _IDS


def may_be_shown_since(interaction: discord.Interaction[Any], moment: int) -> bool:
    """Say whether what only this person sees may have been shown after a moment; older ones do not say when."""
    said = _moment(interaction)
    return said <= _COUNTED or (said - moment) % _IDS < _IDS // 2


def _moment(interaction: discord.Interaction[Any]) -> int:
    box: dict[str, Any] = next(iter(_shown(interaction).get("components", ())), {})
    return box.get("id") or 0


def clicked_message_ids(interaction: discord.Interaction[Any]) -> tuple[int, int]:
    """Return the number of the message that was clicked in, and of the interaction it was an answer to; 0 for none."""
    message = _shown(interaction)
    return int(message.get("id", 0)), int((message.get("interaction_metadata") or {}).get("id", 0))


_EPHEMERAL = discord.MessageFlags(ephemeral=True).value


def forget_message(interaction: discord.Interaction[Any]) -> None:
    """Keep nothing of the message that was clicked in."""
    _said(interaction).pop(SHOWN, None)


def _shown(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    message: dict[str, Any] = _said(interaction).get(SHOWN) or {}
    return message


def _said(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    clicked: Any = interaction.data
    return clicked or {}


def _carries(components: Sequence[dict[str, Any]], clicked: dict[str, Any]) -> bool:
    return any(
        (component["type"] == clicked.get("component_type") and component["custom_id"] == clicked.get("custom_id"))
        if "custom_id" in component
        else _carries(component.get("components", ()), clicked)
        for component in components
    )


def files_of(message: Panel) -> list[discord.File]:
    """Return the pictures and files of a panel as attachments."""
    pictures = [(each, each.data) for each in message.pictures if each.data is not None]
    assert len(pictures) == len(message.pictures), "what is not rendered cannot be sent"
    return [
        *(discord.File(io.BytesIO(data), each.name, description=each.alt[:1024]) for each, data in pictures),
        *(discord.File(io.BytesIO(each.data), each.name) for each in message.files),
    ]
