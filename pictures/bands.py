"""A drawing in bands: what lies between two of its lines is rendered once, and kept for all drawings that have it too.

From move to move most of a board stays as it was. A PNG is its rows one after the other, compressed: so bands are kept
just as they stand in the file, a twentieth of their pixels, and only written one below the other. A band that is new
is put together of pieces that are kept as pixels, as far as it is made of such: cards, names, amounts.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any, NamedTuple

from cachetools import LRUCache
from zlib_ng.zlib_ng import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, adler32, compressobj, crc32

from pictures.shapes import Piece, split_pieces, stack_pieces

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER = b"\x78\x5e"
_ZLIB_END = b"\x03\x00"
"""Of the compressed rows: an empty block that is the last."""
_COMPRESSION_LEVEL = 2
_DEPTH = 8
_RGB = 2
"""How PNG names pictures of red, green and blue."""
_CHANNELS = 3
_NO_FILTER = b"\0"
"""Stands before every row: flat drawings are smallest so."""
_ADLER_BASE = 65521
"""Of Adler's checksum."""

Render = Callable[[str, bool], Any]
"""Renders a drawing, with few shades if it is of a large picture."""


class Band(NamedTuple):
    """Rows of a picture as they stand in its file."""

    height: int
    compressed: bytes
    checksum: int
    size: int
    """Of the rows, in bytes, before they were compressed."""


Pixels = list[bytes]
"""Red, green and blue of every pixel in each row."""


class BandCache:
    """The bands and the pieces that were needed last, by what they show; of each no more than so many bytes.

    The same band of a large picture and of a small one are two: they have other shades.
    """

    def __init__(self, max_band_bytes: int, max_piece_bytes: int = 0) -> None:
        self._bands: LRUCache[bytes, Band] = LRUCache(max_band_bytes, lambda band: len(band.compressed))
        self._pieces: LRUCache[bytes, Pixels] = LRUCache(max_piece_bytes, lambda rows: sum(map(len, rows)))

    def band(self, svg: str, large: bool, render: Render) -> Band:
        """Return what a drawing looks like, rendered or put together if that is not kept."""
        key = _key(svg, large)
        if kept := self._bands.get(key):
            return kept
        ground, inside = split_pieces(svg)
        if inside:
            rows = _PngRows(self._background(ground, large, render))
            for each, pixels in zip(inside, self._piece_pixels(inside, large, render), strict=True):
                rows.paste(pixels, each.left, each.top)
        else:
            rows = _PngRows(_pixels(render(svg, large)))
        band = rows.compressed()
        with suppress(ValueError):  # It is larger than the whole cache.
            self._bands[key] = band
        return band

    def _background(self, svg: str, large: bool, render: Render) -> Pixels:
        """Return what is behind the pieces of a band."""
        key = _key(svg, large)
        return self._pieces.get(key) or self._keep(key, _pixels(render(svg, large)))

    def _piece_pixels(self, inside: list[Piece], large: bool, render: Render) -> list[Pixels]:
        """Return what pieces look like; those that are not kept are rendered together."""
        keys = [_key(piece.shapes, large) for piece in inside]
        shown = {key: kept for key in keys if (kept := self._pieces.get(key))}
        new = {key: piece for key, piece in zip(keys, inside, strict=True) if key not in shown}
        if new:
            rows = _pixels(render(stack_pieces(list(new.values())), large))
            for key, piece in new.items():
                width, first_rows, rows = piece.width * _CHANNELS, rows[: piece.height], rows[piece.height :]
                shown[key] = self._keep(key, [row[:width] for row in first_rows])
        return [shown[key] for key in keys]

    def _keep(self, key: bytes, pixels: Pixels) -> Pixels:
        with suppress(ValueError):  # They are larger than the whole cache.
            self._pieces[key] = pixels
        return pixels


def _key(shown: str, large: bool) -> bytes:
    return blake2b(shown.encode(), digest_size=16, key=bytes([large])).digest()


def _pixels(image: Any) -> Pixels:
    """Return an image without its alpha, which is the same everywhere."""
    colours: bytes = image.write_to_memory()
    if image.bands > _CHANNELS:
        opaque = bytearray(colours)
        del opaque[_CHANNELS :: image.bands]
        colours = bytes(opaque)
    row = image.width * _CHANNELS
    return [colours[at : at + row] for at in range(0, len(colours), row)]


class _PngRows:
    """Rows of pixels as PNG has them before they are compressed."""

    def __init__(self, ground: Pixels) -> None:
        self._rows = bytearray(b"".join(_NO_FILTER + row for row in ground))
        self._row = len(_NO_FILTER) + len(ground[0])
        self._high = len(ground)

    def paste(self, piece: Pixels, left: int, top: int) -> None:
        """Lay a piece over what is there."""
        rows, at, width = self._rows, len(_NO_FILTER) + left * _CHANNELS, len(piece[0])
        if min(left, top) < 0 or top + len(piece) > self._high or at + width > self._row:
            raise ValueError(f"a piece of {len(piece)} rows at {left}, {top} is not within its band")
        at += top * self._row
        for row in piece:
            rows[at : at + width] = row
            at += self._row

    def compressed(self) -> Band:
        """Return them as a band."""
        squeeze = compressobj(_COMPRESSION_LEVEL, DEFLATED, -MAX_WBITS, 9)
        # A full flush ends at a whole byte and looks back at nothing: any band may follow any other.
        packed = squeeze.compress(self._rows) + squeeze.flush(Z_FULL_FLUSH)
        return Band(self._high, packed, adler32(self._rows), len(self._rows))


def join_png(width: int, bands: list[Band]) -> bytes:
    """Return the PNG that has these bands below each other."""
    checksum = 1
    for band in bands:
        checksum = _combined_checksum(checksum, band)
    head = struct.pack(">IIBBBBB", width, sum(band.height for band in bands), _DEPTH, _RGB, 0, 0, 0)
    rows = b"".join((_ZLIB_HEADER, *(band.compressed for band in bands), _ZLIB_END, struct.pack(">I", checksum)))
    return b"".join((_SIGNATURE, _chunk(b"IHDR", head), _chunk(b"IDAT", rows), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(content, crc32(kind)))


def _combined_checksum(before: int, band: Band) -> int:
    """Return Adler's checksum of all rows so far and a band's, from those of each: the rows are not there any more."""
    first, second = before & 0xFFFF, before >> 16
    added, summed = band.checksum & 0xFFFF, band.checksum >> 16
    low = (first + added - 1) % _ADLER_BASE
    high = (second + summed + band.size * (first - 1)) % _ADLER_BASE
    return high << 16 | low
