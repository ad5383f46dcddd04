"""`move_text`: Visby's moves in words, as proposals show them."""

from __future__ import annotations

from cogs.games.visby.seat_view import view_of
from rules.contract import Move
from rules.visby.moves import Buy, Pick, Trade
from tables.model.table import Look
from words import Words
from words.visby import terms


def move_text(look: Look, words: Words, move: Move) -> str:
    """Return a move in words: a trade as on its button, a planned one, or "play …" with the names of the cards."""
    if isinstance(move, Buy):
        return _order_text(words, move)
    if isinstance(move, Trade):
        return terms.trade_label(words, view_of(look), move.wares)
    assert isinstance(move, Pick)
    return words.say("play {cards}", cards=terms.cards(words, move.cards))


def _order_text(words: Words, order: Buy) -> str:
    """Return what a planned trade shall bring."""
    if order.seals is None:
        return words.say("trade for as many seals as possible")
    if not order.seals:
        return words.say("No trade")
    return words.say("trade for {seals}, with as few wares as possible", seals=terms.seals(words, order.seals))
