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

from pictures.painters import PAINTERS, history, views
from pictures.palette import PARCHMENT, WIDTH
from pictures.render import NoPicture, library
from rules.records import Record
from words import Words

T = TypeVar("T")

ROOT = Path(__file__).parent.parent

WIDE = 600
MOST_DRAWN, MOST_FRAMES, MOST_HIGH, MOST_BYTES = 600, 40, 1600, 8_000_000
"""What bounds the work: positions drawn, pictures, their height in pixels, bytes. How busy the machine is does not."""
NOBODY_WAITS = 14 * 60
"""Seconds after which Discord takes no answer any more: a process that is not done by then hangs, and is ended."""
_FRAME, _FIRST, _LAST = 900, 1500, 6000
"""Milliseconds that pictures are shown."""
_TOLD = re.compile(rb"(\d+)/(\d+)\n")
"""How a process says how much is done, of how much."""
_GROUND = [int(PARCHMENT[place : place + 2], 16) for place in (1, 3, 5)]


Progress = Callable[[int, int], None]
"""Takes how much is done, of how much."""


def _nobody(done: int, whole: int) -> None:
    """Be told in vain."""


def animated(record: Record, names: Sequence[str], words: Words, progress: Progress = _nobody) -> bytes:
    """Return a game as animated WebP: boards evenly spread over the game, then the final scores."""
    drawings = _drawings(record, names, words)
    for most in (MOST_FRAMES, MOST_FRAMES // 3):
        chosen = _spread(drawings, most)
        frames: list[Any] = []
        for svg in chosen:
            progress(len(frames), 2 * len(chosen))  # To join them is as much work again.
            frames.append(_frame(svg))
        picture = _joined(frames, progress)
        if len(picture) <= MOST_BYTES:
            return picture
    raise NoPicture(f"the animation would have {len(picture)} bytes")


def _drawings(record: Record, names: Sequence[str], words: Words) -> list[str]:
    """Draw every position that looks different from the one before."""
    painter = PAINTERS[record.game]
    drawings: list[str] = []
    course = list(views(record))
    for view in _evenly(course, MOST_DRAWN):
        drawing = painter.board(view, names, words).svg
        if not drawings or drawing != drawings[-1]:
            drawings.append(drawing)
    if course[-1].result:
        drawings.append(painter.final(course[-1], names, words, history(record)).svg)
    return drawings


def _spread(drawings: list[str], most: int) -> list[str]:
    """Take so many of them, the first and the last two always among them."""
    return drawings if len(drawings) <= most else [*_evenly(drawings[:-1], most - 1), drawings[-1]]


def _evenly(course: list[T], most: int) -> list[T]:
    """Take so many, evenly spread, the first and the last among them."""
    if len(course) <= most:
        return course
    return [course[round(n * (len(course) - 1) / (most - 1))] for n in range(most)]


def _frame(svg: str) -> Any:
    image = library().Image.svgload_buffer(svg.encode(), scale=WIDE / WIDTH)
    if image.height > MOST_HIGH:
        raise NoPicture(f"a picture of the animation would be {image.height} pixels high")
    return image.flatten(background=_GROUND).copy_memory()


def _joined(frames: list[Any], progress: Progress) -> bytes:
    """Lay the frames under each other, all as high as the highest, and write them as one animation."""
    vips = library()
    high = max(frame.height for frame in frames)
    even = [frame.embed(0, 0, WIDE, high, extend="background", background=_GROUND) for frame in frames]
    strip = vips.Image.arrayjoin(even, across=1).copy()
    delays = [_FIRST, *[_FRAME] * (len(frames) - 2), _LAST][: len(frames)]
    strip.set_type(vips.GValue.gint_type, "page-height", high)
    strip.set_type(vips.GValue.array_int_type, "delay", delays)
    strip.set_type(vips.GValue.gint_type, "loop", 0)

    def told(_: Any, now: Any) -> None:
        if now.percent < 100:  # Which each of its parts says, too, once that is done.
            progress(len(frames) * (100 + now.percent) // 100, 2 * len(frames))

    strip.set_progress(True)
    strip.signal_connect("eval", told)
    joined: bytes = strip.webpsave_buffer(Q=72, effort=0)
    return joined


async def in_process(record: Record, names: Sequence[str], language: str, progress: Progress = _nobody) -> str:
    """Let a process make the animation; return the file it is in, which the caller removes. Raises `NoPicture`."""
    handle, file = tempfile.mkstemp(prefix="kontor-", suffix=".webp")
    os.close(handle)
    command = [sys.executable, "-m", "pictures", "-", "--animate", "--progress"]
    command += [f"--language={language}", f"--out={file}"]
    process = await asyncio.create_subprocess_exec(
        *command,
        *(f"--name={name}" for name in names),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        complaint = await asyncio.wait_for(_made(process, str(record).encode(), progress), NOBODY_WAITS)
    except TimeoutError:
        Path(file).unlink(missing_ok=True)
        raise NoPicture("the animation hangs") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        Path(file).unlink(missing_ok=True)
        raise NoPicture(complaint.decode(errors="replace").strip()[-300:] or "the animation could not be made")
    return file


async def _made(process: asyncio.subprocess.Process, record: bytes, progress: Progress) -> bytes:
    """Hand over the record, hear how far it is, wait for the end; return what the process complains of."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    complaint = asyncio.ensure_future(process.stderr.read())
    process.stdin.write(record)
    process.stdin.close()
    async for line in process.stdout:
        if told := _TOLD.fullmatch(line):
            progress(int(told[1]), int(told[2]))
    await process.wait()
    return await complaint
