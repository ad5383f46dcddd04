"""Minds that say how long they think: the same ones, seen by whoever measures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from opponents.advice import Advice
from opponents.game_analysis import Analysis
from rules.records import Record
from tables.runtime.thinker import Progress, Thinker

Thinking = Callable[[str], AbstractContextManager[object]]
"""Lasts as long as a thought: of which kind, `move`, `hint` or `analysis`."""


class TimedThinker:
    """Hand everything through, and time it."""

    def __init__(self, inner: Thinker, thinking: Thinking) -> None:
        self._inner = inner
        self._thinking = thinking

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        """Return the text of a computer's move."""
        with self._thinking("move"):
            return await self._inner.think(game, snapshot, seat, player, seed)

    async def hint(self, game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
        """Return the best moves of a seat."""
        with self._thinking("hint"):
            return await self._inner.hint(game, snapshot, seat, seed)

    async def analyse(self, record: Record, progress: Progress) -> Analysis | None:
        """Return the analysis of a finished game."""
        with self._thinking("analysis"):
            return await self._inner.analyse(record, progress)
