"""Riga: names, emoji and amounts, what a building does, how it is paid for, and prompts.

Constants hold untranslated names and sentences by key; the functions return them translated, with amounts and emoji.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.riga.data import BASE, BUILDINGS, CITY, COST, DATA, EXCHANGE, FAVOURED, KIND
from rules.riga.moves import Build
from rules.riga.payment import Purse
from rules.riga.view import View
from words.catalogue import N_, Words
from words.signs import SEAT_SIGNS, SHARED_SIGNS

GOODS = {"cloth": N_("Cloth"), "glass": N_("Glass"), "wine": N_("Wine"), "grain": N_("Grain")}

GOOD_EMOJI = {"cloth": "🧵", "glass": "🪟", "wine": "🍇", "grain": "🌾"}

CITIES = {"visby": "Visby", "tallinn": "Tallinn", "stockholm": "Stockholm", "danzig": "Danzig", "riga": "Riga"}
"""City names, the same in every language."""

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
TRAINING = {"knight": N_("Train a knight"), "merchant": N_("Train a merchant")}
"""Labels of the School's choice, by the person it trains."""

PARTS = {
    "buildings": N_("buildings"),
    "lodges": N_("Lodges"),
    "archives": N_("Archives"),
    "hand": N_("left in hand"),
    "riga": N_("Riga, not built"),
    "money": N_("money"),
}
"""Untranslated names of the parts of a score and of the tie-breaker."""

READY, USED, FRESH = "⚡", "✖️", "🌱"
"""The state of a built building's function: ready, used up, built this turn."""
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
"""The emoji of every sign on the table, by the name of its drawing."""

SINGLE_USE_KINDS = ("bank", "builders_yard", "trading_post", "crane", "treasury", "tavern", "monastery")
"""R19: kinds of buildings whose function can be used once."""

_F = DATA.function


# Names and amounts


def good(words: Words, key: str) -> str:
    """Return a good's emoji and name."""
    return f"{GOOD_EMOJI[key]} {words.say(GOODS[key])}"


def goods(words: Words, keys: Sequence[str]) -> str:
    """Return goods with their emoji, equal ones counted: "🧵 Cloth ×2, 🌾 Grain"; "–" for none.

    `keys` are the goods, each as often as it occurs, in any order; the result has the order of `GOODS`.
    """
    counts = {key: keys.count(key) for key in GOODS if key in keys}
    return ", ".join(good(words, key) + (f" ×{count}" if count > 1 else "") for key, count in counts.items()) or "–"


def kind(words: Words, name: str) -> str:
    """Return the name of a building's kind, without its city; `name` is the building's key."""
    return words.say(KINDS[KIND[name]])


def building(words: Words, name: str) -> str:
    """Return a building's city emoji, city and kind: "🟥 Visby Bank"; `name` is its key."""
    return f"{CITY_EMOJI[CITY[name]]} {building_name(words, name)}"


def building_name(words: Words, name: str) -> str:
    """Return a building's city and kind without emoji: "Visby Bank"; `name` is its key."""
    return words.say("{city} {kind}", city=CITIES[CITY[name]], kind=kind(words, name))


def city_tag(city: str) -> str:
    """Return a city's emoji and first letter, as pictures show it."""
    return CITY_EMOJI[city] + CITIES[city][0]


def city(key: str) -> str:
    """Return a city's emoji and name."""
    return f"{CITY_EMOJI[key]} {CITIES[key]}"


def buildings(words: Words, names: Iterable[str]) -> str:
    """Return several buildings separated by commas; "–" for none."""
    return ", ".join(building(words, name) for name in names) or "–"


def buildings_in_sentence(words: Words, names: Iterable[str]) -> str:
    """Return several buildings as they are named in a sentence: "A, B and C"."""
    return words.join_and([building(words, name) for name in names])


def card(words: Words, key: str) -> str:
    """Return a card's emoji and name, whether it is a good or a building."""
    return good(words, key) if key in BASE else building(words, key)


def cards(words: Words, keys: Sequence[str]) -> str:
    """Return several cards by name, goods first, then buildings; "nothing" for none."""
    lots = [goods(words, [key for key in keys if key in BASE]), buildings(words, [k for k in keys if k not in BASE])]
    return ", ".join(lot for lot in lots if lot != "–") or words.say("nothing")


def ducats(words: Words, n: int) -> str:
    """Return a number of ducats with its unit: "3 ducats"."""
    return words.many("{n} ducat", "{n} ducats", n)


def points(words: Words, n: int) -> str:
    """Return a number of points with its unit: "3 points"."""
    return words.many("{n} point", "{n} points", n)


def merchants(words: Words, n: int) -> str:
    """Return a number of merchants with their emoji."""
    return words.many("⚖️ {n} merchant", "⚖️ {n} merchants", n)


def knights(words: Words, n: int) -> str:
    """Return a number of knights with their emoji."""
    return words.many("🐴 {n} knight", "🐴 {n} knights", n)


def hand_size(words: Words, good_cards: int, building_cards: int) -> str:
    """Return how many goods and buildings a player holds, which is public (R27): "3 goods + 2 buildings in hand"."""
    return words.say(
        "{goods} + {buildings} in hand",
        goods=words.many("{n} good", "{n} goods", good_cards),
        buildings=words.many("{n} building", "{n} buildings", building_cards),
    )


# Prices


def city_prices(words: Words, city: str, prices: Mapping[str, int]) -> str:
    """Return how many ducats each good pays in a city, and which goods do not pay there (R14).

    `prices` are the ducats by good, without goods that do not pay.
    """
    each = " ".join(f"{GOOD_EMOJI[key]}{prices[key]}" for key in GOODS if key in prices)
    line = words.say("Value in {city}: {goods}", city=f"{CITY_EMOJI[city]} {CITIES[city]}", goods=each)
    refused = " ".join(GOOD_EMOJI[key] for key in GOODS if key not in prices)
    return f"{line} ({words.say('not {goods}', goods=refused)})" if refused else line


# Buildings


def building_cost(words: Words, name: str) -> str:
    """Return a building's cost in ducats."""
    return ducats(words, COST[name])


def building_points(words: Words, name: str) -> str:
    """Return the points of a building, by its key, with their unit.

    A Lodge shows the points that one, two, three … Lodges of a player are worth together, separated by "/". An Archive
    shows a range.
    """
    if KIND[name] == "lodge":
        return words.say("{scale} points", scale="/".join(map(str, _F.lodge.points)))
    if KIND[name] == "archive":
        return words.say("0 to {n} points", n=_F.archive.points * _F.archive.pairs)
    return points(words, BUILDINGS[name].points)


def final_points(words: Words, name: str) -> str:
    """R30: return the points of a building that counts only at the end of the game, and that note."""
    return words.say("{points} at the end", points=building_points(words, name))


def building_effects(words: Words, name: str) -> str:
    """Return the merchants and knights that a building brings, and its function in a few words.

    `name` is the building's key. "" if it brings nothing and has no function.
    """
    brings = BUILDINGS[name]
    persons = [merchants(words, brings.merchants)] if brings.merchants else []
    persons += [knights(words, brings.knights)] if brings.knights else []
    return " · ".join(filter(None, (*persons, function(words, name))))


def function(words: Words, name: str) -> str:
    """Return what a building's function does, in a few words; "" if it has none. `name` is the building's key."""
    match KIND[name]:
        case "archive":
            return words.say(
                "at the end, {n} points for each merchant-and-knight pair, up to {most} pairs",
                n=_F.archive.points,
                most=_F.archive.pairs,
            )
        case "bank":
            return words.say("one-time: worth {n} ducats per merchant", n=_F.bank.each)
        case "builders_yard":
            return words.say("one-time: draw {n} buildings and keep one or none", n=_F.builders_yard.draws)
        case "trading_post":
            return words.say("one-time: worth {n} ducats", n=_F.trading_post.ducats)
        case "crane":
            return words.say("one-time: halves the cost of one building")
        case "lodge":
            return words.say("all Lodges count together: the more, the better")
        case "manufactory":
            return words.many(
                "+{n} ducat for each {good} you pay with",
                "+{n} ducats for each {good} you pay with",
                _F.manufactory.adds,
                good=_favoured(words, name),
            )
        case "market_hall":
            return words.say("{good} is accepted in every city", good=_favoured(words, name))
        case "treasury":
            return words.say("one-time: draw {n} goods and keep one", n=_F.treasury.draws)
        case "tavern":
            return words.say("one-time: worth {n} ducats per knight", n=_F.tavern.each)
        case "monastery":
            return words.say("one-time: swap two goods from different rows, then take one of these rows")
        case "school":
            return words.say("a knight or a merchant, your choice")
        case "warehouse":
            return words.say("keep up to {n} cards in winter", n=_F.warehouse.keeps)
        case "exchange":
            return words.say(
                "turns goods with a base value of {wants} or more into {n} ducats",
                wants=_F.exchange.wants,
                n=_F.exchange.holds,
            )
    return ""


def _favoured(words: Words, name: str) -> str:
    """Return the good that a Manufactory or Market Hall favours."""
    return good(words, FAVOURED[name])


def function_state(name: str, *, used: bool, fresh: bool, full: bool) -> str:
    """Return the emoji for the state of a built building's function: ready, used up, or too new to be used.

    The result is "" for an empty Exchange, and for a function that is not limited to one use (R19). `name` is the
    building's key. `used` means that the function is used up, `fresh` that the building was built this turn, and `full`
    that the building is an Exchange that holds money.
    """
    if fresh:
        return FRESH
    if name == EXCHANGE:
        return READY if full else ""
    if KIND[name] in SINGLE_USE_KINDS:
        return USED if used else READY
    return ""


# Payments


def payment(words: Words, move: Build, purse: Purse) -> str:
    """Return in words what pays for a build move, separated by commas: goods, functions that give money, and Cranes.

    `purse` is all that the player can pay with; it says how many ducats each building's function gives.
    """
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
    """Return what pays for buildings, separated by commas: goods, buildings that give money, and Cranes.

    `given` are goods, `money` pairs of a building and its ducats, `cranes` pairs of a Crane and the building whose cost
    it halves. With `several` buildings each Crane also names that building. If all are empty the result is "nothing".
    """
    parts = [goods(words, given)] if given else []
    parts += [f"{building(words, name)} ({ducats(words, amount)})" for name, amount in money]
    for crane, halved in cranes:
        saves = words.say("halves the cost of {building}", building=kind(words, halved))
        parts.append(f"{building(words, crane)} ({saves if several else words.say('halves the cost')})")
    return ", ".join(parts) or words.say("nothing")


def overpaid(words: Words, n: int) -> str:
    """Return "`n` ducats are lost", without a period, for ducats that were overpaid; "" for 0."""
    return words.many("{n} ducat is lost", "{n} ducats are lost", n) if n else ""


# Prompts

_PROMPTS = {
    "name_starter": N_("choose the starting player."),
    "start_building": N_("choose which building to keep."),
    "turn": N_("take goods or a building, then build."),
    "builders_yard": N_("choose which drawn building to keep."),
    "treasury": N_("choose which drawn good to keep."),
    "school": N_("choose a knight or a merchant for your School."),
    "winter": N_("choose what to discard in winter."),
}
"""Untranslated prompts by decision."""

SEASONS = {"summer": N_("☀️ Summer"), "autumn": N_("🍂 Autumn")}
"""Untranslated names of the seasons with turns."""


_SEASON_NAMES = {"summer": N_("summer"), "autumn": N_("autumn"), None: N_("winter")}


def season_name(words: Words, view: View) -> str:
    """Return the season in which a view was taken, "autumn"; "" before the first year."""
    return words.say(_SEASON_NAMES[view.season]) if view.year else ""


YEAR_LABEL = N_("Year")
"""Untranslated word for a round of this game, as the label of an axis."""


def year_name(words: Words, number: int) -> str:
    """Return the name of a year by its number, "Year 3"."""
    return words.say("Year {year}", year=number)


def prompt(words: Words, decision: str) -> str:
    """Return what a decision (by its key) asks for, to follow the game's name: "choose the starting player."."""
    return words.say(_PROMPTS[decision])
