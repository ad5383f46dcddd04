"""One run of the simulation: a bot that lives and dies, people who play, faults that come and go."""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from cogs.delivery.teller import DiscordTeller
from cogs.games import GAMES as GAMES_ON_DISCORD
from cogs.requests.app import App
from rules import GAMES, Refused
from storage import Unreachable, Unusable
from storage.engines.sqlite import SqliteDatabase
from tables.model.table_errors import Declined
from tables.play import lookup, moves
from tables.runtime.services import Services
from tables.seating import lobby, seats
from tables.seating.table_settings import NewTable
from tables.time import timers
from tests.simulation.chat import NONCE_WINDOW_S, Chat, SimulatedPort
from tests.simulation.disk import Disk, simulated_disk
from tests.simulation.loop import PROCESS, Process, SimulatedLoop
from tests.storage.fresh import empty_file, open_quickly
from tests.thinkers import QuickThinker

SERVER, CHANNEL = 10, 20
START = 1_700_000_000
"""The time at which every run begins, in seconds since 1970."""


_FAULTS = ("lost_request", "lost_answer", "server_error", "rate_limited", "refused", "closed", "full", "moderator")


class Size(NamedTuple):
    """How large a run is. Shrinking a failing run makes these smaller."""

    tables: int = 3
    people: int = 4
    moves: int = 60
    faults: int = 6
    kills: int = 2


class Made(NamedTuple):
    """A move whose person has seen the answer."""

    table: int
    version: int
    seat: int
    text: str


class NoMenus:
    """Stands in for open menus: nobody has one."""

    async def follow_board(self, table: int) -> None: ...

    def follow(self, table: int) -> None: ...

    def open_until(self, table: int, channel: int, person: int) -> int:
        return 0


class NoPictures:
    """Stands in for the renderer: every message is in words only."""

    async def picture(self, drawing: object) -> bytes | None:
        return None


class World:
    """Everything in a run. All randomness comes from `rng`, so a seed determines the transcript."""

    def __init__(self, seed: int, size: Size) -> None:
        self.seed, self.size = seed, size
        self.rng = random.Random(seed)
        self.chat = Chat(random.Random(self.rng.random()))
        self.disk = Disk(random.Random(self.rng.random()))
        self.loop = SimulatedLoop()
        self.folder = Path(tempfile.mkdtemp(prefix="kontor-simulation-", dir=_memory_folder()))
        self.transcript: list[str] = []
        self.made: list[Made] = []
        self.tables: list[int] = []
        self.tick_s: float = timers.TICK_INTERVAL_S
        self.kills = 0
        self.moderated = False
        """True once a moderator has deleted a message: nobody tells the bot of that."""
        self.faults = 0
        self.nonces_expired = False
        """True once something lasted longer than Discord remembers a nonce: then a message may be doubled."""
        self.process = Process(0)
        self.process.alive = False
        self._starting: Process | None = None
        self.services: Services | None = None
        self._old_lives: list[object] = []
        """What belonged to killed processes: kept, since collecting it would run its `finally` blocks."""
        self._up = asyncio.Event()
        self._people = [100 + number for number in range(size.people)]

    # ------------------------------------------------------------------ the run

    def run(self, check: Callable[[World], Coroutine[Any, Any, list[str]]]) -> list[str]:
        """Play the whole run; return what `check` finds at its end."""
        asyncio.run(empty_file())  # Made once in a process: it must not cost the first run some steps.
        with pytest.MonkeyPatch.context() as patch, simulated_disk(self.disk):
            numbers = random.Random(self.rng.random())
            patch.setattr("tables.model.seeds.new", lambda: numbers.getrandbits(62))
            patch.setattr("cogs.messages.game_display.PAINTERS", {})
            asyncio.set_event_loop(self.loop)
            try:
                return self.loop.run_until_complete(self._main(check))
            finally:
                asyncio.set_event_loop(None)
                shutil.rmtree(self.folder, ignore_errors=True)

    async def _main(self, check: Callable[[World], Coroutine[Any, Any, list[str]]]) -> list[str]:
        await self._start()
        tasks = [asyncio.create_task(self._clock()), asyncio.create_task(self._trouble())]
        players = [asyncio.create_task(self._person(person)) for person in self._people]
        await self._until(self._is_long_enough, 40 * 86400)
        for task in (*tasks[1:], *players):
            task.cancel()
        await asyncio.gather(*tasks[1:], *players, return_exceptions=True)
        await self._calm_down()
        tasks[0].cancel()
        await asyncio.gather(tasks[0], return_exceptions=True)
        found: list[str] = await self._in_process(check(self))
        return found

    def _is_long_enough(self) -> bool:
        """Return True once the run has had its moves, faults and kills."""
        return len(self.made) >= self.size.moves and self.faults >= self.size.faults and self.kills >= self.size.kills

    async def _until(self, condition: Any, seconds: float) -> None:
        until = self.loop.time() + seconds
        while not condition() and self.loop.time() < until:  # noqa: ASYNC110  simulated time costs nothing
            await asyncio.sleep(10)

    async def _calm_down(self) -> None:
        """End all faults and let time pass until everything that waits was delivered."""
        self.chat.faults.__init__()  # type: ignore[misc]
        self.disk.is_full = False
        self.process.kill_after = 0
        self.say("calm")
        await self._up.wait()
        self.tick_s = 900.0
        await asyncio.sleep(8 * 3600)  # A hand may wait for six hours.

    def say(self, text: str) -> None:
        """Add a line to the transcript."""
        self.transcript.append(f"{self.loop.time():12.3f} {text}")

    # ------------------------------------------------------------------ the process

    async def _start(self) -> None:
        """Start a process: open the database and begin as the bot does."""
        process = self.process = Process(self.process.number + 1)
        process.on_kill = self._killed
        if self.kills < self.size.kills:
            process.kill_after = int(20 * 1000 ** self.rng.random())
        self._starting = process
        self.say(f"process {process.number} starts")
        with suppress(Killed):
            await self._in_process(self._begin())
        self._starting = None

    async def _begin(self) -> None:
        try:
            services = Services(await open_quickly(self.folder / "kontor.db"), self._now, QuickThinker())
        except Unusable as problem:
            self.say(f"cannot start: {problem}")
            asyncio.get_running_loop().call_later(5, lambda: asyncio.ensure_future(self._start()))
            return
        self._old_lives.append(services)
        displays = {game.name: game.display() for game in GAMES_ON_DISCORD}
        app = App(services, displays, cast(Any, NoPictures()), cast(Any, NoMenus()), cast(Any, None))
        services.connect(DiscordTeller(SimulatedPort(self.chat), app))
        self.services = services
        while True:
            try:
                await timers.resume_clocks(services)
                break
            except Unreachable:
                await asyncio.sleep(5)
        self._up.set()

    def _now(self) -> int:
        return START + int(self.loop.time())

    def _killed(self) -> None:
        """Do what the operating system does: close the files. Then start another process after a while."""
        self.kills += 1
        self.say(f"process {self.process.number} is killed")
        self._up.clear()
        services, self.services = self.services, None
        self._old_lives += asyncio.all_tasks(self.loop)
        if services:
            _close_files(cast(SqliteDatabase, services.db))
        pause = self.rng.choice([1, 20, 600, 4 * 3600])
        self.nonces_expired |= pause > NONCE_WINDOW_S
        self.loop.call_later(pause, lambda: self.loop.create_task(self._start()), context=_outside())

    async def _in_process(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run work as part of the process; raise `Killed` if it dies meanwhile, `TimeoutError` if it takes too long."""
        process, context = self.process, copy_context()
        context.run(PROCESS.set, process)
        task = self.loop.create_task(work, context=context)
        self._old_lives.append(task)
        until = self.loop.time() + 120
        while not task.done():
            if not process.alive:
                raise Killed
            if self.loop.time() > until and process is not self._starting:
                raise TimeoutError
            await asyncio.sleep(0.05)
        return task.result()

    async def settle(self) -> None:
        """Wait until the process has no background task left."""
        assert self.services is not None
        while self.services.background._tasks:  # noqa: ASYNC110  simulated time costs nothing
            await asyncio.sleep(1)

    async def _clock(self) -> None:
        """Tick as the bot does."""
        while True:
            await asyncio.sleep(self.tick_s)
            if self.services and self.process.alive:
                with suppress(Killed, Unreachable, TimeoutError):
                    await self._in_process(timers.tick(self.services))

    # ------------------------------------------------------------------ trouble

    async def _trouble(self) -> None:
        """Let faults come and go."""
        rng, faults = self.rng, self.chat.faults
        for _ in range(self.size.faults):
            await asyncio.sleep(rng.random() ** 2 * 2000)
            kind = rng.choice(_FAULTS)
            lasts = rng.choice([2, 30, 200, 2000])
            self.faults += 1
            self.nonces_expired |= lasts > NONCE_WINDOW_S and kind in ("lost_answer", "server_error", "full")
            self.say(f"fault {kind} for {lasts} s")
            match kind:
                case "refused":
                    faults.refused = {CHANNEL}
                case "closed":
                    faults.closed = {rng.choice(self._people)}
                case "full":
                    self.disk.is_full = True
                case "moderator":
                    self.chat.delete_by_moderator()
                    self.moderated = True
                case _:
                    setattr(faults, kind, rng.choice([0.1, 0.5, 1.0]))
            await asyncio.sleep(lasts)
            self.say(f"fault {kind} is over")
            faults.refused, faults.closed, self.disk.is_full = set(), set(), False
            faults.lost_request = faults.lost_answer = faults.server_error = faults.rate_limited = 0.0

    # ------------------------------------------------------------------ people

    async def _person(self, person: int) -> None:
        """Open tables, sit down, move, take back, press twice."""
        rng = random.Random(self.seed * 1000 + person)
        while True:
            await asyncio.sleep(rng.choice([1, 5, 40, 400]) * (0.5 + rng.random()))
            services = self.services
            if services is None or not self.process.alive:
                continue
            try:
                await self._in_process(self._act(services, person, rng))
            except (Declined, Refused, Unreachable, Unusable, TimeoutError) as no:
                self.say(f"person {person}: {type(no).__name__} {no}"[:150])
            except Killed:
                self.say(f"person {person} gets no answer")

    async def _act(self, services: Services, person: int, rng: random.Random) -> None:
        """Do one thing, at a table where this person has to act if there is one."""
        looks = await lookup.looks_of_person(services, person)
        playing = [look for look in looks if look.table.row.status == "playing"]
        owed = [look for look in playing if look.owes]
        if owed and rng.random() < 0.9:
            look = rng.choice(owed)
            move = str(rng.choice(look.options))
            await self._press(services, look.table.id, person, move, look.mark)
            if rng.random() < 0.2:
                with suppress(Declined, Refused):
                    await self._press(services, look.table.id, person, move, look.mark)
        elif playing and rng.random() < 0.3:
            look = rng.choice(playing)
            if look.can_undo:
                await moves.take_back(services, look.table.id, person, look.mark)
                self.say(f"person {person} takes back at {look.table.id}")
        elif rng.random() < 0.5:
            await self._sit_down(services, person, rng)
        elif playing and rng.random() < 0.05:
            look = rng.choice(playing)
            if look.table.seats[look.seat or 0].computer:
                await seats.come_back(services, look.table.id, person)

    async def _press(self, services: Services, table: int, person: int, move: str, mark: str) -> None:
        look = await moves.play(services, table, person, move, mark)
        assert look.seat is not None
        self.made.append(Made(table, look.table.row.version, look.seat, move))
        self.say(f"person {person} made {move!r} at {table}, version {look.table.row.version}")

    async def _sit_down(self, services: Services, person: int, rng: random.Random) -> None:
        """Join a lobby, start a full one, or open a table."""
        for number in self.tables:
            table = await services.load(number)
            if table.row.status != "lobby":
                continue
            if table.seat_of(person) is None and len(table.seats) < table.row.size:
                await lobby.join(services, number, person, f"P{person}")
                return
            if table.row.host == person and len(table.seats) == table.row.size:
                await lobby.start(services, number, person)
                self.say(f"person {person} starts {number}")
                return
        if len(self.tables) < self.size.tables:
            game = rng.choice(sorted(GAMES))
            wanted = NewTable(game=game, size=2 + rng.randrange(2), server=SERVER, channel=CHANNEL,
                              computers=rng.randrange(2) if rng.random() < 0.5 else 0)  # fmt: skip
            table = await lobby.open_table(services, person, f"P{person}", wanted)
            self.tables.append(table.id)
            self.say(f"person {person} opens {table.id}: {game}")


class Killed(Exception):
    """The process died before it could answer."""


def _outside() -> Any:
    context = copy_context()
    context.run(PROCESS.set, None)
    return context


def _close_files(db: SqliteDatabase) -> None:
    """Close a killed process's files; SQLite rolls back what was not committed."""
    for connection in (db._writer, db.reader):
        if raw := connection._connection:
            raw.close()
    db._loop_reader.close()
    db._lock.close()


def _memory_folder() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
