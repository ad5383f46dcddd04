"""`FieldB`: the field on which a worker takes a character (H20)."""

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
    """Field B (H20): take an unowned character free of charge, or another player's for 10 silver paid to that player.

    A character with a safe marker cannot be taken.
    """

    key: ClassVar[str] = "B"
    rule: ClassVar[str] = "H20"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Field B: return True if there is a character that the seat may take and that costs at most `budget`.

        That is any unowned one, or one of another player without a safe marker.
        """
        return any(
            owner == NOBODY or (owner != seat and not safe and budget >= _SILVER)
            for owner, safe in zip(state.owners, state.safe, strict=True)
        )

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field B: return what the character costs the seat in silver, 0 or 10.

        Raise `Illegal` for another action, an unknown character, one of the seat's own, and one with a safe marker.
        The seat's silver is not checked.
        """
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
        """Field B: return the silver for the character, 10, which goes to its owner; 0 for an unowned character."""
        assert isinstance(action, Recruit)
        return 0 if state.owners[CHARACTER[action.character]] == NOBODY else _SILVER

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field B: give the character to the seat, with a safe marker; pay the previous owner, if any.

        Emits `Recruited`. The seat has already paid.
        """
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
        """Field B: return an action for each character that the seat may take and that costs at most `budget`."""
        return [
            Recruit(key)
            for key, owner, safe in zip(CHARACTERS, state.owners, state.safe, strict=True)
            if owner == NOBODY or (owner != seat and not safe and budget >= _SILVER)
        ]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field B: draw one of the nine characters by `bits`, and return the action that takes it.

        Return None if the seat may not take that one, or if it costs more than `budget`.
        """
        index = bits % len(CHARACTERS)
        owner = state.owners[index]
        if owner == NOBODY or (owner != seat and not state.safe[index] and budget >= _SILVER):
            return Recruit(CHARACTERS[index])
        return None
