"""Lines of text that Haithabu's menus share: the seat's resources, actions in words, what they cost and bring.

The main functions are `resources`, `action_text`, `outcome_facts`, `loan_warnings` and `obstacle_to`; `join_fitting`
joins facts to a line of limited length.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.games.haithabu.order_plan_lines import order_plan_lines
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.messages.menu_controls import label_text
from cogs.messages.panel import (
    MAX_OPTION_CHARS,
)
from rules import Illegal, Move
from rules.haithabu import actions, moves, quotes
from rules.haithabu.card_data import STACK, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import DATA, PRICES, WARES, Wares
from rules.haithabu.order_plans import is_too_late
from rules.haithabu.view import PlayerView, View
from tables.model.table import Look
from words import N_, Words
from words.catalogue import escaped_name as escaped
from words.haithabu import loan_text, terms

_TIPS_ON_STORAGE = frozenset(("storage", "functions"))
"""The ideas of the lesson whose text says what storage costs."""
_LEAVING = N_("⚠️ Lost after this round unless completed: {order}")
_LEAVING_TOO_LATE = N_("❌ Lost after this round, too late to complete: {order}")
_MAX_DELIVERY_CHARS = 70
"""A longer delivery is named by its orders only; otherwise a line of a list would have no room for its facts."""


def resources(look: Look, words: Words, *, plans: bool = True) -> list[str]:
    """Return the small lines at the head of a menu about what the look's seat has.

    1. Silver, points and loans; the two stores; characters and transports.
    2. A warning of the order that is lost at the end of this round.
    3. What storing the wares will cost at the end of this round. A lesson's menu leaves out the price per ware once a
       tip has named it.
    4. A line for each order (`order_plan_lines`).

    Numbers 1 and 4 are left out if a lesson's picture above the menu shows them, 4 also if `plans` is False. 2 and 3
    are left out if they do not apply.
    """
    assert look.seat is not None
    view, me = view_of(look), own_player(look)
    lines = [] if look.pictured else _possessions(look, words)
    leaving = next((order for order in me.orders if order.place == DATA.play.order_places), None)
    if leaving and view.turn and view.round < DATA.play.rounds:
        said = _LEAVING_TOO_LATE if is_too_late(view, look.seat, leaving) else _LEAVING
        lines.append("-# " + words.say(said, order=leaving.order))
    end = quotes.forecast_round_end(view, look.seat)
    if end:
        facts = (end.silver, end.fee, end.loans, end.surplus[0])
        explained = {*look.table.row.explained, look.guidance.idea} if look.guidance else set[str]()
        knows_fee = look.pictured and not explained.isdisjoint(_TIPS_ON_STORAGE)
        lines.append(loan_text.storage_note(words, *facts, brief=knows_fee))
    return [*lines, *order_plan_lines(look, words)] if plans and not look.pictured else lines


def _possessions(look: Look, words: Words) -> list[str]:
    """Return small lines with what the look's seat has: silver, points, loans, stores, characters, transports."""
    assert look.seat is not None
    view, me = view_of(look), own_player(look)
    limit = quotes.store_limit(view, look.seat)
    purse = (terms.silver(words, me.silver), terms.points(words, me.points), loan_text.loans_owed(words, me.loans))
    stores = [
        terms.store_contents(words, store, wares, limit)
        for store, wares in (("warehouse", me.warehouse), ("post", me.post))
    ]
    helpers = (
        words.say("Characters: {characters}", characters=terms.characters(words, me.characters)),
        words.say("Transports: {transports}", transports=own_transports(words, me) or "–"),
    )
    return ["-# " + " · ".join(line) for line in (purse, stores, helpers)]


def own_transports(words: Words, player: PlayerView) -> str:
    """Return a player's cart and ship with their places, and what the player's Stevedore adds to these; "" for none."""
    owned = [terms.transport(words, card) for card in (player.cart, player.ship) if card]
    if owned and "stevedore" in player.characters:
        more = N_("+{n} each with the Stevedore") if len(owned) > 1 else N_("+{n} with the Stevedore")
        return f"{', '.join(owned)} ({words.say(more, n=DATA.character.stevedore.places)})"
    return ", ".join(owned)


def cubes_of(ware: str, count: int = 1) -> Wares:
    """Return `Wares` with `count` cubes of one ware and none of the others."""
    return tuple(count * (key == ware) for key in WARES)


def obstacle_to(view: View, seat: int, place: str, action: actions.AnyAction) -> Illegal | None:
    """Return the error that says why a seat cannot do a complete action on a place; None if there is none.

    Only two things are checked: whether the seat can pay, with loans if needed (H28), and whether a load fits on the
    transport (H27).
    """
    deal, me = quotes.quote_action(view, seat, place, action), view.players[seat]
    if not deal.affordable:
        return Illegal("H28", "too_expensive", cost=-deal.silver, silver=me.silver, left=view.loans)
    card = {"cart": me.cart, "ship": me.ship}.get(action.kind) if isinstance(action, actions.Load) else None
    if (
        isinstance(action, actions.Load)
        and card
        and (beyond := quotes.wares_without_place(view, seat, card, action.wares))
    ):
        return Illegal("H27", "no_place_for_that", beyond=beyond)
    return None


def loads_by_place(look: Look, action: actions.Deliver) -> list[tuple[str, Wares]]:
    """Return the loads of a delivery, each with its order, in the order of the places on which the orders lie.

    Pictures and lists show the orders in this order too. For a spectator's look the loads stay as they are.
    """
    own = own_player(look).orders if look.seat is not None else ()
    places = {order.order: order.place for order in own}
    return sorted(action.loads, key=lambda load: places.get(load[0], 0))


def is_possible_without_loan(view: View, seat: int, place: str, action: actions.AnyAction) -> bool:
    """Return True if the seat can pay for an action on a place without a loan, and a load fits on its transport.

    No other rules are checked.
    """
    return not obstacle_to(view, seat, place, action) and not quotes.quote_action(view, seat, place, action).loans


def action_text(look: Look, words: Words, action: actions.AnyAction, *, formatted: bool = False) -> str:
    """Return an action in a few words, without what it costs and brings.

    `formatted` is for the text of a message: names have emoji, and Markdown is escaped. Otherwise the result is for a
    label or a select, without emoji.
    """
    text = _action_with_signs(look, words, action, formatted=formatted)
    return text if formatted else label_text(look, text)


def _action_with_signs(look: Look, words: Words, action: actions.AnyAction, *, formatted: bool) -> str:
    """Return what `action_text` returns, except that names keep their emoji even if not `formatted`.

    In a `formatted` text an emoji may also stand alone for a ware; otherwise wares are always named.
    """
    wares, one = partial(terms.wares, words), partial(terms.ware_count, words)
    match action:
        case actions.Buy():
            return words.say("Buy {wares}", wares=wares(action.wares))
        case actions.Sell():
            return words.say("Sell {wares}", wares=wares(action.wares))
        case actions.Fetch():
            return _fetch_text(look, words, action, formatted=formatted)
        case actions.Recruit():
            recruited = recruit_text(look, words, action.character, formatted=formatted)
            return f"{terms.CHARACTER_EMOJI[action.character]} {recruited}"
        case actions.TakeOrder():
            wants = terms.order_summary(words, action.order, signs=formatted)
            order = f"{action.order} {wants}" if formatted else action.order
            if action.gain:
                taking = words.say("Take {order}, with {ware} free", order=order, ware=one(action.gain))
            elif action.sale:
                taking = words.say("Take {order}, and sell {ware}", order=order, ware=one(action.sale))
            else:
                taking = words.say("Take {order}", order=order)
            # The end of a line in a list may be cut, so what tells it apart from other lines comes first.
            return taking if formatted else f"{taking} · {wants}"
        case actions.Deliver():
            brief = terms.ware_signs if formatted else partial(terms.ware_names, words)
            loads = loads_by_place(look, action)
            told = ", ".join(words.say("{wares} to {order}", wares=brief(load), order=key) for key, load in loads)
            orders = words.join_and([key for key, _ in loads])
            brief_enough = formatted or len(told) <= _MAX_DELIVERY_CHARS
            return told if brief_enough else words.say("Deliver to {orders}", orders=orders)
        case actions.Load():
            loaded = terms.ware_signs(action.wares) if formatted else terms.ware_names(words, action.wares)
            return f"{terms.kind(words, action.kind)}: {loaded}"
    return terms.take_points_label(words)


def _fetch_text(look: Look, words: Words, action: actions.Fetch, *, formatted: bool) -> str:
    """Return in words which transports the action buys: the open cards on top of its stacks.

    If the seat owns the Carpenter, who lets it choose a card later, the stacks are named instead. With `formatted`
    cards have an emoji.
    """
    view = view_of(look)
    if view.seat is not None and quotes.owns_character(view, view.seat, "carpenter"):
        looked = words.join_and([terms.stack(words, key) for key in action.stacks])
        return words.say("Carpenter: {stack}", stack=looked)
    tops = {stack.key: stack.top for stack in view.stacks}
    cards = [terms.transport(words, top, signs=formatted) for key in action.stacks if (top := tops.get(key))]
    return words.say("Buy {cards}", cards=words.join_and(cards))


def stack_spaces(look: Look, words: Words, stack: str) -> str:
    """Return how many spaces the open card of a stack of carts or ships has: "6 spaces"; "" if the stack is empty.

    All cards of a stack have the same number.
    """
    top = next((each.top for each in view_of(look).stacks if each.key == stack), None)
    card = TRANSPORTS[TRANSPORT[top]] if top else None
    return words.many("{n} space", "{n} spaces", card.free + sum(card.given)) if card else ""


def recruit_text(look: Look, words: Words, key: str, phrase: str = "", *, formatted: bool = False) -> str:
    """Return `phrase`, or if that is "" the name of the character `key`, for an action that takes this character.

    If another player owns the character, "(from …)" with that player's name follows (H20). With `formatted` Markdown in
    the name is escaped.
    """
    phrase = phrase or terms.character(words, key)
    owner = next((card.owner for card in view_of(look).characters if card.key == key), None)
    if owner is None:
        return phrase
    name = look.table.seats[owner].name
    return words.say("{character} (from {name})", character=phrase, name=escaped(name) if formatted else name)


def loan_warnings(words: Words, view: View, seat: int, move: Move) -> list[str]:
    """Return warnings of the loans to which a seat's move leads: one for loans now, one for the end of the round (H36).

    The second is given only if storing the wares will need more loans than without the move. Return [] without loans.
    """
    told = []
    if loans := quotes.quote_move(view, seat, move).loans:
        told.append(loan_text.loan_warning(words, loans))
    before, after = quotes.forecast_round_end(view, seat), quotes.forecast_round_end(view, seat, move)
    if before and after and after.loans > before.loans:
        told.append(loan_text.storage_loan_warning(words, after.silver, after.fee))
    return told


def outcome_facts(
    words: Words, view: View, seat: int, place: str, action: actions.AnyAction, *, signs: bool = True
) -> list[str]:
    """Return what an action of a seat on a place costs and brings, as short texts, the most important first.

    The order is silver, points, loans, wares too many for the store, and then what is special to the action: transports
    that it replaces, the character's effect, or the prices that it changes. What does not apply is left out. The points
    are also left out for the action `Point`, whose name already has them. `signs` is False for labels and selects: then
    wares are named instead of shown as emoji.
    """
    deal = quotes.quote_action(view, seat, place, action)
    facts = []
    if deal.silver:
        facts.append(words.say("{n} silver", n=f"{deal.silver:+d}".replace("-", "−")))
    if deal.points and not isinstance(action, actions.Point):
        facts.append("+" + terms.points(words, deal.points))
    facts += loan_warnings(words, view, seat, moves.Work(moves.OWN, place, action))
    facts += surplus_facts(words, view, seat, action)
    match action:
        case actions.Fetch():
            facts += _replaced_transports(words, view, seat, action)
        case actions.Recruit():
            facts.append(words.say(terms.CHARACTER_EFFECT[action.character]))
        case actions.Buy() | actions.Sell():
            after = quotes.levels_after(view, action.wares, isinstance(action, actions.Buy))
            facts += [
                f"{terms.WARE_EMOJI[ware.key] if signs else words.say(terms.WARE[ware.key])} "
                f"{ware.price} → {PRICES[i][after[i]]}"
                for i, ware in enumerate(view.wares)
                if after[i] != ware.level
            ]
    return facts


def _replaced_transports(words: Words, view: View, seat: int, action: actions.Fetch) -> list[str]:
    """Return a text for each transport of the seat that is replaced because a bought one has the same kind (H19)."""
    me = view.players[seat]
    return [
        words.say(terms.REPLACED[kind])
        for kind, card in (("cart", me.cart), ("ship", me.ship))
        if card and any(STACKS[STACK[key]].kind == kind for key in action.stacks)
    ]


def surplus_facts(words: Words, view: View, seat: int, action: actions.AnyAction) -> list[str]:
    """Return one text that says how many wares too many the action would bring into a store (H36); [] if none.

    The store is the warehouse for wares bought or got free, and the trading post for wares loaded.
    """
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
    beyond = count - quotes.store_limit(view, seat)
    return [words.say(terms.STORE_SURPLUS[store], n=beyond)] if beyond > 0 else []


def join_fitting(facts: Sequence[str], max_chars: int = MAX_OPTION_CHARS) -> str:
    """Return the facts joined by " · ", in order; a fact with which the line would exceed `max_chars` is left out.

    A later, shorter fact may still be added after one was left out.
    """
    line = ""
    for fact in facts:
        longer = f"{line} · {fact}" if line else fact
        if len(longer) <= max_chars:
            line = longer
    return line
