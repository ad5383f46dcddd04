"""Renders a drawing in horizontal bands and caches them, because most of a board stays the same from move to move.

`BandCache` returns the bands, `join_png` writes them as one PNG. A PNG is its compressed pixel rows one after the
other, so a band is kept compressed, at a twentieth of its size. A new band is put together from cached pixels of its
pieces (cards, names, amounts), if it has any.
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
"""The first bytes of every PNG file."""
_ZLIB_HEADER = b"\x78\x5e"
"""Before the compressed rows."""
_ZLIB_END = b"\x03\x00"
"""After the compressed rows: an empty final block."""
_COMPRESSION_LEVEL = 2
_DEPTH = 8
"""Bits per colour channel."""
_RGB = 2
"""PNG's code for pictures of red, green and blue."""
_CHANNELS = 3
_NO_FILTER = b"\0"
"""The byte before every row: no filter, which compresses flat drawings best."""
_ADLER_BASE = 65521
"""The modulus of the Adler-32 checksum."""

Render = Callable[[str, bool], Any]
"""Renders an SVG to a libvips image; the flag says that it is part of a large picture, which gets fewer shades."""


class Band(NamedTuple):
    """Compressed pixel rows as they stand in a PNG file; `BandCache.band` makes them from a part of a drawing."""

    height: int
    """Pixels: the number of rows."""
    compressed: bytes
    checksum: int
    """Adler-32 of the uncompressed rows."""
    size: int
    """Bytes of the uncompressed rows."""


Pixels = list[bytes]
"""The rows of an image, each as red, green and blue bytes."""


class BandCache:
    """Caches the most recently used bands and pieces by their SVG, each kind limited in bytes. Not thread-safe.

    `band` returns the compressed rows of a part of a drawing and renders only what is not cached. Parts of large and of
    small pictures are cached separately, since large pictures have fewer shades.
    """

    def __init__(self, max_band_bytes: int, max_piece_bytes: int = 0) -> None:
        """Create empty caches; a limit of 0 keeps nothing."""
        self._bands: LRUCache[bytes, Band] = LRUCache(max_band_bytes, lambda band: len(band.compressed))
        self._pieces: LRUCache[bytes, Pixels] = LRUCache(max_piece_bytes, lambda rows: sum(map(len, rows)))

    def band(self, svg: str, large: bool, render: Render) -> Band:
        """Return the band of an SVG document: from the cache, put together from its pieces, or rendered.

        `large` is True for a part of a large picture, which gets fewer shades. `render` renders what is not cached.
        """
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
        """Return the pixels of a band's background, from the cache or rendered; `svg` is the band without pieces."""
        key = _key(svg, large)
        return self._pieces.get(key) or self._keep(key, _pixels(render(svg, large)))

    def _piece_pixels(self, inside: list[Piece], large: bool, render: Render) -> list[Pixels]:
        """Return the pixels of each piece, in order.

        Pieces that are not in the cache are rendered together in one image and cached.
        """
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
        """Cache pixels under the key, unless they are larger than the whole cache, and return them."""
        with suppress(ValueError):  # They are larger than the whole cache.
            self._pieces[key] = pixels
        return pixels


def _key(shown: str, large: bool) -> bytes:
    """Return the cache key of an SVG in this kind of picture."""
    return blake2b(shown.encode(), digest_size=16, key=bytes([large])).digest()


def _pixels(image: Any) -> Pixels:
    """Return the rows of a libvips image as red, green and blue bytes, without the alpha channel."""
    colours: bytes = image.write_to_memory()
    if image.bands > _CHANNELS:
        opaque = bytearray(colours)
        del opaque[_CHANNELS :: image.bands]
        colours = bytes(opaque)
    row = image.width * _CHANNELS
    return [colours[at : at + row] for at in range(0, len(colours), row)]


class _PngRows:
    """The pixel rows of a band in the form that PNG compresses, each after a filter byte. `BandCache.band` makes it.

    It starts as the background; `paste` copies a piece onto it, `compressed` returns the finished `Band`.
    """

    def __init__(self, ground: Pixels) -> None:
        """Start with the rows of a background."""
        self._rows = bytearray(b"".join(_NO_FILTER + row for row in ground))
        self._row = len(_NO_FILTER) + len(ground[0])
        self._high = len(ground)

    def paste(self, piece: Pixels, left: int, top: int) -> None:
        """Copy the pixels of a piece over these rows; `left` and `top` are in pixels.

        Raises `ValueError` if the piece does not lie within the rows.
        """
        rows, at, width = self._rows, len(_NO_FILTER) + left * _CHANNELS, len(piece[0])
        if min(left, top) < 0 or top + len(piece) > self._high or at + width > self._row:
            raise ValueError(f"a piece of {len(piece)} rows at {left}, {top} is not within its band")
        at += top * self._row
        for row in piece:
            rows[at : at + width] = row
            at += self._row

    def compressed(self) -> Band:
        """Return these rows compressed, as a band that may follow any other in a PNG."""
        squeeze = compressobj(_COMPRESSION_LEVEL, DEFLATED, -MAX_WBITS, 9)
        # A full flush ends at a byte and resets the dictionary, so any band may follow any other.
        packed = squeeze.compress(self._rows) + squeeze.flush(Z_FULL_FLUSH)
        return Band(self._high, packed, adler32(self._rows), len(self._rows))


def join_png(width: int, bands: list[Band]) -> bytes:
    """Return a PNG file with these bands from top to bottom; `width` is in pixels."""
    checksum = 1
    for band in bands:
        checksum = _combined_checksum(checksum, band)
    head = struct.pack(">IIBBBBB", width, sum(band.height for band in bands), _DEPTH, _RGB, 0, 0, 0)
    rows = b"".join((_ZLIB_HEADER, *(band.compressed for band in bands), _ZLIB_END, struct.pack(">I", checksum)))
    return b"".join((_SIGNATURE, _chunk(b"IHDR", head), _chunk(b"IDAT", rows), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    """Return a PNG chunk: length, kind, content, checksum."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(content, crc32(kind)))


def _combined_checksum(before: int, band: Band) -> int:
    """Return the Adler-32 checksum of earlier rows followed by a band's rows; `before` is that of the earlier rows."""
    first, second = before & 0xFFFF, before >> 16
    added, summed = band.checksum & 0xFFFF, band.checksum >> 16
    low = (first + added - 1) % _ADLER_BASE
    high = (second + summed + band.size * (first - 1)) % _ADLER_BASE
    return high << 16 | low
