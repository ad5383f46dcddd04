"""SQL for the statistics of a server. Private games are left out."""

from __future__ import annotations

import msgspec

from storage.columns import struct
from storage.database import Reader

_CHOSEN = (
    "private = 0 AND server = ? AND (CAST(? AS TEXT) IS NULL OR game = ?) AND (CAST(? AS BIGINT) IS NULL OR size = ?)"
)

Chosen = tuple[int, str | None, int | None]
"""A server, a game (None: all) and a number of seats (None: any)."""


class PlayedRow(msgspec.Struct, kw_only=True, frozen=True):
    """How many games (`games`) of the game `game` with `size` seats were finished on a server."""

    game: str
    size: int
    games: int


class ServerSumRow(msgspec.Struct, kw_only=True, frozen=True):
    """How many people played the chosen games, their decisions and seconds in all, and their mean and best score.

    Games against computers only are left out. `mean` and `best` leave out people who gave their seat up; both are None
    if nobody remains.
    """

    people: int
    decisions: int
    seconds: int
    mean: float | None
    """The mean score of people who did not give their seat up."""
    best: int | None


def _chosen_parameters(chosen: Chosen) -> tuple[int | str | None, ...]:
    """Return the five parameters of the condition `_CHOSEN`: server, game, game, size, size."""
    server, game, size = chosen
    return server, game, game, size, size


async def finished(db: Reader, chosen: Chosen, *, apart: bool = False) -> list[PlayedRow]:
    """Return how many public games were finished, for each game and number of seats, ordered by these.

    `chosen` is a server, a game and a number of seats; None stands for any game or number. With `apart` only games of
    one person against computers are counted; without it, all games except those.
    """
    rows = await db.execute_fetchall(
        f"SELECT game, size, count(DISTINCT n) AS games FROM outcomes WHERE {_CHOSEN} AND apart = ?"
        " GROUP BY game, size ORDER BY game, size",
        (*_chosen_parameters(chosen), int(apart)),
    )
    return [struct(PlayedRow, row) for row in rows]


async def summed_up(db: Reader, chosen: Chosen) -> ServerSumRow:
    """Return how many people played the chosen games, their decisions and seconds in all, and mean and best score.

    `chosen` is a server, a game and a number of seats (None: any). Private games and games against computers only are
    left out. `mean` and `best` leave out people who gave their seat up; both are None if nobody remains. People whose
    data was removed are not counted in `people`, but in everything else.
    """
    (row,) = await db.execute_fetchall(
        "SELECT count(DISTINCT person) AS people, CAST(coalesce(sum(decisions), 0) AS BIGINT) AS decisions,"
        " CAST(coalesce(sum(seconds), 0) AS BIGINT) AS seconds,"
        " CAST(avg(CASE WHEN gone = 0 THEN score END) AS DOUBLE PRECISION) AS mean,"
        " max(CASE WHEN gone = 0 THEN score END) AS best"
        f" FROM outcomes WHERE {_CHOSEN} AND apart = 0 AND computer IS NULL",
        _chosen_parameters(chosen),
    )
    return struct(ServerSumRow, row)


async def winning_scores(db: Reader, chosen: Chosen, most: int) -> list[int]:
    """Return the winning scores of the latest `most` of the chosen games, oldest game first.

    `chosen` is a server, a game and a number of seats (None: any). Private games and games against computers only are
    left out.
    """
    rows = await db.execute_fetchall(
        f"SELECT max(score) FROM outcomes WHERE {_CHOSEN} AND apart = 0 AND place = 1"
        " GROUP BY n ORDER BY n DESC LIMIT ?",
        (*_chosen_parameters(chosen), most),
    )
    return [row[0] for row in reversed(list(rows))]


async def most_wins(db: Reader, chosen: Chosen, most: int) -> list[tuple[str, int, int]]:
    """Return (name, games, wins) of the people with the most wins, most wins first, at most `most`.

    `chosen` is a server, a game and a number of seats (None: any). With equal wins, fewer games come first. Names are
    those of the latest game. People who hide their statistics, private games and games against computers only are left
    out.
    """
    rows = await db.execute_fetchall(
        "WITH played AS ("
        " SELECT person, name, place, row_number() OVER (PARTITION BY person ORDER BY n DESC) AS nth_last"
        f" FROM outcomes LEFT JOIN people ON people.id = outcomes.person WHERE {_CHOSEN} AND apart = 0"
        " AND person IS NOT NULL AND coalesce(stays_out, 0) = 0"
        ") SELECT max(CASE WHEN nth_last = 1 THEN name END) AS name, count(*) AS games,"
        " sum(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS wins"
        " FROM played GROUP BY person ORDER BY wins DESC, games, name LIMIT ?",
        (*_chosen_parameters(chosen), most),
    )
    return [(row["name"], row["games"], row["wins"]) for row in rows]


async def count_closed(db: Reader, server: int, game: str | None) -> int:
    """Return how many public tables of a server were closed during the game; lessons do not count.

    `game` restricts them to one game unless None.
    """
    ((count,),) = await db.execute_fetchall(
        "SELECT count(*) FROM tables WHERE server = ? AND status = 'closed' AND started IS NOT NULL AND lesson = 0"
        " AND private = 0"
        " AND (CAST(? AS TEXT) IS NULL OR game = ?)",
        (server, game, game),
    )
    return int(count)
