"""The processes in which computers think: deaf to our signals, replaced when killed, gone when we are."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import opponents
from storage import open_database
from tables.thinking import computers
from tables.thinking.worker_pool import Stuck, WorkerPool
from tests.rules.visby.table import VISBY
from tests.tables.room import ANNA, Room


async def test_thinking_happens_in_another_process(room: Room) -> None:
    with computers.ProcessThinker() as thinkers:
        room.services.thinker = thinkers
        number = await room.table((ANNA,), computers=1)
        assert len(await room.log(number)) == 1
        assert await thinkers.run(os.getpid) != os.getpid()


@pytest.mark.repeated(2)
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_the_processes_that_think_are_deaf_to_a_signal_that_is_for_us(sign: signal.Signals) -> None:
    ours = signal.getsignal(sign)
    with computers.ProcessThinker() as thinkers:
        assert signal.getsignal(sign) == ours
        worker = await thinkers.run(os.getpid)
        assert await thinkers.run(signal.getsignal, sign) is signal.SIG_IGN
        os.kill(worker, sign)
        await thinkers.run(os.getpid)  # Who hears it is gone by then.
        assert alive(worker)


@pytest.mark.thorough
async def test_computers_go_on_after_a_process_that_thinks_was_killed(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    with computers.ProcessThinker() as thinkers:
        room.services.thinker = thinkers
        number = await room.table((ANNA,), computers=1)
        for version in (2, 4):
            os.kill(await thinkers.run(os.getpid), signal.SIGKILL)
            await room.move(number, ANNA)
            assert (await room.load(number)).row.version >= version
            assert await room.owing(number) == [ANNA]
    warnings = [record.getMessage() for record in caplog.records if record.name == "kontor.processes"]
    assert warnings == ["a worker process was killed and is replaced"] * 2


async def test_a_process_that_dies_over_a_thought_is_replaced(room: Room) -> None:
    with computers.ProcessThinker() as thinkers:
        with pytest.raises(BrokenExecutor):
            await thinkers.run(os._exit, 1)
        assert await thinkers.run(abs, -1) == 1


class StuckAlderman(ThreadPoolExecutor):
    """Processes in which the alderman never comes to an end."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        if "alderman" in args:
            raise Stuck
        return super().submit(work, *args, **more)


async def test_who_is_stuck_is_killed_and_the_trader_decides(caplog: pytest.LogCaptureFixture) -> None:
    processes = WorkerPool(1, {time.sleep: 0.3})
    with computers.ProcessThinker(lambda: processes) as thinkers:
        with pytest.raises(Stuck):
            await thinkers.run(time.sleep, 3600)
        assert await thinkers.run(abs, -1) == 1
    snapshot = VISBY.encode(VISBY.new(2, 1))
    with computers.ProcessThinker(lambda: StuckAlderman(1)) as thinkers:
        move = await thinkers.think("visby", snapshot, 1, "alderman", 5)
    assert move == opponents.choose_move("visby", snapshot, 1, "trader", 5)
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == ["game=visby player=alderman seat=1 seed=5 stuck: trader decides"]


async def test_what_a_process_that_thinks_writes_into_its_log_stands_in_ours(caplog: pytest.LogCaptureFixture) -> None:
    with computers.ProcessThinker() as thinkers:
        await thinkers.run(logging.getLogger("kontor.opponents").warning, "100 % damaged")
        await thinkers.run(abs, -1)
    assert [(line.name, line.levelname, line.getMessage()) for line in caplog.records] == [
        ("kontor.opponents", "WARNING", "100 % damaged")
    ]


async def test_whoever_thinks_stands_back_behind_those_who_click() -> None:
    with computers.ProcessThinker() as thinkers:
        assert await thinkers.run(os.nice, 0) > os.nice(0)
        assert await thinkers.run(os.getenv, "OPENBLAS_NUM_THREADS") == "1"


async def test_what_goes_wrong_over_a_thought_is_told_with_its_place() -> None:
    with computers.ProcessThinker() as thinkers:
        with pytest.raises(KeyError) as wrong:
            await thinkers.run(opponents.choose_move, "chess", b"", 0, "novice", 1)
        with pytest.raises(TypeError, match="cannot be sent back: "):
            await thinkers.run(eval, "lambda: 1")
        assert await thinkers.run(abs, -1) == 1
    assert "opponents/__init__.py" in "".join(wrong.value.__notes__)


async def test_a_process_that_thinks_begins_before_it_is_needed_and_imports_only_what_thinking_needs() -> None:
    with computers.ProcessThinker() as thinkers:
        (first,) = thinking_now()
        assert await thinkers.run(os.getpid) == first
        loaded = set(await thinkers.run(eval, "sorted(__import__('sys').modules)"))
    assert {"opponents", "rules"} <= loaded
    assert not {"discord", "aiohttp", "cogs", "aiosqlite", "pictures", "words"} & loaded
    assert not thinking_now()


@pytest.mark.repeated(2)
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_to_end_is_for_us_and_a_thought_is_finished(sign: signal.Signals) -> None:
    with computers.ProcessThinker() as thinkers:
        os.kill(await thinkers.run(os.getpid), sign)
        assert await thinkers.run(abs, -1) == 1
        assert await thinkers.run(os.getpgid, 0) != os.getpgid(0), "Ctrl-C reaches all of our group"


def thinking_now() -> list[int]:
    """The processes of ours that think."""
    return [
        int(folder.name) for folder in Path("/proc").glob("[0-9]*") if b"tables.thinking.worker" in _command(folder)
    ]


def _command(folder: Path) -> list[bytes]:
    """What a living child of ours was begun with; nothing for any other process.

    Who began it goes on a moment before its command can be read: until then that is empty, as with the dead.
    """
    try:
        while True:
            state, parent = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
            if int(parent) != os.getpid() or state in "ZX":
                return []
            if command := (folder / "cmdline").read_bytes():
                return command.split(b"\0")
    except OSError:
        return []


THINKER = """
import asyncio, os, sys
os.environ["PARENT"] = str(os.getpid())
from pathlib import Path
from opponents.temperaments import TEMPERAMENTS
from storage import open_database
from storage.rows import SeatRow
from tables.thinking.computers import ProcessThinker

async def main(thinkers):
    db = await open_database(Path(sys.argv[1]))
    work = sys.argv[2]
    if work != "beginning":
        print(await thinkers.run(os.getpid), flush=True)
    if work == "thinking":
        await thinkers.run(exec, "while True: pass")
    await asyncio.sleep(60)

if __name__ == "__main__":
    with ProcessThinker() as thinkers:
        asyncio.run(main(thinkers))
"""
SLOW_TO_IMPORT = """
import os, time
if os.environ["PARENT"] != str(os.getpid()):
    print(os.getpid(), flush=True)
    time.sleep(60)
__path__[:] = [os.path.join(os.environ["PYTHONPATH"], "opponents")]
exec(open(os.path.join(__path__[0], "__init__.py"), encoding="utf-8").read())
"""


@pytest.mark.repeated(3)
@pytest.mark.parametrize("when", ["beginning", "idle", "thinking"])
async def test_the_processes_that_think_neither_hold_the_file_nor_outlive_us(tmp_path: Path, when: str) -> None:
    """After kill -9 the next start finds the file free, and nobody is left behind, whatever they were doing."""
    program, path = tmp_path / "thinker.py", tmp_path / "kontor.db"
    program.write_text(THINKER, encoding="utf-8")
    if when == "beginning":  # They print their number and are then busy with importing.
        (tmp_path / "opponents").mkdir()
        (tmp_path / "opponents" / "__init__.py").write_text(SLOW_TO_IMPORT, encoding="utf-8")
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    process = await asyncio.create_subprocess_exec(sys.executable, str(program), str(path), when, stdout=-1, env=here)
    assert process.stdout is not None
    worker = int(await asyncio.wait_for(process.stdout.readline(), 60))
    process.kill()
    await process.wait()
    await (await open_database(path)).close()
    for _ in range(500):
        if not alive(worker):
            return
        await asyncio.sleep(0.02)
    os.kill(worker, signal.SIGKILL)
    raise AssertionError("a process that thinks for nobody lives on")


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
