"""The autocompletion of Visby's commands: it offers only legal values, each with a name in words.

Each function `_…_options` yields pairs of the name shown and the value sent. The constants `cards`, `second_cards` and
`trades` are the autocompletion callbacks made of them.
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
    """Yield name and key of each card in the seat's hand, except the card typed in the option `second`.

    Yield nothing unless the seat has to choose cards or may change its choice.
    """
    return _hand_options(look, words, but=typed_cards.card_key(interaction.namespace.second or ""))


def _second_card_options(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Yield name and key of each card in the seat's hand, except the card typed in the option `card`.

    Yield nothing in a game in which each seat plays only one card a round (V5), or while no cards are to be chosen.
    """
    two = view_of(look).cards_to_choose > 1
    return _hand_options(look, words, but=typed_cards.card_key(interaction.namespace.card or "")) if two else iter(())


def _hand_options(look: Look, words: Words, but: str) -> Iterator[tuple[str, str]]:
    """Yield each card in the seat's hand except `but`, as a pair: its name with what it would do now, and its key.

    `but` is the key of a card, or "" to yield all. Yield nothing unless the seat has to choose cards or may change its
    choice.
    """
    assert look.seat is not None
    view = view_of(look)
    if "trade" in view.owed.values() or not (look.owes or look.may_change):
        return
    for card in own_player(look).hand:
        if card != but:
            yield f"{words.say(terms.CARDS[card])} · {terms.card_effect(words, view, look.seat, card)}", card


def _trade_options(look: Look, words: Words, _: Interaction) -> Iterator[tuple[str, int]]:
    """Yield each trade that the seat can make now, as a pair: the trade in words, and the number of wares given.

    Yield nothing while the seat has no trade to decide.
    """
    for move in look.options:
        if isinstance(move, Trade):
            yield terms.trade_label(words, view_of(look), move.wares), move.wares


cards, second_cards = complete_with(_card_options), complete_with(_second_card_options)
trades = complete_with(_trade_options)
