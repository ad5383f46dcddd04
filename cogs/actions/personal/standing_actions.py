"""Standing answers: `standing` opens the page on which a person chooses them, `set_standing` stores a choice."""

from __future__ import annotations

from cogs.messages.panel import Panel
from cogs.messages.standing_parts import ASK, standing_panel
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.play import seat_answers


async def standing(request: Request) -> Panel:
    """Show the standing answers that the person has, or could have, at the request's table.

    Raises `Declined` if they do not play there, or if the game has no standing answers.
    """
    return await _page(request)


async def set_standing(request: Request) -> Panel:
    """Store the policy that is chosen for a decision, and show the page; "ask": the person is asked again.

    The argument names the decision. The policy comes after it, or from the list. Raises `Declined` if the person does
    not play there, or if there is no such decision or policy.
    """
    decision, _, named = request.arg.partition(" ")
    policy = (*request.values, named)[0]
    wanted = "" if policy == ASK else policy
    await seat_answers.set_answer(request.services, request.table, request.person_id, decision, wanted)
    words = request.words
    if wanted:
        note = words.say("✔️ Saved. I'll answer the next time it comes up.")
    else:
        note = words.say("✔️ Saved. I'll ask you from now on.")
    return await _page(request, note)


async def _page(request: Request, note: str = "") -> Panel:
    """Return the page of the person's standing answers at the request's table."""
    shown = await seat_answers.shown(request.services, request.table, request.person_id)
    table = await request.services.load(request.table)
    return standing_panel(request.display_of(table), table, request.words, shown, note)


VERBS = (Verb("standing", standing, "running"), Verb("set_standing", set_standing, "running"))
