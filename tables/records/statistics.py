"""Statistics of a person (`of_person`) and of a server (`of_server`), `leaderboard`, and `export_person`.

Of other people, a person sees only the games on the server where they ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from storage.queries import personal_data, records, server_records
from storage.result_rows import OutcomeRow as Outcome
from storage.result_rows import RatingRow, RivalRow
from tables.model.table_errors import Declined
from tables.records import ratings
from tables.runtime import people as persons
from tables.runtime.services import Services

__all__ = [
    "GameFilter",
    "LeaderboardEntry",
    "Outcome",
    "ServerStatistics",
    "Statistics",
    "export_person",
    "leaderboard",
    "of_person",
    "of_server",
    "summarise",
]

_MAX_GAMES = 1000
"""Statistics of a person cover at most this many of their latest games."""
_MAX_RIVALS = 5
_MAX_WINNING_SCORES = 24
_LEADERBOARD_SIZE = 15
_RECENT_GAMES = 15
"""A leaderboard marks the people whom the viewer met in this many of their latest games."""


class GameFilter(msgspec.Struct, frozen=True):
    """Which games a statistic covers: of one game, with one number of players, on one server. None means all."""

    game: str | None = None
    size: int | None = None
    """The number of players."""
    server: int | None = None


class Statistics(msgspec.Struct, frozen=True):
    """The numbers of one person's games, as far as the filter `choice` covers them. Made by `summarise`.

    Games against computers only (`apart`) and private ones are counted separately.
    """

    choice: GameFilter
    games: int
    wins: int
    places: dict[int, int]
    """How often they got each place, by place."""
    gone: int
    """How many games count as lost because they left."""
    apart: int
    """Games against computers only; not in the other numbers except `seconds`."""
    apart_wins: int
    private: int
    """Games at private tables; not in the other numbers except `seconds`. 0 if another person asks for them."""
    private_wins: int
    closed: int
    """Tables of theirs that were closed without a result; 0 if the filter names a size."""
    mean: float | None
    """The mean score of the games they finished; None without any, and if the filter names no game."""
    best: int | None
    """Their highest score in these games; None in the same cases as `mean`."""
    seconds: int | None
    """Their average time for a decision, in seconds; None if unknown."""
    by_game: dict[str, tuple[int, int]]
    """Number of games and of wins, by game."""
    scores: list[int]
    """The scores of the games they finished, oldest first; empty if the filter names no game."""
    course: list[int]
    """Their rating in points before each game, oldest first, and now; empty if the filter names no game."""
    ratings: list[RatingRow]
    """Their present ratings, on the filter's server or over all: in its game, or in every game."""
    rivals: list[RivalRow]
    """Whom they played with most, most games first."""


def summarise(
    choice: GameFilter, outcomes: Sequence[Outcome], closed: int, rated: Sequence[RatingRow], rivals: Sequence[RivalRow]
) -> Statistics:
    """Return the statistics of a person from their outcomes, which are given newest first.

    `choice` is the filter by which the outcomes were read, `closed` the number of the person's closed tables, `rated`
    their ratings in every game, and `rivals` the people they met most. Scores, their mean and the best one leave out
    games that the person left; they and the course of the rating are empty unless `choice` names a game. Pure.
    """
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


def _course(choice: GameFilter, counted: Sequence[Outcome], rated: Sequence[RatingRow]) -> list[int]:
    """Return a person's rating in points before each counted game, oldest first, and at the end their present one.

    Empty if no game has a rating.
    """
    before = [
        (one.mu, one.sigma) if choice.server is None else (one.here_mu, one.here_sigma) for one in reversed(counted)
    ]
    known = [ratings.Rating(mu, sigma).ordinal for mu, sigma in before if mu is not None and sigma is not None]
    now = [row.ordinal for row in rated if row.game == choice.game]
    return [ratings.points(ordinal) for ordinal in (*known, *now)] if known else []


async def of_person(services: Services, person: int, asker: int, choice: GameFilter) -> tuple[Statistics, str]:
    """Return a person's statistics, and the name under which they play on `choice.server` ("" if they are the asker).

    The statistics cover at most the latest 1000 games. Ratings are those on `choice.server`, or over all servers if it
    is None. Of others, the asker sees only public games on `choice.server`. For another person, raise `Declined` if
    they never played there, if `choice` names no server, or if they keep their statistics private.
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
        summarise(
            choice,
            await records.outcomes_of(db, *wanted, _MAX_GAMES, private=own_games),
            await records.count_closed(db, person, choice.server, choice.game, private=own_games)
            if choice.size is None
            else 0,
            await records.ratings_of(db, person, choice.server or ratings.ALL_SERVERS),
            await records.rivals_of(db, *wanted, _MAX_RIVALS, private=own_games),
        ),
        called,
    )


class ServerStatistics(msgspec.Struct, frozen=True):
    """The numbers of all public games on a server that have the game and size of `choice`. Made by `of_server`."""

    choice: GameFilter
    games: int
    people: int
    """How many different people played."""
    by_game: dict[str, int]
    by_size: dict[int, int]
    """How many games there were, by number of players."""
    apart: int
    """Games against computers only; not in the other numbers."""
    closed: int
    """Tables closed during the game; 0 if the filter names a size."""
    mean: float | None
    """The mean score of people who did not leave; None without any, and if the filter names no game."""
    best: int | None
    """The highest score of these people; None in the same cases as `mean`."""
    seconds: int | None
    """People's average time for a decision, in seconds; None if unknown."""
    scores: list[int]
    """Winning scores, oldest first; empty if the filter names no game."""
    winners: list[tuple[str, int, int]]
    """Name, games and wins of the people with the most wins, best first."""


async def of_server(services: Services, server: int, choice: GameFilter) -> ServerStatistics:
    """Return the statistics of the public games on a server that have the game and size of `choice`.

    The server of `choice` is not used. Tables that were closed during the game are counted only if `choice` names no
    size. `winners` has at most five people, without those who hide their statistics. The scores, their mean and the
    best one are left out unless `choice` names a game.
    """
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
        scores=await server_records.winning_scores(db, chosen, _MAX_WINNING_SCORES) if choice.game else [],
        winners=await server_records.most_wins(db, chosen, _MAX_RIVALS),
    )


class LeaderboardEntry(msgspec.Struct, frozen=True):
    """One person on a leaderboard, with their rating in points and their number of rated games.

    The rating is `provisional` until they have ten rated games.
    """

    person: int
    name: str
    points: int
    games: int
    provisional: bool
    met: bool
    """True if the asker has recently played with them."""


async def leaderboard(services: Services, server: int, game: str, asker: int) -> list[LeaderboardEntry]:
    """Return the best-rated people of a server at a game, best first, at most 15, without those who opted out.

    An entry's `met` says whether the person was in one of the asker's latest 15 games of this game on this server.
    """
    best = await records.best(services.db.reader, server, game, _LEADERBOARD_SIZE)
    met = await records.met(services.db.reader, asker, server, game, _RECENT_GAMES) if best else set()
    return [
        LeaderboardEntry(
            row.person,
            row.name,
            ratings.points(row.ordinal),
            row.games,
            row.games < ratings.PROVISIONAL_GAMES,
            row.person in met,
        )
        for row in best
    ]


async def export_person(services: Services, person: int) -> dict[str, Any]:
    """Return everything stored about a person as JSON-ready values, by database table.

    The key `about` has a sentence on how to read it, and `person` the person's id.
    """
    return {
        "about": "All that Kontor stores about you, by table of its database. Times are seconds since 1970 (UTC).",
        "person": person,
        **await personal_data.everything(services.db.reader, person),
    }
