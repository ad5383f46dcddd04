"""Helpers for testing one game: play moves by their text forms and examine events and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from rules import AnyGame, Event, Illegal

E = TypeVar("E", bound=Event)


class ByText:
    """Plays one game by move texts.

    `whole` is False if the hand-made tables lack cards, so that `check_state` would fail.
    """

    def __init__(self, game: AnyGame, *, whole: bool = True) -> None:
        self._game = game
        self._whole = whole

    def move(self, state: Any, seat: int, text: str) -> list[Event]:
        """Play a move by its text and return the events; check the state's invariants if the tables are whole."""
        events = self._game.play(state, seat, self._game.parse(text))
        if self._whole:
            self._game.check_state(state)
        return events

    def refusal(self, state: Any, seat: int, text: str) -> tuple[str, str, dict[str, object]]:
        """Assert that the rules forbid the move and the state does not change.

        Return the rule's number, key and facts.
        """
        before = self._game.encode(state)
        with pytest.raises(Illegal) as problem:
            self._game.play(state, seat, self._game.parse(text))
        assert self._game.encode(state) == before
        return problem.value.rule, problem.value.key, dict(problem.value.facts)

    def refused(self, state: Any, seat: int, text: str) -> tuple[str, str]:
        """Return the rule's number and key of `refusal`."""
        return self.refusal(state, seat, text)[:2]

    def offered(self, state: Any, seat: int) -> list[str]:
        """Return the texts of all options of the seat."""
        return [str(option) for option in self._game.options(state, seat)]


def events_of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Return the events of one class."""
    return [event for event in events if isinstance(event, kind)]
