"""`write_new_lobby`: writes a new lobby, and queues its message and its announcement."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage import Transaction
from storage.queries import guests as sql_guests
from storage.queries import people
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.rows import TimerRow
from tables.model.table import Table
from tables.model.time_left import HOUR
from tables.notifications import pending
from tables.notifications.kinds import LobbyChanged
from tables.notifications.lobby_kinds import LobbyOpened
from tables.seating import guests

ROLE_PING_PAUSE_S = HOUR
"""The shortest time between two pings of a server's role for new lobbies."""


async def write_new_lobby(
    db: Transaction, table: Table, timers: Sequence[TimerRow], *, shown_at: int, announced: bool
) -> None:
    """Write a new table in the lobby with its seats, guests and `timers`, and set its id in `table.row`.

    The timers get that id too. The outbox posts the lobby at `shown_at` (0: at once). If it is `announced`, people who
    subscribed to new lobbies become guests and are notified then; so is the server's role for that, if a seat is free
    and it was not pinged in the last hour. After the transaction the caller wakes the outbox.
    """
    row = table.row
    wishing = await sql_guests.who_wishes(db, row.server, row.game) if announced else []
    hearing = guests.add_listeners(table, wishing)
    await sql.add_table(db, row)
    await sql.save_seats(db, row.id, table.seats)
    await sql_guests.save(db, row.id, row.guests)
    await sql_timers.set_timers(db, [msgspec.structs.replace(timer, table_id=row.id) for timer in timers])
    await pending.write(db, table, [LobbyChanged()], due=shown_at)
    is_open = announced and len(table.seats) < row.size
    role = await people.claim_role_ping(db, row.server, row.created, ROLE_PING_PAUSE_S) if is_open else 0
    if hearing or role:
        await pending.write(db, table, [LobbyOpened(role=role)], due=shown_at)
