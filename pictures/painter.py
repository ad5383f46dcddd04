"""What a game brings to be drawn: every game's package here declares it once, as `PAINTER`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pictures.drawing import Drawing
from pictures.final_chart import ScoreHistory
from pictures.labels import Robots
from words import Words


class DrawBoard(Protocol):
    """Draws a table as everybody sees it; `robots` are the seats that computers play."""

    def __call__(self, view: Any, names: Sequence[str], words: Words, robots: Robots | None = None, /) -> Drawing:
        """Draw it."""
        ...


@dataclass(frozen=True, kw_only=True)
class Painter:
    """One game in pictures. It sees views of its game, never a state.

    Beside it a package declares `SYMBOLS`, its signs by their names, `INKS`, the colours of those that have one of
    their own, and `PAINTED`, how those are drawn that are more than a silhouette; each may be left out.
    """

    visible_part: Callable[[Any], Any]
    """Return a view without what the board's picture does not show: equal ones have the same picture."""
    board: DrawBoard
    hand: Callable[[Any, Sequence[str], Words], Drawing]
    """Draw what is a seat's own, from that seat's view."""
    final: Callable[[Any, Sequence[str], Words, ScoreHistory], Drawing]
    """Draw how a game ended and how the scores came about."""
    closeups: Mapping[str, Callable[[Any, Words], Drawing]] = field(default_factory=dict)
    """Draw parts of the table for the menus that are about them, from a seat's view; by what they are about."""
