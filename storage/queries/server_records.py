"""What was played on a server, summed up over all who played, in SQL. Of private tables nothing is told."""

from __future__ import annotations

import msgspec

from storage.columns import struct
from storage.database import Reader

_CHOSEN = (
    "private = 0 AND server = ? AND (CAST(? AS TEXT) IS NULL OR game = ?) AND (CAST(? AS BIGINT) IS NULL OR size = ?)"
)

Chosen = tuple[int, str | None, int | None]
"""A server, a game and a number of seats; None: all."""


class PlayedRow(msgspec.Struct, kw_only=True, frozen=True):
    """How many games of a kind were finished on a server."""

    game: str
    size: int
    games: int


class ServerSumRow(msgspec.Struct, kw_only=True, frozen=True):
    """What people have done on a server in all their games with others."""

    people: int
    decisions: int
    seconds: int
    mean: float | None
    """Of the scores of who did not leave."""
    best: int | None


def _facts(chosen: Chosen) -> tuple[int | str | None, ...]:
    server, game, size = chosen
    return server, game, game, size, size


async def finished(db: Reader, chosen: Chosen, *, apart: bool = False) -> list[PlayedRow]:
    """Return how many games were finished, by game and number of seats; `apart`: those against computers only."""
    rows = await db.execute_fetchall(
        f"SELECT game, size, count(DISTINCT n) AS games FROM outcomes WHERE {_CHOSEN} AND apart = ?"
        " GROUP BY game, size ORDER BY game, size",
        (*_facts(chosen), int(apart)),
    )
    return [struct(PlayedRow, row) for row in rows]


async def summed_up(db: Reader, chosen: Chosen) -> ServerSumRow:
    """Return what people have done in these games."""
    (row,) = await db.execute_fetchall(
        "SELECT count(DISTINCT person) AS people, CAST(coalesce(sum(decisions), 0) AS BIGINT) AS decisions,"
        " CAST(coalesce(sum(seconds), 0) AS BIGINT) AS seconds,"
        " CAST(avg(CASE WHEN gone = 0 THEN score END) AS DOUBLE PRECISION) AS mean,"
        " max(CASE WHEN gone = 0 THEN score END) AS best"
        f" FROM outcomes WHERE {_CHOSEN} AND apart = 0 AND computer IS NULL",
        _facts(chosen),
    )
    return struct(ServerSumRow, row)


async def winning_scores(db: Reader, chosen: Chosen, most: int) -> list[int]:
    """Return the scores that won the latest games, oldest first."""
    rows = await db.execute_fetchall(
        f"SELECT max(score) FROM outcomes WHERE {_CHOSEN} AND apart = 0 AND place = 1"
        " GROUP BY n ORDER BY n DESC LIMIT ?",
        (*_facts(chosen), most),
    )
    return [row[0] for row in reversed(list(rows))]


async def most_wins(db: Reader, chosen: Chosen, most: int) -> list[tuple[str, int, int]]:
    """Return name (as in the latest game), games and wins of who has won most often, without those who stay out."""
    rows = await db.execute_fetchall(
        "WITH played AS ("
        " SELECT person, name, place, row_number() OVER (PARTITION BY person ORDER BY n DESC) AS nth_last"
        f" FROM outcomes LEFT JOIN people ON people.id = outcomes.person WHERE {_CHOSEN} AND apart = 0"
        " AND person IS NOT NULL AND coalesce(stays_out, 0) = 0"
        ") SELECT max(CASE WHEN nth_last = 1 THEN name END) AS name, count(*) AS games,"
        " sum(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS wins"
        " FROM played GROUP BY person ORDER BY wins DESC, games, name LIMIT ?",
        (*_facts(chosen), most),
    )
    return [(row["name"], row["games"], row["wins"]) for row in rows]


async def count_closed(db: Reader, server: int, game: str | None) -> int:
    """Return how many tables of a server were closed while they were played."""
    ((count,),) = await db.execute_fetchall(
        "SELECT count(*) FROM tables WHERE server = ? AND status = 'closed' AND started IS NOT NULL AND lesson = 0"
        " AND private = 0"
        " AND (CAST(? AS TEXT) IS NULL OR game = ?)",
        (server, game, game),
    )
    return int(count)
