"""Every button and select of ours: two dynamic items, registered once, so that a click works after any restart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ui

from cogs import panel

_ADDRESS = r"(?P<verb>[a-z_.]+):(?P<table>\d{1,18}):(?P<mark>[\d.]*):(?P<arg>.*)"

_OURS = re.compile(f"[ks]:{_ADDRESS}")

_ROW, _BUTTON, _SELECT, _TEXT, _GALLERY, _LINE, _BOX = (
    kind.value
    for kind in (
        discord.ComponentType.action_row,
        discord.ComponentType.button,
        discord.ComponentType.string_select,
        discord.ComponentType.text_display,
        discord.ComponentType.media_gallery,
        discord.ComponentType.separator,
        discord.ComponentType.container,
    )
)
_LINK = discord.ButtonStyle.link.value
_STYLES: dict[str, int] = {
    name: discord.ButtonStyle[name].value for name in ("primary", "secondary", "success", "danger")
}


def _target(match: re.Match[str]) -> panel.Target:
    return panel.Target(match["verb"], int(match["table"]), match["mark"], match["arg"])


class Press(ui.DynamicItem[ui.Button[Any]], template=f"k:{_ADDRESS}"):
    """A button."""

    def __init__(self, item: Any, target: panel.Target) -> None:
        super().__init__(item)
        self.target = target

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read what a click is about. Nothing here may fail: discord.py would tell nobody."""
        return cls(item, _target(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it."""
        await interaction.client.visited(interaction, self.target, ())


class Choose(ui.DynamicItem[ui.Select[Any]], template=f"s:{_ADDRESS}"):
    """A select."""

    def __init__(self, item: Any, target: panel.Target) -> None:
        super().__init__(item)
        self.target = target

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read what a choice is about. Nothing here may fail: discord.py would tell nobody."""
        return cls(item, _target(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it."""
        await interaction.client.visited(interaction, self.target, tuple(getattr(self.item, "values", ())))


class Sheet(ui.LayoutView):
    """Components for a message, ready made. It is stopped from the start: discord.py keeps nothing of it.

    discord.py would have an object for every button, made only to be turned into the same words and dropped.
    """

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self.stop()
        self._made = components

    def to_components(self) -> list[dict[str, Any]]:
        """Return what is sent."""
        return self._made

    def has_components_v2(self) -> bool:
        """Say that there are texts and boxes among them."""
        return True


def view_of(message: panel.Panel) -> Sheet:
    """Return a panel as it is sent."""
    parts: list[dict[str, Any]] = []
    room = panel.MOST_TEXT
    for part in message.parts:
        if isinstance(part, panel.Text):
            shown = panel.shorten(part.text, room)
            room -= len(shown)
            if shown:
                parts.append({"type": _TEXT, "content": shown})
        elif isinstance(part, panel.Line):
            parts.append({"type": _LINE, "divider": True, "spacing": 1})
        elif isinstance(part, panel.Picture):
            media = {"media": {"url": f"attachment://{part.name}"}, "description": part.alt[:1024], "spoiler": False}
            parts.append({"type": _GALLERY, "items": [media]})
        else:
            items = [_select(part)] if isinstance(part, panel.Select) else [_button(each) for each in part.buttons]
            parts.append({"type": _ROW, "components": items})
    count = 1 + len(parts) + sum(len(part.get("components", ())) for part in parts)
    if count > panel.MOST_COMPONENTS:
        raise ValueError(f"{count} components in one message")
    return Sheet([{"type": _BOX, "accent_color": message.colour, "spoiler": False, "components": parts}])


def _button(button: panel.Button | panel.Link) -> dict[str, Any]:
    if isinstance(button, panel.Link):
        return {"type": _BUTTON, "style": _LINK, "label": button.label, "url": button.url, "disabled": False}
    made = {
        "type": _BUTTON,
        "style": _STYLES[button.style],
        "label": button.label,
        "custom_id": button.target.custom_id("k"),
        "disabled": button.disabled,
    }
    return made | _sign(button.emoji)


def _select(select: panel.Select) -> dict[str, Any]:
    return {
        "type": _SELECT,
        "custom_id": select.target.custom_id("s"),
        "placeholder": select.placeholder[:150],
        "min_values": select.least,
        "max_values": select.most,
        "disabled": False,
        "options": [_option(option) for option in select.options[: panel.MOST_OPTIONS]],
    }


def _option(option: panel.Option) -> dict[str, Any]:
    made: dict[str, Any] = {"label": option.label[:100], "value": option.value, "default": option.chosen}
    if option.description:
        made["description"] = option.description[:100]
    return made | _sign(option.emoji)


def _sign(emoji: str | None) -> dict[str, Any]:
    """Return the field for an emoji: a usual one is its own name, one of ours has a number, `<:name:number>`."""
    if not emoji:
        return {}
    if emoji.startswith("<:"):
        name, number = emoji[2:-1].split(":")
        return {"emoji": {"id": number, "name": name}}
    return {"emoji": {"id": None, "name": emoji}}


def read(interaction: discord.Interaction[Any]) -> tuple[panel.Target, tuple[str, ...]]:
    """Return what a click is about that neither of the two items will see, and what was chosen."""
    data: Any = interaction.data or {}
    match = _OURS.fullmatch(str(data.get("custom_id", "")))
    return _target(match) if match else panel.Target(""), tuple(data.get("values", ()))


def claimed(interaction: discord.Interaction[Any]) -> bool:
    """Say whether one of the two items will answer this click: the id is ours, and stands on the message as it came."""
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    if interaction.message is None or not _OURS.fullmatch(custom_id):
        return False
    return _carries(interaction.message.components, custom_id, data.get("component_type"))


def _carries(components: Sequence[Any], custom_id: str, kind: int) -> bool:
    return any(
        (component.type.value == kind and getattr(component, "custom_id", None) == custom_id)
        or _carries(getattr(component, "children", ()), custom_id, kind)
        for component in components
    )
