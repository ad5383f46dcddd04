"""The lobby of a table: opening it, joining, leaving, adding computers, and starting the game.

The main functions are `open_table`, `join`, `leave`, `set_computers` and `start`. `write_lobby` writes a lobby whose
seats, host or settings have changed; opening, starting, closing and inviting write for themselves.
"""

from __future__ import annotations

import logging

import msgspec

from rules import GAMES
from rules.chance import Chance
from storage.database import Transaction
from storage.queries import guests as sql_guests
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.rows import SeatRow, TableRow, TimerRow
from tables.delivery import outbox, posts
from tables.model import seeds
from tables.model.table import Table, require_lobby
from tables.model.table_errors import Declined
from tables.model.time_left import DAY
from tables.notifications import pending
from tables.notifications.kinds import ChannelDeleted, LobbyChanged, LobbyFull, Rematch
from tables.notifications.recipients import after_inviting, after_lobby_change
from tables.play import table_writer
from tables.play.moves import after_commit
from tables.records import reliability_levels
from tables.runtime.services import Services
from tables.seating import closing, guests
from tables.seating.new_lobby import write_new_lobby
from tables.seating.server_limits import LOBBY_EXPIRES_S, check_inviting, check_opening
from tables.seating.table_settings import (
    NewTable,
    check_levels,
    check_new_table,
    check_table_limit,
    complete_options,
    computer_name,
)

log = logging.getLogger("kontor.lobby")

ANYONE_STARTS_AFTER_S = DAY
ANSWER_TIME_S = 60
"""By then the answer to the person who opens a table has shown its lobby, or never will."""
LOBBY_SEAT = -1
"""The seat number of timers that belong to the lobby and not to a seat."""


async def open_table(services: Services, person: int, name: str, wanted: NewTable, again: Table | None = None) -> Table:
    """Open a table with its host on the first seat, then the computers, and return it.

    `person` is the host, and `name` their name at the table. `wanted` are the settings. `again` is the table of which
    the new one is the rematch; if people are invited, the channel of `again` is told. Seats, invitations, timers and
    notifications are written in one transaction. The lobby expires after a week. If the table is full and starts by
    itself, the caller has to start it (`start_if_full`); if that does not happen, a timer does so after a minute.

    The caller shows the lobby in its answer to the host and calls `note_posted`; if that does not happen within a
    minute, the outbox posts the lobby. It posts a rematch or a private table at once. People who subscribed to new
    lobbies are notified after a minute, but not of a rematch or a private table.

    Raise `Declined` if the settings do not fit (`check_new_table`), if somebody cannot be invited, if the person has
    too many tables or opened or invited too many lately, or if the old table has a rematch already.
    """
    game, options = GAMES[wanted.game], await check_new_table(services, person, wanted, again)
    now = services.now()
    row = TableRow(
        game=wanted.game,
        rules=game.version,
        options=options,
        seed=seeds.new(),
        size=wanted.size,
        host=person,
        server=wanted.server,
        channel=wanted.channel,
        thread=wanted.channel if wanted.private else None,
        private=wanted.private,
        language=wanted.language,
        clock=msgspec.json.encode(wanted.clock).decode(),
        level=wanted.level,
        created=now,
        rematch_of=again.id if again else wanted.lesson,
        starts_full=wanted.starts_full,
        opened_by=person,
        required_level=wanted.required_level,
    )
    seats = [SeatRow(seat=0, person=person, computer=None, name=name)]
    for computer, level in wanted.computer_seats or [("", wanted.level)] * wanted.computers:
        seats.append(_computer_seat(seats, level, computer))
    table = Table(row, seats)
    invited = guests.add_invitees(table, wanted.guests, person, now, again=again is not None)
    timers = [TimerRow(table_id=0, seat=LOBBY_SEAT, kind="expire", due=now + LOBBY_EXPIRES_S)]
    if is_ready_to_start(table):  # It starts when its lobby is shown; the timer is for when that never happens.
        timers.append(TimerRow(table_id=0, seat=LOBBY_SEAT, kind="fill", due=now + ANSWER_TIME_S))
    async with services.db.transaction() as db:
        await check_table_limit(db, person)
        await check_opening(db, person, wanted.server, now)
        await check_inviting(db, person, wanted.server, min(len(invited), 1) if again else len(invited), now)
        await _check_no_rematch_yet(db, row)
        # The answer to the person who opens a table shows its lobby, so the outbox posts it only if that fails. A
        # rematch and a private table are opened from another channel: there the outbox posts the lobby at once.
        elsewhere = again is not None or wanted.private
        shown_at = 0 if elsewhere else now + ANSWER_TIME_S
        await write_new_lobby(db, table, timers, shown_at=shown_at, announced=not elsewhere)
        await pending.write(db, table, after_inviting([guest.n for guest in invited], in_lobby=False))
        if again and invited and (seat := again.seat_of(person)):
            await pending.write(db, again, [Rematch(seat=seat.seat, new=row.id)])
    log.info("table=%d opened game=%s size=%d", row.id, wanted.game, wanted.size)
    if elsewhere:
        outbox.wake(services, row.id)
    if again:
        outbox.wake(services, again.id)
    return table


async def _check_no_rematch_yet(db: Transaction, row: TableRow) -> None:
    """Raise `Declined` if the table or lesson of which `row` is to be the rematch (`row.rematch_of`) has one already.

    Before that it takes a lock in the database, which is held until the transaction ends, so that no other process
    opens the same rematch meanwhile. Do nothing if `row` is no rematch.
    """
    if row.rematch_of is None:
        return
    await db.exclude_other_processes()
    if opened := await sql.rematch(db, row.rematch_of):
        raise Declined("lobby_changed", table=opened)


async def note_posted(services: Services, table_id: int, channel: int, message: int) -> None:
    """Store where the caller has posted the lobby's message, and delete the notification that would post it.

    `message` is the message's id in `channel`. The table's other notifications are delivered now.
    """
    await posts.remember(services, table_id, "lobby", posts.Post(channel=channel, message=message))
    async with services.db.transaction() as db:
        await pending.drop(db, table_id, LobbyChanged)
    outbox.wake(services, table_id)


async def post_lobby(services: Services, table: Table) -> None:
    """Let the outbox post or edit the lobby's message now.

    Called if the answer that shows it to the host could not be sent, and if something it shows has changed elsewhere.
    """
    async with services.db.transaction() as db:
        await pending.write(db, table, [LobbyChanged()])
    outbox.wake(services, table.id)


async def refresh_lobbies_of(services: Services, person: int) -> None:
    """Let the outbox edit the messages of all lobbies of our partition where a person has a seat.

    Called when they show or hide how reliable they are. Lobbies of other partitions change with their next edit.
    """
    for row, _ in await sql.of_person(services.db.reader, person):
        if row.status == "lobby" and services.partition.contains(row.server):
            async with services.at(row.id) as table:
                if table.row.status == "lobby":
                    await post_lobby(services, table)


async def join(services: Services, table_id: int, person: int, name: str, *, may_check: bool = False) -> Table:
    """Give a person the next seat in the lobby, under this name, and return the table.

    In a lobby without a host they become host. For an invited person this means that they accept. The lobby's message
    is updated. If it was the last free seat, a table that starts by itself starts; at other tables the host is
    notified, unless they were before. `may_check` matters if the person keeps their statistics private: True if their
    reliability may be compared with what the lobby requires.

    Raise `Declined` if the lobby is full, the table has left the lobby, the host has sent the person away, they are
    less reliable than required, or they already have a seat there or too many tables.
    """
    async with services.at(table_id) as table:
        require_lobby(table)
        if (guest := table.guest(person)) and guest.answer == "sent_away":
            raise Declined("sent_away", table=table_id)
        if table.seat_of(person):
            raise Declined("hosting" if person == table.row.host else "waiting_here", table=table_id)
        if len(table.seats) >= table.row.size:
            raise Declined("lobby_full", table=table_id)
        await reliability_levels.check_requirement(services, table, person, allowed=may_check)
        table.seats.append(SeatRow(seat=len(table.seats), person=person, computer=None, name=name))
        table.row.host = table.row.host or person
        guests.note_answer(table, person, "accepted")
        await write_lobby(services, table, by=person, sits_down=True)
    return table


async def leave(services: Services, table_id: int, person: int) -> Table:
    """Remove a person from the lobby, update its message, and return the table.

    If the host leaves, the first person in the order of seats becomes host. If no person is left, the table is closed;
    a table that nobody opened (a recurring opening) stays open without a host. For an invited person, leaving means
    that they decline the invitation. Raise `Declined` if the person has no seat, or the table has left the lobby.
    """
    async with services.at(table_id) as table:
        require_lobby(table)
        seat = table.seat_of(person)
        if seat is None:
            raise Declined("no_seat_yet", table=table_id)
        table.seats.remove(seat)
        guests.note_answer(table, person, "declined")
        heirs = table.human_seats()
        if not heirs and table.row.opened_by:
            await closing.end_without_result(services, table)
            outbox.wake(services, table_id)
        else:
            new_host = table.row.host == person
            if new_host:
                table.row.host = (heirs[0].person or 0) if heirs else 0
            await write_lobby(services, table, by=person, new_host=new_host)
    return table


async def set_level(services: Services, table_id: int, person: int, level: str) -> Table:
    """Set the level of computers that are added or take a seat over from now on, and return the table.

    Computers already seated keep theirs. The lobby's message is updated. Raise `Declined` if the level does not exist,
    or if the person has no seat in the lobby.
    """
    check_levels(level)
    async with services.at(table_id) as table:
        require_lobby(table)
        if not table.seat_of(person):
            raise Declined("no_seat_yet", table=table_id)
        table.row.level = level
        await write_lobby(services, table, by=person)
    return table


async def set_computers(
    services: Services, table_id: int, person: int, change_by: int, mark: str | None = None, level: str = ""
) -> tuple[Table, SeatRow]:
    """Add a computer player if `change_by` is positive, else remove the one added last.

    Return the table and the seat that was added or removed. The lobby's message is updated. If the last seat is filled,
    a table that starts by itself starts; at other tables the host is notified, unless the host added the computer or
    was notified before. When a computer is added, a non-empty `level` first becomes the table's level.

    `mark` is the `computers_mark` of the lobby that the person saw; None: it is not compared. Raise `Declined` if the
    number of computers has changed since, so that a double click adds one; if no seat is free, the level does not
    exist, or there is no computer to remove; or if the person has no seat in the lobby.
    """
    async with services.at(table_id) as table:
        require_lobby(table)
        if not table.seat_of(person):
            raise Declined("no_seat_yet", table=table_id)
        if mark is not None and mark != computers_mark(table):
            raise Declined("lobby_changed", table=table_id)
        if change_by > 0:
            if level:
                check_levels(level)
                table.row.level = level
            if len(table.seats) >= table.row.size:
                raise Declined("seats_taken", table=table_id)
            seat = _computer_seat(table.seats, table.row.level)
            table.seats.append(seat)
        else:
            computers = [seat for seat in table.seats if seat.computer]
            if not computers:
                raise Declined("no_computer_here", table=table_id)
            seat = computers[-1]
            table.seats.remove(seat)
        await write_lobby(services, table, by=person)
    return table, seat


async def start(services: Services, table_id: int, person: int) -> Table:
    """Start the game of a table in the lobby, and return the table. See `_start_game` for the effects.

    The host may start at any time, the other people seated there a day after the table was opened. Raise `Declined` if
    the person may not start, if there are too few players or the options do not fit their number, or if the table has
    left the lobby.
    """
    async with services.at(table_id) as table:
        require_lobby(table)
        starter = table.seat_of(person)
        if not starter:
            raise Declined("no_seat_yet", table=table_id)
        if person != table.row.host and services.now() < table.row.created + ANYONE_STARTS_AFTER_S:
            raise Declined("host_starts", when=table.row.created + ANYONE_STARTS_AFTER_S)
        await _start_game(services, table, starter)
    return table


async def start_if_full(services: Services, table_id: int) -> Table:
    """Start the game if the table is in the lobby, is full, and starts by itself. Return the table, started or not.

    The host counts as the person who starts it: they are not pinged for the first decision. Raise `Declined` if the
    options do not fit the number of players.
    """
    async with services.at(table_id) as table:
        host = table.seat_of(table.row.host)
        if table.row.status == "lobby" and host and is_ready_to_start(table):
            await _start_game(services, table, host)
    return table


def is_ready_to_start(table: Table) -> bool:
    """Return True if the table starts by itself when full, and is full."""
    return table.row.starts_full and len(table.seats) >= table.row.size


async def _start_game(services: Services, table: Table, starter: SeatRow, *, sits_down: bool = False) -> None:
    """Shuffle the seats, start the game, and write it with all changes of the lobby in one transaction.

    `table` is changed in place; the caller holds its lock. The game gets a new seed and the newest rules, and its size
    is the number of seats taken. Whether hints are allowed no longer changes. The lobby's timers are deleted. The first
    players to act are pinged, except `starter`, the seat of the person who starts; computers begin to think.
    `sits_down` means that this person has just taken the seat, so that their number of tables is checked. Raise
    `Declined` if they have too many, if there are too few players, or if the options do not fit their number.
    """
    game, now = table.game, services.now()
    count = len(table.seats)
    if count not in game.players:
        raise Declined("too_few", least=game.players[0], seated=count)
    table.row.options = complete_options(table.row.game, table.row.options, count)
    # A lobby that was opened before an update is played by the newest rules.
    table.row.size, table.row.rules = count, game.version
    table.row.seed = seeds.new()
    table.row.status, table.row.started = "playing", now
    Chance(seeds.new()).shuffle(table.seats)
    for number, seat in enumerate(table.seats):
        seat.seat = number
        seat.time_left = table.clock.initial_time()
    table.row.hints = table.hints_allowed  # Fixed from now on, also if people leave later.
    await services.load_stops(table)
    table.state = game.new(count, table.row.seed, table.row.options)
    async with services.db.transaction() as db:
        if sits_down and starter.person:
            await check_table_limit(db, starter.person)
        await sql.save_seats(db, table.id, table.seats)
        await sql_guests.save(db, table.id, table.row.guests)
        await sql.save_table(db, table.row, "options", "rules", "seed", "size", "started", "hints", "level")
        await sql_timers.clear_timers(db, table.id)
        await table_writer.write_start(db, table, now, starter.seat)
    log.info("table=%d started seats=%d", table.id, count)
    after_commit(services, table)


async def expire_lobby(services: Services, table_id: int) -> None:
    """Close a table if it is still in the lobby, and update its message. Called a week after it was opened."""
    async with services.at(table_id) as table:
        if table.row.status == "lobby":
            await closing.end_without_result(services, table)
            outbox.wake(services, table_id)


def computers_mark(table: Table) -> str:
    """Return the number of computers in a lobby as text, for the buttons that change it."""
    return str(sum(seat.computer is not None for seat in table.seats))


def _computer_seat(seats: list[SeatRow], level: str, name: str = "") -> SeatRow:
    """Return a new seat with the number after `seats`, for a computer of this level. `seats` is not changed.

    If `name` is empty, the computer gets a name that no seat has.
    """
    return SeatRow(seat=len(seats), person=None, computer=level, name=name or computer_name(seats))


async def write_lobby(
    services: Services, table: Table, by: int, *, sits_down: bool = False, new_host: bool = False
) -> None:
    """Write a lobby that was changed in place, number its seats anew, and start the delivery of its notifications.

    If the table is full and starts by itself, and `by` has a seat, start the game instead. `by` is the person who made
    the change. `sits_down` means that they have just taken a seat: raise `Declined` if they have too many tables.
    `new_host` means that the change made somebody else host.
    """
    if (starter := table.seat_of(by)) and is_ready_to_start(table):
        await _start_game(services, table, starter, sits_down=sits_down)
        return
    for number, seat in enumerate(table.seats):
        seat.seat = number
    row = table.row
    full, by_host = len(table.seats) == row.size, by == row.host
    tell = after_lobby_change(full=full, by_host=by_host, host_pinged=row.host_pinged, new_host=new_host)
    row.host_pinged = (row.host_pinged and not new_host) or LobbyFull() in tell
    if new_host and row.place_gone:
        tell.append(ChannelDeleted())  # Only the former host was told how to move the table.
    async with services.db.transaction() as db:
        if sits_down:
            await check_table_limit(db, by)
        await sql.save_seats(db, table.id, table.seats)
        await sql_guests.save(db, table.id, row.guests)
        await sql.save_table(db, row, "host", "host_pinged", "level", "hints")
        await pending.write(db, table, tell)
    outbox.wake(services, table.id)
