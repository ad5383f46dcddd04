"""Adversaries in Haithabu: each function is one `Preference`, a score for a move by a single idea."""

from __future__ import annotations

from opponents.laboratory.entrants import Preference
from rules import Move
from rules.haithabu import actions, moves
from rules.haithabu.cards import ORDER, ORDERS
from rules.haithabu.view import View

MAX_BUYING_LEVEL, MIN_SELLING_LEVEL = 4, 6
"""Price levels at which the speculator breaks even: it buys below the first, and sells from the second on."""
MIN_KINDS = 4
"""Kinds of wares that an order must ask for to suit the connoisseur."""


def _action_of(move: Move) -> actions.AnyAction | None:
    """Return the action of a placed worker; None for a placement by night and for all other moves."""
    return move.action if isinstance(move, moves.Work | moves.Act) else None


def homebody(view: View, move: Move) -> float:
    """Deliver the starting order, and never take another one."""
    return -float(isinstance(_action_of(move), actions.TakeOrder))


def speculator(view: View, move: Move) -> float:
    """Buy cheap wares, sell dear ones, and neither take nor deliver orders."""
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
    """Take a character whenever possible, also from a rival."""
    by_night = isinstance(move, moves.Work) and move.action is None and move.place == "B"
    return float(by_night or isinstance(_action_of(move), actions.Recruit))


def almsman(view: View, move: Move) -> float:
    """Take the point that places D and H always offer."""
    by_night = isinstance(move, moves.Work) and move.action is None and move.place in ("D", "H")
    return float(by_night or isinstance(_action_of(move), actions.Point))


def owl(view: View, move: Move) -> float:
    """Place workers by night."""
    return float(isinstance(move, moves.Work) and move.action is None)


def connoisseur(view: View, move: Move) -> float:
    """Take only orders of at least `MIN_KINDS` kinds of wares, while there are fewer than two orders."""
    doing = _action_of(move)
    if not isinstance(doing, actions.TakeOrder):
        return 0
    assert view.seat is not None
    fine = sum(map(bool, ORDERS[ORDER[doing.order]].wares)) >= MIN_KINDS
    return float(len(view.players[view.seat].orders) < 2) if fine else -1.0


ADVERSARIES: dict[str, Preference] = {
    "homebody": homebody,
    "speculator": speculator,
    "patron": patron,
    "almsman": almsman,
    "owl": owl,
    "connoisseur": connoisseur,
}
