"""Riga: the numbers that its lesson names."""

from __future__ import annotations

from rules.riga.data import DATA
from rules.riga.lesson import LESSON

_F = DATA.function

FACTS = {
    "years": DATA.setup.years[LESSON.record.seats],
    "penalty": DATA.setup.penalty,
    "winter": DATA.setup.winter_limit,
    "keeps": _F.warehouse.keeps,
    "bank": _F.bank.each,
    "tavern": _F.tavern.each,
    "adds": _F.manufactory.adds,
    "wants": _F.exchange.wants,
    "holds": _F.exchange.holds,
}
