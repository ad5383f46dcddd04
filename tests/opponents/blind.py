"""A game whose real state cannot be read: the only thing one can do with it is to guess."""

from __future__ import annotations

from typing import Any

from rules import AnyGame


class Covered:
    """Stands for the real state. Has nothing to read, and no door but `guess` knows it."""

    __slots__ = ()


class Blind:
    """A game as a computer player must be able to use it: on guesses everything, on the real state only `guess`."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self._state = state
        self.guesses = 0

    def guess(self, state: Covered, seat: int, seed: int) -> Any:
        """Guess about what is covered."""
        assert isinstance(state, Covered)
        self.guesses += 1
        return self._game.guess(self._state, seat, seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)
