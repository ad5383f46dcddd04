"""A drawing in bands: what lies between two of its lines is rendered once, and kept for all drawings that have it too.

From move to move most of a board stays as it was. A PNG is its rows one after the other, compressed: so bands are kept
just as they stand in the file, a twentieth of their pixels, and only written one below the other.
"""

from __future__ import annotations

import struct
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple
from zlib import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, adler32, compressobj, crc32

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = b"\x78\x5e"
_END = b"\x03\x00"
"""Of the compressed rows: an empty block that is the last."""
_LEVEL = 3
_DEPTH = 8
_COLOURS = {3: 2, 4: 6}
"""How PNG names pictures of so many channels."""
_UNFILTERED = b"\0"
"""Stands before every row: flat drawings are smallest so."""
_BASE = 65521
"""Of Adler's checksum."""


class Band(NamedTuple):
    """Rows of a picture as they stand in its file."""

    high: int
    channels: int
    compressed: bytes
    checksum: int
    size: int
    """Of the rows, in bytes, before they were compressed."""


class Kept:
    """The bands that were rendered last, by what they show; together no more than so many bytes.

    The same band of a large picture and of a small one are two: they are written with other channels.
    """

    def __init__(self, most: int) -> None:
        self._bands: OrderedDict[bytes, Band] = OrderedDict()
        self._room = most

    def band(self, svg: str, large: bool, render: Callable[[str, bool], Any]) -> Band:
        """Return what a drawing looks like, rendered if that is not kept; what was not needed for longest goes."""
        key = blake2b(svg.encode(), digest_size=16, key=bytes([large])).digest()
        if kept := self._bands.get(key):
            self._bands.move_to_end(key)
            return kept
        band = self._bands[key] = compressed(render(svg, large))
        self._room -= len(band.compressed)
        while self._room < 0 and len(self._bands) > 1:
            _, oldest = self._bands.popitem(last=False)
            self._room += len(oldest.compressed)
        return band


def compressed(image: Any) -> Band:
    """Return an image of red, green, blue and perhaps alpha as a band."""
    pixels, row = image.write_to_memory(), image.width * image.bands
    rows = b"".join(_UNFILTERED + pixels[at : at + row] for at in range(0, len(pixels), row))
    squeeze = compressobj(_LEVEL, DEFLATED, -MAX_WBITS, 9)
    # A full flush ends at a whole byte and looks back at nothing: any band may follow any other.
    packed = squeeze.compress(rows) + squeeze.flush(Z_FULL_FLUSH)
    return Band(image.height, image.bands, packed, adler32(rows), len(rows))


def joined(wide: int, bands: list[Band]) -> bytes:
    """Return the PNG that has these bands below each other."""
    checksum = 1
    for band in bands:
        checksum = _checksum_of_both(checksum, band)
    (colours,) = {_COLOURS[band.channels] for band in bands}
    head = struct.pack(">IIBBBBB", wide, sum(band.high for band in bands), _DEPTH, colours, 0, 0, 0)
    rows = b"".join((_HEADER, *(band.compressed for band in bands), _END, struct.pack(">I", checksum)))
    return b"".join((_SIGNATURE, _chunk(b"IHDR", head), _chunk(b"IDAT", rows), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(content, crc32(kind)))


def _checksum_of_both(before: int, band: Band) -> int:
    """Return Adler's checksum of all rows so far and a band's, from those of each: the rows are not there any more."""
    first, second = before & 0xFFFF, before >> 16
    added, summed = band.checksum & 0xFFFF, band.checksum >> 16
    low = (first + added - 1) % _BASE
    high = (second + summed + band.size * (first - 1)) % _BASE
    return high << 16 | low
