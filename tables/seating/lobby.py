"""The lobby: opening a table, sitting down, leaving, filling seats with computers, starting."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import msgspec

from rules import GAMES
from rules.chance import Chance
from storage.database import Reader, Transaction
from storage.queries import guests as sql_guests
from storage.queries import people
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.rows import SeatRow, TableRow, TimerRow
from tables.delivery import outbox, posts
from tables.model import seeds
from tables.model.table import Table, require_lobby
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.notifications import outgoing
from tables.notifications.kinds import LobbyChanged, LobbyFull, PlaceGone, Rematch
from tables.notifications.lobby_kinds import LobbyOpened
from tables.notifications.recipients import after_inviting, after_lobby_change
from tables.play import table_writer
from tables.play.moves import after_commit
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating import closing, guests
from tables.seating.guests import Invitee
from tables.thinking.computers import DEFAULT_LEVEL, LEVELS, TOWNS

log = logging.getLogger("kontor.lobby")

CLOCKS = {
    "3d": Clock(kind="decision", time=3 * DAY),
    "1h": Clock(kind="decision", time=HOUR),
    "6h": Clock(kind="decision", time=6 * HOUR),
    "12h": Clock(kind="decision", time=12 * HOUR),
    "1d": Clock(kind="decision", time=DAY),
    "2d": Clock(kind="decision", time=2 * DAY),
    "7d": Clock(kind="decision", time=7 * DAY),
    "5d+12h": Clock(kind="bank", stock=5 * DAY, time=12 * HOUR, most=7 * DAY),
    "1d+3h": Clock(kind="bank", stock=DAY, time=3 * HOUR, most=2 * DAY),
    "none": Clock(),
}
"""The clocks one can choose by name, the default first."""
MOST_OF_PERSON = 25
MOST_OF_SERVER = 2000
EXPIRES = 7 * DAY
ANYONE_STARTS = DAY
ANSWERED = 60
"""Seconds after which the answer to whoever opens a table has shown its lobby, or never will."""
LOBBY = -1
"""The seat number of timers that belong to the lobby."""


class NewTable(msgspec.Struct, kw_only=True):
    """What somebody wants when opening a table."""

    game: str
    size: int
    computers: int = 0
    level: str = DEFAULT_LEVEL
    levels: Sequence[str] = ()
    """Of the computers, one by one, where not all play at the table's level."""
    options: Mapping[str, int] = {}
    clock: Clock = CLOCKS["3d"]
    language: str = "en"
    server: int
    channel: int
    starts_full: bool = False
    guests: Sequence[Invitee] = ()
    private: bool = False
    """Its channel is a private thread."""
    asked_in: int = 0
    """The channel of that thread."""
    lesson: int | None = None
    """The lesson at whose end it is opened: there is one such table at most."""


async def open_table(services: Services, person: int, name: str, wanted: NewTable, again: Table | None = None) -> Table:
    """Open a table with its host on the first seat; `again`: it is the rematch of that one."""
    game, options = GAMES[wanted.game], await possible(services, person, wanted, again)
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
    )
    seats = [SeatRow(seat=0, person=person, computer=None, name=name)]
    for level in wanted.levels or [wanted.level] * wanted.computers:
        seats.append(_computer(seats, level))
    table = Table(row, seats)
    invited = guests.add(table, wanted.guests, again=again is not None)
    wishing = (
        [] if again or wanted.private else await sql_guests.who_wishes(services.db.reader, wanted.server, wanted.game)
    )
    hearing = guests.let_hear(table, wishing)
    timers = [TimerRow(table_id=0, seat=LOBBY, kind="expire", due=now + EXPIRES)]
    if fills(table):  # Whoever opens it lets it begin as soon as its lobby is shown; this is for who cannot.
        timers.append(TimerRow(table_id=0, seat=LOBBY, kind="fill", due=now + ANSWERED))
    async with services.db.transaction() as db:
        await check_table_limit(db, person)
        await _only_once(db, row)
        number = await sql.add_table(db, row)
        await sql.save_seats(db, number, seats)
        await sql_guests.save(db, number, table.row.guests)
        await sql_timers.set_timers(db, [msgspec.structs.replace(timer, table_id=number) for timer in timers])
        # A rematch and a private table are asked for in another place than their lobby's. Else the lobby is the answer,
        # if that arrives.
        elsewhere = again or wanted.private
        await outgoing.write(db, table, [LobbyChanged()], due=0 if elsewhere else now + ANSWERED)
        await outgoing.write(db, table, after_inviting([guest.n for guest in invited], in_lobby=False))
        if hearing:
            await outgoing.write(db, table, [LobbyOpened()], due=now + ANSWERED)
        if again and invited and (seat := again.seat_of(person)):
            await outgoing.write(db, again, [Rematch(seat=seat.seat, new=number)])
    log.info("table=%d opened game=%s size=%d", row.id, wanted.game, wanted.size)
    if elsewhere:
        outbox.wake(services, row.id)
    if again:
        outbox.wake(services, again.id)
    return table


async def _only_once(db: Transaction, row: TableRow) -> None:
    """Decline if another process has just opened a table in the place of the same one, on another server."""
    if row.rematch_of is None:
        return
    await db.exclude_other_processes()
    if opened := await sql.rematch(db, row.rematch_of):
        raise Declined("lobby_changed", table=opened)


async def possible(services: Services, person: int, wanted: NewTable, again: Table | None = None) -> dict[str, int]:
    """Return all options of a table that somebody wants; decline if there can be none such."""
    settings = await people.server(services.db.reader, wanted.server)
    if not again:
        persons.check_channel(settings, wanted.asked_in or wanted.channel)
    if wanted.computers + 1 > wanted.size:
        raise Declined("too_many_computers", most=wanted.size - 1)
    _known(wanted.level, *wanted.levels)
    options = _complete(wanted.game, wanted.options, wanted.size)
    if await sql.count_of_server(services.db.reader, wanted.server) >= MOST_OF_SERVER:
        raise Declined("server_full", most=MOST_OF_SERVER)
    await check_table_limit(services.db.reader, person)
    return options


def _complete(game: str, options: Mapping[str, int], seats: int) -> dict[str, int]:
    """Return all options; decline one that cannot be had with so many players, and say with how many it can."""
    for variant in GAMES[game].variants:
        value = options.get(variant.key, variant.values[0])
        if value in variant.only_seats and seats not in variant.only_seats[value]:
            fits = " ".join(map(str, variant.only_seats[value]))
            raise Declined("option_does_not_fit", game=game, option=variant.key, value=value, fits=fits, seats=seats)
    try:
        return GAMES[game].complete_options(seats, options)
    except ValueError:
        raise Declined("options_do_not_fit", game=game, seats=seats) from None


async def note_posted(services: Services, table_id: int, channel: int, message: int) -> None:
    """Remember where the lobby's message stands. The outbox need not post it any more."""
    await posts.remember(services, table_id, "lobby", posts.Post(channel=channel, message=message))
    async with services.db.transaction() as db:
        await outgoing.drop(db, table_id, LobbyChanged)
    outbox.wake(services, table_id)


async def show(services: Services, table: Table) -> None:
    """Let the outbox post the lobby at once: the answer to whoever opened it did not arrive."""
    async with services.db.transaction() as db:
        await outgoing.write(db, table, [LobbyChanged()])
    outbox.wake(services, table.id)


async def join(services: Services, table_id: int, person: int, name: str) -> Table:
    """Sit down. The last free seat taken: the host is told, once."""
    async with services.at(table_id) as table:
        require_lobby(table)
        if table.seat_of(person):
            raise Declined("hosting" if person == table.row.host else "waiting_here", table=table_id)
        if len(table.seats) >= table.row.size:
            raise Declined("lobby_full", table=table_id)
        table.seats.append(SeatRow(seat=len(table.seats), person=person, computer=None, name=name))
        guests.note_answer(table, person, "accepted")
        await write(services, table, by=person, sits_down=True)
    return table


async def leave(services: Services, table_id: int, person: int) -> Table:
    """Stand up again. When the host leaves, the next person is host; when nobody is left, the table is called off."""
    async with services.at(table_id) as table:
        require_lobby(table)
        seat = table.seat_of(person)
        if seat is None:
            raise Declined("no_seat_yet", table=table_id)
        table.seats.remove(seat)
        guests.note_answer(table, person, "declined")
        heirs = table.people()
        if not heirs:
            await closing.end(services, table)
            outbox.wake(services, table_id)
        else:
            new_host = table.row.host == person
            if new_host and (heir := heirs[0].person):
                table.row.host = heir
            await write(services, table, by=person, new_host=new_host)
    return table


async def set_level(services: Services, table_id: int, person: int, level: str) -> Table:
    """Say how well computers play that sit down from now on, or take a seat over. Who sits there already stays."""
    _known(level)
    async with services.at(table_id) as table:
        require_lobby(table)
        if not table.seat_of(person):
            raise Declined("no_seat_yet", table=table_id)
        table.row.level = level
        await write(services, table, by=person)
    return table


def _known(*levels: str) -> None:
    """Decline levels that there are not."""
    if not set(levels) <= set(LEVELS):
        raise Declined("no_such_level")


async def set_computers(
    services: Services, table_id: int, person: int, change_by: int, mark: str | None = None, level: str = ""
) -> Table:
    """Add a computer player, of a level or as the table has it, or send one away.

    `mark` says how many computers the person saw there: the same button pressed twice adds one.
    """
    async with services.at(table_id) as table:
        require_lobby(table)
        if not table.seat_of(person):
            raise Declined("no_seat_yet", table=table_id)
        if mark is not None and mark != computers_mark(table):
            raise Declined("lobby_changed", table=table_id)
        if change_by > 0:
            if level:
                _known(level)
                table.row.level = level
            if len(table.seats) >= table.row.size:
                raise Declined("seats_taken", table=table_id)
            table.seats.append(_computer(table.seats, table.row.level))
        else:
            computers = [seat for seat in table.seats if seat.computer]
            if not computers:
                raise Declined("no_computer_here", table=table_id)
            table.seats.remove(computers[-1])
        await write(services, table, by=person)
    return table


async def start(services: Services, table_id: int, person: int) -> Table:
    """Deal the seats and begin. By the host; after a day by anyone seated."""
    async with services.at(table_id) as table:
        require_lobby(table)
        starter = table.seat_of(person)
        if not starter:
            raise Declined("no_seat_yet", table=table_id)
        if person != table.row.host and services.now() < table.row.created + ANYONE_STARTS:
            raise Declined("host_starts", when=table.row.created + ANYONE_STARTS)
        await _begin(services, table, starter)
    return table


async def fill(services: Services, table_id: int) -> Table:
    """Let a table begin that starts when it is full, if it is: by its host, who has opened it so."""
    async with services.at(table_id) as table:
        host = table.seat_of(table.row.host)
        if table.row.status == "lobby" and host and fills(table):
            await _begin(services, table, host)
    return table


def fills(table: Table) -> bool:
    """Say whether nothing is missing any more for a table that starts when it is full."""
    return table.row.starts_full and len(table.seats) >= table.row.size


async def _begin(services: Services, table: Table, starter: SeatRow, *, sits_down: bool = False) -> None:
    """Deal the seats and begin, with all that a lobby has changed besides, in one transaction."""
    game, now = table.game, services.now()
    count = len(table.seats)
    if count not in game.players:
        raise Declined("too_few", least=game.players[0], seated=count)
    table.row.options = _complete(table.row.game, table.row.options, count)
    # What was opened before an update is played by the rules of now.
    table.row.size, table.row.rules = count, game.version
    table.row.seed = seeds.new()
    table.row.status, table.row.started = "playing", now
    Chance(seeds.new()).shuffle(table.seats)
    for number, seat in enumerate(table.seats):
        seat.seat = number
        seat.time_left = table.clock.initial_time()
    table.row.hints = table.hints_allowed  # Whoever leaves later changes nothing about that.
    await services.learn_stops(table)
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


async def expire(services: Services, table_id: int) -> None:
    """Call off a lobby that nobody has started for a week."""
    async with services.at(table_id) as table:
        if table.row.status == "lobby":
            await closing.end(services, table)
            outbox.wake(services, table_id)


def computers_mark(table: Table) -> str:
    """Name the number of computers in a lobby, for the buttons that change it."""
    return str(sum(seat.computer is not None for seat in table.seats))


async def check_table_limit(db: Reader, person: int) -> None:
    """Decline if somebody sits at as many tables as one may: whoever writes asks it in the same transaction."""
    if await sql.count_of_person(db, person) >= MOST_OF_PERSON:
        raise Declined("too_many_tables", most=MOST_OF_PERSON)


def _computer(seats: list[SeatRow], level: str) -> SeatRow:
    """Return the next seat, for a computer."""
    return SeatRow(seat=len(seats), person=None, computer=level, name=computer_name(seats))


def computer_name(seats: list[SeatRow]) -> str:
    """Return the first free name: computers have names of Hanseatic towns, so that one can tell them apart."""
    taken = {seat.name for seat in seats}
    return next(name for name in TOWNS if name not in taken)


async def write(services: Services, table: Table, by: int, *, sits_down: bool = False, new_host: bool = False) -> None:
    """Write who sits in a lobby now, and tell it; `by` is the person who has changed it. It may begin by that.

    `sits_down`: that person has sat down, and is declined if there is no room for them. `new_host`: somebody is host
    now who was told nothing yet.
    """
    if (starter := table.seat_of(by)) and fills(table):
        await _begin(services, table, starter, sits_down=sits_down)
        return
    for number, seat in enumerate(table.seats):
        seat.seat = number
    row = table.row
    full, by_host = len(table.seats) == row.size, by == row.host
    tell = after_lobby_change(full=full, by_host=by_host, host_pinged=row.host_pinged, new_host=new_host)
    row.host_pinged = (row.host_pinged and not new_host) or LobbyFull() in tell
    if new_host and row.place_gone:
        tell.append(PlaceGone())  # Whoever was host was told how to move the table.
    async with services.db.transaction() as db:
        if sits_down:
            await check_table_limit(db, by)
        await sql.save_seats(db, table.id, table.seats)
        await sql_guests.save(db, table.id, row.guests)
        await sql.save_table(db, row, "host", "host_pinged", "level", "hints")
        await outgoing.write(db, table, tell)
    outbox.wake(services, table.id)
