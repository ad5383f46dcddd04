"""`TimedThinker`: a wrapper of the computer players that measures how long they think."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager

from opponents.advice import Advice
from opponents.decision_feedback import Feedback
from opponents.game_analysis import Analysis
from rules.records import Record
from tables.runtime.thinker import Progress, Thinker

Thinking = Callable[[str], AbstractContextManager[object]]
"""Returns a context for one piece of thinking, by its kind: `move`, `hint` or `analysis`."""


class TimedThinker:
    """A thinker that passes every call on to an inner one and measures how long the call takes."""

    def __init__(self, inner: Thinker, thinking: Thinking) -> None:
        self._inner = inner
        self._thinking = thinking

    async def think(
        self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Collection[int] = ()
    ) -> str:
        """Return, as text, the move that the inner thinker chooses for a seat; the time is measured as `move`.

        `snapshot` is the game's state, `player` the computer's level, with its temperament after a colon if it has one.
        """
        with self._thinking("move"):
            return await self._inner.think(game, snapshot, seat, player, seed, people)

    async def hint(
        self, game: str, snapshot: bytes, seat: int, seed: int, people: Collection[int] = ()
    ) -> list[Advice]:
        """Return the moves that the inner thinker advises for a seat, best first; the time is measured as `hint`."""
        with self._thinking("hint"):
            return await self._inner.hint(game, snapshot, seat, seed, people)

    async def judge(
        self, game: str, snapshot: bytes, seat: int, move: str, people: Collection[int] = ()
    ) -> Feedback | None:
        """Return the inner thinker's feedback on a move, or None; the time is measured as `hint`."""
        with self._thinking("hint"):
            return await self._inner.judge(game, snapshot, seat, move, people)

    async def analyse(
        self, record: Record, deciders: Sequence[int], progress: Progress, people: Collection[int] = ()
    ) -> Analysis | None:
        """Return the inner thinker's analysis of a finished game; the time is measured as `analysis`.

        `deciders` has the person of each move (0: a computer). None if the inner thinker returns none. `progress` is
        called while it works.
        """
        with self._thinking("analysis"):
            return await self._inner.analyse(record, deciders, progress, people)
