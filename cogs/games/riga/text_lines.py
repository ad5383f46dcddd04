"""Lines of text that Riga's board, hands and menus share: rows, goods, buildings, prices, payments.

`row_lines`, `display_line` and `price_lines` are about the board; `card_line`, `hand_card` and `card_lines` about
unbuilt buildings; `payment_lines`, `quote`, `short_quote` and `payment_text` about payments; `goods_line`,
`ready_line` and `build_question` about the player's own means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.contract import Move
from rules.riga import payment
from rules.riga.data import CITIES, CITY
from rules.riga.display_points import built_points
from rules.riga.moves import Build, Fill, Use
from rules.riga.payment import Purse
from rules.riga.payment_search import best_payment, missing_ducats, suggested_payment
from rules.riga.view import PlayerView, View, view_purse
from words import Words
from words.riga import terms

PROPOSAL = "💡"
"""The sign of a proposal, in text and on buttons."""
MAX_BUILDINGS_IN_DETAIL = 9
"""A hand with more buildings than this describes each in fewer words."""


def row_lines(view: View, words: Words) -> list[str]:
    """Return a line for each row of goods on the board: its number, its goods, and the sum of their base values."""
    return [
        f"**{number}** · {terms.goods(words, row.goods)} = **{row.total}**" for number, row in enumerate(view.rows, 1)
    ]


def display_line(words: Words, name: str) -> str:
    """Return the line of a building on display: its name with the city, its cost, its points."""
    return f"{terms.building(words, name)} · {terms.building_cost(words, name)} · {terms.building_points(words, name)}"


def points_gained(words: Words, me: PlayerView, name: str) -> str:
    """Return "+n points": by how much building `name` (a key) would raise the points of the player `me` now.

    If that is 0, return in words the points that the building brings at the end of the game.
    """
    built = [each.building for each in me.built]
    gain = sum(built_points([*built, name], me.person)) - me.points
    return words.many("+{n} point", "+{n} points", gain) if gain else terms.final_points(words, name)


def card_line(words: Words, me: PlayerView, name: str) -> str:
    """Return a line about the unbuilt building `name`: sign of its city, name, cost, and the points it would bring.

    The points are those of the player `me`, who holds the building or may get it.
    """
    building, cost = terms.building_name(words, name), terms.building_cost(words, name)
    return f"{terms.CITY_EMOJI[CITY[name]]} **{building}** · {cost} · {points_gained(words, me, name)}"


def hand_card(words: Words, me: PlayerView, name: str, *, brief: bool) -> list[str]:
    """Return two lines about the building `name` in the player's hand: its `card_line`, and how it could be paid now.

    Unless `brief`, the second line, in small print, begins with what the building does.
    """
    does = "" if brief else terms.building_effects(words, name)
    return [card_line(words, me, name), "-# " + " · ".join(filter(None, (does, quote(words, view_purse(me), name))))]


def payment_lines(words: Words, me: PlayerView, names: Sequence[str]) -> list[str]:
    """Return a small line for each of the buildings `names`: its name, and how the player could pay for it now."""
    purse = view_purse(me)
    return [f"-# {terms.building(words, name)} · {quote(words, purse, name)}" for name in names]


def card_lines(words: Words, me: PlayerView, names: Sequence[str], *, brief: bool = False) -> list[str]:
    """Return two lines for each building in `names`, and after them a line with the prices of each of their cities.

    The first line of a building has its cost and points, the second how the player `me`, who holds it or may get it,
    could pay for it now. Unless `brief`, the second line begins with what the building does.
    """
    purse = view_purse(me)
    lines = []
    for name in names:
        small = (
            quote(words, purse, name)
            if brief
            else f"{terms.building_effects(words, name)} · {quote(words, purse, name)}"
        )
        lines += [card_line(words, me, name), f"-# {small}"]
    return [*lines, *price_lines(words, names, purse.traders)]


def price_lines(words: Words, names: Iterable[str], traders: frozenset[str] = frozenset()) -> list[str]:
    """Return a line for each city of the buildings `names`: how many ducats each good pays there.

    The cities are in the order of `CITIES`. `traders` are the player's buildings that raise these prices; without
    them the lines have the general prices.
    """
    cities = {CITY[name] for name in names}
    return [terms.city_prices(words, city, payment.prices(city, traders)) for city in CITIES if city in cities]


def quote(words: Words, purse: Purse, name: str) -> str:
    """Return how the menu suggests to pay for the building `name` with this purse ("✅ pay …").

    If the player cannot pay for it, return how many ducats are missing ("💸 …").
    """
    best = suggested_payment(purse, (name,))
    if best is None:
        return words.many("💸 {n} ducat short", "💸 {n} ducats short", missing_ducats(purse, name))
    return "✅ " + payment_text(words, purse, best)


def short_quote(words: Words, purse: Purse, name: str) -> str:
    """Return that a player with this purse can pay for the building `name`, or how many ducats are missing.

    Unlike `quote` it does not say what to pay with.
    """
    if best_payment(purse, (name,)) is None:
        return quote(words, purse, name)
    return "✅ " + words.say("you can pay for it")


def payment_text(words: Words, purse: Purse, move: Build) -> str:
    """Return in words what the build `move` pays with, followed in brackets by the ducats overpaid, if any."""
    line = words.say("pay {payment}", payment=terms.payment(words, move, purse))
    lapsed = payment.bill(purse, move).lapsed
    return f"{line} ({terms.overpaid(words, lapsed)})" if lapsed else line


def goods_line(words: Words, me: PlayerView) -> str:
    """Return a line that lists the goods in a player's own hand."""
    return words.say("Your goods: {goods}", goods=terms.goods(words, me.hand.goods if me.hand else ()))


def ready_line(words: Words, me: PlayerView) -> str:
    """Return a line with the player's money functions and Cranes that are ready for a payment; "" for none."""
    purse = view_purse(me)
    ready = [f"{terms.building(words, name)} ({terms.ducats(words, n)})" for name, n in purse.money.items() if n]
    ready += [terms.building(words, name) for name in purse.cranes]
    return words.say("Ready to pay with: {functions}", functions=", ".join(ready)) if ready else ""


def build_question(words: Words, options: Sequence[Move], left: int, names: Sequence[str]) -> str:
    """Return what a seat may do once it has taken a row or a building: how many buildings it can build, or why none.

    `options` are its legal moves, `left` is how many buildings it may still build in this turn, and `names` are the
    buildings that it has not built yet. If it cannot build, but can use a building or fill the Exchange, the text adds
    that.
    """
    kinds = {type(move) for move in options}
    if Build in kinds:
        return words.many(
            "You can **build** {n} building, or end your turn.",
            "You can **build** up to {n} buildings, or end your turn.",
            min(left, len(names)),
        )
    if not left:
        why = words.say("You can't build any more this turn.")
    elif not names:
        why = words.say("You have no buildings to build.")
    else:
        why = words.say("You can't pay for any of your buildings right now.")
    ways = [words.say("use a building")] if Use in kinds else []
    ways += [words.say("fill the Exchange")] if Fill in kinds else []
    ways.append(words.say("end your turn"))
    return why + " " + words.say("You can still {ways}.", ways=words.join_or(ways)) if ways[1:] else why
