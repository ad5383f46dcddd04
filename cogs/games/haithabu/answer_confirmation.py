"""Answers to decisions that are not about placing workers, and their confirmation.

`answer` and `answer_with` make a move at once if it can be taken back; otherwise they store it as a draft. `menu` shows
that draft with a button to confirm it, and `confirmed_answer` returns its move.
"""

from __future__ import annotations

from collections.abc import Callable

from cogs.actions import playing
from cogs.games.haithabu.draft_kinds import Answering, draft_of
from cogs.games.haithabu.move_text import move_text
from cogs.games.haithabu.text_lines import resources
from cogs.messages.drafts import names_shown_draft
from cogs.messages.menu_controls import back_button, confirmation_parts, menu_target
from cogs.messages.panel import MAX_TEXT_CHARS, Panel, Part
from cogs.requests.request import Request
from rules import Refused
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.play import lookup, rehearsals
from words import Words


async def answer(request: Request) -> Panel:
    """Make the move that the clicked button or the selected options name, and return the menu after it.

    If the move could not be taken back, it is stored as a draft instead, and the menu asks for a confirmation.
    """
    return await answer_with(request, lambda look: playing.named_move(request))


async def answer_with(request: Request, move_of: Callable[[Look], str]) -> Panel:
    """Make the move whose text `move_of` returns; if it could not be taken back, ask for a confirmation first.

    To ask, the move is stored as a draft, and the menu that shows the draft is returned. For a click in an outdated
    menu, and if the seat has nothing to decide, no confirmation is asked: the move is tried at once, which raises
    `Stale`, `Declined` or `Refused`.
    """
    look = await rehearsals.look(request.services, request.table, request.person_id, request.mark)
    is_open = look.owes and look.seat is not None and look.table.is_current_mark(look.seat, request.target.mark)
    if is_open and _is_irrevocable(look, move_of(look)):
        return await playing.change_draft(request, lambda look: Answering(move_of(look)))
    return await playing.make(request, move_of)


def _is_irrevocable(look: Look, move: str) -> bool:
    """Return True if the move with the text `move` could not be taken back once made.

    Return False if it can be taken back, or if the rules refuse it.
    """
    try:
        return lookup.is_irrevocable(look, look.table.game.parse(move))
    except Refused:
        return False  # Making the move will tell the player why it is refused.


def menu(look: Look, words: Words) -> list[Part] | None:
    """Return the menu that asks to confirm the drafted answer; None if the seat has no draft of an answer."""
    draft = draft_of(look)
    if not isinstance(draft, Answering):
        return None
    what = move_text(look, words, look.table.game.parse(draft.move), MAX_TEXT_CHARS, formatted=True)
    lines = (f"**{what}**", *resources(look, words))
    back = back_button(words, menu_target(look, "drop"))
    return confirmation_parts(look, words, lines, "haithabu.confirm", back, irrevocable=True)


def confirmed_answer(look: Look, request: Request) -> str | None:
    """Return the text of the move that the stored draft answers with; None if the draft is not an answer.

    Raise `Stale` if the draft is an answer, but the clicked control does not belong to a menu that shows a draft.
    """
    draft = draft_of(look)
    if not isinstance(draft, Answering):
        return None
    if not names_shown_draft(request.target):
        raise Stale
    return draft.move
