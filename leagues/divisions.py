"""Splits the players of a season into divisions, and orders them for the next season."""

from __future__ import annotations

from collections.abc import Sequence

MIN_PLAYERS = 5
MAX_PLAYERS = 13
MAX_PLAYERS_IN_PAIRS = 9
"""In a game for two everybody meets everybody, so a larger division would mean more than eight games each."""
_MIN_PLAYERS_IN_PAIRS = 3
_WANTED_PLAYERS = {2: 7, 3: 7, 4: 7, 5: 11, 6: 11}
"""For each table size the preferred size of a division: pairs meet equally often, and not more often than needed."""


def min_players(size: int) -> int:
    """Return how few players a division can have at tables of `size`: always more than one table seats."""
    return _MIN_PLAYERS_IN_PAIRS if size == 2 else max(MIN_PLAYERS, size + 1)


def split(players: Sequence[int], size: int) -> list[list[int]]:
    """Split players, best first, into divisions for tables of `size`; the first division has the best players.

    The sizes of divisions differ by at most one; larger ones come first. The number of divisions is chosen so that
    their average size is as close as possible to `_WANTED_PLAYERS[size]`. Raise ValueError if there are fewer players
    than `min_players(size)`.
    """
    fewest, most = min_players(size), MAX_PLAYERS_IN_PAIRS if size == 2 else MAX_PLAYERS
    counts = range(-(-len(players) // most), len(players) // fewest + 1)
    if not counts or not players:
        raise ValueError(f"{len(players)} players are too few for a division: at least {fewest} are needed")
    count = min(counts, key=lambda each: abs(len(players) / each - _WANTED_PLAYERS[size]))
    small, larger = divmod(len(players), count)
    divisions, begin = [], 0
    for index in range(count):
        end = begin + small + (index < larger)
        divisions.append(list(players[begin:end]))
        begin = end
    return divisions


def order_for_next_season(
    divisions: Sequence[Sequence[int]], newcomers: Sequence[int], *, up: int = 2, down: int = 2
) -> list[int]:
    """Return last season's players and then `newcomers`, best first, in the order that `split` divides again.

    `divisions` are last season's players in their final order, without those who do not play again. The first `up`
    players of each division but the highest move up, the last `down` of each but the lowest move down. In a division
    that is too small for both, only promotion counts. `newcomers` are given best first.
    """
    levels: list[list[int]] = [[] for _ in range(len(divisions) + 1)]
    for level, players in enumerate(divisions):
        promoted = up if level else 0
        relegated = down if level + 1 < len(divisions) else 0
        stays_until = max(promoted, len(players) - relegated)
        levels[max(level - 1, 0)].extend(players[:promoted])
        levels[level].extend(players[promoted:stays_until])
        levels[level + 1].extend(players[stays_until:])
    return [player for level in levels for player in level] + list(newcomers)
