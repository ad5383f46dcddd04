"""Visby's picture for lessons (`lesson`): the board; its alt text also names the cards in everybody's hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pictures.drawing import Drawing, alt_text
from pictures.labels import Robots
from pictures.visby.board import board, card_names
from rules.visby.view import View
from words import Words


def lesson(view: View, names: Sequence[str], words: Words, robots: Robots, idea: str) -> Drawing:
    """Return the usual board, for every `idea`: it shows all that a decision needs.

    The alt text also tells which cards everybody has left.
    """
    drawing = board(view, names, words, robots)
    return Drawing(drawing.svg, alt_text(drawing.alt, *_cards_left(view, names, words)))


def _cards_left(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    """Yield a sentence for each player with the cards in their hand, the learner's first."""
    mine = view.players[view.seat or 0].hand
    yield words.say("Your cards: {cards}.", cards=card_names(words, mine))
    for seat, player in enumerate(view.players):
        if seat != view.seat:
            yield words.say("{name} can still play {cards}.", name=names[seat], cards=card_names(words, player.hand))
