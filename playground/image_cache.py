"""Still pictures: what a page needs to know of them."""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image, UnidentifiedImageError

_TYPES = {"PNG": "image/png", "WEBP": "image/webp", "JPEG": "image/jpeg"}


class StillPicture(NamedTuple):
    """A picture that does not move."""

    kind: str
    mime: str
    width: int
    height: int


def still_picture(blob: bytes) -> StillPicture | None:
    """Return what is in a file; None if it moves or is no picture."""
    try:
        with Image.open(io.BytesIO(blob)) as picture:
            kind, (width, height) = str(picture.format), picture.size
            if kind in _TYPES and not getattr(picture, "is_animated", False):
                return StillPicture(kind, _TYPES[kind], width, height)
    except (UnidentifiedImageError, OSError, ValueError):
        pass
    return None
