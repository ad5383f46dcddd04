"""What a game brings so that `trader` can play it well: its package here declares it once, as `EVALUATION`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from rules import AnyGame, Move
from rules.chance import Chance


class Evaluation(ABC):
    """A game through the eyes of one who plays it well. Only ever sees guessed states."""

    max_playouts: ClassVar[int] = 400
    """How many looks ahead one decision may take, over all its options together."""
    max_options: ClassVar[int] = 32
    """How many options are looked at: the first half are the game's best, the rest are drawn from the others."""
    horizon: ClassVar[int] = 1
    """By how much `moment` must grow until a look ahead ends."""

    @abstractmethod
    def progress(self, state: Any) -> int:
        """Return a count that only grows as the game goes on: of rounds, turns or years."""

    @abstractmethod
    def value(self, state: Any, seat: int) -> float:
        """Say how good the state is for the seat, compared with its best rival. Also for a game that is over."""

    def tie_margin(self, seats: int) -> float:
        """Say how far apart two options may look and still be taken as equal: it does not pay to be foreseen."""
        return 0.0

    def taste_margin(self, seats: int) -> float:
        """Say how far apart options may look and still be a matter of taste."""
        return self.tie_margin(seats)

    def predicted_move(self, game: AnyGame, state: Any, seat: int, chance: Chance) -> Move:
        """Return what a seat, also one's own later on, is expected to decide in a look ahead."""
        move: Move = game.sample(state, seat, chance)
        return move


class PlayedOut(Evaluation):
    """For a game without an evaluation of its own: play to the end, and see who wins."""

    max_playouts = 100

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def progress(self, state: Any) -> int:
        """Let no time pass: a look ahead ends with the game."""
        return 0

    def value(self, state: Any, seat: int) -> float:
        """Count a won game most, then the points ahead of the best rival."""
        result = self.game.result(state)
        assert result is not None, "looked at before the end"
        won = (seat in result.winners) / len(result.winners)
        rivals = [score for other, score in enumerate(result.scores) if other != seat]
        lead = result.scores[seat] - max(rivals)
        return won + lead / (1 + max(map(abs, result.scores)))
