"""What is offered while somebody types one of Visby's commands: legal choices only, each said in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from cogs.games.visby.seat_view import own_player, view_of
from cogs.requests.autocomplete import complete_with
from rules.visby.moves import Trade
from tables.model.table import Look
from words import Words
from words.visby import terms, typed_cards

Interaction = discord.Interaction[Any]


def _cards(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Offer the cards that can be played, and say what each would do now."""
    return _hand(look, words, but=typed_cards.card_key(interaction.namespace.second or ""))


def _second_cards(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Offer a second card where two are played (V5)."""
    two = view_of(look).cards_to_choose > 1
    return _hand(look, words, but=typed_cards.card_key(interaction.namespace.card or "")) if two else iter(())


def _hand(look: Look, words: Words, but: str) -> Iterator[tuple[str, str]]:
    assert look.seat is not None
    view = view_of(look)
    if "trade" in view.owed.values() or not (look.owes or look.may_change):
        return
    for card in own_player(look).hand:
        if card != but:
            yield f"{words.say(terms.CARDS[card])} · {terms.effect(words, view, look.seat, card)}", card


def _trades(look: Look, words: Words, _: Interaction) -> Iterator[tuple[str, int]]:
    """Offer the useful trades."""
    for move in look.options:
        if isinstance(move, Trade):
            yield terms.trade(words, view_of(look), move.wares), move.wares


cards, second_cards, trades = complete_with(_cards), complete_with(_second_cards), complete_with(_trades)
