"""Haithabu's pictures for lessons (`lesson`): the part of the table a decision is about, with the learner's things."""

from __future__ import annotations

from collections.abc import Sequence

from pictures.drawing import Drawing, alt_text
from pictures.haithabu import card_rows, player_panel
from pictures.haithabu.closeup import SUBJECTS, day_fields
from pictures.haithabu.hand import character_cards, hand, hand_description
from pictures.haithabu.rondel import FIELD_ROW_HEIGHT, field_row
from pictures.labels import Robots
from pictures.shapes import group, page
from rules.haithabu.view import View
from words import Words
from words.haithabu import terms

_TOP, _GAP = 16, 8
_FIELD_ROW_PITCH = FIELD_ROW_HEIGHT + 6
_CHARACTERS, _OWN = "characters", "own"
_SUBJECT_OF_IDEA = {
    **dict.fromkeys(("recruit", "return"), _CHARACTERS),
    **dict.fromkeys(("order", "point"), "orders"),
    **dict.fromkeys(("fetch", "load"), "transports"),
    **dict.fromkeys(("market", "bargain"), "market"),
    **dict.fromkeys(("deliver", "functions", "give", "discard", "lose"), _OWN),
}
"""What the picture beside an idea shows; for all others it is where a worker can go."""
_SUBJECT_OF_FIELD = {
    "A": "transports",
    "C": "market",
    "D": "orders",
    "E": _OWN,
    "F": _OWN,
    "G": "market",
    "H": "orders",
}
"""What the picture shows to a learner who acts on a field by night, without an idea."""
_WITHOUT_OWN_STRIP = ("orders", "transports", _CHARACTERS)
"""The subjects to which no strip of the learner's own things is added.

The close-ups of orders and transports have it already; whoever chooses a character needs the room for what each does.
"""
_PLACING = ("turn", "turn_rondel")
"""Decisions that need more than the learner's own things."""


def lesson(view: View, names: Sequence[str], words: Words, robots: Robots, idea: str) -> Drawing:
    """Return the drawing for the decision that the learner owes; `idea` is the idea explained now, "" for none.

    The picture shows the first of these that applies:

    1. At the end of a round, if the learner can change a price: the market.
    2. The part of the table that belongs to the idea.
    3. If a worker acts: what its action is about.
    4. If a worker is to be placed: the rondel, the market and the orders to take.
    5. Everything that belongs to the learner.

    A row above shows the rondel's fields if a worker is to be placed, unless the picture has the rondel. A strip below
    shows the learner's own things, except if the picture does so or is about characters.
    """
    seat = view.seat
    assert seat is not None
    subject = _subject(view, seat, idea)
    sentences = [hand_description(view, words)]
    if mine := view.players[seat].characters:
        own = ", ".join(terms.character(words, key) for key in mine)
        sentences.insert(0, f"{words.say('Your characters')}: {own}.")
    if subject == _OWN:
        return Drawing(hand(view, names, words).svg, alt_text("Haithabu.", *sentences))
    if subject == _CHARACTERS:
        owners = {card.key: card.owner for card in view.characters}
        shapes, height = character_cards([*owners], words, owners)
        shapes, height = group(shapes, y=_TOP), height + _TOP
        all_of_them = ", ".join(terms.character(words, key) for key in owners)
        sentences.insert(0, f"{words.say('Characters')}: {all_of_them}.")
    else:
        shapes, height, description = SUBJECTS[subject](view, words)
        sentences = [_offers(view, words, subject) or description, *sentences]
    if subject == "places":
        shapes += card_rows.orders(view, height)
        height += card_rows.ORDERS_HEIGHT
        sentences.append(_offers(view, words, "orders"))
    elif _is_placing(view, seat):
        shapes = field_row(view, _TOP) + group(shapes, y=_FIELD_ROW_PITCH)
        height += _FIELD_ROW_PITCH
        sentences.append(day_fields(view, words))
    if subject not in _WITHOUT_OWN_STRIP:
        shapes += player_panel.strip(view, seat, height)
        height += player_panel.STRIP_HEIGHT + _GAP
    return Drawing(page(height + _GAP, shapes), alt_text("Haithabu.", *sentences))


def _subject(view: View, seat: int, idea: str) -> str:
    """Return what the picture for a decision shows: a key of `SUBJECTS`, `_CHARACTERS` or `_OWN`.

    `_CHARACTERS` stands for all characters, `_OWN` for the learner's own things alone. `idea` is the idea explained
    now, "" for none.
    """
    subject = _SUBJECT_OF_IDEA.get(idea)
    if _is_placing(view, seat):
        return "places" if subject in (None, _OWN) else subject
    if "seer" in view.functions:
        return "market"
    if subject:
        return subject
    if view.acting and not idea:
        return _SUBJECT_OF_FIELD.get(view.acting, _CHARACTERS)
    return "places" if idea else _OWN


def _is_placing(view: View, seat: int) -> bool:
    """Return True if the seat is to place a worker."""
    return view.owed.get(seat) in _PLACING


def _offers(view: View, words: Words, subject: str) -> str:
    """Return the sentence that names the orders or the transports on display; "" for another subject."""
    if subject == "orders":
        orders = " ".join(order for order in (*view.upper, *view.lower) if order)
        return words.say("You can take these orders: {orders}.", orders=orders or "–")
    if subject == "transports":
        cards = (terms.transport_places(words, stack.top) for stack in view.stacks if stack.top)
        return f"{words.say('Transports for sale')}: {', '.join(cards)}."
    return ""
