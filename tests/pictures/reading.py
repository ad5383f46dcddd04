"""Reads a drawing back: what its `data-` marks say, where each text is, and whether anything overlaps."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from xml.etree import ElementTree

from pictures import lettering, palette
from pictures.drawing import MAX_ALT_CHARS, Drawing
from pictures.strokes import GRID

SVG = "{http://www.w3.org/2000/svg}"
_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_SCALE = re.compile(r"scale\(([-\d.]+)\)")


def _is_text(element: ElementTree.Element) -> bool:
    """Say whether something is written here: numbers are drawn as outlines."""
    return element.tag == f"{SVG}text" or "data-text" in element.attrib


def _mark(key: str) -> str:
    """Return the attribute that says this of a shape."""
    return f"data-{key.replace('_', '-')}"


@dataclass(eq=False)
class Shape:
    """An element and where it really is: its attributes, moved by (x, y) and scaled."""

    element: ElementTree.Element
    x: float
    y: float
    scale: float

    @cached_property
    def inside(self) -> list[Shape]:
        """This shape and everything in it."""
        return list(walk(self))

    @property
    def kind(self) -> str:
        return self.element.tag.removeprefix(SVG)

    @cached_property
    def data(self) -> dict[str, str]:
        return {
            key[5:].replace("-", "_"): value for key, value in self.element.attrib.items() if key.startswith("data-")
        }

    @property
    def texts(self) -> list[str]:
        """All that is written inside."""
        return [node.text or node.get("data-text") or "" for node in self.element.iter() if _is_text(node)]

    def find(self, **data: object) -> list[Shape]:
        """Return the shapes within that have these data."""
        wanted = {_mark(key): str(value) for key, value in data.items()}
        return [shape for shape in self.inside if wanted.items() <= shape.element.attrib.items()]

    def one(self, **data: object) -> Shape:
        """Return the only shape within that has these data."""
        found = self.find(**data)
        assert len(found) == 1, f"{len(found)} shapes with {data}"
        return found[0]

    def marked(self, key: str) -> list[Shape]:
        """Return the shapes within that have this mark."""
        mark = _mark(key)
        return [shape for shape in self.inside if mark in shape.element.attrib]

    def value(self, key: str) -> str:
        """Return the only value that shapes within have for this mark."""
        (value,) = {shape.data[key] for shape in self.marked(key)}
        return value


def walk(shape: Shape) -> Iterator[Shape]:
    """Yield a shape and everything in it, outer before inner."""
    waiting = [shape]
    while waiting:
        outer = waiting.pop()
        yield outer
        for child in reversed(outer.element):
            moves = child.get("transform")
            if moves is None:
                waiting.append(Shape(child, outer.x, outer.y, outer.scale))
                continue
            dx, dy = map(float, found.groups()) if (found := _MOVE.search(moves)) else (0.0, 0.0)
            scale = float(found[1]) if (found := _SCALE.search(moves)) else 1.0
            waiting.append(Shape(child, outer.x + dx * outer.scale, outer.y + dy * outer.scale, outer.scale * scale))


def read(drawing: Drawing) -> Shape:
    """Read a drawing."""
    return Shape(ElementTree.fromstring(drawing.svg), 0, 0, 1)


@dataclass(frozen=True)
class Written:
    """A text and the rectangle it covers."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float

    def meets(self, other: Written) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def written(root: Shape) -> list[Written]:
    """Return every text of a drawing and where it stands."""
    found = []
    for shape in root.inside:
        if not _is_text(shape.element):
            continue
        if shape.kind == "path":
            said, size, bold = shape.data["text"], 1000.0, shape.data["bold"] == "1"
        else:
            said, size = shape.element.text or "", _number(shape, "font-size")
            bold = shape.element.get("font-weight") == "700"
        width = lettering.text_width(said, size, bold)
        x, y = _number(shape, "x"), _number(shape, "y")
        left = {"middle": x - width / 2, "end": x - width}.get(shape.element.get("text-anchor", ""), x)
        across = [shape.x + edge * shape.scale for edge in (left, left + width)]
        top, bottom = (shape.y + edge * shape.scale for edge in (y - size * 0.74, y + size * 0.2))
        found.append(Written(said, across[0], top, across[1], bottom, size * shape.scale))
    return found


def _number(shape: Shape, key: str) -> float:
    return float(shape.element.get(key, "0"))


def check_tidy(drawing: Drawing) -> Shape:
    """See that a drawing can be read by anybody: nothing overlaps, nothing is cut, no letter too small or unknown."""
    root = read(drawing)
    texts = written(root)
    width, height = _number(root, "width"), _number(root, "height")
    assert width == palette.WIDTH
    for text in texts:
        assert lettering.has_glyphs(text.text), f"no letters for {text.text!r}"
        assert text.size >= palette.MIN_TEXT_SIZE - 0.01, f"{text.text!r} is too small"
        assert 0 <= text.left < text.right <= width, f"{text.text!r} is cut: {text}"
        assert 0 <= text.top < text.bottom <= height, f"{text.text!r} is cut: {text}"
    for shape in root.inside:
        size = _sign_size(shape)
        assert size is None or size >= palette.MIN_SIGN_SIZE - 0.1, f"a sign is too small: {size}"
    texts.sort(key=lambda text: text.top)
    for number, text in enumerate(texts, 1):
        for other in itertools.islice(texts, number, None):
            if other.top >= text.bottom:
                break  # So are all that follow.
            assert not text.meets(other), f"{text} lies on {other}"
    assert 0 < len(drawing.alt) <= MAX_ALT_CHARS
    return root


def _sign_size(shape: Shape) -> float | None:
    """Return how large a sign is; None for what is none. Signs are drawn on a grid and made smaller."""
    moves = shape.element.get("transform")
    if (
        moves is None
        or not _SCALE.search(moves)
        or "data-text" in shape.element.attrib
        or "data-badge" in shape.element.attrib
    ):
        return None
    return shape.scale * GRID


def numbers(shapes: list[Any], key: str) -> list[int]:
    """Return a mark of several shapes as numbers."""
    return [int(shape.data[key]) for shape in shapes]
