"""Haithabu: SVG of one player: `panel` for the board, `strip` for close-ups.

Both show points, silver, stores, transports, and orders with the wares on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pictures import palette
from pictures.haithabu.elements import MARGIN, Cube, counted_places, cubes, order_cubes, store_cubes, store_row
from pictures.labels import Robots, amount, amount_width, computer_mark, name_plate
from pictures.shapes import box, boxes, group, symbol, symbol_copies, text
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA
from rules.haithabu.view import PlayerView, View
from words import Words

PANEL_WIDTH, PANEL_HEIGHT = 470, 406
STRIP_HEIGHT = 222
"""The height of `strip`."""
_PLACE, _ORDER_HEIGHT = 90, 164
_CUBE, _TRANSPORT_PLACE = 38, 36


def panel(view: View, seat: int, names: Sequence[str], words: Words, x: float, y: float, robots: Robots) -> str:
    """Return the SVG of everything that belongs to a player; `x` and `y` are its top left corner.

    The frame is golden in their turn, and golden and dashed if they have to decide while it is not their turn.
    Signs mark the winner, the starting player and a computer.
    """
    player = view.players[seat]
    turn = view.turn is not None and view.turn.seat == seat
    asked = not turn and view.result is None and seat in view.owed
    won = view.result is not None and seat in view.result.winners
    starts = view.result is None and view.round > 0 and view.starter == seat
    points_at = PANEL_WIDTH - 14 - amount_width(player.points, 36)
    mark = symbol("winner" if won else "start", PANEL_WIDTH - 48, 58, 34, palette.BRASS) if won or starts else ""
    glow = box(-3, -3, PANEL_WIDTH + 6, PANEL_HEIGHT + 6, "none", palette.GOLD, radius=13, line_width=6, dashed=asked)
    return group(
        glow if turn or asked else "",
        box(0, 0, PANEL_WIDTH, PANEL_HEIGHT, palette.PAPER, palette.SEAT_COLOURS[seat], line_width=4),
        name_plate(names, seat, words, 12, 10, points_at - 22),
        mark,
        computer_mark(robots, seat, PANEL_WIDTH - 124, 58),
        amount("points", player.points, points_at, 12, size=36, fill=palette.BRICK, points=player.points),
        group(*_money(player), x=14, y=58),
        group(*_stores(player), x=12, y=104),
        group(*_orders(player), x=10, y=232),
        x=x,
        y=y,
        seat=seat,
        turn=int(turn),
        asked=int(asked),
        starter=int(starts),
    )


def strip(view: View, seat: int, y: float) -> str:
    """Return the SVG of what belongs to a player as a strip as wide as a picture, for close-ups.

    `y` is its upper edge.
    """
    player = view.players[seat]
    return group(
        box(0, 0, palette.WIDTH - 2 * MARGIN, STRIP_HEIGHT, palette.PAPER, palette.SEAT_COLOURS[seat], line_width=4),
        group(*_money(player), amount("points", player.points, 312, 0, size=34, fill=palette.BRICK), x=14, y=14),
        group(*_stores(player), x=12, y=72),
        group(*_orders(player, named=True), x=490, y=14),
        x=MARGIN,
        y=y,
        seat=seat,
    )


def _money(player: PlayerView) -> Iterator[str]:
    """Yield the SVG of the player's silver, loans and number of completed orders."""
    done = len(player.completed)
    yield amount("coin", player.silver, 0, 0, size=34, fill=palette.BRASS, silver=player.silver)
    yield amount("loan", player.loans, 122, 0, size=34, fill=palette.INK, loans=player.loans)
    yield amount("seal", done, 218, -1, size=36, fill=palette.BRICK, completed=done)


def _stores(player: PlayerView) -> Iterator[str]:
    """Yield the SVG of both stores, then of cart and ship with their places; a missing transport is pale."""
    yield store_row("warehouse", "warehouse", player.warehouse, 0, 0, 69, 34)
    yield store_row("post", "post", player.post, 0, 42, 69, 34)
    yield cubes((*store_cubes(player.warehouse, 0, 0, 69, 34), *store_cubes(player.post, 0, 42, 69, 34)))
    for kind, x, card in (("cart", 0, player.cart), ("ship", 229, player.ship)):
        shown = symbol(kind, x, 84, 36, palette.SEA if card else palette.FADED)
        shown += counted_places(card, x + 44, 84, _TRANSPORT_PLACE) if card else ""
        yield group(shown, carrier=kind, card=card or "")


def _orders(player: PlayerView, *, named: bool = False) -> Iterator[str]:
    """Yield the SVG of the places for orders, with the wares and points of each order; empty places are pale frames.

    If `named`, each order's id is shown below. All cubes of one ware are a single path, which renders faster.
    """
    height = _ORDER_HEIGHT + (30 if named else 0)
    lying = {order.place: order for order in player.orders}
    wares: list[Cube] = []
    every = [(place, ((place - 1) * _PLACE, 0)) for place in range(1, DATA.play.order_places + 1)]
    yield boxes((at for place, at in every if place not in lying), _PLACE - 4, height, "none", palette.FADED)
    yield boxes((at for place, at in every if place in lying), _PLACE - 4, height, "#FFFFFF", palette.LINE)
    for place in range(1, DATA.play.order_places + 1):
        x = (place - 1) * _PLACE
        if place not in lying:
            continue
        order = lying[place]
        wares += order_cubes(order.order, x + 4, 5, _CUBE, 2, order.cubes)
        yield group(
            text(42, 155, ORDERS[ORDER[order.order]].points, 30, bold=True),
            text(43, 186, order.order, 28, fill=palette.MUTED, anchor="middle") if named else "",
            x=x,
            order=order.order,
            place=place,
            cubes=" ".join(map(str, order.cubes)),
        )
    yield cubes(wares)
    yield symbol_copies("points", (((place - 1) * _PLACE + 8, 130) for place in lying), 28, palette.BRICK)
