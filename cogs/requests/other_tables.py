"""`with_next_table`: a menu gets the button *Next table* if its owner has to decide at other tables only."""

from __future__ import annotations

from cogs.messages.panel import MAX_COMPONENTS, Button, Panel, Row, Target
from tables.model.table import Look
from tables.runtime.services import Services
from tables.runtime.waiting_tables import waiting
from words import Words

MAX_ANSWER_COMPONENTS = MAX_COMPONENTS - 1
"""Components an answer may have, so that the tip for newcomers still fits."""


async def with_next_table(services: Services, person: int, look: Look, words: Words, panel: Panel) -> Panel:
    """Return the menu `panel` with the button *Next table* if other tables wait for the person and this one does not.

    In a lesson, or if the button does not fit, the menu is returned unchanged.
    """
    if look.owes or look.table.row.lesson or panel.size + 2 > MAX_ANSWER_COMPONENTS:
        return panel
    waits = len(await waiting(services, person, but=look.table.id))
    if not waits:
        return panel
    # The mark makes the click count as one in this menu, so the menu is not moved below the next board any more.
    target = Target("next", look.table.id, look.mark)
    return panel.plus(Row((Button(words.say("Next table ({n})", n=waits), target, "primary", "⏭️"),)))
