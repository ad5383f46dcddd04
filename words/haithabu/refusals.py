"""Haithabu: sentences that say why a move is illegal and what to do instead (`refusal`)."""

from __future__ import annotations

from rules import Illegal
from rules.errors import Fact
from words.catalogue import N_, Term, Words
from words.haithabu import terms
from words.haithabu.terms import CHARACTER, EVENT, KIND, PLACE, SIGNS, STORE, WARE
from words.signs import without_signs

_REFUSED = {
    "wrong_kind": N_("You can't do that right now. The menu shows what you can do."),
    "no_such_character": N_("I don't know that character. Choose one from the list."),
    "already_yours": N_("The {character} is already yours. Choose another character."),
    "character_is_safe": N_("The {character} is protected until the end of the round. Choose another character."),
    "character_is_taken": N_("The {character} is taken. Choose another character."),
    "not_your_character": N_("The {character} isn't yours. Choose one of your own."),
    "name_each_once": N_("Choose each character only once."),
    "nothing_delivered": N_("Deliver at least one ware."),
    "same_order_twice": N_("Choose each order only once."),
    "not_your_order": N_("{order} isn't one of your orders. Choose one of yours."),
    "not_missing": N_("{order} only needs {amount} more. Deliver fewer."),
    "not_in_trading_post": N_("You only have {amount} in your trading post, not {wanted}. Transport some first."),
    "not_in_warehouse": N_("You only have {amount} in your warehouse, not {wanted}. Choose fewer."),
    "starter_must_be_named": N_("First choose who starts the next round."),
    "no_such_seat": N_("I don't know that player. Choose one from the list."),
    "no_such_price": N_("Choose a ware, then up or down."),
    "level_ends_there": N_("The price of {ware} can't go any further that way. Choose something else."),
    "too_many_wares": N_("The Stevedore can carry {most} wares at most, not {wanted}. Choose fewer."),
    "function_not_left": N_("The {character} has nothing left to do this round. The menu shows what you can do."),
    "no_such_ware_there": N_("You have no {ware} in your {store}. Choose another ware."),
    "no_such_gift": N_("Give a ware, 10 silver or a point."),
    "not_enough_silver": N_("You only have {silver} silver, not {cost}. Give something else."),
    "not_a_transport": N_("You don't have that transport. Choose one of yours."),
    "discard_one": N_("Discard exactly one ware, not {given}."),
    "wrong_loans": N_("You need {needed} for that, not {said}."),
    "too_expensive": N_(
        "That costs {cost} silver. You have {silver}, and the bank has {left} left. Choose something cheaper."
    ),
    "nothing_repaid": N_("Repay at least one loan, or continue."),
    "no_loans": N_("You have no loans to repay. The menu shows what you can do."),
    "not_so_many_loans": N_("You can't repay {loans} loans: you only have {owned}. Repay fewer."),
    "cannot_repay": N_("Repaying costs {cost} silver, and you have {silver}. Repay fewer, or continue."),
    "sold_in_this_phase": N_("You sold {ware} in this phase, so you can't buy any now. Choose another ware."),
    "bought_in_this_phase": N_("You bought {ware} in this phase, so you can't sell any now. Choose another ware."),
    "not_enough_cubes": N_("Only {amount} left, not {wanted}. Choose fewer."),
    "no_wares": N_("Choose at least one ware."),
    "one_ware_at_a_time": N_(
        "At the market, a worker can trade only one kind of ware, as many as you like. Choose one."
    ),
    "neither_equal_nor_different": N_("Choose up to {most} wares of one kind, or up to {most} different ones."),
    "not_rolled": N_("You didn't roll {event}. Choose one of the two events."),
    "not_on_display": N_("{order} isn't on display. Choose another order."),
    "wrong_action": N_("You can't do that on {place}. Choose something that is possible there."),
    "not_so_far": N_("You can turn the rondel by 0, 1 or 2 fields, not by {fields}."),
    "discard_the_surplus": N_("Discard exactly {wanted} from your {store}, not {given}."),
    "order_and_free_ware": N_("On D, take an order and a free ware, or take 1 point instead."),
    "no_such_ware": N_("I don't know that ware. Choose one from the list."),
    "not_on_market": N_("The market has no {ware} right now. Choose another ware."),
    "no_free_ware": N_("There is no free ware on H. Sell one instead."),
    "only_one_ware": N_("On H you can only sell one ware, not {wanted}."),
    "no_such_stack": N_("I don't know that stack. Choose one from the list."),
    "stack_is_empty": N_("That stack is empty. Choose another one."),
    "nothing_named": N_("Choose at least one stack."),
    "same_kind_twice": N_("Choose at most one cart and one ship."),
    "no_such_transport": N_("Choose a cart or a ship."),
    "no_transport": N_("You have no {kind}. Buy one on A first."),
    "no_place_for_that": N_("There is no room for {beyond} of these wares. Load fewer."),
    "one_of_each_stack": N_("Take one card from each stack you looked at: {wanted}, not {given}."),
    "not_seen_there": N_("You didn't see that card. Choose one of those you looked at."),
    "own_worker_is_placed": N_(
        "You can only hire a neutral worker before you place your own. The menu shows what you can do."
    ),
    "one_a_turn": N_("You can only hire one neutral worker per turn. The menu shows what you can do."),
    "inn_is_empty": N_("There are no neutral workers left in the inn this round. Continue with your own worker."),
    "must_be_placed": N_("There is still something this worker can do: {places}. Choose one of these."),
    "no_such_worker_waits": N_(
        "You have already placed that worker, or you didn't hire it. The menu shows what you can do."
    ),
    "no_such_place": N_("I don't know that place. Choose one from the list."),
    "colour_stands_there": N_("There is already a worker of that colour on {place}. Choose another place."),
    "no_dice_by_day": N_("It is day on {place}, so there are no dice to roll. Choose what your worker does."),
    "action_comes_at_once": N_("It's day on {place}, so your worker acts right away. Choose what it does."),
    "event_comes_first": N_("It is night on {place}, so the event comes first. Choose how many dice to roll."),
    "one_or_two_dice": N_("Roll one die or two."),
    "nothing_to_do_there": N_("There is nothing to do on {place} right now. Choose another place."),
}


def refusal(words: Words, error: Illegal) -> str:
    """Return the sentence for an illegal move. Raises `KeyError` for an unknown error key.

    Keys in the error's facts are replaced by names. If the facts have a ware and a count (`missing`, `owned` or
    `left`), the sentence can show both as `{amount}`, for example "2 cloth". If something is too expensive, `{left}` is
    the number of loans that the bank has left, for example "2 loans".
    """
    facts = {key: _fact(words, key, value) for key, value in error.facts.items()}
    count = next((error.facts[key] for key in ("missing", "owned", "left") if key in error.facts), None)
    if isinstance(count, int) and error.facts.get("ware") in WARE:
        facts["amount"] = without_signs(terms.ware_count(words, str(error.facts["ware"]), count), SIGNS)
    elif error.key == "too_expensive" and isinstance(count, int):
        facts["left"] = terms.loans(words, count)
    return words.say(_REFUSED[error.key], **facts)


def _fact(words: Words, key: str, value: Fact) -> Fact | Term:
    """Return a fact as the sentence shows it; `key` is the name of the fact in the sentence.

    A key of the rules (ware, character, store, kind, place, event) becomes its name, and a tuple of places a list of
    names. The number `needed` gets the unit loans. Anything else stays unchanged.
    """
    tables = {"ware": WARE, "character": CHARACTER, "store": STORE, "kind": KIND, "place": PLACE, "event": EVENT}
    if key in tables and isinstance(value, str):
        return words.term(tables[key][value]) if value in tables[key] else value
    if key == "needed" and isinstance(value, int):
        return terms.loans(words, value)
    if isinstance(value, tuple):
        return ", ".join(words.say(PLACE.get(each, each)) for each in value)
    return value
