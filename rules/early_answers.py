"""`EarlyAnswers`: which questions of a game can be answered before they are asked, and how such answers are compared.

A game that allows early answers declares an object of this class (`Game.early`). Everything works on *imagined* states:
guesses that agree with the player's view, changed so that they ask the question now. `rules.plans` and
`rules.standing_answers` use it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from rules.pieces import Move


class Question(NamedTuple):
    """A question that a seat can answer early: an imagined state that asks it now, and the frame of the question.

    The answer is complete when the seat owes nothing in that frame any more, or the frame is gone.
    """

    state: Any
    frame: int


class EarlyAnswers(ABC):
    """What a game declares about early answers."""

    decisions: ClassVar[frozenset[str]]
    """The names of the decisions that can be answered early, as `Game.owed` returns them."""
    exact: ClassVar[frozenset[str]] = frozenset()
    """Decisions whose early answer is used only if it costs and brings exactly what was shown when it was given."""
    alternatives: ClassVar[frozenset[str]] = frozenset()
    """Decisions for which several answers can be listed: the first one that is possible is used."""
    follow_ups: ClassVar[frozenset[str]] = frozenset()
    """Decisions that belong to the answer of the one before: the answer is not complete while the seat owes one."""
    policies: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """Decisions that come out of turn and may have a standing answer, each with its policies to choose from (keys)."""

    @abstractmethod
    def questions(self, guess: Any, seat: int) -> dict[str, Question]:
        """Return the questions that the seat can answer early now, by the name of their decision; often none.

        `guess` is a guess of the present state and may be changed. The seat must not owe a decision in it.
        """

    def frame_of(self, state: Any, decision: str) -> int:
        """Return the id of the frame to which an answer belongs, in a state that asks for this decision."""
        return int(state.agenda[-1].id)

    def isolated(self, state: Any, decision: str, seat: int) -> Any:
        """Return a state that asks for this decision, changed so that nothing of the seat's follows after its answer.

        Effects are compared on it. The default returns the state as it is.
        """
        return state

    @abstractmethod
    def period(self, state: Any) -> int:
        """Return the number of a state's period (round, year).

        An answer holds for the period of the imagined state that asks its question. In any other it lapses.
        """

    def context(self, state: Any) -> str:
        """Return what the moves of an answer refer to in this state, as text; empty if their texts say it all."""
        return ""

    def adapted(self, texts: Sequence[str], context: str, state: Any, seat: int) -> Sequence[str] | None:
        """Return the moves of a seat's answer as they are written in `state`; None if what they refer to is gone.

        `context` is what `context` returned when the answer was given.
        """
        return texts

    def answered_without_asking(self, decision: str) -> bool:
        """Return True if whoever is asked for a decision may have answered it already, by a plan or a standing answer.

        It does not say whether anybody has.
        """
        return decision in self.decisions or decision in self.policies

    def standing_question(self, guess: Any, seat: int, decision: str) -> Any:
        """Return a guess changed so that it asks the seat a decision of `policies` now, out of turn."""
        raise NotImplementedError

    def standing_move(self, guess: Any, seat: int, decision: str, policy: str) -> Move | None:
        """Return the move with which a policy answers a decision of `policies`, which the guess asks; None to ask."""
        raise NotImplementedError
