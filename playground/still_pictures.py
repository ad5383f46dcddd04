"""`still_picture` recognises PNG, WebP and JPEG pictures without animation, which a page shows without other checks."""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image, UnidentifiedImageError

_TYPES = {"PNG": "image/png", "WEBP": "image/webp", "JPEG": "image/jpeg"}


class StillPicture(NamedTuple):
    """Format, MIME type and size in pixels of a picture that is not animated."""

    kind: str
    mime: str
    width: int
    height: int


def still_picture(blob: bytes) -> StillPicture | None:
    """Return the properties of the picture in a file's content.

    Return None if the file is no PNG, WebP or JPEG picture, is animated, or is larger than Pillow opens.
    """
    try:
        with Image.open(io.BytesIO(blob)) as picture:
            kind, (width, height) = str(picture.format), picture.size
            if kind in _TYPES and not getattr(picture, "is_animated", False):
                return StillPicture(kind, _TYPES[kind], width, height)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError):
        pass
    return None
