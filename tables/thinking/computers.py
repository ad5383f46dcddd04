"""Computer seats: they think elsewhere and move by the same door as people."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Executor
from functools import partial
from typing import Self, TypeVar, TypeVarTuple

import opponents
from opponents import alderman_hints, game_analysis
from opponents.advice import Advice
from opponents.game_analysis import Analysis
from opponents.temperaments import TEMPERAMENTS
from rules.records import Record
from storage import Unreachable
from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.model import seeds
from tables.model.table_errors import Declined
from tables.runtime.analysis_progress import Progress, in_pieces
from tables.runtime.services import Services
from tables.thinking import lesson_guide
from tables.thinking.worker_pool import Processes, Stuck

log = logging.getLogger("kontor.computers")

DEFAULT = "trader"
LEVELS = tuple(opponents.PLAYERS)
"""How well a computer can play, the weakest first."""
TOWNS = ("Lübeck", "Bergen", "Brügge", "Nowgorod", "Stralsund", "Wismar")
"""What computers are called, so that one can tell them apart."""
LONGEST = 60.0
"""Seconds. What is spent on a decision is counted, about a second at most: who takes this long is stuck."""

Args = TypeVarTuple("Args")
R = TypeVar("R")


def processes() -> Executor:
    """Return processes to think in; one processor is left to those who click."""
    return Processes(max(1, (os.cpu_count() or 2) - 1), {opponents.choose_move: LONGEST, alderman_hints.hint: LONGEST})


def one_process() -> Executor:
    """Return a process in which one game is analysed."""
    return Processes(1, {game_analysis.survey_game: LONGEST, game_analysis.appraise_decision: LONGEST})


def temperament_of(table_id: int, seat: SeatRow) -> str:
    """Return the temperament of a computer, empty for who has none: all at a table differ, and keep it as they move."""
    if seat.computer not in opponents.PLAYERS_WITH_TEMPERAMENT:
        return ""
    place = TOWNS.index(seat.name) if seat.person is None and seat.name in TOWNS else seat.seat
    return TEMPERAMENTS[(table_id + place) % len(TEMPERAMENTS)]


class Thinkers:
    """Minds that think in processes of their own."""

    def __init__(self, make: Callable[[], Executor] = processes, alone: Callable[[], Executor] = one_process) -> None:
        self._make = make
        self._alone = alone
        self._analysing = asyncio.Lock()
        self._pool = make()
        self._asked: Executor | None = None
        """Where hints are found, once one was asked for: who asks does not wait behind all computers' thoughts."""

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        """Return the text of the move a computer player decides on; the trader's if it is stuck."""
        try:
            return await self.run(opponents.choose_move, game, snapshot, seat, player, seed)
        except Stuck:
            log.error("%s: the %s is stuck, so the trader decides. seat=%d seed=%d", game, player, seat, seed)
            return await self.run(opponents.choose_move, game, snapshot, seat, DEFAULT, seed)
        except BrokenExecutor:
            return await self.run(opponents.choose_move, game, snapshot, seat, player, seed)

    async def hint(self, game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
        """Return the best moves of a seat; none if whoever thinks is stuck, or killed twice."""
        self._asked = self._asked or self._make()
        run = partial(
            asyncio.get_running_loop().run_in_executor, self._asked, alderman_hints.hint, game, snapshot, seat, seed
        )
        problem: BrokenExecutor
        for _ in range(2):
            try:
                return await run()
            except BrokenExecutor as broken:
                problem = broken
                if isinstance(broken, Stuck):
                    break
        log.error("%s: no hint could be found. seat=%d seed=%d: %s", game, seat, seed, problem)
        return []

    async def analyse(self, record: Record, progress: Progress) -> Analysis | None:
        """Look at a finished game again, one game at a time, in a process that ends with it."""
        async with self._analysing:
            progress(0, 1)
            pool = self._alone()
            run = partial(asyncio.get_running_loop().run_in_executor, pool)
            try:
                return await in_pieces(record, run, progress)
            finally:
                await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def run(self, work: Callable[[*Args], R], *args: *Args) -> R:
        """Let a process do some work."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let what is being thought end, and begin nothing more."""
        for pool in filter(None, (self._pool, self._asked)):
            pool.shutdown(cancel_futures=True)


MakeMove = Callable[[Services, int, int, str, str], Awaitable[None]]
"""How a computer's move is made: table, seat, the decision it was thought for, the move's text."""


def wake(services: Services, table_id: int, move: MakeMove) -> None:
    """Let the computers of a table decide what they owe."""
    services.background.start("think", table_id, lambda: _decide(services, table_id, move))


async def wake_all(services: Services, move: MakeMove) -> None:
    """Go on with every table where a computer owes a decision: at start, and after a fault."""
    for table_id in await sql.thinking(services.db.reader, services.partition):
        wake(services, table_id, move)


async def _decide(services: Services, table_id: int, move: MakeMove) -> None:
    try:
        while not services.background.closing:
            table = await services.load(table_id)
            owing = table.left_to_computers(table.owed)
            if not owing:
                return
            seat = owing[0]
            if written := await lesson_guide.written_move(services, table):  # We were stopped before it was made.
                seat, text = written[0], str(written[1])
                await move(services, table_id, seat, table.mark(seat), text)
                continue
            player, mark = table.seats[seat].computer or table.row.level, table.mark(seat)
            if temperament := temperament_of(table_id, table.seats[seat]):
                player = f"{player}:{temperament}"
            snapshot = table.row.snapshot or b""
            text = await services.thinker.think(table.row.game, snapshot, seat, player, seeds.new())
            await move(services, table_id, seat, mark, text)
    except Declined:
        return
    except Unreachable:
        raise
    except Exception:
        # The timer loop wakes it again; meanwhile the table can be played on by people.
        log.exception("table=%d a computer could not decide", table_id)
