"""What the signs, letters and numbers on Visby's board mean."""

from __future__ import annotations

from collections.abc import Iterator

from words.language import N_, Words
from words.legends import drawn, shields
from words.visby import terms

_CARDS = {
    "troops": N_("crossed swords"),
    "knight": N_("helmet"),
    "blacksmith": N_("anvil"),
    "fleet": N_("three sails"),
    "ship": N_("one ship"),
    "tollkeeper": N_("purse"),
    "merchant": N_("scales"),
    "mendicant": N_("hooded man"),
}
"""How each is drawn."""


def legend(words: Words) -> Iterator[str]:
    """Explain the board, line by line."""
    yield words.say(
        "**Battle** gives seals (rosette), **Journey** gives wares (barrel): the round number is what lies there"
    )
    yield words.say("**Market**: the rate below its round number counts; 3:1 is 3 wares for 1 seal")
    yield words.say("Top right: how many seals end the game, after the round in which somebody has them")
    yield shields(words)
    yield words.say("Beside the name: seals (rosette) and wares (barrel); a crown for who has won")
    cards = " · ".join(drawn(words, terms.card(words, key), sign) for key, sign in _CARDS.items())
    yield words.say("Cards: {cards}", cards=cards)
    yield words.say(
        "White card: in hand; pale with a dashed frame: discarded; red with a golden frame: played this round"
    )
