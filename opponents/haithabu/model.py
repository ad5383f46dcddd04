"""The strongest computer player ("alderman") in Haithabu: the features of a state, and which moves are searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from opponents.alderman_model import Estimator, FloatArray
from opponents.haithabu import planning_features, possession_features
from opponents.haithabu.planning_features import TableFacts, table_facts
from opponents.haithabu.rule_of_thumb import MoveScorer
from opponents.turn_model import TurnModel
from rules import AnyGame, Move
from rules.haithabu import moves
from rules.haithabu.data import DATA
from rules.haithabu.state import Round, State, Turn

MAX_MARKET_DEALS = 4
"""How many market actions of one worker are searched; of every other place, two actions."""

DOUBT_PER_POINT, MAX_DOUBT = 0.03, 0.15
"""By how much a move's chance to win is lowered for each point that it is worse by the rule of thumb, and at most."""
_WORST_SCORE = -100.0
"""Scores of moves are at least this."""
_PHASES = DATA.play.workers


class HaithabuModel(TurnModel):
    """The alderman model of Haithabu; `MODEL` is its only instance.

    `AldermanModel` and `TurnModel` explain the class attributes.
    """

    initial_weights: ClassVar[Mapping[str, float]] = {"points expected": 2.0}
    kept_generations: ClassVar[int] = 8
    generations: ClassVar[int] = 8
    games_per_generation: ClassVar[int] = 150
    hidden_units: ClassVar[int] = 64
    score_scale: ClassVar[float] = 8.0
    max_candidates: ClassVar[int] = 6
    dice_samples: ClassVar[int] = 2
    max_deep_candidates: ClassVar[int] = 3
    two_player_guesses: ClassVar[int] = 6
    plays_rivals_on: ClassVar[bool] = False
    lookahead_budget: ClassVar[int] = 60
    feature_names: ClassVar[tuple[str, ...]] = (*possession_features.NAMES, *planning_features.NAMES)

    def facts(self, state: State) -> TableFacts:
        """Return what the features of all seats are computed from."""
        return table_facts(state)

    def describe_seat(self, state: State, seat: int, facts: TableFacts) -> list[float]:
        """Return one seat's features in Haithabu, in the order of `feature_names`."""
        return [
            *possession_features.describe(state, seat, facts.expected),
            *planning_features.describe(state, seat, facts),
        ]

    def turn_number(self, state: State) -> int:
        """Return a count that grows when a turn of the game begins and when it ends."""
        bottom = state.agenda[0] if state.agenda else None
        begun = ((state.round - 1) * (_PHASES + 1) + state.phase) * (state.seats + 1)
        if isinstance(bottom, Round):
            begun -= len(bottom.waiting)
        return 2 * begun + (len(state.agenda) < 2 or not isinstance(state.agenda[1], Turn))

    def candidates(self, game: AnyGame, state: Any, seat: int, estimator: Estimator) -> list[Move]:
        """Return the moves of the seat to search, in the order of the rule of thumb, at most `max_candidates`.

        For each worker only the best four actions on the market and the best two on each field are considered; moves
        that place no worker are all considered.
        """
        found: list[Move] = []
        seen: dict[tuple[str, str], int] = {}
        for move in _ranked_moves(game, state, seat):
            if isinstance(move, moves.Work):
                key = (move.worker, move.place)
                seen[key] = seen.get(key, 0) + 1
                if seen[key] > (MAX_MARKET_DEALS if move.place == moves.MARKET else 2):
                    continue
            found.append(move)
        return found[: self.max_candidates]

    def doubts(self, game: AnyGame, state: Any, seat: int, options: Sequence[Move]) -> FloatArray:
        """Return how much to lower the estimated chance of each option (see `TurnModel.doubts`), by the rule of thumb.

        It is `DOUBT_PER_POINT` for each point by which an option scores less than the best one, at most `MAX_DOUBT`.
        """
        scores = MoveScorer(game.view(state, seat)).scores([*game.options(state, seat), *options])
        found = np.array([max(_WORST_SCORE, scores[move]) for move in options])
        doubts: FloatArray = np.minimum(MAX_DOUBT, DOUBT_PER_POINT * (found.max() - found))
        return doubts

    def predicted_move(self, game: AnyGame, state: Any, seat: int, estimator: Estimator | None) -> Move:
        """Return the move of the seat that the rule of thumb ranks first; the estimator is not used."""
        return _ranked_moves(game, state, seat)[0]


def _ranked_moves(game: AnyGame, state: Any, seat: int) -> list[Move]:
    """Return the seat's options and the further legal moves that the rule of thumb finds, the best by its score first.

    A single option is returned alone.
    """
    options: list[Move] = game.options(state, seat)
    return options if len(options) == 1 else MoveScorer(game.view(state, seat)).ranked_moves(options)


MODEL = HaithabuModel()
