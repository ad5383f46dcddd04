"""Answers outside one's own turn: what can be taken back is done at once, what cannot is asked once more."""

from __future__ import annotations

from collections.abc import Callable

from cogs.actions import playing
from cogs.games.haithabu.draft_kinds import Answering, draft_of
from cogs.games.haithabu.move_text import said
from cogs.games.haithabu.text_lines import resources
from cogs.messages.drafts import names_shown_draft
from cogs.messages.panel import MAX_TEXT_CHARS, Button, Panel, Part, Row, Target, text
from cogs.requests.request import Request
from rules import Refused
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.play import lookup
from words import Words


async def give(request: Request) -> Panel:
    """Answer with what the button names, or with its words and then the lines chosen of a list."""
    return await give_as(request, lambda look: playing.named_move(request))


async def give_as(request: Request, answer: Callable[[Look], str]) -> Panel:
    """Answer with a move; if it would last it is kept, to be confirmed."""
    look = await lookup.look(request.services, request.table, request.person_id)
    is_open = look.owes and look.seat is not None and look.table.is_current_mark(look.seat, request.target.mark)
    if is_open and _lasts(look, answer(look)):
        return await playing.change_draft(request, lambda look: Answering(answer(look)))
    return await playing.make(request, answer)


def _lasts(look: Look, answer: str) -> bool:
    try:
        return lookup.lasts(look, look.table.game.parse(answer))
    except Refused:
        return False  # Giving it says why not.


def menu(look: Look, words: Words) -> list[Part] | None:
    """Ask once more what was answered; None if nothing waits for that."""
    draft = draft_of(look)
    if not isinstance(draft, Answering):
        return None
    what = said(look, words, look.table.game.parse(draft.move), MAX_TEXT_CHARS, formatted=True)
    confirm = Button(words.say("Confirm"), Target("haithabu.confirm", look.table.id, look.mark), "success", "✔️")
    back = Button(words.say("Back"), Target("drop", look.table.id, look.mark), emoji="⬅️")
    return [text(f"**{what}**", *resources(look, words), words.say("This cannot be taken back.")), Row((confirm, back))]


def confirmed(look: Look, request: Request) -> str | None:
    """Return the answer that the menu shows which was clicked in; None if it shows none."""
    draft = draft_of(look)
    if not isinstance(draft, Answering):
        return None
    if not names_shown_draft(request.target):
        raise Stale
    return draft.move
