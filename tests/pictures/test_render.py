"""Rendering: off the event loop, once for equal drawings, and never in the way when it fails."""

from __future__ import annotations

import asyncio
import builtins
import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from cogs.messages.images import picture_of, picture_within_timeout
from pictures import render
from pictures.drawing import MAX_ALT_CHARS, Drawing, alt_text
from pictures.render import Renderer, RenderError, render_png
from pictures.shapes import page, text

ONE = Drawing(page(60, text(10, 40, "one")), "one")
OTHER = Drawing(page(60, text(10, 40, "other")), "other")


@pytest.fixture(autouse=True)
def _fresh_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "_logged_reasons", set())


def test_a_picture_is_a_png_and_always_the_same() -> None:
    assert render_png(ONE.svg).startswith(b"\x89PNG")
    assert render_png(ONE.svg) == render_png(ONE.svg) != render_png(OTHER.svg)


def test_only_our_fonts_are_used_even_where_others_are_installed() -> None:
    """Drawn in a fresh process with another font setting: the very same picture."""
    code = "import sys; from pictures.render import render_png; sys.stdout.buffer.write(render_png(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, ONE.svg],
        capture_output=True,
        check=True,
        env={"FONTCONFIG_FILE": "/nowhere", "HOME": "/nowhere", "PATH": ""},
    )
    assert done.stdout == render_png(ONE.svg)
    assert done.stderr == b""


def test_a_process_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    """Those that render for the bot are: they ended without tidying up, each with a folder of fonts to its name."""
    code = "import os, sys; from pictures.render import render_png; render_png(sys.argv[1]); os.kill(os.getpid(), 9)"
    done = subprocess.run([sys.executable, "-c", code, ONE.svg], check=False, env={"TMPDIR": str(tmp_path), "PATH": ""})
    assert done.returncode == -9
    assert list(tmp_path.iterdir()) == []


async def test_equal_drawings_are_rendered_once() -> None:
    rendered: list[str] = []

    def count(svg: str) -> bytes:
        rendered.append(svg)
        return b"png"

    renderer = Renderer(count)
    assert await asyncio.gather(*(renderer.picture(ONE) for _ in range(5))) == [b"png"] * 5
    assert await renderer.picture(ONE) == b"png"
    assert await renderer.picture(OTHER) == b"png"
    assert rendered == [ONE.svg, OTHER.svg]
    renderer.close()


async def test_old_pictures_make_room_for_new_ones() -> None:
    rendered: list[str] = []

    def count(svg: str) -> bytes:
        rendered.append(svg)
        return b"12345"

    renderer = Renderer(count, max_bytes=12)
    third = Drawing("<svg/>", "third")
    for drawing in (ONE, OTHER, ONE, third, ONE, OTHER):
        await renderer.picture(drawing)
    assert rendered == [ONE.svg, OTHER.svg, third.svg, OTHER.svg]
    renderer.close()


async def test_the_event_loop_goes_on_while_a_picture_is_rendered() -> None:
    goes_on = threading.Event()

    def wait(svg: str) -> bytes:
        assert goes_on.wait(10)
        return b"png"

    renderer = Renderer(wait)
    asyncio.get_running_loop().call_soon(goes_on.set)
    assert await renderer.picture(ONE) == b"png"
    renderer.close()


async def test_who_stops_waiting_does_not_stop_the_others() -> None:
    goes_on = threading.Event()

    def wait(svg: str) -> bytes:
        goes_on.wait(10)
        return b"png"

    renderer = Renderer(wait)
    first, second = (asyncio.create_task(renderer.picture(ONE)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    goes_on.set()
    assert await second == b"png"
    renderer.close()


async def test_somebody_who_has_clicked_waits_only_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.messages.images.PICTURE_TIMEOUT_S", 0.05)
    goes_on = threading.Event()

    def wait(svg: str) -> bytes:
        goes_on.wait(10)
        return b"png"

    renderer = Renderer(wait)
    assert await picture_within_timeout(renderer, "hand.png", lambda: ONE) is None
    goes_on.set()
    picture = await picture_of(renderer, "hand.png", lambda: ONE)
    assert picture is not None
    assert (picture.data, picture.alt, picture.digest) == (b"png", "one", ONE.digest)
    renderer.close()


async def test_without_the_native_library_there_is_no_picture_and_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any, **more: Any) -> Any:
        if name == "pyvips":
            raise ModuleNotFoundError("No module named 'pyvips'")
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    render.load_vips.cache_clear()
    renderer = Renderer()
    with caplog.at_level(logging.WARNING):
        assert await renderer.picture(ONE) is None
        assert await renderer.picture(OTHER) is None
    assert len(caplog.records) == 1
    assert "No module named 'pyvips'" in caplog.text
    renderer.close()


async def test_a_drawing_that_fails_is_no_picture_and_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> Drawing:
        raise KeyError("market")

    renderer = Renderer()
    with caplog.at_level(logging.WARNING):
        assert await picture_of(renderer, "board.png", fail) is None
        assert await picture_of(renderer, "board.png", fail) is None
    assert len(caplog.records) == 1
    renderer.close()


def test_what_is_no_drawing_cannot_be_rendered() -> None:
    with pytest.raises(RenderError):
        render_png("<svg")


def test_descriptions_are_whole_sentences_and_never_too_long() -> None:
    assert alt_text("One.", "", "Two.") == "One. Two."
    sentence = "x" * 99 + "."
    long = alt_text(*[sentence] * 20)
    assert len(long) <= MAX_ALT_CHARS
    assert long.endswith(". …")
    assert len(alt_text("y" * 3000)) <= MAX_ALT_CHARS
