"""Two players of Haithabu with a planted weakness: `unsociable` never recruits, `stranded` stops transporting."""

from __future__ import annotations

from opponents.laboratory.weaknesses import Shunned
from rules import Move
from rules.haithabu import actions, moves
from rules.haithabu.view import View

LAST_TRANSPORT_ROUND = 6
"""The last round in which `stranded` loads a transport."""


def unsociable(view: View, move: Move) -> bool:
    """Return True for a move that recruits a character, or places a worker where it could only do that later."""
    return _acts(move, actions.Recruit, "B")


def stranded(view: View, move: Move) -> bool:
    """Return True for a move that loads a transport after round 6, or places a worker where it would do so later."""
    return view.round > LAST_TRANSPORT_ROUND and _acts(move, actions.Load, "F")


def _acts(move: Move, kind: type[actions.Action], field: str) -> bool:
    """Return True if a move is an action of this kind, or places a worker on the field to act later."""
    match move:
        case moves.Work(place=place, action=None):
            return place == field
        case moves.Work(action=action) | moves.Act(action=action):
            return isinstance(action, kind)
    return False


WEAKNESSES: dict[str, Shunned] = {"unsociable": unsociable, "stranded": stranded}
