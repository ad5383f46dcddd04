"""Haithabu: SVG elements that its pictures share: wares as cubes, places of orders and transports, stores, workers.

Many functions return `Cube`s instead of SVG, so that `cubes` can draw all of one colour as a single path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from pictures import palette
from pictures.haithabu.symbols import CUBES, OUTLINES
from pictures.labels import shield
from pictures.shapes import box, group, symbol, tag, text
from pictures.strokes import GRID, relative_path
from rules.haithabu.card_data import ORDER, ORDERS, TRANSPORT, TRANSPORTS, Transport
from rules.haithabu.data import NEUTRAL, WARES

MARGIN = 24

WARE_COLOURS = {
    "mead": "#A8741F",
    "cloth": palette.SEA,
    "ceramics": "#A9502B",
    "tools": "#5A5A55",
    "weapons": "#39405C",
    "spices": "#7E2748",
}
"""The colour of each ware."""
_GREY = "#8A7C69"


class Cube(NamedTuple):
    """A ware to be drawn as a cube: its key, top left corner and size. `cubes` draws them.

    `there` is False for a ware that is still wanted, which is drawn as an outline.
    """

    ware: str
    x: float
    y: float
    size: float
    there: bool = True


def cubes(lying: Iterable[Cube]) -> str:
    """Return the SVG of cubes; all of one ware are a single path, which renders faster."""
    paths: dict[str, str] = {}
    for ware, x, y, size, there in lying:
        paths[ware] = paths.get(ware, "") + f"M{x:.1f} {y:.1f}{_cube(ware, size, there)}"
    return "".join(
        f'<path fill="{WARE_COLOURS[ware]}" fill-rule="evenodd" d="{path}"/>' for ware, path in paths.items()
    )


@cache
def _cube(ware: str, size: float, there: bool) -> str:
    """Return the relative path data of a cube of this size; an outline if not `there`. Cached."""
    return relative_path((CUBES if there else OUTLINES)[ware], size / GRID)


def cube(ware: str, x: float, y: float, size: float) -> str:
    """Return the SVG of a single cube."""
    return cubes((Cube(ware, x, y, size),))


def wanted_cubes(order: str, delivered: Sequence[int] | None = None) -> Iterator[tuple[str, bool]]:
    """Yield each single ware that an order wants, with True if it is delivered.

    `order` is the order's id. `delivered` is how many of each ware lie on it; None for none.
    """
    there = delivered or (0,) * len(WARES)
    for ware, count, lying in zip(WARES, ORDERS[ORDER[order]].wares, there, strict=True):
        yield from ((ware, number < lying) for number in range(count))


def order_cubes(
    order: str, x: float, y: float, size: float, columns: int, delivered: Sequence[int] | None = None
) -> Iterator[Cube]:
    """Yield the cubes of the wares that an order wants, in rows of `columns`, from the top left corner `x`, `y`.

    `delivered` is how many of each ware lie on the order; missing ones become outlines. With None all are filled, as on
    display.
    """
    for n, (ware, there) in enumerate(wanted_cubes(order, delivered)):
        at = x + n % columns * (size + 2), y + n // columns * (size + 2)
        yield Cube(ware, *at, size, there or delivered is None)


def free_places(transport: str, x: float, y: float, size: float) -> str:
    """Return the SVG of the places of a transport that can carry any kind of ware: empty squares side by side.

    `x` and `y` are the top left corner of the first one. `transport` is its id, `size` the side of a square.
    """
    free = TRANSPORTS[TRANSPORT[transport]].free
    inner = size - 2
    path = "".join(
        f"M{x + 1 + number * (size + 2):.1f} {y + 1:.1f}h{inner}v{inner}h-{inner}z" for number in range(free)
    )
    return tag("path", d=path, fill="none", stroke=palette.INK, stroke_width=2, stroke_linejoin="round")


def _given_wares(card: Transport) -> list[str]:
    """Return the ware of each given place of a transport."""
    return [ware for ware, count in zip(WARES, card.given, strict=True) for _ in range(count)]


def given_places(transport: str, x: float, y: float, size: float) -> Iterator[Cube]:
    """Yield a cube for each place of a transport that carries only a certain ware.

    `transport` is its id. `x` and `y` are the top left corner of the transport's first place; its free places come
    first. `size` is the side of a place.
    """
    card = TRANSPORTS[TRANSPORT[transport]]
    for n, ware in enumerate(_given_wares(card), card.free):
        yield Cube(ware, x + n * (size + 2), y, size)


def transport_places(transport: str, x: float, y: float, size: float, room: float) -> str:
    """Return the SVG of all places of a transport: free ones empty, given ones with their ware.

    The places have this `size` or, if that takes more than `room` pixels, a smaller one.
    """
    card = TRANSPORTS[TRANSPORT[transport]]
    size = min(size, room // (card.free + sum(card.given)) - 2)
    return free_places(transport, x, y, size) + cubes(given_places(transport, x, y, size))


def counted_places(transport: str, x: float, y: float, size: float) -> str:
    """Return the SVG of a transport's places where there is little room: one empty square with the number of free ones.

    The given places follow with their wares. `size` is the side of a place.
    """
    card = TRANSPORTS[TRANSPORT[transport]]
    given = (Cube(ware, x + n * (size + 2), y, size) for n, ware in enumerate(_given_wares(card), 1))
    square = box(x + 1, y + 1, size - 2, size - 2, "none", palette.INK, radius=0, line_width=2)
    number = text(x + size / 2, y + size / 2 + 10, card.free, 28, anchor="middle")
    return square + number + cubes(given)


def worker(colour: int, x: float, y: float, size: float = 34) -> str:
    """Return the SVG of a worker: the shield of its seat, or a grey one if `colour` is `NEUTRAL`.

    `colour` is otherwise the seat; `x` and `y` are the top left corner.
    """
    if colour != NEUTRAL:
        return shield(colour, x, y, size)
    outline = "M2 2H30V16C30 25 23 29 16 31C9 29 2 25 2 16Z"
    return tag(
        "g",
        f'<path d="{outline}" fill="{_GREY}" stroke="{palette.INK}" stroke-width="1.6"/>',
        symbol("worker", 3, 2, 26, palette.PAPER, _GREY),
        transform=f"translate({x:.1f} {y:.1f}) scale({size / 32:.4g})",
        data_badge=NEUTRAL,
    )


def store_row(
    sign: str, store: str, wares: Sequence[int], x: float, y: float, pitch: float, size: float, gap: float = 12
) -> str:
    """Return the SVG of a store's sign and how many of each ware it holds, one column per ware; 0 is left out.

    The cubes beside the numbers come from `store_cubes` with the same arguments. `sign` is the name of the sign;
    `store` becomes a `data-` attribute, which tests read. `size` is the size of sign and cubes, `gap` the distance from
    the sign to the first column, and `pitch` the distance from one column to the next.
    """
    columns = [
        text(x + size + gap + column * pitch + size + 4, y + size / 2 + 10, count, 28, bold=True)
        for column, count in enumerate(wares)
        if count
    ]
    return group(
        symbol(sign, x, y, size + 2, palette.MUTED),
        *columns,
        store=store,
        wares=" ".join(map(str, wares)),
    )


def store_cubes(wares: Sequence[int], x: float, y: float, pitch: float, size: float, gap: float = 12) -> Iterator[Cube]:
    """Return a cube for each ware that is in a store, beside the numbers of `store_row`, as an iterator."""
    return (Cube(ware, x + size + gap + n * pitch, y, size) for n, ware in enumerate(WARES) if wares[n])


SIGN_PAINTERS = {**{ware: partial(cube, ware) for ware in WARES}, "neutral": partial(worker, NEUTRAL)}
"""The signs that are more than a silhouette."""
