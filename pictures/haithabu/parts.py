"""What Haithabu's pictures share: wares as cubes, orders and transports as rows of places, workers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pictures import palette
from pictures.haithabu.symbols import CUBES, OUTLINES
from pictures.shapes import badge, box, group, symbol, text
from pictures.strokes import GRID
from rules.haithabu.cards import ORDER, ORDERS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import NEUTRAL, WARES

MARGIN = 24

COLOURS = {
    "mead": "#A8741F",
    "cloth": palette.SEA,
    "ceramics": "#A9502B",
    "tools": "#5A5A55",
    "weapons": "#39405C",
    "spices": "#7E2748",
}
_GREY = "#8A7C69"


def cube(ware: str, x: float, y: float, size: float, *, there: bool = True) -> str:
    """Return a ware as a cube; one that is still wanted only as its outline."""
    path, moved = (CUBES if there else OUTLINES)[ware], f"translate({x:.1f} {y:.1f}) scale({size / GRID:.4g})"
    return f'<path transform="{moved}" fill="{COLOURS[ware]}" fill-rule="evenodd" d="{path}"/>'


def wanted(order: str, delivered: Sequence[int] | None = None) -> Iterator[tuple[str, bool]]:
    """Yield the cubes an order wants, ware by ware, and whether each lies there already."""
    there = delivered or (0,) * len(WARES)
    for ware, count, lying in zip(WARES, ORDERS[ORDER[order]].wares, there, strict=True):
        yield from ((ware, number < lying) for number in range(count))


def order_cubes(
    order: str, x: float, y: float, size: float, columns: int, delivered: Sequence[int] | None = None
) -> str:
    """Return what an order wants as cubes in rows; what it has is filled, what a display shows is filled too."""
    return "".join(
        cube(ware, x + n % columns * (size + 2), y + n // columns * (size + 2), size, there=there or delivered is None)
        for n, (ware, there) in enumerate(wanted(order, delivered))
    )


def places(transport: str, x: float, y: float, size: float) -> str:
    """Return the places of a cart or ship: free ones empty, given ones with their ware."""
    card = TRANSPORTS[TRANSPORT[transport]]
    free = [
        box(x + number * (size + 2), y, size, size, "none", palette.INK, bend=4, thick=2) for number in range(card.free)
    ]
    given = [ware for ware, count in zip(WARES, card.given, strict=True) for _ in range(count)]
    return "".join((*free, *(cube(w, x + (card.free + n) * (size + 2), y, size) for n, w in enumerate(given))))


def worker(colour: int, x: float, y: float) -> str:
    """Return a worker as the shield of its seat; those of the inn are grey."""
    if colour != NEUTRAL:
        return badge(colour, x, y, 32)
    shield = "M2 2H30V16C30 25 23 29 16 31C9 29 2 25 2 16Z"
    return group(
        f'<path d="{shield}" fill="{_GREY}" stroke="{palette.INK}" stroke-width="1.6"/>',
        symbol("worker", 6, 4, 20, palette.PAPER, _GREY),
        x=x,
        y=y,
        badge=NEUTRAL,
    )


def stored(sign: str, store: str, wares: Sequence[int], x: float, y: float, pitch: float, size: float) -> str:
    """Return the wares in a store, each in its own column, those that are not there left out."""
    columns = [
        cube(ware, x + 46 + column * pitch, y, size)
        + text(x + 46 + column * pitch + size + 5, y + size / 2 + 9, count, 26, bold=True)
        for column, (ware, count) in enumerate(zip(WARES, wares, strict=True))
        if count
    ]
    return group(
        symbol(sign, x, y - 2, size + 4, palette.MUTED), *columns, store=store, wares=" ".join(map(str, wares))
    )
