"""Hints: `hint` shows the best moves in the person's menu; `allow_hints` is the lobby's switch that allows them."""

from __future__ import annotations

from cogs.messages.panel import Panel, says
from cogs.requests.answers import menu_of
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.coaching import hints
from tables.play import since_last_move
from words import hint_text as hint_words
from words.games import GAME_WORDS


async def hint(request: Request) -> Panel:
    """Show the person's menu with the best moves, their chances and the reasons above its first control.

    The moves are those the strongest computer player proposes; if it can compute none, those of the quick advice,
    without chances. Computing them takes long, so the answer is deferred first. Raises `Declined` if the table allows
    no hints, or if the person does not play there or has nothing to decide.
    """
    look = await hints.look_for_hint(request.services, request.table, request.person_id)
    await request.defer_in_place()
    words, game = request.words, GAME_WORDS[look.table.row.game]
    display = request.display_of(look.table)
    proposals = [
        (
            display.proposal(look, words, each.move),
            each.chance,
            [because for reason in each.reasons if (because := game.reason(words, reason.key, reason.facts))],
        )
        for each in await hints.hint(request.services, look)
    ]
    look = await since_last_move.with_changes(request.services, look)
    return await menu_of(request, look, hint_words.hint_message(words, proposals))


async def allow_hints(request: Request) -> Panel:
    """Allow hints in a lobby if `request.arg` is `1`, else forbid them; update the lobby's message and confirm that.

    Raises `Declined` if the person is not the host, or the game has started or was called off.
    """
    table = await hints.set_allowed(request.services, request.table, request.person_id, allowed=request.arg == "1")
    return says(hint_words.hints_allowed(request.words, hints=table.hints_allowed))


VERBS = (
    Verb("hint", hint, "running"),
    Verb("allow_hints", allow_hints, "lobby"),
)
