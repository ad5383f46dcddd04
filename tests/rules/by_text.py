"""Plays one game in tests: moves as texts, the events that follow, and why moves are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from rules import AnyGame, Event, Illegal

E = TypeVar("E", bound=Event)


class ByText:
    """One game; `whole`: nothing is missing on the tables that its tests put together."""

    def __init__(self, game: AnyGame, *, whole: bool = True) -> None:
        self._game = game
        self._whole = whole

    def move(self, state: Any, seat: int, text: str) -> list[Event]:
        """Make a move by its text; a whole table must be sound afterwards."""
        events = self._game.play(state, seat, self._game.parse(text))
        if self._whole:
            self._game.check_state(state)
        return events

    def refusal(self, state: Any, seat: int, text: str) -> tuple[str, str, dict[str, object]]:
        """See that a move is not allowed and changes nothing; return the rule's number, the key and the facts."""
        before = self._game.encode(state)
        with pytest.raises(Illegal) as problem:
            self._game.play(state, seat, self._game.parse(text))
        assert self._game.encode(state) == before
        return problem.value.rule, problem.value.key, dict(problem.value.facts)

    def refused(self, state: Any, seat: int, text: str) -> tuple[str, str]:
        """Do the same without the facts."""
        return self.refusal(state, seat, text)[:2]

    def offered(self, state: Any, seat: int) -> list[str]:
        """Return the texts of all options."""
        return [str(option) for option in self._game.options(state, seat)]


def told(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Return what happened of one kind."""
    return [event for event in events if isinstance(event, kind)]
