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

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def _target(match: re.Match[str]) -> panel.Target:
    return panel.Target(match["verb"], int(match["table"]), match["mark"], match["arg"])


class Press(ui.DynamicItem[ui.Button[Any]], template=f"k:{_ADDRESS}"):
    """A button."""

    def __init__(self, item: Any, target: panel.Target) -> None:
        super().__init__(item)
        self.target = target

    @classmethod
    def made(cls, button: panel.Button) -> Self:
        """Return the item for a button of a panel."""
        item: ui.Button[Any] = ui.Button(
            label=button.label,
            style=_STYLES[button.style],
            emoji=button.emoji,
            disabled=button.disabled,
            custom_id=button.target.custom_id("k"),
        )
        return cls(item, button.target)

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
    def made(cls, select: panel.Select) -> Self:
        """Return the item for a select of a panel."""
        item: ui.Select[Any] = ui.Select(
            placeholder=select.placeholder[:150],
            min_values=select.least,
            max_values=select.most,
            custom_id=select.target.custom_id("s"),
            options=[
                discord.SelectOption(
                    label=option.label[:100],
                    value=option.value,
                    description=option.description[:100] or None,
                    emoji=option.emoji,
                    default=option.chosen,
                )
                for option in select.options[: panel.MOST_OPTIONS]
            ],
        )
        return cls(item, select.target)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read what a choice is about. Nothing here may fail: discord.py would tell nobody."""
        return cls(item, _target(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it."""
        await interaction.client.visited(interaction, self.target, tuple(getattr(self.item, "values", ())))


def view_of(message: panel.Panel) -> ui.LayoutView:
    """Return the components of a panel: only dynamic ones, in a stopped view, so that discord.py keeps nothing."""
    view = ui.LayoutView(timeout=None)
    view.stop()
    box: ui.Container[Any] = ui.Container(accent_colour=message.colour)
    room = panel.MOST_TEXT
    for part in message.parts:
        if isinstance(part, panel.Text):
            shown = panel.shorten(part.text, room)
            room -= len(shown)
            if shown:
                box.add_item(ui.TextDisplay(shown))
        elif isinstance(part, panel.Line):
            box.add_item(ui.Separator())
        elif isinstance(part, panel.Picture):
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            gallery.add_item(media=f"attachment://{part.name}", description=part.alt[:1024])
            box.add_item(gallery)
        else:
            row: ui.ActionRow[Any] = ui.ActionRow()
            if isinstance(part, panel.Select):
                row.add_item(Choose.made(part))
            else:
                for button in part.buttons:
                    row.add_item(
                        ui.Button(label=button.label, url=button.url)
                        if isinstance(button, panel.Link)
                        else Press.made(button)
                    )
            box.add_item(row)
    view.add_item(box)
    return view


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
