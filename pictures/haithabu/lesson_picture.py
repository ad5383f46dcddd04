"""Haithabu's pictures for lessons (`lesson`): the part of the table that an idea is about, or the learner's things."""

from __future__ import annotations

from collections.abc import Sequence

from pictures.drawing import Drawing, alt_text
from pictures.haithabu.board import board
from pictures.haithabu.closeup import SUBJECTS
from pictures.haithabu.hand import character_cards, hand, hand_description
from pictures.labels import Robots
from pictures.lettering import drawable_text
from pictures.shapes import group, page
from rules.haithabu.view import View
from words import Words
from words.haithabu import terms

_TOP = 16
_CHARACTERS, _OWN = "characters", "own"
_SUBJECT_OF_IDEA = {
    **dict.fromkeys(("pick", "recruit", "return"), _CHARACTERS),
    **dict.fromkeys(("order", "point"), "orders"),
    **dict.fromkeys(("fetch", "load"), "transports"),
    **dict.fromkeys(("market", "bargain"), "market"),
    **dict.fromkeys(("deliver", "functions", "give", "discard", "lose", "storage"), _OWN),
}
"""What the picture beside an idea shows; for all others it is the whole board."""
_PLACING = ("turn", "act", "turn_rondel")
"""Decisions that need more than the learner's own things."""


def lesson(view: View, names: Sequence[str], words: Words, robots: Robots, idea: str) -> Drawing:
    """Return the drawing for the decision that the learner owes; wares, orders and characters are described too.

    An idea has its part of the table. Without one, it is the board where a worker is placed or acts, and otherwise
    everything that belongs to the learner.
    """
    seat = view.seat
    assert seat is not None
    subject = _SUBJECT_OF_IDEA.get(idea, "" if idea or view.owed.get(seat) in _PLACING else _OWN)
    sentences = [hand_description(view, words)]
    if mine := view.players[seat].characters:
        own = ", ".join(terms.character(words, key) for key in mine)
        sentences.insert(0, f"{words.say('Your characters')}: {own}.")
    if subject == _OWN:
        svg = hand(view, names, words).svg
    elif subject == _CHARACTERS:
        owners = {card.key: card.owner for card in view.characters}
        shapes, height = character_cards([*owners], words, owners)
        svg = page(height + 2 * _TOP, group(shapes, y=_TOP))
        all_of_them = ", ".join(terms.character(words, key) for key in owners)
        sentences.insert(0, f"{words.say('Characters')}: {all_of_them}.")
    elif subject:
        shapes, height, description = SUBJECTS[subject](view, words)
        svg = page(height, shapes)
        sentences = [_offers(view, words, subject) or description, *sentences]
    else:
        drawing = board(view, names, words, robots)
        svg = drawing.svg
        sentences.append(drawing.alt)
    return Drawing(svg, alt_text("Haithabu.", *sentences))


def _offers(view: View, words: Words, subject: str) -> str:
    """Return the sentence that names the orders or the transports on display; "" for another subject."""
    if subject == "orders":
        orders = " ".join(order for order in (*view.upper, *view.lower) if order)
        return words.say("You can take these orders: {orders}.", orders=orders or "–")
    if subject == "transports":
        cards = (drawable_text(terms.transport(words, stack.top)) for stack in view.stacks if stack.top)
        return f"{words.say('Transports for sale')}: {', '.join(filter(None, cards))}."
    return ""
