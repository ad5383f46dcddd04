"""Visby: sentences that say why a move is illegal and what to do instead (`refusal`)."""

from __future__ import annotations

from rules import Illegal
from words.catalogue import N_, Words
from words.visby.terms import CARDS, seals, wares

_REFUSED = {
    "wrong_kind": N_("You can't do that right now. The menu shows what you can do."),
    "wrong_number_of_cards": N_("Choose exactly {wanted}, not {given}."),
    "same_card_twice": N_("Choose two different cards."),
    "no_such_card": N_("I don't know that card. Choose one from your hand."),
    "card_is_discarded": N_(
        "{card} isn't in your hand. Choose another card. The Mendicant brings all your cards back."
    ),
    "less_than_nothing": N_("You can't trade fewer than 0 wares. 0 means no trade."),
    "more_than_owned": N_("You only have {owned}, not {wares}. Trade fewer."),
    "too_many_seals": N_("Your wares can't buy {seals} this round. The most they could buy is {most}."),
    "wasted": N_("{wares} get you no more seals than {lower} would. Trade {lower} for {seals}."),
    "wasted_between": N_(
        "{wares} get you no more seals than {lower} would. Trade {lower} for {seals}, or {higher} for {more_seals}."
    ),
}
_TOO_FEW = N_("That's not enough for a seal. Trade {higher} for {more_seals}, or 0 for no trade.")


def refusal(words: Words, error: Illegal) -> str:
    """Return the sentence for an illegal move. Raises `KeyError` for an unknown error key.

    For a trade that wastes wares, it names the nearest amounts of wares that bring seals, and how many; for more seals
    than possible, the most.
    """
    facts = dict(error.facts)
    if error.key == "too_many_seals":
        facts = {name: seals(words, int(str(n))) for name, n in facts.items()}
    if facts.get("card") in CARDS:
        facts["card"] = words.say(CARDS[str(facts["card"])])
    sentence = _REFUSED[error.key]
    if error.key.startswith("wasted"):
        sentence = sentence if facts["lower"] else _TOO_FEW
        amounts = {"wares": wares, "lower": wares, "higher": wares, "seals": seals, "more_seals": seals}
        facts = {name: amounts[name](words, int(str(n))) for name, n in facts.items()}
    return words.say(sentence, **facts)
