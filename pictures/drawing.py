"""The class `Drawing`, a picture as SVG with its description, and `alt_text`, which makes a description."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b

import msgspec

MAX_ALT_CHARS = 1024
"""The most characters of a description that Discord accepts."""


class Drawing(msgspec.Struct, frozen=True, dict=True):
    """A picture before it is rendered. Painters make it, `render` turns it into a PNG.

    `svg` is an SVG document, `alt` the description in words that Discord shows to people who cannot see the picture.
    """

    svg: str
    alt: str

    @cached_property
    def digest(self) -> str:
        """Return a hash of this drawing's SVG and description: equal drawings have the same digest."""
        return blake2b(f"{self.alt}\0{self.svg}".encode(), digest_size=12).hexdigest()


def alt_text(*sentences: str) -> str:
    """Return a description made of sentences, at most `MAX_ALT_CHARS` long; empty sentences are skipped.

    The first sentence that does not fit and all after it are replaced by "…". If not even the first fits, it is cut.
    """
    joined = ""
    for sentence in filter(None, sentences):
        longer = f"{joined} {sentence}" if joined else sentence
        if len(longer) > MAX_ALT_CHARS - 2:
            return f"{joined or sentence[: MAX_ALT_CHARS - 2]} …"
        joined = longer
    return joined
