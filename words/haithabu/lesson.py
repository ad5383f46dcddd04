"""Haithabu: the numbers that its lesson names, and what is to be said of hiring."""

from __future__ import annotations

from rules.haithabu.data import DATA
from rules.haithabu.moves import Hire, Work
from words.game import Proposal
from words.language import Words

FACTS = {
    "rounds": DATA.play.rounds,
    "workers": DATA.play.workers,
    "places": DATA.play.order_places,
    "returning": DATA.play.returning_round,
    "returned": DATA.returning.points,
    "supplier_points": DATA.character.supplier.points,
    "supplier_silver": DATA.character.supplier.silver,
    "stevedore": DATA.character.stevedore.round_end_wares,
    "character": DATA.scoring.character,
    "silver": DATA.scoring.silver_for_point,
    "most": DATA.scoring.completed[0],
    "loan": -DATA.scoring.loan,
    "loan_silver": DATA.loan.silver,
    "loan_repay": DATA.loan.repay,
    "bargain": DATA.bargain.wares,
    "inn": DATA.inn.prices[0],
    "die": DATA.night.second_die,
    "store": DATA.storing.limit,
    "fee": DATA.storing.fee,
    "pittance": DATA.pittance.points,
}


def reason(words: Words, proposal: Proposal) -> str | None:
    """Say that hiring is only shown; what is done after a roll is proposed once it has been made."""
    move = proposal.move
    if isinstance(move, Hire) and proposal.following:
        return words.say("to see it once; it pays where the second field brings more than that")
    return "" if isinstance(move, Work) and move.action is None else None
