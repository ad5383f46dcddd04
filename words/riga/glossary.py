"""Riga: glossary entries of buildings and goods (`entries`), and where they are at a table (`whereabouts`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.riga.data import BASE, BUILDINGS, CARDS, CITY, FAVOURED, GOODS, KIND, PAYS
from rules.riga.view import View
from words.catalogue import Words
from words.game_words import GlossaryEntry
from words.riga import terms

_OF_KIND = {kind: [name for name in BUILDINGS if KIND[name] == kind] for kind in terms.KINDS}
"""The buildings of each kind, one for each of their cities."""


def entries(words: Words) -> list[GlossaryEntry]:
    """Return an entry for each kind of building, then for each good."""
    return [*(_building(words, kind) for kind in terms.KINDS), *(_good(words, good) for good in GOODS)]


def _building(words: Words, kind: str) -> GlossaryEntry:
    """Return the glossary entry of a kind of building: cost, points, function and cities.

    If the function differs from city to city, because each city favours another good, it has one line per city.
    """
    name = _OF_KIND[kind][0]
    does = terms.building_effects(words, name)
    if name in FAVOURED:
        does = "\n".join(f"{_city(each)}: {terms.building_effects(words, each)}" for each in _OF_KIND[kind])
    cities = ", ".join(map(_city, _OF_KIND[kind]))
    facts = f"{terms.building_cost(words, name)} · {terms.building_points(words, name)}"
    return GlossaryEntry(kind, words.say(terms.KINDS[kind]), words.say("Building"), (facts, does, f"-# {cities}"), kind)


def _city(name: str) -> str:
    """Return the emoji and name of a building's city; `name` is the building's key."""
    return f"{terms.CITY_EMOJI[CITY[name]]} {terms.CITIES[CITY[name]]}"


def _good(words: Words, good: str) -> GlossaryEntry:
    """Return the entry of a good: base value, what it pays in each city, how many cards there are."""
    base = words.say("base value {n}", n=BASE[good])
    pays = [
        f"{terms.CITY_EMOJI[city]} {terms.CITIES[city]} {prices[good]}"
        for city, prices in PAYS.items()
        if good in prices
    ]
    says = (
        base,
        words.say("Value: {cities}", cities=" · ".join(pays)),
        words.say("{n} cards in the game", n=CARDS[good]),
    )
    return GlossaryEntry(good, words.say(terms.GOODS[good]), words.say("Good"), says, good)


def whereabouts(words: Words, view: View, names: Sequence[str], key: str) -> Iterator[str]:
    """Yield lines that say where the buildings of a kind, or the cards of a good, are, as far as the view shows.

    `key` is a kind of building or a good; `names` are the seats' formatted names.
    """
    if key in BASE:
        yield from _goods(words, view, key)
        return
    for name in _OF_KIND[key]:
        for place in _places(words, view, names, name):
            yield f"{_city(name)}: {place}"


def _places(words: Words, view: View, names: Sequence[str], name: str) -> Iterator[str]:
    """Yield a text for each place where one building is, as far as the view shows; nothing if that is unknown.

    The places are: on display, among the cards that the viewer has drawn, built by a player, in the viewer's hand, or
    among the viewer's own Riga buildings that are not built yet. `name` is the building's key, and `names` are the
    seats' formatted names.
    """
    if name in view.new:
        yield words.say("on display")
    if name in view.old:
        yield words.say("on display, only this year")
    if name in view.drawn:
        yield words.say("drawn by you")
    for seat, player in enumerate(view.players):
        if name in (built.building for built in player.built):
            yield words.say("built by {name}", name=names[seat])
        if player.hand and name in player.hand.buildings and seat == view.seat:
            yield words.say("in your hand")
        if name in player.riga and seat == view.seat:
            yield words.say("yours, not built yet")


def _goods(words: Words, view: View, good: str) -> Iterator[str]:
    """Yield lines with the number of cards of a good in each row, in the viewer's hand and on the discard pile.

    A place without such cards gives no line.
    """
    for number, row in enumerate(view.rows, 1):
        if good in row.goods:
            yield words.say("Row {row}: {n}", row=number, n=row.goods.count(good))
    me = view.players[view.seat] if view.seat is not None else None
    if me and me.hand and good in me.hand.goods:
        yield words.say("Your hand: {n}", n=me.hand.goods.count(good))
    if view.goods_discard.get(good):
        yield words.say("Discarded: {n}", n=view.goods_discard[good])
