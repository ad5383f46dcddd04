"""Rendering: a drawing becomes a PNG, off the event loop, once for equal drawings.

Without the native library, or when rendering fails, there is no picture; the log says so once and the game goes on in
words.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from pictures import palette
from pictures.bands import BandCache, join_png
from pictures.drawing import Drawing
from pictures.shapes import split_bands

log = logging.getLogger("kontor.pictures")

PNG_WIDTH = 800
"""Pixels: twice as many as a phone's width, and still sharp when enlarged; what is drawn smaller stays as it is."""
_LARGE_PIXELS = 700_000
"""Pictures of more pixels get fewer shades, enough for flat drawings: a third less of a file."""
_SHADES = sorted(
    {0, 26, 51, 77, 102, 128, 153, 179, 255}
    | {int(ground[at : at + 2], 16) for ground in (palette.PARCHMENT, palette.PAPER) for at in (1, 3, 5)}
)
"""Of each colour; those of the ground stay just as they are."""
_SVG_SIZE = re.compile(r'<svg[^>]* width="(\d+)" height="(\d+)"')
FONTS = Path(__file__).parent / "fonts"
_FONT_CONFIG = "<fontconfig><dir>{fonts}</dir><cachedir>{folder}</cachedir></fontconfig>"
_ONE_LETTER_SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="Noto Sans">a</text></svg>'
)

_logged_reasons: set[str] = set()


class RenderError(Exception):
    """It cannot be rendered here."""


@cache
def load_vips() -> Any:
    """Load the native library so that it knows our fonts and no others, wherever it runs.

    It looks for fonts once, at the first letter, and by a variable that other programs we start must not inherit.
    """
    os.environ.setdefault("VIPS_CONCURRENCY", "1")
    import pyvips

    before = os.environ.get("FONTCONFIG_FILE")
    with tempfile.TemporaryDirectory(prefix="kontor-fonts-") as folder:
        setting = Path(folder, "fonts.conf")
        setting.write_text(_FONT_CONFIG.format(fonts=escape(str(FONTS)), folder=escape(folder)), encoding="utf-8")
        os.environ["FONTCONFIG_FILE"] = str(setting)
        pyvips.Image.svgload_buffer(_ONE_LETTER_SVG).avg()
    if before is None:
        del os.environ["FONTCONFIG_FILE"]
    else:
        os.environ["FONTCONFIG_FILE"] = before
    return pyvips


@cache
def _shade_table() -> Any:
    """Return the table that turns every shade into the nearest of those few."""
    levels = bytes(min(_SHADES, key=lambda shade: abs(shade - value)) for value in range(256))
    return load_vips().Image.new_from_memory(levels, len(levels), 1, 1, "uchar")


def render_png(svg: str, cache: BandCache | None = None) -> bytes:
    """Return the picture as PNG; bands that are kept already are not rendered again. Raises `NoPicture`."""
    try:
        width, height = map(float, found.groups()) if (found := _SVG_SIZE.search(svg)) else (PNG_WIDTH, 0)
        scale = min(1.0, PNG_WIDTH / width)
        large = width * height * scale**2 > _LARGE_PIXELS
        if cache and len(parts := split_bands(svg)) > 1:
            return join_png(
                round(width * scale), [cache.band(part, large, partial(_render_image, scale)) for part in parts]
            )
        rendered: bytes = _render_image(scale, svg, large).pngsave_buffer(compression=3, filter="none")
    except Exception as problem:
        raise RenderError(f"{type(problem).__name__}: {problem}") from problem
    return rendered


def band_renderer(max_band_bytes: int = 6_000_000, max_piece_bytes: int = 10_000_000) -> Callable[[str], bytes]:
    """Return how drawings are rendered one after the other: what they have in common once. So many bytes are kept."""
    return partial(render_png, cache=BandCache(max_band_bytes, max_piece_bytes))


def _render_image(scale: float, svg: str, large: bool) -> Any:
    """Render a drawing, or a part of one; of a large one with few shades and without alpha, the same everywhere.

    Of a small one leaving out alpha takes longer here than writing it.
    """
    image = load_vips().Image.svgload_buffer(svg.encode(), scale=scale)
    return image.extract_band(0, n=3).maplut(_shade_table()) if large else image


def log_failure_once(problem: Exception) -> None:
    """Say in the log that there are no pictures: once for each reason."""
    reason = str(problem).partition("\n")[0]
    if reason not in _logged_reasons:
        _logged_reasons.add(reason)
        log.warning("no pictures, going on in words: %s", reason)


class Renderer:
    """Renders drawings in a thread, and keeps the latest ones and the latest bands."""

    def __init__(
        self, render: Callable[[str], bytes] | None = None, threads: Executor | None = None, max_bytes: int = 6_000_000
    ) -> None:
        self._render = render or band_renderer()
        self._threads = threads or ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._kept: LRUCache[str, bytes] = LRUCache(max_bytes, len)
        self._pending: dict[str, asyncio.Future[bytes]] = {}

    async def picture(self, drawing: Drawing) -> bytes | None:
        """Return the PNG, or None if there cannot be one. Equal drawings are rendered once."""
        key = drawing.digest
        if kept := self._kept.get(key):
            return kept
        pending = self._pending.get(key)
        if pending is None:
            loop = asyncio.get_running_loop()
            pending = self._pending[key] = loop.run_in_executor(self._threads, self._render, drawing.svg)
            pending.add_done_callback(lambda done: self._finished(key, done))
        try:
            # Whoever stops waiting does not stop the others.
            return await asyncio.shield(pending)
        except RenderError as problem:
            log_failure_once(problem)
            return None

    def _finished(self, key: str, done: asyncio.Future[bytes]) -> None:
        self._pending.pop(key, None)
        if not done.cancelled() and not done.exception():
            with suppress(ValueError):  # It is larger than the whole cache.
                self._kept[key] = done.result()

    def close(self) -> None:
        """Let go of the thread."""
        self._threads.shutdown(wait=False, cancel_futures=True)
