"""Pictures for messages: drawn, rendered off the event loop, and left out where drawing fails or takes too long."""

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
"""How long an answer to a click waits for its picture; Discord wants the answer within three seconds."""


async def picture_of(
    renderer: Renderer, name: str, draw: Callable[[], Drawing | None], shown: str = ""
) -> Picture | None:
    """Return the rendered picture of what `draw` returns; None if there is no drawing or it cannot be rendered.

    `shown` is the digest of the picture that the existing message shows. An equal drawing is not rendered: the picture
    has no data, and `with_pictures_rendered` renders it if it has to be sent after all.
    """
    drawing = _attempt(draw)
    if drawing and drawing.digest == shown:
        return Picture(name, None, drawing.alt, shown, render=partial(renderer.picture, drawing))
    return await _rendered(renderer, name, drawing)


async def with_pictures_rendered(panel: Panel) -> Panel:
    """Return the panel with all pictures rendered; without any picture if one of them cannot be rendered."""
    parts: list[Part] = []
    for part in panel.parts:
        if isinstance(part, Picture) and part.data is None:
            data = await part.render() if part.render else None
            if data is None:
                return panel.without_pictures()
            parts.append(msgspec.structs.replace(part, data=data))
        else:
            parts.append(part)
    return msgspec.structs.replace(panel, parts=tuple(parts))


async def picture_drawn_in_thread(renderer: Renderer, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Return the rendered picture of what `draw` returns, drawn in another thread since that takes long; or None."""
    return await _rendered(renderer, name, await asyncio.to_thread(_attempt, draw))


async def picture_within_timeout(renderer: Renderer, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Return the rendered picture of what `draw` returns; None also if rendering exceeds `PICTURE_TIMEOUT_S`."""
    drawing = _attempt(draw)
    if drawing is None:
        return None
    try:
        return await asyncio.wait_for(_rendered(renderer, name, drawing), PICTURE_TIMEOUT_S)
    except TimeoutError:
        return None


async def picture_for_reader(
    renderer: Renderer,
    interaction: discord.Interaction[Any],
    person: Person | None,
    name: str,
    draw: Callable[[], Drawing | None],
) -> Picture | None:
    """Return the picture for an ephemeral answer, within the timeout; None also if the reader gets no pictures."""
    return await picture_within_timeout(renderer, name, draw) if wants_pictures(interaction, person) else None


def wants_pictures(interaction: discord.Interaction[Any], person: Person | None) -> bool:
    """Return True if the person has not turned pictures off and the bot may attach files in that channel."""
    return (person is None or person.pictures) and interaction.app_permissions.attach_files


def _attempt(draw: Callable[[], Drawing | None]) -> Drawing | None:
    """Return what `draw` returns; log an exception and return None, since texts can replace the picture."""
    try:
        return draw()
    except Exception as problem:
        log_failure_once(problem)
        return None


async def _rendered(renderer: Renderer, name: str, drawing: Drawing | None) -> Picture | None:
    """Return the drawing as a picture with data; None without a drawing or if it cannot be rendered."""
    data = await renderer.picture(drawing) if drawing else None
    return Picture(name, data, drawing.alt, drawing.digest) if drawing and data else None
