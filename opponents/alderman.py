"""The alderman: plays by what was learned from many games against itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from opponents.learned import judge_by
from opponents.temperaments import leaning
from opponents.trader import trader
from rules import AnyGame, Move
from rules.chance import Chance

if TYPE_CHECKING:
    from opponents.training import Weighed

_PARTS = 1 << 30
"""In how many parts a mixed choice is drawn."""


def weigh(game: AnyGame, state: Any, seat: int, seed: int, wanted: Sequence[Move] = ()) -> list[Weighed]:
    """Return moves worth making, with the chance to win and how often to play each; none where nothing is learned.

    The moves that are `wanted` are weighed in any case.
    """
    chance = Chance(seed)
    guess = game.guess(state, seat, chance.draw())
    judge = judge_by(game, guess.version, guess.seats)
    return judge.training.weigh(game, state, seat, chance, judge, wanted) if judge else []


def journeyman(game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return what the alderman would do in a hurry, for tournaments only; with nothing learned, the trader's move."""
    chance = Chance(seed)
    guess = game.guess(state, seat, chance.draw())
    options = game.menu(guess, seat)
    if len(options) == 1:
        only: Move = options[0]
        return only
    judge = judge_by(game, guess.version, guess.seats)
    return judge.training.quick(game, state, seat, chance, judge) if judge else trader(game, state, seat, seed)


def alderman(game: AnyGame, state: Any, seat: int, seed: int, temperament: str = "") -> Move:
    """Return one of the moves worth making, each as often as it should be played; with nothing learned, the trader's.

    What is spent is counted, never timed: the same seed gives the same move.
    """
    chance = Chance(seed)
    options = game.options(game.guess(state, seat, chance.draw()), seat)
    if len(options) == 1:
        only: Move = options[0]
        return only
    weighed = weigh(game, state, seat, chance.draw())
    if not weighed:
        return trader(game, state, seat, seed, temperament)
    luck = chance.below(_PARTS) / _PARTS
    for each, share in zip(weighed, leaning(temperament, weighed, chance), strict=True):
        luck -= share
        if luck < 0:
            return each.move
    return weighed[0].move
