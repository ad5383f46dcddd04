"""Visby: why the computer advises a move, in a few words that are shown beside the move (`reason`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Fact
from words.catalogue import N_, N_many, Words
from words.visby import terms

_BRINGS = (N_("gets you {things} on average"), N_("probably gets you {things}"), N_("gets you {things}"))
"""What cards bring, by how certain that is."""
_BRINGS_AND_REGAINS = (
    N_many(
        "gets you {things} on average and brings back {n} card",
        "gets you {things} on average and brings back {n} cards",
    ),
    N_many(
        "brings back {n} card and probably gets you {things}",
        "brings back {n} cards and probably gets you {things}",
    ),
    N_many("gets you {things} and brings back {n} card", "gets you {things} and brings back {n} cards"),
)
"""What a Mendicant brings, by how certain its wares are."""

_CERTAIN = 2
"""The `certainty` of what cards always bring."""


def reason(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """Return the text of a reason for an advised move: what it brings now, or what it keeps for later.

    `key` is "sells", "saves" or "keeps" for a trade, anything else for cards. The facts are the numbers `seals`,
    `wares`, `cards` (those that a Mendicant takes back) and `certainty`, 0 if missing. `certainty` is 2 if cards always
    bring just that many seals and wares, 1 if they probably do, and 0 if these are averages.
    """
    seals, wares, cards = (int(str(facts.get(name, 0))) for name in ("seals", "wares", "cards"))
    if key == "sells" and wares:
        return words.say(
            "gets you {seals} now and leaves you with {wares}",
            seals=terms.seals(words, seals),
            wares=terms.wares(words, wares),
        )
    if key == "saves":
        return words.say("saves {wares} for a better rate", wares=terms.wares(words, wares))
    if key == "keeps":
        return words.say("keeps {wares}", wares=terms.wares(words, wares))
    brought = [amount(words, n) for amount, n in ((terms.seals, seals), (terms.wares, wares)) if n > 0]
    if brought and key == "sells":
        return words.say("gets you {things} now", things=words.join_and(brought))
    certainty = int(str(facts.get("certainty", 0)))
    if brought and cards:
        return words.many(*_BRINGS_AND_REGAINS[certainty], cards, things=words.join_and(brought))
    if brought:
        return words.say(_BRINGS[certainty], things=words.join_and(brought))
    if cards:
        return words.many("brings back {n} card", "brings back {n} cards", cards)
    if certainty == _CERTAIN:
        return words.say("gets you nothing right now, but keeps your other cards")
    return words.say("probably gets you nothing right now, but keeps your other cards")
