"""SQL for game tables, with their seats, logs, drafts (half-built moves) and results."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.columns import DatabaseRow, column, struct
from storage.database import Database, Reader, Transaction
from storage.partition import Partition
from storage.result_rows import ResultRow
from storage.rows import GuestRow, LogRow, OriginRow, SeatRow, Status, TableRow
from storage.table_cache import Seated

_TABLE_COLUMNS = tuple(name for name in TableRow.__struct_fields__ if name not in ("id", "guests"))
_OPEN = "status IN ('lobby', 'playing')"
_NO_LESSON = "lesson = 0"
"""SQL condition: lessons appear in no list and count nowhere."""
_OF_GAME = "(CAST(? AS TEXT) IS NULL OR game = ?)"
_KNOWN_TO = (
    "(private = 0 OR CAST(? AS BIGINT) IS NULL OR id IN (SELECT table_id FROM seats WHERE person = ?)"
    " OR id IN (SELECT table_id FROM guests WHERE person = ? AND answer NOT IN ('hears', 'sent_away')))"
)
"""SQL condition: a private table is known only to people with a seat or an invitation. With NULL as person: always."""


async def add_table(db: Transaction, table: TableRow) -> int:
    """Insert a table without its guests, set its `id` in place, and return the id."""
    marks = ", ".join("?" * len(_TABLE_COLUMNS))
    table.id = await db.insert(
        f"INSERT INTO tables ({', '.join(_TABLE_COLUMNS)}) VALUES ({marks}) RETURNING id",
        [column(getattr(table, name)) for name in _TABLE_COLUMNS],
    )
    return table.id


_SEAT = ", ".join(f"'{name}', {'body' if name == 'draft' else name}" for name in SeatRow.__struct_fields__)
_SEATED = f"""(
    SELECT coalesce(json_group_array(json_object({_SEAT})), '[]') FROM (
        SELECT seats.*, drafts.mark, drafts.body, kept_views.n AS kept_n, kept_views.frame AS kept_frame, earlier_n
        FROM seats LEFT JOIN drafts USING (table_id, seat) LEFT JOIN kept_views USING (table_id, seat)
        WHERE seats.table_id = tables.id ORDER BY seats.seat
    ) AS in_order
) AS seated"""
_GUEST = ", ".join(f"'{name}', {name}" for name in GuestRow.__struct_fields__)
_GUESTS = f"""(
    SELECT coalesce(json_group_array(json_object({_GUEST})), '[]')
    FROM (SELECT * FROM guests WHERE table_id = tables.id ORDER BY n) AS in_order
) AS guests"""
SEATED = f"tables.*, {_SEATED}, {_GUESTS}"
"""The columns of a table, and as JSON its seats (with drafts and kept views) and guests, in one query."""
_LIGHT = ", ".join(
    ("tables.id", *("tables." + name for name in _TABLE_COLUMNS if name != "snapshot"), _SEATED, _GUESTS)
)
"""The same columns without the snapshot."""
_SEATS = msgspec.json.Decoder(list[SeatRow], strict=False)


async def table(db: Reader, table_id: int) -> Seated | None:
    """Return a table with its snapshot and guests, and its seats in order with their drafts; None if there is none."""
    rows = list(await db.execute_fetchall(f"SELECT {SEATED} FROM tables WHERE id = ?", (table_id,)))
    return seated(rows[0]) if rows else None


async def cached_table(db: Database, table_id: int) -> Seated | None:
    """Return a committed table with its seats, as `table` does; None if there is none.

    It is a copy from the cache if possible. Otherwise it is read, and cached unless a table was written meanwhile.
    """
    if known := db.table_cache.get(table_id):
        return known
    written, found = db.table_cache.written, await table(db.sync_reader, table_id)
    if found and written == db.table_cache.written:
        db.table_cache.keep(found)
    return found


async def origin(db: Reader, table_id: int) -> OriginRow | None:
    """Return the fields of a table that hardly ever change, such as game and server; None if there is no such table."""
    rows = list(
        await db.execute_fetchall(
            "SELECT game, server, channel, created, lesson, private FROM tables WHERE id = ?", (table_id,)
        )
    )
    return struct(OriginRow, rows[0]) if rows else None


async def has_seat(db: Reader, table_id: int, person: int) -> bool:
    """Return True if a person has a seat at a table, whatever the table's status."""
    rows = await db.execute_fetchall("SELECT 1 FROM seats WHERE table_id = ? AND person = ?", (table_id, person))
    return bool(list(rows))


async def has_seat_or_offer(db: Reader, table_id: int, person: int) -> bool:
    """Return True if a person has a seat at a table or is offered one by name."""
    rows = await db.execute_fetchall(
        "SELECT 1 FROM seats WHERE table_id = ? AND (person = ? OR offered_to = ?) LIMIT 1", (table_id, person, person)
    )
    return bool(list(rows))


async def seated_at(db: Reader, person: int) -> list[int]:
    """Return the ids of all tables, of any status, where a person has a seat, ascending."""
    rows = await db.execute_fetchall("SELECT table_id FROM seats WHERE person = ? ORDER BY table_id", (person,))
    return [row[0] for row in rows]


async def offering_to(db: Reader, person: int, partition: Partition) -> list[int]:
    """Return the ids of tables of a partition where a seat is offered to a person by name, ascending."""
    rows = await db.execute_fetchall(
        "SELECT DISTINCT table_id FROM seats WHERE offered_to = ?"
        f"{partition.table_condition('seats.table_id')} ORDER BY table_id",
        (person,),
    )
    return [row[0] for row in rows]


def seated(row: DatabaseRow) -> Seated:
    """Build a table and its seats from a row that has the columns `SEATED`."""
    return struct(TableRow, row), _SEATS.decode(row["seated"])


async def save_table(db: Transaction, table: TableRow, *names: str) -> None:
    """Update the named fields of a table, at least one; all other columns stay as they are."""
    await db.execute(
        f"UPDATE tables SET {', '.join(name + ' = ?' for name in names)} WHERE id = ?",
        [*(column(getattr(table, name)) for name in names), table.id],
        of=table.id,
    )


_ELSEWHERE = ("seat", "mark", "draft", "kept_n", "kept_frame", "earlier_n")
_SEAT_COLUMNS = tuple(name for name in SeatRow.__struct_fields__ if name not in _ELSEWHERE)
_INSERT_SEAT = (
    f"INSERT INTO seats ({', '.join(_SEAT_COLUMNS)}, table_id, seat) VALUES ({'?, ' * len(_SEAT_COLUMNS)}?, ?)"
)
_UPDATE_SEAT = f"UPDATE seats SET {' = ?, '.join(_SEAT_COLUMNS)} = ? WHERE table_id = ? AND seat = ?"


async def save_seats(db: Transaction, table_id: int, rows: Sequence[SeatRow]) -> None:
    """Replace all seats of a table. Drafts and the views in `kept_views` are not changed."""
    await db.execute("DELETE FROM seats WHERE table_id = ?", (table_id,), of=table_id)
    await db.executemany(_INSERT_SEAT, [(*_seat(row), table_id, row.seat) for row in rows], of=table_id)


async def update_seats(db: Transaction, table_id: int, rows: Sequence[SeatRow]) -> None:
    """Write all columns of these seats, which must exist. Drafts and kept views are not touched."""
    await db.executemany(_UPDATE_SEAT, [(*_seat(row), table_id, row.seat) for row in rows], of=table_id)


def _seat(row: SeatRow) -> tuple[object, ...]:
    """Return the values of a seat's columns, in the order of `_SEAT_COLUMNS`."""
    return tuple(column(getattr(row, name)) for name in _SEAT_COLUMNS)


async def append(db: Transaction, table_id: int, entry: LogRow) -> None:
    """Insert an entry into a table's log. If its number is already there, the transaction fails."""
    await db.execute(
        "INSERT INTO log (table_id, n, seat, text, events, at, time_left, time_used, helped, planned, person, late)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(table_id, entry.n, entry.seat, entry.text, entry.events, entry.at, entry.time_left, entry.time_used),
            *(int(entry.helped), int(entry.planned), entry.person, column(entry.late)),
        ),
    )


async def give_time(db: Transaction, table_id: int, seat: int, seconds: int) -> None:
    """Add seconds to `time_left` in all log entries of a seat, so that taking a move back does not lose them."""
    await db.execute(
        "UPDATE log SET time_left = time_left + ? WHERE table_id = ? AND seat = ? AND time_left IS NOT NULL",
        (seconds, table_id, seat),
    )


async def acted_at(db: Transaction, table_id: int, seat: int) -> int:
    """Return the time of a seat's latest log entry, in seconds since 1970; 0 if it has none."""
    rows = await db.execute_fetchall(
        "SELECT at FROM log WHERE table_id = ? AND seat = ? ORDER BY n DESC LIMIT 1", (table_id, seat)
    )
    return next((int(row[0]) for row in rows), 0)


async def was_helped(db: Reader, table_id: int, seat: int) -> bool:
    """Return True if a computer has made a decision for the person at a seat, because their time had run out."""
    rows = await db.execute_fetchall(
        "SELECT 1 FROM log WHERE table_id = ? AND seat = ? AND helped = 1 LIMIT 1", (table_id, seat)
    )
    return bool(list(rows))


async def log(db: Reader, table_id: int, after: int = 0, upto: int | None = None) -> list[LogRow]:
    """Return a table's log entries with numbers above `after` and up to `upto` (None: to the end), in order."""
    rows = await db.execute_fetchall(
        "SELECT * FROM log WHERE table_id = ? AND n > ? AND n <= ? ORDER BY n",
        (table_id, after, upto if upto is not None else 1 << 60),
    )
    return [struct(LogRow, row) for row in rows]


async def of_person(db: Reader, person: int, game: str | None = None, *, lessons: bool = False) -> list[Seated]:
    """Return the tables in the lobby or in play where a person has a seat, oldest first, with their snapshots.

    Lessons are left out; with `lessons` only lessons are returned. `game` restricts either to one game unless None.
    """
    rows = await db.execute_fetchall(
        f"SELECT {SEATED} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE person = ?)"
        f" AND lesson = ? AND {_OPEN} AND {_OF_GAME} ORDER BY id",
        (person, int(lessons), game, game),
    )
    return [seated(row) for row in rows]


async def played_by(db: Reader, person: int, but: int = 0) -> list[Seated]:
    """Return the tables in play where a person, not a computer, decides at their seat, oldest first.

    Lessons and the table with the id `but` are left out.
    """
    rows = await db.execute_fetchall(
        f"SELECT {SEATED} FROM tables WHERE status = 'playing' AND {_NO_LESSON} AND id <> ?"
        " AND id IN (SELECT table_id FROM seats WHERE person = ? AND computer IS NULL) ORDER BY id",
        (but, person),
    )
    return [seated(row) for row in rows]


async def count_of_person(db: Reader, person: int) -> int:
    """Return at how many tables in the lobby or in play a person has a seat; lessons do not count."""
    return (await counts_of_people(db, [person])).get(person, 0)


async def counts_of_people(db: Reader, people: Sequence[int]) -> dict[int, int]:
    """Return at how many tables in the lobby or in play each of these people has a seat; lessons do not count.

    Somebody without such a table is missing.
    """
    marks = ", ".join("?" * len(people))
    rows = (
        await db.execute_fetchall(
            "SELECT seats.person, count(*) FROM tables JOIN seats ON seats.table_id = tables.id"
            f" WHERE seats.person IN ({marks}) AND {_NO_LESSON} AND {_OPEN} GROUP BY seats.person",
            people,
        )
        if people
        else ()
    )
    return {row[0]: row[1] for row in rows}


async def count_of_server(db: Reader, server: int, person: int | None = None) -> int:
    """Return how many tables a server has in the lobby or in play; lessons do not count.

    Unless `person` is None, private tables count only if that person has a seat or an invitation there.
    """
    ((count,),) = await db.execute_fetchall(
        f"SELECT count(*) FROM tables WHERE server = ? AND {_NO_LESSON} AND {_OPEN} AND {_KNOWN_TO}",
        (server, person, person, person),
    )
    return int(count)


async def of_server(
    db: Reader, server: int, statuses: Sequence[Status], limit: int, game: str | None = None, person: int | None = None
) -> list[Seated]:
    """Return a server's tables with one of these statuses, newest first, at most `limit`; lessons are left out.

    Their `snapshot` is not read and stays None. `game` restricts them to one game unless None. Unless `person` is None,
    private tables are returned only if that person has a seat or an invitation there.
    """
    marks = ", ".join("?" * len(statuses))
    rows = await db.execute_fetchall(
        f"SELECT {_LIGHT} FROM tables WHERE server = ? AND status IN ({marks}) AND {_NO_LESSON} AND {_OF_GAME}"
        f" AND {_KNOWN_TO} ORDER BY id DESC LIMIT ?",
        (server, *statuses, game, game, person, person, person, limit),
    )
    return [seated(row) for row in rows]


async def servers_in_use(db: Reader, partition: Partition) -> list[int]:
    """Return the ids of a partition's servers with tables in the lobby or in play, ascending; lessons do not count."""
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT server FROM tables WHERE status IN ('lobby', 'playing') AND {_NO_LESSON}"
        f"{partition.server_condition('server')} ORDER BY server"
    )
    return [server for (server,) in rows]


async def closed_unshown(db: Reader, partition: Partition) -> list[tuple[int, int]]:
    """Return (table id, server id) of a partition's closed tables whose end could not be shown, ordered by table.

    Their channel was deleted, or the server had removed the bot.
    """
    rows = await db.execute_fetchall(
        "SELECT id, server FROM tables WHERE status = 'closed' AND place_gone > 0"
        f"{partition.server_condition('server')} ORDER BY id"
    )
    return [(number, server) for number, server in rows]


async def private_in(db: Reader, server: int) -> list[Seated]:
    """Return the private tables of a server that are in the lobby or in play, newest first.

    Their `snapshot` is not read and stays None.
    """
    rows = await db.execute_fetchall(
        f"SELECT {_LIGHT} FROM tables WHERE server = ? AND private = 1 AND {_OPEN} ORDER BY id DESC", (server,)
    )
    return [seated(row) for row in rows]


async def lobbies_in(db: Reader, channel: int, game: str) -> list[int]:
    """Return the ids of a game's tables in the lobby in a channel, ascending."""
    rows = await db.execute_fetchall(
        "SELECT id FROM tables WHERE status = 'lobby' AND channel = ? AND game = ? ORDER BY id", (channel, game)
    )
    return [row[0] for row in rows]


async def latest_finished(db: Reader, person: int, game: str) -> int | None:
    """Return the id of the table where a person last finished this game, lessons left out; None if there is none."""
    rows = list(
        await db.execute_fetchall(
            "SELECT id FROM tables JOIN seats ON seats.table_id = tables.id"
            f" WHERE person = ? AND game = ? AND status = 'finished' AND {_NO_LESSON}"
            " ORDER BY ended DESC NULLS LAST, id DESC LIMIT 1",
            (person, game),
        )
    )
    return int(rows[0][0]) if rows else None


async def in_place(db: Reader, place: int) -> TableRow | None:
    """Return the newest table of a thread, whatever its status, or the newest table in play of a channel.

    `place` is the id of the thread or channel. For a channel, lessons and tables with a thread of their own do not
    count. None if there is none. The row's `guests` are not read and stay empty.
    """
    rows = list(
        await db.execute_fetchall("SELECT * FROM tables WHERE thread = ? ORDER BY id DESC LIMIT 1", (place,))
    ) or list(
        await db.execute_fetchall(
            f"SELECT * FROM tables WHERE channel = ? AND thread IS NULL AND status = 'playing' AND {_NO_LESSON}"
            " ORDER BY id DESC LIMIT 1",
            (place,),
        )
    )
    return struct(TableRow, rows[0]) if rows else None


async def game_in(db: Reader, place: int) -> str | None:
    """Return the game of the newest table of a thread, whatever its status, or of the newest open table of a channel.

    `place` is the id of the thread or channel. Open tables are those in the lobby or in play. For a channel, lessons do
    not count. None if there is no such table.
    """
    rows = list(
        await db.execute_fetchall(
            f"SELECT game FROM tables WHERE thread = ? OR (channel = ? AND {_OPEN} AND {_NO_LESSON})"
            " ORDER BY thread IS DISTINCT FROM ?, id DESC LIMIT 1",
            (place, place, place),
        )
    )
    return rows[0][0] if rows else None


async def rules_played(db: Reader, person: int, place: int) -> dict[str, int]:
    """Return, by game, the version of the rules that is played in a place or by a person.

    These tables count: those of the thread `place` that have started, even if they are over; those of the channel
    `place` in play, without lessons; those in play where the person has a seat. If several are of the same game, a
    table of the thread wins, then one of the channel, then the newest version.
    """
    rows = await db.execute_fetchall(
        f"SELECT game, rules FROM tables WHERE status <> 'lobby' AND (thread = ? OR (status = 'playing'"
        f" AND ((channel = ? AND {_NO_LESSON}) OR id IN (SELECT table_id FROM seats WHERE person = ?))))"
        " ORDER BY thread IS NOT DISTINCT FROM ?, channel = ?, rules",
        (place, place, person, place, place),
    )
    return {row[0]: row[1] for row in rows}


async def thinking(db: Reader, partition: Partition) -> list[int]:
    """Return the ids of a partition's tables where a computer owes a decision, ascending."""
    rows = await db.execute_fetchall(
        f"SELECT id FROM tables WHERE thinking = 1{partition.server_condition('server')} ORDER BY id"
    )
    return [row[0] for row in rows]


async def numbers(db: Reader, statuses: Sequence[Status]) -> list[int]:
    """Return the ids of all tables with one of these statuses, of all partitions, ascending."""
    marks = ", ".join("?" * len(statuses))
    rows = await db.execute_fetchall(f"SELECT id FROM tables WHERE status IN ({marks}) ORDER BY id", tuple(statuses))
    return [row[0] for row in rows]


async def rematch(db: Reader, table_id: int) -> int | None:
    """Return the id of the table that is the rematch of this one; None if there is none."""
    rows = list(await db.execute_fetchall("SELECT id FROM tables WHERE rematch_of = ?", (table_id,)))
    return int(rows[0][0]) if rows else None


# Half-built moves


async def set_draft(db: Transaction, table_id: int, seat: int, mark: str, body: str) -> None:
    """Store the half-built move of a seat in place of an earlier one; an empty `body` deletes it.

    `mark` names the decision that the move is for.
    """
    if body:
        await db.execute(
            "INSERT INTO drafts (table_id, seat, mark, body) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id, seat) DO UPDATE SET mark = excluded.mark, body = excluded.body",
            (table_id, seat, mark, body),
            of=table_id,
        )
    else:
        await db.execute("DELETE FROM drafts WHERE table_id = ? AND seat = ?", (table_id, seat), of=table_id)


# Results


async def add_results(db: Transaction, table_id: int, rows: Sequence[ResultRow]) -> None:
    """Insert the place and score of each seat of a finished table."""
    await db.executemany(
        "INSERT INTO results (table_id, seat, person, name, computer, place, score) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table_id, row.seat, row.person, row.name, row.computer, row.place, row.score) for row in rows],
    )


async def results(db: Reader, table_id: int) -> list[ResultRow]:
    """Return the place and score of each seat of a table, best place first; [] if it has no results."""
    return (await results_of(db, [table_id]))[table_id]


async def results_of(db: Reader, tables: Sequence[int]) -> dict[int, list[ResultRow]]:
    """Return the results of these tables by table id, best place first; [] for a table without results."""
    ended: dict[int, list[ResultRow]] = {table_id: [] for table_id in tables}
    if not tables:
        return ended
    marks = ", ".join("?" * len(tables))
    for row in await db.execute_fetchall(
        f"SELECT * FROM results WHERE table_id IN ({marks}) ORDER BY place, seat", tuple(tables)
    ):
        ended[row["table_id"]].append(struct(ResultRow, row))
    return ended
