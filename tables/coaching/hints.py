"""Hints and suggestions at tables that allow them. Both show the same advice.

A hint is shown when the player asks for it, suggestions before every decision of a player who has switched them on.
"""

from __future__ import annotations

import msgspec

from tables.model.table import Look, Table, require_lobby
from tables.model.table_errors import Declined
from tables.play import lookup, moves
from tables.runtime import people
from tables.runtime.services import Services
from tables.seating import lobby
from tables.thinking.table_advice import advice


async def look_for_hint(services: Services, table_id: int, person: int) -> Look:
    """Return a person's look at a table where they may get a hint now.

    Raise `Declined` if they do not decide at a seat of a running game there, if the table allows no hints, or if they
    have nothing to decide.
    """
    look = await lookup.look(services, table_id, person)
    moves.deciding_seat(look.table, person)
    if not look.table.hints_allowed:
        raise Declined("no_hints", table=table_id)
    if not look.owes:
        raise Declined("nothing_to_hint")
    return look


async def with_advice(services: Services, look: Look) -> Look:
    """Return a copy of a look whose menu suggests the best moves; `advised` is empty if it owes no decision."""
    return msgspec.structs.replace(look, advised=await advice(services, look))


async def with_suggestions(services: Services, look: Look, person: int) -> Look:
    """Return a look with suggested moves if the person has switched suggestions on; otherwise the same look.

    Return the same look also if the table allows no hints, if the person owes no decision or has a half-built move, and
    in a lesson, which makes its own suggestions.
    """
    settings = await people.get(services, person)
    wanted = settings is not None and settings.suggestions and look.owes and not look.draft and not look.guidance
    return await with_advice(services, look) if wanted and look.table.hints_allowed else look


async def set_allowed(services: Services, table_id: int, person: int, *, allowed: bool) -> Table:
    """Store whether hints are allowed at a table in the lobby, update its message, and return the table.

    Raise `Declined` if the person is not its host or the table has left the lobby.
    """
    async with services.at(table_id) as table:
        require_lobby(table)
        if person != table.row.host:
            raise Declined("host_only", table=table_id)
        table.row.hints = allowed
        await lobby.write_lobby(services, table, by=person)
    return table
