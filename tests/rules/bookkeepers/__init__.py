"""Bookkeepers: each hears what one seat is told, concludes what must be true, and searches guesses for contradictions.

They implement the rules a second time, in their own way, and never see a state except a guessed one.
"""

from __future__ import annotations

from typing import Any

from rules import Event, View


class Bookkeeper:
    """Keeps the books of one seat."""

    def __init__(self, seat: int, view: View) -> None:
        """Begin with the table as it is laid out."""
        self.seat, self.seats = seat, view.seats

    def hear(self, event: Event) -> None:
        """Note down what happened, as this seat is told."""
        raise NotImplementedError

    def look_through(self, guess: Any) -> None:
        """Raise AssertionError if anything in a guess cannot be so."""
        raise NotImplementedError
