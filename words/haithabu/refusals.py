"""Haithabu: sentences that say why a move is illegal and what to do instead (`refusal`)."""

from __future__ import annotations

from rules import Illegal
from rules.errors import Fact
from words.catalogue import N_, Words
from words.haithabu.terms import CHARACTER, EVENT, KIND, ONE, PLACE, STORE, WARE

_REFUSED = {
    "wrong_kind": N_("You cannot do that right now. The menu shows what you can do."),
    "no_such_character": N_("There is no such character. Choose one from the list."),
    "already_yours": N_("{character} is yours already. Choose another character."),
    "character_is_safe": N_("{character} is safe until the end of the round. Choose another character."),
    "character_is_taken": N_("{character} is taken. Choose another character."),
    "not_your_character": N_("{character} is not yours. Choose one of your own."),
    "name_each_once": N_("Name each character only once."),
    "nothing_delivered": N_("Deliver at least one ware."),
    "same_order_twice": N_("Name each order only once."),
    "not_your_order": N_("{order} is not one of your orders. Choose one of yours."),
    "not_missing": N_("{order} still needs {missing} {ware}, no more. Deliver fewer."),
    "not_in_trading_post": N_("You have {owned} {ware} in your trading post, not {wanted}. Transport some first."),
    "not_in_warehouse": N_("You have {owned} {ware} in your warehouse, not {wanted}. Choose fewer."),
    "starter_must_be_named": N_("First say who starts the next round."),
    "no_such_seat": N_("There is no such player. Choose one from the list."),
    "no_such_price": N_("Choose a ware, then up or down."),
    "level_ends_there": N_("The price of {ware} cannot go any further that way. Choose another."),
    "too_many_wares": N_("The Stevedore carries at most {most} wares, not {wanted}. Choose fewer."),
    "function_not_left": N_("{character} has nothing more to do this round."),
    "no_such_ware_there": N_("You have no {ware} in your {store}. Choose another ware."),
    "no_such_gift": N_("Give a ware, 10 silver or a point."),
    "not_enough_silver": N_("You have {silver} silver, not {cost}. Give something else."),
    "not_a_transport": N_("You have no such transport. Choose one of yours."),
    "discard_one": N_("Discard exactly one ware, not {given}."),
    "wrong_loans": N_("Loans needed for that: {needed}, not {said}. Name exactly that many."),
    "too_expensive": N_(
        "That costs {cost} silver. You have {silver}; loans left in the bank: {left}. Choose something cheaper."
    ),
    "nothing_repaid": N_("Repay at least one loan, or go on."),
    "no_loans": N_("You have no loan to repay. The menu shows what you can do."),
    "not_so_many_loans": N_("You do not have that many loans: {owned}, not {loans}. Repay fewer."),
    "cannot_repay": N_("Repaying costs {cost} silver and you have {silver}. Repay fewer, or go on."),
    "sold_in_this_phase": N_("You have sold {ware} in this phase, so you cannot buy any now. Choose another ware."),
    "bought_in_this_phase": N_(
        "You have bought {ware} in this phase, so you cannot sell any now. Choose another ware."
    ),
    "not_enough_cubes": N_("Only {left} {ware} left, not {wanted}. Choose fewer."),
    "no_wares": N_("Name at least one ware."),
    "one_ware_at_a_time": N_("On the market a worker deals in one ware only."),
    "neither_equal_nor_different": N_("Choose up to {most} wares of one kind, or up to {most} that are all different."),
    "not_rolled": N_("{event} was not rolled. Choose one of the two."),
    "not_on_display": N_("{order} is not on display. Choose another order."),
    "wrong_action": N_("That cannot be done on {place}. Choose what is possible there."),
    "not_so_far": N_("The rondel turns by 0, 1 or 2 fields, not by {fields}."),
    "discard_the_surplus": N_("Discard exactly {wanted} from your {store}, not {given}."),
    "order_and_free_ware": N_("On D you take an order and a free ware, or the point."),
    "no_such_ware": N_("There is no such ware. Choose one from the list."),
    "not_on_market": N_("The market has no {ware} now. Choose another ware."),
    "no_free_ware": N_("On H there is no free ware: sell one instead."),
    "only_one_ware": N_("On H you sell one ware only, not {wanted}."),
    "no_such_stack": N_("There is no such stack. Choose one from the list."),
    "stack_is_empty": N_("That stack is empty. Choose another one."),
    "nothing_named": N_("Choose at least one stack."),
    "same_kind_twice": N_("Choose one cart and one ship at most."),
    "no_such_transport": N_("Choose a cart or a ship."),
    "no_transport": N_("You have no {kind}. Buy one on A first."),
    "no_place_for_that": N_("There is no place for {beyond} of these wares. Load fewer."),
    "one_of_each_stack": N_("Take one card from each stack you looked at: {wanted}, not {given}."),
    "not_seen_there": N_("That card was not among those you looked at. Choose one of them."),
    "own_worker_is_placed": N_("Hire before you place your own worker."),
    "one_a_turn": N_("You can hire only one neutral worker in a turn."),
    "inn_is_empty": N_("No neutral worker is left in the inn this round."),
    "must_be_placed": N_("There is still something for it to do: {places}."),
    "no_such_worker_waits": N_("That worker is placed already."),
    "no_such_place": N_("There is no such place. Choose one from the list."),
    "colour_stands_there": N_("A worker of that colour stands on {place} already. Choose another place."),
    "no_dice_by_day": N_("It is day on {place}: no dice there. Say what your worker does."),
    "action_comes_at_once": N_("It is day on {place}: say at once what your worker does."),
    "event_comes_first": N_("It is night on {place}: the event comes first. Say how many dice you roll."),
    "one_or_two_dice": N_("Roll one die or two."),
    "nothing_to_do_there": N_("There is nothing to do on {place} now. Choose another place."),
}


def refusal(words: Words, error: Illegal) -> str:
    """Return the sentence for an illegal move. Raises `KeyError` for an unknown error key.

    Keys in the error's facts become names; a ware is in the singular if one of the numbers beside it is 1.
    """
    facts = {key: _fact(words, key, value) for key, value in error.facts.items()}
    if (
        1 in (error.facts.get("missing"), error.facts.get("owned"), error.facts.get("left"))
        and error.facts.get("ware") in ONE
    ):
        facts["ware"] = words.say(ONE[str(error.facts["ware"])])
    return words.say(_REFUSED[error.key], **facts)


def _fact(words: Words, key: str, value: Fact) -> Fact:
    """Return a fact as it is shown: a key's name, a tuple of places as a list of names, anything else unchanged.

    `key` is the name of the fact in the sentence.
    """
    tables = {"ware": WARE, "character": CHARACTER, "store": STORE, "kind": KIND, "place": PLACE, "event": EVENT}
    if key in tables and isinstance(value, str):
        return words.say(tables[key][value]) if value in tables[key] else value
    if isinstance(value, tuple):
        return ", ".join(words.say(PLACE.get(each, each)) for each in value)
    return value
