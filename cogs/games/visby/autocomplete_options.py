"""The autocompletion of Visby's commands: it offers only legal values, each with a name in words.

Each function `_…_options` yields pairs of the name shown and the value sent, and the constants at the end of the
module are the callbacks made of them.
"""

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


def _card_options(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Yield the cards that can be played, without the one typed as the second card."""
    return _hand_options(look, words, but=typed_cards.card_key(interaction.namespace.second or ""))


def _second_card_options(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Yield the second cards where two are played (V5), without the one typed as the first card; else nothing."""
    two = view_of(look).cards_to_choose > 1
    return _hand_options(look, words, but=typed_cards.card_key(interaction.namespace.card or "")) if two else iter(())


def _hand_options(look: Look, words: Words, but: str) -> Iterator[tuple[str, str]]:
    """Yield the own cards except `but`, with what each would do now; nothing while no cards are to be chosen."""
    assert look.seat is not None
    view = view_of(look)
    if "trade" in view.owed.values() or not (look.owes or look.may_change):
        return
    for card in own_player(look).hand:
        if card != but:
            yield f"{words.say(terms.CARDS[card])} · {terms.card_effect(words, view, look.seat, card)}", card


def _trade_options(look: Look, words: Words, _: Interaction) -> Iterator[tuple[str, int]]:
    """Yield the trades that the seat's menu has as options."""
    for move in look.options:
        if isinstance(move, Trade):
            yield terms.trade_label(words, view_of(look), move.wares), move.wares


cards, second_cards = complete_with(_card_options), complete_with(_second_card_options)
trades = complete_with(_trade_options)
