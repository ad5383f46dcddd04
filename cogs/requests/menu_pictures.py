"""`menu_picture`: the picture of a person's menu, that of the decision or of the end of a lesson."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_drawn_in_thread, picture_for_reader, wants_pictures
from cogs.messages.panel import Picture
from pictures.render import Renderer
from tables.model.table import Look
from tables.play import game_log
from tables.runtime.people import Person
from tables.runtime.services import Services
from words import Words


async def menu_picture(
    services: Services,
    renderer: Renderer,
    interaction: discord.Interaction[Any],
    person: Person | None,
    display: GameDisplay,
    look: Look,
    words: Words,
) -> Picture | None:
    """Return the picture of a person's menu for `look`: the decision, or, if their lesson is over, the final score.

    Return None if the person (their stored settings, None if nothing is stored) wants no pictures, if files may not be
    attached there, or if it cannot be drawn. The picture of a decision is None too if rendering takes longer than half
    a second; the final one may take as long as it needs.
    """
    if not (look.guidance and look.table.row.status == "finished"):
        draw = partial(display.decision_drawing, look, words)
        return await picture_for_reader(renderer, interaction, person, "menu.png", draw)
    if not wants_pictures(interaction, person):
        return None
    record = await game_log.record(services, look.table)
    return await picture_drawn_in_thread(renderer, "final.png", partial(display.final_drawing, look, words, record))
