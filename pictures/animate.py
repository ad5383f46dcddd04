"""A whole game as an animated picture, through spectators' eyes only. Takes seconds: it is made in a process."""

from __future__ import annotations

import asyncio
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
MAX_POSITIONS, MAX_FRAMES, MAX_FRAME_HEIGHT, MAX_BYTES = 600, 40, 1600, 8_000_000
"""What bounds the work: positions drawn, pictures, their height in pixels, bytes. How busy the machine is does not."""
TIMEOUT_S = 14 * 60
"""Seconds after which Discord takes no answer any more: a process that is not done by then hangs, and is ended."""
_FRAME_MS, _FIRST_MS, _LAST_MS = 900, 1500, 6000
"""Milliseconds that pictures are shown."""
_PROGRESS_LINE = re.compile(rb"(\d+)/(\d+)\n")
"""How a process says how much is done, of how much."""
_BACKGROUND = [int(PARCHMENT[place : place + 2], 16) for place in (1, 3, 5)]


Progress = Callable[[int, int], None]
"""Takes how much is done, of how much."""


def _ignore_progress(done: int, whole: int) -> None:
    """Be told in vain."""


def animate(record: Record, names: Sequence[str], words: Words, progress: Progress = _ignore_progress) -> bytes:
    """Return a game as animated WebP: boards evenly spread over the game, then the final scores."""
    drawings = _distinct_drawings(record, names, words)
    for most in (MAX_FRAMES, MAX_FRAMES // 3):
        chosen = _select_frames(drawings, most)
        frames: list[Any] = []
        for svg in chosen:
            progress(len(frames), 2 * len(chosen))  # To join them is as much work again.
            frames.append(_render_frame(svg))
        picture = _join_frames(frames, progress)
        if len(picture) <= MAX_BYTES:
            return picture
    raise RenderError(f"the animation would have {len(picture)} bytes")


def _distinct_drawings(record: Record, names: Sequence[str], words: Words) -> list[str]:
    """Draw every position that looks different from the one before."""
    painter = PAINTERS[record.game]
    drawings: list[str] = []
    course = list(spectator_views(record))
    for view in _pick_evenly(course, MAX_POSITIONS):
        drawing = painter.board(view, names, words).svg
        if not drawings or drawing != drawings[-1]:
            drawings.append(drawing)
    if course[-1].result:
        drawings.append(painter.final(course[-1], names, words, score_history(record)).svg)
    return drawings


def _select_frames(drawings: list[str], most: int) -> list[str]:
    """Take so many of them, the first and the last two always among them."""
    return drawings if len(drawings) <= most else [*_pick_evenly(drawings[:-1], most - 1), drawings[-1]]


def _pick_evenly(course: list[T], most: int) -> list[T]:
    """Take so many, evenly spread, the first and the last among them."""
    if len(course) <= most:
        return course
    return [course[round(n * (len(course) - 1) / (most - 1))] for n in range(most)]


def _render_frame(svg: str) -> Any:
    image = load_vips().Image.svgload_buffer(svg.encode(), scale=FRAME_WIDTH / WIDTH)
    if image.height > MAX_FRAME_HEIGHT:
        raise RenderError(f"a picture of the animation would be {image.height} pixels high")
    return image.flatten(background=_BACKGROUND).copy_memory()


def _join_frames(frames: list[Any], progress: Progress) -> bytes:
    """Lay the frames under each other, all as high as the highest, and write them as one animation."""
    vips = load_vips()
    height = max(frame.height for frame in frames)
    even = [frame.embed(0, 0, FRAME_WIDTH, height, extend="background", background=_BACKGROUND) for frame in frames]
    strip = vips.Image.arrayjoin(even, across=1).copy()
    delays = [_FIRST_MS, *[_FRAME_MS] * (len(frames) - 2), _LAST_MS][: len(frames)]
    strip.set_type(vips.GValue.gint_type, "page-height", height)
    strip.set_type(vips.GValue.array_int_type, "delay", delays)
    strip.set_type(vips.GValue.gint_type, "loop", 0)

    def told(_: Any, now: Any) -> None:
        if now.percent < 100:  # Which each of its parts says, too, once that is done.
            progress(len(frames) * (100 + now.percent) // 100, 2 * len(frames))

    strip.set_progress(True)
    strip.signal_connect("eval", told)
    joined: bytes = strip.webpsave_buffer(Q=72, effort=0)
    return joined


async def animate_in_subprocess(
    record: Record, names: Sequence[str], language: str, progress: Progress = _ignore_progress
) -> str:
    """Let a process make the animation; return the file it is in, which the caller removes. Raises `NoPicture`."""
    handle, file = tempfile.mkstemp(prefix="kontor-", suffix=".webp")
    os.close(handle)
    command = [sys.executable, "-m", "pictures", "-", "--animate", "--progress"]
    command += [f"--language={language}", f"--out={file}"]
    process = await asyncio.create_subprocess_exec(
        *command,
        *(f"--name={name}" for name in names),
        cwd=_PROJECT_ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        complaint = await asyncio.wait_for(_run_process(process, str(record).encode(), progress), TIMEOUT_S)
    except TimeoutError:
        Path(file).unlink(missing_ok=True)
        raise RenderError("the animation hangs") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        Path(file).unlink(missing_ok=True)
        raise RenderError(complaint.decode(errors="replace").strip()[-300:] or "the animation could not be made")
    return file


async def _run_process(process: asyncio.subprocess.Process, record: bytes, progress: Progress) -> bytes:
    """Hand over the record, hear how far it is, wait for the end; return what the process complains of."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    complaint = asyncio.ensure_future(process.stderr.read())
    process.stdin.write(record)
    process.stdin.close()
    async for line in process.stdout:
        if told := _PROGRESS_LINE.fullmatch(line):
            progress(int(told[1]), int(told[2]))
    await process.wait()
    return await complaint
