"""Visby: the text of each change since a player's last move (`change_text_of`)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Change
from rules.visby.changes import Brought, CardsBack, NoRoom, NoTrade
from words import change_text
from words.catalogue import Words
from words.change_text import ChangeText
from words.visby import terms


def change_text_of(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Return the text of one change for the player whom it concerns.

    Kinds of changes that all games have are worded by `change_text.shared_change`. `names` are the seats' formatted
    names. Only wares for which the store has no room are marked as losses.
    """
    match change:
        case NoRoom():
            card, lost = terms.card(words, change.card), terms.wares(words, change.wares)
            full = words.say("{card}: {wares} lost because your store is full.", card=card, wares=lost)
            if change.kept:
                kept = terms.wares(words, change.kept)
                full = words.say("{card}: +{kept}, {wares} lost (store full).", card=card, kept=kept, wares=lost)
            return ChangeText(full, terms.wares(words, change.wares), lost=True)
        case Brought():
            amount = terms.wares(words, change.wares) if change.wares else terms.seals(words, change.seals)
            card = terms.card(words, change.card)
            if not change.wares and not change.seals:
                return ChangeText(words.say("{card}: nothing.", card=card), card)
            return ChangeText(words.say("{card}: +{amount}.", card=card, amount=amount), card)
        case NoTrade():
            card = terms.card(words, "merchant")
            return ChangeText(words.say("{card}: not enough wares to trade.", card=card), card)
        case CardsBack():
            back = words.say("You have all your cards back.")
            return ChangeText(back, back)
        case _:
            return change_text.shared_change(words, names, change)
