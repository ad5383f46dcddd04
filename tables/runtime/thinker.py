"""The interface to whatever computes computer moves, hints and analyses, off the event loop.

The implementation is `tables.thinking.computers.ProcessThinker`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NoReturn, Protocol

from opponents.advice import Advice
from opponents.decision_feedback import Feedback
from opponents.game_analysis import Analysis
from rules.records import Record

Progress = Callable[[int, int], None]
"""Called with the number of finished steps and the number of all steps. An exception it raises ends the work."""


class Thinker(Protocol):
    """Computes moves, hints and analyses. Passed to `Services` when it is made.

    `people` are the ids of those who wait for the result. If there is more to compute than can be done at once, people
    take turns, however many results each of them waits for. Work that nobody waits for has the turns of one person.
    """

    async def think(
        self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Collection[int] = ()
    ) -> str:
        """Return the move, as text, that a computer player makes at this seat.

        `snapshot` is the encoded state of the game. `player` is a level, or level and temperament joined by a colon.
        `seed` seeds the player's random choices.
        """

    async def hint(
        self, game: str, snapshot: bytes, seat: int, seed: int, people: Collection[int] = ()
    ) -> list[Advice]:
        """Return the best moves of a seat with chances and reasons, best first; empty if none could be computed."""

    async def judge(
        self, game: str, snapshot: bytes, seat: int, move: str, people: Collection[int] = ()
    ) -> Feedback | None:
        """Return feedback on a move (its text) that a seat made in this state; None if none could be computed."""

    async def analyse(
        self, record: Record, deciders: Sequence[int], progress: Progress, people: Collection[int] = ()
    ) -> Analysis | None:
        """Return the analysis of a finished game; None if no trained evaluation fits it.

        `deciders` has for each move that was not taken back the person who made it, or 0 for a computer.
        """


class NoThinker:
    """A `Thinker` for commands and tests that never need one: every method raises RuntimeError."""

    async def think(
        self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Collection[int] = ()
    ) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError("this process has no computer players")

    async def hint(self, game: str, snapshot: bytes, seat: int, seed: int, people: Collection[int] = ()) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError("this process has no computer players")

    async def judge(self, game: str, snapshot: bytes, seat: int, move: str, people: Collection[int] = ()) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError("this process has no computer players")

    async def analyse(
        self, record: Record, deciders: Sequence[int], progress: Progress, people: Collection[int] = ()
    ) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError("this process has no computer players")
