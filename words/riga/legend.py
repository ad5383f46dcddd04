"""What the signs, letters and numbers on Riga's board mean."""

from __future__ import annotations

from collections.abc import Iterator

from words.language import N_, Words
from words.legends import drawn, marks, shields
from words.riga import terms

_GOODS = {"cloth": N_("roll"), "glass": N_("goblet"), "wine": N_("grapes"), "grain": N_("ear of grain")}
_WARES = {
    "mead": N_("drinking horn"),
    "cloth": N_("roll"),
    "ceramics": N_("jug"),
    "tools": N_("hammer"),
    "weapons": N_("axe"),
    "spices": N_("bowl"),
}
"""How each is drawn."""


def legend(words: Words) -> Iterator[str]:
    """Explain the board, line by line."""
    yield words.say("Left: the rows of goods with their numbers; **= 11** is what a row is worth in ducats")
    yield words.say("Thick frame around two rows: goods were swapped, one of the two must be taken")
    goods = " · ".join(drawn(words, terms.good(words, key), sign) for key, sign in _GOODS.items())
    yield words.say("Goods: {goods}", goods=goods)
    yield words.say(
        "Right: buildings to take. Coin: its cost in ducats; star: its points, with * only counted at the end"
    )
    yield words.say("Good with a number on a building: what it pays there, in ducats")
    yield words.say("Hat: a merchant; helmet: a knight. Hourglass and dashed frame: here for the last time")
    cities = " · ".join(f"{terms.tag(key)} {name}" for key, name in terms.CITIES.items())
    yield words.say("Colour and letter of a building: its city, {cities}", cities=cities)
    yield shields(words)
    yield words.say(
        "Of a player: points (star), merchants (hat), knights (helmet); in hand (cards): goods (barrel), "
        "buildings (house)"
    )
    yield marks(words)
    yield words.say(
        "On a building: ⚡ ready to be used, ✖️ used up, 🌱 works from the next turn on, a good: the one it favours"
    )
    yield words.say(
        "Coin on the Exchange: it is full and can pay; hat or helmet on the School: whom it trains; "
        "only an outline: not built yet"
    )
    yield words.say("Below: goods (barrel) and buildings (house) left to draw, then what is discarded")
