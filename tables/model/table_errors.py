"""Why something at a table was not done: a key and facts; `words` has the sentence."""

from __future__ import annotations

from typing import Final


class Declined(Exception):
    """Nothing was done. `key` and `facts` are what a sentence needs."""

    def __init__(self, key: str, **facts: int | str) -> None:
        super().__init__(f"{key} {facts}" if facts else key)
        self.key: Final = key
        self.facts: Final = facts


class Stale(Declined):
    """The decision a button was made for is not open any more. The person gets a fresh menu."""

    def __init__(self) -> None:
        super().__init__("stale")


class NotBegun(Exception):
    """Something was not begun, and nobody outside can have noticed: it is not certain that our partition is ours."""
