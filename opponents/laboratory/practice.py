"""One practice game of a league (`play_practice_game`): the newest network plays itself, older ones and scripts.

All networks play by the quick search, and now and then choose one of the moves that it finds nearly as good, so that
they also learn what becomes of those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from opponents.alderman_model import AldermanModel, FloatArray
from opponents.laboratory import mixtures
from opponents.laboratory.adversaries import adversaries_of, best_by_preference
from opponents.laboratory.exploiters import random_names
from opponents.network import WinEstimator
from rules import AnyGame, Move
from rules.chance import Chance

AGAINST_OLDER, AGAINST_SCRIPTS = 20, 30
"""Games in a hundred against older networks and against scripts; in all others the newest network has all seats."""
ADVERSARY_ONE_IN = 3
"""One script in this many is one of the game's adversaries, the others are mixtures of their ideas."""
EXPLORED, RANDOM = 15, 2
"""Moves in a hundred that are chosen among those nearly as good as the best, and at random from all moves."""
NEARLY_AS_GOOD, MAX_NEARLY_AS_GOOD = 0.06, 4
"""Difference of the chances to win up to which a move is nearly as good as the best, and how many such moves count."""
ESTIMATE_SHARE = 0.03
"""Part of a position's target that is the network's estimate of the next position; the rest is that one's target."""
VARIANTS_ONE_IN = 5
"""One game in this many has random variants of the rules."""

Partner = Callable[[Any, int, Chance], Move]
"""`(state, seat, chance) -> move`: whoever has a seat in a practice game."""


class PracticeGame(NamedTuple):
    """The positions of one practice game, and how it ended."""

    features: NDArray[np.float32]
    """As an array [position, seat, feature]."""
    targets: NDArray[np.float32]
    """What the network should say about each position, as an array [position, seat]."""
    shares: FloatArray
    """Each seat's share of the victory."""
    scores: tuple[int, ...]
    learners: tuple[bool, ...]
    """True for each seat that the newest network had."""


def play_practice_game(
    game: AnyGame, model: AldermanModel, seats: int, newest: WinEstimator, older: Sequence[WinEstimator], chance: Chance
) -> PracticeGame:
    """Play one game and return its positions with their targets. In mixed games each seat is drawn for either side."""
    learner = partial(_searched_move, game, model, newest)
    rival = _rival(game, model, older, chance)
    learners = tuple([rival is None or bool(chance.below(2)) for _ in range(seats)])
    variants = {variant.key: chance.choice(variant.allowed(seats)) for variant in game.variants}
    state = game.new(seats, chance.draw(), {} if chance.below(VARIANTS_ONE_IN) else variants)
    seen = []
    while owed := game.owed(state):
        seen.append(model.features([state])[0])
        seat = next(iter(owed))
        partner = learner if rival is None or learners[seat] else rival
        game.play(state, seat, partner(state, seat, chance))
    result = game.result(state)
    assert result is not None
    features = np.array(seen)
    shares = np.array([(place == 1) / len(result.winners) for place in result.places])
    targets = _targets(newest.chances_from_features(features), _final_target(shares, result.scores, model.score_scale))
    return PracticeGame(features.astype(np.float32), targets, shares, tuple(result.scores), learners)


def _rival(game: AnyGame, model: AldermanModel, older: Sequence[WinEstimator], chance: Chance) -> Partner | None:
    """Return a partner for the newest network, drawn by the shares of the league; None if it plays itself."""
    drawn = chance.below(100)
    if drawn < AGAINST_SCRIPTS:
        return partial(_script_move, game, _script_name(game.name, chance))
    if drawn < AGAINST_SCRIPTS + AGAINST_OLDER and older:
        return partial(_searched_move, game, model, older[chance.below(len(older))])
    return None


def _script_name(game: str, chance: Chance) -> str:
    """Return the name of a random adversary or mixture of the game."""
    if chance.below(ADVERSARY_ONE_IN):
        (name,) = islice(random_names(game, chance), 1)
        return name
    return chance.choice(list(adversaries_of(game)))


def _script_move(game: AnyGame, name: str, state: Any, seat: int, chance: Chance) -> Move:
    """Return the move of the adversary or mixture of this name."""
    if name.startswith(mixtures.PREFIX):
        return mixtures.mixture(mixtures.ideas_of(game.name, name), game, state, seat, chance.draw())
    return best_by_preference(adversaries_of(game.name)[name], game, state, seat, chance.draw())


def _searched_move(
    game: AnyGame, model: AldermanModel, estimator: WinEstimator, state: Any, seat: int, chance: Chance
) -> Move:
    """Return a move by the quick search: mostly the best, sometimes one nearly as good, seldom any move."""
    options: list[Move] = game.options(state, seat)
    if len(options) == 1:
        return options[0]
    drawn = chance.below(100)
    if drawn < RANDOM:
        tried: Move = game.sample(state, seat, chance)
        return tried
    weighed = model.weigh_moves_quickly(game, state, seat, chance, estimator)
    if drawn < RANDOM + EXPLORED:
        near = [each for each in weighed if each.chance >= weighed[0].chance - NEARLY_AS_GOOD]
        return chance.choice(near[:MAX_NEARLY_AS_GOOD]).move
    return weighed[0].move


def _final_target(shares: FloatArray, scores: Sequence[int], scale: float) -> FloatArray:
    """Return the mean of the shares of the victory and a softmax of the scores divided by `scale`, if that is not 0."""
    if not scale:
        return shares
    powers = np.exp((np.array(scores) - max(scores)) / scale)
    target: FloatArray = (shares + powers / powers.sum()) / 2
    return target


def _targets(estimates: FloatArray, final: FloatArray) -> NDArray[np.float32]:
    """Return the target of each position, from the estimates of all positions and the target of the last one."""
    found = [final]
    for estimate in estimates[:0:-1]:
        found.append(ESTIMATE_SHARE * estimate + (1 - ESTIMATE_SHARE) * found[-1])
    return np.array(found[::-1], dtype=np.float32)
