"""Starting and ending for real: the command as people type it, with its sentences, signals and kills."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession

from tests.playground.visitor import Visitor, answered

pytestmark = pytest.mark.slow

BOT = Path(__file__).parents[2] / "bot.py"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]+/")
TIMEOUT_S = 60.0


class Started:
    """A playground in a process of its own, without a terminal and without a screen."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            command(folder, *options),
            cwd=folder.parent,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if found := ADDRESS.search(line):
                self.address = found[0]
                return
        raise AssertionError(f"no address: {self.said} {self.process.communicate()}")

    def end(self, sign: signal.Signals) -> tuple[int, str]:
        """Send a signal, as a terminal does to all its processes, and return how it ended and what it complained of."""
        if sign is signal.SIGKILL:
            self.process.kill()
        else:
            os.killpg(self.process.pid, sign)
        _, complaints = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, complaints


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, str(BOT), "--folder", str(folder), *options]


def environment() -> dict[str, str]:
    hidden = ("DISCORD_TOKEN", "DISPLAY", "WAYLAND_DISPLAY")
    return {name: value for name, value in os.environ.items() if name not in hidden}


def refused(folder: Path, *options: str) -> str:
    """Start it where it cannot start, and return the one sentence it says."""
    result = subprocess.run(
        command(folder, *options),
        cwd=folder.parent if folder.parent.is_dir() else folder.parents[1],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    assert result.returncode == 1, result
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr


@contextmanager
def started(folder: Path, *options: str) -> Iterator[Started]:
    playground = Started(folder, *options)
    try:
        yield playground
    finally:
        playground.process.kill()
        playground.process.communicate()


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


async def test_starts_without_terminal_and_screen_says_where_and_ends_in_order_when_told(
    tmp_path: Path, http: ClientSession
) -> None:
    with started(tmp_path / "ground", "--port", "0") as playground:
        assert (await Visitor(playground.address, http).state())["tables"]
        assert playground.end(signal.SIGTERM) == (0, "")


@pytest.mark.thorough
async def test_a_folder_or_port_in_use_is_refused_and_an_interrupt_ends_it_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "ground"
    with started(folder, "--port", "0") as playground:
        again = refused(folder)
        assert "open already" in again
        assert playground.address in again

        port = playground.address.split(":")[2].split("/")[0]
        assert f"Port {port} is taken" in refused(tmp_path / "other", "--port", port)
        assert playground.end(signal.SIGINT) == (0, "")


@pytest.mark.thorough
async def test_killed_playground_goes_on_with_all_that_was_shown_and_leaves_no_process(
    tmp_path: Path, http: ClientSession
) -> None:
    with started(tmp_path / "ground") as playground:
        visitor = Visitor(playground.address, http)
        place = (await visitor.state())["tables"][0]["place"]
        anna = await visitor.enter(place, "Anna")
        assert answered(await anna.press("Ship"))
        await anna.look()
        shown = set(anna.state["timeline"])
        workers = children(playground.process.pid)
        assert playground.end(signal.SIGKILL)[0] == -signal.SIGKILL
    with started(tmp_path / "ground") as playground:
        visitor = Visitor(playground.address, http)
        anna = await visitor.enter(place, "Anna")
        # What computers did meanwhile may be told by now: a newer board has taken the old one's place then.
        assert len(shown - set(anna.state["timeline"])) <= 1
        assert "You play ⛵" in anna.text or "Ship" in anna.text
        assert answered(await anna.press("Play"))
        assert playground.end(signal.SIGTERM) == (0, "")
    end = time.monotonic() + 10
    while left := [worker for worker in workers if Path(f"/proc/{worker}").exists()]:
        assert time.monotonic() < end, left
        await asyncio.sleep(0.05)


def children(pid: int) -> list[int]:
    """All processes below this one."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [pid]
    for parent in found:
        found += [child for child, of in pairs if of == parent]
    return found[1:]


@pytest.mark.thorough
def test_folder_that_cannot_be_written_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert "cannot write into" in refused(tmp_path / "file" / "ground")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody who may write nowhere")
def test_read_only_folder_is_refused_with_a_sentence() -> None:
    code = """
import os, pathlib, sys
from playground.world import PlaygroundError, WorldFolder
os.setuid(65534)
try:
    with WorldFolder(pathlib.Path(sys.argv[1])).locked():
        print("written")
except PlaygroundError as no:
    print(no)
"""
    with tempfile.TemporaryDirectory() as outside:
        Path(outside).chmod(0o755)
        folder = Path(outside, "ground")
        folder.mkdir(mode=0o555)
        run = [sys.executable, "-c", code, str(folder)]
        result = subprocess.run(run, cwd=BOT.parent, capture_output=True, text=True, timeout=TIMEOUT_S)
        assert "cannot write into" in result.stdout, result


@pytest.mark.thorough
def test_on_a_machine_without_simcord_or_told_to_run_on_discord_a_missing_token_is_a_sentence(tmp_path: Path) -> None:
    code = "import runpy, sys; sys.modules['simcord'] = None; sys.argv = ['bot.py'];"
    code += f"sys.path.insert(0, {str(BOT.parent)!r}); runpy.run_path({str(BOT)!r}, run_name='__main__')"
    docker = [sys.executable, "-c", code]
    for run in (docker, [sys.executable, str(BOT), "run"]):
        result = subprocess.run(run, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=TIMEOUT_S)
        assert result.returncode == 1
        assert result.stderr.startswith("DISCORD_TOKEN is missing.")
        assert result.stderr.count("\n") == 1
