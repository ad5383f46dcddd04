"""Ratings: how well people play a game, on a server and over all servers, by Plackett and Luce (openskill).

Computed with the result, in its transaction, and only from games of at least two people. A result keeps everybody's
rating before it: so all can be computed anew, in the order in which games ended, also when somebody has been forgotten.
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
from storage.rows import OutcomeRow, RatingRow
from tables.model.table import Table
from tables.records.counting import Counted, against_computers_only
from tables.runtime.services import Services

PROVISIONAL = 10
"""Until so many games a rating is provisional."""
EVERYWHERE = 0
"""The number that stands for all servers together."""

_MODEL = PlackettLuce()


class Rating(msgspec.Struct, frozen=True):
    """What is known of somebody's strength: the best guess, and how far off it may be."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def ordinal(self) -> float:
        """What they can do almost certainly."""
        return self.mu - 3 * self.sigma


NEW = Rating()


def points(ordinal: float) -> int:
    """Return a rating as people see it: somebody new has 1000, and gains by being better and by being known better."""
    return round(1000 + 40 * ordinal)


def of_computer(game: str, player: str) -> Rating:
    """Return the fixed rating of a computer player."""
    return Rating(strength(game, player), STRENGTH_SIGMA)


def after(places: Sequence[int], before: Sequence[Rating]) -> list[Rating]:
    """Return everybody's rating after a game that ended with these places."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    return [Rating(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[float(place) for place in places])]


async def enter(db: Transaction, table: Table, counted: Sequence[Counted]) -> None:
    """Write whom the result of a table counts for, and what becomes of their ratings."""
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
    """Note in one game's outcomes what everybody's rating was, and return what those of people are then."""
    game, server = outcomes[0].game, outcomes[0].server
    everywhere = [_before(outcome, known, EVERYWHERE, outcome.mu, outcome.sigma) for outcome in outcomes]
    here = [_before(outcome, known, server, outcome.here_mu, outcome.here_sigma) for outcome in outcomes]
    for outcome, over_all, on_this in zip(outcomes, everywhere, here, strict=True):
        outcome.mu, outcome.sigma = over_all.mu, over_all.sigma
        outcome.here_mu, outcome.here_sigma = on_this.mu, on_this.sigma
    places = [outcome.place for outcome in outcomes]
    found = []
    for scope, before in ((EVERYWHERE, everywhere), (server, here)):
        for outcome, rating in zip(outcomes, after(places, before), strict=True):
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
    """Return a rating before a game. A computer's and a forgotten person's are what was noted then."""
    if outcome.person is not None:
        row = known.get((scope, outcome.game, outcome.person))
        return Rating(row.mu, row.sigma) if row else NEW
    if mu is not None and sigma is not None:
        return Rating(mu, sigma)
    return of_computer(outcome.game, outcome.computer) if outcome.computer else NEW


class Recomputed(msgspec.Struct, frozen=True):
    """What computing all ratings anew came to."""

    results: int
    ratings: int
    changed: int
    """So many ratings are others than before."""


async def recompute(services: Services) -> Recomputed:
    """Compute all ratings anew from the results, in one transaction."""
    async with services.db.transaction() as db:
        await db.alone()
        before = {(row.server, row.game, row.person): row for row in await records.all_ratings(db)}
        outcomes = await records.rated_outcomes(db)
        known: dict[tuple[int, str, int], RatingRow] = {}
        results = 0
        for _, game in groupby(outcomes, lambda outcome: outcome.n):
            results += 1
            known.update(((row.server, row.game, row.person), row) for row in _rate(list(game), known))
        await records.save_before(db, outcomes)
        await records.clear_ratings(db)
        await records.save_ratings(db, list(known.values()))
    changed = sum(before.get(key) != known.get(key) for key in before.keys() | known.keys())
    return Recomputed(results, len(known), changed)


async def catch_up(services: Services) -> None:
    """Rate what was played before there were ratings."""
    if await records.is_unrated(services.db.reader):
        await recompute(services)


class Level(msgspec.Struct, frozen=True):
    """A computer player's fixed rating; one that was never measured is taken for a trader."""

    player: str
    points: int
    measured: bool


def of_computers(game: str) -> list[Level]:
    """Return the computer players' points at a game, from the first level to the last."""
    return [Level(player, points(of_computer(game, player).ordinal), is_measured(game, player)) for player in PLAYERS]
