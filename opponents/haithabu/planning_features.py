"""Features of what a player of Haithabu can still do, for the alderman's networks: orders, fields, characters, scores.

`NAMES` are the names of the features in order, `describe` returns their values. `TableFacts` holds what is computed
once for all seats.
"""

from __future__ import annotations

from typing import NamedTuple

from opponents.haithabu.evaluation import ACTION_POINTS, RANK_POINTS, expected_points, turns_left
from opponents.haithabu.order_work import workers_for, workers_needed
from opponents.haithabu.position_value import position_points
from rules.haithabu import scoring
from rules.haithabu.card_data import ORDERS, START_ORDERS
from rules.haithabu.data import DATA, FIELDS, PRICES, STEVEDORE
from rules.haithabu.state import NOBODY, Act, State

_PHASES = DATA.play.workers
_MAX_TURNS = DATA.play.rounds * _PHASES + 1
_SILVER_PER_POINT = DATA.scoring.silver_for_point
_DESCRIBED_ORDERS = 4
"""How many orders have features of their own: first those that can be completed, most points per worker first."""
_ORDER_NAMES = ("workers needed", "workers to spare", "can be completed", "gain", "gain per worker", "start order")
_LATE = 0.3
"""Added to the part of the game that is left, to divide by: a lead counts more the less is left."""

NAMES = (
    "value",
    "value, turns left",
    "lead in value",
    "lead in value, turns left",
    "lead in value over all",
    "lead in value, late",
    "score now",
    "lead in score",
    "lead in score, late",
    "points for the rank now",
    "orders completed by all",
    *(f"possible order {number}: {what}" for number in range(1, _DESCRIBED_ORDERS + 1) for what in _ORDER_NAMES),
    "gain of possible orders",
    "possible orders",
    "workers missing for possible orders",
    "silver missing for possible orders",
    "safe characters",
    "other characters",
    "safe characters, turns left",
    "other characters, turns left",
    "characters can be returned later",
    "characters, if they can be returned later",
    "rounds until characters count",
    "other characters, rounds until they count",
    *(f"own worker may go to {field}" for field in FIELDS),
    *(f"own worker may go to {field} by day" for field in FIELDS),
    "fields by day",
    "neutral workers left",
    "wares in warehouse, turns left",
    "wares in post, turns left",
    "round",
)


class TableFacts(NamedTuple):
    """What the features of all seats are computed from, by seat."""

    expected: list[float]
    """The points that the trader's evaluation expects."""
    values: list[float]
    """The points that the rule of thumb expects."""
    scores: list[int]
    """The scores if the game ended now."""
    rank_points: list[int]
    """The part of these scores for the rank by completed orders."""


def table_facts(state: State) -> TableFacts:
    """Return the facts of a state of a running game."""
    now = scoring.final_scores(
        [scoring.holdings(player, state.owners.count(seat), state.levels) for seat, player in enumerate(state.players)]
    )
    return TableFacts(
        [expected_points(state, seat) for seat in range(state.seats)],
        [likely_points(state, seat) for seat in range(state.seats)],
        [score.total for score in now],
        [score.for_completed for score in now],
    )


def likely_points(state: State, seat: int) -> float:
    """Return the points of a seat by the rule of thumb, with `ACTION_POINTS` for a worker that has not acted yet."""
    player = state.players[seat]
    owned = [character for character, owner in enumerate(state.owners) if owner == seat]
    value = position_points(player, owned, state.levels, state.round, turns_left(state, seat))
    acts = any(isinstance(frame, Act) and frame.seat == seat for frame in state.agenda)
    return value + RANK_POINTS * len(player.completed) + ACTION_POINTS * acts


def describe(state: State, seat: int, facts: TableFacts) -> list[float]:
    """Return one seat's values of these features."""
    turns = turns_left(state, seat)
    left = turns / _MAX_TURNS
    player, value, score = state.players[seat], facts.values[seat], facts.scores[seat]
    rivals = facts.values[:seat] + facts.values[seat + 1 :]
    lead = (value - max(rivals)) / 10
    score_lead = (score - max(facts.scores[:seat] + facts.scores[seat + 1 :])) / 10
    return [
        value / 20,
        value / 20 * left,
        lead,
        lead * left,
        (value - sum(rivals) / len(rivals)) / 10,
        lead / (_LATE + left),
        score / 20,
        score_lead,
        score_lead * (1 - left),
        facts.rank_points[seat] / 6,
        sum([len(each.completed) for each in state.players]) / 8,
        *_order_features(state, seat, turns),
        *_character_features(state, seat, left),
        *_field_features(state, seat),
        float(DATA.inn.workers[state.seats] > state.hired),
        sum(player.warehouse) / 10 * left,
        sum(player.post) / 10 * left,
        state.round / 8,
    ]


def _order_features(state: State, seat: int, turns: int) -> list[float]:
    """Return the features of a seat's orders, the most promising ones first, and of all possible ones together.

    An order is possible if the seat's own workers can complete it in time. `turns` are the workers left to place.
    """
    player = state.players[seat]
    found = []
    gains, possible, wanted, cost = 0.0, 0, 0, 0
    for place, card in enumerate(player.orders):
        if card == NOBODY:
            continue
        order = ORDERS[card]
        needed = workers_needed(player, place, state.owners[STEVEDORE] == seat)
        spare = workers_for(state.round, turns, place) - needed
        gain = order.points + order.silver / _SILVER_PER_POINT + RANK_POINTS
        if spare >= 0:
            gains += gain
            possible += 1
            wanted += needed
            owned = zip(player.cubes[place], player.post, player.warehouse, strict=True)
            for want, have, level, prices in zip(order.wares, map(sum, owned), state.levels, PRICES, strict=True):
                cost += max(0, want - have) * prices[level]
        start = float(card in START_ORDERS)
        numbers = [needed / 5, spare / 6, float(spare >= 0), gain / 10, gain / needed / 4, start]
        found.append((spare < 0, -gain / needed, numbers))
    found.sort(key=lambda each: each[:2])
    flat = [number for *_, numbers in found[:_DESCRIBED_ORDERS] for number in numbers]
    flat += [0.0] * (len(_ORDER_NAMES) * _DESCRIBED_ORDERS - len(flat))
    return [*flat, gains / 20, possible / 3, (wanted - turns) / 8, max(0, cost - player.silver) / 100]


def _character_features(state: State, seat: int, left: float) -> list[float]:
    """Return the features of a seat's characters: how many are safe, and when they bring points (H32, H41)."""
    safe = sum([owner == seat and is_safe for owner, is_safe in zip(state.owners, state.safe, strict=True)])
    others = state.owners.count(seat) - safe
    later = state.round <= DATA.play.returning_round
    rounds = (DATA.play.returning_round if later else DATA.play.rounds) - state.round
    return [
        safe / 2,
        others / 2,
        safe / 2 * left,
        others / 2 * left,
        float(later),
        (safe + others) / 2 * later,
        rounds / 4,
        others / 2 * rounds / 4,
    ]


def _field_features(state: State, seat: int) -> list[float]:
    """Return where a seat's own worker may go in the next phase (H13), and which of these fields will be by day (H11).

    The rondel is assumed to turn by one field, and after the last phase all workers return.
    """
    dawn = state.dawn - 1
    is_open = [state.phase >= _PHASES or seat not in state.standing[field] for field in range(len(FIELDS))]
    by_day = [is_open[field] and (field - dawn) % len(FIELDS) < DATA.rondel.day for field in range(len(FIELDS))]
    return [*map(float, is_open), *map(float, by_day), sum(by_day) / 4]
