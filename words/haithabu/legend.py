"""What the signs, letters and numbers on Haithabu's board mean."""

from __future__ import annotations

from collections.abc import Iterator

from words.haithabu import terms
from words.language import N_, Words
from words.legends import drawn, marks, shields

_WARES = {
    "mead": N_("drinking horn"),
    "cloth": N_("roll"),
    "ceramics": N_("jug"),
    "tools": N_("hammer"),
    "weapons": N_("axe"),
    "spices": N_("bowl"),
}
_CHARACTERS = {
    "starter": N_("flag"),
    "juggler": N_("balls in the air"),
    "innkeeper": N_("tankard"),
    "trader": N_("scales"),
    "seer": N_("eye"),
    "carpenter": N_("saw"),
    "supplier": N_("sack"),
    "stevedore": N_("man with a load"),
    "steward": N_("key"),
}
_EVENTS = {
    "viking_games": N_("round shield"),
    "assassination": N_("dagger"),
    "fog": N_("waves"),
    "unpaid_bill": N_("scroll"),
    "storm": N_("lightning"),
    "unrest": N_("torch"),
}
"""How each is drawn."""


def legend(words: Words) -> Iterator[str]:
    """Explain the board, line by line."""
    yield words.say("Top right, what is left: neutral workers (figure), loans (scroll with a coin), orders (scroll)")
    yield words.say("Wheel, the rondel: ☀️ a worker acts at once, 🌙 an event is rolled first")
    events = " · ".join(drawn(words, words.say(terms.EVENT[key]), sign) for key, sign in _EVENTS.items())
    yield words.say("Dice beside the wheel, the events rolled: {events}", events=events)
    yield " · ".join(f"**{letter}** {what}" for letter, what in _fields(words))
    yield words.say("Shield on a field or beside a ware: a worker of that player; a grey one is neutral")
    wares = " · ".join(drawn(words, terms.ware(words, key), sign) for key, sign in _WARES.items())
    yield words.say("Wares: {wares}", wares=wares)
    yield words.say(
        "Beside a ware: price (coin), price level 1 to 10 (bar), on the market (stall), in the supply (sack)"
    )
    yield words.say(
        "Orders to take: wares wanted, points (star), silver (coin), name (O19); the lower row goes after this round"
    )
    yield words.say(
        "Carts and ships: price (coin), cards left; an empty square carries any ware, a coloured one only that ware"
    )
    characters = " · ".join(drawn(words, terms.character(words, key), sign) for key, sign in _CHARACTERS.items())
    yield words.say("Characters, with a golden frame safe in this round: {characters}", characters=characters)
    yield shields(words)
    yield words.say(
        "Of a player: points (star), silver (coin), loans (scroll with a coin), orders done (rosette), "
        "warehouse (upper house), trading post (lower house), cart and ship (pale: none)"
    )
    yield words.say("Their five places for orders: outlined wares are missing, filled ones are delivered")
    yield marks(words)


def _fields(words: Words) -> Iterator[tuple[str, str]]:
    for key in terms.PLACE:
        letter, _, what = terms.place(words, key).partition(" · ")
        if what:
            yield letter, what
