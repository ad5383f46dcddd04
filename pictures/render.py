"""Renders drawings to PNG: `render_png` at once, `Renderer` in a thread and only once for equal drawings.

Without libvips, or if rendering fails, there is no picture: the failure is logged once and the game goes on in words.
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
"""Pixels: twice a phone's width, so it stays sharp when enlarged. Narrower drawings keep their width."""
_LARGE_PIXELS = 700_000
"""Pictures with more pixels get fewer shades: the file is a third smaller and a flat drawing looks the same."""
_SHADES = sorted(
    {0, 26, 51, 77, 102, 128, 153, 179, 255}
    | {int(ground[at : at + 2], 16) for ground in (palette.PARCHMENT, palette.PAPER) for at in (1, 3, 5)}
)
"""The values a colour channel may have in a large picture; those of the background colours are exact."""
_SVG_SIZE = re.compile(r'<svg[^>]* width="(\d+)" height="(\d+)"')
FONTS = Path(__file__).parent / "fonts"
"""The folder of our fonts."""
_FONT_CONFIG = "<fontconfig><dir>{fonts}</dir><cachedir>{folder}</cachedir></fontconfig>"
"""A fontconfig file that knows only our fonts."""
_ONE_LETTER_SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="Noto Sans">a</text></svg>'
)

_logged_reasons: set[str] = set()
"""Reasons for missing pictures that were logged already."""


class RenderError(Exception):
    """The picture or animation cannot be rendered: libvips is missing, failed or took too long, or it is too large."""


@cache
def load_vips() -> Any:
    """Return the module `pyvips`, set up so that it uses our fonts only. Cached.

    Raises `ImportError` or `OSError` if libvips is missing. Fontconfig looks for fonts once, at the first letter, in
    the file named by FONTCONFIG_FILE. So a letter is rendered here, and the variable is restored, because other
    programs that we start must not inherit it. Unless VIPS_CONCURRENCY is set, libvips gets a single thread.
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
    """Return the libvips lookup table that rounds every colour value to the nearest of `_SHADES`. Cached."""
    levels = bytes(min(_SHADES, key=lambda shade: abs(shade - value)) for value in range(256))
    return load_vips().Image.new_from_memory(levels, len(levels), 1, 1, "uchar")


def render_png(svg: str, cache: BandCache | None = None) -> bytes:
    """Return an SVG document as PNG, at most `PNG_WIDTH` pixels wide.

    Large pictures get fewer shades. With a cache, a drawing that has bands is put together from cached and newly
    rendered bands. Raises `RenderError` if rendering fails, and if libvips is missing.
    """
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
    """Return a function that renders an SVG to PNG like `render_png`, with a band cache of its own. Not thread-safe.

    The limits are those of the cache, in bytes.
    """
    return partial(render_png, cache=BandCache(max_band_bytes, max_piece_bytes))


def _render_image(scale: float, svg: str, large: bool) -> Any:
    """Return an SVG as a libvips image; its size is multiplied by `scale`.

    If `large`, the image has fewer shades and no alpha channel. A small image keeps its alpha channel, because dropping
    it would take longer than writing it.
    """
    image = load_vips().Image.svgload_buffer(svg.encode(), scale=scale)
    return image.extract_band(0, n=3).maplut(_shade_table()) if large else image


def log_failure_once(problem: Exception) -> None:
    """Log a warning that messages have no pictures, unless one was logged for the same reason before.

    The reason is the first line of the exception's message.
    """
    reason = str(problem).partition("\n")[0]
    if reason not in _logged_reasons:
        _logged_reasons.add(reason)
        log.warning("rendering failed, messages have no pictures: reason=%s", reason)


class Renderer:
    """Renders drawings in a thread and caches the latest PNGs. The application makes one and closes it at its end.

    `picture` returns the PNG of a drawing, or None if it cannot be rendered; `close` stops the thread.
    """

    def __init__(
        self, render: Callable[[str], bytes] | None = None, threads: Executor | None = None, max_bytes: int = 6_000_000
    ) -> None:
        """Use `render` in `threads`, by default a band renderer in one thread of its own; cache up to `max_bytes`."""
        self._render = render or band_renderer()
        self._threads = threads or ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._kept: LRUCache[str, bytes] = LRUCache(max_bytes, len)
        self._pending: dict[str, asyncio.Future[bytes]] = {}

    async def picture(self, drawing: Drawing) -> bytes | None:
        """Return a drawing as PNG, from the cache or rendered; None if it cannot be rendered.

        The failure is logged once for each reason. Concurrent requests for equal drawings share one rendering.
        """
        key = drawing.digest
        if kept := self._kept.get(key):
            return kept
        pending = self._pending.get(key)
        if pending is None:
            loop = asyncio.get_running_loop()
            pending = self._pending[key] = loop.run_in_executor(self._threads, self._render, drawing.svg)
            pending.add_done_callback(lambda done: self._finished(key, done))
        try:
            # A cancelled request must not cancel the rendering that others wait for.
            return await asyncio.shield(pending)
        except RenderError as problem:
            log_failure_once(problem)
            return None

    def _finished(self, key: str, done: asyncio.Future[bytes]) -> None:
        """Remove a finished rendering from the pending ones and cache its PNG; failures are not cached.

        `key` is the digest of the drawing.
        """
        self._pending.pop(key, None)
        if not done.cancelled() and not done.exception():
            with suppress(ValueError):  # It is larger than the whole cache.
                self._kept[key] = done.result()

    def close(self) -> None:
        """Stop the thread; renderings that have not begun are cancelled."""
        self._threads.shutdown(wait=False, cancel_futures=True)
