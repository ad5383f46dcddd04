"""The computer player `alderman`, the strongest level. It searches with a network trained by games against itself.

`weigh_moves` returns what the search finds, `turn_number` counts turns. `journeyman` is a faster player, for
tournaments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from opponents.model_loading import estimator_for
from opponents.temperaments import adjusted_probabilities
from opponents.trader import trader
from rules import AnyGame, Move
from rules.chance import Chance

if TYPE_CHECKING:
    from opponents.alderman_model import WeighedMove

_DRAW_RESOLUTION = 1 << 30
"""A random number between 0 and 1 is drawn as a multiple of 1 / `_DRAW_RESOLUTION`."""


def weigh_moves(game: AnyGame, state: Any, seat: int, seed: int, required: Sequence[Move] = ()) -> list[WeighedMove]:
    """Return the moves the alderman considers for a seat, best first, with chances to win and probabilities.

    Moves in `required` are always among them. The result is empty if there is no usable model for this game, version of
    the rules and number of players.
    """
    chance = Chance(seed)
    guess = game.guess(state, seat, chance.draw())
    estimator = estimator_for(game, guess.version, guess.seats)
    return estimator.model.weigh_moves(game, state, seat, chance, estimator, required) if estimator else []


def weigh_moves_quickly(game: AnyGame, state: Any, seat: int, seed: int) -> list[WeighedMove]:
    """Return the same as `weigh_moves`, at a fraction of its cost and less exactly."""
    chance = Chance(seed)
    guess = game.guess(state, seat, chance.draw())
    estimator = estimator_for(game, guess.version, guess.seats)
    return estimator.model.weigh_moves_quickly(game, state, seat, chance, estimator) if estimator else []


def turn_number(game: AnyGame, state: Any) -> int | None:
    """Return a count that grows with every turn of the game; None if there is no usable model or there are no turns."""
    estimator = estimator_for(game, state.version, state.seats)
    return estimator.model.turn_number(state) if estimator else None


def journeyman(game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return a move by the alderman's quick search, for tournaments only; without a model, the trader's move.

    It is drawn by the probabilities that the search gives. A single option is returned at once.
    """
    chance = Chance(seed)
    guess = game.guess(state, seat, chance.draw())
    options = game.menu(guess, seat)
    if len(options) == 1:
        only: Move = options[0]
        return only
    weighed = weigh_moves_quickly(game, state, seat, chance.draw())
    if not weighed:
        return trader(game, state, seat, seed)
    luck = chance.below(_DRAW_RESOLUTION)
    return _drawn_move(weighed, [each.probability for each in weighed], luck)


def alderman(game: AnyGame, state: Any, seat: int, seed: int, temperament: str = "") -> Move:
    """Return a move drawn from those of `weigh_moves` by their probabilities; without a model, the trader's move.

    A single option is returned at once. `temperament` ("" for none) adjusts the probabilities. The work is limited by
    counts, never by time: the same seed gives the same move.
    """
    chance = Chance(seed)
    options = game.options(game.guess(state, seat, chance.draw()), seat)
    if len(options) == 1:
        only: Move = options[0]
        return only
    weighed = weigh_moves(game, state, seat, chance.draw())
    if not weighed:
        return trader(game, state, seat, seed, temperament)
    luck = chance.below(_DRAW_RESOLUTION)
    return _drawn_move(weighed, adjusted_probabilities(temperament, weighed, chance), luck)


def _drawn_move(weighed: Sequence[WeighedMove], probabilities: Sequence[float], luck: int) -> Move:
    """Return the move that `luck` selects, a random whole number from 0 to `_DRAW_RESOLUTION` - 1.

    Each of the weighed moves is selected with its entry in `probabilities`, which must add up to about 1.
    """
    left = luck / _DRAW_RESOLUTION
    for each, share in zip(weighed, probabilities, strict=True):
        left -= share
        if left < 0:
            return each.move
    return weighed[0].move
