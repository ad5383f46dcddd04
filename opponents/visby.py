"""How a good player looks at Visby."""

from __future__ import annotations

from opponents.evaluations import Evaluation
from rules.visby.state import State

WARE = 0.7


class VisbyEvaluation(Evaluation):
    """Seals, what wares will bring, and what is still in hand."""

    def moment(self, state: State) -> int:
        """Count the rounds."""
        return state.round

    def value(self, state: State, seat: int) -> float:
        """Compare the seat's worth with its best rival's."""
        worth = [p.seals + WARE * p.wares for p in state.players]
        own = worth.pop(seat)
        return own - max(worth)
