"""The best and worst place that each player of a division can still reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import prod

import msgspec

from leagues.standings import Fixture, standings

_MAX_OUTCOMES = 1000
"""The most outcomes that are tried one by one: those of one table of five or of two tables of three are fewer."""


def possible_places(players: Sequence[int], fixtures: Sequence[Fixture]) -> dict[int, tuple[int, int]]:
    """Return for each player (best place, worst place): those that they can still have at the end of the season.

    Both are exact if the tables that are still being played can end in at most `_MAX_OUTCOMES` ways. Otherwise the best
    place may be too good and the worst too bad, never the other way round.
    """
    open_tables = [fixture for fixture in fixtures if fixture.is_open]
    if prod(len(_orders(len(fixture.players))) for fixture in open_tables) > _MAX_OUTCOMES:
        return _bounds(players, fixtures)
    places: dict[int, set[int]] = {player: set() for player in players}
    for outcome in _outcomes(fixtures):
        for line in standings(players, outcome):
            places[line.player].add(line.place)
    return {player: (min(found), max(found)) for player, found in places.items()}


def _bounds(players: Sequence[int], fixtures: Sequence[Fixture]) -> dict[int, tuple[int, int]]:
    """Return for each player (best, worst): limits between which the final place must lie.

    The limits may be further apart than necessary. They assume that each table that is still being played may give any
    player from 0 to 1 point, whatever the others get there, and that ties may be broken either way.
    """
    table = standings(players, fixtures)
    return {
        line.player: (
            1 + sum(other.points > line.points + line.games_left for other in table),
            1 + sum(other.points + other.games_left >= line.points for other in table if other is not line),
        )
        for line in table
    }


def _outcomes(fixtures: Sequence[Fixture]) -> Iterator[list[Fixture]]:
    """Yield all fixtures, once for every combination of results of those that are still being played."""
    yield from map(
        list,
        product(
            *(
                [msgspec.structs.replace(each, places=places) for places in _orders(len(each.players))]
                if each.is_open
                else [each]
                for each in fixtures
            )
        ),
    )


@cache
def _orders(count: int) -> list[tuple[int, ...]]:
    """Return every possible result of a table of `count` players, ties included.

    Each result is a tuple with the place of each player, such as (1, 1, 3).
    """
    if count == 0:
        return [()]
    orders = set()
    for levels in product(range(count), repeat=count):
        orders.add(tuple(1 + sum(other < level for other in levels) for level in levels))
    return sorted(orders)
