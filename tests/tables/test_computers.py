"""Computers think elsewhere and move by the same door as people."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import opponents
from opponents.temperaments import TEMPERAMENTS
from storage import Database
from storage.rows import SeatRow
from tables import clocks, computers, lobby, play, seats
from tables.errors import Declined
from tables.processes import Processes, Stuck
from tests.rules.visby.table import VISBY
from tests.tables.room import ANNA, BERT, PEOPLE, Room, quick_think


class Ponder:
    """A think that waits until it is let go on; it counts who thinks."""

    def __init__(self, room: Room) -> None:
        self.go_on = asyncio.Event()
        self.begun = asyncio.Event()
        self.thoughts = 0
        room.house.think = self.think

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        self.thoughts += 1
        self.begun.set()
        await self.go_on.wait()
        return await quick_think(game, snapshot, seat, player, seed)


async def test_computers_decide_at_once_and_leave_the_rest_to_people(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=2)
    assert sorted(await room.owing(number)) == [ANNA, BERT]
    assert len(await room.log(number)) == 2
    assert not (await room.load(number)).row.thinking


async def test_a_game_with_computers_comes_to_its_end(room: Room) -> None:
    number = await room.table((ANNA,), computers=3)
    await room.play_on(number)
    table = await room.load(number)
    assert table.row.status == "finished"
    assert not table.row.thinking


async def test_computers_go_on_after_a_restart(room: Room) -> None:
    ponder = Ponder(room)
    number = await room.lobby((ANNA,), computers=3)
    await lobby.start(room.house, number, ANNA)
    await ponder.begun.wait()
    for task in list(room.house._tasks.values()):
        task.cancel()
    await room.restart()
    assert await room.log(number) == []
    assert (await room.load(number)).row.thinking
    await clocks.tick(room.house)
    await room.rest()
    assert len(await room.log(number)) == 3


async def test_a_thought_for_a_seat_that_was_taken_back_meanwhile_is_dropped(room: Room) -> None:
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.house, number, ANNA)
    await ponder.begun.wait()
    await seats.come_back(room.house, number, ANNA)
    ponder.go_on.set()
    await room.rest()
    assert await room.log(number) == []
    assert ANNA in await room.owing(number)


async def test_a_thought_is_dropped_when_the_seat_has_decided_meanwhile(room: Room) -> None:
    """Taken back, decided, handed over again: the old thought is for another decision."""
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.house, number, ANNA)
    await ponder.begun.wait()
    await seats.come_back(room.house, number, ANNA)
    await play.play(room.house, number, ANNA, "pick mendicant")
    await seats.resign(room.house, number, ANNA)
    ponder.go_on.set()
    await room.rest()
    seat = await room.seat(number, ANNA)
    assert await room.log(number) == [f"{seat} pick mendicant"]


async def test_a_thought_for_a_closed_table_is_dropped(room: Room) -> None:
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.house, number, BERT)
    await ponder.begun.wait()
    await room.close(number)
    ponder.go_on.set()
    await room.rest()
    assert await room.log(number) == []


async def test_people_play_on_while_a_computer_thinks_and_nobody_thinks_twice(room: Room) -> None:
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.house, number, ANNA)
    await ponder.begun.wait()
    for person in PEOPLE[1:]:
        await asyncio.wait_for(play.play(room.house, number, person, "pick knight"), 60)
        await clocks.tick(room.house)
    assert ponder.thoughts == 1
    ponder.go_on.set()
    await room.rest()
    assert len(await room.log(number)) >= 4


async def test_a_hundred_tables_of_three_aldermen_go_on_fairly(room: Room) -> None:
    """All thoughts wait in one queue, and each table has one there at most: so none is left behind.

    The queue and the process that thinks are the real ones; what they think is quick.
    """
    turns, most, begun = Counter[str](), 0, asyncio.Event()
    with computers.Thinkers() as thinkers:

        async def think(game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
            nonlocal most
            await begun.wait()
            before = turns.copy()
            text = await thinkers.think(game, snapshot, seat, "novice", seed)
            most = max(most, *(turns - before).values(), 0)  # What any other table got while this one waited.
            thinking = asyncio.current_task()
            assert thinking is not None
            assert player.startswith("alderman:")
            turns[thinking.get_name()] += 1
            return text

        room.house.think = think
        numbers = {person: await room.lobby((person,), computers=3, level="alderman") for person in range(1, 101)}
        for person, number in numbers.items():
            await lobby.start(room.house, number, person)
        begun.set()
        await room.rest()
        assert set(turns.values()) == {3}
        await asyncio.gather(*(play.play(room.house, numbers[person], person, "pick ship") for person in numbers))
        await room.rest()
    assert len(turns) == 100
    assert min(turns.values()) >= 6
    assert 1 <= most <= 2


async def test_computers_at_a_table_have_different_temperaments_and_keep_them(room: Room) -> None:
    number = await room.lobby((ANNA,), computers=3, level="trader")
    in_lobby = {seat.name: computers.temperament_of(number, seat) for seat in (await room.load(number)).seats[1:]}
    assert len({*in_lobby.values()}) == 3
    assert {*in_lobby.values()} <= {*TEMPERAMENTS}
    asked: dict[str, str] = {}

    async def think(game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        asked[(await room.load(number)).seats[seat].name] = player
        return opponents.think(game, snapshot, seat, "novice", seed)

    room.house.think = think
    await lobby.start(room.house, number, ANNA)
    await room.rest()
    assert asked == {name: f"trader:{temperament}" for name, temperament in in_lobby.items()}


def test_a_novice_has_no_temperament_and_a_person_neither() -> None:
    novice = SeatRow(seat=1, person=None, computer="novice", name="Bergen")
    assert computers.temperament_of(3, novice) == ""
    assert computers.temperament_of(3, SeatRow(seat=1, person=7, computer=None, name="Anna")) == ""
    assert computers.temperament_of(3, SeatRow(seat=1, person=7, computer="trader", name="Anna")) in TEMPERAMENTS


async def test_a_computer_that_cannot_decide_is_logged_and_tried_again(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        raise ValueError("no idea")

    async def cheats(game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        return "pick knight knight knight"

    number = await room.table()
    for think in (broken, cheats):
        room.house.think = think
        await (seats.resign(room.house, number, ANNA) if think is broken else clocks.tick(room.house))
        await room.rest()
        errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
        assert errors == [f"table={number} a computer could not decide"]
        assert await room.log(number) == []
        caplog.clear()
    await room.move(number, BERT, "pick ship")
    caplog.clear()
    room.house.think = quick_think
    await clocks.tick(room.house)
    await room.rest()
    assert len(await room.log(number)) == 2


async def test_a_computer_moves_by_the_same_door(room: Room) -> None:
    """Only at a computer's seat, only for the decision that is open, only by the rules."""
    number = await room.table()
    seat = await room.seat(number, ANNA)
    await play.play_for_computer(room.house, number, seat, await room.mark(number, ANNA), "pick knight")
    assert await room.log(number) == []
    with pytest.raises(Declined):
        await play.play_for_computer(room.house, 99, 0, "1.0.0.0", "pick knight")


@pytest.mark.parametrize("player", sorted(opponents.PLAYERS))
async def test_every_kind_of_computer_can_sit_at_a_table(room: Room, player: str) -> None:
    number = await room.lobby((ANNA,), computers=2, level=player)
    assert [seat.computer for seat in (await room.load(number)).seats] == [None, player, player]
    with computers.Thinkers(lambda: ThreadPoolExecutor(1)) as thinkers:
        room.house.think = thinkers.think
        await lobby.start(room.house, number, ANNA)
        await room.rest()
        await room.play_on(number, 2)
    assert len(await room.log(number)) >= 5


async def test_thinking_happens_in_another_process(room: Room) -> None:
    with computers.Thinkers() as thinkers:
        room.house.think = thinkers.think
        number = await room.table((ANNA,), computers=1)
        assert len(await room.log(number)) == 1
        assert await thinkers.run(os.getpid) != os.getpid()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_the_processes_that_think_are_deaf_to_a_signal_that_is_for_us(sign: signal.Signals) -> None:
    ours = signal.getsignal(sign)
    with computers.Thinkers() as thinkers:
        assert signal.getsignal(sign) == ours
        worker = await thinkers.run(os.getpid)
        assert await thinkers.run(signal.getsignal, sign) is signal.SIG_IGN
        os.kill(worker, sign)
        await thinkers.run(os.getpid)  # Who hears it is gone by then.
        assert alive(worker)


async def test_computers_go_on_after_a_process_that_thinks_was_killed(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    with computers.Thinkers() as thinkers:
        room.house.think = thinkers.think
        number = await room.table((ANNA,), computers=1)
        for version in (2, 4):
            os.kill(await thinkers.run(os.getpid), signal.SIGKILL)
            await room.move(number, ANNA)
            assert (await room.load(number)).row.version >= version
            assert await room.owing(number) == [ANNA]
    warnings = [record.getMessage() for record in caplog.records if record.name == "kontor.processes"]
    assert warnings == ["a process that thinks was killed: there is a new one now"] * 2


async def test_a_process_that_dies_over_a_thought_is_replaced(room: Room) -> None:
    with computers.Thinkers() as thinkers:
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
    processes = Processes(1, {time.sleep: 0.3})
    with computers.Thinkers(lambda: processes) as thinkers:
        with pytest.raises(Stuck):
            await thinkers.run(time.sleep, 3600)
        assert await thinkers.run(abs, -1) == 1
    snapshot = VISBY.encode(VISBY.new(2, 1))
    with computers.Thinkers(lambda: StuckAlderman(1)) as thinkers:
        move = await thinkers.think("visby", snapshot, 1, "alderman", 5)
    assert move == opponents.think("visby", snapshot, 1, "trader", 5)
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == ["visby: the alderman is stuck, so the trader decides. seat=1 seed=5"]


async def test_what_a_process_that_thinks_writes_into_its_log_stands_in_ours(caplog: pytest.LogCaptureFixture) -> None:
    with computers.Thinkers() as thinkers:
        await thinkers.run(logging.getLogger("kontor.opponents").warning, "100 % damaged")
        await thinkers.run(abs, -1)
    assert [(line.name, line.levelname, line.getMessage()) for line in caplog.records] == [
        ("kontor.opponents", "WARNING", "100 % damaged")
    ]


async def test_whoever_thinks_stands_back_behind_those_who_click() -> None:
    with computers.Thinkers() as thinkers:
        assert await thinkers.run(os.nice, 0) > os.nice(0)
        assert await thinkers.run(os.getenv, "OPENBLAS_NUM_THREADS") == "1"


async def test_what_goes_wrong_over_a_thought_is_told_with_its_place() -> None:
    with computers.Thinkers() as thinkers:
        with pytest.raises(KeyError) as wrong:
            await thinkers.run(opponents.think, "chess", b"", 0, "novice", 1)
        with pytest.raises(TypeError, match="cannot be sent back: "):
            await thinkers.run(eval, "lambda: 1")
        assert await thinkers.run(abs, -1) == 1
    assert "opponents/__init__.py" in "".join(wrong.value.__notes__)


async def test_a_process_that_thinks_begins_before_it_is_needed_and_imports_only_what_thinking_needs() -> None:
    with computers.Thinkers() as thinkers:
        (first,) = thinking_now()
        assert await thinkers.run(os.getpid) == first
        loaded = set(await thinkers.run(eval, "sorted(__import__('sys').modules)"))
    assert {"opponents", "rules"} <= loaded
    assert not {"discord", "aiohttp", "cogs", "aiosqlite", "pictures", "words"} & loaded
    assert not thinking_now()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_to_end_is_for_us_and_a_thought_is_finished(sign: signal.Signals) -> None:
    with computers.Thinkers() as thinkers:
        os.kill(await thinkers.run(os.getpid), sign)
        assert await thinkers.run(abs, -1) == 1
        assert await thinkers.run(os.getpgid, 0) != os.getpgid(0), "Ctrl-C reaches all of our group"


def thinking_now() -> list[int]:
    """The processes of ours that think."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().split(b"\0")
            parent = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
        except OSError:
            continue
        if b"tables.thinking" in command and int(parent) == os.getpid():
            found.append(int(folder.name))
    return found


THINKER = """
import asyncio, os, sys
os.environ["PARENT"] = str(os.getpid())
from pathlib import Path
from opponents.temperaments import TEMPERAMENTS
from storage import Database
from storage.rows import SeatRow
from tables.computers import Thinkers

async def main(thinkers):
    db = await Database.open(Path(sys.argv[1]))
    work = sys.argv[2]
    if work != "beginning":
        print(await thinkers.run(os.getpid), flush=True)
    if work == "thinking":
        await thinkers.run(exec, "while True: pass")
    await asyncio.sleep(60)

if __name__ == "__main__":
    with Thinkers() as thinkers:
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
    await (await Database.open(path)).close()
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
