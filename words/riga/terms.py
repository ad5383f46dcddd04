"""Riga: names and signs of things, what a building does, how it is paid, what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.riga.data import BASE, BUILDINGS, CITY, COST, DATA, EXCHANGE, FAVOURED, KIND
from rules.riga.moves import Build
from rules.riga.payment import Purse
from words.catalogue import N_, Words
from words.signs import SEAT_SIGNS, SHARED_SIGNS

GOODS = {"cloth": N_("Cloth"), "glass": N_("Glass"), "wine": N_("Wine"), "grain": N_("Grain")}

GOOD_EMOJI = {"cloth": "🧵", "glass": "🪟", "wine": "🍇", "grain": "🌾"}

CITIES = {"visby": "Visby", "tallinn": "Tallinn", "stockholm": "Stockholm", "danzig": "Danzig", "riga": "Riga"}
"""The same in every language."""

CITY_EMOJI = {"visby": "🟥", "tallinn": "🟨", "stockholm": "🟦", "danzig": "🟩", "riga": "🟫"}

KINDS = {
    "archive": N_("Archive"),
    "bank": N_("Bank"),
    "builders_yard": N_("Builders' Yard"),
    "fortress": N_("Fortress"),
    "guildhall": N_("Guildhall"),
    "trading_post": N_("Trading Post"),
    "crane": N_("Crane"),
    "lodge": N_("Lodge"),
    "manufactory": N_("Manufactory"),
    "market_hall": N_("Market Hall"),
    "treasury": N_("Treasury"),
    "tavern": N_("Tavern"),
    "monastery": N_("Monastery"),
    "school": N_("School"),
    "warehouse": N_("Warehouse"),
    "exchange": N_("Exchange"),
}

PERSONS = {"knight": N_("a knight"), "merchant": N_("a merchant")}

PARTS = {
    "buildings": N_("buildings"),
    "lodges": N_("Lodges"),
    "archives": N_("Archives"),
    "hand": N_("left in hand"),
    "riga": N_("Riga, not built"),
    "money": N_("money"),
}
"""What a score is made of, and what decides ties."""

READY, USED, FRESH = "⚡", "✖️", "🌱"
"""How the function of a built building stands."""
PERSON_EMOJI = {"knight": "🐴", "merchant": "⚖️"}
SIGNS = {
    **GOOD_EMOJI,
    **CITY_EMOJI,
    **SHARED_SIGNS,
    **dict(list(SEAT_SIGNS.items())[: max(DATA.setup.years)]),
    "knights": PERSON_EMOJI["knight"],
    "merchants": PERSON_EMOJI["merchant"],
    "ready": READY,
    "used": USED,
    "fresh": FRESH,
    "coin": "🪙",
    "points": "⭐",
    "clock": "🕰️",
    "ware": "🛢️",
    "building": "🏠",
    "cards": "🎴",
}
"""Every sign of the table, by the name of its drawing."""

ONCE = ("bank", "builders_yard", "trading_post", "crane", "treasury", "tavern", "monastery")
"""R19: the functions that are used up."""

_F = DATA.function


# Names and amounts


def good(words: Words, key: str) -> str:
    """Return a good with its sign."""
    return f"{GOOD_EMOJI[key]} {words.say(GOODS[key])}"


def goods(words: Words, keys: Sequence[str]) -> str:
    """Return goods, equal ones together."""
    counts = {key: keys.count(key) for key in GOODS if key in keys}
    return ", ".join(good(words, key) + (f" ×{count}" if count > 1 else "") for key, count in counts.items()) or "–"


def kind(words: Words, name: str) -> str:
    """Return what a building is, without its city."""
    return words.say(KINDS[KIND[name]])


def building(words: Words, name: str) -> str:
    """Return a building with its city, named: a square and a letter alone are not understood."""
    return f"{CITY_EMOJI[CITY[name]]} {place(words, name)}"


def place(words: Words, name: str) -> str:
    """Return a building with its city, without a sign."""
    return words.say("{city} {kind}", city=CITIES[CITY[name]], kind=kind(words, name))


def tag(city: str) -> str:
    """Return a city as pictures show it: its colour and its letter."""
    return CITY_EMOJI[city] + CITIES[city][0]


def city(key: str) -> str:
    """Return a city with its colour."""
    return f"{CITY_EMOJI[key]} {CITIES[key]}"


def buildings(words: Words, names: Iterable[str]) -> str:
    """Return several buildings."""
    return ", ".join(building(words, name) for name in names) or "–"


def card(words: Words, key: str) -> str:
    """Return any card: a good or a building."""
    return good(words, key) if key in BASE else building(words, key)


def cards(words: Words, keys: Sequence[str]) -> str:
    """Return any cards, goods first."""
    lots = [goods(words, [key for key in keys if key in BASE]), buildings(words, [k for k in keys if k not in BASE])]
    return ", ".join(lot for lot in lots if lot != "–") or words.say("nothing")


def ducats(words: Words, n: int) -> str:
    """Return a sum of money."""
    return words.many("{n} ducat", "{n} ducats", n)


def points(words: Words, n: int) -> str:
    """Return a number of points."""
    return words.many("{n} point", "{n} points", n)


def merchants(words: Words, n: int) -> str:
    """Return a number of merchants."""
    return words.many("⚖️ {n} merchant", "⚖️ {n} merchants", n)


def knights(words: Words, n: int) -> str:
    """Return a number of knights."""
    return words.many("🐴 {n} knight", "🐴 {n} knights", n)


def hand_size(words: Words, good_cards: int, building_cards: int) -> str:
    """Return how much somebody holds: R27."""
    return words.say(
        "{goods} + {buildings} in hand",
        goods=words.many("{n} good", "{n} goods", good_cards),
        buildings=words.many("{n} building", "{n} buildings", building_cards),
    )


# What goods are worth


def pays(words: Words, city: str, prices: Mapping[str, int]) -> str:
    """Say what a card of each good pays in a city, and which do not: R14."""
    each = " ".join(f"{GOOD_EMOJI[key]}{prices[key]}" for key in GOODS if key in prices)
    line = words.say("{city} pays {goods}", city=f"{CITY_EMOJI[city]} {CITIES[city]}", goods=each)
    refused = " ".join(GOOD_EMOJI[key] for key in GOODS if key not in prices)
    return f"{line} ({words.say('not {goods}', goods=refused)})" if refused else line


# What a building is good for


def cost(words: Words, name: str) -> str:
    """Return a building's cost."""
    return ducats(words, COST[name])


def worth(words: Words, name: str) -> str:
    """Return a building's points, as far as they do not depend on anything."""
    if KIND[name] == "lodge":
        return words.say("{scale} points", scale="/".join(map(str, _F.lodge.points)))
    if KIND[name] == "archive":
        return words.say("0 to {n} points", n=_F.archive.points * _F.archive.pairs)
    return points(words, BUILDINGS[name].points)


def later(words: Words, name: str) -> str:
    """Say what a building is worth that brings no points yet: R30."""
    return words.say("{points} at the end", points=worth(words, name))


def does(words: Words, name: str) -> str:
    """Say in a few words what a building brings besides its points."""
    brings = BUILDINGS[name]
    persons = [merchants(words, brings.merchants)] if brings.merchants else []
    persons += [knights(words, brings.knights)] if brings.knights else []
    return " · ".join(filter(None, (*persons, function(words, name))))


def function(words: Words, name: str) -> str:
    """Say what a building does, once or from then on."""
    match KIND[name]:
        case "archive":
            return words.say(
                "at the end {n} points per pair of merchant and knight, up to {most} pairs",
                n=_F.archive.points,
                most=_F.archive.pairs,
            )
        case "bank":
            return words.say("once: {n} ducats per merchant", n=_F.bank.each)
        case "builders_yard":
            return words.say("once: draw {n} buildings, keep one or none", n=_F.builders_yard.draws)
        case "trading_post":
            return words.say("once: {n} ducats", n=_F.trading_post.ducats)
        case "crane":
            return words.say("once: halves the cost of one building")
        case "lodge":
            return words.say("all Lodges count together, the more the better")
        case "manufactory":
            return words.many(
                "+{n} ducat for each {good} you pay with",
                "+{n} ducats for each {good} you pay with",
                _F.manufactory.adds,
                good=_favoured(words, name),
            )
        case "market_hall":
            return words.say("{good} pays in every city", good=_favoured(words, name))
        case "treasury":
            return words.say("once: draw {n} goods, keep one", n=_F.treasury.draws)
        case "tavern":
            return words.say("once: {n} ducats per knight", n=_F.tavern.each)
        case "monastery":
            return words.say("once: swap two goods from different rows before you take one of the two rows")
        case "school":
            return words.say("a knight or a merchant, as you choose")
        case "warehouse":
            return words.say("keep up to {n} cards in winter", n=_F.warehouse.keeps)
        case "exchange":
            return words.say(
                "turns goods of base value {wants} into {n} ducats", wants=_F.exchange.wants, n=_F.exchange.holds
            )
    return ""


def _favoured(words: Words, name: str) -> str:
    return good(words, FAVOURED[name])


def function_state(name: str, *, used: bool, fresh: bool, full: bool) -> str:
    """Return the sign that tells how a built building's function stands; nothing if it has none to be used."""
    if fresh:
        return FRESH
    if name == EXCHANGE:
        return READY if full else ""
    if KIND[name] in ONCE:
        return USED if used else READY
    return ""


# How something is paid


def payment(words: Words, move: Build, purse: Purse) -> str:
    """Say what pays for buildings."""
    money = [(name, purse.money[name]) for name in move.money]
    return paid_with(words, move.goods, money, move.cranes, several=len(move.buildings) > 1)


def paid_with(
    words: Words,
    given: Sequence[str],
    money: Iterable[tuple[str, int]],
    cranes: Sequence[tuple[str, str]],
    *,
    several: bool,
) -> str:
    """Say what pays: goods, money functions with their ducats, Cranes and, of several buildings, what they halve."""
    parts = [goods(words, given)] if given else []
    parts += [f"{building(words, name)} ({ducats(words, amount)})" for name, amount in money]
    for crane, halved in cranes:
        saves = words.say("halves the cost of {building}", building=kind(words, halved))
        parts.append(f"{building(words, crane)} ({saves if several else words.say('halves the cost')})")
    return ", ".join(parts) or words.say("nothing")


def lapsed(words: Words, n: int) -> str:
    """Say what is paid too much; nothing if nothing is."""
    return words.many("{n} ducat is lost", "{n} ducats are lost", n) if n else ""


# What is asked

_PROMPTS = {
    "name_starter": N_("name the start player."),
    "start_building": N_("choose which building you keep."),
    "turn": N_("take goods or a building, then build."),
    "builders_yard": N_("choose which of the drawn buildings you keep."),
    "treasury": N_("choose which of the drawn goods you keep."),
    "school": N_("choose a knight or a merchant for your School."),
    "winter": N_("choose what you discard for the winter."),
}

SEASONS = {"summer": N_("☀️ Summer"), "autumn": N_("🍂 Autumn")}


YEARS = N_("Year")
"""What is counted in this game."""


def year(words: Words, number: int) -> str:
    """Name a year."""
    return words.say("Year {year}", year=number)


def prompt(words: Words, decision: str) -> str:
    """Say what is asked: the end of a sentence that begins with the game's name."""
    return words.say(_PROMPTS[decision])
