"""Bringing pictures into messages: drawn, rendered off the event loop, or left out where there can be none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import discord
import msgspec

from cogs.messages.panel import Panel, Part, Picture
from pictures.drawing import Drawing
from pictures.render import Renderer, log_failure_once
from tables.runtime.people import Person

PICTURE_TIMEOUT_S = 0.5
"""Seconds that somebody who has clicked may wait for a picture; Discord itself wants an answer within three."""


async def picture_of(
    studio: Renderer, name: str, draw: Callable[[], Drawing | None], shown: str = ""
) -> Picture | None:
    """Return a drawing as a picture to show; None if there can be none.

    `shown`: the digest of what its message shows now. What is still right need not be rendered.
    """
    drawing = _attempt(draw)
    if drawing and drawing.digest == shown:
        return Picture(name, None, drawing.alt, shown, render=partial(studio.picture, drawing))
    return await _rendered(studio, name, drawing)


async def with_pictures_rendered(panel: Panel) -> Panel:
    """Return a message that can be sent: with all its pictures, or with words in their place."""
    parts: list[Part] = []
    for part in panel.parts:
        if isinstance(part, Picture) and part.data is None:
            data = await part.render() if part.render else None
            if data is None:
                return panel.plain()
            parts.append(msgspec.structs.replace(part, data=data))
        else:
            parts.append(part)
    return msgspec.structs.replace(panel, parts=tuple(parts))


async def picture_drawn_in_thread(studio: Renderer, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Do the same for what takes long to draw: in a thread of its own."""
    return await _rendered(studio, name, await asyncio.to_thread(_attempt, draw))


async def picture_within_timeout(studio: Renderer, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Do the same for somebody who is waiting for an answer: what takes too long is left out."""
    drawing = _attempt(draw)
    if drawing is None:
        return None
    try:
        return await asyncio.wait_for(_rendered(studio, name, drawing), PICTURE_TIMEOUT_S)
    except TimeoutError:
        return None


async def picture_for_reader(
    studio: Renderer,
    interaction: discord.Interaction[Any],
    person: Person | None,
    name: str,
    draw: Callable[[], Drawing | None],
) -> Picture | None:
    """Do the same for who wants pictures, where they can be shown: in an answer that only they see."""
    return await picture_within_timeout(studio, name, draw) if wants_pictures(interaction, person) else None


def wants_pictures(interaction: discord.Interaction[Any], person: Person | None) -> bool:
    """Say whether somebody wants pictures, and they can be shown there."""
    return (person is None or person.pictures) and interaction.app_permissions.attach_files


def _attempt(draw: Callable[[], Drawing | None]) -> Drawing | None:
    """Draw; a drawing that fails is as good as none, since the words say the same."""
    try:
        return draw()
    except Exception as problem:
        log_failure_once(problem)
        return None


async def _rendered(studio: Renderer, name: str, drawing: Drawing | None) -> Picture | None:
    data = await studio.picture(drawing) if drawing else None
    return Picture(name, data, drawing.alt, drawing.digest) if drawing and data else None
