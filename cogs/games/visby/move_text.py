"""`move_text`: Visby's moves in words, as proposals show them."""

from __future__ import annotations

from cogs.games.visby.seat_view import view_of
from rules.contract import Move
from rules.visby.moves import Pick, Trade
from tables.model.table import Look
from words import Words
from words.visby import terms


def move_text(look: Look, words: Words, move: Move) -> str:
    """Return a move in words: a trade as on its button, or "play …" with the names of the cards.

    `move` must be a `Trade` or a `Pick`.
    """
    if isinstance(move, Trade):
        return terms.trade_label(words, view_of(look), move.wares)
    assert isinstance(move, Pick)
    return words.say("play {cards}", cards=terms.cards(words, move.cards))
