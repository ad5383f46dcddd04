"""One-idea players of Riga, for tournaments only."""

from __future__ import annotations

from opponents.laboratory.entrants import Preference
from rules import Move
from rules.riga.data import BASE, BUILDINGS, COST, KIND
from rules.riga.moves import Build, Done, Fill, Keep, Take, Use
from rules.riga.offers import suggest
from rules.riga.view import PlayerView, View
from rules.riga.view import purse as purse_of

ROOM = 3
"""Buildings in hand with which a chaser takes no other."""
LATE = 3
"""How many years before the end a hoarder begins to build."""


def _me(view: View) -> PlayerView:
    assert view.seat is not None
    return view.players[view.seat]


def _taken(move: Move) -> str:
    """Return the building that a move brings into the hand; empty if none."""
    name = move.what if isinstance(move, Take) else move.card if isinstance(move, Keep) else ""
    return name if isinstance(name, str) and name in BUILDINGS else ""


def _chase(view: View, move: Move, kinds: tuple[str, ...]) -> float:
    """Take buildings of these kinds wherever they lie, build them before all others, and draw for more."""
    if isinstance(move, Build):
        return sum(KIND[name] in kinds for name in move.buildings)
    name = _taken(move)
    return float(bool(name) and KIND[name] in kinds and _me(view).buildings < ROOM)


def brother(view: View, move: Move) -> float:
    """Chase Lodges: four of them bring 30 points."""
    return _chase(view, move, ("lodge",))


def grandee(view: View, move: Move) -> float:
    """Chase the dearest: Fortress and Guildhall."""
    return _chase(view, move, ("fortress", "guildhall"))


def draughtsman(view: View, move: Move) -> float:
    """Chase Builders' Yards, and use them at once."""
    return 2.0 * isinstance(move, Use) + _chase(view, move, ("builders_yard",))


def cash(view: View, move: Move) -> float:
    """Take a building only if it can be paid at once, the dearest first; else the row that is worth most."""
    if not isinstance(move, Take):
        return 0
    if isinstance(move.what, int):
        return sum(BASE[good] for good in view.rows[move.what - 1].goods)
    return 100 + COST[move.what] if suggest(purse_of(_me(view)), (move.what,)) else -1


def hoarder(view: View, move: Move) -> float:
    """Take goods and keep them; build only in the last years."""
    if view.year > view.years - LATE:
        return 0
    if isinstance(move, Take):
        return float(isinstance(move.what, int))
    return float(isinstance(move, Done | Fill))


ADVERSARIES: dict[str, Preference] = {
    "brother": brother,
    "grandee": grandee,
    "draughtsman": draughtsman,
    "cash": cash,
    "hoarder": hoarder,
}
