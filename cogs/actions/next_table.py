"""`/next` and *Next table*: `next_table` opens the most urgent table that waits for a person, on any server."""

from __future__ import annotations

from cogs.messages.panel import Button, Panel, Row, Target, Text
from cogs.messages.table_messages import link_to
from cogs.requests.answers import menu
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.runtime.waiting_tables import WaitingTable, waiting
from words import table_text as table_words


async def next_table(request: Request) -> Panel:
    """Show the menu of the table that waits most urgently for a move of the person.

    The request is about that table from then on. A line above the menu names the table. If no table waits, the panel
    says so and has the button *My tables*. Lessons do not count. Raises `OtherProcess` if another process owns that
    table.
    """
    words = request.words
    waits = await waiting(request.services, request.person_id)
    if not waits:
        mine = Button(words.say("My tables"), Target("tables"))
        return Panel((Text(words.say("It's not your turn anywhere right now.")), Row((mine,))))
    await request.set_table(waits[0].table.id)
    return (await menu(request)).under(Text(_heading(request, waits)))


def _heading(request: Request, waits: list[WaitingTable]) -> str:
    """Return the line above the menu: the first of `waits` as a link, its deadline, and how many other tables wait.

    `waits` has at least one table, the most urgent first. There is no deadline if the table's clock does not run, and
    no link if the table's channel was deleted.
    """
    words, (table, _, until) = request.words, waits[0]
    title = table_words.title(words, table.row.game, table.id)
    named = title if table.row.place_gone else f"[{title}]({link_to(table)})"
    more = words.many("It's your turn at {n} more table.", "It's your turn at {n} more tables.", len(waits) - 1)
    time = f" (<t:{until}:R>)" if until else ""
    return f"**{named}**{time}" + (f" · {more}" if len(waits) > 1 else "")


VERBS = (Verb("next", next_table),)
