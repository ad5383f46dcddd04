"""Riga's pictures for lessons (`lesson`): what can be taken and what the learner has, or the learner's cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pictures.drawing import Drawing, alt_text
from pictures.labels import Robots
from pictures.riga.board import CARD_HEIGHT, CARD_WIDTH, display, display_height, quarter, small_card
from pictures.riga.elements import MARGIN, without_emoji
from pictures.riga.hand import building_description, goods_part, hand_parts
from pictures.shapes import group, next_band_line, page
from rules.riga.data import BASE, CITY, PAYS
from rules.riga.view import PlayerView, View
from words import Words
from words.riga import terms

_TOP = 15
_PER_ROW = 3
_GAP = 12
_MAX_EXPLAINED_BUILDINGS = 2
"""With more buildings in hand, the picture leaves out what they do, to fit a phone's screen."""
_MAX_BUILDINGS_ABOVE_RIGA = 1
"""With more buildings in hand, the picture leaves out what the Riga buildings do."""
_MAX_GOODS_BESIDE_QUARTER = 4
"""With more goods, there is no room for the quarter beside them."""


def lesson(view: View, names: Sequence[str], words: Words, robots: Robots, idea: str) -> Drawing:
    """Return the drawing for the decision that the learner owes. `idea` makes no difference.

    Before taking: the rows and buildings on display, then the learner's goods and buildings in hand. In any other
    decision, also which of the drawn cards to keep: the learner's cards with cost, points and effect; of many buildings
    in hand only cost and points. The Riga buildings are shown only in a turn, since they can be built only then. Once
    the learner has built something, their quarter is added: beside the goods, or at the bottom if there are too many
    goods.
    """
    seat = view.seat
    assert seat is not None
    me = view.players[seat]
    hand = me.hand
    assert hand is not None
    shapes, y = [], _TOP
    building = bool(view.turn) and not view.drawn
    if _is_taking(view):
        shapes, y = [display(view, words, _TOP)], next_band_line(_TOP + display_height(view) + _GAP)
    many = bool(view.turn) and len(hand.buildings) > _MAX_EXPLAINED_BUILDINGS
    parts: list[tuple[str, float]]
    if shapes:
        parts = [_goods(me, words), *_small_cards((*hand.buildings, *me.riga), words)]
    else:
        riga = building and len(hand.buildings) <= _MAX_BUILDINGS_ABOVE_RIGA
        parts = [(part.shapes, part.height) for part in hand_parts(view, words, buildings=not many, riga=riga)]
        brief = (*(hand.buildings if many else ()), *(me.riga if building and not riga else ()))
        parts += _small_cards(brief, words)
    beside = bool(me.built) and me.goods <= _MAX_GOODS_BESIDE_QUARTER
    for number, (part, height) in enumerate(parts):
        shapes.append(group(part, y=y))
        if beside and not number:
            svg, quarter_height = quarter(view, seat, names, words, y, robots, right=True)
            shapes.append(svg)
            height = max(height, quarter_height + _GAP)
        y += next_band_line(height)
    if me.built and not beside:
        svg, height = quarter(view, seat, names, words, y, robots)
        shapes.append(svg)
        y += next_band_line(height + _GAP)
    return Drawing(page(y + 4, *shapes), alt_text("Riga.", *_description(view, me, words)))


def _is_taking(view: View) -> bool:
    """Return True if the learner's next decision in this turn is what to take, rather than which drawn card to keep."""
    return view.turn is not None and view.turn.seat == view.seat and not view.turn.taken and not view.drawn


def _goods(me: PlayerView, words: Words) -> tuple[str, float]:
    """Return the SVG and height of the learner's goods."""
    assert me.hand is not None
    goods = me.hand.goods
    part = goods_part(words.say("Goods (base value {n})", n=sum(BASE[key] for key in goods)), goods, (), "", words)
    return part.shapes, part.height


def _small_cards(names: Sequence[str], words: Words) -> Iterator[tuple[str, float]]:
    """Yield the SVG and height of each row of buildings, which are shown without their effects."""
    for first in range(0, len(names), _PER_ROW):
        row = names[first : first + _PER_ROW]
        yield (
            "".join(small_card(name, MARGIN + n * (CARD_WIDTH + _GAP), 0, words) for n, name in enumerate(row)),
            CARD_HEIGHT + _GAP,
        )


def _description(view: View, me: PlayerView, words: Words) -> Iterator[str]:
    """Yield the sentences that describe the picture, the most important ones first.

    That is the learner's goods, persons and buildings, then what can be taken, what each good is worth in the cities
    of these buildings, and what each building costs, scores and does.
    """
    hand = me.hand
    assert hand is not None
    yield words.say("Your goods: {goods}.", goods=without_emoji(terms.goods(words, hand.goods)) if hand.goods else "–")
    yield terms.hand_size(words, me.goods, me.buildings) + "."
    yield words.say(
        "You have {merchants} and {knights} so far.",
        merchants=terms.merchants(words, me.merchants),
        knights=terms.knights(words, me.knights),
    )
    built = ", ".join(terms.building_name(words, each.building) for each in me.built)
    if built and not view.drawn:
        yield words.say("Built: {buildings}", buildings=built) + "."
    mine = (*(card for card in view.drawn if card not in BASE), *hand.buildings, *(me.riga if view.turn else ()))
    offered: tuple[str, ...] = ()
    if view.drawn:
        yield words.say("Drawn: {cards}.", cards=without_emoji(terms.cards(words, view.drawn)))
    if _is_taking(view):
        for number, row in enumerate(view.rows, 1):
            goods = without_emoji(terms.goods(words, row.goods))
            yield words.say("Row {row}: {goods} ({total}).", row=number, goods=goods, total=row.total)
        offered = (*view.new, *view.old)
        if offered:
            names = ", ".join(terms.building_name(words, name) for name in offered)
            yield words.say("On display: {buildings}.", buildings=names)
        if view.old:
            names = ", ".join(terms.building_name(words, name) for name in view.old)
            yield words.say("Only this year: {buildings}", buildings=names) + "."
    for city in dict.fromkeys(CITY[name] for name in (*mine, *offered)):
        worth = ", ".join(f"{words.say(terms.GOODS[key])} {ducats}" for key, ducats in PAYS[city].items())
        yield words.say("Goods in {city}: {worth}.", city=terms.CITIES[city], worth=worth)
    yield from (building_description(words, name) for name in (*mine, *offered))
    if built and view.drawn:  # Five drawn buildings need nearly all of the room.
        yield words.say("Built: {buildings}", buildings=built) + "."
