"""The end of the game (H40–H43)."""

from __future__ import annotations

from rules.contract import Event, Result
from rules.haithabu import events, loans
from rules.haithabu.data import DATA, KINDS, PRICES
from rules.haithabu.state import NOBODY, State

_SCORING = DATA.scoring


def finish(state: State, tell: list[Event]) -> None:
    """Score everybody; the agenda stays empty: the game is over."""
    ranks = shares([len(player.completed) for player in state.players])
    scores = tuple(_score(state, seat, ranks[seat], tell) for seat in range(state.seats))
    tell.append(events.Finished(scores, ranking(state).winners))


def _score(state: State, seat: int, for_completed: int, tell: list[Event]) -> events.Score:
    """H40, H41: repay, sell, count; the points are the player's now."""
    player = state.players[seat]
    repaid = loans.payable(state, seat)
    if repaid:
        loans.repay(state, seat, repaid, tell)
    wares = sell_rest(state, seat)
    counts = {
        "for_characters": _SCORING.character * state.owners.count(seat),
        "for_loans": _SCORING.loan * player.loans,
        "for_silver": 0 if player.loans else player.silver // _SCORING.silver_for_point,
        "for_cubes": sum(map(sum, player.cubes)) // _SCORING.cubes_for_point,
        "for_transports": _SCORING.transport * sum(card != NOBODY for card in player.transports),
        "for_completed": for_completed,
    }
    before = player.points
    player.points += sum(counts.values())
    return events.Score(
        points=before, wares=wares, silver=player.silver, loans=player.loans, total=player.points, **counts
    )


def sell_rest(state: State, seat: int) -> int:
    """H40: all wares in both stores at half price, rounded down once; return the silver."""
    player = state.players[seat]
    value = 0
    for ware in range(KINDS):
        count = player.warehouse[ware] + player.post[ware]
        value += count * PRICES[ware][state.levels[ware]]
        state.supply[ware] += count
    player.warehouse, player.post = [0] * KINDS, [0] * KINDS
    silver = value // _SCORING.wares_divisor
    player.silver += silver
    return silver


def shares(completed: list[int]) -> list[int]:
    """H42: points for the most completed orders; tied players share the ranks they occupy, which always goes even."""
    points = []
    for count in completed:
        better = sum(other > count for other in completed)
        tied = completed.count(count)
        points.append(sum(_SCORING.completed[better : better + tied]) // tied if count else 0)
    return points


def ranking(state: State) -> Result:
    """H43: most points win, ties share the victory."""
    return Result.ranked([(player.points,) for player in state.players])
