"""Playing at any table: the menu, a move, taking it back, a move that is still being put together."""

from __future__ import annotations

from collections.abc import Callable

from cogs.messages.drafts import Draft, encode_draft
from cogs.messages.lesson_panels import has_just_explained_all
from cogs.messages.panel import Panel
from cogs.messages.table_messages import names_at
from cogs.requests.answers import menu, menu_of
from cogs.requests.request import Action, Request
from tables.model.table import Look
from tables.play import moves as playing


async def move(request: Request) -> Panel:
    """Make the move that the button names, or the button's words and then the lines chosen of a list.

    Lines must differ: equal cards are numbered, `cloth#1` and `cloth#2`.
    """
    return await make(request, named_move(request))


def named_move(request: Request) -> str:
    """Return the text of the move that a click names."""
    return " ".join((request.arg, *(value.partition("#")[0] for value in request.values)))


async def make(request: Request, text: str | Callable[[Look], str]) -> Panel:
    """Make a move, given as its text (or how to make it from what lies there), and show what follows."""
    look = await playing.play(request.services, request.table, request.person_id, text, request.mark)
    request.acted()
    return await after(request, look)


async def go_on(request: Request, look: Look, *, led: bool = False) -> Panel:
    """Show where somebody stands after a move; what is left to do is done first, unless a lesson has a word to say.

    `led`: they do what the lesson proposes.
    """
    request.acted()
    display, guidance = request.display_of(look.table), look.guidance
    left = display.forced_move(look, request.words, guidance.proposal if guidance and led else None)
    if left is None or (guidance and (guidance.idea or has_just_explained_all(look))):
        return await after(request, look)
    move, note = left
    if guidance:  # The menu tells what came of the latest move only.
        note = "\n".join((*display.story(request.words, names_at(look.table), guidance.news), note))
    look = await playing.play(request.services, request.table, request.person_id, str(move), look.mark)
    ended = guidance is not None and look.table.row.status == "finished"  # Then only how it ended is told.
    return await after(request, look, "" if ended else note)


async def after(request: Request, look: Look, note: str = "") -> Panel:
    """Show where somebody stands after a move of theirs; `note` says what else there is to say of it."""
    words, table = request.words, look.table
    if table.row.status == "finished":
        return await menu_of(request, look, note)
    told = table.row.told == table.row.version and not table.row.lesson and not (look.owes and look.since)
    news = words.say("✔️ Done. The thread shows what happened.") if told else ""
    return await menu_of(request, look, "\n".join(filter(None, (note, news))))


async def undo(request: Request) -> Panel:
    """Take the latest move back."""
    look = await playing.take_back(request.services, request.table, request.person_id, request.mark)
    request.acted()
    note = request.words.say("↩️ Taken back. Decide again:")
    return await menu_of(request, look, note)


async def start_over(request: Request) -> Panel:
    """Take back the whole turn so far."""
    look = await playing.take_back(request.services, request.table, request.person_id, request.mark, everything=True)
    request.acted()
    note = request.words.say("↩️ Taken back, up to the point where something was revealed. Decide again:")
    return await menu_of(request, look, note)


async def change_draft(request: Request, change: Callable[[Look], Draft | None]) -> Panel:
    """Put a move together a step further, from what lies there, and show the menu with it. None throws it away."""
    look = await playing.save_draft(
        request.services, request.table, request.person_id, request.target.mark, lambda look: encode_draft(change(look))
    )
    return await menu_of(request, look)


async def drop_draft(request: Request) -> Panel:
    """Throw away what was being put together."""
    return await change_draft(request, lambda look: None)


ACTIONS: dict[str, Action] = {"play": menu, "move": move, "undo": undo, "over": start_over, "drop": drop_draft}
