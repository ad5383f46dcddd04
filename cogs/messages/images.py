"""Pictures for messages: functions that draw and render a `Picture`, or return None where that is not possible.

`picture_of` has no time limit; it need not render a drawing that the edited message shows already, and
`with_pictures_rendered` renders that later if necessary. `picture_within_timeout` and `picture_for_reader` are for
answers that must come soon, `picture_drawn_in_thread` for drawings that take long. Where a picture is None, the caller
shows texts instead. Rendering does not block the event loop.
"""

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
    """Call `draw` and return its drawing as a picture; None if `draw` returns None or fails, or rendering fails.

    `name` is the name of the picture's file. `shown` is the digest of the picture in the message that is to be edited;
    "" for none. If the drawing has this digest, it is not rendered: the picture's data is None, and
    `with_pictures_rendered` renders it if it has to be sent after all.
    """
    drawing = _attempt(draw)
    if drawing and drawing.digest == shown:
        return Picture(name, None, drawing.alt, shown, render=partial(renderer.picture, drawing))
    return await _rendered(renderer, name, drawing)


async def with_pictures_rendered(panel: Panel) -> Panel:
    """Return the panel with all its pictures rendered: those that have no data get it now.

    If one of them cannot be rendered, return the panel with texts in place of all pictures.
    """
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
    """Call `draw` in another thread, since it takes long, and return its drawing as a rendered picture.

    Return None if `draw` returns None or fails, or if rendering fails. `name` is the name of the picture's file.
    """
    return await _rendered(renderer, name, await asyncio.to_thread(_attempt, draw))


async def picture_within_timeout(renderer: Renderer, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Call `draw` and return its drawing as a rendered picture; None if rendering exceeds `PICTURE_TIMEOUT_S`.

    The timeout does not limit `draw` itself. Return None too if `draw` returns None or fails, or if rendering fails.
    `name` is the name of the picture's file.
    """
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
    """Return the picture for an ephemeral answer; None if the reader wants none or files may not be attached there.

    `person` has the reader's stored settings; None if nothing is stored. `name` is the name of the picture's file.
    Return None also if `draw` returns None or fails, or if rendering fails or takes longer than `PICTURE_TIMEOUT_S`.
    """
    return await picture_within_timeout(renderer, name, draw) if wants_pictures(interaction, person) else None


def wants_pictures(interaction: discord.Interaction[Any], person: Person | None) -> bool:
    """Return True if the person has not turned pictures off and the bot may attach files in that channel."""
    return (person is None or person.pictures) and interaction.app_permissions.attach_files


def _attempt(draw: Callable[[], Drawing | None]) -> Drawing | None:
    """Return what `draw` returns; None if it raises an exception. The same error is logged only once."""
    try:
        return draw()
    except Exception as problem:
        log_failure_once(problem)
        return None


async def _rendered(renderer: Renderer, name: str, drawing: Drawing | None) -> Picture | None:
    """Render a drawing and return it as a picture with data; None if `drawing` is None or cannot be rendered.

    `name` is the name of the picture's file.
    """
    data = await renderer.picture(drawing) if drawing else None
    return Picture(name, data, drawing.alt, drawing.digest) if drawing and data else None
