"""Haithabu: the numbers that the lesson's text uses (`FACTS`), and why the lesson proposes a move (`reason`)."""

from __future__ import annotations

from rules.contract import Move
from rules.haithabu.actions import AnyAction, Buy, Deliver, Fetch, Load
from rules.haithabu.data import DATA, NOTHING, Wares
from rules.haithabu.moves import Act, Stevedore, Work
from words.catalogue import Words
from words.game_words import Proposal
from words.haithabu import reasons

FACTS = {
    "rounds": DATA.play.rounds,
    "workers": DATA.play.workers,
    "places": DATA.play.order_places,
    "stevedore": DATA.character.stevedore.round_end_wares,
    "character": DATA.scoring.character,
    "silver": DATA.scoring.silver_for_point,
    "most": DATA.scoring.completed[0],
    "second": DATA.scoring.completed[1],
    "loan": -DATA.scoring.loan,
    "loan_silver": DATA.loan.silver,
    "loan_repay": DATA.loan.repay,
    "bargain": DATA.bargain.wares,
    "inn": DATA.inn.prices[0],
    "die": DATA.night.second_die,
    "store": DATA.storing.limit,
    "fee": DATA.storing.fee,
    "taken": DATA.recruiting.silver,
    "pittance": DATA.pittance.points,
}
"""Numbers by the names that `lesson.*.md` uses in braces."""


def reason(words: Words, proposal: Proposal) -> str | None:
    """Return why the lesson proposes a move, in a few words.

    - Buying wares, a cart or a ship, and carrying wares: the orders for which the move is made, if there are any.
    - Sending a worker whose action is chosen only after the dice are rolled, as the script does: "", which means that
      no reason is shown.
    - Anything else: None, which means that the general advice is shown.
    """
    move = proposal.move
    if isinstance(move, Work) and move.action is None and proposal.following:
        return ""
    orders = _meant_for(proposal)
    return reasons.reason(words, "for_orders", {"orders": orders}) if orders else None


def _meant_for(proposal: Proposal) -> tuple[str, ...]:
    """Return the ids of the learner's orders for which a proposed move buys or carries wares; () if there are none.

    Only orders to which the script's next delivery brings wares count. A move with wares is meant for those of them
    that get such a ware, but for none if it has more of a ware than that delivery uses. A move that buys a cart or ship
    is meant for all of them.
    """
    match _action(proposal.move) or proposal.move:
        case Buy(wares) | Load(_, wares) | Stevedore(wares):
            meant: Wares | None = wares
        case Fetch():
            meant = None
        case _:
            return ()
    held = {order.order for order in proposal.view.players[proposal.view.seat].orders}
    delivering = (action for action in map(_action, proposal.following) if isinstance(action, Deliver))
    loads = next((action.loads for action in delivering), ())
    served = [sum(counts) for counts in zip(NOTHING, *(load for key, load in loads if key in held), strict=True)]
    if meant is not None and any(count > most for count, most in zip(meant, served, strict=True)):
        return ()
    return tuple(key for key, load in loads if key in held and (meant is None or any(map(min, meant, load))))


def _action(move: Move) -> AnyAction | None:
    """Return the action that a `Work` or `Act` move carries; None if it has none, or for any other move."""
    return move.action if isinstance(move, Work | Act) else None
