"""Errors that say why something at a table was not done: `Declined`, `Stale` and `NotBegun`.

A `Declined` error is a key with facts, from which `words` makes the sentence that the player reads.
"""

from __future__ import annotations

from typing import Final


class Declined(Exception):
    """A request was declined and nothing was changed.

    `key` names the reason and `facts` its details. `words` turns both into the sentence the player reads.
    """

    def __init__(self, key: str, **facts: int | str) -> None:
        super().__init__(f"{key} {facts}" if facts else key)
        self.key: Final = key
        self.facts: Final = facts


class Stale(Declined):
    """The decision that a button belongs to is no longer pending. The person gets a fresh menu."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotBegun(Exception):
    """A request to Discord was not sent because it is not certain that this process still holds its partition.

    Nobody outside can have noticed the attempt, so it can be repeated.
    """
