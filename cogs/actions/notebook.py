"""Notes that somebody makes for themselves at a table."""

from __future__ import annotations

from cogs.messages.panel import Button, Panel, Row, Target, Text, text
from cogs.requests.request import Action, Request, number
from tables.records import notes as notebook
from words import Words
from words import table_text as table_words


async def notes(request: Request) -> Panel:
    """Show somebody's notes at a table; rub out the latest line, or all, if that was pressed."""
    if not request.table:
        await request.turn_to(await notebook.which_table(request.services, request.person_id, request.channel))
    match request.arg.split(" "):
        case ["latest" | "all" as what, count]:
            lines = await notebook.rub_out(
                request.services, request.table, request.person_id, number(count, -1), everything=what == "all"
            )
        case _:
            lines = await notebook.notes(request.services, request.table, request.person_id)
    return await _shown(request, lines)


async def write(request: Request, line: str) -> Panel:
    """Note a line down."""
    if not request.table:
        await request.turn_to(await notebook.which_table(request.services, request.person_id, request.channel))
    return await _shown(request, await notebook.note(request.services, request.table, request.person_id, line))


def lines_of(lines: list[str], words: Words) -> str:
    """Return notes as they stand in a hand; empty without any."""
    return "\n".join((words.say("📝 Your notes"), *(f"> {line}" for line in lines))) if lines else ""


async def _shown(request: Request, lines: list[str]) -> Panel:
    words, table = request.words, await request.services.load(request.table)
    title = f"**{table_words.title(words, table.row.game, table.id)}**"
    if not lines:
        how = words.say("You have no notes here. `/notes text:` writes a line that only you see, also in *My hand*.")
        return Panel((Text(f"{title}\n{how}"),))
    buttons = (
        Button(words.say("Erase the last line"), Target("notes", table.id, arg=f"latest {len(lines)}")),
        Button(words.say("Erase all"), Target("notes", table.id, arg=f"all {len(lines)}"), "danger"),
    )
    hand = (Button(words.say("My hand"), Target("hand", table.id)),) if table.seat_of(request.person_id) else ()
    return Panel((text(title, lines_of(lines, words)), Row((*buttons, *hand))))


ACTIONS: dict[str, Action] = {"notes": notes}
