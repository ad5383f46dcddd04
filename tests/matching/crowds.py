"""Random people who look for games, and a slow but obvious check of whether a table suits them."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import TypeVar

from matching.formed_tables import Choices, FormedTable, Kind
from matching.reliability import Level
from matching.wishes import ANSWER_S, HOUR_S, Owner, Wish

Value = TypeVar("Value")

NOW = 1_000 * HOUR_S
SIZES = {"whist": (5, 4), "bridge": (4,), "skat": (3,), "chess": (2,), "draughts": (2,)}
CHOICES = Choices(
    kinds=[Kind(game, size) for game, sizes in SIZES.items() for size in sizes],
    clocks=["1d", "3d", "none"],
    languages=["en", "de"],
    channels=[7, 8],
    computers={game: {"weak": 900, "strong": 1300} for game in SIZES},
)


class Crowd:
    """Up to nine people with wishes of every kind and age. How picky they are differs between crowds."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.pickiness = self.rng.random()
        people = self.rng.sample(range(100, 200), self.rng.randint(0, 9))
        self.wishes = [self._wish(person) for person in people]
        self.wish_of = {wish.person: wish for wish in self.wishes}
        self.owners = {
            person: Owner(
                channels=frozenset(channel for channel in (7, 8, 9) if not self._is_picky()),
                level=self.rng.choice([None, *Level, Level.RELIABLE]),
                avoids=frozenset(other for other in people if self.rng.random() < 0.1),
            )
            for person in people
        }

    def _is_picky(self) -> bool:
        """Return True with a probability of at most a half."""
        return self.rng.random() < self.pickiness / 2

    def _some(self, values: Collection[Value]) -> frozenset[Value]:
        """Return values that somebody accepts; none, which stands for all, if they are not picky."""
        return frozenset(value for value in values if self._is_picky())

    def _wish(self, person: int) -> Wish:
        made_at = NOW - self.rng.randrange(0, 50 * HOUR_S, HOUR_S)
        return Wish(
            person=person,
            made_at=made_at,
            expires_at=made_at + self.rng.choice([48, 60]) * HOUR_S,
            confirmed_at=self.rng.choice([0, 0, max(made_at, NOW - HOUR_S)]),
            asked_at=self.rng.choice([0, 0, max(made_at, NOW - 2 * HOUR_S), max(made_at, NOW - 2 * ANSWER_S)]),
            games={game: self._some(sizes) for game, sizes in SIZES.items() if self._is_picky()},
            clocks=self._some(CHOICES.clocks),
            languages=self._some(CHOICES.languages),
            computers=self.rng.random() < 0.5,
            required_level=self.rng.choice(list(Level)) if self._is_picky() else None,
        )

    def in_order_of_waiting(self) -> list[int]:
        """Return the people whose wish counts now, the longest-waiting first."""
        counting = [
            wish
            for wish in self.wishes
            if wish.expires_at > NOW and (wish.asked_at <= wish.confirmed_at or wish.asked_at > NOW - ANSWER_S)
        ]
        return [wish.person for wish in sorted(counting, key=lambda wish: (wish.made_at, wish.person))]

    def misfit(self, kind: Kind, persons: Sequence[int]) -> str:
        """Return why these people cannot play at a table of this kind, and "" if they can."""
        wishes, owners = [self.wish_of[each] for each in persons], [self.owners[each] for each in persons]
        if not 2 <= len(persons) <= kind.size:
            return "number of people"
        if len(persons) < kind.size and not all(wish.computers for wish in wishes):
            return "computers"
        for wish in wishes:
            if wish.games and (kind.game not in wish.games or kind.size not in (wish.games[kind.game] or {kind.size})):
                return "game"
        if not any(all(clock in (wish.clocks or {clock}) for wish in wishes) for clock in CHOICES.clocks):
            return "clock"
        if not any(all(each in (wish.languages or {each}) for wish in wishes) for each in CHOICES.languages):
            return "language"
        if not any(all(channel in owner.channels for owner in owners) for channel in CHOICES.channels):
            return "channel"
        for one in persons:
            required = self.wish_of[one].required_level
            for other in persons:
                level = self.owners[other].level
                if one != other and other in self.owners[one].avoids:
                    return "avoided"
                if one != other and required is not None and (level is None or level < required):
                    return "reliability"
        return ""

    def misfit_of(self, table: FormedTable) -> str:
        """Return why a formed table does not suit the people who sit there, and "" if it does."""
        wishes = [self.wish_of[each] for each in table.persons]
        if not all(table.clock in (wish.clocks or CHOICES.clocks) for wish in wishes):
            return "chosen clock"
        if not all(table.language in (wish.languages or CHOICES.languages) for wish in wishes):
            return "chosen language"
        if not all(table.channel in self.owners[each].channels for each in table.persons):
            return "chosen channel"
        return self.misfit(table.kind, table.persons)

    def possible_table(self, people: Sequence[int]) -> tuple[Kind, tuple[int, ...]] | None:
        """Return a table that some of these people could form, or None."""
        for kind in CHOICES.kinds:
            for count in range(2, kind.size + 1):
                for persons in combinations(people, count):
                    if not self.misfit(kind, persons):
                        return kind, persons
        return None
