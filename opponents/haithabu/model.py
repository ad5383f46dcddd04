"""The strongest computer player ("alderman") in Haithabu: the features of a state, and which moves are searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

from opponents.alderman_model import Estimator
from opponents.haithabu import planning_features, possession_features
from opponents.haithabu.planning_features import TableFacts, table_facts
from opponents.haithabu.rule_of_thumb import MoveScorer
from opponents.turn_model import TurnModel
from rules import AnyGame, Move
from rules.haithabu import actions, moves
from rules.haithabu.data import CHARACTERS, DATA
from rules.haithabu.state import PickCharacter, Round, State, Turn
from rules.haithabu.view import View

MAX_RANKED = 6
"""How many moves are searched because the rule of thumb ranks them first."""
MAX_MARKET_DEALS, MAX_DEALS_PER_FIELD = 4, 2
"""How many actions of one worker on the market, and on each field, are among these at most."""

DOUBT_PER_POINT, MAX_DOUBT = 0.03, 0.15
"""By how much a move's chance to win is lowered for each point that it is worse by the rule of thumb, and at most."""
FIRST_SHARPNESS, SHARP_ROUND = 0.6, 6
"""The sharpness of chances in the first round, and the round from which on it is 1; it grows evenly between them.

The networks were fitted to the victories with one factor for all rounds, so their early chances are too far apart.
"""
_WORST_SCORE = -100.0
"""Scores of moves are at least this."""
_LEAST_POINT = 0.5
"""Final scores are whole points, apart from a small fraction for leftover silver."""
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
    max_candidates: ClassVar[int] = MAX_RANKED + len(CHARACTERS)
    max_quick_candidates: ClassVar[int] = max_candidates
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

    def expected_points(self, state: State, seat: int) -> float:
        """Return the points of a seat by the rule of thumb; in a finished game its points."""
        return planning_features.likely_points(state, seat) if state.agenda else state.players[seat].points

    def sharpness(self, state: State) -> float:
        """Return the sharpness of chances in the state's round; see `FIRST_SHARPNESS`."""
        return min(1.0, FIRST_SHARPNESS + (1 - FIRST_SHARPNESS) * (state.round - 1) / (SHARP_ROUND - 1))

    def turn_number(self, state: State) -> int:
        """Return a count that grows when a turn of the game begins and when it ends, and with each pick of H5."""
        if state.agenda and isinstance(state.agenda[-1], PickCharacter):
            return -len(state.agenda)
        bottom = state.agenda[0] if state.agenda else None
        begun = ((state.round - 1) * (_PHASES + 1) + state.phase) * (state.seats + 1)
        if isinstance(bottom, Round):
            begun -= len(bottom.waiting)
        return 2 * begun + (len(state.agenda) < 2 or not isinstance(state.agenda[1], Turn))

    def candidates(
        self, game: AnyGame, state: Any, seat: int, estimator: Estimator, most: int, required: Sequence[Move]
    ) -> dict[Move, float]:
        """Return the moves to search (see `TurnModel`), by the rule of thumb (see `_searched`).

        A doubt is `DOUBT_PER_POINT` for each point by which a move scores less than the best one, at most `MAX_DOUBT`,
        both multiplied by the sharpness.
        If the seat places its last worker, moves that bring it nothing are left out (`_without_pointless_moves`).
        """
        options = game.options(state, seat)
        if len(options) == 1:
            return {options[0]: 0.0}
        scorer = MoveScorer(game.view(state, seat))
        scores = scorer.scores([*options, *required])
        searched = _searched(list(scores))[:most]
        if not scorer.now.turns:
            searched = _without_pointless_moves(scorer.view, options, searched)
        found = {move: max(_WORST_SCORE, scores[move]) for move in [*searched, *required]}
        best = max(found.values())
        sharpness = self.sharpness(state)
        return {move: sharpness * min(MAX_DOUBT, DOUBT_PER_POINT * (best - score)) for move, score in found.items()}

    def predicted_move(self, game: AnyGame, state: Any, seat: int, estimator: Estimator | None) -> Move:
        """Return the move of the seat that the rule of thumb ranks first; the estimator is not used."""
        return _ranked_moves(game, state, seat)[0]


def _ranked_moves(game: AnyGame, state: Any, seat: int) -> list[Move]:
    """Return the seat's options and the further legal moves that the rule of thumb finds, the best by its score first.

    A single option is returned alone.
    """
    options: list[Move] = game.options(state, seat)
    return options if len(options) == 1 else MoveScorer(game.view(state, seat)).ranked_moves(options)


def _without_pointless_moves(view: View, options: Sequence[Move], searched: Sequence[Move]) -> list[Move]:
    """Return the moves to search without placements of the seat's last worker that bring nothing in the end.

    Actions by day are of use if they add a point, or are sales that leave more silver. Buying wares with which no order
    can be completed any more is of none. A night field is of use if its best action brings more than the event costs.
    If no placement is of use, all moves are returned.
    """
    gains = MoveScorer(view, exact=True).scores(options)
    placements = [move for move in searched if isinstance(move, moves.Act | moves.Work)]
    useful = {
        move
        for move in placements
        if gains[move] > (0.0 if move.action is None or isinstance(move.action, actions.Sell) else _LEAST_POINT)
    }
    return [move for move in searched if move in useful or move not in placements] if useful else [*searched]


def _searched(ranked: Sequence[Move]) -> list[Move]:
    """Return the `MAX_RANKED` first of the ranked moves, then the best move to recruit each of the other characters.

    The first ones contain at most `MAX_MARKET_DEALS` or `MAX_DEALS_PER_FIELD` moves of a worker on one place. All
    characters are searched, because the rule of thumb hardly tells them apart.
    """
    best = list(islice(_few_for_each_place(ranked), MAX_RANKED))
    recruitments: dict[str, Move] = {}
    for move in ranked:
        if character := _recruited_character(move):
            recruitments.setdefault(character, move)
    searched = set(map(_recruited_character, best))
    return best + [move for character, move in recruitments.items() if character not in searched]


def _few_for_each_place(ranked: Sequence[Move]) -> Iterator[Move]:
    """Yield the ranked moves without those of a worker on a place for which enough better ones were yielded."""
    seen: Counter[tuple[str, str]] = Counter()
    for move in ranked:
        if isinstance(move, moves.Work):
            seen[move.worker, move.place] += 1
            limit = MAX_MARKET_DEALS if move.place == moves.MARKET else MAX_DEALS_PER_FIELD
            if seen[move.worker, move.place] > limit:
                continue
        yield move


def _recruited_character(move: Move) -> str | None:
    """Return the key of the character that the move recruits; None for any other move."""
    match move:
        case moves.Work(action=actions.Recruit(character)) | moves.Act(action=actions.Recruit(character)):
            return character
    return None


MODEL = HaithabuModel()
