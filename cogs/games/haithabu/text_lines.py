"""What Haithabu's board and menus share: an action in words with what it costs and brings, and lists of choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.messages.panel import (
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_OPTIONS,
    Button,
    Option,
    Part,
    Row,
    Select,
    Target,
)
from rules import Illegal, Move
from rules.haithabu import actions, moves, quotes
from rules.haithabu.cards import STACK, STACKS
from rules.haithabu.data import DATA, PRICES, WARES, Wares
from rules.haithabu.view import View
from tables.model.table import Look
from words import Words
from words.catalogue import escaped_name as escaped
from words.haithabu import loan_text, terms

_LONG = 70
"""Characters beyond which a line of a list would have no room for anything else."""


def resources(look: Look, words: Words) -> list[str]:
    """Say briefly what every choice depends on: silver, points, loans, stores, helpers, missing wares, storage."""
    assert look.seat is not None
    view, me = view_of(look), own_player(look)
    limit = quotes.limit(view, look.seat)
    purse = (terms.silver(words, me.silver), terms.points(words, me.points), loan_text.owed(words, me.loans))
    stores = [
        terms.stored(words, store, wares, limit) for store, wares in (("warehouse", me.warehouse), ("post", me.post))
    ]
    transports = ", ".join(terms.transport(words, card) for card in (me.cart, me.ship) if card) or "–"
    helpers = (
        words.say("Characters: {characters}", characters=terms.characters(words, me.characters)),
        words.say("Transports: {transports}", transports=transports),
    )
    lines = ["-# " + " · ".join(line) for line in (purse, stores, helpers)]
    if me.orders:
        missing = [f"{order.order} {terms.cubes(quotes.missing(order))}" for order in me.orders]
        lines.append("-# " + words.say("Your orders still want: {orders}", orders=" · ".join(missing)))
    leaving = [order.order for order in me.orders if order.place == DATA.play.order_places]
    if leaving and view.turn and view.round < DATA.play.rounds:
        lines.append("-# " + words.say("⚠️ lost at the end of this round: {orders}", orders=words.join_and(leaving)))
    end = quotes.round_end(view, look.seat)
    if end:
        lines.append(loan_text.storage(words, end.silver, end.fee, end.loans, end.surplus[0]))
    return lines


def only(ware: str, count: int = 1) -> Wares:
    """Return so many cubes of a ware, and nothing else."""
    return tuple(count * (key == ware) for key in WARES)


def hindrance(view: View, seat: int, place: str, action: actions.AnyAction) -> Illegal | None:
    """Return why an action that was put together cannot be done: too dear (H28) or too much to carry (H27)."""
    deal, me = quotes.acting(view, seat, place, action), view.players[seat]
    if not deal.affordable:
        return Illegal("H28", "too_expensive", cost=-deal.silver, silver=me.silver, left=view.loans)
    card = {"cart": me.cart, "ship": me.ship}.get(action.kind) if isinstance(action, actions.Load) else None
    if isinstance(action, actions.Load) and card and (beyond := quotes.loading(view, seat, card, action.wares)):
        return Illegal("H27", "no_place_for_that", beyond=beyond)
    return None


def asks_nothing(view: View, seat: int, place: str, action: actions.AnyAction) -> bool:
    """Say whether an action can be done as it was put together: nothing hinders it, and it needs no loan."""
    return not hindrance(view, seat, place, action) and not quotes.acting(view, seat, place, action).loans


def doing(look: Look, words: Words, action: actions.AnyAction, *, formatted: bool = False) -> str:
    """Say what an action does, in a few words: for a list, or formatted as Discord shows a message."""
    wares = partial(terms.wares if formatted else terms.plain, words)
    one = partial(terms.counted, words, signs=formatted)
    match action:
        case actions.Buy():
            return words.say("Buy {wares}", wares=wares(action.wares))
        case actions.Sell():
            return words.say("Sell {wares}", wares=wares(action.wares))
        case actions.Fetch():
            return _fetching(look, words, action, formatted=formatted)
        case actions.Recruit():
            sign = f"{terms.CHARACTER_EMOJI[action.character]} " if formatted else ""
            return f"{sign}{recruit(look, words, action.character, formatted=formatted)}"
        case actions.TakeOrder():
            wants = terms.order_wants(words, action.order, signs=formatted)
            order = f"{action.order} {wants}" if formatted else action.order
            if action.gain:
                taking = words.say("Take {order}, with {ware} free", order=order, ware=one(action.gain))
            elif action.sale:
                taking = words.say("Take {order}, and sell {ware}", order=order, ware=one(action.sale))
            else:
                taking = words.say("Take {order}", order=order)
            # The end of a line in a list may be cut: what makes it differ from others stands before that.
            return taking if formatted else f"{taking} · {wants}"
        case actions.Deliver():
            brief = terms.cubes if formatted else wares
            loads = [words.say("{wares} to {order}", wares=brief(load), order=key) for key, load in action.loads]
            told = ", ".join(loads)
            orders = words.join_and([key for key, _ in action.loads])
            return told if formatted or len(told) <= _LONG else words.say("Wares to {orders}", orders=orders)
        case actions.Load():
            loaded = terms.cubes(action.wares) if formatted else terms.plain(words, action.wares)
            return f"{terms.kind(words, action.kind, signs=formatted)}: {loaded}"
    return terms.pittance(words)


def _fetching(look: Look, words: Words, action: actions.Fetch, *, formatted: bool) -> str:
    """Name the open cards; the Carpenter chooses when he has looked."""
    view = view_of(look)
    if view.seat is not None and quotes.has(view, view.seat, "carpenter"):
        looked = words.join_and([terms.stack(words, key, signs=formatted) for key in action.stacks])
        return words.say("Carpenter: {stack}", stack=looked)
    tops = {stack.key: stack.top for stack in view.stacks}
    cards = [terms.transport(words, top, signs=formatted) for key in action.stacks if (top := tops.get(key))]
    return words.say("Buy {cards}", cards=words.join_and(cards))


def recruit(look: Look, words: Words, key: str, named: str = "", *, formatted: bool = False) -> str:
    """Name a character, or what is done with it, and from whom it is taken for silver (H20)."""
    named = named or terms.character(words, key)
    owner = next((card.owner for card in view_of(look).characters if card.key == key), None)
    if owner is None:
        return named
    name = look.table.seats[owner].name
    return words.say("{character} (from {name})", character=named, name=escaped(name) if formatted else name)


def warnings(words: Words, view: View, seat: int, move: Move) -> list[str]:
    """Say which loans a move leads to: now, and at the end of the round if the head does not say so already (H36)."""
    told = []
    if loans := quotes.moving(view, seat, move).loans:
        told.append(loan_text.leads_to_loans(words, loans))
    before, after = quotes.round_end(view, seat), quotes.round_end(view, seat, move)
    if before and after and after.loans > before.loans:
        told.append(loan_text.storage_loan(words, after.silver, after.fee))
    return told


def outcome(
    words: Words, view: View, seat: int, place: str, action: actions.AnyAction, *, signs: bool = True
) -> list[str]:
    """Say what an action costs and brings, the weightiest first: silver, points, loans, surplus, where prices go.

    Without signs for buttons and lists, where Discord shows none of our own.
    """
    deal = quotes.acting(view, seat, place, action)
    facts = []
    if deal.silver:
        facts.append(words.say("{n} silver", n=f"{deal.silver:+d}".replace("-", "−")))
    if deal.points and not isinstance(action, actions.Point):
        facts.append("+" + terms.points(words, deal.points))
    facts += warnings(words, view, seat, moves.Work(moves.OWN, place, action))
    facts += _surplus(words, view, seat, action)
    match action:
        case actions.Fetch():
            facts += _replaced(words, view, seat, action)
        case actions.Recruit():
            facts.append(words.say(terms.EFFECT[action.character]))
        case actions.Buy() | actions.Sell():
            after = quotes.levels_after(view, action.wares, isinstance(action, actions.Buy))
            facts += [
                f"{terms.WARE_EMOJI[ware.key] if signs else words.say(terms.WARE[ware.key])} "
                f"{ware.price} → {PRICES[i][after[i]]}"
                for i, ware in enumerate(view.wares)
                if after[i] != ware.level
            ]
    return facts


def _replaced(words: Words, view: View, seat: int, action: actions.Fetch) -> list[str]:
    """Say which own transport goes for a new one (H19)."""
    me = view.players[seat]
    return [
        words.say(terms.REPLACED[kind])
        for kind, card in (("cart", me.cart), ("ship", me.ship))
        if card and any(STACKS[STACK[key]].kind == kind for key in action.stacks)
    ]


def _surplus(words: Words, view: View, seat: int, action: actions.AnyAction) -> list[str]:
    """Say how many wares a store would then hold too many (H36), if the action brings any there."""
    me = view.players[seat]
    match action:
        case actions.Buy():
            store, count = "warehouse", sum(me.warehouse) + sum(action.wares)
        case actions.TakeOrder() if action.gain:
            store, count = "warehouse", sum(me.warehouse) + 1
        case actions.Load():
            store, count = "post", sum(me.post) + sum(action.wares)
        case _:
            return []
    beyond = count - quotes.limit(view, seat)
    return [words.say(terms.BEYOND[store], n=beyond)] if beyond > 0 else []


def fitting(facts: Sequence[str], most: int = MAX_OPTION_CHARS) -> str:
    """Join as many facts as a line of a list holds, whole ones only, the first first."""
    line = ""
    for fact in facts:
        longer = f"{line} · {fact}" if line else fact
        if len(longer) <= most:
            line = longer
    return line


def single_lines(words: Words, wares: Sequence[int], most: int) -> list[Option]:
    """Return a line for every cube, of each ware at most so many: equal ones are numbered, since lines must differ.

    If that makes too many lines, every ware has to make do with fewer of them: none is left out.
    """
    most = most_of_each(wares, most)
    return [
        Option(words.say(terms.WARE[key]), f"{key}#{number}", emoji=terms.WARE_EMOJI[key])
        for key, count in zip(WARES, wares, strict=True)
        for number in range(1, min(count, most) + 1)
    ]


def most_of_each(wares: Sequence[int], most: int) -> int:
    """Return how many cubes of each ware find room in a list, one line each."""
    while sum(min(count, most) for count in wares) > MAX_OPTIONS:
        most -= 1
    return most


ANSWER = "haithabu.answer"
"""What buttons and lists outside one's own turn do; they name a whole move."""


def pick(look: Look, verb: str, arg: str, name: str, options: Sequence[Option], most: int = 1) -> list[Part]:
    """Return a list to choose from, for the decision that is open; a single choice is a button, none is nothing."""
    if len(options) == 1 and (button := _button(look, verb, arg, name, options[0])):
        return [Row((button,))]
    if not options:
        return []
    assert len(options) <= MAX_OPTIONS, f"{name}: some would be left out"
    target = Target(verb, look.table.id, look.mark, arg)
    return [Select(target, name, tuple(options), least=1, most=min(most, len(options)))]


def _button(look: Look, verb: str, arg: str, name: str, only_one: Option) -> Button | None:
    """Return the only choice as a button; None if it is too long for one."""
    value = only_one.value.partition("#")[0]
    whole = verb in ("move", ANSWER)
    target = Target(verb, look.table.id, look.mark, f"{arg} {value}".strip() if whole else f"{arg}:{value}")
    lead = name.rstrip(" …")
    label = f"{lead}{' ' if lead.endswith('?') else ': '}{only_one.label}"
    if only_one.description and len(longer := f"{label} · {only_one.description}") <= MAX_LABEL_CHARS:
        label = longer
    return Button(label, target, "secondary", only_one.emoji) if target.fits and len(label) <= MAX_LABEL_CHARS else None


def split_choice(arg: str, values: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the words of a list and the lines chosen of it, or those of the button that stands for its only line."""
    if values:
        return arg, values
    arg, colon, value = arg.partition(":")
    return arg, (value,) if colon else ()
