"""Haithabu: why the computer advises a move, in a few words that are shown beside the move (`reason`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Fact
from words.catalogue import N_, N_many, Term, Words
from words.haithabu import terms
from words.haithabu.terms import WARE

_REASONS = {
    "completes": N_("completes {orders}"),
    "ready": N_("then everything for {orders} is in your trading post"),
    "all_for": N_("then you have everything for {orders}"),
    "for_orders": N_("for your order {orders}"),
    "for_order": N_("{amounts} for {order}"),
    "surplus": N_("⚠️ {amounts} more than your orders need"),
    "cheap": N_("cheap right now"),
    "dear": N_("sells for a good price now"),
    "unwanted": N_("none of your orders needs it"),
    "at_hand": N_("then you already have {n} of its {total} wares"),
    "pushes_out": N_("⚠️ pushes out {order}"),
    "cheapest": N_("costs the least to buy again: {silver} silver"),
    "no_function_helps": N_("nothing here helps your orders right now"),
    "nothing_to_carry_with": N_("so that you can carry wares"),
    "two_things": N_("then you can do both: {deeds}"),
    "e_g_two_things": N_("two actions, e.g. {deeds}"),
    "event_risk": N_("⚠️ an event comes first: you may lose {losses}"),
    "second_action": N_("gives you a second action this turn"),
    "needed": N_("⚠️ needed for {orders}"),
    "too_late": N_("too late for {orders}"),
    "spare": N_("more than your orders need"),
    "to_sell": N_("to sell: none of your orders needs it"),
    "to_sell_later": N_("to sell later: none of your orders needs it"),
    "buys_cheaper": N_("saves {silver} silver on the wares your orders still need, at current prices"),
    "buys_transport": N_("lets you buy a cart or ship at the end of the round, without a worker"),
    "lowers_price": N_("can make a ware cheaper at the end of the round: your orders still need {amounts}"),
    "saves_storage": N_("saves {silver} silver of storage costs for the wares in your warehouse"),
    "goes_first": N_("you go first in the next round"),
    "price_down": N_("your orders still need {amounts}"),
    "price_down_against": N_("⚠️ you have {amounts} left over to sell"),
    "price_up_against": N_("⚠️ your orders still need {amounts}"),
    "price_up": N_("you have {amounts} left over to sell"),
    "viking_games": N_("every other player has to give you something"),
    "unrest": N_("every other player loses a ware or a point"),
    "fog": N_("nothing happens"),
    "costs_silver": N_("costs you {silver} silver"),
    "costs_point": N_("costs you 1 point"),
    "costs_character": N_("costs you a character"),
    "costs_transport": N_("costs you your cart or ship"),
    "then_order": N_("e.g. take {order} ({summary})"),
    "then_recruit": N_("e.g. recruit the {character}"),
    "then_fetch": N_("e.g. buy {kinds}"),
    "then_buy": N_("e.g. buy {wares}"),
    "then_sell": N_("e.g. sell {wares}"),
    "then_point": N_("e.g. take the point"),
    "then_deliver": N_("e.g. deliver"),
    "then_load": N_("e.g. transport your wares"),
}
_COUNTED = {
    "too_many": N_many("⚠️ {n} ware too many for your trading post", "⚠️ {n} wares too many for your trading post"),
    "counts": N_many("worth {n} point at the end of the game", "worth {n} points at the end of the game"),
    "counts_instead": N_many(
        "{n} point for you instead of for its owner", "{n} points for you instead of for its owner"
    ),
    "counts_or_returned": N_many(
        "worth {n} point at the end of the game, or after round {round} if you return it",
        "worth {n} points at the end of the game, or after round {round} if you return it",
    ),
    "goes_after": N_many("{n} player goes before you in the next round", "{n} players go before you in the next round"),
    "returns": N_many("{n} point right away", "{n} points right away"),
    "keeps_characters": N_many(
        "you keep their abilities; each one you still have at the end of the game is worth {n} point",
        "you keep their abilities; each one you still have at the end of the game is worth {n} points",
    ),
    "hires": N_many(
        "in the next round, the first neutral worker costs you {silver} silver instead of {instead}",
        "in each of the next {n} rounds, the first neutral worker costs you {silver} silver instead of {instead}",
    ),
    "keeps_wares": N_many(
        "saves {n} ware that you would have to discard at the end of the round",
        "saves {n} wares that you would have to discard at the end of the round",
    ),
    "moves_for_orders": N_many(
        "can move {n} ware for your orders to your trading post at the end of the round, without a cart or ship",
        "can move {n} wares for your orders to your trading post at the end of the round, without a cart or ship",
    ),
    "supplies": N_many(
        "{n} extra point and {silver} extra silver when you complete {orders}",
        "{n} extra points and {silver} extra silver when you complete {orders}",
    ),
}
"""Reasons whose sentence depends on the number `n`: for one, and for more."""
_CARRIES_MORE: Mapping[Fact, str] = {
    ("cart",): N_("your cart carries {n} more wares"),
    ("ship",): N_("your ship carries {n} more wares"),
    ("cart", "ship"): N_("your cart and ship each carry {n} more wares"),
}
"""The reason `carries_more`, by the player's transports."""
_NAMES = {
    "wares": WARE,
    "kinds": {"cart": N_("a cart"), "ship": N_("a ship")},
}
"""Untranslated names of the values of facts, by the fact's name."""


_DEEDS = {
    "buy": N_("buy wares ({place})"),
    "sell": N_("sell ({place})"),
    "fetch": N_("buy a cart or ship ({place})"),
    "recruit": N_("recruit ({place})"),
    "order": N_("take an order ({place})"),
    "point": N_("take a point ({place})"),
    "deliver": N_("deliver ({place})"),
    "load": N_("transport wares ({place})"),
}
"""What a worker can do on a place, by the verb of its action."""


_LOSSES = {"character": N_("a character"), "cart": N_("your cart"), "ship": N_("your ship")}


def reason(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """Return the text of a reason for an advised move, by the reason's key, with its facts filled in.

    Raises `KeyError` for an unknown key.
    """
    filled = {name: _fact(words, name, value) for name, value in facts.items()}
    orders = facts.get("orders", ())
    if key == "for_orders" and isinstance(orders, tuple) and len(orders) > 1:
        return words.say("for your orders {orders}", **filled)
    if key == "effect":
        return words.say(terms.CHARACTER_EFFECT[str(facts["character"])])
    if key in _COUNTED:
        return words.many(*_COUNTED[key], int(str(facts["n"])), **filled)
    if key == "at_hand" and facts["n"] == facts["total"]:
        return words.say("then you have all {total} wares for it", **filled)
    if key == "carries_more":
        return words.say(_CARRIES_MORE[facts["kinds"]], n=facts["n"])
    if key == "then_order":
        filled["summary"] = terms.order_summary(words, str(facts["order"]), signs=True)
    if key == "still_needs":
        return _still_needs(words, facts, filled["amounts"])
    return words.say(_REASONS[key], **filled)


def _still_needs(words: Words, facts: Mapping[str, Fact], amounts: Fact | Term) -> str:
    """Return what an order still needs after the advised move (wares, a cart or ship, or both), and the rounds left.

    `facts` are those of the reason: the order, the missing wares and kinds of transport, and the number of rounds.
    `amounts` are the missing wares in words.
    """
    needs = [str(amounts)] if facts["amounts"] else []
    if facts["kinds"]:
        needs.append(words.say("a cart or ship"))
    rounds = words.many("{n} round left", "{n} rounds left", int(str(facts["n"])))
    return words.say(
        "{order} will still need {needs}; {rounds}", order=facts["order"], needs=words.join_and(needs), rounds=rounds
    )


def _place(words: Words, place: str) -> str:
    """Return the market's name, or a field's letter."""
    return words.say("Market") if place == "market" else place


def _loss(words: Words, count: str, what: str) -> str:
    """Return what an event may cost in words: "6 silver", "1 point", "a character", "your cart", "your ship"."""
    match what:
        case "silver":
            return terms.silver(words, int(count))
        case "point":
            return terms.points(words, int(count))
    return words.say(_LOSSES[what])


def _fact(words: Words, name: str, value: Fact) -> Fact | Term:
    """Return a fact as it is shown: a character's name, a tuple as "A, B and C", anything else unchanged.

    Keys in a tuple become translated names; those without one, such as orders, stay. `name` is the name of the fact in
    the sentence.
    """
    if name == "character":
        return terms.character_term(words, str(value))
    if isinstance(value, tuple) and name == "deeds":
        return words.join_and(
            [words.say(_DEEDS[deed], place=_place(words, place)) for deed, place in map(str.split, value)]
        )
    if isinstance(value, tuple) and name == "losses":
        return words.join_or([_loss(words, *each.split()) for each in value])
    if isinstance(value, tuple) and name == "amounts":
        pairs = (each.split() for each in value)
        return words.join_and([terms.ware_count(words, key, int(count)) for count, key in pairs])
    if isinstance(value, tuple):
        names = _NAMES.get(name, {})
        return words.join_and([words.say(names[each]) if each in names else each for each in value])
    return value
