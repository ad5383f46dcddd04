"""SQL for decision counts of people at seats, for outcomes (results as they count for each player), and for ratings.

The decision counts of a game that has ended also say how reliably its people have played.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import column, struct
from storage.database import Reader, Transaction
from storage.result_rows import DecisionCountRow, OutcomeRow, RatingRow, RivalRow
from storage.rows import Gone, SeatRow

COMPUTER, FORGOTTEN = 0, -1
"""In place of a person: a computer decided, or somebody whose data was removed."""

# Decisions


async def count_decision(
    db: Transaction, table_id: int, seat: SeatRow, who: int, at: int, late: bool | None = None
) -> None:
    """Add one decision at a seat to the count of `who` (a person or `COMPUTER`), and the seconds that it took.

    `at` is when it was made. Its time begins when the seat was asked, or with the last decision of `who` there if that
    is later. The seat's present name is stored too; "" for a computer. `late` says whether the time of the seat's owner
    was up: one is added to their `late` or `in_time`, also if a computer decided. None: nothing is added to either.
    """
    since = min(seat.asked_at or at, at)
    of_who = late if who else None
    await db.execute(
        "INSERT INTO decisions (table_id, seat, person, name, count, seconds, latest, in_time, late)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, seat, person) DO UPDATE SET name = excluded.name, count = decisions.count + 1,"
        " seconds = decisions.seconds + excluded.latest"
        " - CASE WHEN decisions.latest > CAST(? AS BIGINT) THEN decisions.latest ELSE CAST(? AS BIGINT) END,"
        " latest = excluded.latest, in_time = decisions.in_time + excluded.in_time,"
        " late = decisions.late + excluded.late",
        (
            *(table_id, seat.seat, who, seat.name if who else "", at - since, at),
            *(int(of_who is False), int(of_who is True), since, since),
        ),
    )
    if late and not who and seat.person is not None:
        await set_gone(db, table_id, seat.seat, seat.person, seat.name, "", missed=True)


async def uncount_decision(db: Transaction, table_id: int, seat: SeatRow, who: int, late: bool | None = None) -> None:
    """Subtract one decision of `who` at a seat, not below 0, because it was taken back. Its seconds stay counted.

    `late` is what was stored with it: it is subtracted from `late` or `in_time` too, of the seat's present owner if
    `who` is `COMPUTER`. None: from neither.
    """
    await db.execute(
        "UPDATE decisions SET count = count - 1 WHERE table_id = ? AND seat = ? AND person = ? AND count > 0",
        (table_id, seat.seat, who),
    )
    if late is not None:
        counted = "late" if late else "in_time"
        await db.execute(
            f"UPDATE decisions SET {counted} = {counted} - 1"
            f" WHERE table_id = ? AND seat = ? AND person = ? AND {counted} > 0",
            (table_id, seat.seat, who or seat.person),
        )


def who_decides(seat: SeatRow, *, helped: bool = False) -> int:
    """Return the person who decides at a seat now; `COMPUTER` if a computer does, also if only this once (`helped`)."""
    return COMPUTER if helped or seat.computer or seat.person is None else seat.person


async def held(db: Reader, table_id: int, person: int) -> set[int]:
    """Return the numbers of all seats at a table that a person has or had.

    These are the seats where they have made a decision, or which they gave up or took over.
    """
    rows = await db.execute_fetchall("SELECT seat FROM decisions WHERE table_id = ? AND person = ?", (table_id, person))
    return {row[0] for row in rows}


async def successor(db: Reader, table_id: int, person: int) -> str | None:
    """Return the name of the person who now has a seat at which `person` has made decisions.

    None if they made none at this table, or if no other person has the seat, for example because a computer plays
    there.
    """
    rows = await db.execute_fetchall(
        "SELECT seats.name FROM decisions JOIN seats ON seats.table_id = decisions.table_id"
        " AND seats.seat = decisions.seat WHERE decisions.table_id = ? AND decisions.person = ? AND seats.person <> ?",
        (table_id, person, person),
    )
    return next((str(row[0]) for row in rows), None)


async def set_gone(
    db: Transaction, table_id: int, seat: int, person: int, name: str, gone: Gone, *, missed: bool = False
) -> None:
    """Store how a person gave a seat up; an empty `gone` means that they have the seat now.

    `name` is stored only if there is no record of the person at this seat yet. With `missed` one is added to their late
    decisions, because somebody else makes one for which their time was up.
    """
    await db.execute(
        "INSERT INTO decisions (table_id, seat, person, name, gone, late) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, seat, person) DO UPDATE SET gone = excluded.gone,"
        " late = decisions.late + excluded.late",
        (table_id, seat, person, name, gone, int(missed)),
    )


async def decision_counts(db: Reader, table_id: int) -> list[DecisionCountRow]:
    """Return for each seat of a table who has decided there, how often and how long, and how they gave the seat up.

    Ordered by seat and person.
    """
    rows = await db.execute_fetchall(
        "SELECT seat, person, name, count, seconds, gone, in_time, late FROM decisions WHERE table_id = ?"
        " ORDER BY seat, person",
        (table_id,),
    )
    return [struct(DecisionCountRow, row) for row in rows]


# Reliability


async def count_for_reliability(db: Transaction, table_id: int, server: int, ended: int) -> None:
    """Let a game that has ended count for the reliability of its people on a server.

    It counts for those who decided, in time or late, and for those who left their seat; not if their data was removed.
    """
    await db.execute(
        "UPDATE decisions SET server = ?, ended = ? WHERE table_id = ? AND person > 0"
        " AND (in_time + late > 0 OR gone = 'left')",
        (server, ended, table_id),
    )


async def latest_counted(db: Reader, server: int, people: Sequence[int], most: int) -> list[DecisionCountRow]:
    """Return how these people played in their latest games that count for their reliability on a server.

    At most `most` games of each person, ordered by person, the latest game first. A person without any is left out.
    """
    if not people:
        return []
    rows = await db.execute_fetchall(
        "SELECT seat, person, name, count, seconds, gone, in_time, late FROM (SELECT decisions.*,"
        " row_number() OVER (PARTITION BY person ORDER BY ended DESC, table_id DESC, seat) AS nth FROM decisions"
        f" WHERE server = ? AND person IN ({', '.join('?' * len(people))})) AS latest WHERE nth <= ?"
        " ORDER BY person, nth",
        (server, *people, most),
    )
    return [struct(DecisionCountRow, row) for row in rows]


# Whom results count for

_OUTCOME = OutcomeRow.__struct_fields__
_BEFORE = ("mu", "sigma", "here_mu", "here_sigma")


async def next_result(db: Transaction) -> int:
    """Return the number of the next result, 1 for the first.

    No other process gets a number until this transaction ends, so results are numbered and rated one after the other.
    """
    await db.exclude_other_processes()
    ((latest,),) = await db.execute_fetchall("SELECT max(n) FROM outcomes")
    return int(latest or 0) + 1


async def add_outcomes(db: Transaction, rows: Sequence[OutcomeRow]) -> None:
    """Insert the outcomes of a finished game, one for each player."""
    await db.executemany(
        f"INSERT INTO outcomes ({', '.join(_OUTCOME)}) VALUES ({', '.join('?' * len(_OUTCOME))})",
        [[column(getattr(row, name)) for name in _OUTCOME] for row in rows],
    )


async def rated_outcomes(db: Reader) -> list[OutcomeRow]:
    """Return all outcomes that count for ratings, those of computers too, ordered by the end of their games.

    Within a game they are ordered by `nth`.
    """
    rows = await db.execute_fetchall("SELECT * FROM outcomes WHERE apart = 0 ORDER BY n, nth")
    return [struct(OutcomeRow, row) for row in rows]


async def is_unrated(db: Reader) -> bool:
    """Return True if some outcome that counts for ratings has no rating from before its game (`mu`) stored yet."""
    return bool(list(await db.execute_fetchall("SELECT 1 FROM outcomes WHERE apart = 0 AND mu IS NULL LIMIT 1")))


async def save_ratings_before(db: Transaction, rows: Sequence[OutcomeRow]) -> None:
    """Update stored outcomes, found by `n` and `nth`, with the ratings that their players had before the game.

    `mu` and `sigma` are the ratings over all servers, `here_mu` and `here_sigma` those on the game's server.
    """
    await db.executemany(
        f"UPDATE outcomes SET {' = ?, '.join(_BEFORE)} = ? WHERE n = ? AND nth = ?",
        [(*(getattr(row, name) for name in _BEFORE), row.n, row.nth) for row in rows],
    )


_CHOSEN = (
    "(CAST(? AS BIGINT) IS NULL OR {0}.server = ?) AND (CAST(? AS TEXT) IS NULL OR {0}.game = ?)"
    " AND (CAST(? AS BIGINT) IS NULL OR {0}.size = ?)"
)


async def outcomes_of(
    db: Reader, person: int, server: int | None, game: str | None, size: int | None, most: int, *, private: bool
) -> list[OutcomeRow]:
    """Return a person's latest outcomes, newest first, at most `most`.

    `server`, `game` and `size` (number of seats) each restrict them unless None. Private games are included only if
    `private`.
    """
    rows = await db.execute_fetchall(
        f"SELECT * FROM outcomes WHERE person = ? AND private <= ? AND {_CHOSEN.format('outcomes')}"
        " ORDER BY n DESC LIMIT ?",
        (person, int(private), server, server, game, game, size, size, most),
    )
    return [struct(OutcomeRow, row) for row in rows]


async def rivals_of(
    db: Reader, person: int, server: int | None, game: str | None, size: int | None, most: int, *, private: bool
) -> list[RivalRow]:
    """Return a person's most frequent opponents, people and computers, most games first, at most `most`.

    Names are those of the latest game together. People who hide their statistics or whose data was removed are summed
    up in one row with `hidden` set, whose name must not be shown. Computers are summed up by level. `server`, `game`
    and `size` (number of seats) each restrict the games unless None. Private games are included only if `private`.
    """
    rows = await db.execute_fetchall(
        "WITH met AS ("
        " SELECT CASE WHEN coalesce(stays_out, 0) = 1 THEN NULL ELSE other.person END AS person, other.computer,"
        " other.name, CASE WHEN mine.place < other.place THEN 1 ELSE 0 END AS ahead,"
        " CASE WHEN other.computer IS NULL AND (other.person IS NULL OR coalesce(stays_out, 0) = 1) THEN 1 ELSE 0 END"
        " AS hidden, row_number() OVER (PARTITION BY other.person, other.computer ORDER BY mine.n DESC) AS nth_last"
        " FROM outcomes AS mine JOIN outcomes AS other ON other.n = mine.n AND other.nth <> mine.nth"
        f" LEFT JOIN people ON people.id = other.person WHERE mine.person = ? AND mine.private <= ?"
        f" AND {_CHOSEN.format('mine')}"
        ") SELECT person, computer, max(CASE WHEN nth_last = 1 THEN name ELSE '' END) AS name, count(*) AS games,"
        " sum(ahead) AS ahead, hidden FROM met GROUP BY person, computer, hidden ORDER BY games DESC, name LIMIT ?",
        (person, int(private), server, server, game, game, size, size, most),
    )
    return [struct(RivalRow, row) for row in rows]


async def count_closed(db: Reader, person: int, server: int | None, game: str | None, *, private: bool) -> int:
    """Return how many tables where a person had a seat were closed during the game; lessons do not count.

    `server` and `game` restrict them unless None. Private tables are included only if `private`.
    """
    ((count,),) = await db.execute_fetchall(
        "SELECT count(*) FROM tables JOIN seats ON seats.table_id = tables.id WHERE seats.person = ?"
        " AND status = 'closed' AND started IS NOT NULL AND lesson = 0 AND private <= ?"
        " AND (CAST(? AS BIGINT) IS NULL OR server = ?) AND (CAST(? AS TEXT) IS NULL OR game = ?)",
        (person, int(private), server, server, game, game),
    )
    return int(count)


async def played_in(db: Reader, person: int, server: int) -> str | None:
    """Return a person's name in their latest public game on a server; None if there was none."""
    rows = await db.execute_fetchall(
        "SELECT name FROM outcomes WHERE person = ? AND server = ? AND private = 0 ORDER BY n DESC LIMIT 1",
        (person, server),
    )
    return next((str(row[0]) for row in rows), None)


# Ratings


async def ratings(db: Reader, game: str, server: int, people: Sequence[int]) -> list[RatingRow]:
    """Return these people's ratings at a game, over all servers and on `server`; a person may have two, one or none.

    The ratings over all servers come first (their `server` is 0), then those of `server`, both ordered by person.
    """
    if not people:
        return []
    marks = ", ".join("?" * len(people))
    rows = await db.execute_fetchall(
        f"SELECT * FROM ratings WHERE game = ? AND server IN (0, ?) AND person IN ({marks}) ORDER BY server, person",
        (game, server, *people),
    )
    return [struct(RatingRow, row) for row in rows]


async def ratings_of(db: Reader, person: int, server: int) -> list[RatingRow]:
    """Return a person's ratings on a server, ordered by game. Server 0 stands for ratings over all servers."""
    rows = await db.execute_fetchall(
        "SELECT * FROM ratings WHERE person = ? AND server = ? ORDER BY game", (person, server)
    )
    return [struct(RatingRow, row) for row in rows]


async def all_ratings(db: Reader) -> list[RatingRow]:
    """Return all ratings, ordered by server, game and person."""
    rows = await db.execute_fetchall("SELECT * FROM ratings ORDER BY server, game, person")
    return [struct(RatingRow, row) for row in rows]


async def save_ratings(db: Transaction, rows: Sequence[RatingRow]) -> None:
    """Store ratings, each in place of an older one of the same server, game and person."""
    await db.executemany(
        "INSERT INTO ratings (server, game, person, name, mu, sigma, ordinal, games) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (server, game, person) DO UPDATE SET name = excluded.name, mu = excluded.mu,"
        " sigma = excluded.sigma, ordinal = excluded.ordinal, games = excluded.games",
        [(r.server, r.game, r.person, r.name, r.mu, r.sigma, r.ordinal, r.games) for r in rows],
    )


async def clear_ratings(db: Transaction) -> None:
    """Delete all ratings, so that they can be computed again."""
    await db.execute("DELETE FROM ratings")


async def best(db: Reader, server: int, game: str, most: int) -> list[RatingRow]:
    """Return the best ratings of a game on a server, best first, at most `most`. Server 0: over all servers.

    People who hide their statistics are left out.
    """
    rows = await db.execute_fetchall(
        "SELECT ratings.* FROM ratings LEFT JOIN people ON people.id = ratings.person"
        " WHERE server = ? AND game = ? AND coalesce(stays_out, 0) = 0 ORDER BY ordinal DESC, person LIMIT ?",
        (server, game, most),
    )
    return [struct(RatingRow, row) for row in rows]


async def met(db: Reader, person: int, server: int, game: str, lately: int) -> set[int]:
    """Return the other people in a person's latest `lately` finished games of one game on a server.

    Private games count too. Computers, and people whose data was removed, are left out.
    """
    rows = await db.execute_fetchall(
        "SELECT DISTINCT person FROM outcomes WHERE person IS NOT NULL AND n IN ("
        " SELECT n FROM outcomes WHERE person = ? AND server = ? AND game = ? ORDER BY n DESC LIMIT ?)",
        (person, server, game, lately),
    )
    return {row[0] for row in rows} - {person}
