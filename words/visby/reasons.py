"""Visby: why a move is advised, in a few words beside the move."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Fact
from words.catalogue import Words
from words.visby import terms


def reason(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """Return the reason with this key (`sells`, `keeps` or another) in a few words; facts are `seals` and `wares`."""
    seals, wares = (int(str(facts.get(name, 0))) for name in ("seals", "wares"))
    if key == "sells" and wares:
        return words.say(
            "brings {seals} now and keeps {wares}", seals=terms.seals(words, seals), wares=terms.wares(words, wares)
        )
    if key == "keeps":
        return words.say("keeps {wares} for a better rate", wares=terms.wares(words, wares))
    brought = [amount(words, n) for amount, n in ((terms.seals, seals), (terms.wares, wares)) if n > 0]
    if brought and key == "sells":
        return words.say("brings {things} now", things=words.join_and(brought))
    if brought:
        return words.say("brings roughly {things} now", things=words.join_and(brought))
    return words.say("brings little now, and keeps better cards for later")
