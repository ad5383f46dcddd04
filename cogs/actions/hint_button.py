"""Hints: the best moves of who asks, in their own menu; and whether a table allows them."""

from __future__ import annotations

from cogs.messages.panel import Panel, says
from cogs.requests.answers import menu_of
from cogs.requests.request import Action, Request
from tables.coaching import hints
from tables.play import since_last_move
from words import hint_text as hint_words
from words.games import GAME_WORDS


async def hint(request: Request) -> Panel:
    """Show the best moves beside the menu. It is thought about, so what they clicked in changes in a moment."""
    look = await hints.hintable(request.services, request.table, request.person_id)
    await request.hold()
    words, game = request.words, GAME_WORDS[look.table.row.game]
    display = request.display_of(look.table)
    proposals = [
        (
            display.proposal(look, words, each.move),
            each.chance,
            [told for reason in each.reasons if (told := game.reason(words, reason.key, reason.facts))],
        )
        for each in await hints.hint(request.services, look)
    ]
    look = await since_last_move.with_changes(request.services, look)
    return await menu_of(request, look, hint_words.hint_message(words, proposals))


async def allow(request: Request) -> Panel:
    """Say in the lobby whether hints are allowed."""
    table = await hints.allow(request.services, request.table, request.person_id, allowed=request.arg == "1")
    return says(hint_words.hints_allowed(request.words, hints=table.hints_allowed))


ACTIONS: dict[str, Action] = {"hint": hint, "allow_hints": allow}
