"""Adversaries in Haithabu: each function is one `Preference`, which scores a move by a single idea.

They are `homebody`, `speculator`, `patron`, `almsman`, `owl` and `connoisseur`. `factor`, which combines several ideas,
has a module of its own.
"""

from __future__ import annotations

from opponents.laboratory.adversaries import Preference
from opponents.laboratory.haithabu.factor import factor
from rules import Move
from rules.haithabu import actions, moves
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA
from rules.haithabu.view import View

MAX_BUYING_LEVEL, MIN_SELLING_LEVEL = 4, 6
"""Price levels at which the speculator breaks even: it buys below the first, and sells from the second on."""
MIN_KINDS = 4
"""Kinds of wares that an order must ask for to suit the connoisseur."""


def _action_of(move: Move) -> actions.AnyAction | None:
    """Return the action of a placed worker; None for a placement by night and for all other moves."""
    return move.action if isinstance(move, moves.Work | moves.Act) else None


def homebody(view: View, move: Move) -> float:
    """Return -1 for a move that takes an order, else 0: this player only delivers its starting order."""
    return -float(isinstance(_action_of(move), actions.TakeOrder))


def speculator(view: View, move: Move) -> float:
    """Score a move for a player who only buys cheap and sells dear.

    Each cube bought scores `MAX_BUYING_LEVEL` minus the price level of its ware. Each cube sold scores 1 plus the price
    level minus `MIN_SELLING_LEVEL`. Taking or delivering an order scores -9, every other move 0.
    """
    match _action_of(move):
        case actions.Buy(wares):
            return sum(count * (MAX_BUYING_LEVEL - ware.level) for count, ware in zip(wares, view.wares, strict=True))
        case actions.Sell(wares):
            return sum(
                count * (1 + ware.level - MIN_SELLING_LEVEL) for count, ware in zip(wares, view.wares, strict=True)
            )
        case actions.TakeOrder() | actions.Deliver():
            return -9
    return 0


def patron(view: View, move: Move) -> float:
    """Return 1 for a move that takes a character, or places a worker on field B by night, else 0.

    A worker placed there by night takes a character later.
    """
    by_night = isinstance(move, moves.Work) and move.action is None and move.place == "B"
    return float(by_night or isinstance(_action_of(move), actions.Recruit))


def almsman(view: View, move: Move) -> float:
    """Return 1 for a move that takes the victory point of field D or H, or places a worker there by night, else 0."""
    by_night = isinstance(move, moves.Work) and move.action is None and move.place in ("D", "H")
    return float(by_night or isinstance(_action_of(move), actions.Point))


def owl(view: View, move: Move) -> float:
    """Return 1 for placing a worker by night, else 0."""
    return float(isinstance(move, moves.Work) and move.action is None)


def connoisseur(view: View, move: Move) -> float:
    """Score taking an order that needs at least `MIN_KINDS` kinds of wares, for a player who likes only those.

    Taking such an order scores 1, or 0 if the player has two orders or more. Taking any other order scores -1, all
    other moves 0.
    """
    doing = _action_of(move)
    if not isinstance(doing, actions.TakeOrder):
        return 0
    assert view.seat is not None
    fine = sum(map(bool, ORDERS[ORDER[doing.order]].wares)) >= MIN_KINDS
    return float(len(view.players[view.seat].orders) < 2) if fine else -1.0


def progress(view: View) -> float:
    """Return how much of the game is over, from 0 to 1: the part of its rounds."""
    return (view.round - 1) / DATA.play.rounds


PROGRESS = progress
ADVERSARIES: dict[str, Preference] = {
    "homebody": homebody,
    "speculator": speculator,
    "patron": patron,
    "almsman": almsman,
    "owl": owl,
    "connoisseur": connoisseur,
    "factor": factor,
}
