"""Riga: sentences that say why a move is illegal and what to do instead (`refusal`)."""

from __future__ import annotations

from rules import Illegal
from rules.riga.data import BASE, BUILDINGS
from words.catalogue import N_, Words
from words.riga.terms import CITIES, card

_REFUSED = {
    "wrong_kind": N_("You cannot do that right now. The menu shows what you can do."),
    "no_such_seat": N_("There is no such player. Choose one from the list."),
    "must_keep": N_("You must keep one of the drawn cards. Choose which."),
    "not_drawn": N_("{card} is not among the cards you drew. Choose one of those."),
    "take_first": N_("First take a row of goods or a building. After that you can do this."),
    "already_taken": N_("You have already taken something this turn. Now build, or end your turn."),
    "nothing_lies": N_("There is nothing to take. Build, or end your turn."),
    "no_rows_left": N_("No row of goods is left this year. Take a building."),
    "no_such_row": N_("There is no row {row}. The rows are numbered from 1 to {rows}."),
    "not_on_display": N_("{building} is not on display. Choose one that is, or a row of goods."),
    "only_swapped_rows": N_("After the swap you must take row {row} or row {other_row}."),
    "after_taking": N_("The Monastery works only before you take. It stays ready for your next turn."),
    "needs_two_rows": N_("A swap needs two rows with goods. The Monastery stays ready for later."),
    "same_row": N_("Both goods are from row {row}. Choose goods from two different rows."),
    "not_in_row": N_("There is no {good} in row {row}. Choose a good that lies there."),
    "say_what_to_swap": N_("Say which two goods the Monastery swaps: in the menu, or with `/riga choose`."),
    "nothing_named": N_("Say which building you want to build."),
    "not_in_hand": N_("{building} is not in your hand. *My hand* shows what is."),
    "already_built": N_("{building} is already built. Choose another building."),
    "two_cities": N_("{building} and {other} stand in different cities. Pay for them one after the other."),
    "named_twice": N_("{building} is named twice. Once is enough."),
    "too_many": N_("Only {limit} buildings may be built in a turn, and you have built {built} already. Choose fewer."),
    "built_enough": N_("You have built {limit} buildings this turn, and more are not allowed. End your turn."),
    "foreign": N_("{good} cannot pay in {city}. Pay with other goods, or build a Market Hall for it first."),
    "goods_missing": N_("You do not have that much {good}: you hold {owned}. Choose other goods."),
    "no_money": N_("{building} gives no money. Only Trading Post, Bank, Tavern and Exchange do."),
    "no_crane": N_("{building} is not a Crane. Only a Crane halves a cost."),
    "not_built": N_("You have not built {building}. Only the functions of your own buildings can be used."),
    "too_fresh": N_("{building} was built only this turn. It works from your next turn on."),
    "used": N_("{building} has been used already: its function works only once. Go on without it."),
    "exchange_empty": N_("Your Exchange is empty. Fill it at the end of a turn, then it can pay."),
    "doubled": N_("{building} can be used only once. Name it only once."),
    "crane_elsewhere": N_(
        "{crane} cannot halve the cost of {building}, which you are not paying for. Name one that you are."
    ),
    "two_cranes": N_("Only one Crane may halve the cost of {building}. Leave the other out."),
    "too_little": N_("That pays {paid} of {cost} ducats. Add something to the payment, or build something else."),
    "superfluous": N_("It would be enough without this: {what}. Leave one out."),
    "no_function": N_("{building} has no function to use on its own. Choose another building."),
    "only_in_payments": N_("{building} is used when you pay: build something and add it to the payment."),
    "nothing_to_draw": N_("There is nothing left to draw. {building} stays ready for later."),
    "no_such_person": N_("The School trains a knight or a merchant. Choose one of the two."),
    "exchange_full": N_("Your Exchange holds {holds} ducats already. Pay with them first, then fill it again."),
    "exchange_wants_more": N_(
        "These goods are worth {total}, but the Exchange wants {wanted} or more. Add another one."
    ),
    "too_few_discarded": N_("At least {least} of your cards must go; you chose {given}. Choose more."),
    "too_many_discarded": N_("At most {most} of your cards may go; you chose {given}. Choose fewer."),
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
