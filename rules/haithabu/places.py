"""`Place`, the base class of the places for workers; `AutomaticStep`, for steps without a decision; `check_amounts`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from rules.contract import Event, F, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu.actions import AnyAction
from rules.haithabu.data import KINDS, Wares
from rules.haithabu.state import State


class Place(ABC):
    """The rules of one place for workers: a field of the rondel (A to H) or the market.

    It says what a seat may do there and at what cost (`can_act`, `check`, `cost`), carries it out (`apply`), and lists
    or draws actions for menus and computer players (`offered_actions`, `random_action`). Each place is a subclass, and
    `fields.PLACES` holds the only instance of each. An instance has no data of its own.
    """

    key: ClassVar[str]
    """The place's name in moves: a letter, or `market`."""
    rule: ClassVar[str]
    """The number of the place's rule, such as `H19`."""

    @abstractmethod
    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """H15: return True if the seat could do anything on this place with `budget` silver.

        Whether its worker may stand there (H13) is not checked.
        """

    @abstractmethod
    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Return what the action costs the seat in silver; raise `Illegal` if this place does not allow it.

        Whether the seat has that much silver is not checked.
        """

    def cost(self, state: State, seat: int, action: AnyAction) -> int:
        """Return what a legal action on this place costs the seat in silver; 0 unless overridden."""
        return 0

    @abstractmethod
    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Carry out a legal action of the seat on this place: change the state and append the events to `emitted`.

        `cost` is the silver that the seat has already paid for it.
        """

    @abstractmethod
    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Return the actions on this place that are worth offering to the seat, all legal and within `budget` silver.

        There is at least one if the seat can act here.
        """

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Return one of the actions offered on this place, chosen by the random number `bits`; None if there is none.

        Override it where listing all actions is expensive. An override may also return None when its draw fails.
        """
        offers = self.offered_actions(state, seat, budget)
        return offers[bits % len(offers)] if offers else None

    def forced_action(self, state: State, seat: int) -> AnyAction | None:
        """Return the only action left here if it needs no decision (H18: the point on D and H); None otherwise."""
        return None

    def wrong_action(self, action: AnyAction) -> Illegal:
        """Return (not raise) the refusal of an action whose class does not belong to this place."""
        return Illegal(self.rule, "wrong_action", place=self.key, action=action.verb)


class AutomaticStep(Step[State, F, Move]):
    """Base class of steps that never ask a seat for a decision themselves.

    Subclasses implement only `resume`. It runs the game on, and pushes frames onto the agenda in which seats decide.
    """

    def options(self, state: State, frame: F, seat: int) -> list[Move]:
        """Return no moves."""
        return []

    def check(self, state: State, frame: F, seat: int, move: Move) -> None:
        """Raise `Illegal` for every move."""
        raise wrong_kind("H10", move)

    def apply(self, state: State, frame: F, seat: int, move: Move, emitted: list[Event]) -> None:
        """Do nothing; it is never called, because `check` refuses every move."""


def check_amounts(rule: str, wares: Wares) -> None:
    """Raise `Illegal`, citing `rule`, unless `wares` is a valid tuple of counts by ware with at least one cube."""
    if len(wares) != KINDS or min(wares) < 0 or not any(wares):
        raise Illegal(rule, "no_wares")
