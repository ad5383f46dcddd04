"""Base classes for `fields` and the steps: a place for workers, and a step without a decision."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from rules.contract import Event, F, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu.actions import AnyAction
from rules.haithabu.data import KINDS, Wares
from rules.haithabu.state import State


class Place(ABC):
    """The rules of one place for workers; it has no state of its own."""

    key: ClassVar[str]
    """The place's name in moves: a letter, or `market`."""
    rule: ClassVar[str]
    """The number of its rule."""

    @abstractmethod
    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """H15: return True if the player could do anything here with this silver."""

    @abstractmethod
    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Raise `Illegal` unless the action is allowed here.

        Return its cost in silver, which may be too high for the player.
        """

    def cost(self, state: State, seat: int, action: AnyAction) -> int:
        """Return the cost of a legal action in silver."""
        return 0

    @abstractmethod
    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Carry out a legal action; its cost has been paid."""

    @abstractmethod
    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Return the actions worth offering, all within the budget; at least one if the player can act here."""

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Return one of the offered actions by random bits, or None.

        Override it where listing all of them is expensive.
        """
        offers = self.offered_actions(state, seat, budget)
        return offers[bits % len(offers)] if offers else None

    def forced_action(self, state: State, seat: int) -> AnyAction | None:
        """Return the only action left where it needs no decision (H18: the point of D and H), else None."""
        return None

    def wrong_action(self, action: AnyAction) -> Illegal:
        """Return (not raise) the refusal of an action that does not belong to this place."""
        return Illegal(self.rule, "wrong_action", place=self.key, action=action.verb)


class AutomaticStep(Step[State, F, Move]):
    """The step of a frame in which no seat ever owes a decision: it only pushes other frames when it is resumed."""

    def options(self, state: State, frame: F, seat: int) -> list[Move]:
        """Return no moves."""
        return []

    def check(self, state: State, frame: F, seat: int, move: Move) -> None:
        """Raise `Illegal` for every move."""
        raise wrong_kind("H10", move)

    def apply(self, state: State, frame: F, seat: int, move: Move, emitted: list[Event]) -> None:
        """Do nothing; it is never called."""


def check_amounts(rule: str, wares: Wares) -> None:
    """Raise `Illegal` by this rule unless these are valid counts by ware, with at least one ware."""
    if len(wares) != KINDS or min(wares) < 0 or not any(wares):
        raise Illegal(rule, "no_wares")
