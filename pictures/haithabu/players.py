"""A player of Haithabu on the board: points, silver, stores, transports, orders with what lies on them."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import palette
from pictures.haithabu.parts import order_cubes, places, stored
from pictures.shapes import amount, amount_width, box, group, name_plate, symbol, text
from rules.haithabu.cards import ORDER, ORDERS
from rules.haithabu.data import DATA
from rules.haithabu.view import OrderView, PlayerView, View
from words import Words

WIDE, HIGH = 470, 316
_PLACE = 91


def panel(view: View, seat: int, names: Sequence[str], words: Words, x: float, y: float) -> str:
    """Return everything that is one player's."""
    player = view.players[seat]
    turn = view.turn is not None and view.turn.seat == seat
    won = view.result is not None and seat in view.result.winners
    starts = view.result is None and view.round > 0 and view.starter == seat
    points_at = WIDE - 14 - amount_width(player.points, 36)
    mark_at = points_at - 46
    mark = symbol("crown" if won else "start", mark_at, 12, 34, palette.BRASS) if won or starts else ""
    glow = box(-4, -4, WIDE + 8, HIGH + 8, "none", palette.GOLD, bend=13, thick=7) if turn else ""
    lying = {order.place: order for order in player.orders}
    return group(
        glow,
        box(0, 0, WIDE, HIGH, palette.PAPER, palette.SEATS[seat], thick=3),
        name_plate(names, seat, words, 12, 10, (mark_at if mark else points_at) - 22),
        mark,
        amount("points", player.points, points_at, 12, size=36, fill=palette.BRICK, points=player.points),
        _money(player),
        stored("warehouse", "warehouse", player.warehouse, 12, 100, 69, 28),
        stored("trading_post", "post", player.post, 12, 138, 69, 28),
        _transports(player),
        *(_order(lying.get(place), place) for place in range(1, DATA.play.order_places + 1)),
        x=x,
        y=y,
        seat=seat,
        turn=int(turn),
        starter=int(starts),
    )


def _money(player: PlayerView) -> str:
    done = len(player.completed)
    return "".join(
        (
            amount("coin", player.silver, 14, 58, size=32, fill=palette.BRASS, silver=player.silver),
            amount("loan", player.loans, 150, 58, size=32, fill=palette.INK, loans=player.loans),
            amount("seal", done, 250, 57, size=34, fill=palette.BRICK, completed=done),
        )
    )


def _transports(player: PlayerView) -> str:
    """Show cart and ship and their places."""
    shapes = []
    for kind, card, x in (("cart", player.cart, 12), ("ship", player.ship, 242)):
        carried = places(card, x + 44, 178, 26) if card else ""
        shapes.append(
            group(
                symbol(kind, x, 174, 34, palette.SEA if card else palette.FADED), carried, carrier=kind, card=card or ""
            )
        )
    return "".join(shapes)


def _order(order: OrderView | None, place: int) -> str:
    x = 10 + (place - 1) * _PLACE
    if order is None:
        return box(x, 216, _PLACE - 6, 92, "none", palette.FADED, dashed=True)
    card = ORDERS[ORDER[order.order]]
    return group(
        box(0, 0, _PLACE - 6, 92, "#FFFFFF", palette.LINE),
        order_cubes(order.order, 3, 4, 25, 3, order.cubes),
        symbol("points", 12, 63, 24, palette.BRICK),
        text(40, 84, card.points, 24, bold=True),
        x=x,
        y=216,
        order=order.order,
        place=place,
        cubes=" ".join(map(str, order.cubes)),
    )
