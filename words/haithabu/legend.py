"""Haithabu: the legend (`legend`): what the signs, letters and numbers on the board mean."""

from __future__ import annotations

from collections.abc import Iterator

from words.catalogue import Words
from words.haithabu import terms
from words.signs import marks_line, named_signs, players_line


def legend(words: Words) -> Iterator[str]:
    """Yield the lines of the legend in reading order of the board, each as "title: items"."""
    yield words.say("Top right, what's left: ♟️ neutral workers · 🏦 loans · 📜 orders")
    yield words.say("Rondel (the wheel): ☀️ a worker acts right away · 🌙 an event is rolled first")
    yield words.say("Fields: {fields}", fields=" · ".join(_fields(words)))
    yield words.say(
        "Event dice, next to the rondel: {events}", events=named_signs(words, terms.EVENT_EMOJI, terms.EVENT)
    )
    yield players_line(words, terms.SIGNS)
    yield words.say(
        "Shield on a field or next to a ware: a worker of the player with that shield · ⚪ a neutral worker"
    )
    yield words.say("Wares: {wares}", wares=named_signs(words, terms.WARE_EMOJI, terms.WARE))
    yield words.say("Next to a ware: 🪙 price · bar: price level 1 to 10 · 🏪 on the market · 🧺 in the supply")
    yield words.say(
        "Orders to take: wares needed · ⭐ points · 🪙 silver · name (O07) · the lower row is gone after this round"
    )
    yield words.say(
        "Transports: 🛒 cart · ⛵ ship · 🪙 price · 🎴 cards left · empty square: any ware · coloured: only that ware"
    )
    yield words.say(
        "Characters (golden frame: protected this round): {characters}",
        characters=named_signs(words, terms.CHARACTER_EMOJI, terms.CHARACTER),
    )
    yield words.say(
        "For each player: ⭐ points · 🪙 silver · 🏦 loans · 🏵️ completed orders · 🏠 warehouse · ⛺ trading "
        "post · 🛒 cart and ⛵ ship, pale: none · five orders: outlined wares are missing, filled ones "
        "delivered"
    )
    yield marks_line(words)


def _fields(words: Words) -> Iterator[str]:
    """Yield the letter in bold, the emoji and the purpose of each field of the rondel."""
    for letter, sign in terms.FIELD_SIGN.items():
        what = terms.place(words, letter).partition(" · ")[2]
        yield f"**{letter}** {terms.SIGNS[sign]} {what}"
