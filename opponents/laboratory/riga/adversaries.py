"""Adversaries in Riga: each function is one `Preference`, which scores a move by a single idea.

They are `brother`, `grandee`, `draughtsman`, `cash` and `hoarder`.
"""

from __future__ import annotations

from opponents.laboratory.adversaries import Preference
from rules import Move
from rules.riga.data import BASE, BUILDINGS, COST, KIND
from rules.riga.moves import Build, Done, Fill, Keep, Take, Use
from rules.riga.payment_search import best_payment
from rules.riga.view import PlayerView, View, view_purse

MAX_HAND_BUILDINGS = 3
"""Buildings in hand with which a chaser takes no further one."""
BUILDING_YEARS = 3
"""In how many years before the end the hoarder builds."""


def _me(view: View) -> PlayerView:
    """Return the player whose view this is."""
    assert view.seat is not None
    return view.players[view.seat]


def _taken(move: Move) -> str:
    """Return the building that a move takes into the hand; "" if it takes none."""
    name = move.what if isinstance(move, Take) else move.card if isinstance(move, Keep) else ""
    return name if isinstance(name, str) and name in BUILDINGS else ""


def _chase(view: View, move: Move, kinds: tuple[str, ...]) -> float:
    """Return how well a move serves a player who wants buildings of these kinds.

    That is the number of such buildings it builds, or 1 if it takes one with fewer than `MAX_HAND_BUILDINGS` buildings
    in hand, else 0.
    """
    if isinstance(move, Build):
        return sum(KIND[name] in kinds for name in move.buildings)
    name = _taken(move)
    return float(bool(name) and KIND[name] in kinds and _me(view).buildings < MAX_HAND_BUILDINGS)


def brother(view: View, move: Move) -> float:
    """Score a build by its number of Lodges, of which four bring 30 points, and taking a Lodge with 1.

    Taking scores only with fewer than `MAX_HAND_BUILDINGS` buildings in hand. All other moves score 0.
    """
    return _chase(view, move, ("lodge",))


def grandee(view: View, move: Move) -> float:
    """Score a build by its number of Fortresses and Guildhalls, the dearest kinds, and taking one of them with 1.

    Taking scores only with fewer than `MAX_HAND_BUILDINGS` buildings in hand. All other moves score 0.
    """
    return _chase(view, move, ("fortress", "guildhall"))


def draughtsman(view: View, move: Move) -> float:
    """Return 2 for using a Builders' Yard or Treasury, 1 for taking a Builders' Yard, for a build their number in it.

    Taking scores only with fewer than `MAX_HAND_BUILDINGS` buildings in hand. All other moves score 0.
    """
    return 2.0 * isinstance(move, Use) + _chase(view, move, ("builders_yard",))


def cash(view: View, move: Move) -> float:
    """Score a take: 100 plus its cost for a building that can be paid at once, -1 for any other building.

    Taking a row scores the base value of its goods in ducats. All other moves score 0.
    """
    if not isinstance(move, Take):
        return 0
    if isinstance(move.what, int):
        return sum(BASE[good] for good in view.rows[move.what - 1].goods)
    return 100 + COST[move.what] if best_payment(view_purse(_me(view)), (move.what,)) else -1


def hoarder(view: View, move: Move) -> float:
    """Score a move for a player who builds late: 1 for taking a row, ending the turn and filling the Exchange, else 0.

    In the last `BUILDING_YEARS` years every move scores 0, so that the game's rule of thumb decides.
    """
    if view.year > view.years - BUILDING_YEARS:
        return 0
    if isinstance(move, Take):
        return float(isinstance(move.what, int))
    return float(isinstance(move, Done | Fill))


def progress(view: View) -> float:
    """Return how much of the game is over, from 0 to 1: the part of its years."""
    return max(0, view.year - 1) / view.years


PROGRESS = progress
ADVERSARIES: dict[str, Preference] = {
    "brother": brother,
    "grandee": grandee,
    "draughtsman": draughtsman,
    "cash": cash,
    "hoarder": hoarder,
}
