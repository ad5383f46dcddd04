"""What Riga's messages are made of: lines about goods, rows and buildings, and lists to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogs.messages.panel import Button, Option, Part, Select, Style, Target, rows
from rules.contract import Move
from rules.riga import payment
from rules.riga.data import CITIES, CITY
from rules.riga.moves import Build, Fill, Use
from rules.riga.offers import halvings, suggest
from rules.riga.payment import Purse
from rules.riga.values import points_of
from rules.riga.view import PlayerView, View
from rules.riga.view import purse as purse_of
from tables.model.table import Look
from words import Words
from words.riga import terms

MOST_BUTTONS = 5
"""A longer choice is a list."""
PROPOSAL = "💡"
"""Marks what is proposed."""
MAX_OPTION_CHARS = 100
"""So many characters stand beside a line of a list."""
MANY = 9
"""Of more buildings than this less is said about each."""


class Choice(NamedTuple):
    """Something that can be chosen: the end of a move's text, and how it is called."""

    value: str
    label: str
    description: str = ""
    emoji: str | None = None


def to_choose(
    look: Look,
    target: tuple[str, str],
    placeholder: str,
    choices: Sequence[Choice],
    *,
    most: int = MOST_BUTTONS,
    width: int = 5,
    style: Style = "secondary",
) -> list[Part]:
    """Offer a few things as buttons, more as a list. `target` is the verb and the beginning of the move's text."""
    verb, begin = target
    if not choices:
        return []
    if len(choices) > most:
        options = tuple(
            Option(terms.unsigned(each.label), each.value, terms.unsigned(each.description), each.emoji)
            for each in choices
        )
        return [Select(Target(verb, look.table.id, look.mark, begin), placeholder, options)]
    buttons = [
        Button(
            terms.unsigned(each.label),
            Target(verb, look.table.id, look.mark, f"{begin} {each.value}".strip()),
            style,
            each.emoji,
        )
        for each in choices
    ]
    return list(rows(buttons, width))


# Lines


def row_lines(view: View, words: Words) -> list[str]:
    """List the rows with their goods and sums."""
    return [
        f"**{number}** · {terms.goods(words, row.goods)} = **{row.total}**" for number, row in enumerate(view.rows, 1)
    ]


def display_line(words: Words, name: str) -> str:
    """Return a building as everybody sees it: city, cost, points."""
    return f"{terms.building(words, name)} · {terms.cost(words, name)} · {terms.worth(words, name)}"


def brings(words: Words, me: PlayerView, name: str) -> str:
    """Say what points a building would bring to who builds it."""
    built = [each.building for each in me.built]
    gain = sum(points_of([*built, name], me.person)) - me.points
    return words.many("+{n} point", "+{n} points", gain) if gain else terms.later(words, name)


def card_line(words: Words, me: PlayerView, name: str) -> str:
    """Return a building as its (future) owner sees it: city, cost, and what it would bring them."""
    more = brings(words, me, name)
    return f"{terms.CITY_EMOJI[CITY[name]]} **{terms.place(words, name)}** · {terms.cost(words, name)} · {more}"


def hand_card(words: Words, me: PlayerView, name: str, *, brief: bool) -> list[str]:
    """Return a building in hand, and below it how it would be paid now or what is missing; before that what it does."""
    does = "" if brief else terms.does(words, name)
    return [card_line(words, me, name), "-# " + " · ".join(filter(None, (does, quote(words, purse_of(me), name))))]


def card_lines(words: Words, me: PlayerView, names: Sequence[str], *, brief: bool = False) -> list[str]:
    """List buildings as their (future) owner sees them: what each does and how it would be paid now."""
    purse = purse_of(me)
    lines = []
    for name in names:
        small = quote(words, purse, name) if brief else f"{terms.does(words, name)} · {quote(words, purse, name)}"
        lines += [card_line(words, me, name), f"-# {small}"]
    return [*lines, *price_lines(words, names, purse.traders)]


def price_lines(words: Words, names: Iterable[str], traders: frozenset[str] = frozenset()) -> list[str]:
    """Say what goods pay in the cities of these buildings, each city once; for who owns `traders`, what they add."""
    cities = {CITY[name] for name in names}
    return [terms.pays(words, city, payment.prices(city, traders)) for city in CITIES if city in cities]


def quote(words: Words, purse: Purse, name: str) -> str:
    """Say how a building would be paid, or what is missing."""
    best = suggest(purse, (name,))
    if best is None:
        return words.many("💸 {n} ducat short", "💸 {n} ducats short", missing(purse, name))
    return "✅ " + how(words, purse, best)


def short_quote(words: Words, purse: Purse, name: str) -> str:
    """Say only whether a building could be paid, or what is missing."""
    if suggest(purse, (name,)) is None:
        return quote(words, purse, name)
    return "✅ " + words.say("can be paid for")


def how(words: Words, purse: Purse, move: Build) -> str:
    """Say how something is paid, and what lapses."""
    line = words.say("pay {payment}", payment=terms.payment(words, move, purse))
    lapsed = payment.bill(purse, move).lapsed
    return f"{line} ({terms.lapsed(words, lapsed)})" if lapsed else line


def missing(purse: Purse, name: str) -> int:
    """Return how many ducats all goods, money and Cranes together fall short of a building's cost."""
    pays = payment.prices(CITY[name], purse.traders)
    wealth = sum(ducats * purse.goods[good] for good, ducats in pays.items()) + sum(purse.money.values())
    return min(cost for _, cost, _ in halvings((name,), len(purse.cranes))) - wealth


def goods_line(words: Words, me: PlayerView) -> str:
    """Return the goods in the own hand."""
    return words.say("Your goods: {goods}", goods=terms.goods(words, me.hand.goods if me.hand else ()))


def ready_line(words: Words, me: PlayerView) -> str:
    """Return the money and the Cranes that can be used in a payment now; nothing if there are none."""
    purse = purse_of(me)
    ready = [f"{terms.building(words, name)} ({terms.ducats(words, n)})" for name, n in purse.money.items() if n]
    ready += [terms.building(words, name) for name in purse.cranes]
    return words.say("Ready for a payment: {functions}", functions=", ".join(ready)) if ready else ""


def to_build(words: Words, options: Sequence[Move], left: int, names: Sequence[str]) -> str:
    """Say how much can be built, or why nothing can, and what keeps the turn from ending by itself."""
    kinds = {type(move) for move in options}
    if Build in kinds:
        return words.many(
            "You may **build** {n} more building now, or end your turn.",
            "You may **build** up to {n} buildings now, or end your turn.",
            left,
        )
    if not left:
        why = words.say("You have built as much as you may in a turn.")
    elif not names:
        why = words.say("You have no building that you could build.")
    else:
        why = words.say("You cannot pay for any of your buildings now.")
    ways = [words.say("use a function")] if Use in kinds else []
    ways += [words.say("fill the Exchange")] if Fill in kinds else []
    ways.append(words.say("end your turn"))
    return why + " " + words.say("You may still {ways}.", ways=words.join_or(ways)) if ways[1:] else why
