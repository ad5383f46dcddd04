"""Ending a table without a result: by its host, by all who play, by who manages the server, or with its server."""

from __future__ import annotations

import logging

from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.delivery import outbox, prompts
from tables.model import deadlines
from tables.model.table import Table, clear_offer, require_lobby
from tables.model.table_errors import Declined
from tables.notifications import outgoing
from tables.notifications.kinds import BoardChanged, Notice
from tables.notifications.recipients import after_closing
from tables.notifications.seat_kinds import CloseUnwanted, CloseWanted
from tables.play import since_last_move
from tables.play.moves import deciding_seat
from tables.runtime.services import Services

log = logging.getLogger("kontor.closing")


async def close(services: Services, table_id: int, person: int, *, admin_of: int = 0) -> Table:
    """Close a table, or say that one would like to; it is closed once all who play there would."""
    async with services.at(table_id) as table:
        chair = _asking(table, person, admin_of)
        if chair and chair.wants_close and not _all_want(table):
            raise Declined("close_wanted_already", table=table_id)
        first = not any(seat.wants_close for seat in table.people())
        if chair:
            chair.wants_close = True
        if not chair or _all_want(table):
            table.row.closed_by_manager = chair is None and _only_manager_may(table, person)
            await end(services, table)
        else:
            tell: list[Notice] = [CloseWanted(seat=chair.seat)] if first else []
            await _write(services, table, [*tell, BoardChanged()])
    outbox.wake(services, table_id)
    return table


async def would_close(services: Services, table_id: int, person: int, *, admin_of: int = 0) -> bool:
    """Say whether the table would be closed at once if this person wanted that; else the others would be asked."""
    table = await services.load(table_id)
    chair = _asking(table, person, admin_of)
    return chair is None or all(seat.wants_close or seat == chair for seat in table.people())


async def call_off(services: Services, table_id: int, person: int, *, admin_of: int = 0, unasked: bool = False) -> None:
    """Call a lobby off. `unasked`: nobody else had a seat, so one was not asked; decline if somebody has one by now."""
    async with services.at(table_id) as table:
        if _sent_away(table, person, admin_of) and unasked:
            raise Declined("lobby_changed", table=table_id)
        table.row.closed_by_manager = _only_manager_may(table, person)
        await end(services, table)
    outbox.wake(services, table_id)


async def would_send_away(services: Services, table_id: int, person: int, *, admin_of: int = 0) -> int:
    """Say how many others would lose their seats if this person called the lobby off."""
    return _sent_away(await services.load(table_id), person, admin_of)


async def play_on(services: Services, table_id: int, person: int) -> Table:
    """Say that one would rather play on: nobody who wanted to close the table does so any more."""
    async with services.at(table_id) as table:
        chair = deciding_seat(table, person)
        if not any(seat.wants_close for seat in table.seats):
            raise Declined("nobody_closes", table=table_id)
        for seat in table.seats:
            seat.wants_close = False
        await _write(services, table, [CloseUnwanted(seat=chair.seat), BoardChanged()])
    outbox.wake(services, table_id)
    return table


async def end(services: Services, table: Table, *, server_gone: bool = False) -> None:
    """End a table that is held, without a result."""
    was_lobby = table.row.status == "lobby"
    table.row.status, table.row.ended, table.row.thinking = "closed", services.now(), False
    table.row.place_gone |= server_gone
    hands = [seat.seat for seat in table.seats if seat.person]
    offered = any(seat.offered_at for seat in table.seats)
    directly = await prompts.asked_directly(services, table) if server_gone else []
    for seat in table.seats:
        deadlines.stop_clock(table, seat, services.now())
        clear_offer(seat)
    async with services.db.transaction() as db:
        await outgoing.drop_all(db, table.id)
        await since_last_move.forget(db, table)
        await sql.update_seats(db, table.id, table.seats)
        await sql.save_table(db, table.row, "status", "ended", "thinking", "closed_by_manager", "place_gone")
        if not table.row.lesson:
            tell = after_closing(
                was_lobby=was_lobby,
                server_gone=server_gone,
                hands=hands,
                offered=offered,
                host_pinged=table.row.host_pinged,
            )
            await outgoing.write(db, table, tell)
            await outgoing.outdate(db, table.id, directly, services.now())
    log.info("table=%d closed", table.id)


async def servers_in_use(services: Services) -> list[int]:
    """Return the servers with open tables."""
    return await sql.servers_in_use(services.db.reader, services.partition)


async def close_all_of_server(services: Services, server: int) -> None:
    """Close all tables of a server that has removed us. Nobody can be told there; direct messages are put right."""
    for row, _ in await sql.of_server(services.db.reader, server, ("lobby", "playing"), 1 << 30):
        async with services.at(row.id) as table:
            if table.open:
                await end(services, table, server_gone=True)
        outbox.wake(services, row.id)


async def servers_to_show(services: Services) -> set[int]:
    """Return the servers that have not been shown that tables there were closed."""
    return {server for _, server in await sql.closed_unshown(services.db.reader, services.partition)}


async def show_closed(services: Services, server: int) -> None:
    """Show on a server that has us again that its tables were closed when it removed us."""
    for number, of in await sql.closed_unshown(services.db.reader, services.partition):
        if of != server:
            continue
        async with services.at(number) as table, services.db.transaction() as db:
            table.row.place_gone = False
            await sql.save_table(db, table.row, "place_gone")
            lobby = not table.row.started
            tell = after_closing(was_lobby=lobby, server_gone=False, hands=[], offered=not lobby, host_pinged=True)
            await outgoing.write(db, table, tell)
        outbox.wake(services, number)


def _asking(table: Table, person: int, admin_of: int) -> SeatRow | None:
    """Return the seat of who would like to close a table; None: they may do so alone. Decline if they may not ask."""
    if not table.open:
        raise Declined(table.row.status, table=table.id)
    if table.is_managed_by(admin_of):
        return None
    if table.row.status == "lobby":
        if table.row.host != person:
            raise Declined("host_only", table=table.id)
        return None
    return deciding_seat(table, person)


def _sent_away(table: Table, person: int, admin_of: int) -> int:
    """Return how many others have a seat in a lobby that somebody calls off. Decline if they may not."""
    require_lobby(table)
    _asking(table, person, admin_of)
    return sum(seat.person != person for seat in table.people())


def _only_manager_may(table: Table, person: int) -> bool:
    """Say whether who closes a table can do so only as who manages the server: not as host, nor as all who play."""
    if table.row.status == "lobby":
        return table.row.host != person
    return not all(seat.wants_close or seat.person == person for seat in table.people()) or not table.people()


def _all_want(table: Table) -> bool:
    return all(seat.wants_close for seat in table.people())


async def _write(services: Services, table: Table, tell: list[Notice]) -> None:
    async with services.db.transaction() as db:
        await sql.update_seats(db, table.id, table.seats)
        await outgoing.write(db, table, tell)
