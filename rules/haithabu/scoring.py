"""The final scoring (H40–H43): `finish` ends a game, `standings` shows the scores if a game ended now.

Both use `final_scores`, which computes with `Holdings`, made from a state or from a view.
"""

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
    """Everything of one player that counts in the final scoring, as it is before loans are repaid and wares sold.

    `wares` is the full price in silver of all wares in both stores. `cubes` is the number of cubes on the player's
    orders, `transports` the number of unused transports, `completed` the number of completed orders.
    """

    points: int
    silver: int
    loans: int
    wares: int
    characters: int
    cubes: int
    transports: int
    completed: int


def final_scores(players: Sequence[Holdings]) -> tuple[end_events.Score, ...]:
    """H40–H42: return the final score of every player; `players` and the result are ordered by seat."""
    ranks = completion_points([player.completed for player in players])
    return tuple(_score(player, rank) for player, rank in zip(players, ranks, strict=True))


def final_score(players: Sequence[Holdings], seat: int) -> end_events.Score:
    """H40–H42: return the final score of one seat; of the other players only the completed orders matter."""
    return _score(players[seat], completion_points([player.completed for player in players])[seat])


def _score(player: Holdings, for_completed: int) -> end_events.Score:
    """H40, H41: return the score of a player: loans are repaid with silver at hand, then wares sold at half price.

    After that the points are counted; all divisions round down. A player with loans left gets no points for silver.
    `for_completed` is the number of points for the player's rank by completed orders (H42).
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
    """H40–H43: carry out the final scoring in the state and emit `Finished`.

    Each player repays as many loans as possible (`Repaid`) and sells the wares of both stores, which go to the general
    supply. `Player.points` becomes the final total. The caller has already ended the game by emptying `state.agenda`.
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
    """Return what counts in the final scoring of a seat."""
    return holdings(state.players[seat], state.owners.count(seat), state.levels)


def holdings(player: Player, characters: int, levels: Sequence[int]) -> Holdings:
    """Return what counts in the final scoring of a player who owns `characters` characters.

    `levels` is the price level of each ware, for the value of the player's wares.
    """
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
    """H40–H42: return each seat's score, in parts, if the game ended now; nothing that counts is hidden.

    After the end everything has been turned into points, so there is only the part `points`.
    """
    if view.result:
        return tuple(Standing((("points", score),)) for score in view.result.scores)
    return tuple(map(standing, final_scores(view_holdings(view))))


def view_holdings(view: View) -> list[Holdings]:
    """Return what counts in the final scoring of each player, by seat, computed from a view."""
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
    """Return the parts of a score (points, completed orders, characters and so on) as a `Standing`.

    There are no tie-breakers (H43).
    """
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
    """H42: return each seat's points for its rank by completed orders; `completed` are their numbers by seat.

    Tied players add up the points of the ranks they occupy and divide them equally, rounded down. A seat without a
    completed order gets 0.
    """
    points = []
    for count in completed:
        better = sum(other > count for other in completed)
        tied = completed.count(count)
        points.append(sum(_SCORING.completed[better : better + tied]) // tied if count else 0)
    return points


def ranking(state: State) -> Result:
    """H43: return the final result: the seats ranked by points; seats with equal points share a place.

    The points are those in the state, which `finish` has made final totals.
    """
    return Result.ranked([(player.points,) for player in state.players])
