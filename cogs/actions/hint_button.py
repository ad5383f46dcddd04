"""Hints: `hint` shows the best moves in the person's menu, `play_advised` makes one of them."""

from __future__ import annotations

import msgspec

from cogs.actions.playing import complete_turn
from cogs.messages.drafts import fingerprint
from cogs.messages.panel import Panel
from cogs.requests.answers import menu_of
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.coaching import hints
from tables.model.table import Look
from tables.model.table_errors import Declined, Stale
from tables.play import lookup, since_last_move
from tables.play import moves as playing
from tables.thinking.table_advice import advice


async def hint(request: Request) -> Panel:
    """Show the person's menu with up to three advised moves above its first control, the best first.

    Each move has its reasons and a button that makes it. The strongest computer player chooses the moves and says how
    good the person's chances are with each. If it can compute none, a simple rule of thumb chooses them, without
    chances. Computing takes long, so the answer is deferred. After a click, what the menu before has shown may be left
    out, so that the page fits on a phone. Raises `Declined` if the table allows no hints, or if the person does not
    play there or has nothing to decide.
    """
    look = await hints.look_for_hint(request.services, request.table, request.person_id)
    await request.defer_in_place()
    look = await hints.with_advice(request.services, look)
    look = await since_last_move.with_changes(request.services, look)
    return await menu_of(request, msgspec.structs.replace(look, hinted=not request.is_command))


async def play_advised(request: Request) -> Panel:
    """Make the advised move that the clicked button names, and show the menu after it.

    `request.arg` is the move's fingerprint, a checksum of its text. If afterwards the person has only one possible
    move, and the game declares it as forced, that move is made too. Raises `Stale` if the button was made for an
    earlier decision or the move is no longer advised, and `Declined` if the table allows no hints or the person does
    not play there.
    """
    look = await lookup.look(request.services, request.table, request.person_id)
    if not look.table.hints_allowed:
        raise Declined("no_hints", table=request.table)
    known = {fingerprint(each.move): str(each.move) for each in await advice(request.services, look)}

    def advised(_: Look) -> str:
        """Return the text of the advised move whose fingerprint is `request.arg`; raise `Stale` if there is none."""
        if request.arg not in known:
            raise Stale
        return known[request.arg]

    look = await playing.play(request.services, request.table, request.person_id, advised, request.mark)
    return await complete_turn(request, look)


VERBS = (
    Verb("hint", hint, "running"),
    Verb("advised", play_advised, "running"),
)
