"""The end of Haithabu (H40–H43), and the score if the game ended now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.contract import Event, Result, Standing
from rules.haithabu import end_events, loans
from rules.haithabu.data import DATA, KINDS, PRICES
from rules.haithabu.state import NOBODY, Player, State
from rules.haithabu.view import View

_SCORING = DATA.scoring


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    """What counts of one player at the end. `wares` is the price of all wares in both stores, the rest are counts."""

    points: int
    silver: int
    loans: int
    wares: int
    characters: int
    cubes: int
    transports: int
    completed: int


def final_scores(players: Sequence[Holdings]) -> tuple[end_events.Score, ...]:
    """H40–H42: return everybody's final score, by seat."""
    ranks = completion_points([player.completed for player in players])
    return tuple(_score(player, rank) for player, rank in zip(players, ranks, strict=True))


def final_score(players: Sequence[Holdings], seat: int) -> end_events.Score:
    """H40–H42: return one player's final score; of others only the completed orders matter."""
    return _score(players[seat], completion_points([player.completed for player in players])[seat])


def _score(player: Holdings, for_completed: int) -> end_events.Score:
    """H40, H41: return a player's score: repay loans with silver at hand, sell wares at half price, then count.

    `for_completed` are the points for the rank by completed orders (H42).
    """
    repaid = loans.affordable_repayments(player.loans, player.silver)
    owed = player.loans - repaid
    sold = player.wares // _SCORING.wares_divisor
    silver = player.silver - repaid * DATA.loan.repay + sold
    counts = {
        "for_characters": _SCORING.character * player.characters,
        "for_loans": _SCORING.loan * owed,
        "for_silver": 0 if owed else silver // _SCORING.silver_for_point,
        "for_cubes": player.cubes // _SCORING.cubes_for_point,
        "for_transports": _SCORING.transport * player.transports,
        "for_completed": for_completed,
    }
    total = player.points + sum(counts.values())
    return end_events.Score(points=player.points, wares=sold, silver=silver, loans=owed, total=total, **counts)


def finish(state: State, emitted: list[Event]) -> None:
    """Score everybody, change the players' silver and points accordingly, and emit `Finished`.

    The agenda stays empty, which ends the game.
    """
    scores = final_scores([_holdings(state, seat) for seat in range(state.seats)])
    for seat, score in enumerate(scores):
        player = state.players[seat]
        if repaid := player.loans - score.loans:
            loans.repay(state, seat, repaid, emitted)
        for ware in range(KINDS):
            state.supply[ware] += player.warehouse[ware] + player.post[ware]
        player.warehouse, player.post = [0] * KINDS, [0] * KINDS
        player.silver, player.points = score.silver, score.total
    emitted.append(end_events.Finished(scores, ranking(state).winners))


def _holdings(state: State, seat: int) -> Holdings:
    """Return what counts of a seat."""
    return holdings(state.players[seat], state.owners.count(seat), state.levels)


def holdings(player: Player, characters: int, levels: Sequence[int]) -> Holdings:
    """Return what counts of a player with this number of characters at these price levels."""
    prices = [PRICES[ware][levels[ware]] for ware in range(KINDS)]
    return Holdings(
        points=player.points,
        silver=player.silver,
        loans=player.loans,
        wares=_price(prices, player.warehouse) + _price(prices, player.post),
        characters=characters,
        cubes=sum(map(sum, player.cubes)),
        transports=sum(card != NOBODY for card in player.transports),
        completed=len(player.completed),
    )


def standings(view: View) -> tuple[Standing, ...]:
    """H40–H42: return each seat's score if the game ended now; nothing that counts is hidden.

    After the end everything has been changed into points, so there is one part only.
    """
    if view.result:
        return tuple(Standing((("points", score),)) for score in view.result.scores)
    return tuple(map(standing, final_scores(view_holdings(view))))


def view_holdings(view: View) -> list[Holdings]:
    """Return what counts of each player at the end, by seat, from a view."""
    prices = [ware.price for ware in view.wares]
    return [
        Holdings(
            points=player.points,
            silver=player.silver,
            loans=player.loans,
            wares=_price(prices, player.warehouse) + _price(prices, player.post),
            characters=len(player.characters),
            cubes=sum(sum(order.cubes) for order in player.orders),
            transports=sum(card is not None for card in (player.cart, player.ship)),
            completed=len(player.completed),
        )
        for player in view.players
    ]


def standing(score: end_events.Score) -> Standing:
    """Return a score as a `Standing`; there are no tie-breakers (H43)."""
    return Standing(
        (
            ("points", score.points),
            ("completed", score.for_completed),
            ("characters", score.for_characters),
            ("silver", score.for_silver),
            ("cubes", score.for_cubes),
            ("transports", score.for_transports),
            ("loans", score.for_loans),
        )
    )


def _price(prices: Sequence[int], wares: Sequence[int]) -> int:
    """Return the sum of the wares' prices."""
    return sum(price * count for price, count in zip(prices, wares, strict=True))


def completion_points(completed: list[int]) -> list[int]:
    """H42: return each seat's points for completed orders; tied players share the points of the ranks they occupy."""
    points = []
    for count in completed:
        better = sum(other > count for other in completed)
        tied = completed.count(count)
        points.append(sum(_SCORING.completed[better : better + tied]) // tied if count else 0)
    return points


def ranking(state: State) -> Result:
    """H43: rank the seats by points; equal ones share a place."""
    return Result.ranked([(player.points,) for player in state.players])
