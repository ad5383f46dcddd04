"""The end of the game (H40–H43), and what it would be if it came now."""

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
    """What counts of one player at the end; `wares` is their price in both stores."""

    points: int
    silver: int
    loans: int
    wares: int
    characters: int
    cubes: int
    transports: int
    completed: int


def reckon(players: Sequence[Holdings]) -> tuple[end_events.Score, ...]:
    """H40–H42: return how everybody's points would come about."""
    ranks = shares([player.completed for player in players])
    return tuple(_score(player, rank) for player, rank in zip(players, ranks, strict=True))


def reckon_one(players: Sequence[Holdings], seat: int) -> end_events.Score:
    """Return how the points of one player would come about: others count only for who has completed most orders."""
    return _score(players[seat], shares([player.completed for player in players])[seat])


def _score(player: Holdings, for_completed: int) -> end_events.Score:
    """H40, H41: repay with silver at hand, then sell at half price, rounded down once; then count."""
    repaid = loans.repayable(player.loans, player.silver)
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
    """Score everybody; the agenda stays empty: the game is over."""
    scores = reckon([_holdings(state, seat) for seat in range(state.seats)])
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
    return holdings(state.players[seat], state.owners.count(seat), state.levels)


def holdings(player: Player, characters: int, levels: Sequence[int]) -> Holdings:
    """Return what counts of a player who has so many characters, by these prices."""
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
    """H40–H42 as the table stands: nothing that counts is hidden. After the end all of it is points already."""
    if view.result:
        return tuple(Standing((("points", score),)) for score in view.result.scores)
    return tuple(map(standing, reckon(holdings_of_all(view))))


def holdings_of_all(view: View) -> list[Holdings]:
    """Return what counts of each player, by what everybody sees."""
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
    """Return what a score is made of; equal ones share the victory (H43)."""
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
    return sum(price * count for price, count in zip(prices, wares, strict=True))


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
