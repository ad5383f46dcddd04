"""`/notes`: `notes` shows and erases a person's private notes at a table, `write` adds a line."""

from __future__ import annotations

from cogs.messages.panel import Button, Panel, Row, Target, Text, text
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.records import notes as notebook
from words import Words
from words import table_text as table_words


async def notes(request: Request) -> Panel:
    """Show the person's private notes at a table, after erasing lines if the clicked button asks for that.

    `request.arg` is `latest COUNT` to erase the last line or `all COUNT` to erase all lines; anything else erases none.
    COUNT is the number of lines that the person saw. If it has changed, nothing is erased, so a second click does no
    harm. If the request names no table, `notebook.which_table` chooses one, and raises `Declined` if it finds none or
    several.
    """
    if not request.table:
        await request.set_table(await notebook.which_table(request.services, request.person_id, request.channel))
    match request.arg.split(" "):
        case ["latest" | "all" as what, count]:
            lines = await notebook.remove_lines(
                request.services, request.table, request.person_id, parse_number(count, -1), everything=what == "all"
            )
        case _:
            lines = await notebook.notes(request.services, request.table, request.person_id)
    return await _notes_panel(request, lines)


async def write(request: Request, line: str) -> Panel:
    """Add `line` to the person's private notes at a table, and show all their notes there.

    If the request names no table, `notebook.which_table` chooses one, and raises `Declined` if it finds none or
    several. Also raises `Declined` if the person has no seat there, or their notes would get too long.
    """
    if not request.table:
        await request.set_table(await notebook.which_table(request.services, request.person_id, request.channel))
    return await _notes_panel(
        request, await notebook.add_line(request.services, request.table, request.person_id, line)
    )


def notes_text(lines: list[str], words: Words) -> str:
    """Return the lines of notes as Discord quotes under a heading; an empty string if there are no lines."""
    return "\n".join((words.say("📝 Your notes"), *(f"> {line}" for line in lines))) if lines else ""


async def _notes_panel(request: Request, lines: list[str]) -> Panel:
    """Return the panel that shows `lines`, the person's notes at the request's table, with buttons to erase them.

    Without lines it only explains how to write notes and has no buttons. With lines, a person with a seat also gets the
    button *My hand*.
    """
    words, table = request.words, await request.services.load(request.table)
    title = f"**{table_words.title(words, table.row.game, table.id)}**"
    if not lines:
        how = words.say(
            "You have no notes here. `/notes text:` adds a line that only you can see; it also appears under *My hand*."
        )
        return Panel((Text(f"{title}\n{how}"),))
    buttons = (
        Button(words.say("Delete the last line"), Target("notes", table.id, arg=f"latest {len(lines)}")),
        Button(words.say("Delete all"), Target("notes", table.id, arg=f"all {len(lines)}"), "danger"),
    )
    hand = (Button(words.say("My hand"), Target("hand", table.id)),) if table.seat_of(request.person_id) else ()
    return Panel((text(title, notes_text(lines, words)), Row((*buttons, *hand))))


VERBS = (Verb("notes", notes),)
