"""Haithabu: glossary entries of characters, events, fields, wares, orders and transports (`entries`).

`whereabouts` says where such a thing is at a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.haithabu.card_data import (
    ORDER,
    ORDERS,
    ORIGINAL,
    REPLACED_SINCE,
    SINCE,
    TRANSPORT,
    TRANSPORTS,
    all_transports,
)
from rules.haithabu.data import DATA, EVENTS, FIELDS, WARES
from rules.haithabu.view import View
from words.catalogue import Words
from words.game_words import GlossaryEntry
from words.haithabu import terms

_ALIKE: dict[object, list[str]] = {}
"""The ids of the transports, by what makes them equal: stack and places."""
for _card in TRANSPORTS:
    _ALIKE.setdefault((_card.stack.key, _card.free, _card.given), []).append(_card.id)


def entries(words: Words) -> list[GlossaryEntry]:
    """Return the glossary entries: characters, events, fields, wares, orders, carts and ships.

    Orders of all versions of the rules are included; `since` and `until` of an entry say which versions have it.
    """
    worth = words.say("{points} at the end of the game", points=terms.points(words, DATA.scoring.character))
    return [
        *(
            GlossaryEntry(
                key,
                terms.character(words, key),
                words.say("Character"),
                (words.say(terms.CHARACTER_EFFECT[key]), worth),
                key,
            )
            for key in terms.CHARACTER
        ),
        *(
            GlossaryEntry(
                key,
                words.say(terms.EVENT[key]),
                words.say("Event"),
                (f"🎲{number} · {words.say(terms.EVENT_EFFECT[key])}",),
                key,
            )
            for number, key in enumerate(EVENTS, 1)
        ),
        *(
            GlossaryEntry(key, terms.place(words, key), words.say("Field"), (words.say(terms.PLACE_PURPOSE[key]),))
            for key in FIELDS
        ),
        *(_ware(words, number) for number in range(len(WARES))),
        *(_order_card(words, card) for card in sorted(range(len(ORDERS)), key=ORIGINAL.__getitem__)),
        *(_transport(words, alike[0]) for alike in _ALIKE.values()),
    ]


def _order_card(words: Words, number: int) -> GlossaryEntry:
    """Return the glossary entry of an order, with the versions of the rules that have it.

    `number` is the order's index in `ORDERS`.
    """
    card = ORDERS[number]
    return GlossaryEntry(
        card.id,
        f"{card.id} {terms.ware_signs(card.wares)}",
        words.say("Order"),
        (terms.order(words, card.id),),
        since=SINCE.get(card.id, 1),
        until=REPLACED_SINCE[card.id] - 1 if card.id in REPLACED_SINCE else None,
    )


def _ware(words: Words, number: int) -> GlossaryEntry:
    """Return the glossary entry of a ware, with its price at each level; `number` is its index in `WARES`."""
    key, data = WARES[number], DATA.ware[number]
    prices = " · ".join(str(price.silver) for price in data.prices)
    says = (words.say("Prices by level: {prices}", prices=prices),)
    return GlossaryEntry(key, words.say(terms.WARE[key]), words.say("Ware"), says, key)


def _transport(words: Words, key: str) -> GlossaryEntry:
    """Return the glossary entry of a cart or ship: its price, and how many wares of which kind it has room for.

    `key` is the transport's id. Equal transports share one entry.
    """
    card = TRANSPORTS[TRANSPORT[key]]
    places = words.say("Spaces for any ware: {n}", n=card.free)
    given = words.say("reserved for: {wares}", wares=terms.ware_signs(card.given)) if any(card.given) else ""
    says = (terms.silver(words, card.stack.cost), " · ".join(filter(None, (places, given))))
    name = f"{words.say(terms.KIND[card.stack.kind])} {card.stack.cost} ({card.free}"
    name += f" + {terms.ware_signs(card.given)})" if given else ")"
    later = TRANSPORT[key] in all_transports(4)
    return GlossaryEntry(
        key, name, words.say("Cart or ship"), says, card.stack.kind, since=4 if later else 1, until=None if later else 3
    )


def whereabouts(words: Words, view: View, names: Sequence[str], key: str) -> Iterator[str]:
    """Yield lines that say where the thing with this key is now, as everybody can see it.

    For a ware the line has its price and amount on the market, for a field whether it is day there. Events have no
    line. `names` are the seats' formatted names.
    """
    if key in terms.CHARACTER:
        yield from _character(words, view, names, key)
    elif key in WARES:
        ware = next(ware for ware in view.wares if ware.key == key)
        yield words.say("Now {price} silver · {n} on the market", price=ware.price, n=ware.market)
    elif key in ORDER:
        yield from _order(words, view, names, key)
    elif key in TRANSPORT:
        yield from _transport_whereabouts(words, view, names, key)
    else:
        days = [field.day for field in view.rondel if field.key == key]
        yield from (words.say("It's day there now") if day else words.say("It's night there now") for day in days)


def _character(words: Words, view: View, names: Sequence[str], key: str) -> Iterator[str]:
    """Yield a line that says who owns a character, or that nobody does; nothing if it is not in this game.

    The line ends with 🔒 if other players cannot take the character now.
    """
    card = next((card for card in view.characters if card.key == key), None)
    if card is None:
        return
    if card.owner is None:
        yield words.say("Nobody has it")
    else:
        yield words.say("{name} has it", name=names[card.owner]) + (" 🔒" if card.safe else "")


def _order(words: Words, view: View, names: Sequence[str], key: str) -> Iterator[str]:
    """Yield lines that say where an order is: on display, on a player's place (with number), completed, or lost.

    An order in the pile or on the discard pile gives no line.
    """
    if key in view.upper:
        yield words.say("On display, upper row")
    if key in view.lower:
        yield words.say("On display, lower row: gone after this round")
    for seat, player in enumerate(view.players):
        for order in player.orders:
            if order.order == key:
                yield words.say("{name} has it in place {n}", name=names[seat], n=order.place)
        if key in player.completed:
            yield words.say("{name} has completed it", name=names[seat])
    if key in view.lost:
        yield words.say("Out of the game")


def _transport_whereabouts(words: Words, view: View, names: Sequence[str], key: str) -> Iterator[str]:
    """Yield lines that say where a cart or ship is, and all equal ones: for sale, with a player, or out of the game.

    "Out of the game" is said only if all equal ones are. A card that is face down in its stack gives no line.
    """
    alike = next(keys for keys in _ALIKE.values() if key in keys)
    if any(stack.top in alike for stack in view.stacks):
        yield words.say("For sale, face up")
    for seat, player in enumerate(view.players):
        if player.cart in alike or player.ship in alike:
            yield words.say("{name} has it", name=names[seat])
    if set(alike) <= set(view.gone):
        yield words.say("Out of the game")
