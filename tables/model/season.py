"""A season as data (`Season`): who plays in which division, its fixtures, standings and places. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from leagues import divisions
from leagues.possible_places import possible_places
from leagues.standings import Fixture, Standing, standings
from storage.league_rows import EntrantRow, FixtureRow, SeasonRow
from tables.model.time_left import DAY, HOUR, Clock

CHECK_IN_S = DAY
"""How long before the start people are asked to check in."""
OVERTIME_S = 14 * DAY
"""How long after the end date people may still play; then aldermen play to the end."""
OVERTIME_DECISION_S = 12 * HOUR
"""The time for a decision after the end date."""
MIN_CUP_PLAYERS = 2


LINKS_DELAY_S = 60
"""How long after a table or its thread was opened its players' messages link to it: then mostly all are open."""
_ROUND_STEP = 1_000_000
"""The message that names a player's tables has the number round * this + the number of the entrant."""


def tables_message_number(round_number: int, entrant: int) -> int:
    """Return the number of the message of kind `tables` that an entrant gets in a round."""
    return round_number * _ROUND_STEP + entrant


def entrant_of_message(number: int) -> int:
    """Return the number of the entrant who gets the message of kind `tables` with this number."""
    return number % _ROUND_STEP


class Line(msgspec.Struct, frozen=True):
    """A line of a division's standings: an entrant and their points.

    `best` and `worst` are the best and the worst place that they can still reach.
    """

    entrant: EntrantRow
    standing: Standing
    best: int
    worst: int


class Season(msgspec.Struct):
    """A season with its entrants, in the order of signing up, and its fixtures."""

    row: SeasonRow
    entrants: list[EntrantRow]
    fixtures: list[FixtureRow]

    @property
    def id(self) -> int:
        """The season's id."""
        return self.row.id

    @property
    def clock(self) -> Clock:
        """The clock of its tables until the end date."""
        return msgspec.json.decode(self.row.clock, type=Clock)

    @property
    def length_s(self) -> int:
        """How many seconds it, or a round of a cup, lasts as it was announced: without what organisers have added."""
        return self.row.ends - self.row.starts - self.row.extended

    @property
    def min_players(self) -> int:
        """How many players it needs to start."""
        return MIN_CUP_PLAYERS if self.row.format == "cup" else divisions.min_players(self.row.size)

    @property
    def games_each(self) -> int:
        """The most tables of this season at which one player sits at the same time."""
        if self.row.format == "cup":
            return 1
        return divisions.MAX_PLAYERS_IN_PAIRS - 1 if self.row.size == 2 else self.row.size

    def entrant(self, n: int) -> EntrantRow:
        """Return the entrant with a number."""
        return next(each for each in self.entrants if each.n == n)

    def entrant_of(self, person: int) -> EntrantRow | None:
        """Return a person's entry, or None if they have not signed up."""
        return next((each for each in self.entrants if each.person == person), None)

    def starters(self) -> list[EntrantRow]:
        """Return who would play if the season started now, in the order of signing up; the others are in reserve.

        Before the check-in these are all who have signed up, afterwards those who have checked in. If `row.most` is
        set, only the first `row.most` of them are returned.
        """
        ready = [each for each in self.entrants if each.checked_in or self.row.state == "signup"]
        return ready[: self.row.most or None]

    @property
    def division_numbers(self) -> list[int]:
        """The numbers of the divisions, from 1; empty before the start."""
        return sorted({each.division for each in self.entrants if each.division})

    def players(self, division: int) -> list[EntrantRow]:
        """Return the players of a division, the best seed first."""
        return sorted((each for each in self.entrants if each.division == division), key=lambda each: each.seed)

    def division_fixtures(self, division: int) -> list[FixtureRow]:
        """Return the fixtures of a division, in order."""
        return [each for each in self.fixtures if each.division == division]

    def fixtures_of(self, n: int) -> list[FixtureRow]:
        """Return the fixtures of an entrant, in order."""
        return [each for each in self.fixtures if n in each.players]

    def standings(self, division: int) -> list[Standing]:
        """Return the standings of a division, best first."""
        return standings([each.n for each in self.players(division)], self._plain_fixtures(division))

    def lines(self, division: int) -> list[Line]:
        """Return the standings of a division, best first. Each line has the places that its player can still reach."""
        places = possible_places([each.n for each in self.players(division)], self._plain_fixtures(division))
        return [Line(self.entrant(each.player), each, *places[each.player]) for each in self.standings(division)]

    def final_order(self, division: int) -> list[EntrantRow]:
        """Return the final order of a division's players, best first, by which they are promoted and relegated.

        Those who dropped out come last. Players who share a place are ordered by their rating before the season.
        """
        place = {each.player: each.place for each in self.standings(division)}
        return sorted(self.players(division), key=lambda each: (each.dropped, place[each.n], -each.rating))

    def winners(self, division: int) -> list[EntrantRow]:
        """Return who won a division, or the cup, once the season is over. Players who dropped out cannot win.

        If several share the best place, all of them are returned, ordered by seed. Empty before the end of the season,
        and if everybody has dropped out.
        """
        placed = [each for each in self.players(division) if each.place and not each.dropped]
        return [each for each in placed if each.place == min(other.place for other in placed)]

    def _plain_fixtures(self, division: int) -> list[Fixture]:
        return [plain_fixture(each) for each in self.division_fixtures(division)]

    def cup_places(self) -> dict[int, int]:
        """Return the place of each player of a cup that is over, by the player's number.

        Players who lost in the same round share a place.
        """
        last = {n: max(each.round for each in self.fixtures_of(n)) for n in (each.n for each in self.players(1))}
        final = max(each.round for each in self.fixtures)
        keys = {n: (-at, self._final_place(n) if at == final else 0) for n, at in last.items()}
        return {n: 1 + sum(other < key for other in keys.values()) for n, key in keys.items()}

    def _final_place(self, n: int) -> int:
        """Return a player's rank at the final's table, from 0 on, in the order of `round_order`."""
        (final,) = [each for each in self.fixtures_of(n) if each.round == self.row.round]
        return round_order(final, {each.n: each.seed for each in self.entrants}).index(n)


def plain_fixture(row: FixtureRow) -> Fixture:
    """Return a fixture as `leagues` knows it."""
    return Fixture(tuple(row.players), tuple(row.places), closed=row.status == "closed", dropped=frozenset(row.absent))


def round_order(row: FixtureRow, seeds: dict[int, int]) -> list[int]:
    """Return the numbers of the players of a cup's table that is over, best first: by place, then by seed.

    Those who have left come last. If the table was closed, only seeds count. `seeds` are by player's number.
    """
    place = dict(zip(row.players, row.places, strict=True)) if row.places else {}
    return sorted(row.players, key=lambda n: (n in row.absent, place.get(n, 0), seeds[n]))


def ordered_by_rating(entrants: Sequence[EntrantRow]) -> list[EntrantRow]:
    """Return entrants by their rating, the best first; of equals, who signed up first."""
    return sorted(entrants, key=lambda each: (-each.rating, each.n))
