"""Haithabu: a player's own board, large (`hand`): stores, orders, transports, characters.

The cards that a Carpenter looks at are shown too. `hand_description` is the same as text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.haithabu.elements import MARGIN, cubes, order_cubes, store_cubes, store_row, transport_places
from pictures.labels import amount, amount_width, hand_owner, shield
from pictures.lettering import wrap_text
from pictures.shapes import band_break, box, group, next_band_line, page, symbol, text, text_lines
from rules.haithabu.card_data import ORDER, ORDERS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import DATA
from rules.haithabu.view import OrderView, PlayerView, View
from words import Words
from words.haithabu import terms

_GAP = 10
_PLACES = DATA.play.order_places
_ORDER_WIDTH = (palette.WIDTH - 2 * MARGIN - (_PLACES - 1) * _GAP) / _PLACES
_ORDER_HEIGHT = 196
_COLUMNS = 2
_TRANSPORT_WIDTH = 370
_CARD_WIDTH = (palette.WIDTH - 2 * MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS


def hand(view: View, names: Sequence[str], words: Words) -> Drawing:
    """Return the drawing of everything that belongs to the view's seat, and of the cards its Carpenter looks at.

    The view must be that of a seat.
    """
    seat = view.seat
    assert seat is not None
    me = view.players[seat]
    y, shapes = 85, []
    for part, height in (
        _stores(me),
        _orders(me),
        _transports(me),
        character_cards(me.characters, words),
        _carpenter_cards(view, words),
    ):
        if height:
            shapes.append(band_break(y - 5) + group(part, y=y))
            y += next_band_line(height)
    points_at = palette.WIDTH - MARGIN - amount_width(me.points)
    loans_at = points_at - 20 - amount_width(me.loans)
    silver_at = loans_at - 20 - amount_width(me.silver)
    ground = palette.PARCHMENT
    svg = page(
        y + 10,
        text(MARGIN, 56, "Haithabu", 44, bold=True, fill=palette.BRICK),
        hand_owner(names, seat, words, 245, silver_at - 20),
        amount("coin", me.silver, silver_at, 20, fill=palette.BRASS, ground=ground, silver=me.silver),
        amount("loan", me.loans, loans_at, 20, ground=ground, loans=me.loans),
        amount("points", me.points, points_at, 20, fill=palette.BRICK, ground=ground, points=me.points),
        *shapes,
    )
    return Drawing(svg, hand_description(view, words))


def _stores(me: PlayerView) -> tuple[str, float]:
    """Return the SVG of warehouse and trading post with the wares in them, and their height."""
    shapes = [
        box(MARGIN, number * 66, palette.WIDTH - 2 * MARGIN, 60, palette.PAPER, palette.LINE)
        + store_row(sign, key, wares, MARGIN + 14, number * 66 + 11, 146, 38, 32)
        + cubes(store_cubes(wares, MARGIN + 14, number * 66 + 11, 146, 38, 32))
        for number, (sign, key, wares) in enumerate(
            (("warehouse", "warehouse", me.warehouse), ("post", "post", me.post))
        )
    ]
    return "".join(shapes), 140


def _orders(me: PlayerView) -> tuple[str, float]:
    """Return the SVG of all places for orders, with the orders on them, and their height."""
    lying = {order.place: order for order in me.orders}
    shapes = [_order(lying.get(place), place) for place in range(1, _PLACES + 1)]
    return "".join(shapes), _ORDER_HEIGHT + 12


def _order(order: OrderView | None, place: int) -> str:
    """Return the SVG of an order on its place, with delivered wares filled; a dashed box for an empty place (None).

    `place` counts from 1.
    """
    x = MARGIN + (place - 1) * (_ORDER_WIDTH + _GAP)
    if order is None:
        return box(x, 0, _ORDER_WIDTH, _ORDER_HEIGHT, "none", palette.LINE, radius=14, dashed=True) + text(
            x + _ORDER_WIDTH / 2, _ORDER_HEIGHT / 2 + 12, place, 34, fill=palette.LINE, anchor="middle"
        )
    card = ORDERS[ORDER[order.order]]
    return group(
        box(0, 0, _ORDER_WIDTH, _ORDER_HEIGHT, "#FFFFFF", palette.INK, radius=14),
        cubes(order_cubes(order.order, 15, 14, 48, 3, order.cubes)),
        symbol("points", 12, 122, 30, palette.BRICK),
        text(46, 148, card.points, 28, bold=True),
        symbol("coin", 86, 123, 28, palette.BRASS),
        text(118, 148, card.silver, 28, bold=True),
        text(14, 186, order.order, 28, fill=palette.MUTED),
        x=x,
        order=order.order,
        place=place,
        cubes=" ".join(map(str, order.cubes)),
    )


def _transports(me: PlayerView) -> tuple[str, float]:
    """Return the SVG of cart, ship and the number of completed orders, and their height.

    A missing cart or ship is pale, in a dashed frame.
    """
    shapes = []
    for kind, card, x in (("cart", me.cart, MARGIN), ("ship", me.ship, MARGIN + 380)):
        carried = transport_places(card, x + 66, 15, 40, room=_TRANSPORT_WIDTH - 76) if card else ""
        shapes.append(
            group(
                box(x, 0, _TRANSPORT_WIDTH, 70, palette.PAPER, palette.LINE, dashed=card is None),
                symbol(kind, x + 10, 12, 46, palette.SEA if card else palette.LINE),
                carried,
                carrier=kind,
                card=card or "",
            )
        )
    done = len(me.completed)
    shapes.append(amount("seal", done, MARGIN + 790, 14, fill=palette.BRICK, completed=done))
    return "".join(shapes), 82


def character_cards(
    keys: Sequence[str], words: Words, owners: Mapping[str, int | None] | None = None
) -> tuple[str, float]:
    """Return the SVG of characters with what they do, in two columns, and their height; ("", 0) without characters.

    `keys` are the keys of the characters. `owners` maps keys to the owner's seat, or None without an owner; an owner's
    shield is shown.
    """
    shapes, y = [], 0.0
    for first in range(0, len(keys), _COLUMNS):
        row = keys[first : first + _COLUMNS]
        effects = [words.say(terms.CHARACTER_EFFECT[key]) for key in row]
        most = max(len(wrap_text(effect, _CARD_WIDTH - 28, palette.MIN_TEXT_SIZE)) for effect in effects)
        height = 74 + most * palette.MIN_TEXT_SIZE * 1.2
        for column, (key, effect) in enumerate(zip(row, effects, strict=True)):
            owner = (owners or {}).get(key)
            shapes.append(
                group(
                    box(0, 0, _CARD_WIDTH, height, "#FFFFFF", palette.INK, radius=14),
                    symbol(key, 12, 10, 44, palette.BRICK, "#FFFFFF"),
                    text(66, 44, terms.character(words, key), 28, bold=True, room=_CARD_WIDTH - 76),
                    text_lines(14, 88, effect, _CARD_WIDTH - 28, fill=palette.MUTED),
                    shield(owner, _CARD_WIDTH - 52, 12, 40) if owner is not None else "",
                    x=MARGIN + column * (_CARD_WIDTH + _GAP),
                    y=y,
                    character=key,
                )
            )
        y += height + _GAP
    return "".join(shapes), y


def _carpenter_cards(view: View, words: Words) -> tuple[str, float]:
    """H19: return the SVG of the transports that only this Carpenter sees, and its height; ("", 0) without any."""
    if not view.look:
        return "", 0
    title = words.say("Only you see these cards")
    shapes = [text(MARGIN, 28, title, 28, bold=True, fill=palette.MUTED, room=palette.WIDTH - 2 * MARGIN)]
    for row, cards in enumerate(view.look):
        for column, card in enumerate(cards):
            shapes.append(
                group(
                    box(0, 0, _CARD_WIDTH, 64, "#FFFFFF", palette.BRASS, line_width=3),
                    symbol(TRANSPORTS[TRANSPORT[card]].stack.kind, 8, 11, 42, palette.SEA, "#FFFFFF"),
                    transport_places(card, 60, 15, 34, room=_CARD_WIDTH - 70),
                    x=MARGIN + column % _COLUMNS * (_CARD_WIDTH + _GAP),
                    y=44 + (row * -(-max(len(c) for c in view.look) // _COLUMNS) + column // _COLUMNS) * 74,
                    seen=card,
                )
            )
    rows = len(view.look) * -(-max(len(cards) for cards in view.look) // _COLUMNS)
    return "".join(shapes), 44 + rows * 74


def hand_description(view: View, words: Words) -> str:
    """Return the description (alt text) of what belongs to the view's seat, which must not be None.

    That is points, silver and loans, the stores, cart and ship, what each order still needs, the completed orders, what
    the characters do, and the cards the Carpenter looks at.
    """
    assert view.seat is not None
    me = view.players[view.seat]
    sentences = [
        words.say(
            "You have {points}, {silver} and {loans}.",
            points=terms.points(words, me.points),
            silver=terms.silver(words, me.silver),
            loans=terms.loans(words, me.loans),
        ),
        words.say("Warehouse: {wares}.", wares=terms.ware_names(words, me.warehouse)),
        words.say("Trading post: {wares}.", wares=terms.ware_names(words, me.post)),
    ]
    if transports := [terms.transport_places(words, card) for card in (me.cart, me.ship) if card]:
        sentences.append(words.say("Transports: {transports}", transports=", ".join(transports)) + ".")
    for order in me.orders:
        missing = terms.ware_names(words, terms.missing_wares(order.order, order.cubes))
        sentences.append(words.say("{order} still needs {wares}.", order=order.order, wares=missing))
    if me.completed:
        sentences.append(words.say("Completed orders: {orders}.", orders=", ".join(me.completed)))
    for key in me.characters:
        sentences.append(f"{terms.character(words, key)}: {words.say(terms.CHARACTER_EFFECT[key])}.")
    for cards in view.look or ():
        seen = ", ".join(terms.transport_places(words, card) for card in cards)
        sentences.append(words.say("You see {cards}.", cards=seen))
    return alt_text(*sentences)
