"""The three reasons for refusing a move, `Unreadable`, `NotYours` and `Illegal`, and the error for a bad data file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

Fact = int | str | tuple[str, ...]


class Refused(Exception):
    """A move was not made; the state has not changed."""


class Unreadable(Refused):
    """The text is not a move: for example the verb is unknown, a word is missing or wrong, or a number is unreadable.

    `records.take_back` also raises it if there is nothing to take back.
    """

    def __init__(self, text: str, reason: str) -> None:
        """`text` is what was to be read, `reason` says in English why it is not a move."""
        super().__init__(f"{text!r} is no move: {reason}")
        self.text: Final = text
        self.reason: Final = reason


class NotYours(Refused):
    """The seat has nothing to decide now.

    `decision` is the name of the decision that other seats owe; None when the game is over.
    """

    def __init__(self, seat: int, decision: str | None) -> None:
        """`decision` is the name of the decision that other seats owe now; None when the game is over."""
        super().__init__(
            f"seat {seat} has nothing to decide" + (f" ({decision})" if decision else ": the game is over")
        )
        self.seat: Final = seat
        self.decision: Final = decision


class Illegal(Refused):
    """The rules forbid the move. `rule` is the number of the rule that forbids it.

    `key` names the reason and `facts` are its details; the package `words` makes a sentence of them.
    """

    def __init__(self, rule: str, key: str, **facts: Fact) -> None:
        """`facts` are the values that the sentence for `key` needs, such as amounts and card names."""
        details = " ".join(f"{name}={value}" for name, value in facts.items())
        super().__init__(f"{rule} {key} {details}".rstrip())
        self.rule: Final = rule
        self.key: Final = key
        self.facts: Final = facts


class BadData(Exception):
    """A game's data file is wrong. The error names the file, the key in it, and the reason."""

    def __init__(self, file: Path, key: str, reason: str) -> None:
        """`key` is the dotted path of the wrong value within the file."""
        super().__init__(f"{file.name}: {key}: {reason}")
        self.file: Final = file
        self.key: Final = key
        self.reason: Final = reason
