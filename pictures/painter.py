"""What a game brings to be drawn: every game's package here declares it once, as `PAINTER`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pictures.chart import History
from pictures.drawing import Drawing
from words import Words


@dataclass(frozen=True, kw_only=True)
class Painter:
    """One game in pictures. It sees views of its game, never a state.

    Beside it a package declares `SYMBOLS`, its signs by their names, and `INKS`, the colours of those that have one of
    their own; both may be left out.
    """

    drawn: Callable[[Any], Any]
    """Return a view without what the board's picture does not show: equal ones have the same picture."""
    board: Callable[[Any, Sequence[str], Words], Drawing]
    """Draw the table as everybody sees it."""
    hand: Callable[[Any, Sequence[str], Words], Drawing]
    """Draw what is a seat's own, from that seat's view."""
    final: Callable[[Any, Sequence[str], Words, History], Drawing]
    """Draw how a game ended and how the scores came about."""
    progress: Callable[[Any], tuple[int, tuple[int, ...]]]
    """Return how many rounds are over and everybody's score."""
