"""The three ways in which a move can be refused, and the one in which a data file can."""

from __future__ import annotations

from pathlib import Path
from typing import Final

Fact = int | str | tuple[str, ...]


class Refused(Exception):
    """A move was not made. The state is exactly what it was before."""


class Unreadable(Refused):
    """The text is no move: an unknown verb, a word too many, a number that is none."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text!r} is no move: {reason}")
        self.text: Final = text
        self.reason: Final = reason


class NotYours(Refused):
    """This seat has nothing to decide now. `decision` is what others are deciding, None when the game is over."""

    def __init__(self, seat: int, decision: str | None) -> None:
        super().__init__(
            f"seat {seat} has nothing to decide" + (f" ({decision})" if decision else ": the game is over")
        )
        self.seat: Final = seat
        self.decision: Final = decision


class Illegal(Refused):
    """The rules forbid the move. `rule` is its number in the rulebook, `key` and `facts` are what a sentence needs."""

    def __init__(self, rule: str, key: str, **facts: Fact) -> None:
        told = " ".join(f"{name}={value}" for name, value in facts.items())
        super().__init__(f"{rule} {key} {told}".rstrip())
        self.rule: Final = rule
        self.key: Final = key
        self.facts: Final = facts


class BadData(Exception):
    """A game's data file cannot be right. Says which file, which key, and why."""

    def __init__(self, file: Path, key: str, reason: str) -> None:
        super().__init__(f"{file.name}: {key}: {reason}")
        self.file: Final = file
        self.key: Final = key
        self.reason: Final = reason
