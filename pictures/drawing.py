"""A drawing: what a picture shows, as SVG, and the same in words."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b

import msgspec

MAX_ALT_CHARS = 1024
"""Discord allows no longer description."""


class Drawing(msgspec.Struct, frozen=True, dict=True):
    """A picture before it is rendered, and its description for those who do not see it."""

    svg: str
    alt: str

    @cached_property
    def digest(self) -> str:
        """Name the drawing by its content: equal drawings are the same picture."""
        return blake2b(f"{self.alt}\0{self.svg}".encode(), digest_size=12).hexdigest()


def alt_text(*sentences: str) -> str:
    """Join sentences to a description that Discord takes: whole sentences as far as there is room."""
    said = ""
    for sentence in filter(None, sentences):
        longer = f"{said} {sentence}" if said else sentence
        if len(longer) > MAX_ALT_CHARS - 2:
            return f"{said or sentence[: MAX_ALT_CHARS - 2]} …"
        said = longer
    return said
