"""Reading tables; nothing here changes one. `game_log` reads their logs.

- `look` and `look_of_seat` return a table as one seat or a spectator sees it.
- If a person gives a command without naming a table, `find` returns the table that is meant, and `candidates` all those
  of their own that may be meant.
- `admits` (may this person use the table?), `is_irrevocable` (can this move not be taken back?) and `standings` answer
  one question each.
- The rest lists tables and results; `open_in`, for example, the lobbies and running games of a server.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

from rules.contract import Move, Standing
from rules.errors import Refused
from storage.queries import guests as sql_guests
from storage.queries import records, server_records
from storage.queries import tables as sql
from storage.result_rows import ResultRow
from storage.rows import OriginRow, Status, TableRow
from tables.model import deadlines
from tables.model.table import Look, MenuMoves, SeatTime, Table
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
    """Return a loaded table as a seat sees it; as a spectator sees it if `seat` is None.

    The moves of the seat's menu are computed when they are first used. `kept` is True if the look is for a message that
    stays in the channel. In a lesson the learner's look has the lesson's guidance. In the lobby the look has no view.
    Once the game is over, and while a computer decides at the seat, the look has nothing to decide.
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


class _SeatTimes(Mapping[int, SeatTime]):
    """The `SeatTime` by seat number, computed when first used.

    It has only seats at which a person decides, and of these only the ones with a time to show.
    """

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
    """Return the times to show by seat number, as `_SeatTimes`; empty unless the game is running.

    Load `table.stops` first if it is None.
    """
    if table.stops is None:
        await services.load_stops(table)
    return _SeatTimes(table, services.now()) if table.row.status == "playing" else {}


def _menu_moves(services: Services, table: Table, seat: int) -> MenuMoves:
    """Return the menu moves of a seat, which are computed when first used. Cached by game, snapshot and seat.

    They are computed from the table's snapshot, since `table.state` may have changed by then.
    """
    game, snapshot = table.game, table.row.snapshot or b""
    key = (table.row.game, snapshot, seat)
    offers = services.caches.menu_moves.get(key)
    if offers is None:
        offers = services.caches.menu_moves[key] = MenuMoves(lambda: game.menu(game.decode(snapshot), seat))
    return offers


def is_irrevocable(look: Look, move: Move) -> bool:
    """Return True if a move could not be taken back once made.

    That is so if the move ends the game or reveals something, if a computer has to act next, or if another player comes
    next with a decision that a plan or a standing answer may make, whether or not there is one. The move is tried on a
    state in which the information hidden from the look's seat is guessed, so the answer reveals nothing. Return True
    for a spectator and in the lobby. Return False for a move that the rules do not allow (making it raises the reason),
    and for a plan.
    """
    table, seat = look.table, look.seat
    if seat is None or table.state is None:
        return True
    if table.rehearsal:
        return False
    game, guess = table.game, table.game.guess(table.state, seat, 0)
    try:
        game.play(guess, seat, move)
    except Refused:
        return False
    owed = game.owed(guess)
    if not owed or not game.can_take_back(guess, seat) or any(table.seats[other].computer for other in owed):
        return True
    return _hands_on(table, seat, guess)


def next_may_be_planned(look: Look, move: Move) -> bool:
    """Return True if another player comes next after a move, with a decision that they may have answered already.

    Whether they have, by a plan or a standing answer, makes no difference. Return False for a move that the rules do
    not allow, and for a plan.
    """
    after = _state_after(look, move)
    return look.seat is not None and after is not None and _hands_on(look.table, look.seat, after)


def next_may_act_at_once(look: Look, move: Move) -> bool:
    """Return True if `next_may_be_planned` is true, or if a computer has to act next after a move.

    Return False for a move that the rules do not allow, and for a plan.
    """
    after, table = _state_after(look, move), look.table
    if look.seat is None or after is None:
        return False
    return any(table.seats[other].computer for other in table.game.owed(after)) or _hands_on(table, look.seat, after)


def _state_after(look: Look, move: Move) -> Any:
    """Return the state after a move, with what is hidden from the look's seat guessed.

    Return None for a spectator, in the lobby, for a plan, and for a move that the rules do not allow.
    """
    table, seat = look.table, look.seat
    if seat is None or table.state is None or table.rehearsal:
        return None
    guess = table.game.guess(table.state, seat, 0)
    try:
        table.game.play(guess, seat, move)
    except Refused:
        return None
    return guess


def _hands_on(table: Table, seat: int, after: Any) -> bool:
    """Return True if in the state `after` somebody else is asked a new question that may be answered already."""
    game, owed = table.game, table.game.owed(after)
    if table.row.lesson or game.early is None or game.current_frame_id(after) == table.frame_id:
        return False
    people = [other for other in owed if other != seat and not table.seats[other].computer]
    return any(game.early.answered_without_asking(owed[other]) for other in people)


async def standings(services: Services, look: Look) -> tuple[Standing, ...]:
    """Return the standing of each seat if the game ended now, as far as the look's seat can know.

    For a finished game return the final standings; in the lobby an empty tuple.
    """
    table = look.table
    if table.row.status == "finished":
        latest = await sql.log(services.db.reader, table.id, after=table.row.version - 1)
        told = [event for row in latest for event in table.game.decode_events(row.events)]
        return table.game.final_standings(look.view, told)
    return look.standings


async def looks_of_person(services: Services, person: int, game: str | None = None) -> list[Look]:
    """Return a person's lobbies and running games, without lessons, each as they see it. `game=None` means all games.

    Tables where they have to act come first, the most urgent first; the others follow, oldest first.
    """
    looks = []
    for row, seats in await sql.of_person(services.db.reader, person, game):
        table = Table.from_rows(row, seats)
        seat = table.seat_of(person)
        looks.append(await look_of_seat(services, table, seat.seat if seat else None))
    return sorted(looks, key=_urgency)


def _urgency(look: Look) -> tuple[bool, tuple[int, int, int]]:
    """Return a sort key: tables where the look's seat has to act come first, in the order of `WaitingTable.urgency`.

    The others follow in the order of their ids.
    """
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
    """Return the id of the table that a person means by a command that names no table.

    `channel` is the channel or thread in which they gave the command. `scope` says which tables the command is for.
    With the scope `lobby_to_join` it is the only lobby of this game in `channel`; unless there is exactly one, raise
    `Declined` with the key `which_lobby`. With any other scope it is the first of these that exists:

    1. The table of this game in `channel`. If it is over, it counts only with the scopes `any`, `finished` and
       `finished_or_running`.
    2. With `finished` and `finished_or_running`: the latest table of this game that the person finished. With
       `finished` the search ends here.
    3. The person's only lobby (scope `lobby`) or only running game (other scopes) of this game.
    4. The table in `channel` although it is over.
    5. The person's only running lesson of this game.

    Raise `Declined` with the key `none_found` if none exists, and with `which_table` if 3 or 5 finds several.
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
    """Return a person's own tables of a game that a command without a named table may mean, the most urgent first.

    With the scope `lobby` they are lobbies, with any other scope running games. Lessons are left out.
    """
    status = _own_status(scope)
    return [look for look in await looks_of_person(services, person, game) if look.table.row.status == status]


def _own_status(scope: TableScope) -> Status:
    """Return which of a person's own tables a scope covers: those with the status "lobby" or those with "playing"."""
    return "lobby" if scope == "lobby" else "playing"


async def game_in(services: Services, place: int) -> str | None:
    """Return the game that is played in a thread or channel; None if there is none.

    In a thread it is that of the newest table; in a channel, that of the newest lobby or running game.
    """
    return await sql.game_in(services.db.reader, place)


async def rules_played(services: Services, person: int, place: int) -> dict[str, int]:
    """Return, by game, the version of the rules that a person likely means when they ask in a thread or channel.

    It is the version of a table in the thread `place`; without one, of a running game in the channel `place`; without
    one, the newest version among the person's running games. Lobbies do not count. Games without any such table are
    missing.
    """
    return await sql.rules_played(services.db.reader, person, place)


async def open_in(
    services: Services, server: int, person: int, limit: int = 25, game: str | None = None
) -> list[Table]:
    """Return a server's lobbies and running games that a person may know of, newest first, at most `limit`.

    Their game states are not loaded. `game=None` means all games.
    """
    rows = await sql.of_server(services.db.reader, server, ("lobby", "playing"), limit, game, person)
    return [Table(row, seats) for row, seats in rows]


async def private_in(services: Services, server: int) -> list[Table]:
    """Return a server's private lobbies and running games, without game states.

    The caller checks that only a server manager gets them.
    """
    return [Table(row, seats) for row, seats in await sql.private_in(services.db.reader, server)]


async def latest_in(services: Services, server: int, limit: int = 25) -> list[Table]:
    """Return a server's newest tables of any status, also private ones, newest first, at most `limit`.

    Their game states are not loaded.
    """
    rows = await sql.of_server(services.db.reader, server, ("lobby", "playing", "finished", "closed"), limit)
    return [Table(row, seats) for row, seats in rows]


async def count_open(services: Services, server: int, person: int) -> int:
    """Return how many lobbies and running games a server has that a person may know of."""
    return await sql.count_of_server(services.db.reader, server, person)


async def finished_in(
    services: Services, server: int, game: str | None, person: int, limit: int = 10
) -> list[tuple[TableRow, list[ResultRow]]]:
    """Return a server's finished tables that a person may know of, newest first, at most `limit`.

    Each comes with the results of all its seats. `game=None` means all games.
    """
    rows = await sql.of_server(services.db.reader, server, ("finished",), limit, game, person)
    ended = await sql.results_of(services.db.reader, [row.id for row, _ in rows])
    return [(row, ended[row.id]) for row, _ in rows]


async def results(services: Services, table_id: int) -> list[ResultRow]:
    """Return the results of a finished table, best place first; empty if it has none."""
    return await sql.results(services.db.reader, table_id)


async def wins_by_person(services: Services, server: int, game: str | None) -> list[tuple[str, int, int]]:
    """Return (name, games played, games won) of the people of a server with the most wins, best first, at most 20.

    `game=None` means all games. Private games, and games of one person against computers, do not count. People who hide
    their statistics are left out.
    """
    return await server_records.most_wins(services.db.reader, (server, game, None), _MAX_WINNERS)
