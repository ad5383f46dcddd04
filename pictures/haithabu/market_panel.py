"""Haithabu: SVG of the market (`market`): each ware with its price, price level, amounts and workers."""

from __future__ import annotations

from pictures import palette
from pictures.haithabu.elements import WARE_COLOURS, cube, worker
from pictures.shapes import box, boxes, group, symbol, symbol_copies, tag, text
from rules.haithabu.data import TOP_LEVEL
from rules.haithabu.view import View, WareView

MARKET_WIDTH, ROW_HEIGHT = 552, 69
"""The width of the market and the height of each ware."""
_LEVEL = 14
"""The width of one price level in the bar."""
_BAR_AT = 142
MAX_BAR_WIDTH = TOP_LEVEL * _LEVEL


def market(view: View, x: float, y: float) -> str:
    """Return the SVG of the market, one row per ware; `x` and `y` are its top left corner."""
    rows = [y + number * ROW_HEIGHT for number in range(len(view.wares))]
    coins = symbol_copies("coin", ((x + 62, row + 18) for row in rows), 30, palette.BRASS)
    ground = boxes(((x, row) for row in rows), MARKET_WIDTH, ROW_HEIGHT - 5, palette.PAPER, palette.LINE)
    bars = boxes(((x + _BAR_AT, row + 18) for row in rows), MAX_BAR_WIDTH, 32, palette.FADED, radius=0)
    grid = "".join(
        f"M{x + _BAR_AT + level * _LEVEL:g} {row + 18:g}v32" for row in rows for level in range(1, TOP_LEVEL)
    )
    levels = tag("path", d=grid, stroke=palette.PAPER, stroke_width=2)
    wares = (_ware(ware, x, row) for ware, row in zip(view.wares, rows, strict=True))
    return "".join((ground, bars, *wares, levels, coins))


def _ware(ware: WareView, x: float, y: float) -> str:
    """Return the SVG of a ware's row: price, price level, amounts on the market and in the supply, and workers there.

    `x` and `y` are its top left corner.
    """
    crowded = len(ware.workers) > 3
    return group(
        cube(ware.key, 8, 9, 46),
        text(95, 43, ware.price, 30, bold=True),
        box(_BAR_AT, 18, ware.level * _LEVEL, 32, WARE_COLOURS[ware.key], radius=0),
        symbol("market", 292, 18, 30, palette.INK),
        text(326, 43, ware.market, 30, bold=True),
        symbol("supply", 370, 18, 30, palette.MUTED),
        text(404, 43, ware.supply, 28, fill=palette.MUTED),
        *(
            worker(each, 446 + n % 3 * 34, n // 3 * 32 if crowded else 15, 32 if crowded else 34)
            for n, each in enumerate(ware.workers)
        ),
        x=x,
        y=y,
        ware=ware.key,
        price=ware.price,
        level=ware.level,
        market=ware.market,
        supply=ware.supply,
        workers=" ".join(map(str, ware.workers)),
    )
