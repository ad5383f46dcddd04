"""One-idea players of Haithabu, for tournaments only."""

from __future__ import annotations

from opponents.laboratory.entrants import Preference
from rules import Move
from rules.haithabu import actions, moves
from rules.haithabu.cards import ORDER, ORDERS
from rules.haithabu.view import View

CHEAP, DEAR = 4, 6
"""Levels of prices at which a speculator buys and sells."""
MANY = 4
"""Kinds of wares that make an order fine."""


def _doing(move: Move) -> actions.AnyAction | None:
    """Return what a worker does by a move; None by night, and where no worker acts."""
    return move.action if isinstance(move, moves.Work | moves.Act) else None


def homebody(view: View, move: Move) -> float:
    """Deliver the order of the start, and never take another."""
    return -float(isinstance(_doing(move), actions.TakeOrder))


def speculator(view: View, move: Move) -> float:
    """Buy what is cheap, sell what is dear, and leave orders alone."""
    match _doing(move):
        case actions.Buy(wares):
            return sum(count * (CHEAP - ware.level) for count, ware in zip(wares, view.wares, strict=True))
        case actions.Sell(wares):
            return sum(count * (1 + ware.level - DEAR) for count, ware in zip(wares, view.wares, strict=True))
        case actions.TakeOrder() | actions.Deliver():
            return -9
    return 0


def patron(view: View, move: Move) -> float:
    """Take a character whenever one can be had, from whomever."""
    by_night = isinstance(move, moves.Work) and move.action is None and move.place == "B"
    return float(by_night or isinstance(_doing(move), actions.Recruit))


def almsman(view: View, move: Move) -> float:
    """Take the point that is always there."""
    by_night = isinstance(move, moves.Work) and move.action is None and move.place in ("D", "H")
    return float(by_night or isinstance(_doing(move), actions.Point))


def owl(view: View, move: Move) -> float:
    """Work by night, whatever happens there."""
    return float(isinstance(move, moves.Work) and move.action is None)


def connoisseur(view: View, move: Move) -> float:
    """Take only orders of many kinds, and those wherever they lie."""
    doing = _doing(move)
    if not isinstance(doing, actions.TakeOrder):
        return 0
    assert view.seat is not None
    fine = sum(map(bool, ORDERS[ORDER[doing.order]].wares)) >= MANY
    return float(len(view.players[view.seat].orders) < 2) if fine else -1.0


ADVERSARIES: dict[str, Preference] = {
    "homebody": homebody,
    "speculator": speculator,
    "patron": patron,
    "almsman": almsman,
    "owl": owl,
    "connoisseur": connoisseur,
}
