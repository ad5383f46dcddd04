"""Riga: a player's hand (`hand`): goods and buildings as cards, drawn cards, and sealed choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.labels import amount, amount_width, hand_owner
from pictures.lettering import text_width, wrap_text
from pictures.riga.elements import CITY_COLOURS, GOOD_COLOURS, MARGIN, card_edge, good, persons, prices, without_emoji
from pictures.shapes import band_break, box, group, next_band_line, page, piece, symbol, text, text_lines
from rules.riga.data import BASE, BUILDINGS, CITY, KIND
from rules.riga.view import View
from words import Words
from words.riga import terms

_GOOD_WIDTH, _GOOD_HEIGHT = 92, 124
_COLUMNS = 2
_GAP = 12
_CARD_WIDTH = (palette.WIDTH - 2 * MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS
_EDGE_WIDTH = 60
"""The width of a building card's coloured edge."""
_TEXT_WIDTH = _CARD_WIDTH - 28


class HandPart(NamedTuple):
    """A part of the hand's picture: its SVG, drawn from y = 0, and its height in units."""

    shapes: str
    height: float


def hand(view: View, names: Sequence[str], words: Words) -> Drawing:
    """Return the drawing of the cards of the view's seat and its Riga buildings.

    Cards just drawn, points, merchants and knights are shown too. Cards that are chosen to be kept or discarded are
    marked. The view must be that of a seat.
    """
    seat = view.seat
    assert seat is not None
    me = view.players[seat]
    y, shapes = 85, []
    for part in hand_parts(view, words):
        shapes.append(band_break(y) + group(part.shapes, y=y))
        y += next_band_line(part.height)
    points_at = palette.WIDTH - MARGIN - amount_width(me.points)
    knights_at = points_at - 24 - amount_width(me.knights)
    merchants_at = knights_at - 24 - amount_width(me.merchants)
    ground = palette.PARCHMENT
    svg = page(
        y + 5,
        text(MARGIN, 56, "Riga", 44, bold=True, fill=palette.BRICK),
        hand_owner(names, seat, words, 145, merchants_at - 20),
        amount("merchants", me.merchants, merchants_at, 20, ground=ground, merchants=me.merchants),
        amount("knights", me.knights, knights_at, 20, ground=ground, knights=me.knights),
        amount("points", me.points, points_at, 20, fill=palette.BRICK, ground=ground, points=me.points),
        *shapes,
    )
    goods, buildings = (me.hand.goods, me.hand.buildings) if me.hand else ((), ())
    return Drawing(svg, _description(view, words, goods, buildings, me.riga))


def hand_parts(view: View, words: Words, *, buildings: bool = True, riga: bool = True) -> list[HandPart]:
    """Return the parts of the hand's picture from top to bottom: goods, drawn cards, buildings, Riga buildings.

    The view must be that of a seat. If `buildings` is False, the buildings in hand are left out; if `riga` is
    False, the Riga buildings.
    """
    assert view.seat is not None
    me = view.players[view.seat]
    own = me.hand
    goods = own.goods if own else ()
    held = own.buildings if own and buildings else ()
    gone = view.discard
    drawn_goods = tuple(card for card in view.drawn if card in BASE)
    drawn = tuple(card for card in view.drawn if card not in BASE)
    kept = (view.kept,) if view.kept else ()
    value = sum(BASE[key] for key in goods)
    return [
        goods_part(words.say("Goods (base value {n})", n=value), goods, gone.goods if gone else (), "goods", words),
        *([goods_part(words.say("Drawn"), drawn_goods, (), "drawn", words)] if drawn_goods else []),
        *_cards(words.say("Drawn"), drawn, kept, words.say("chosen"), "drawn", words),
        *_cards(words.say("Buildings"), held, gone.buildings if gone else (), words.say("discarded"), "hand", words),
        *_cards(words.say("Your Riga buildings"), me.riga if riga else (), (), "", "riga", words),
    ]


def goods_part(title: str, goods: Sequence[str], gone: Sequence[str], where: str, words: Words) -> HandPart:
    """Return the part of the picture with goods side by side, each with its base value; they overlap if there are many.

    Without goods it shows the word "none". `gone` are goods that will be discarded: they are raised and crossed out.
    `where` becomes a `data-` attribute, which tests read; it is "goes" for goods in `gone`.
    """
    room = palette.WIDTH - 2 * MARGIN
    pitch = min(_GOOD_WIDTH + 8, (room - _GOOD_WIDTH) / max(1, len(goods) - 1))
    left = 8 if pitch < _GOOD_WIDTH else (_GOOD_WIDTH - 50) / 2
    going = list(gone)
    shapes = [text(MARGIN, 28, title, 28, bold=True, fill=palette.MUTED, room=room)]
    for number, key in enumerate(goods):
        goes = key in going
        if goes:
            going.remove(key)
        shapes.append(
            group(
                box(
                    0,
                    0,
                    _GOOD_WIDTH,
                    _GOOD_HEIGHT,
                    "#FFFFFF",
                    palette.GOLD if goes else GOOD_COLOURS[key],
                    line_width=7 if goes else 3,
                ),
                good(key, left, 10, 50),
                text(left + (12 if goes else 25), 106, BASE[key], 30, bold=True, anchor="middle"),
                symbol("used", left + 24, 82, 26, palette.BRICK) if goes else "",
                x=MARGIN + number * pitch,
                y=44 if goes else 52,
                good=key,
                where="goes" if goes else where,
            )
        )
    if not goods:
        shapes.append(text(MARGIN, 76, words.say("none"), 28, fill=palette.MUTED))
        return HandPart("".join(shapes), 96)
    return HandPart("".join(shapes), 52 + _GOOD_HEIGHT + 20)


def _cards(
    title: str, cards: Sequence[str], marked: Sequence[str], mark: str, where: str, words: Words
) -> Iterator[HandPart]:
    """Yield a part for each row of two building cards, the first below `title`; nothing without cards.

    Cards that are in `marked` carry the text `mark`. `where` becomes a `data-` attribute, which tests read.
    """
    above = text(MARGIN, 28, title, 28, bold=True, fill=palette.MUTED, room=palette.WIDTH - 2 * MARGIN)
    for first in range(0, len(cards), _COLUMNS):
        row = cards[first : first + _COLUMNS]
        most = max(len(wrap_text(_effect(words, name), _TEXT_WIDTH, palette.MIN_TEXT_SIZE)) for name in row)
        height = 132 + 40 + most * palette.MIN_TEXT_SIZE * 1.2
        y = 5 if first else 45
        shapes = [
            piece(
                MARGIN - 5 + column * (_CARD_WIDTH + _GAP),
                y - 5,
                _CARD_WIDTH + 10,
                height + 10,
                palette.PARCHMENT,
                _card(name, words, height, mark if name in marked else "", where),
            )
            for column, name in enumerate(row)
        ]
        last = first + _COLUMNS >= len(cards)
        yield HandPart("".join(shapes) if first else "".join((above, *shapes)), y + height + (16 if last else 8))


def _effect(words: Words, name: str) -> str:
    """Return what a building does, without emoji."""
    return without_emoji(terms.building_effects(words, name))


def _card(name: str, words: Words, height: float, mark: str, where: str) -> str:
    """Return the SVG of a building card; `name` is the building's key.

    If `mark` is not "", the card has a golden frame and shows this text in place of its city. A Lodge or an Archive
    shows * instead of its points. `where` becomes a `data-` attribute, which tests read; it is "marked" for a card with
    a mark.
    """
    building = BUILDINGS[name]
    worth = "*" if KIND[name] in ("lodge", "archive") else str(building.points)
    line = text(
        _EDGE_WIDTH + 12, 68, terms.CITIES[CITY[name]], 28, fill=palette.MUTED, room=_CARD_WIDTH - _EDGE_WIDTH - 24
    )
    if mark:
        width = min(text_width(mark, 28, bold=True), _CARD_WIDTH - _EDGE_WIDTH - 48) + 20
        line = box(_EDGE_WIDTH + 12, 42, width, 34, palette.BRICK) + text(
            _EDGE_WIDTH + 22, 69, mark, 28, bold=True, fill=palette.PAPER, room=width - 20
        )
    return group(
        box(
            0,
            0,
            _CARD_WIDTH,
            height,
            "#FFFFFF",
            palette.GOLD if mark else CITY_COLOURS[CITY[name]],
            line_width=8 if mark else 3,
        ),
        card_edge(name, _EDGE_WIDTH, 102),
        text(_EDGE_WIDTH + 12, 36, terms.kind(words, name), 28, bold=True, room=_CARD_WIDTH - _EDGE_WIDTH - 24),
        line,
        symbol("coin", _EDGE_WIDTH + 12, 76, 28, palette.BRASS),
        text(_EDGE_WIDTH + 44, 100, building.cost, 28, bold=True),
        symbol("points", _EDGE_WIDTH + 88, 75, 30, palette.BRICK),
        text(_EDGE_WIDTH + 121, 100, worth, 28, bold=True),
        persons(name, _EDGE_WIDTH + 158, 76, 28),
        prices(name, 14, 112, 32, 72),
        text_lines(14, 176, _effect(words, name), _TEXT_WIDTH, fill=palette.MUTED),
        x=5,
        y=5,
        card=name,
        where="marked" if mark else where,
    )


def _description(view: View, words: Words, goods: Sequence[str], buildings: Sequence[str], riga: Sequence[str]) -> str:
    """Return the description (alt text) of a hand: goods, drawn cards, sealed choices, and each building.

    `goods` and `buildings` are the keys of the cards in hand, `riga` those of the player's Riga buildings.
    """
    sentences = [words.say("Your goods: {goods}.", goods=without_emoji(terms.goods(words, goods)) if goods else "–")]
    if view.drawn:
        sentences.append(words.say("Drawn: {cards}.", cards=without_emoji(terms.cards(words, view.drawn))))
    if view.kept:
        sentences.append(words.say("You keep {building}.", building=terms.building_name(words, view.kept)))
    if view.discard:
        going = (*view.discard.goods, *view.discard.buildings)
        sentences.append(words.say("You discard {cards}.", cards=without_emoji(terms.cards(words, going))))
    sentences += [building_description(words, name) for name in (*buildings, *riga)]
    return alt_text(*sentences)


def building_description(words: Words, name: str) -> str:
    """Return a sentence with a building's name, cost, points and effects, without emoji; `name` is its key."""
    facts = (terms.building_cost(words, name), terms.building_points(words, name), _effect(words, name))
    return f"{terms.building_name(words, name)}: {', '.join(filter(None, facts))}."
