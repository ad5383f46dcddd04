"""Placing a worker: which one, where, what it does there, and what that costs and brings. Confirmed, then done.

A draft is `worker|place|action`, as far as it is put together; the action is in the words of a move. On a night field
the worker is placed before its action is chosen (H18): then there is only an action, and the worker is `act`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.core.panel import MOST_OPTIONS, Button, Option, Part, Row, Target, text
from cogs.games.haithabu import where
from cogs.games.haithabu.parts import (
    MORE,
    WHOLE,
    doing,
    hindrance,
    only,
    outcome,
    own,
    quote,
    seen,
    select,
    single_lines,
    standing,
    step,
)
from rules.haithabu import actions, moves, quotes
from rules.haithabu.data import DATA, WARES
from tables.table import Look
from words import N_, Words
from words import haithabu as said

ACT = "act"
OPEN = "?"
_MOST_BARGAIN = DATA.bargain.wares
_MOST_SUGGESTED = 5


def split(draft: str) -> tuple[str, str, str]:
    """Return worker, place and action of a draft."""
    worker, _, rest = draft.partition("|")
    place, _, action = rest.partition("|")
    return worker, place, action


def menu(look: Look, words: Words) -> list[Part]:
    """Ask for the next thing that is missing."""
    view = seen(look)
    if look.owes == ACT:
        return _details(look, words, ACT, view.acting or "", split(look.draft)[2])
    worker, place, action = split(look.draft)
    if not place or view.turn is None or worker not in view.turn.workers:
        return where.places(look, words)
    field = next((field for field in view.rondel if field.key == place), None)
    if field is not None and not field.day:
        return where.dice(look, words, worker, place)
    return _details(look, words, worker, place, action)


def _details(look: Look, words: Words, worker: str, place: str, action: str) -> list[Part]:
    """Show what can be done on a place: the best whole actions, and a way to put another one together."""
    view = seen(look)
    assert look.seat is not None
    parts: list[Part] = [text(f"**{said.place(words, place)}**", *standing(look, words))]
    ready = _read(action)
    if ready is not None:
        hindered = hindrance(words, view, look.seat, place, ready)
        parts += _confirm(look, words, place, ready, hindered)
        if hindered or place in _GOING_ON:
            parts += _own_ways(look, words, worker, place, action)
    else:
        lines = [
            Option(doing(words, view, each), str(number), outcome(words, view, look.seat, place, each))
            for number, each in enumerate(offered(look, worker, place))
        ]
        whole: list[Part] = []
        if lines and not action:
            hint = words.say("… or at once") if place == "market" else words.say("What do you do?")
            whole.append(select(look, "haithabu.offer", f"{worker}|{place}", hint, lines))
        ways = _own_ways(look, words, worker, place, action)
        parts += ways + whole if place in _STEPS_FIRST else whole + ways
    if worker != ACT or action:
        back = "" if ready is None and worker != ACT else f"{worker}|{place}|"
        parts.append(Row((step(look, words.say("Back"), back, emoji="⬅️"),)))
    return parts


def _read(action: str) -> actions.AnyAction | None:
    """Return the action of a draft, if it is whole."""
    try:
        return actions.read_action(action.split())
    except ValueError:
        return None


def offered(look: Look, worker: str, place: str) -> Sequence[actions.AnyAction]:
    """Return the actions worth offering for a worker on a place, the best first.

    An order with all that can come with it makes long lists: it is put together in two steps instead. So is a deal on
    the market, but for the few that suggest themselves.
    """
    here = [
        move.action
        for move in look.options
        if isinstance(move, moves.Act)
        or (isinstance(move, moves.Work) and (move.worker, move.place) == (worker, place))
    ]
    if place == "market":
        return [action for action in here if action in _suggested(look)][:_MOST_SUGGESTED]
    return [action for action in here if action and not isinstance(action, actions.TakeOrder)][:MOST_OPTIONS]


def _suggested(look: Look) -> list[actions.AnyAction]:
    """Return what suggests itself on the market: to buy what own orders lack, to sell all that none of them wants."""
    me = own(look)
    missing = [said.missing(order.order, order.cubes) for order in me.orders]
    wanted = [sum(each) for each in zip(*missing, strict=True)] or [0] * len(WARES)
    deals: list[actions.AnyAction] = []
    for key, want, there, stored in zip(WARES, wanted, me.post, me.warehouse, strict=True):
        if want > there + stored:
            deals.append(actions.Buy(only(key, want - there - stored)))
        elif there and not want:
            deals.append(actions.Sell(only(key, there)))
    return deals


def whole_move(look: Look, worker: str, place: str, action: actions.AnyAction) -> str:
    """Return the text of the move that does it, with the loans it needs (H28)."""
    assert look.seat is not None
    loans = quote(seen(look), look.seat, place, action).loans
    if worker == ACT:
        return str(moves.Act(action, loans))
    return str(moves.Work(worker, place, action, 0, loans))


def drafted(look: Look, arg: str, values: Sequence[str]) -> str:
    """Return the draft with what was chosen added: the beginning that the list names, then the lines chosen."""
    begin = "" if arg.startswith(WHOLE) else arg
    if arg.startswith(MORE):
        begin = f"{look.draft} {arg.removeprefix(MORE)}"
    return " ".join((begin, *(value.partition("#")[0] for value in values))).strip()


def chosen(look: Look, arg: str, values: Sequence[str]) -> str:
    """Return the text of the move that stands on the chosen line of a list."""
    number = int(values[0]) if values and values[0].isascii() and values[0].isdigit() else -1
    if not arg:
        moves_ = look.options
        return str(moves_[number]) if 0 <= number < len(moves_) else ""
    worker, place, _ = split(arg)
    offers = offered(look, worker, place)
    return whole_move(look, worker, place, offers[number]) if 0 <= number < len(offers) else ""


def confirmed(look: Look) -> str:
    """Return the text of the move that was put together."""
    worker, place, action = split(look.draft)
    ready = _read(action)
    place = place or seen(look).acting or ""
    return whole_move(look, worker or ACT, place, ready) if ready else action


def _confirm(look: Look, words: Words, place: str, action: actions.AnyAction, hindered: str) -> list[Part]:
    view = seen(look)
    assert look.seat is not None
    if hindered:
        return [text(doing(words, view, action), hindered)]
    lines = (doing(words, view, action), outcome(words, view, look.seat, place, action))
    button = Button(words.say("Confirm"), Target("haithabu.confirm", look.table.id, look.mark), "success", "✔️")
    return [text(*lines), Row((button,))]


# Putting an action together


def _own_ways(look: Look, words: Words, worker: str, place: str, action: str) -> list[Part]:
    ways = _WAYS.get(place)
    return ways(look, words, f"{worker}|{place}|", action) if ways else []


def _market(look: Look, words: Words, draft: str, action: str) -> list[Part]:
    """H16, H17: buy or sell, which ware, how many. `?` marks what is not whole yet, though it reads like one."""
    view, me = seen(look), own(look)
    verb, _, ware = action.removeprefix(OPEN).partition(" ")
    if ware in WARES:
        index = WARES.index(ware)
        most = me.post[index] if verb == "sell" else view.wares[index].market + view.wares[index].supply
        lines = _amounts(look, words, draft, verb, ware, most)
        asked = N_("Sell {ware}: how many?") if verb == "sell" else N_("Buy {ware}: how many?")
        hint = words.say(asked, ware=words.say(said.WARE[ware]))
        return [select(look, "haithabu.draft", f"{WHOLE}count", hint, lines)] if lines else []
    sold, bought = (view.turn.sold, view.turn.bought) if view.turn else ((), ())
    buying = [
        _ware(look, words, ware.key, f"{draft}{OPEN}buy {ware.key}", "buy")
        for ware in view.wares
        if ware.key not in sold and ware.market + ware.supply and _affordable(look, "market", "buy", ware.key, 1)
    ]
    selling = [
        _ware(look, words, ware.key, f"{draft}{OPEN}sell {ware.key}", "sell")
        for ware, have in zip(view.wares, me.post, strict=True)
        if have and ware.key not in bought
    ]
    parts: list[Part] = []
    if buying:
        parts.append(select(look, "haithabu.draft", f"{WHOLE}buy", words.say("Buy …"), buying))
    if selling:
        parts.append(select(look, "haithabu.draft", f"{WHOLE}sell", words.say("Sell …"), selling))
    return parts


def _deal(verb: str, ware: str, count: int) -> actions.Buy | actions.Sell:
    return (actions.Sell if verb == "sell" else actions.Buy)(only(ware, count))


def _affordable(look: Look, place: str, verb: str, ware: str, count: int) -> bool:
    """H28: say whether silver and all loans of the bank suffice."""
    assert look.seat is not None
    return quote(seen(look), look.seat, place, _deal(verb, ware, count)).affordable


def _amounts(look: Look, words: Words, draft: str, verb: str, ware: str, most: int, label: str = "") -> list[Option]:
    """Return a line for each number of a ware that can be paid, with what it costs or brings."""
    assert look.seat is not None
    place = split(draft)[1]
    return [
        Option(
            f"{n} {label}".strip(),
            f"{draft}{verb} {ware}:{n}",
            outcome(words, seen(look), look.seat, place, _deal(verb, ware, n)),
            said.EMOJI[ware],
        )
        for n in range(1, min(most, MOST_OPTIONS) + 1)
        if _affordable(look, place, verb, ware, n)
    ]


def _ware(look: Look, words: Words, key: str, value: str, verb: str = "", place: str = "market") -> Option:
    """Return a ware to choose; to buy or sell, with its price for this player at this place (H's is the market's)."""
    assert look.seat is not None
    price = ""
    if verb:
        price = said.silver(words, abs(quote(seen(look), look.seat, place, _deal(verb, key, 1)).silver))
    return Option(words.say(said.WARE[key]), value, price, said.EMOJI[key])


def _bargain(verb: str) -> Callable[[Look, Words, str, str], list[Part]]:
    """H21, H22: up to three equal or all different wares."""

    def ways(look: Look, words: Words, draft: str, action: str) -> list[Part]:
        view, me = seen(look), own(look)
        there = me.post if verb == "sell" else [ware.market + ware.supply for ware in view.wares]
        turn = view.turn
        barred: Sequence[str] = () if turn is None else turn.bought if verb == "sell" else turn.sold
        have = [0 if key in barred else count for key, count in zip(WARES, there, strict=True)]
        place = split(draft)[1]
        different = [
            _ware(look, words, key, key, verb, place)
            for key, count in zip(WARES, have, strict=True)
            if count and _affordable(look, place, verb, key, 1)
        ]
        equal = [
            line
            for key, count in zip(WARES, have, strict=True)
            for line in _amounts(look, words, draft, verb, key, min(count, _MOST_BARGAIN), words.say(said.WARE[key]))
        ]
        if not different:
            return []
        return [
            select(look, "haithabu.draft", f"{draft}{verb}", words.say("All different …"), different, _MOST_BARGAIN),
            select(look, "haithabu.draft", f"{WHOLE}equal", words.say("All equal …"), equal),
        ]

    return ways


def _taking(look: Look, words: Words, draft: str, action: str) -> list[Part]:
    """H23, H24: first the order, then the ware that comes with it; on H the order alone is enough."""
    view, me = seen(look), own(look)
    free = draft.split("|")[1] == "D"
    taken = action.removeprefix(OPEN)
    if taken.startswith("order ") and free:
        wares = [_ware(look, words, ware.key, f"{draft}{taken} gain {ware.key}") for ware in view.wares if ware.market]
        return (
            [select(look, "haithabu.draft", f"{WHOLE}free", words.say("Which ware for free?"), wares)] if wares else []
        )
    if taken.startswith("order "):
        order = " ".join(taken.split()[:2])  # Another sale takes the place of the one that was chosen.
        bought = view.turn.bought if view.turn else ()
        sales = [
            _ware(look, words, ware.key, f"{draft}{order} sell {ware.key}", "sell")
            for ware, have in zip(view.wares, me.post, strict=True)
            if have and ware.key not in bought
        ]
        return [select(look, "haithabu.draft", f"{WHOLE}sale", words.say("And sell …"), sales)] if sales else []
    begin = draft + (OPEN if free else "") + "order "
    lines = [Option(said.order_line(words, key), begin + key) for key in (*view.upper, *view.lower) if key]
    return [select(look, "haithabu.draft", f"{WHOLE}order", words.say("Take an order"), lines)] if lines else []


def _loading(look: Look, words: Words, draft: str, action: str) -> list[Part]:
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
            hint = words.say("Load the {transport} yourself", transport=said.transport(words, card))
            parts.append(select(look, "haithabu.draft", f"{draft}load {kind}", hint, lines, room))
    return parts


def _delivering(look: Look, words: Words, draft: str, action: str) -> list[Part]:
    """H26: order after order, cube by cube; what was chosen so far stays."""
    me = own(look)
    so_far = _read(action)
    loads = dict(so_far.loads) if isinstance(so_far, actions.Deliver) else {}
    left = [have - sum(wares[i] for wares in loads.values()) for i, have in enumerate(me.post)]
    parts: list[Part] = []
    for order in me.orders:
        missing = said.missing(order.order, order.cubes)
        fitting = [max(0, min(want, have)) for want, have in zip(missing, left, strict=True)]
        lines = single_lines(words, fitting, max(fitting))
        if lines and order.order not in loads:
            hint = words.say("Deliver to {order} yourself", order=order.order)
            begin = f"{MORE}{order.order}" if loads else f"{draft}deliver {order.order}"
            parts.append(select(look, "haithabu.draft", begin, hint, lines, len(lines)))
    return parts


_STEPS_FIRST = ("market", "D", "H")
"""Where whole actions stand below: one comes for a ware, or for an order rather than the point or a sale alone."""

_GOING_ON = ("E", "H")
"""Where something may be added to an action that is whole already."""

_WAYS: dict[str, Callable[[Look, Words, str, str], list[Part]]] = {
    "market": _market,
    "C": _bargain("sell"),
    "D": _taking,
    "E": _delivering,
    "F": _loading,
    "G": _bargain("buy"),
    "H": _taking,
}
