"""Visby: why the computer advises a move, in a few words that are shown beside the move (`reason`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Fact
from words.catalogue import Words
from words.visby import terms


def reason(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """Return the text of a reason for an advised move: what it brings now, or what it keeps for later.

    `key` is "sells", "saves" or "keeps" for a trade, anything else for cards. The facts are the numbers `seals`,
    `wares` and `cards` (those that a Mendicant takes back), 0 if missing. Cards that bring none of them get "gets you
    nothing right now".
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
    if brought and cards:
        return words.many(
            "gets you {things} on average and brings back {n} card",
            "gets you {things} on average and brings back {n} cards",
            cards,
            things=words.join_and(brought),
        )
    if brought:
        return words.say("gets you {things} on average", things=words.join_and(brought))
    if cards:
        return words.many("brings back {n} card", "brings back {n} cards", cards)
    return words.say("gets you nothing right now")
