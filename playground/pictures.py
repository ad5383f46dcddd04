"""Still pictures are shown as they are: simcord starts a process to check each, and drops the ninth of a page."""

from __future__ import annotations

import io

from PIL import Image, UnidentifiedImageError
from simcord.preview._media import MediaInfo, MediaWorker

_TYPES = {"PNG": "image/png", "WEBP": "image/webp", "JPEG": "image/jpeg"}


class Pictures(MediaWorker):
    """Reads the size of a still picture here; anything else is left to simcord."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        try:
            with Image.open(io.BytesIO(blob)) as picture:
                still = picture.format in _TYPES and not getattr(picture, "is_animated", False)
                kind, (width, height) = str(picture.format), picture.size
        except (UnidentifiedImageError, OSError, ValueError):
            still = False
        if not still:
            return await super()._decode(key, blob, media_time)
        return MediaInfo(
            kind,
            width,
            height,
            1,
            width * height * 4,
            blob,
            _TYPES[kind],
            capture=blob,
            poster=blob,
            memory_limited=True,
        )
