"""Riga: sentences that say why a move is illegal and what to do instead (`refusal`)."""

from __future__ import annotations

from rules import Illegal
from rules.riga.data import BASE, BUILDINGS
from words.catalogue import N_, Words
from words.riga.terms import CITIES, card

_REFUSED = {
    "wrong_kind": N_("You can't do that right now. The menu shows what you can do."),
    "no_such_seat": N_("I don't know that player. Choose one from the list."),
    "must_keep": N_("You must keep one of the cards you drew. Choose one."),
    "not_drawn": N_("You didn't draw {card}. Choose one of the cards you drew."),
    "take_first": N_("Take a row of goods or a building first. Then you can do this."),
    "already_taken": N_("You have already taken something this turn. Build, or end your turn."),
    "nothing_lies": N_("There is nothing to take. Build, or end your turn."),
    "no_rows_left": N_("There are no rows of goods left this year. Take a building."),
    "no_such_row": N_("There is no row {row}. The rows are numbered 1 to {rows}."),
    "not_on_display": N_("{building} isn't on display. Choose one that is, or a row of goods."),
    "only_swapped_rows": N_("After the swap you must take row {row} or row {other_row}."),
    "after_taking": N_("You can only use the Monastery before you take something. It stays ready for your next turn."),
    "needs_two_rows": N_("You need two rows with goods to swap. Your Monastery stays ready for later."),
    "same_row": N_("Both goods are from row {row}. Choose goods from two different rows."),
    "not_in_row": N_("There is no {good} in row {row}. Choose one of the goods there."),
    "say_what_to_swap": N_("Choose the two goods that the Monastery swaps, in the menu or with `/riga choose`."),
    "nothing_named": N_("Choose the building you want to build."),
    "not_in_hand": N_("{building} isn't in your hand. *My hand* shows what you have."),
    "already_built": N_("{building} is already built. Choose another one."),
    "two_cities": N_("{building} and {other} are in different cities. Pay for them separately."),
    "named_twice": N_("You named {building} twice. Once is enough."),
    "too_many": N_("You can build {limit} buildings in a turn and have already built {built}. Choose fewer."),
    "built_enough": N_("You have built {limit} buildings this turn, the maximum. End your turn."),
    "foreign": N_("{good} isn't accepted in {city}. Pay with other goods, or build a Market Hall for it first."),
    "goods_missing": N_("You don't have that much {good}, only {owned}. Choose other goods."),
    "no_money": N_("{building} doesn't give you money. Only the Trading Post, Bank, Tavern and Exchange do."),
    "no_crane": N_("{building} isn't a Crane. Only a Crane halves the cost."),
    "not_built": N_("You haven't built {building}. You can only use your own buildings."),
    "too_fresh": N_("You built {building} this turn. You can use it from your next turn on."),
    "used": N_("You have already used {building}, and it only works once. Continue without it."),
    "exchange_empty": N_("Your Exchange is empty. Fill it at the end of a turn, and it can pay later."),
    "doubled": N_("You can use {building} only once. Leave it out the second time."),
    "crane_elsewhere": N_(
        "{crane} can't halve the cost of {building}, because you aren't building it now. Choose a "
        "building that you are paying for."
    ),
    "two_cranes": N_("Only one Crane can halve the cost of {building}. Leave the other one out."),
    "too_little": N_("That's {paid} of {cost} ducats. Add something to the payment, or build something else."),
    "superfluous": N_("You don't need all of this to pay: {what}. Leave one out."),
    "no_function": N_("{building} can't be used on its own. Choose another building."),
    "only_in_payments": N_("You use {building} when you pay: build something and add it to the payment."),
    "nothing_to_draw": N_("There is nothing left to draw. {building} stays ready for later."),
    "no_such_person": N_("The School trains a knight or a merchant. Choose one of the two."),
    "exchange_full": N_("Your Exchange already holds {holds} ducats. Pay with them first, then you can fill it again."),
    "exchange_wants_more": N_(
        "These goods are worth {total}, but the Exchange needs {wanted} or more. Add another one."
    ),
    "too_few_discarded": N_("You must discard at least {least}, but you chose {given}. Choose more cards."),
    "too_many_discarded": N_("You can discard at most {most}, but you chose {given}. Choose fewer cards."),
}


def refusal(words: Words, error: Illegal) -> str:
    """Return the sentence for an illegal move. Raises `KeyError` for an unknown error key.

    Keys of goods, buildings and cities in the error's facts become names.
    """
    facts: dict[str, object] = {}
    for fact, value in error.facts.items():
        if fact == "what" and isinstance(value, tuple):
            facts[fact] = ", ".join(card(words, str(key)) for key in value)
        elif isinstance(value, str):
            facts[fact] = CITIES.get(value) or (card(words, value) if value in BASE or value in BUILDINGS else value)
        else:
            facts[fact] = value
    return words.say(_REFUSED[error.key], **facts)
