"""Riga: why the computer advises a move, in a few words that are shown beside the move (`reason`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Fact
from words.catalogue import N_, N_many, Words
from words.riga import terms

_REASONS = {
    "build": N_("then you can build {buildings}"),
    "then_build": N_("then build {buildings}"),
    "builds_it": N_("then build it right away"),
    "goods": N_("gives you goods worth {ducats}"),
    "later": N_("scores {points} when built"),
    "points": N_("scores {points}"),
    "toward": N_("covers {covered} of the {ducats} you still need for {building}"),
    "payable": N_("you can already pay for it"),
    "pays": N_("worth {ducats} more thanks to {buildings}"),
    "keeps": N_("keeps goods worth {ducats} for later turns"),
    "keeps_functions": N_("keeps {buildings} for later"),
    "then_row": N_("then take row {row}"),
    "breaks_ties": N_("goods only break ties now"),
    "saves_for": N_("you're {short} short of {buildings}"),
    "saves_instead": N_("you're {short} short of {building}; after building {instead_of}, {after}"),
    "wastes": N_("building {instead_of} now would waste {ducats}"),
    "fills": N_("turns them into {ducats} for a later building"),
    "goes_first": N_("you go first in summer and last in autumn"),
    "persons": N_("then you have {merchants} and {knights}"),
    "treasury": N_("you see up to {n} goods and keep one"),
    "builders_yard": N_("you see up to {n} buildings and can keep one"),
}

_GOES_AFTER = N_many(
    "{n} player goes before you in summer and after you in autumn",
    "{n} players go before you in summer and after you in autumn",
)
"""The reason `goes_after`, for one player and for more."""


def reason(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """Return the text of a reason for an advised move, by the reason's key, with its facts filled in.

    Raises `KeyError` for an unknown key.
    """
    if key == "effect":
        return terms.building_effects(words, str(facts["building"]))
    filled = {name: _fact(words, name, value) for name, value in facts.items()}
    if key == "toward" and facts["covered"] == facts["ducats"]:
        return words.say("then you can pay for {building}", **filled)
    if key == "goes_after":
        return words.many(*_GOES_AFTER, int(str(facts["n"])))
    return words.say(_REASONS[key], **filled)


_FACTS = {
    "points": terms.points,
    "ducats": terms.ducats,
    "short": terms.ducats,
    "after": terms.ducats,
    "merchants": terms.merchants,
    "knights": terms.knights,
}
"""The functions that put an amount into words, by the name of the fact."""


def _fact(words: Words, name: str, value: Fact) -> Fact:
    """Return a fact as the sentence shows it.

    A building and a tuple of buildings become their names, a number in `_FACTS` gets its unit, and anything else stays
    unchanged. `name` is the name of the fact in the sentence.
    """
    if isinstance(value, tuple):
        return terms.buildings_in_sentence(words, value)
    if name == "building":
        return terms.buildings_in_sentence(words, (str(value),))
    return _FACTS[name](words, int(value)) if name in _FACTS else value
