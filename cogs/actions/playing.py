"""Playing at any table: the menu, making a move, taking it back, and drafts of moves."""

from __future__ import annotations

from collections.abc import Callable

from cogs.messages.drafts import Draft, encode_draft
from cogs.messages.lesson_panels import has_just_explained_all
from cogs.messages.panel import Panel
from cogs.messages.table_messages import names_at
from cogs.requests.answers import menu, menu_of
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.model.table import Look
from tables.play import moves as playing


async def move(request: Request) -> Panel:
    """Make the move that a click names, and show the menu after it. Raises `Refused` if the rules do not allow it."""
    return await make(request, named_move(request))


def named_move(request: Request) -> str:
    """Return the text of the move that a click names: the button's argument, then the values chosen in a select.

    A select's values must differ, so equal cards are numbered: `cloth#1` and `cloth#2` both become `cloth`.
    """
    return " ".join((request.arg, *(value.partition("#")[0] for value in request.values)))


async def make(request: Request, text: str | Callable[[Look], str]) -> Panel:
    """Make a move and show the menu after it. `text` is the move's text, or a function that makes it from a look."""
    look = await playing.play(request.services, request.table, request.person_id, text, request.mark)
    request.on_done()
    return await menu_after_move(request, look)


async def complete_turn(request: Request, look: Look, *, as_proposed: bool = False) -> Panel:
    """Return the menu after a move, first making the only move that is left, if there is one.

    A game may declare such a move, for example one that only ends the turn. In a lesson it is left to the learner
    where something is to be explained. `as_proposed`: the learner made the move that the lesson proposed.
    """
    request.on_done()
    display, guidance = request.display_of(look.table), look.guidance
    left = display.forced_move(look, request.words, guidance.proposal if guidance and as_proposed else None)
    if left is None or (guidance and (guidance.idea or has_just_explained_all(look))):
        return await menu_after_move(request, look)
    move, note = left
    if guidance:  # The menu shows only the news of the latest move.
        note = "\n".join((*display.story(request.words, names_at(look.table), guidance.news), note))
    look = await playing.play(request.services, request.table, request.person_id, str(move), look.mark)
    ended = guidance is not None and look.table.row.status == "finished"  # Then the menu shows only how it ended.
    return await menu_after_move(request, look, "" if ended else note)


async def menu_after_move(request: Request, look: Look, note: str = "") -> Panel:
    """Return the menu after the person's own move, with `note` and, if the story was posted, a line that says so."""
    words, table = request.words, look.table
    if table.row.status == "finished":
        return await menu_of(request, look, note)
    posted = table.row.told == table.row.version and not table.row.lesson and not (look.owes and look.since)
    news = words.say("✔️ Done. The thread shows what happened.") if posted else ""
    return await menu_of(request, look, "\n".join(filter(None, (note, news))))


async def undo(request: Request) -> Panel:
    """Take the person's latest move back, and show their menu. Raises `Declined` if it cannot be taken back."""
    look = await playing.take_back(request.services, request.table, request.person_id, request.mark)
    request.on_done()
    note = request.words.say("↩️ Taken back. Decide again:")
    return await menu_of(request, look, note)


async def start_over(request: Request) -> Panel:
    """Take back all of the person's moves in the pending decision, up to what was revealed, and show their menu."""
    look = await playing.take_back(request.services, request.table, request.person_id, request.mark, everything=True)
    request.on_done()
    note = request.words.say("↩️ Taken back, up to the point where something was revealed. Decide again:")
    return await menu_of(request, look, note)


async def change_draft(request: Request, change: Callable[[Look], Draft | None]) -> Panel:
    """Store the draft that `change` makes from the current look (None deletes it), and show the menu with it."""
    look = await playing.save_draft(
        request.services, request.table, request.person_id, request.target.mark, lambda look: encode_draft(change(look))
    )
    return await menu_of(request, look)


async def drop_draft(request: Request) -> Panel:
    """Delete the person's draft, and show their menu."""
    return await change_draft(request, lambda look: None)


VERBS = (
    Verb("play", menu, "running", works_on_old_boards=True),
    Verb("move", move, "running"),
    Verb("undo", undo, "running"),
    Verb("over", start_over, "running"),
    Verb("drop", drop_draft, "running"),
)
