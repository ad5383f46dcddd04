"""A whole game as an animated WebP, as spectators see it.

`animate` makes it, which takes several seconds; `animate_in_subprocess` runs that in another process.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pictures.painters import PAINTERS, score_history, spectator_views
from pictures.palette import PARCHMENT, WIDTH
from pictures.render import RenderError, load_vips
from rules.records import Record
from words import Words

T = TypeVar("T")

_PROJECT_ROOT = Path(__file__).parent.parent

FRAME_WIDTH = 600
"""Pixels."""
MAX_POSITIONS, MAX_FRAMES, MAX_FRAME_HEIGHT, MAX_BYTES = 600, 40, 1600, 8_000_000
"""Bounds of the work: positions drawn, frames, frame height in pixels, size of the file.

Independent of machine load.
"""
TIMEOUT_S = 14 * 60
"""Discord accepts no answer after 15 minutes, so a process that is not done by then is killed."""
_FRAME_MS, _FIRST_MS, _LAST_MS = 900, 1500, 6000
"""How long frames are shown: most of them, the first, the last."""
_PROGRESS_LINE = re.compile(rb"(\d+)/(\d+)\n")
"""The line with which the subprocess reports its progress: steps done and steps in all."""
_BACKGROUND = [int(PARCHMENT[place : place + 2], 16) for place in (1, 3, 5)]


Progress = Callable[[int, int], None]
"""A callback that takes the steps done and the steps in all."""


def _ignore_progress(done: int, whole: int) -> None:
    """Do nothing: the default for callers that do not want progress reports."""


def animate(record: Record, names: Sequence[str], words: Words, progress: Progress = _ignore_progress) -> bytes:
    """Return the animated WebP of a game: boards evenly spread over it, then the final picture if it is finished.

    `names` are the players' plain names, `progress` is called with the steps done and the steps in all. If the file is
    larger than `MAX_BYTES`, it is made again with a third of the frames. Raises `RenderError` if it is still too large,
    or a frame is too high; `ImportError` or `OSError` if libvips is missing.
    """
    drawings = _distinct_drawings(record, names, words)
    for max_count in (MAX_FRAMES, MAX_FRAMES // 3):
        chosen = _select_frames(drawings, max_count)
        frames: list[Any] = []
        for svg in chosen:
            progress(len(frames), 2 * len(chosen))  # Encoding is the other half of the work.
            frames.append(_render_frame(svg))
        picture = _join_frames(frames, progress)
        if len(picture) <= MAX_BYTES:
            return picture
    raise RenderError(f"the animation would have {len(picture)} bytes")


def _distinct_drawings(record: Record, names: Sequence[str], words: Words) -> list[str]:
    """Return the SVG of at most `MAX_POSITIONS` boards of a game, in order, without a board equal to the one before it.

    The final picture follows if the game is finished.
    """
    painter = PAINTERS[record.game]
    drawings: list[str] = []
    views = list(spectator_views(record))
    for view in _pick_evenly(views, MAX_POSITIONS):
        drawing = painter.board(view, names, words).svg
        if not drawings or drawing != drawings[-1]:
            drawings.append(drawing)
    if views[-1].result:
        drawings.append(painter.final(views[-1], names, words, score_history(record)).svg)
    return drawings


def _select_frames(drawings: list[str], max_count: int) -> list[str]:
    """Return at most `max_count` of the drawings, in order.

    If there are more drawings, the chosen ones are evenly spread; the first and the last two are always among them.
    """
    return drawings if len(drawings) <= max_count else [*_pick_evenly(drawings[:-1], max_count - 1), drawings[-1]]


def _pick_evenly(items: list[T], max_count: int) -> list[T]:
    """Return at most `max_count` items, in order and evenly spread; the first and the last are always among them."""
    if len(items) <= max_count:
        return items
    return [items[round(n * (len(items) - 1) / (max_count - 1))] for n in range(max_count)]


def _render_frame(svg: str) -> Any:
    """Return a drawing as a libvips image that is `FRAME_WIDTH` pixels wide.

    Raises `RenderError` if it is higher than `MAX_FRAME_HEIGHT`.
    """
    image = load_vips().Image.svgload_buffer(svg.encode(), scale=FRAME_WIDTH / WIDTH)
    if image.height > MAX_FRAME_HEIGHT:
        raise RenderError(f"a picture of the animation would be {image.height} pixels high")
    return image.flatten(background=_BACKGROUND).copy_memory()


def _join_frames(frames: list[Any], progress: Progress) -> bytes:
    """Return libvips images as one animated WebP; lower frames are padded to the height of the highest.

    The animation repeats for ever; its first and last frames have times of their own (`_FIRST_MS`, `_LAST_MS`).
    `progress` is called while the file is encoded, which counts as the second half of the work.
    """
    vips = load_vips()
    height = max(frame.height for frame in frames)
    even = [frame.embed(0, 0, FRAME_WIDTH, height, extend="background", background=_BACKGROUND) for frame in frames]
    strip = vips.Image.arrayjoin(even, across=1).copy()
    delays = [_FIRST_MS, *[_FRAME_MS] * (len(frames) - 2), _LAST_MS][: len(frames)]
    strip.set_type(vips.GValue.gint_type, "page-height", height)
    strip.set_type(vips.GValue.array_int_type, "delay", delays)
    strip.set_type(vips.GValue.gint_type, "loop", 0)

    def report(_: Any, now: Any) -> None:
        """Call `progress` with the state of the encoding, which is the second half of the work.

        libvips calls it; `now.percent` is how much is encoded. Do nothing at 100, which libvips reports for each of its
        steps.
        """
        if now.percent < 100:
            progress(len(frames) * (100 + now.percent) // 100, 2 * len(frames))

    strip.set_progress(True)
    strip.signal_connect("eval", report)
    joined: bytes = strip.webpsave_buffer(Q=72, effort=0)
    return joined


async def animate_in_subprocess(
    record: Record, names: Sequence[str], language: str, progress: Progress = _ignore_progress
) -> str:
    """Make the animation of a record in a subprocess; return the path of a temporary file, which the caller removes.

    `names` are the players' plain names, `language` is a language code. `progress` is called with the steps done and
    the steps in all as the subprocess reports them. Raises `RenderError` if the subprocess fails or takes longer than
    `TIMEOUT_S`; then the subprocess is killed and the file removed. If this call is cancelled, the subprocess is killed
    too, but the file stays.
    """
    handle, file = tempfile.mkstemp(prefix="kontor-", suffix=".webp")
    os.close(handle)
    command = [sys.executable, "-m", "pictures", "-", "--animate", "--progress", "--names"]
    command += [f"--language={language}", f"--out={file}"]
    # Everybody on this machine can see a process's arguments, so the names are no arguments.
    source = f"{json.dumps(names)}\n{record}".encode()
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=_PROJECT_ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        stderr_text = await asyncio.wait_for(_run_process(process, source, progress), TIMEOUT_S)
    except TimeoutError:
        Path(file).unlink(missing_ok=True)
        raise RenderError(f"the animation took more than {TIMEOUT_S} s") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        Path(file).unlink(missing_ok=True)
        raise RenderError(stderr_text.decode(errors="replace").strip()[-300:] or "the animation could not be made")
    return file


async def _run_process(process: asyncio.subprocess.Process, source: bytes, progress: Progress) -> bytes:
    """Send `source` to the process's standard input and wait for its end; return what it wrote to standard error.

    `progress` is called as the process reports on standard output.
    """
    assert process.stdin
    assert process.stdout
    assert process.stderr
    stderr_text = asyncio.ensure_future(process.stderr.read())
    process.stdin.write(source)
    process.stdin.close()
    async for line in process.stdout:
        if match := _PROGRESS_LINE.fullmatch(line):
            progress(int(match[1]), int(match[2]))
    await process.wait()
    return await stderr_text
