"""Hints: the moves that the strongest computer player would choose, at tables that allow hints."""

from __future__ import annotations

from zlib import crc32

from opponents.advice import Advice
from opponents.alderman_hints import MAX_HINT_MOVES
from tables.model.table import Look, Table, require_lobby
from tables.model.table_errors import Declined
from tables.play import lookup, moves
from tables.runtime.services import Services
from tables.seating import lobby
from tables.thinking.table_advice import advice


async def look_for_hint(services: Services, table_id: int, person: int) -> Look:
    """Return what a person sees at a table, if they may have a hint there now.

    Raise `Declined` if they may not move there, if the table allows no hints, or if they have nothing to decide.
    """
    look = await lookup.look(services, table_id, person)
    moves.deciding_seat(look.table, person)
    if not look.table.hints_allowed:
        raise Declined("no_hints", table=table_id)
    if not look.owes:
        raise Declined("nothing_to_hint")
    return look


async def hint(services: Services, look: Look) -> list[Advice]:
    """Return the best moves for a look's pending decision, best first, and note them in its menu moves. Cached.

    If none could be computed, return the best moves of the quick advice. The look must be a seat's.
    """
    table, seat = look.table, look.seat
    assert seat is not None
    key = (table.row.game, table.row.snapshot or b"", seat)
    if key not in services.caches.hints:
        # The seed follows from the decision, so that asking again reveals nothing more.
        seed = crc32(f"{table.id} {table.mark(seat)}".encode())
        services.caches.hints[key] = await services.thinker.hint(*key, seed) or advice(look)[:MAX_HINT_MOVES]
    look.menu_moves.hinted = services.caches.hints[key]
    return look.menu_moves.hinted


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
