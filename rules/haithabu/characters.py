"""Field B: taking characters (H20)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event
from rules.errors import Illegal
from rules.haithabu import events
from rules.haithabu.actions import AnyAction, Recruit
from rules.haithabu.data import CHARACTER, CHARACTERS, DATA
from rules.haithabu.places import Place
from rules.haithabu.state import NOBODY, State

_SILVER = DATA.recruiting.silver


class FieldB(Place):
    """H20: take an unowned character free of charge, or another player's for silver; never one with a safe marker."""

    key: ClassVar[str] = "B"
    rule: ClassVar[str] = "H20"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Return True if there is a character to take within the budget."""
        return any(
            owner == NOBODY or (owner != seat and not safe and budget >= _SILVER)
            for owner, safe in zip(state.owners, state.safe, strict=True)
        )

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Raise `Illegal` for an own character and one with a safe marker; else return the cost."""
        if not isinstance(action, Recruit):
            raise self.wrong_action(action)
        index = CHARACTER.get(action.character)
        if index is None:
            raise Illegal("H9", "no_such_character", character=action.character)
        if state.owners[index] == seat:
            raise Illegal("H20", "already_yours", character=action.character)
        if state.safe[index]:
            raise Illegal("H20", "character_is_safe", character=action.character, owner=state.owners[index])
        return self.cost(state, seat, action)

    def cost(self, state: State, seat: int, action: AnyAction) -> int:
        """Return the silver that the owner gets; 0 for an unowned character."""
        assert isinstance(action, Recruit)
        return 0 if state.owners[CHARACTER[action.character]] == NOBODY else _SILVER

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Give the character to the seat, with a safe marker, and the silver to the previous owner, if any."""
        assert isinstance(action, Recruit)
        index = CHARACTER[action.character]
        owner = state.owners[index]
        if owner == NOBODY:
            emitted.append(events.Recruited(seat, action.character, None, 0))
        else:
            state.players[owner].silver += _SILVER
            emitted.append(events.Recruited(seat, action.character, owner, _SILVER))
        state.owners[index] = seat
        state.safe[index] = True

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Return every character that can be taken within the budget."""
        return [
            Recruit(key)
            for key, owner, safe in zip(CHARACTERS, state.owners, state.safe, strict=True)
            if owner == NOBODY or (owner != seat and not safe and budget >= _SILVER)
        ]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Return a random character, or None if that one cannot be taken."""
        index = bits % len(CHARACTERS)
        owner = state.owners[index]
        if owner == NOBODY or (owner != seat and not state.safe[index] and budget >= _SILVER):
            return Recruit(CHARACTERS[index])
        return None
