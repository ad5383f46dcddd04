"""What a player's goods and buildings in Riga are worth to the rule of thumb, and what can be built with them.

`hand_value` values them in points, `plan_builds` says which buildings can be paid one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from opponents.riga.build_payments import purse_after
from opponents.riga.evaluation import PENALTY_POINTS, POINTS_PER_DUCAT, POINTS_PER_PERSON
from rules.riga.data import BASE, BUILDINGS, COST, DATA, GOODS
from rules.riga.display_points import built_points
from rules.riga.moves import Build, Take
from rules.riga.payment import Purse
from rules.riga.payment_search import best_payment
from rules.riga.view import PlayerView, View, view_purse

UNPAID_WEIGHT = 0.6
"""Share of a building's value that counts if it cannot be paid yet and nearly all ducats are there."""
FULL_VALUE_TURNS = 3
"""With fewer own turns left than this, goods, persons and functions count less."""
MAX_BUILDS = DATA.setup.builds_per_turn
_POINTS_PER_LEFTOVER_DUCAT = 0.001
"""Points for a ducat's worth of goods at the end: it breaks a tie."""


def hand_value(purse: Purse, buildings: Sequence[str], me: PlayerView, turns: int) -> float:
    """Return the points that goods and buildings will bring a player with this many own turns left.

    `purse` is what the player could pay with, `buildings` are those they could build. Buildings that can be paid now
    count in full. Others count in part, minus the penalty for holding them. Goods left over count a little.
    """
    worth, later = 0.0, min(1.0, turns / FULL_VALUE_TURNS)
    left = list(buildings)
    for move in plan_builds(purse, buildings, MAX_BUILDS):
        worth += sum(building_value(me, name, turns) for name in move.buildings)
        purse = purse_after(purse, move)
        left = [name for name in left if name not in move.buildings]
    ducats = sum(BASE[good] * count for good, count in purse.goods.items()) + sum(purse.money.values())
    for name in left:
        likely = min(1.0, ducats / COST[name]) if turns else 0.0  # No further turn, no building.
        worth += UNPAID_WEIGHT * likely * building_value(me, name, turns) - PENALTY_POINTS
        ducats = max(0, ducats - COST[name])
    return worth + (POINTS_PER_DUCAT * later + _POINTS_PER_LEFTOVER_DUCAT) * sum(
        BASE[good] * count for good, count in purse.goods.items()
    )


def building_value(me: PlayerView, name: str, turns: int) -> float:
    """Return what building this brings a player, in points.

    These are its own points, the saved penalty, its persons, and one point for its function. With few `turns` left,
    persons and function count less.
    """
    built = [each.building for each in me.built]
    card = BUILDINGS[name]
    points = sum(built_points([*built, name], me.person)) - me.points
    return (
        points
        + PENALTY_POINTS
        + min(1.0, turns / FULL_VALUE_TURNS) * (POINTS_PER_PERSON * (card.merchants + card.knights) + 1)
    )


def points_for(me: PlayerView, names: Sequence[str]) -> int:
    """Return the points that this player's display would gain by building these, Lodges and Archives included."""
    return sum(built_points([*(each.building for each in me.built), *names], me.person)) - me.points


def plan_builds(purse: Purse, buildings: Sequence[str], most: int) -> list[Build]:
    """Return at most `most` builds of one building each that the purse can pay one after the other.

    The dearest building comes first, and the best payment is chosen for each. Buildings that cannot be paid are
    skipped.
    """
    moves: list[Build] = []
    for name in sorted(buildings, key=lambda name: (-COST[name], name)):
        move = best_payment(purse, (name,)) if len(moves) < most else None
        if move is not None:
            moves.append(move)
            purse = purse_after(purse, move)
    return moves


def buildable(me: PlayerView) -> list[str]:
    """Return the buildings that a player may build: those in hand (if the view shows it) and own Riga buildings."""
    return [*(me.hand.buildings if me.hand else ()), *me.riga]


def after_taking(view: View, me: PlayerView, move: Take) -> tuple[Purse, list[str]]:
    """Return what the player can pay with after this take, and all buildings that they may then build.

    These are the buildings in hand and the player's own Riga buildings, whether or not the player can pay for them.
    """
    purse, hand = view_purse(me), buildable(me)
    if isinstance(move.what, str):
        return purse, [*hand, move.what]
    row = view.rows[move.what - 1].goods
    goods = {good: purse.goods[good] + row.count(good) for good in GOODS}
    return msgspec.structs.replace(purse, goods=goods), hand


def turns_left(view: View) -> int:
    """Return how many turns the view's seat has left after the running one, or from now on if none is running."""
    assert view.seat is not None
    return turns_left_this_year(view) + 2 * (view.years - view.year)


def turns_left_this_year(view: View) -> int:
    """Return how many turns the view's seat has after the running one before winter; 0 if no turn is running."""
    assert view.seat is not None
    if view.turn is None:  # before the first year, or in winter
        return 0
    seats = len(view.players)
    steps = (view.seat - view.starter) % seats
    return (steps > view.turn_of_year) + (2 * seats - 1 - steps > view.turn_of_year)
