"""The class `Chance`, the random generator of all games.

It is splitmix64, whose whole state is one integer. It draws the same numbers on every version of Python.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STRIDE = 0x9E3779B97F4A7C15


class Chance(msgspec.Struct, array_like=True):
    """A random generator that is part of a game's state: copied, compared and stored with it.

    It draws numbers (`draw`, `below`, `die`), picks from a list (`choice`, `take`) and shuffles. Each of these advances
    it; `shuffle` draws once for every element but one.
    """

    at: int
    """The generator's state: a seed from 0 to 2**64 - 1."""

    def draw(self) -> int:
        """Return the next random number from 0 to 2**64 - 1 and advance this generator."""
        self.at = z = (self.at + _STRIDE) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a random whole number from 0 to n - 1, all equally likely but for a bias of n / 2**64."""
        return (self.draw() * n) >> 64

    def die(self) -> int:
        """Return the roll of one six-sided die, 1 to 6."""
        return self.below(6) + 1

    def choice(self, things: Sequence[T]) -> T:
        """Return one of the things at random; there must be at least one."""
        return things[self.below(len(things))]

    def take(self, things: MutableSequence[T]) -> T:
        """Remove one of the things at random and return it; there must be at least one."""
        return things.pop(self.below(len(things)))

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put the things into a random order, in place."""
        for i in range(len(things) - 1, 0, -1):
            j = (self.draw() * (i + 1)) >> 64  # `below(i + 1)`, written out because the call takes a third more time
            things[i], things[j] = things[j], things[i]

    def copy(self) -> Chance:
        """Return a generator that will draw the same numbers."""
        return Chance(self.at)
