"""Putting a worker's action together, list by list; what each list leads to stands below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from cogs.games.haithabu.draft_kinds import Placing, cubes, first, read_action
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import fitting, most_of_each, only, outcome, pick, recruit, single_lines
from cogs.messages.panel import Button, Option, Part, Row, Target, Text
from rules.haithabu import actions, quotes
from rules.haithabu.cards import ORDER, STACK, STACKS
from rules.haithabu.data import DATA, WARES
from rules.haithabu.view import StackView
from tables.model.table import Look
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


def so_far(look: Look, words: Words, placing: Placing) -> str:
    """Say what is chosen already of something that is not whole yet."""
    verb, _, key = placing.action.partition(" ")
    if key in WARES:
        price = _price(look, placing.place, verb, key)
        asked = (
            N_("Sell {ware}, {price} each: how many?") if verb == "sell" else N_("Buy {ware}, {price} each: how many?")
        )
        return words.say(asked, ware=terms.ware(words, key), price=terms.silver(words, price))
    if verb == "order" and key in ORDER:
        return words.say("You take {order}.", order=terms.order(words, key))
    return ""


# On the market


def _market(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H16, H17: buy or sell, which ware, how many."""
    view, me = view_of(look), own_player(look)
    verb, _, ware = placing.action.partition(" ")
    if ware in WARES:
        index = WARES.index(ware)
        most = me.post[index] if verb == "sell" else view.wares[index].market + view.wares[index].supply
        lines = _amounts(look, words, placing.place, verb, ware, most)
        asked = N_("Sell {ware}: how many?") if verb == "sell" else N_("Buy {ware}: how many?")
        return pick(look, "haithabu.act", "", words.say(asked, ware=words.say(terms.WARE[ware])), lines)
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
    return [
        *pick(look, "haithabu.ware", "buy", words.say("Buy …"), buying),
        *pick(look, "haithabu.ware", "sell", words.say("Sell …"), selling),
    ]


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
    return quotes.acting(view_of(look), look.seat, place, _deal(verb, ware, count)).affordable


def _price(look: Look, place: str, verb: str, ware: str) -> int:
    """Return what one ware costs or brings this player at this place."""
    assert look.seat is not None
    return abs(quotes.acting(view_of(look), look.seat, place, _deal(verb, ware, 1)).silver)


def _amounts(
    look: Look, words: Words, place: str, verb: str, ware: str, most: int, *, named: bool = False
) -> list[Option]:
    """Return a line for each number of a ware that can be paid, with what it costs or brings; `named`: and the ware."""
    assert look.seat is not None
    return [
        Option(
            terms.counted(words, ware, n, signs=False) if named else str(n),
            f"{verb} {ware}:{n}",
            fitting(outcome(words, view_of(look), look.seat, place, _deal(verb, ware, n), signs=False)),
            terms.WARE_EMOJI[ware],
        )
        for n in range(1, most + 1)
        if _affordable(look, place, verb, ware, n)
    ]


def _ware(look: Look, words: Words, key: str, verb: str = "", place: str = "market") -> Option:
    """Return a ware to choose; to buy or sell, with its price for this player at this place (H's is the market's)."""
    price = terms.silver(words, _price(look, place, verb, key)) if verb else ""
    return Option(words.say(terms.WARE[key]), key, price, terms.WARE_EMOJI[key])


# On A and B


def _fetching(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H19: a cart, a ship, or one and then the other."""
    assert look.seat is not None
    begun = read_action(placing.action)
    chosen = begun.stacks if isinstance(begun, actions.Fetch) else ()
    parts: list[Part] = []
    for kind in actions.KINDS_OF_TRANSPORT:
        if any(_kind(key) == kind for key in chosen):
            continue
        options = []
        for stack in view_of(look).stacks:
            action = actions.Fetch((*chosen, stack.key))
            if stack.cards and _kind(stack.key) == kind and _payable(look, placing.place, action):
                single = actions.Fetch((stack.key,))
                facts = outcome(words, view_of(look), look.seat, placing.place, single)
                options.append(
                    Option(_transport(look, words, stack), stack.key, fitting(facts), terms.KIND_EMOJI[kind])
                )
        name = terms.AND_FETCH[kind] if chosen else terms.FETCH[kind]
        parts += pick(look, "haithabu.fetch", kind, words.say(name), options)
    return parts


def _transport(look: Look, words: Words, stack: StackView) -> str:
    """Name the open card of a stack; the Carpenter chooses when he has looked."""
    assert look.seat is not None
    if quotes.has(view_of(look), look.seat, "carpenter"):
        return words.say("{stack}, one of the top three", stack=terms.stack(words, stack.key, signs=False))
    return terms.transport(words, stack.top or "", signs=False)


def _kind(stack: str) -> str:
    return STACKS[STACK[stack]].kind


def _payable(look: Look, place: str, action: actions.AnyAction) -> bool:
    assert look.seat is not None
    return quotes.acting(view_of(look), look.seat, place, action).affordable


def _choose_stack(placing: Placing, _: str, values: Sequence[str]) -> Placing:
    """Buy from this stack, besides one of the other kind."""
    begun, stack = read_action(placing.action), first(values)
    kept = begun.stacks if isinstance(begun, actions.Fetch) and stack in STACK else ()
    both = [*(key for key in kept if _kind(key) != _kind(stack)), stack]
    return _with(placing, "fetch", *sorted(both))


def _recruiting(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H20: any that can be taken, with its effect and from whom."""
    assert look.seat is not None
    options = []
    for card in view_of(look).characters:
        action = actions.Recruit(card.key)
        taken = card.owner == look.seat or (card.owner is not None and card.safe)
        if not taken and _payable(look, placing.place, action):
            facts = outcome(words, view_of(look), look.seat, placing.place, action)
            options.append(
                Option(
                    recruit(look, words, card.key),
                    f"recruit {card.key}",
                    fitting(facts),
                    terms.CHARACTER_EMOJI[card.key],
                )
            )
    return pick(look, "haithabu.act", "recruit", words.say("Take a character"), options)


# On C and G


def _bargain(verb: str) -> Ways:
    """H21, H22: up to three equal or all different wares."""

    def ways(look: Look, words: Words, placing: Placing) -> list[Part]:
        view, me, place = view_of(look), own_player(look), placing.place
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
            for line in _amounts(look, words, place, verb, key, min(count, _MOST_BARGAIN), named=True)
        ]
        several, same = (
            (N_("Sell up to {n} different …"), N_("Sell up to {n} of one kind …"))
            if verb == "sell"
            else (N_("Buy up to {n} different …"), N_("Buy up to {n} of one kind …"))
        )
        if len(different) < 2:
            return pick(look, "haithabu.act", "equal", words.say(same, n=_MOST_BARGAIN), equal)
        return [
            *pick(look, "haithabu.different", verb, words.say(several, n=_MOST_BARGAIN), different, _MOST_BARGAIN),
            *pick(look, "haithabu.act", "equal", words.say(same, n=_MOST_BARGAIN), equal),
        ]

    return ways


def _choose_different(placing: Placing, verb: str, wares: Sequence[str]) -> Placing:
    """Buy or sell one of each of these."""
    return _with(placing, verb, *wares)


# On D and H


def _taking(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H23, H24: first the order, then the ware that comes with it; on H the order alone is enough. Or the point."""
    view, me = view_of(look), own_player(look)
    free = placing.place == "D"
    taken = placing.action.startswith("order ")
    if taken and free:
        wares = [_ware(look, words, ware.key) for ware in view.wares if ware.market]
        return pick(look, "haithabu.with", "gain", words.say("Which ware for free?"), wares)
    bought = view.turn.bought if view.turn else ()
    sales = [
        _ware(look, words, ware.key, "sell", placing.place)
        for ware, have in zip(view.wares, me.post, strict=True)
        if not free and have and ware.key not in bought
    ]
    if taken:
        return pick(look, "haithabu.with", "sell", words.say("And sell …"), sales)
    if placing.action:
        return []
    lines = [
        Option(f"{key} {terms.order_wants(words, key, signs=False)}", key)
        for key in (*view.lower, *view.upper)
        if key and (not free or any(ware.market for ware in view.wares))
    ]
    parts = pick(look, "haithabu.order", "", words.say("Take an order"), lines)
    alone = [msgspec.structs.replace(sale, value=f"sell {sale.value}") for sale in sales]
    parts += pick(look, "haithabu.act", "sale", words.say("Only sell one ware …"), alone)
    point = Target("haithabu.act", look.table.id, look.mark, ":point")
    return [*parts, Row((Button(terms.pittance(words), point, emoji="⭐"),))]


def _choose_order(placing: Placing, _: str, values: Sequence[str]) -> Placing:
    """Take this order; on D the free ware is asked next."""
    return _with(placing, "order", first(values), unfinished=placing.place == "D")


def _choose_with_order(placing: Placing, how: str, values: Sequence[str]) -> Placing:
    """Gain or sell this ware with the order: it takes the place of one that was chosen before."""
    return _with(placing, *placing.action.split()[:2], how, first(values))


# On E and F


def _loading(look: Look, words: Words, _: Placing) -> list[Part]:
    """H27: which transport, then cube by cube."""
    me = own_player(look)
    assert look.seat is not None
    parts: list[Part] = []
    for kind, card in (("cart", me.cart), ("ship", me.ship)):
        if card and any(me.warehouse):
            free, given = quotes.capacity(view_of(look), look.seat, card)
            room = free + sum(given)
            fitting_in = [min(have, free + places) for have, places in zip(me.warehouse, given, strict=True)]
            lines = single_lines(words, fitting_in, room)
            hint = words.say(terms.LOAD[kind])
            parts += pick(look, "haithabu.load", kind, hint, lines, room)
            if (most := most_of_each(fitting_in, room)) < max(fitting_in):
                more = words.say(
                    "The list has at most {n} of each ware. For more of one, take a proposal or type `/haithabu work`.",
                    n=most,
                )
                parts.append(Text("-# " + more))
    return parts


def _choose_load(placing: Placing, kind: str, values: Sequence[str]) -> Placing:
    """Load these cubes on the cart or the ship."""
    return _with(placing, "load", kind, *cubes(values))


def _delivering(look: Look, words: Words, placing: Placing) -> list[Part]:
    """H26: order after order, cube by cube; what was chosen so far stays."""
    me = own_player(look)
    begun = read_action(placing.action)
    loads = dict(begun.loads) if isinstance(begun, actions.Deliver) else {}
    left = [have - sum(wares[i] for wares in loads.values()) for i, have in enumerate(me.post)]
    parts: list[Part] = []
    for order in me.orders:
        fits = [max(0, min(want, have)) for want, have in zip(quotes.missing(order), left, strict=True)]
        lines = single_lines(words, fits, max(fits))
        if order.order not in loads:
            asked = N_("And to {order} …") if loads else N_("Deliver to {order}")
            name = words.say(asked, order=order.order)
            parts += pick(look, "haithabu.deliver", order.order, name, lines, len(lines))
    return parts


def _choose_delivery(placing: Placing, order: str, values: Sequence[str]) -> Placing:
    """Deliver these cubes to an order, besides what is chosen for others."""
    return _with(placing, placing.action or "deliver", order, *cubes(values))


_WAYS: dict[str, Ways] = {
    "market": _market,
    "A": _fetching,
    "B": _recruiting,
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
    "haithabu.fetch": _choose_stack,
    "haithabu.different": _choose_different,
    "haithabu.order": _choose_order,
    "haithabu.with": _choose_with_order,
    "haithabu.load": _choose_load,
    "haithabu.deliver": _choose_delivery,
}
"""What each of the lists leads to, by its verb."""
