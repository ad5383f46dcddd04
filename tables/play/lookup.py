"""Reading tables; nothing here changes one.

`look` and `look_of_seat` return a table as one seat or a spectator sees it, `visible_entries` and `story_events` its
log. `find` returns the table that a command means if it names none, `candidates` all that it may mean. Others answer
single questions: `admits` (may this person use the table?), `is_irrevocable` (can this move not be taken back?),
`standings`. The rest lists tables and results, for example `open_in` a server's open tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

import msgspec

from rules.contract import Event, Move, Standing
from rules.errors import Refused
from rules.records import Record, effective_entries
from storage.queries import guests as sql_guests
from storage.queries import records, server_records
from storage.queries import tables as sql
from storage.rows import OriginRow, ResultRow, Status, TableRow
from tables.model import deadlines
from tables.model.table import LogEntry, Look, MenuMoves, SeatTime, Table
from tables.model.table_errors import Declined
from tables.runtime.services import Services
from tables.runtime.waiting_tables import WaitingTable
from tables.thinking import lesson_guide

TableScope = Literal["lobby_to_join", "lobby", "running", "finished", "finished_or_running", "any"]
"""Which tables a request is for.

`lobby_to_join`: somebody's lobby in this channel. `lobby` and `running`: the person's own tables in that state.
`finished`: tables that were played to the end. `finished_or_running`: the same, or a running one if the person has
finished none. `any`: a running table or one that is over.
"""


async def origin(services: Services, table_id: int) -> OriginRow:
    """Return a table's game, server, channel and time of opening, and if it is private or a lesson. Cached.

    Only `/table move` changes it. Raise `Declined` if there is no such table.
    """
    if table_id not in services.caches.origins:
        found = await sql.origin(services.db.sync_reader, table_id)
        if found is None:
            raise Declined("no_table", table=table_id)
        services.caches.origins[table_id] = found
    return services.caches.origins[table_id]


async def admits(services: Services, table_id: int, person: int) -> bool:
    """Return True if a person may use a table from any channel; False if there is no such table.

    They may if they have a seat, are offered one by name, or were invited, whatever they answered.
    """
    reader = services.db.sync_reader
    return await sql.has_seat_or_offer(reader, table_id, person) or await sql_guests.is_invited(
        reader, table_id, person
    )


async def successor(services: Services, table_id: int, person: int) -> str | None:
    """Return the name of the person who now has a seat that `person` gave up; None if nobody else has it."""
    return await records.successor(services.db.reader, table_id, person)


async def look(services: Services, table_id: int, person: int | None = None) -> Look:
    """Load a table and return it as a person sees it: from their seat, or as a spectator if they have none.

    `person=None` means a spectator. Raise `Declined` if there is no such table.
    """
    table = await services.load(table_id)
    seat = table.seat_of(person) if person is not None else None
    return await look_of_seat(services, table, seat.seat if seat else None)


async def look_of_seat(services: Services, table: Table, seat: int | None, *, kept: bool = False) -> Look:
    """Return a loaded table as a seat sees it, or as a spectator does if `seat` is None.

    The moves of the seat's menu are computed on demand. `kept` is True for a message that stays in the channel. In a
    lesson the learner's look has the guidance. In the lobby the look has no view, and once the game is over, or while a
    computer decides at the seat, nothing to decide.
    """
    if table.state is None:
        return Look(table, seat, None)
    game, state = table.game, table.state
    view, times = game.view(state, seat), await _seat_times(services, table)
    if seat is None:
        return Look(table, None, view, times=times)
    mark = table.shown_mark(seat)
    if table.row.status != "playing" or table.seats[seat].computer:
        return await lesson_guide.with_guidance(services, Look(table, seat, view, mark, times=times))
    look = Look(
        table,
        seat,
        view,
        mark,
        owes=table.owed.get(seat),
        may_change=game.may_change(state, seat),
        sealed=game.is_sealed_choice(state),
        can_undo=table.can_take_back(seat) and not table.computer_owes,
        menu_moves=_menu_moves(services, table, seat),
        draft=table.draft(seat),
        times=times,
        kept=kept,
    )
    return await lesson_guide.with_guidance(services, look)


_NO_TIME = SeatTime()
_MAX_WINNERS = 20
_MAX_CACHED_ENTRIES = 100
"""When a log is read, at most this many of its latest entries are cached."""


class _SeatTimes(Mapping[int, SeatTime]):
    """The `SeatTime` of each person's seat that has something to show, computed when first used."""

    def __init__(self, table: Table, now: int) -> None:
        self._table, self._now = table, now

    @cached_property
    def _found(self) -> dict[int, SeatTime]:
        times = {seat.seat: deadlines.seat_time(self._table, seat, self._now) for seat in self._table.human_seats()}
        return {seat: time for seat, time in times.items() if time != _NO_TIME}

    def __getitem__(self, seat: int) -> SeatTime:
        return self._found[seat]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


async def _seat_times(services: Services, table: Table) -> Mapping[int, SeatTime]:
    """Return the time of each person's seat that has something to show; empty unless the table is being played.

    Sets `table.stops` if that was not loaded.
    """
    if table.stops is None:
        await services.load_stops(table)
    return _SeatTimes(table, services.now()) if table.row.status == "playing" else {}


def _menu_moves(services: Services, table: Table, seat: int) -> MenuMoves:
    """Return the menu moves of a seat. Cached by snapshot, so they are computed once for every state.

    They are computed from the snapshot, since `table.state` may have changed by the time they are needed.
    """
    game, snapshot = table.game, table.row.snapshot or b""
    key = (table.row.game, snapshot, seat)
    offers = services.caches.menu_moves.get(key)
    if offers is None:
        offers = services.caches.menu_moves[key] = MenuMoves(lambda: game.menu(game.decode(snapshot), seat))
    return offers


def is_irrevocable(look: Look, move: Move) -> bool:
    """Return True if a move could not be taken back once made.

    That is so if it ends the game or reveals something, or if a computer has to act next. The move is tried on a
    guessed state, so the answer reveals no hidden information. Return True for a spectator and in the lobby. Return
    False for a move that is not allowed: whoever tries to make it gets the reason.
    """
    table, seat = look.table, look.seat
    if seat is None or table.state is None:
        return True
    game, guess = table.game, table.game.guess(table.state, seat, 0)
    try:
        game.play(guess, seat, move)
    except Refused:
        return False
    owed = game.owed(guess)
    return not owed or not game.can_take_back(guess, seat) or any(table.seats[other].computer for other in owed)


async def standings(services: Services, look: Look) -> tuple[Standing, ...]:
    """Return what each seat would score if the game ended now, as far as the look's seat can know.

    For a finished game it is the final score; empty in the lobby.
    """
    table = look.table
    if table.row.status == "finished":
        latest = await sql.log(services.db.reader, table.id, after=table.row.version - 1)
        told = [event for row in latest for event in table.game.decode_events(row.events)]
        return table.game.final_standings(look.view, told)
    return look.standings


async def record(services: Services, table: Table) -> Record:
    """Return the record of a table's game (seed, options and whole log), from which it can be replayed."""
    return table.record(await sql.log(services.db.reader, table.id))


class VisibleEntry(msgspec.Struct, frozen=True):
    """A log entry (number, seat, time in seconds since 1970) with its events as one seat may see them."""

    n: int
    """The entry's number; 0 for the opening."""
    seat: int
    """The seat that moved; -1 for the opening."""
    at: int
    events: list[Event]


async def visible_entries(
    services: Services, table: Table, seat: int | None, after: int = -1, upto: int | None = None
) -> list[VisibleEntry]:
    """Return the log entries after entry `after`, up to entry `upto`, as a seat may see them, oldest first.

    `after=-1` includes the opening; `upto=None` means up to the version of the loaded table. Entries that were taken
    back are left out. Entries written since the table was loaded are never included, because they may take back some of
    these.
    """
    game, row = table.game, table.row
    upto = row.version if upto is None else min(upto, row.version)
    told: list[VisibleEntry] = []
    if after < 0:
        _, events = game.opening(row.size, row.seed, row.options, row.rules)
        told.append(VisibleEntry(0, -1, row.started or row.created, [game.redact(event, seat) for event in events]))
    entries = await _entries(services, table, max(after, 0), upto)
    told += [
        VisibleEntry(entry.n, entry.seat, entry.at, [game.redact(event, seat) for event in entry.events])
        for entry in effective_entries(entries, whole=after <= 0)
    ]
    return told


async def _entries(services: Services, table: Table, after: int, upto: int) -> list[LogEntry]:
    """Return the log entries `after + 1` to `upto` with decoded events, from the cache if it has them all.

    Otherwise they are read, and the latest 100 of them cached.
    """
    known = [entry for n in range(after + 1, upto + 1) if (entry := services.caches.log_entries.get((table.id, n)))]
    if len(known) == upto - after:
        return known
    reader = services.db.sync_reader if upto - after <= _MAX_CACHED_ENTRIES else services.db.reader
    read = [table.log_entry(row) for row in await sql.log(reader, table.id, after, upto)]
    services.caches.log_entries.update({(table.id, entry.n): entry for entry in read[-_MAX_CACHED_ENTRIES:]})
    return read


async def story_events(
    services: Services, table: Table, seat: int | None, after: int = -1, upto: int | None = None
) -> list[tuple[int, list[Event]]]:
    """Return (seat that made the entry, events as `seat` may see them) of the log entries after `after` up to `upto`.

    The oldest comes first, and entries that were taken back are left out. `after=-1` includes the opening, whose seat
    is -1; `upto=None` means up to the version of the loaded table. `seat` None is a spectator.
    """
    return [(entry.seat, entry.events) for entry in await visible_entries(services, table, seat, after, upto)]


async def looks_of_person(services: Services, person: int, game: str | None = None) -> list[Look]:
    """Return a person's tables in the lobby or being played, as they see them, without lessons.

    Tables where they have to act come first, the most urgent first; the others follow, oldest first. `game=None` means
    all games.
    """
    looks = []
    for row, seats in await sql.of_person(services.db.reader, person, game):
        table = Table.from_rows(row, seats)
        seat = table.seat_of(person)
        looks.append(await look_of_seat(services, table, seat.seat if seat else None))
    return sorted(looks, key=_urgency)


def _urgency(look: Look) -> tuple[bool, tuple[int, int, int]]:
    """Return a sort key: tables where the person has to act come first, in the order of `WaitingTable.urgency`."""
    if look.seat is None or look.owes is None:
        return True, (0, 0, look.table.id)
    return False, WaitingTable.of(look.table, look.table.seats[look.seat]).urgency


async def find(
    services: Services,
    person: int,
    game: str,
    channel: int,
    scope: TableScope,
    none_found: str = "no_table_of_yours",
) -> int:
    """Return the id of the table that a command means when it names none.

    With the scope `lobby_to_join` that is the only lobby of this game in `channel`; unless there is exactly one,
    `Declined` is raised with the key `which_lobby`. With any other scope it is the first of these that exists:

    1. The table of this game in `channel` (a channel or a thread). One that is over counts only with the scopes `any`,
       `finished` and `finished_or_running`.
    2. With `finished` and `finished_or_running`: the latest table of this game that the person finished. With
       `finished` the search ends here.
    3. The person's only table of this game that waits in the lobby (scope `lobby`) or is being played (other scopes).
    4. The table in `channel` although it is over.
    5. The person's only lesson of this game.

    Raises `Declined` with the key `none_found` if there is none of them, with `which_table` if 3 or 5 finds several.
    """
    if scope == "lobby_to_join":
        lobbies = await sql.lobbies_in(services.db.reader, channel, game)
        if len(lobbies) != 1:
            raise Declined("which_lobby", game=game)
        return lobbies[0]
    here = await sql.in_place(services.db.sync_reader, channel)
    if here and here.game != game:
        here = None
    if here and (here.status in ("lobby", "playing") or scope in ("finished", "finished_or_running", "any")):
        return here.id
    if scope in ("finished", "finished_or_running"):
        latest = await sql.latest_finished(services.db.reader, person, game)
        if latest is not None:
            return latest
        if scope == "finished":
            raise Declined(none_found, game=game)
    status = _own_status(scope)
    found = [row.id for row, _ in await sql.of_person(services.db.reader, person, game) if row.status == status]
    if not found and here:
        return here.id
    found = found or [row.id for row, _ in await sql.of_person(services.db.reader, person, game, lessons=True)]
    if not found:
        raise Declined(none_found, game=game)
    if len(found) > 1:
        raise Declined("which_table", game=game)
    return found[0]


async def candidates(services: Services, person: int, game: str, scope: TableScope) -> list[Look]:
    """Return the person's own open tables that a command may mean when it names none, the most urgent first.

    They are in the lobby if `scope` is `lobby`, and being played with any other scope. Lessons are left out.
    """
    status = _own_status(scope)
    return [look for look in await looks_of_person(services, person, game) if look.table.row.status == status]


def _own_status(scope: TableScope) -> Status:
    """Return the status of those of a person's own open tables that `scope` covers: "lobby" or "playing"."""
    return "lobby" if scope == "lobby" else "playing"


async def game_in(services: Services, place: int) -> str | None:
    """Return the game of the newest table in a thread, or of the newest open one in a channel; None without one."""
    return await sql.game_in(services.db.reader, place)


async def rules_played(services: Services, person: int, place: int) -> dict[str, int]:
    """Return by game the version of the rules that a person is likely to mean at a place, a thread or channel.

    Tables in the thread count, and running ones in the channel or of the person, but no lobbies. Of several, one in the
    thread decides, then one in the channel, then the newest rules. A game without a table is missing.
    """
    return await sql.rules_played(services.db.reader, person, place)


async def open_in(
    services: Services, server: int, person: int, limit: int = 25, game: str | None = None
) -> list[Table]:
    """Return at most `limit` open tables of a server that a person may know of, newest first, without their states.

    `game=None` means all games.
    """
    rows = await sql.of_server(services.db.reader, server, ("lobby", "playing"), limit, game, person)
    return [Table(row, seats) for row, seats in rows]


async def private_in(services: Services, server: int) -> list[Table]:
    """Return a server's open private tables without their states. Only managers may see them; that is not checked."""
    return [Table(row, seats) for row, seats in await sql.private_in(services.db.reader, server)]


async def latest_in(services: Services, server: int, limit: int = 25) -> list[Table]:
    """Return a server's latest `limit` tables of any status, also private ones, newest first, without their states."""
    rows = await sql.of_server(services.db.reader, server, ("lobby", "playing", "finished", "closed"), limit)
    return [Table(row, seats) for row, seats in rows]


async def count_open(services: Services, server: int, person: int) -> int:
    """Return how many open tables of a server a person may know of."""
    return await sql.count_of_server(services.db.reader, server, person)


async def finished_in(
    services: Services, server: int, game: str | None, person: int, limit: int = 10
) -> list[tuple[TableRow, list[ResultRow]]]:
    """Return at most `limit` finished tables of a server that a person may know of, newest first, with their results.

    `game=None` means all games.
    """
    rows = await sql.of_server(services.db.reader, server, ("finished",), limit, game, person)
    ended = await sql.results_of(services.db.reader, [row.id for row, _ in rows])
    return [(row, ended[row.id]) for row, _ in rows]


async def results(services: Services, table_id: int) -> list[ResultRow]:
    """Return the results of a finished table, best place first; empty if it has none."""
    return await sql.results(services.db.reader, table_id)


async def wins_by_person(services: Services, server: int, game: str | None) -> list[tuple[str, int, int]]:
    """Return (name, games, wins) of the at most 20 people of a server with the most wins, best first.

    `game=None` covers all games. Games against computers only and private ones do not count. People who hide their
    statistics are left out.
    """
    return await server_records.most_wins(services.db.reader, (server, game, None), _MAX_WINNERS)
