"""Haithabu: the numbers that its lesson names."""

from __future__ import annotations

from rules.haithabu.data import DATA

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
    "pittance": DATA.pittance.points,
}
