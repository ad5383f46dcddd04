"""Playing at any table: making moves, taking them back, drafts of moves, and the menu that follows a move.

A draft is a move of several clicks that is not complete yet.
"""

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
from tables.model.table_errors import Stale
from tables.play import rehearsals as playing
from tables.play.lookup import next_may_be_planned


async def move(request: Request) -> Panel:
    """Make the move that a click names (see `named_move`), and show the menu after it.

    Raises `Refused` if the rules do not allow it, `Stale` if the button was made for an earlier decision, and
    `Declined` if the person does not play there or the game is not running.
    """
    return await make(request, named_move(request))


def named_move(request: Request) -> str:
    """Return the text of the move that a click names: the button's argument, then the values chosen in a select.

    The parts are joined by spaces. Values of a select must differ, so equal cards are numbered there. The number is
    removed: `cloth#1` and `cloth#2` both become `cloth`.
    """
    return " ".join((request.arg, *(value.partition("#")[0] for value in request.values)))


async def make(request: Request, text: str | Callable[[Look], str]) -> Panel:
    """Make the person's move at the request's table, store it, call `request.on_done`, and return the menu after it.

    `text` is the move's text, or a function that returns it for what the person sees once the table is locked. Raises
    `Refused`, `Declined` or `Stale` like `moves.play`.
    """
    look = await playing.play(request.services, request.table, request.person_id, text, request.mark)
    request.on_done()
    return await menu_after_move(request, look)


async def outdated(request: Request) -> Panel:
    """Raise `Stale`, so that the person gets a fresh menu: the action of buttons that menus no longer have."""
    raise Stale


async def complete_turn(request: Request, look: Look) -> Panel:
    """Make a forced move if one is left after the person's own move, and return the menu.

    The person's own move is made and stored already: `look` is what they see after it. A forced move is one that the
    game declares as the only one left, for example to end the turn; a note in the menu names it. In a lesson it is not
    made if the lesson explains something at this decision. It is not made either if the next player may have planned:
    then the person ends the turn themselves. This calls `request.on_done`. Raises `Stale` if the table has changed
    before the forced move is made.
    """
    request.on_done()
    display, guidance = request.display_of(look.table), look.guidance
    left = display.forced_move(look, request.words)
    if (
        left is None
        or (guidance and (guidance.idea or has_just_explained_all(look)))
        or next_may_be_planned(look, left[0])
    ):
        return await menu_after_move(request, look)
    move, note = left
    if guidance:  # The menu shows only the news of the latest move.
        note = "\n".join((*display.story(request.words, names_at(look.table), guidance.news), note))
    look = await playing.play(request.services, request.table, request.person_id, str(move), look.mark)
    ended = guidance is not None and look.table.row.status == "finished"  # Then the menu shows only how it ended.
    return await menu_after_move(request, look, "" if ended else note)


async def menu_after_move(request: Request, look: Look, note: str = "") -> Panel:
    """Return the menu after the person's own move, with `note` above its first control.

    If what happened is posted in the table's thread already, a line below the note refers to the thread. That line is
    left out in a lesson, after the end of the game, and if the person has to decide again and the menu shows what
    changed. After a move in a rehearsal it is the menu of the rehearsal or, once the plan is saved, of the table.
    """
    words, table = request.words, look.table
    if playing.is_rehearsal(request.mark):
        return await menu_of(request, look, note if table.rehearsal else "")
    if table.row.status == "finished":
        return await menu_of(request, look, note)
    posted = table.row.told == table.row.version and not table.row.lesson and not (look.owes and look.since)
    news = words.say("✔️ Done. See the thread for what happened.") if posted else ""
    return await menu_of(request, look, "\n".join(filter(None, (note, news))))


async def undo(request: Request) -> Panel:
    """Take the person's latest move back, call `request.on_done`, and show their menu.

    Raises `Declined` if there is no such move, if it cannot be taken back (for example because it revealed something),
    and if the person does not play there. Raises `Stale` if the button was made for an earlier decision.
    """
    look = await playing.take_back(request.services, request.table, request.person_id, request.mark)
    request.on_done()
    note = request.words.say("↩️ Undone. Decide again:")
    return await menu_of(request, look, note)


async def start_over(request: Request) -> Panel:
    """Take back all of the person's moves in the pending decision, and show their menu.

    A move that revealed something stays, and so do the moves before it. Raises `Declined` if no move can be taken back
    or the person does not play there, and `Stale` if the button was made for an earlier decision. Calls
    `request.on_done`.
    """
    look = await playing.take_back(request.services, request.table, request.person_id, request.mark, everything=True)
    request.on_done()
    note = request.words.say("↩️ Undone, back to the last point where something was revealed. Decide again:")
    return await menu_of(request, look, note)


async def change_draft(request: Request, change: Callable[[Look], Draft | None]) -> Panel:
    """Store a draft of the person's next move, and show the menu with it.

    `change` returns the new draft for what the person sees now, or None to delete the stored one. Raises `Stale` if the
    button was made for an earlier decision or for another draft, `Declined` if the person does not play there, and
    whatever `change` raises.
    """
    look = await playing.save_draft(
        request.services, request.table, request.person_id, request.target.mark, lambda look: encode_draft(change(look))
    )
    return await menu_of(request, look)


async def drop_draft(request: Request) -> Panel:
    """Delete the stored draft of the person's next move, and show their menu.

    Raises `Stale` if the button was made for an earlier decision or for another draft, and `Declined` if the person
    does not play there.
    """
    return await change_draft(request, lambda look: None)


VERBS = (
    Verb("play", menu, "running", works_on_old_boards=True),
    Verb("move", move, "running"),
    Verb("undo", undo, "running"),
    Verb("over", start_over, "running"),
    Verb("drop", drop_draft, "running", leads_back=True),
)
