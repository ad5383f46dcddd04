"""A place where a worker can stand, and a step that asks nobody: what the files by topic derive from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from rules.contract import Event, F, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu.actions import AnyAction
from rules.haithabu.data import KINDS, Wares
from rules.haithabu.state import State


class Place(ABC):
    """The rule of one place: stateless."""

    key: ClassVar[str]
    rule: ClassVar[str]

    @abstractmethod
    def possible(self, state: State, seat: int, budget: int) -> bool:
        """H15: whether the player could do anything here with so much silver."""

    @abstractmethod
    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Raise `Illegal` unless the action is allowed here; return its cost, which may still be too high."""

    def cost(self, state: State, seat: int, action: AnyAction) -> int:
        """Return what the action costs."""
        return 0

    @abstractmethod
    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Carry out a legal action; its cost is already paid."""

    @abstractmethod
    def offers(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Return the actions worth offering: some if the place is possible, all within the budget."""

    def draw(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Return one of the offers by random bits, or None. Override where listing all of them is expensive."""
        offers = self.offers(state, seat, budget)
        return offers[bits % len(offers)] if offers else None

    def last_resort(self, state: State, seat: int) -> AnyAction | None:
        """Return the only action left, where it asks for no decision (the point of D and H, H18)."""
        return None

    def wrong_action(self, action: AnyAction) -> Illegal:
        """Return the refusal of an action that belongs elsewhere."""
        return Illegal(self.rule, "wrong_action", place=self.key, action=action.verb)


class AsksNobody(Step[State, F, Move]):
    """A frame that only goes on: options, checks and moves are those of the frames it pushes."""

    def options(self, state: State, frame: F, seat: int) -> list[Move]:
        """Offer nothing."""
        return []

    def check(self, state: State, frame: F, seat: int, move: Move) -> None:
        """Refuse everything."""
        raise wrong_kind("H10", move)

    def apply(self, state: State, frame: F, seat: int, move: Move, emitted: list[Event]) -> None:
        """Do nothing: nobody is ever asked here."""


def check_amounts(rule: str, wares: Wares) -> None:
    """Refuse what is no amount of wares."""
    if len(wares) != KINDS or min(wares) < 0 or not any(wares):
        raise Illegal(rule, "no_wares")
