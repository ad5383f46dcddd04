"""Who thinks for a house, off the event loop: for computer seats, for who asks for a hint, about finished games."""

from __future__ import annotations

from typing import NoReturn, Protocol

from opponents.advice import Advice
from opponents.game_analysis import Analysis
from rules.records import Record
from tables.runtime.analysis_progress import Progress


class Thinker(Protocol):
    """Given to a house by whoever opens it."""

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        """Return the text of the move that a computer player decides on."""

    async def hint(self, game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
        """Return the best moves of a seat with chances and reasons, best first; none if that could not be done."""

    async def analyse(self, record: Record, progress: Progress) -> Analysis | None:
        """Return the analysis of a finished game; None if nothing is learned that fits it."""


class NoMinds:
    """For who opens a house where nothing is asked that has to be thought about."""

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> NoReturn:
        """Nobody does."""
        raise RuntimeError("nobody thinks here")

    async def hint(self, game: str, snapshot: bytes, seat: int, seed: int) -> NoReturn:
        """Nobody does."""
        raise RuntimeError("nobody thinks here")

    async def analyse(self, record: Record, progress: Progress) -> NoReturn:
        """Nobody does."""
        raise RuntimeError("nobody thinks here")
