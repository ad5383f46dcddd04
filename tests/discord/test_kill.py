"""kill -9: a process that plays at several tables is killed again and again; whatever it had answered is there."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rules.records import replay
from storage import Address
from storage.columns import struct
from storage.queries import tables as sql
from storage.rows import OutboxRow
from tables.notifications.kinds import Story
from tables.notifications.pending import from_row
from tables.play.verify import verify
from tables.runtime.services import Services
from tables.runtime.thinker import NoThinker
from tests.discord.killed import TIME
from tests.selection import THOROUGH
from tests.storage.fresh import open_soon

KILLS = 20 if THOROUGH else 8
"""In each of three files: more than fifty in all in `make thorough`."""


class Player:
    """The process that plays, as its killer sees it; `made` and `told` is all it has ever reported."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.child = 0
        self.made: dict[tuple[int, int], tuple[int, str]] = {}
        self.boards: dict[int, int] = {}
        self.stories: set[tuple[int, int, int]] = set()

    async def live_and_die(self, seed: int, moves: int, seconds: float) -> None:
        """Let it make some moves, wait a moment more, and kill it; hear all it had to say."""
        assert self.process.stdin
        self.process.stdin.write(f"{seed}\n".encode())
        await self.process.stdin.drain()
        killer: asyncio.TimerHandle | None = None
        before = len(self.made)
        while True:
            kind, *words = await self._line()
            match kind:
                case "child":
                    self.child = int(words[0])
                case "made":
                    self._made(*words)
                case "told":
                    self._told(*words)
                case "dead":
                    self.child = 0
                    if killer:
                        killer.cancel()
                    assert words == [str(int(signal.SIGKILL))], words
                    return
                case _:
                    assert kind == "open"
            if not killer and len(self.made) - before >= moves:
                killer = asyncio.get_running_loop().call_later(seconds, os.kill, self.child, signal.SIGKILL)

    async def _line(self) -> list[str]:
        assert self.process.stdout
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        assert line, "it ended"
        return line.decode().rstrip("\n").split(" ")

    def _made(self, table: str, n: str, seat: str, *text: str) -> None:
        key = (int(table), int(n))
        assert key not in self.made, f"answered twice: {key}"
        self.made[key] = (int(seat), " ".join(text))

    def _told(self, table: str, kind: str, position: str, after: str, upto: str) -> None:
        if kind == "board":
            self.boards[int(table)] = max(self.boards.get(int(table), 0), int(position))
        elif kind == "story":
            self.stories.add((int(table), int(after), int(upto)))


@asynccontextmanager
async def player(address: Address) -> AsyncIterator[Player]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.discord.killed", str(address), stdin=-1, stdout=-1
    )
    playing = Player(process)
    try:
        yield playing
    finally:
        if playing.child:
            os.kill(playing.child, signal.SIGKILL)
        assert process.stdin
        process.stdin.close()
        await process.wait()


async def compare(address: Address, seen: Player) -> None:
    """Everything answered is in the log, once; logs lead to snapshots; what follows was told or waits to be told."""
    services = Services(await open_soon(address), lambda: TIME, NoThinker())
    try:
        db = services.db.reader
        assert (await verify(services)).faults == []
        numbers = await sql.numbers(db, ("playing", "finished"))
        logs = {number: await sql.log(db, number) for number in numbers}
        for (number, n), (seat, text) in seen.made.items():
            entry = logs[number][n - 1]
            assert (entry.n, entry.seat, entry.text) == (n, seat, text)
        for number in numbers:
            table = await services.load(number)
            waiting = await _outbox(services, number)
            boards = [row.position for row in waiting if row.kind == "board"]
            shown = max([seen.boards.get(number, 0), *boards])
            then = replay(table.record(logs[number][:shown]))
            assert table.game.view(then, None) == table.game.view(table.state, None)
            stories = {(story.after, story.upto) for story in map(from_row, waiting) if isinstance(story, Story)}
            stories |= {(after, upto) for other, after, upto in seen.stories if other == number}
            assert _covered(stories) == table.row.told
            results = await sql.results(db, number)
            assert len(results) == (len(table.seats) if table.row.status == "finished" else 0)
    finally:
        await services.close()


def _covered(stories: set[tuple[int, int]]) -> int:
    """How far the story is told without a gap."""
    told = -1
    for after, upto in sorted(stories):
        if after <= told:
            told = max(told, upto)
    return told


async def _outbox(services: Services, number: int) -> list[OutboxRow]:
    rows = await services.db.reader.execute_fetchall("SELECT * FROM outbox WHERE table_id = ?", (number,))
    return [struct(OutboxRow, row) for row in rows]


@pytest.mark.slow
@pytest.mark.repeated(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_killed_at_any_moment_it_has_lost_and_doubled_nothing(address: Address, seed: int) -> None:
    rng = random.Random(seed)
    kills = KILLS if isinstance(address, Path) else KILLS // 2
    async with player(address) as seen:
        for life in range(kills):
            # Some die before their first move: while the file is being made, opened or repaired.
            moves = rng.choice((0, 1, 3, 10, 20)) if life else 5
            await seen.live_and_die(rng.getrandbits(30), moves, rng.uniform(0, 0.02 if moves else 0.1))
            await compare(address, seen)
    assert len(seen.made) > 3 * kills
