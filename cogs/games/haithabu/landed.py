"""What buttons of version 0.1 do: their addresses carry a draft in words. To be dropped when none can be left."""

from __future__ import annotations

from cogs.actions import play
from cogs.core.panel import Panel
from cogs.core.request import Action, Request, number
from cogs.games.haithabu import turn
from cogs.games.haithabu.drafts import Discarding, Placing, cubes, landed_step
from tables.errors import Stale
from tables.table import Look


async def draft(request: Request) -> Panel:
    """Go a step further in putting an action together, or a step back."""
    return await play.change_draft(request, lambda look: landed_step(look, request.arg, request.values))


async def offer(request: Request) -> Panel:
    """Do what stands on the chosen line, of a place or of all that can be done."""

    def chosen(look: Look) -> str:
        line = number(request.values[0] if request.values else "", -1)
        worker, _, place = request.arg.partition("|")
        if place:
            return turn.chosen(look, Placing(worker, place.rstrip("|")), line)
        if not 0 <= line < len(look.options):
            raise Stale
        return str(look.options[line])

    return await play.make(request, chosen)


async def last(request: Request) -> Panel:
    """Do what was put together, with the lines just chosen."""

    def whole(look: Look) -> str:
        begun = landed_step(look, look.draft, ())
        if not isinstance(begun, Discarding):
            raise Stale
        return " ".join(("discard", "warehouse", *begun.warehouse, "post", *cubes(request.values)))

    return await play.make(request, whole)


ACTIONS: dict[str, Action] = {"haithabu.draft": draft, "haithabu.offer": offer, "haithabu.last": last}
