"""Riga: the numbers that its lesson names, and why it proposes to stop."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Move
from rules.riga.data import DATA
from rules.riga.lesson import LESSON
from rules.riga.moves import Build, Done
from words.language import Words

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


def reason(words: Words, move: Move, options: Sequence[Move]) -> str | None:
    """Say why a turn ends here; that something can be built is said where it is taken."""
    if isinstance(move, Done) and any(isinstance(option, Build) for option in options):
        return words.say("you could build, but keep your goods: soon they pay for more")
    if isinstance(move, Done):
        return words.say("there is nothing you can build now")
    return "" if isinstance(move, Build) else None
