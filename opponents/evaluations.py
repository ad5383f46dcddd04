"""`Evaluation`, the interface through which the trader plays one game, and `PlayedOut`, the default implementation.

A game's package in `opponents` declares its own as `EVALUATION`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from rules import AnyGame, Move
from rules.chance import Chance


class Evaluation(ABC):
    """How good the positions of one game are, and how its players usually move; the trader uses it.

    A *playout* begins with an option on a guessed state and continues with predicted moves. All states given to an
    evaluation are guessed ones.
    """

    max_playouts: ClassVar[int] = 400
    """How many playouts one decision may take, over all its options together."""
    max_options: ClassVar[int] = 32
    """How many options are tried: half of them the first in the game's order, the rest drawn from the others."""
    horizon: ClassVar[int] = 1
    """A playout ends when `progress` has grown by this much; 0: it ends right after the move."""

    @abstractmethod
    def progress(self, state: Any) -> int:
        """Return a count that never falls during a game, such as rounds, turns or years.

        A playout ends when this count has grown by `horizon`.
        """

    @abstractmethod
    def value(self, state: Any, seat: int) -> float:
        """Return how good a running or finished state is for the seat, compared with its best rival; larger is better.

        The unit is up to the game; `tie_margin` and `taste_margin` are in the same one.
        """

    def tie_margin(self, seats: int) -> float:
        """Return the difference in mean value below which the trader tosses a coin between its two best options.

        `seats` is the number of players. The coin makes the trader hard to predict. The default is 0: no coin.
        """
        return 0.0

    def taste_margin(self, seats: int) -> float:
        """Return the difference in mean value below which a temperament chooses between options.

        `seats` is the number of players. The default is the same as `tie_margin`.
        """
        return self.tie_margin(seats)

    def predicted_move(self, game: AnyGame, state: Any, seat: int, chance: Chance) -> Move:
        """Return the move that a seat (any seat, the trader's own too) is assumed to make in a playout.

        The default is a random move. `state` is not changed.
        """
        move: Move = game.sample(state, seat, chance)
        return move


class PlayedOut(Evaluation):
    """The evaluation of a game that declares none: every playout goes to the end of the game with random moves."""

    max_playouts = 100

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def progress(self, state: Any) -> int:
        """Return 0: time never passes, so a playout ends with the game."""
        return 0

    def value(self, state: Any, seat: int) -> float:
        """Return the seat's share of the victory, plus its lead over the best rival scaled to between -2 and 2.

        The lead is divided by one more than the largest absolute score. Raise AssertionError for a running game.
        """
        result = self.game.result(state)
        assert result is not None, "looked at before the end"
        won = (seat in result.winners) / len(result.winners)
        rivals = [score for other, score in enumerate(result.scores) if other != seat]
        lead = result.scores[seat] - max(rivals)
        return won + lead / (1 + max(map(abs, result.scores)))
