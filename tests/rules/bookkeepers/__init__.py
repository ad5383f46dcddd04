"""Bookkeepers: an independent model, for each game, of what one seat can infer from the events it sees.

Each follows the events of one seat, infers what must be true, and checks guesses against it. They are written from the
rulebook, keep their own data, and never see a state except a guessed one.
"""

from __future__ import annotations

from typing import Any

from rules import Event, View


class Bookkeeper:
    """What one seat can infer, in one game."""

    def __init__(self, seat: int, view: View) -> None:
        """Begin with the seat's first view."""
        self.seat, self.seats = seat, view.seats

    def hear(self, event: Event) -> None:
        """Take in an event as the seat sees it."""
        raise NotImplementedError

    def look_through(self, guess: Any) -> None:
        """Raise AssertionError if a guess contradicts what the seat can infer."""
        raise NotImplementedError
