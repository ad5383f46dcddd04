"""What the signs, letters and numbers on each game's board mean, in the order in which the eye meets them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from words import haithabu, riga, visby
from words.language import N_, Words

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
_GOODS = {"cloth": N_("roll"), "glass": N_("goblet"), "wine": N_("grapes"), "grain": N_("ear of grain")}
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


def legend(words: Words, game: str) -> list[str]:
    """Explain a game's board, line by line; nothing for a game without a legend."""
    return [f"- {line}" for line in _LEGENDS[game](words)] if game in _LEGENDS else []


def _drawn(words: Words, name: str, drawing: str) -> str:
    return f"{name} ({words.say(drawing)})"


def _players(words: Words) -> str:
    return words.say("**A, B, C …** on a shield: a player; the frame around what is theirs has the same colour")


def _visby(words: Words) -> Iterator[str]:
    yield words.say(
        "**Battle** gives seals (rosette), **Journey** gives wares (barrel): the round number is what lies there"
    )
    yield words.say("**Market**: the rate below its round number counts; 3:1 is 3 wares for 1 seal")
    yield words.say("Top right: how many seals end the game, after the round in which somebody has them")
    yield _players(words)
    yield words.say("Beside the name: seals (rosette) and wares (barrel); a crown for who has won")
    cards = " · ".join(_drawn(words, visby.card(words, key), sign) for key, sign in _CARDS.items())
    yield words.say("Cards: {cards}", cards=cards)
    yield words.say(
        "White card: in hand; pale with a dashed frame: discarded; red with a golden frame: played this round"
    )


def _riga(words: Words) -> Iterator[str]:
    yield words.say("Left: the rows of goods with their numbers; **= 11** is what a row is worth in ducats")
    yield words.say("Thick frame around two rows: goods were swapped, one of the two must be taken")
    goods = " · ".join(_drawn(words, riga.good(words, key), sign) for key, sign in _GOODS.items())
    yield words.say("Goods: {goods}", goods=goods)
    yield words.say(
        "Right: buildings to take. Coin: its cost in ducats; star: its points, with * only counted at the end"
    )
    yield words.say("Good with a number on a building: what it pays there, in ducats")
    yield words.say("Hat: a merchant; helmet: a knight. Hourglass and dashed frame: here for the last time")
    cities = " · ".join(f"{riga.tag(key)} {name}" for key, name in riga.CITIES.items())
    yield words.say("Colour and letter of a building: its city, {cities}", cities=cities)
    yield _players(words)
    yield words.say(
        "Of a player: points (star), merchants (hat), knights (helmet); in hand (cards): goods (barrel), "
        "buildings (house)"
    )
    yield words.say("Flag: starting player; golden frame: whose turn it is; crown: who has won")
    yield words.say(
        "On a building: ⚡ ready to be used, ✖️ used up, 🌱 works from the next turn on, a good: the one it favours"
    )
    yield words.say(
        "Coin on the Exchange: it is full and can pay; hat or helmet on the School: whom it trains; "
        "only an outline: not built yet"
    )
    yield words.say("Below: goods (barrel) and buildings (house) left to draw, then what is discarded")


def _haithabu(words: Words) -> Iterator[str]:
    yield words.say("Top right, what is left: neutral workers (figure), loans (scroll with a coin), orders (scroll)")
    yield words.say("Wheel, the rondel: ☀️ a worker acts at once, 🌙 an event is rolled first")
    events = " · ".join(_drawn(words, words.say(haithabu.EVENT[key]), sign) for key, sign in _EVENTS.items())
    yield words.say("Dice beside the wheel, the events rolled: {events}", events=events)
    yield " · ".join(f"**{letter}** {what}" for letter, what in _fields(words))
    yield words.say("Shield on a field or beside a ware: a worker of that player; a grey one is neutral")
    wares = " · ".join(_drawn(words, haithabu.ware(words, key), sign) for key, sign in _WARES.items())
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
    characters = " · ".join(_drawn(words, haithabu.character(words, key), sign) for key, sign in _CHARACTERS.items())
    yield words.say("Characters, with a golden frame safe in this round: {characters}", characters=characters)
    yield _players(words)
    yield words.say(
        "Of a player: points (star), silver (coin), loans (scroll with a coin), orders done (rosette), "
        "warehouse (upper house), trading post (lower house), cart and ship (pale: none)"
    )
    yield words.say("Their five places for orders: outlined wares are missing, filled ones are delivered")
    yield words.say("Flag: starting player; golden frame: whose turn it is; crown: who has won")


def _fields(words: Words) -> Iterator[tuple[str, str]]:
    for key in haithabu.PLACE:
        letter, _, what = haithabu.place(words, key).partition(" · ")
        if what:
            yield letter, what


_LEGENDS: dict[str, Callable[[Words], Iterator[str]]] = {"visby": _visby, "riga": _riga, "haithabu": _haithabu}
