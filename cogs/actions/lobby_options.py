"""The private message of a lobby's *Options*, and the actions of its own controls.

Every press in that message is answered in the message itself: with the options again, below what was done.
"""

from __future__ import annotations

from cogs.messages.lobby_panel import level_line, options_panel
from cogs.messages.panel import Panel, Text, says
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.coaching import hints
from tables.model.table import require_lobby
from tables.model.table_errors import Declined
from tables.seating import closing, lobby
from words.hint_text import hints_allowed


async def options(request: Request) -> Panel:
    """Return the settings of a lobby, with the controls for what this person may change.

    Raises `Declined` if the table is no longer a lobby.
    """
    table = await request.services.load(request.table)
    require_lobby(table)
    may_cancel = await _may_cancel(request)
    return options_panel(request.display_of(table), table, request.words, request.person_id, may_cancel=may_cancel)


async def _may_cancel(request: Request) -> bool:
    """Return True if the person may cancel the request's table, which is a lobby."""
    who = (request.services, request.table, request.person_id)
    try:
        await closing.count_others_in_lobby(*who, authority=await request.authority())
    except Declined:
        return False
    return True


async def confirm(request: Request, sentence: str) -> Panel:
    """Return what was done, as `sentence`; after a press in a private message, the options of the lobby are below.

    If the table is no longer a lobby, there are no options.
    """
    if request.from_private_message and (await request.services.load(request.table)).row.status == "lobby":
        return (await options(request)).under(Text(sentence))
    return says(sentence)


async def set_level(request: Request) -> Panel:
    """Set the table's level to the selected one, and confirm it. A button of an older lobby names it in `request.arg`.

    Computers that are added or take a seat over from now on play at this level. Computers that have a seat keep their
    own. The lobby's message is updated. Raises `Declined` for an unknown level, for a person without a seat, and if the
    table is no longer a lobby.
    """
    level = request.values[0] if request.values else request.arg
    table = await lobby.set_level(request.services, request.table, request.person_id, level)
    if request.from_private_message:
        return await options(request)  # The options have that line already.
    return says(level_line(table, request.words))


async def allow_hints(request: Request) -> Panel:
    """Allow hints in a lobby if `request.arg` is `1`, otherwise forbid them, and confirm it.

    The lobby's message is updated. Raises `Declined` if the person is not the host, or the table is no longer a lobby.
    """
    table = await hints.set_allowed(request.services, request.table, request.person_id, allowed=request.arg == "1")
    if request.from_private_message:
        return await options(request)  # The options have that line already.
    return says(hints_allowed(request.words, hints=table.hints_allowed))


VERBS = (
    Verb("lobby_options", options, "lobby", manager_may_use=True),
    Verb("level", set_level, "lobby"),
    Verb("allow_hints", allow_hints, "lobby"),
)
