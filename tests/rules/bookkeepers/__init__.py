"""Bookkeepers: each hears what one seat is told, works out what must be so, and looks through guesses for what is not.

They know the rules from paper, keep their books in their own way, and never see a state but a guessed one.
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
