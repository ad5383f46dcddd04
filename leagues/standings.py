"""Points, tie-breaks and places of a division.

At a table of n players, a player's points are the number of opponents they beat divided by n - 1; a tie counts as half
an opponent. Players with the same points are ordered by their points against each other, then by victories. Those who
are still equal share a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

_HALF = Fraction(1, 2)


class Fixture(msgspec.Struct, frozen=True):
    """A table of a season: its players, and how it ended."""

    players: tuple[int, ...]
    places: tuple[int, ...] = ()
    """The place of each player, in the order of `players`; tied players have the same. Empty while it is played."""
    closed: bool = False
    """True if a server manager closed the table: then it has no places, and everybody gets half a point."""
    dropped: frozenset[int] = frozenset()
    """Those of its players who had dropped out before it ended. They get nothing; their place counts for the others."""

    @property
    def is_open(self) -> bool:
        """True while the table is played."""
        return not (self.places or self.closed)

    def place_of(self, player: int) -> int:
        """Return the place of a player of a table that was played to its end."""
        return self.places[self.players.index(player)]

    def points(self, player: int) -> Fraction:
        """Return the points, from 0 to 1, that this table gives to one of its players; 0 while it is being played."""
        if self.is_open or player in self.dropped:
            return Fraction(0)
        if self.closed:
            return _HALF
        return self.points_against(player, self.players) / (len(self.players) - 1)

    def points_against(self, player: int, opponents: Iterable[int]) -> Fraction:
        """Return how many of the opponents at this table a player beat, a tie counted half.

        Opponents who do not play here are left out, and so is the player. 0 unless the table was played to its end.
        """
        if not self.places or player not in self.players or player in self.dropped:
            return Fraction(0)
        own = self.place_of(player)
        met = [self.place_of(each) for each in opponents if each in self.players and each != player]
        return sum((Fraction(1) if own < place else _HALF for place in met if own <= place), Fraction(0))

    def is_won_by(self, player: int) -> bool:
        """Return True if a player of this table finished first, alone or tied, and had not dropped out."""
        return bool(self.places) and player not in self.dropped and self.place_of(player) == 1


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings."""

    player: int
    place: int
    """1 is the best; players who cannot be told apart share a place."""
    points: Fraction
    victories: int
    games_left: int
    """Tables of this player that are still played and that they have not dropped out of."""


def standings(players: Sequence[int], fixtures: Sequence[Fixture]) -> list[Standing]:
    """Return the standings after the tables that have ended, best first.

    Players who share a place are in the order of `players`.
    """
    own = {player: [each for each in fixtures if player in each.players] for player in players}
    points = {player: sum((each.points(player) for each in own[player]), Fraction(0)) for player in players}
    victories = {player: sum(each.is_won_by(player) for each in own[player]) for player in players}
    lines: list[Standing] = []
    for _, group in groupby(sorted(players, key=lambda player: -points[player]), key=lambda player: points[player]):
        tied = list(group)
        against = {
            player: sum((each.points_against(player, tied) for each in own[player]), Fraction(0)) for player in tied
        }
        keys = {player: (against[player], victories[player]) for player in tied}
        before = len(lines)
        for player in sorted(tied, key=lambda player: keys[player], reverse=True):
            place = 1 + before + sum(keys[other] > keys[player] for other in tied)
            left = sum(each.is_open and player not in each.dropped for each in own[player])
            lines.append(Standing(player, place, points[player], victories[player], left))
    return lines
