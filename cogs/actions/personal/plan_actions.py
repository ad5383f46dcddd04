"""Planning ahead: `plan` opens a menu in which a person makes their next moves in advance, `unplan` deletes a plan."""

from __future__ import annotations

from cogs.messages.panel import Panel
from cogs.requests.answers import menu_of
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.play import rehearsals


async def plan(request: Request) -> Panel:
    """Begin to plan the decision that `request.arg` names, and show the menu for it.

    `+` after the decision adds an alternative. A move after it is planned at once. Raises `Declined` if that cannot be
    planned now, or if the person does not play there, and `Stale` if the button was made for an earlier decision.
    """
    decision, _, more = request.arg.partition(" ")
    table, person = request.table, request.person_id
    look = await rehearsals.begin(
        request.services, table, person, decision, alternative=more == "+", mark=request.target.mark
    )
    if more in ("", "+"):
        return await menu_of(request, look)
    look = await rehearsals.play(request.services, table, person, more, look.mark)
    return await menu_of(request, look)


async def unplan(request: Request) -> Panel:
    """Delete the plan for the decision that `request.arg` names, or only the one being made, and show the menu.

    Without an argument, the plan that is being made is dropped, and the saved one stays.
    """
    look = await rehearsals.delete(request.services, request.table, request.person_id, request.arg)
    return await menu_of(request, look)


VERBS = (Verb("plan", plan, "running"), Verb("unplan", unplan, "running"))
