"""Closing a table without a result: by its host, all its players or a server manager, or when a server removes the bot.

`close` and `cancel_lobby` are requests of people; `close_all_of_server` is called when a server has removed the bot.
All three call `end_without_result`, and so do other modules, for lobbies that expire and tables whose last person
leaves.
"""

from __future__ import annotations

import logging

from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.delivery import outbox, prompts
from tables.model import deadlines
from tables.model.authority import NO_AUTHORITY, Authority
from tables.model.table import Table, clear_offer, require_lobby
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.kinds import BoardChanged, Notification
from tables.notifications.recipients import after_closing
from tables.notifications.seat_kinds import CloseUnwanted, CloseWanted
from tables.play import since_last_move
from tables.play.moves import deciding_seat
from tables.records import reliability_levels, season_results
from tables.runtime.server_trail import note_act
from tables.runtime.services import Services

log = logging.getLogger("kontor.closing")


async def close(services: Services, table_id: int, person: int, *, authority: Authority = NO_AUTHORITY) -> Table:
    """Close a table, or record a player's wish to close it. Return the table.

    A lobby's host, the learner of a lesson, and a server manager who does not play there close the table at once. A
    running game is closed when all people who play there have asked for it. The first wish notifies the others, and
    every wish updates the board. Closing has the effects of `end_without_result`; the table also records if only a
    manager could close it. `authority` says which server `person` manages or organises. Raise `Declined` if the table
    is over, the person may not ask, or they have asked already.
    """
    async with services.at(table_id) as table:
        chair = _closing_seat(table, person, authority)
        if chair and chair.wants_close and not _all_want_to_close(table):
            raise Declined("close_wanted_already", table=table_id)
        first = not any(seat.wants_close for seat in table.human_seats())
        if chair:
            chair.wants_close = True
        if not chair or _all_want_to_close(table):
            table.row.closed_by_manager = chair is None and _needs_manager_rights(table, person)
            await end_without_result(services, table, by=person)
        else:
            tell: list[Notification] = [CloseWanted(seat=chair.seat)] if first else []
            await _write(services, table, [*tell, BoardChanged()])
    outbox.wake(services, table_id)
    return table


async def would_close_at_once(
    services: Services, table_id: int, person: int, *, authority: Authority = NO_AUTHORITY
) -> bool:
    """Return True if a call of `close` by this person would close the table at once, without asking other players.

    `authority` says which server the person manages or organises. Raise `Declined` if the table is over or they may not
    ask to close it.
    """
    table = await services.load(table_id)
    chair = _closing_seat(table, person, authority)
    return chair is None or all(seat.wants_close or seat == chair for seat in table.human_seats())


async def cancel_lobby(
    services: Services, table_id: int, person: int, *, authority: Authority = NO_AUTHORITY, unasked: bool = False
) -> None:
    """Close a table that is in the lobby, and update the lobby's message.

    `authority` says which server the person manages or organises. `unasked` is True if they did not have to confirm,
    because nobody else had a seat. Raise `Declined` if `unasked` is True and another person has a seat by now, if the
    person is neither host nor manager, or if the table has left the lobby.
    """
    async with services.at(table_id) as table:
        if _others_in_lobby(table, person, authority) and unasked:
            raise Declined("lobby_changed", table=table_id)
        table.row.closed_by_manager = _needs_manager_rights(table, person)
        await end_without_result(services, table, by=person)
    outbox.wake(services, table_id)


async def count_others_in_lobby(
    services: Services, table_id: int, person: int, *, authority: Authority = NO_AUTHORITY
) -> int:
    """Return how many other people would lose their seats if this person closed the lobby.

    `authority` says which server the person manages or organises. Raise `Declined` if they may not close the lobby, or
    if the table has left it.
    """
    return _others_in_lobby(await services.load(table_id), person, authority)


async def reject_closing(services: Services, table_id: int, person: int) -> Table:
    """Reject other players' wish to close a table: clear all wishes, announce it in the channel, update the board.

    Return the table. Raise `Declined` if nobody wants to close it, the game is not running, or `person` does not play
    there.
    """
    async with services.at(table_id) as table:
        chair = deciding_seat(table, person)
        if not any(seat.wants_close for seat in table.seats):
            raise Declined("nobody_closes", table=table_id)
        for seat in table.seats:
            seat.wants_close = False
        await _write(services, table, [CloseUnwanted(seat=chair.seat), BoardChanged()])
    outbox.wake(services, table_id)
    return table


async def end_without_result(services: Services, table: Table, *, server_gone: bool = False, by: int = 0) -> None:
    """End a table without a result and commit that. The caller holds its lock and wakes the outbox afterwards.

    This stops the table's clocks, ends its offers of seats, deletes its timers and kept views, and deletes its waiting
    notifications (`pending.drop_all`). It writes notifications that update the lobby, board, offers and hands (none for
    a lesson). `server_gone` means that the server has removed the bot: then only direct messages are updated, and the
    table's channel is recorded as gone.

    `by` is the person who closes the table; 0: nobody. At a league table everybody gets half a point, and the standings
    name that person. If `table.row.closed_by_manager` is set, the closing is noted in the server's trail. A game that
    had started counts for the reliability of its people, so that whoever left it does not escape that.
    """
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
        await pending.drop_all(db, table.id)
        await since_last_move.forget(db, table)
        await sql.update_seats(db, table.id, table.seats)
        await sql.save_table(db, table.row, "status", "ended", "thinking", "closed_by_manager", "place_gone")
        if not was_lobby:
            await reliability_levels.count_game(db, table)
        await season_results.note_closed(db, table, by, services.now())
        if table.row.closed_by_manager and by:
            await note_act(db, "closed", table.row.server, by, services.now(), table=table.id)
        if not table.row.lesson:
            tell = after_closing(
                was_lobby=was_lobby,
                server_gone=server_gone,
                hands=hands,
                offered=offered,
                host_pinged=table.row.host_pinged,
            )
            await pending.write(db, table, tell)
            await pending.remove_messages(db, table.id, directly, services.now())
    log.info("table=%d closed", table.id)


async def servers_in_use(services: Services) -> list[int]:
    """Return the ids of the servers of our partition that have open tables."""
    return await sql.servers_in_use(services.db.reader, services.partition)


async def close_all_of_server(services: Services, server: int) -> None:
    """Close all lobbies and running games of a server that has removed the bot, without a result.

    The outbox then updates the direct messages about them. The bot can no longer write in the server's channels.
    """
    for row, _ in await sql.of_server(services.db.reader, server, ("lobby", "playing"), 1 << 30):
        async with services.at(row.id) as table:
            if table.open:
                await end_without_result(services, table, server_gone=True)
        outbox.wake(services, row.id)


async def servers_with_unshown_closings(services: Services) -> set[int]:
    """Return the ids of our partition's servers that have closed tables whose messages still show them as open.

    These could not be updated because the channel was deleted or the server had removed the bot. `show_closed_tables`
    updates them.
    """
    return {server for _, server in await sql.closed_unshown(services.db.reader, services.partition)}


async def show_closed_tables(services: Services, server: int) -> None:
    """Write notifications that update the messages of a server's closed tables which still show them as open.

    They could not be updated when the tables were closed, because the server had removed the bot or the channel was
    deleted. Called when the server has the bot again. The tables' channels are no longer recorded as gone.
    """
    for number, of in await sql.closed_unshown(services.db.reader, services.partition):
        if of != server:
            continue
        async with services.at(number) as table, services.db.transaction() as db:
            table.row.place_gone = False
            await sql.save_table(db, table.row, "place_gone")
            lobby = not table.row.started
            tell = after_closing(was_lobby=lobby, server_gone=False, hands=[], offered=not lobby, host_pinged=True)
            await pending.write(db, table, tell)
        outbox.wake(services, number)


def _closing_seat(table: Table, person: int, authority: Authority) -> SeatRow | None:
    """Return the seat of a player whose wish to close the game counts; None if the person may close the table alone.

    A server manager who does not play there may close it alone, and so may the host of a lobby. `authority` says which
    server the person manages or organises. Raise `Declined` if the table is over, if the person neither plays there nor
    may close it alone, and at a league table for everybody but a manager who does not play there.
    """
    if not table.open:
        raise Declined(table.row.status, table=table.id)
    plays = table.row.status == "playing" and any(seat.person == person for seat in table.human_seats())
    if table.row.season is not None and (plays or not table.is_managed_by(person, authority)):
        raise Declined("league_table", table=table.id)
    if table.is_managed_by(person, authority) and not plays:
        return None
    if table.row.status == "lobby":
        if table.row.host != person:
            raise Declined("host_only", table=table.id)
        return None
    return deciding_seat(table, person)


def _others_in_lobby(table: Table, person: int, authority: Authority) -> int:
    """Return how many people other than `person` have a seat in a lobby.

    `authority` says which server the person manages or organises. Raise `Declined` if the table has left the lobby, or
    the person may not close it.
    """
    require_lobby(table)
    _closing_seat(table, person, authority)
    return sum(seat.person != person for seat in table.human_seats())


def _needs_manager_rights(table: Table, person: int) -> bool:
    """Return True if a person can close a table only by their rights as server manager.

    In the lobby it is so if they are not the host. In a running game it is so if a person who plays there, other than
    they, has not asked to close it, or if no person plays there any more.
    """
    if table.row.status == "lobby":
        return table.row.host != person
    return not all(seat.wants_close or seat.person == person for seat in table.human_seats()) or not table.human_seats()


def _all_want_to_close(table: Table) -> bool:
    """Return True if everybody who plays at the table wants to close it; also if only computers play."""
    return all(seat.wants_close for seat in table.human_seats())


async def _write(services: Services, table: Table, tell: list[Notification]) -> None:
    """Write all seats and these notifications in one transaction."""
    async with services.db.transaction() as db:
        await sql.update_seats(db, table.id, table.seats)
        await pending.write_change(db, table, tell, services.now())
