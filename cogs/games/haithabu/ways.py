"""Putting a worker's action together, list by list; what each list leads to stands below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.core.panel import MOST_OPTIONS, Option, Part
from cogs.games.haithabu.drafts import Placing, cubes, first, read_action
from cogs.games.haithabu.parts import only, outcome, own, quote, seen, select, single_lines
from rules.haithabu import actions, quotes
from rules.haithabu.data import DATA, WARES
from tables.table import Look
from words import N_, Words
from words.haithabu import terms

_MOST_BARGAIN = DATA.bargain.wares

Ways = Callable[[Look, Words, Placing], list[Part]]
Step = Callable[[Placing, str, Sequence[str]], Placing]
"""Goes on with what is half put together: by the words of a list and the lines chosen of it."""


def onwards(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the lists by which an action can be put together on a place, or put together further."""
    ways = _WAYS.get(placing.place)
    return ways(look, words, placing) if ways else []


def _with(placing: Placing, *words: str, unfinished: bool = False) -> Placing:
    return Placing(placing.worker, placing.place, " ".join(words), unfinished)


# On the market


def _market(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H16, H17: buy or sell, which ware, how many."""
    view, me = seen(look), own(look)
    verb, _, ware = placing.action.partition(" ")
    if ware in WARES:
        index = WARES.index(ware)
        most = me.post[index] if verb == "sell" else view.wares[index].market + view.wares[index].supply
        lines = _amounts(look, words, placing.place, verb, ware, most)
        asked = N_("Sell {ware}: how many?") if verb == "sell" else N_("Buy {ware}: how many?")
        hint = words.say(asked, ware=words.say(terms.WARE[ware]))
        return [select(look, "haithabu.act", "", hint, lines)] if lines else []
    sold, bought = (view.turn.sold, view.turn.bought) if view.turn else ((), ())
    buying = [
        _ware(look, words, ware.key, "buy")
        for ware in view.wares
        if ware.key not in sold and ware.market + ware.supply and _affordable(look, "market", "buy", ware.key, 1)
    ]
    selling = [
        _ware(look, words, ware.key, "sell")
        for ware, have in zip(view.wares, me.post, strict=True)
        if have and ware.key not in bought
    ]
    parts: list[Part] = []
    if buying:
        parts.append(select(look, "haithabu.ware", "buy", words.say("Buy …"), buying))
    if selling:
        parts.append(select(look, "haithabu.ware", "sell", words.say("Sell …"), selling))
    return parts


def _choose_ware(placing: Placing, verb: str, values: Sequence[str]) -> Placing:
    """Buy or sell this ware; how many is asked next."""
    return _with(placing, verb, first(values), unfinished=True)


def _choose_action(placing: Placing, _: str, values: Sequence[str]) -> Placing:
    """Do just this."""
    return _with(placing, first(values))


def _deal(verb: str, ware: str, count: int) -> actions.Buy | actions.Sell:
    return (actions.Sell if verb == "sell" else actions.Buy)(only(ware, count))


def _affordable(look: Look, place: str, verb: str, ware: str, count: int) -> bool:
    """H28: say whether silver and all loans of the bank suffice."""
    assert look.seat is not None
    return quote(seen(look), look.seat, place, _deal(verb, ware, count)).affordable


def _amounts(look: Look, words: Words, place: str, verb: str, ware: str, most: int, label: str = "") -> list[Option]:
    """Return a line for each number of a ware that can be paid, with what it costs or brings."""
    assert look.seat is not None
    return [
        Option(
            f"{n} {label}".strip(),
            f"{verb} {ware}:{n}",
            outcome(words, seen(look), look.seat, place, _deal(verb, ware, n)),
            terms.EMOJI[ware],
        )
        for n in range(1, min(most, MOST_OPTIONS) + 1)
        if _affordable(look, place, verb, ware, n)
    ]


def _ware(look: Look, words: Words, key: str, verb: str = "", place: str = "market") -> Option:
    """Return a ware to choose; to buy or sell, with its price for this player at this place (H's is the market's)."""
    assert look.seat is not None
    price = ""
    if verb:
        price = terms.silver(words, abs(quote(seen(look), look.seat, place, _deal(verb, key, 1)).silver))
    return Option(words.say(terms.WARE[key]), key, price, terms.EMOJI[key])


# On C and G


def _bargain(verb: str) -> Ways:
    """H21, H22: up to three equal or all different wares."""

    def ways(look: Look, words: Words, placing: Placing) -> list[Part]:
        view, me, place = seen(look), own(look), placing.place
        there = me.post if verb == "sell" else [ware.market + ware.supply for ware in view.wares]
        turn = view.turn
        barred: Sequence[str] = () if turn is None else turn.bought if verb == "sell" else turn.sold
        have = [0 if key in barred else count for key, count in zip(WARES, there, strict=True)]
        different = [
            _ware(look, words, key, verb, place)
            for key, count in zip(WARES, have, strict=True)
            if count and _affordable(look, place, verb, key, 1)
        ]
        equal = [
            line
            for key, count in zip(WARES, have, strict=True)
            for line in _amounts(look, words, place, verb, key, min(count, _MOST_BARGAIN), words.say(terms.WARE[key]))
        ]
        if not different:
            return []
        return [
            select(look, "haithabu.different", verb, words.say("All different …"), different, _MOST_BARGAIN),
            select(look, "haithabu.act", "equal", words.say("All equal …"), equal),
        ]

    return ways


def _choose_different(placing: Placing, verb: str, wares: Sequence[str]) -> Placing:
    """Buy or sell one of each of these."""
    return _with(placing, verb, *wares)


# On D and H


def _taking(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H23, H24: first the order, then the ware that comes with it; on H the order alone is enough."""
    view, me = seen(look), own(look)
    free = placing.place == "D"
    taken = placing.action.startswith("order ")
    if taken and free:
        wares = [_ware(look, words, ware.key) for ware in view.wares if ware.market]
        return [select(look, "haithabu.with", "gain", words.say("Which ware for free?"), wares)] if wares else []
    if taken:
        bought = view.turn.bought if view.turn else ()
        sales = [
            _ware(look, words, ware.key, "sell")
            for ware, have in zip(view.wares, me.post, strict=True)
            if have and ware.key not in bought
        ]
        return [select(look, "haithabu.with", "sell", words.say("And sell …"), sales)] if sales else []
    lines = [Option(terms.order_line(words, key), key) for key in (*view.upper, *view.lower) if key]
    return [select(look, "haithabu.order", "", words.say("Take an order"), lines)] if lines else []


def _choose_order(placing: Placing, _: str, values: Sequence[str]) -> Placing:
    """Take this order; on D the free ware is asked next."""
    return _with(placing, "order", first(values), unfinished=placing.place == "D")


def _choose_with_order(placing: Placing, how: str, values: Sequence[str]) -> Placing:
    """Gain or sell this ware with the order: it takes the place of one that was chosen before."""
    return _with(placing, *placing.action.split()[:2], how, first(values))


# On E and F


def _loading(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H27: which transport, then cube by cube."""
    me = own(look)
    assert look.seat is not None
    parts: list[Part] = []
    for kind, card in (("cart", me.cart), ("ship", me.ship)):
        if card and any(me.warehouse):
            free, given = quotes.capacity(seen(look), look.seat, card)
            room = free + sum(given)
            fitting = [min(have, free + own_places) for have, own_places in zip(me.warehouse, given, strict=True)]
            lines = single_lines(words, fitting, room)
            hint = words.say("Load the {transport} yourself", transport=terms.transport(words, card))
            parts.append(select(look, "haithabu.load", kind, hint, lines, room))
    return parts


def _choose_load(placing: Placing, kind: str, values: Sequence[str]) -> Placing:
    """Load these cubes on the cart or the ship."""
    return _with(placing, "load", kind, *cubes(values))


def _delivering(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H26: order after order, cube by cube; what was chosen so far stays."""
    me = own(look)
    so_far = read_action(placing.action)
    loads = dict(so_far.loads) if isinstance(so_far, actions.Deliver) else {}
    left = [have - sum(wares[i] for wares in loads.values()) for i, have in enumerate(me.post)]
    parts: list[Part] = []
    for order in me.orders:
        missing = terms.missing(order.order, order.cubes)
        fitting = [max(0, min(want, have)) for want, have in zip(missing, left, strict=True)]
        lines = single_lines(words, fitting, max(fitting))
        if lines and order.order not in loads:
            hint = words.say("Deliver to {order} yourself", order=order.order)
            parts.append(select(look, "haithabu.deliver", order.order, hint, lines, len(lines)))
    return parts


def _choose_delivery(placing: Placing, order: str, values: Sequence[str]) -> Placing:
    """Deliver these cubes to an order, besides what is chosen for others."""
    return _with(placing, placing.action or "deliver", order, *cubes(values))


_WAYS: dict[str, Ways] = {
    "market": _market,
    "C": _bargain("sell"),
    "D": _taking,
    "E": _delivering,
    "F": _loading,
    "G": _bargain("buy"),
    "H": _taking,
}

STEPS: dict[str, Step] = {
    "haithabu.ware": _choose_ware,
    "haithabu.act": _choose_action,
    "haithabu.different": _choose_different,
    "haithabu.order": _choose_order,
    "haithabu.with": _choose_with_order,
    "haithabu.load": _choose_load,
    "haithabu.deliver": _choose_delivery,
}
"""What each of the lists leads to, by its verb."""
