"""What a game declares for its pictures: `PAINTER = Painter(…)` in `pictures/<game>/__init__.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pictures.drawing import Drawing
from pictures.final_chart import ScoreHistory
from pictures.labels import Robots
from words import Words


class DrawBoard(Protocol):
    """The type of a function that draws a table as everybody sees it: `board` in `pictures/<game>/board.py`."""

    def __call__(self, view: Any, names: Sequence[str], words: Words, robots: Robots | None = None, /) -> Drawing:
        """Return the drawing; `robots` are the seats that computers play."""
        ...


class DrawLesson(Protocol):
    """The type of a function that draws a page of a lesson: `lesson` in `pictures/<game>/lesson_picture.py`."""

    def __call__(self, view: Any, names: Sequence[str], words: Words, robots: Robots, idea: str, /) -> Drawing:
        """Return the drawing, from the learner's view; `idea` is the key of the idea explained now, "" for none.

        Its description names everything that the text of the idea talks about.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Painter:
    """The functions that draw one game. Each game's package makes one, as `PAINTER`. They get views, never a state.

    Beside it a package may declare `SYMBOLS` (its drawn signs by name), `SIGN_COLOURS` (colours of signs that are not
    brick red) and `SIGN_PAINTERS` (functions for signs that are more than a one-coloured outline).
    """

    visible_part: Callable[[Any], Any]
    """Return a view with only what the board's picture shows: equal results have the same picture."""
    board: DrawBoard
    """Return the picture of the table."""
    hand: Callable[[Any, Sequence[str], Words], Drawing]
    """Return the picture of what belongs to a seat, from that seat's view."""
    final: Callable[[Any, Sequence[str], Words, ScoreHistory], Drawing]
    """Return the final picture of a finished game."""
    lesson: DrawLesson | None = None
    """Return what a learner needs to see for the decision they owe; None if the board shows it all."""
    closeups: Mapping[str, Callable[[Any, Words], Drawing]] = field(default_factory=dict)
    """Functions that draw the part of the table a menu is about, from a seat's view, by subject."""
