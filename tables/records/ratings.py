"""Ratings of players, per game, on each server and over all servers: the Plackett-Luce model of openskill.

A result is rated in the transaction that writes it, and only if at least two people played and the table was not
private. Everybody's rating before the game is stored with the result. So all ratings can be computed again in the order
in which games ended, also after a person's data was removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec
from openskill.models import PlackettLuce

from opponents import PLAYERS
from opponents.strengths import STRENGTH_SIGMA, is_measured, strength
from storage import Transaction
from storage.queries import records
from storage.result_rows import OutcomeRow, RatingRow
from tables.model.table import Table
from tables.records.counting import CreditedPlayer, against_computers_only
from tables.runtime.services import Services

PROVISIONAL_GAMES = 10
"""A rating is provisional until its player has this many rated games."""
ALL_SERVERS = 0
"""The server id that stands for all servers together."""

_MODEL = PlackettLuce()


class Rating(msgspec.Struct, frozen=True):
    """A player's strength: the estimate `mu` and its standard deviation `sigma`; the defaults are a newcomer's.

    `ordinal` is the one number by which players are compared.
    """

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def ordinal(self) -> float:
        """A conservative estimate of the strength: three standard deviations below `mu`."""
        return self.mu - 3 * self.sigma


INITIAL_RATING = Rating()


def points(ordinal: float) -> int:
    """Return a rating's ordinal in the points that players see. A new player has 1000."""
    return round(1000 + 40 * ordinal)


def computer_rating(game: str, player: str) -> Rating:
    """Return the fixed rating of a computer player; an unmeasured one counts as a trader."""
    return Rating(strength(game, player), STRENGTH_SIGMA)


def updated_ratings(places: Sequence[int], before: Sequence[Rating]) -> list[Rating]:
    """Return the ratings after a game, given those before it and the places. All three are in the same order."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    return [Rating(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[float(place) for place in places])]


async def write_outcomes(db: Transaction, table: Table, counted: Sequence[CreditedPlayer]) -> None:
    """Write an outcome row for each player of a finished table and, if it is rated, the new ratings of its people.

    `counted` are the players whom `credited_players` returned. The table is not rated if fewer than two of them are
    people or if it is private. Then its outcomes are marked as `apart`, which statistics count separately.
    """
    row, apart = table.row, against_computers_only(counted) or table.row.private
    number = await records.next_result(db)
    outcomes = [
        OutcomeRow(
            n=number,
            nth=nth,
            table_id=row.id,
            game=row.game,
            server=row.server,
            size=row.size,
            ended=row.ended or 0,
            apart=apart,
            private=row.private,
            **msgspec.structs.asdict(one),
        )
        for nth, one in enumerate(counted)
    ]
    if not apart:
        people = [outcome.person for outcome in outcomes if outcome.person is not None]
        known = {(r.server, r.game, r.person): r for r in await records.ratings(db, row.game, row.server, people)}
        await records.save_ratings(db, _rate(outcomes, known))
    await records.add_outcomes(db, outcomes)


def _rate(outcomes: Sequence[OutcomeRow], known: Mapping[tuple[int, str, int], RatingRow]) -> list[RatingRow]:
    """Store in each outcome, in place, the player's rating before the game; return the rows of ratings after it.

    Each person has two rows: over all servers (`ALL_SERVERS`), and on the server of the game. Computers have none.
    `outcomes` are all outcomes of one game. `known` has the present ratings by server, game and person; people without
    one are new.
    """
    game, server = outcomes[0].game, outcomes[0].server
    everywhere = [_before(outcome, known, ALL_SERVERS, outcome.mu, outcome.sigma) for outcome in outcomes]
    here = [_before(outcome, known, server, outcome.here_mu, outcome.here_sigma) for outcome in outcomes]
    for outcome, over_all, on_this in zip(outcomes, everywhere, here, strict=True):
        outcome.mu, outcome.sigma = over_all.mu, over_all.sigma
        outcome.here_mu, outcome.here_sigma = on_this.mu, on_this.sigma
    places = [outcome.place for outcome in outcomes]
    found = []
    for scope, before in ((ALL_SERVERS, everywhere), (server, here)):
        for outcome, rating in zip(outcomes, updated_ratings(places, before), strict=True):
            if outcome.person is None:
                continue
            old = known.get((scope, game, outcome.person))
            found.append(
                RatingRow(
                    server=scope,
                    game=game,
                    person=outcome.person,
                    name=outcome.name,
                    mu=rating.mu,
                    sigma=rating.sigma,
                    ordinal=rating.ordinal,
                    games=(old.games if old else 0) + 1,
                )
            )
    return found


def _before(
    outcome: OutcomeRow,
    known: Mapping[tuple[int, str, int], RatingRow],
    scope: int,
    mu: float | None,
    sigma: float | None,
) -> Rating:
    """Return the rating of an outcome's player before the game, in one scope (a server, or `ALL_SERVERS`).

    For a person it is the rating in `known`, or the initial one. For a computer, or a person whose data was removed, it
    is `mu` and `sigma` as noted in the outcome; without these, the computer's fixed rating or the initial one.
    """
    if outcome.person is not None:
        row = known.get((scope, outcome.game, outcome.person))
        return Rating(row.mu, row.sigma) if row else INITIAL_RATING
    if mu is not None and sigma is not None:
        return Rating(mu, sigma)
    return computer_rating(outcome.game, outcome.computer) if outcome.computer else INITIAL_RATING


class Recomputed(msgspec.Struct, frozen=True):
    """What `recompute` did."""

    results: int
    """How many results were rated."""
    ratings: int
    """How many ratings there are now."""
    changed: int
    """How many ratings differ from those before."""


async def recompute(services: Services) -> Recomputed:
    """Compute all ratings again from the stored results and replace them, in one transaction. Return what changed.

    The ratings noted before each result are replaced too. Other processes cannot write results meanwhile.
    """
    async with services.db.transaction() as db:
        await db.exclude_other_processes()
        before = {(row.server, row.game, row.person): row for row in await records.all_ratings(db)}
        outcomes = await records.rated_outcomes(db)
        known: dict[tuple[int, str, int], RatingRow] = {}
        results = 0
        for _, game in groupby(outcomes, lambda outcome: outcome.n):
            results += 1
            known.update(((row.server, row.game, row.person), row) for row in _rate(list(game), known))
        await records.save_ratings_before(db, outcomes)
        await records.clear_ratings(db)
        await records.save_ratings(db, list(known.values()))
    changed = sum(before.get(key) != known.get(key) for key in before.keys() | known.keys())
    return Recomputed(results, len(known), changed)


async def rate_older_results(services: Services) -> None:
    """Recompute all ratings if some results were stored before the bot had ratings. Called at every start."""
    if await records.is_unrated(services.db.reader):
        await recompute(services)


class ComputerLevel(msgspec.Struct, frozen=True):
    """A computer player's fixed rating in points. `measured` is False if it is only assumed."""

    player: str
    points: int
    measured: bool


def computer_levels(game: str) -> list[ComputerLevel]:
    """Return the rating of each computer level at a game, the weakest level first."""
    return [
        ComputerLevel(player, points(computer_rating(game, player).ordinal), is_measured(game, player))
        for player in PLAYERS
    ]
