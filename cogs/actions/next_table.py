"""`/next` and *Next table*: `next_table` shows the menu of the table that waits most urgently for a person.

It may be on any server.
"""

from __future__ import annotations

from cogs.messages.panel import Button, Panel, Row, Target, Text
from cogs.requests.answers import menu
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.runtime.waiting_tables import WaitingTable, waiting


async def next_table(request: Request) -> Panel:
    """Show the menu of the table that waits most urgently for a move of the person.

    Afterwards that table is the request's table. A line above the menu names the deadline, if there is one, and the
    number of other tables that wait for the person, if there are any. If no table waits, the panel says so and has the
    button *My tables*. Lessons do not count. Raises `OtherProcess` if another process of the bot owns that table.
    """
    words = request.words
    waits = await waiting(request.services, request.person_id)
    if not waits:
        mine = Button(words.say("My tables"), Target("tables"))
        return Panel((Text(words.say("It's not your turn anywhere right now.")), Row((mine,))))
    await request.set_table(waits[0].table.id)
    panel = await menu(request)
    heading = _heading(request, waits)
    return panel.under(Text(heading)) if heading else panel


def _heading(request: Request, waits: list[WaitingTable]) -> str:
    """Return the line above the menu: the deadline of the first table in `waits`, and how many others wait.

    `waits` are the tables that wait for the person, the most urgent first; there is at least one. Return "" if there is
    only one and its clock does not run.
    """
    more = request.words.many("It's your turn at {n} more table.", "It's your turn at {n} more tables.", len(waits) - 1)
    until = waits[0].until
    time = request.words.say("⏳ Deadline: {when}", when=f"<t:{until}:R>") if until else ""
    return " · ".join(filter(None, (time, more if len(waits) > 1 else "")))


VERBS = (Verb("next", next_table),)
