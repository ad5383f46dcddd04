"""What a game brings so that its balance can be measured: `USES` in the module `uses` of its package."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, NamedTuple

from rules import Event


class Used(NamedTuple):
    """Somebody has used something: a card, a field, a building."""

    seat: int
    group: str
    thing: str


class Uses(ABC):
    """What can be used in a game, and when it is."""

    things: ClassVar[Mapping[str, Mapping[str, int]]]
    """By group every thing, and how many of it there are."""
    counted: ClassVar[str] = "decisions"
    """What the length of a game is counted in."""

    @abstractmethod
    def of(self, event: Event) -> Iterator[Used]:
        """Yield what was used in an event."""

    def length(self, state: Any, decisions: int) -> int:
        """Return how long a game was that is over."""
        return decisions


def uses_of(game: str) -> Uses | None:
    """Return what can be used in a game; None if it brings nothing for that."""
    module = f"opponents.{game}.uses"
    if find_spec(f"opponents.{game}") is None or find_spec(module) is None:
        return None
    uses: Uses = import_module(module).USES
    return uses
