"""The controls with which a player puts a worker's action together, for the market and each of the fields A to H.

A drafted action is stored until the player makes the move. `action_choices` returns the controls for the draft's place.
The functions `_choose_…` return the new draft after a click on them; `STEPS` maps the verb of a control to such a
function. `chosen_so_far` says in words what an incomplete action has already. The controls for wares to buy and sell
are in `deal_choices`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from cogs.games.haithabu.deal_choices import (
    bargain_choices,
    choose_different,
    choose_ware,
    market_choices,
    price_of_cube,
    ware_option,
)
from cogs.games.haithabu.draft_kinds import Placing, first_or_empty, read_action, selected_wares
from cogs.games.haithabu.menu_choices import cube_options, cubes_per_ware, select_or_button
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import action_text, join_fitting, loads_by_place, outcome_facts, recruit_text
from cogs.messages.menu_controls import menu_target
from cogs.messages.panel import Button, Option, Part, Row, Text, text
from rules.haithabu import actions, quotes
from rules.haithabu.best_packing import best_deliveries, best_loads, orders_ready_after
from rules.haithabu.card_data import ORDER, STACK, STACKS
from rules.haithabu.data import WARES
from rules.haithabu.view import StackView
from tables.model.table import Look
from words import N_, Words, words_in
from words.haithabu import terms

Choices = Callable[[Look, Words, Placing], list[Part]]
"""Returns the controls for a drafted placing on one place."""
Step = Callable[[Placing, str, Sequence[str]], Placing]
"""Returns the draft that follows another one, by the prefix and the chosen values of a click (`split_choice`)."""


_EXTENSIBLE = ("A", "E", "H")
"""Places where something may be added to an action that is already complete."""


def action_choices(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the controls that choose or extend the drafted action on the draft's place; [] for an unknown place."""
    choices = _CHOICES.get(placing.place)
    return choices(look, words, placing) if choices else []


def can_be_extended(look: Look, placing: Placing) -> bool:
    """Return True if something may be added to the drafted complete action: its menu has choices for that."""
    return placing.place in _EXTENSIBLE and bool(action_choices(look, words_in("en"), placing))


def chosen_so_far(look: Look, words: Words, placing: Placing) -> str:
    """Return a line about what is already chosen of an incomplete action; "" if nothing is.

    If a ware is chosen, the line names it and its price and asks how many to buy or sell. If an order is chosen, the
    line names the order.
    """
    verb, _, key = placing.action.partition(" ")
    if key in WARES:
        price = price_of_cube(look, placing.place, verb, key)
        asked = (
            N_("Sell {ware}, {price} each: how many?") if verb == "sell" else N_("Buy {ware}, {price} each: how many?")
        )
        return words.say(asked, ware=terms.ware(words, key), price=terms.silver(words, price))
    if verb == "order" and key in ORDER:
        return words.say("You take {order}.", order=terms.order(words, key))
    return ""


def _choose_action(placing: Placing, _: str, values: Sequence[str]) -> Placing:
    """Return the draft with the chosen action, whose whole text is the chosen value."""
    return placing.with_action(first_or_empty(values))


# On A and B


def _fetching(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the controls on field A (H19): a choice of carts to buy and a choice of ships.

    If a cart is drafted already, no carts are offered, and likewise ships. A stack is offered if it has cards and if
    the seat can pay for its card and for a card already drafted together.
    """
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
            if stack.cards and _kind(stack.key) == kind and _is_affordable(look, placing.place, action):
                single = actions.Fetch((stack.key,))
                facts = outcome_facts(words, view_of(look), look.seat, placing.place, single)
                options.append(
                    Option(_stack_label(look, words, stack), stack.key, join_fitting(facts), terms.KIND_EMOJI[kind])
                )
        name = terms.AND_FETCH[kind] if chosen else terms.FETCH[kind]
        parts += select_or_button(look, "haithabu.fetch", f"{kind}:", words.say(name), options)
    return parts


def _stack_label(look: Look, words: Words, stack: StackView) -> str:
    """Return the label of a stack of transports: the name of its open card.

    If the seat owns the Carpenter, who may choose among the top three cards, the label names the stack instead.
    """
    assert look.seat is not None
    if quotes.owns_character(view_of(look), look.seat, "carpenter"):
        return words.say("{stack}, one of the top three", stack=terms.stack(words, stack.key))
    return terms.transport_places(words, stack.top or "")


def _kind(stack: str) -> str:
    """Return the kind of transport, "cart" or "ship", in the stack with this key."""
    return STACKS[STACK[stack]].kind


def _is_affordable(look: Look, place: str, action: actions.AnyAction) -> bool:
    """Return True if the seat can pay for an action on a place, with loans if needed (H28)."""
    assert look.seat is not None
    return quotes.quote_action(view_of(look), look.seat, place, action).affordable


def _choose_stack(placing: Placing, _: str, values: Sequence[str]) -> Placing:
    """Return the draft that buys from the stack that `values` name.

    A stack of the other kind that the draft already has is kept; one of the same kind is replaced.
    """
    begun, stack = read_action(placing.action), first_or_empty(values)
    kept = begun.stacks if isinstance(begun, actions.Fetch) and stack in STACK else ()
    both = [*(key for key in kept if _kind(key) != _kind(stack)), stack]
    return placing.with_action("fetch", *sorted(both))


def _recruiting(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the controls on field B (H20): a choice of the characters that the seat can take and afford.

    Each option says what the character does, and from which player it would be taken. A line below names the other
    players' characters that nobody can take in this round, if there are any.
    """
    assert look.seat is not None
    options, safe = list[Option](), list[str]()
    for card in view_of(look).characters:
        action = actions.Recruit(card.key)
        if card.owner == look.seat:
            continue
        if card.owner is not None and card.safe:
            safe.append(terms.character(words, card.key))
        elif _is_affordable(look, placing.place, action):
            facts = outcome_facts(words, view_of(look), look.seat, placing.place, action)
            options.append(
                Option(
                    recruit_text(look, words, card.key),
                    f"recruit {card.key}",
                    join_fitting(facts),
                    terms.CHARACTER_EMOJI[card.key],
                )
            )
    parts = select_or_button(look, "haithabu.act", "recruit:", words.say("Recruit a character"), options)
    if safe:
        note = words.say(
            "🔒 New owner, so protected until the end of the round: {characters}", characters=words.join_and(safe)
        )
        parts.append(text(f"-# {note}"))
    return parts


# On D and H


def _taking(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the controls on the fields D and H (H23, H24) for the next part of the drafted action.

    - Nothing is drafted: the orders on display, and taking points instead. On D there are orders only if the market has
      a ware; on H there is also the choice to sell only one ware.
    - An order is drafted: on D the ware that the seat gets free; on H a ware to sell as well, which is optional.
    - Anything else is drafted: [].

    On H a ware that was bought in this turn cannot be sold.
    """
    view, me = view_of(look), own_player(look)
    free = placing.place == "D"
    taken = placing.action.startswith("order ")
    if taken and free:
        wares = [ware_option(look, words, ware.key) for ware in view.wares if ware.market]
        return select_or_button(look, "haithabu.with", "gain:", words.say("Which ware do you want for free?"), wares)
    bought = view.turn.bought if view.turn else ()
    sales = [
        ware_option(look, words, ware.key, "sell", placing.place)
        for ware, have in zip(view.wares, me.post, strict=True)
        if not free and have and ware.key not in bought
    ]
    if taken:
        return select_or_button(look, "haithabu.with", "sell:", words.say("And sell …"), sales)
    if placing.action:
        return []
    lines = [
        Option(f"{key} {terms.order_summary(words, key, signs=False)}", key)
        for key in (*view.upper, *view.lower)
        if key and (not free or any(ware.market for ware in view.wares))
    ]
    parts = select_or_button(look, "haithabu.order", ":", words.say("Take an order"), lines)
    alone = [msgspec.structs.replace(sale, value=f"sell {sale.value}") for sale in sales]
    parts += select_or_button(look, "haithabu.act", "sale:", words.say("Just sell one ware …"), alone)
    point = menu_target(look, "haithabu.act", ":point")
    return [*parts, Row((Button(terms.take_points_label(words), point, emoji="⭐"),))]


def _choose_order(placing: Placing, _: str, values: Sequence[str]) -> Placing:
    """Return the draft that takes the chosen order; on D it is unfinished, and the menu asks for the free ware next."""
    return placing.with_action("order", first_or_empty(values), unfinished=placing.place == "D")


def _choose_with_order(placing: Placing, how: str, values: Sequence[str]) -> Placing:
    """Return the draft that takes the drafted order, together with the ware that `values` name.

    `how` is "gain" if the seat gets the ware free, or "sell" if it sells it. A ware chosen before is replaced.
    """
    return placing.with_action(*placing.action.split()[:2], how, first_or_empty(values))


# On E and F


def _loading(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the controls on field F (H27): for each transport a choice of good loads, and a choice of single cubes.

    The choice of cubes is left out if it would have only one. If it cannot list all cubes that would fit on the
    transport, a note says how to load more. Return [] without transports or wares.
    """
    me = own_player(look)
    assert look.seat is not None
    parts: list[Part] = []
    loads = best_loads(view_of(look), look.seat)
    for kind, card in (("cart", me.cart), ("ship", me.ship)):
        if card and any(me.warehouse):
            packed = [load for load in loads if load.kind == kind]
            parts += _complete_actions(look, words, placing.place, f"{kind}:", words.say(terms.LOADING[kind]), packed)
            free, given = quotes.transport_capacity(view_of(look), look.seat, card)
            room = free + sum(given)
            fitting_in = [min(have, free + places) for have, places in zip(me.warehouse, given, strict=True)]
            lines = cube_options(words, fitting_in, room)
            hint = words.say(terms.LOAD[kind])
            if len(lines) > 1:
                parts += select_or_button(look, "haithabu.load", f"{kind}:", hint, lines, max_chosen=room)
            if (most := cubes_per_ware(fitting_in, room)) < max(fitting_in):
                more = words.say("The list shows at most {n} of each ware. For more, use `/haithabu work`.", n=most)
                parts.append(Text("-# " + more))
    return parts


def _complete_actions(
    look: Look, words: Words, place: str, prefix: str, question: str, complete: Sequence[actions.Load | actions.Deliver]
) -> list[Part]:
    """Return a choice of complete actions on a place, each with its wares and what it brings; [] if there are none.

    A single action becomes a button; several become a select whose placeholder is `question` with an ellipsis. `prefix`
    is the beginning of the controls' arguments: it distinguishes this choice from others with the same verb.
    """
    assert look.seat is not None
    options = []
    for action in complete:
        if isinstance(action, actions.Load):
            named = terms.ware_names(words, action.wares)
        else:
            named = action_text(look, words, action)
        helped = _helped_orders(look, words, action)
        facts = outcome_facts(words, view_of(look), look.seat, place, action, signs=False)
        options.append(Option(named, " ".join((action.verb, *action.words())), join_fitting([*helped, *facts])))
    placeholder = question if len(options) == 1 else f"{question} …"
    return select_or_button(look, "haithabu.act", prefix, placeholder, options)


def _helped_orders(look: Look, words: Words, action: actions.Load | actions.Deliver) -> list[str]:
    """Return a text that names the orders that a load makes ready, or that a delivery completes; [] if there are none.

    A delivery that completes each of its orders has no such text either.
    """
    assert look.seat is not None
    if isinstance(action, actions.Load):
        ready = orders_ready_after(view_of(look), look.seat, action)
        return [words.say("then you can complete {orders}", orders=words.join_and([*ready]))] if ready else []
    completed = quotes.completed_orders(view_of(look), look.seat, action)
    named = [order for order, _ in loads_by_place(look, action) if order in completed]
    is_partial = 0 < len(named) < len(action.loads)
    return [words.say("completes {orders}", orders=words.join_and(named))] if is_partial else []


def _choose_load(placing: Placing, kind: str, values: Sequence[str]) -> Placing:
    """Return the draft that loads the chosen cubes on the transport of this `kind`, "cart" or "ship".

    `values` are the selected cubes, such as `cloth#2`. What was drafted before is replaced.
    """
    return placing.with_action("load", kind, *selected_wares(values))


def _delivering(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the controls on field E (H26): a choice of good deliveries, and for each order a choice of single cubes.

    Good deliveries are offered only while nothing is drafted. An order has no choice of cubes in these cases:

    - The draft already delivers to the order.
    - The seat has no ware left that the order still needs.
    - Nothing is drafted, and the order could get only one cube: that alone is one of the good deliveries.
    """
    me = own_player(look)
    begun = read_action(placing.action)
    loads = dict(begun.loads) if isinstance(begun, actions.Deliver) else {}
    left = [have - sum(wares[i] for wares in loads.values()) for i, have in enumerate(me.post)]
    assert look.seat is not None
    good = [] if loads else best_deliveries(view_of(look), look.seat)
    parts = _complete_actions(look, words, placing.place, "full:", words.say("Deliver"), good)
    for order in me.orders:
        fits = [max(0, min(want, have)) for want, have in zip(quotes.missing_wares(order), left, strict=True)]
        lines = cube_options(words, fits, max(fits))
        is_listed = actions.Deliver(((order.order, tuple(fits)),)) in good
        if order.order not in loads and (len(lines) > 1 or not is_listed):
            asked = N_("And deliver to {order} …") if loads else N_("Choose wares for {order} …")
            name = words.say(asked, order=order.order)
            parts += select_or_button(look, "haithabu.deliver", f"{order.order}:", name, lines, max_chosen=len(lines))
    return parts


def _choose_delivery(placing: Placing, order: str, values: Sequence[str]) -> Placing:
    """Return the draft that delivers the chosen cubes to an order, in addition to deliveries already drafted.

    `values` are the selected cubes, such as `cloth#2`.
    """
    return placing.with_action(placing.action or "deliver", order, *selected_wares(values))


_CHOICES: dict[str, Choices] = {
    "market": market_choices,
    "A": _fetching,
    "B": _recruiting,
    "C": partial(bargain_choices, verb="sell"),
    "D": _taking,
    "E": _delivering,
    "F": _loading,
    "G": partial(bargain_choices, verb="buy"),
    "H": _taking,
}

STEPS: dict[str, Step] = {
    "haithabu.ware": choose_ware,
    "haithabu.act": _choose_action,
    "haithabu.fetch": _choose_stack,
    "haithabu.different": choose_different,
    "haithabu.order": _choose_order,
    "haithabu.with": _choose_with_order,
    "haithabu.load": _choose_load,
    "haithabu.deliver": _choose_delivery,
}
"""The step that a click on a control of this module makes, by the control's verb."""
