"""What Haithabu's board and menus share: an action in words with what it costs and brings, and lists of choices."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.core.panel import MOST_OPTIONS, Option, Select, Target
from rules import Illegal
from rules.haithabu import actions, quotes
from rules.haithabu.cards import ORDER, ORDERS
from rules.haithabu.data import DATA, PRICES, WARES, Wares
from rules.haithabu.quotes import Quote
from rules.haithabu.view import PlayerView, View
from tables.table import Look
from words import Words
from words.haithabu import refusals, terms


def seen(look: Look) -> View:
    """Return the view of Haithabu that a look carries."""
    assert isinstance(look.view, View)
    return look.view


def own(look: Look) -> PlayerView:
    """Return the player whose look this is."""
    assert look.seat is not None
    return seen(look).players[look.seat]


def resources(look: Look, words: Words) -> list[str]:
    """Say briefly what every choice of a turn depends on: silver, stores, characters, transports, missing wares."""
    assert look.seat is not None
    me, limit = own(look), quotes.limit(seen(look), look.seat)
    stores = [
        terms.stored(words, store, wares, limit) for store, wares in (("warehouse", me.warehouse), ("post", me.post))
    ]
    transports = ", ".join(terms.transport(words, card) for card in (me.cart, me.ship) if card) or "–"
    helpers = (
        words.say("Characters: {characters}", characters=terms.characters(words, me.characters)),
        words.say("Transports: {transports}", transports=transports),
    )
    lines = ["-# " + " · ".join((terms.silver(words, me.silver), *stores)), "-# " + " · ".join(helpers)]
    if me.orders:
        missing = [f"{order.order} {terms.cubes(terms.missing(order.order, order.cubes))}" for order in me.orders]
        lines.append("-# " + words.say("Missing on your orders: {orders}", orders=" · ".join(missing)))
    return lines


def quote(view: View, seat: int, place: str, action: actions.AnyAction) -> Quote:
    """Return what an action costs or brings just now."""
    match action:
        case actions.Buy():
            return quotes.buying(view, seat, place, action.wares)
        case actions.Sell():
            return quotes.selling(view, seat, place, action.wares)
        case actions.Fetch():
            return quotes.fetching(view, seat, action.stacks)
        case actions.Recruit():
            return quotes.recruiting(view, seat, action.character)
        case actions.TakeOrder() if action.sale:
            return quotes.selling(view, seat, place, only(action.sale))
        case actions.Point():
            return Quote(0, 1)
        case actions.Deliver():
            return _delivered(view, seat, action)
    return Quote(0)


def _delivered(view: View, seat: int, action: actions.Deliver) -> Quote:
    """Return what the orders bring that this delivery completes."""
    bonus = quotes.has(view, seat, "supplier")
    there = {order.order: order.cubes for order in view.players[seat].orders}
    done = [key for key, wares in action.loads if key in there and not any(_left(key, there[key], wares))]
    cards = [ORDERS[ORDER[key]] for key in done]
    silver = sum(card.silver + bonus * DATA.character.supplier.silver for card in cards)
    points = sum(card.points + bonus * DATA.character.supplier.points for card in cards)
    return Quote(silver, points)


def _left(key: str, there: Wares, wares: Wares) -> list[int]:
    return [missing - count for missing, count in zip(terms.missing(key, there), wares, strict=True)]


def only(ware: str, count: int = 1) -> Wares:
    """Return so many cubes of a ware, and nothing else."""
    return tuple(count * (key == ware) for key in WARES)


def hindrance(words: Words, view: View, seat: int, place: str, action: actions.AnyAction) -> str:
    """Say why an action that was put together cannot be done: too dear (H28) or too much to carry (H27)."""
    deal, me = quote(view, seat, place, action), view.players[seat]
    if not deal.affordable:
        return refusals.refusal(
            words, Illegal("H28", "too_expensive", cost=-deal.silver, silver=me.silver, left=view.loans)
        )
    card = {"cart": me.cart, "ship": me.ship}.get(action.kind) if isinstance(action, actions.Load) else None
    if isinstance(action, actions.Load) and card and (beyond := quotes.loading(view, seat, card, action.wares)):
        return refusals.refusal(words, Illegal("H27", "no_place_for_that", beyond=beyond))
    return ""


def doing(words: Words, view: View, action: actions.AnyAction) -> str:
    """Say what an action does, in a few words."""
    match action:
        case actions.Buy():
            return words.say("Buy {wares}", wares=terms.wares(words, action.wares))
        case actions.Sell():
            return words.say("Sell {wares}", wares=terms.wares(words, action.wares))
        case actions.Fetch():
            if view.seat is not None and quotes.has(view, view.seat, "carpenter"):  # He chooses when he has looked.
                looked = words.both([terms.stack(words, key) for key in action.stacks])
                return words.say("Carpenter: {stack}", stack=looked)
            tops = {stack.key: stack.top for stack in view.stacks}
            cards = [terms.transport(words, top) for key in action.stacks if (top := tops.get(key))]
            return words.say("Buy {cards}", cards=words.both(cards))
        case actions.Recruit():
            return f"👤 {terms.character(words, action.character)}"
        case actions.TakeOrder():
            line = terms.order_line(words, action.order)
            if action.gain:
                return words.say("{order}, with 1 {ware} free", order=line, ware=terms.ware(words, action.gain))
            if action.sale:
                return words.say("{order}, and sell 1 {ware}", order=line, ware=terms.ware(words, action.sale))
            return line
        case actions.Deliver():
            return ", ".join(f"{key}: {terms.cubes(wares)}" for key, wares in action.loads)
        case actions.Load():
            kind = f"{terms.KIND_EMOJI[action.kind]} {words.say(terms.KIND[action.kind])}"
            return f"{kind}: {terms.cubes(action.wares)}"
    return terms.points(words, 1)


def outcome(words: Words, view: View, seat: int, place: str, action: actions.AnyAction) -> str:
    """Say what an action costs and brings: silver, points, loans, and where prices go."""
    deal = quote(view, seat, place, action)
    facts = []
    if deal.silver:
        facts.append(words.say("{n} silver", n=f"{deal.silver:+d}".replace("-", "−")))
    if deal.points:
        facts.append("+" + terms.points(words, deal.points))
    if deal.loans:
        facts.append(terms.with_loans(words, deal.loans))
    if surplus := _surplus(words, view, seat, action):
        facts.append(surplus)
    match action:
        case actions.Recruit():
            card = next(card for card in view.characters if card.key == action.character)
            facts.append(words.say(terms.EFFECT[action.character]))
            if card.owner is not None:
                facts.append(words.say("from another player"))
        case actions.Buy() | actions.Sell():
            after = quotes.levels_after(view, action.wares, isinstance(action, actions.Buy))
            moved = [
                f"{terms.EMOJI[ware.key]} {ware.price} → {PRICES[i][after[i]]}"
                for i, ware in enumerate(view.wares)
                if after[i] != ware.level
            ]
            facts += moved
    return " · ".join(facts)


def _surplus(words: Words, view: View, seat: int, action: actions.AnyAction) -> str:
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
            return ""
    beyond = count - quotes.limit(view, seat)
    return words.say(terms.BEYOND[store], n=beyond) if beyond > 0 else ""


def single_lines(words: Words, wares: Sequence[int], most: int) -> list[Option]:
    """Return a line for every cube, of each ware at most so many: equal ones are numbered, since lines must differ.

    If that makes too many lines, every ware has to make do with fewer of them: none is left out.
    """
    while sum(min(count, most) for count in wares) > MOST_OPTIONS:
        most -= 1
    return [
        Option(words.say(terms.WARE[key]), f"{key}#{number}", emoji=terms.EMOJI[key])
        for key, count in zip(WARES, wares, strict=True)
        for number in range(1, min(count, most) + 1)
    ]


def select(look: Look, verb: str, arg: str, placeholder: str, options: Sequence[Option], most: int = 1) -> Select:
    """Return a list to choose from, for the decision that is open."""
    shown = tuple(options[:MOST_OPTIONS])
    target = Target(verb, look.table.id, look.mark, arg)
    return Select(target, placeholder, shown, least=1, most=min(most, len(shown)))
