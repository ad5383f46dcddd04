"""What somebody has played, what a server has, and its best. Of others one sees what they have played there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from storage.queries import own, records, server_records
from storage.rows import OutcomeRow as Outcome
from storage.rows import RatingRow, RivalRow
from tables.model.table_errors import Declined
from tables.records import ratings
from tables.runtime import people as persons
from tables.runtime.services import Services

__all__ = [
    "LeaderboardEntry",
    "Outcome",
    "ServerStatistics",
    "Statistics",
    "WhichGames",
    "everything_about",
    "leaderboard",
    "of_person",
    "of_server",
    "summed_up",
]

_MOST = 1000
"""So many of somebody's latest games are looked at."""
_RIVALS = 5
_WINNING = 24
"""So many scores that won are shown."""
_BEST = 15
_LATELY = 15
"""Among so many of one's latest games it is said whom one has met."""


class WhichGames(msgspec.Struct, frozen=True):
    """Which games are looked at; None: all of them."""

    game: str | None = None
    size: int | None = None
    server: int | None = None


class Statistics(msgspec.Struct, frozen=True):
    """What somebody has played, as numbers."""

    choice: WhichGames
    games: int
    wins: int
    places: dict[int, int]
    """How often which place."""
    gone: int
    """So many of them count as lost because they left."""
    apart: int
    """Games against computers only: in none of the other numbers."""
    apart_wins: int
    private: int
    """Private games, which nobody else sees: in none of the other numbers either."""
    private_wins: int
    closed: int
    """Tables that were closed without a result."""
    mean: float | None
    """Of the scores of games they finished; None without any, and over several games."""
    best: int | None
    seconds: int | None
    """How long they take to decide, on average; None if that is not known."""
    by_game: dict[str, tuple[int, int]]
    """Games and wins, by game."""
    scores: list[int]
    """Of the games they finished, oldest first; empty over several games."""
    course: list[int]
    """Their rating before each game, oldest first, and now; empty over several games."""
    ratings: list[RatingRow]
    rivals: list[RivalRow]


def summed_up(
    choice: WhichGames, outcomes: Sequence[Outcome], closed: int, rated: Sequence[RatingRow], rivals: Sequence[RivalRow]
) -> Statistics:
    """Sum up somebody's outcomes, newest first."""
    counted = [one for one in outcomes if not one.apart]
    apart = [one for one in outcomes if one.apart and not one.private]
    private = [one for one in outcomes if one.private]
    finished = [one.score for one in reversed(counted) if not one.gone] if choice.game else []
    decisions = sum(one.decisions for one in outcomes)
    games, wins = Counter(one.game for one in counted), Counter(one.game for one in counted if one.place == 1)
    return Statistics(
        choice=choice,
        games=len(counted),
        wins=sum(one.place == 1 for one in counted),
        places=dict(sorted(Counter(one.place for one in counted).items())),
        gone=sum(one.gone for one in counted),
        apart=len(apart),
        apart_wins=sum(one.place == 1 for one in apart),
        private=len(private),
        private_wins=sum(one.place == 1 for one in private),
        closed=closed,
        mean=sum(finished) / len(finished) if finished else None,
        best=max(finished, default=None),
        seconds=round(sum(one.seconds for one in outcomes) / decisions) if decisions else None,
        by_game={game: (games[game], wins[game]) for game in sorted(games)},
        scores=finished,
        course=_course(choice, counted, rated) if choice.game else [],
        ratings=[row for row in rated if choice.game in (None, row.game)],
        rivals=list(rivals),
    )


def _course(choice: WhichGames, counted: Sequence[Outcome], rated: Sequence[RatingRow]) -> list[int]:
    before = [
        (one.mu, one.sigma) if choice.server is None else (one.here_mu, one.here_sigma) for one in reversed(counted)
    ]
    known = [ratings.Rating(mu, sigma).ordinal for mu, sigma in before if mu is not None and sigma is not None]
    now = [row.ordinal for row in rated if row.game == choice.game]
    return [ratings.points(ordinal) for ordinal in (*known, *now)] if known else []


async def of_person(services: Services, person: int, asker: int, choice: WhichGames) -> tuple[Statistics, str]:
    """Return what a person has played, and what they are called on that server; decline what is not for the asker.

    Of others one sees what they have played on the server where one asks, unless they stay out.
    """
    db, called, own_games = services.db.reader, "", person == asker
    if not own_games:
        settings = await persons.get(services, person)
        found = await records.played_in(db, person, choice.server) if choice.server else None
        if found is None:
            raise Declined("never_played_here")
        if settings and settings.stays_out:
            raise Declined("stays_out")
        called = found
    wanted = (person, choice.server, choice.game, choice.size)
    return (
        summed_up(
            choice,
            await records.outcomes_of(db, *wanted, _MOST, private=own_games),
            await records.count_closed(db, person, choice.server, choice.game, private=own_games)
            if choice.size is None
            else 0,
            await records.ratings_of(db, person, choice.server or ratings.EVERYWHERE),
            await records.rivals_of(db, *wanted, _RIVALS, private=own_games),
        ),
        called,
    )


class ServerStatistics(msgspec.Struct, frozen=True):
    """What was played on a server by all who played there, as numbers."""

    choice: WhichGames
    games: int
    people: int
    by_game: dict[str, int]
    by_size: dict[int, int]
    """By the number of players."""
    apart: int
    """Games against computers only: in none of the other numbers."""
    closed: int
    mean: float | None
    """Of people's scores; None without any, and over several games."""
    best: int | None
    seconds: int | None
    """How long people take to decide, on average."""
    scores: list[int]
    """Those that won, oldest first; empty over several games."""
    winners: list[tuple[str, int, int]]
    """Name, games and wins of who has won most often."""


async def of_server(services: Services, server: int, choice: WhichGames) -> ServerStatistics:
    """Sum up what was played on a server."""
    db, chosen = services.db.reader, (server, choice.game, choice.size)
    finished = await server_records.finished(db, chosen)
    done = await server_records.summed_up(db, chosen)
    by_game, by_size = Counter[str](), Counter[int]()
    for row in finished:
        by_game[row.game] += row.games
        by_size[row.size] += row.games
    return ServerStatistics(
        choice=choice,
        games=by_game.total(),
        people=done.people,
        by_game=dict(by_game),
        by_size=dict(sorted(by_size.items())),
        apart=sum(row.games for row in await server_records.finished(db, chosen, apart=True)),
        closed=await server_records.count_closed(db, server, choice.game) if choice.size is None else 0,
        mean=done.mean if choice.game else None,
        best=done.best if choice.game else None,
        seconds=round(done.seconds / done.decisions) if done.decisions else None,
        scores=await server_records.winning_scores(db, chosen, _WINNING) if choice.game else [],
        winners=await server_records.most_wins(db, chosen, _RIVALS),
    )


class LeaderboardEntry(msgspec.Struct, frozen=True):
    """Somebody on a leaderboard."""

    person: int
    name: str
    points: int
    games: int
    provisional: bool
    met: bool
    """The asker has played with them lately."""


async def leaderboard(services: Services, server: int, game: str, asker: int) -> list[LeaderboardEntry]:
    """Return the best of a server at a game, without those who stay out."""
    best = await records.best(services.db.reader, server, game, _BEST)
    met = await records.met(services.db.reader, asker, server, game, _LATELY) if best else set()
    return [
        LeaderboardEntry(
            row.person,
            row.name,
            ratings.points(row.ordinal),
            row.games,
            row.games < ratings.PROVISIONAL,
            row.person in met,
        )
        for row in best
    ]


async def everything_about(services: Services, person: int) -> dict[str, Any]:
    """Return all that is stored about a person, with a word on how to read it."""
    return {
        "about": "All that Kontor stores about you, by table of its database. Times are seconds since 1970 (UTC).",
        "person": person,
        **await own.everything(services.db.reader, person),
    }
