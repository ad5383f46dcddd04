"""Computer seats: they think elsewhere and move by the same door as people."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import Self, TypeVar, TypeVarTuple

import opponents
from storage import tables as sql
from tables.errors import Declined
from tables.house import House

log = logging.getLogger("kontor.computers")

DEFAULT = "trader"

Args = TypeVarTuple("Args")
Result = TypeVar("Result")


def processes() -> ProcessPoolExecutor:
    """Return processes to think in. They hold none of our files and end when we do, even if we are killed.

    A fork would hold the lock on our database, and go on holding it without us.
    """
    many = max(1, (os.cpu_count() or 2) - 1)
    pool = ProcessPoolExecutor(many, multiprocessing.get_context("forkserver"), _end_with_us)
    # A signal to end is for us, and we let them finish: they are born deaf to it. All of them are children of a server
    # that is started with the first; it stays deaf to what was ignored then.
    ours = {sign: signal.signal(sign, signal.SIG_IGN) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        pool.submit(os.getpid)
    finally:
        for sign, handler in ours.items():
            signal.signal(sign, handler)
    return pool


def _end_with_us() -> None:
    us = multiprocessing.parent_process()
    assert us is not None

    def watch() -> None:
        us.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Thinkers:
    """A pool of processes to think in, made anew if one of them is killed."""

    def __init__(self, make: Callable[[], Executor] = processes) -> None:
        self._make = make
        self._pool = make()

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        """Return the text of the move a computer player decides on."""
        pool = self._pool
        try:
            return await self.run(opponents.think, game, snapshot, seat, player, seed)
        except BrokenExecutor:
            if pool is self._pool:
                log.warning("a process that thinks was killed: there are new ones now")
                pool.shutdown(wait=False)
                self._pool = self._make()
            return await self.run(opponents.think, game, snapshot, seat, player, seed)

    async def run(self, work: Callable[[*Args], Result], *args: *Args) -> Result:
        """Let a process do some work."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let what is being thought end, and begin nothing more."""
        self._pool.shutdown(cancel_futures=True)


MakeMove = Callable[[House, int, int, str, str], Awaitable[None]]
"""How a computer's move is made: table, seat, the decision it was thought for, the move's text."""


def wake(house: House, table_id: int, move: MakeMove) -> None:
    """Let the computers of a table decide what they owe."""
    house.start("think", table_id, lambda: _decide(house, table_id, move))


async def wake_all(house: House, move: MakeMove) -> None:
    """Go on with every table where a computer owes a decision: at start, and after a fault."""
    for table_id in await sql.thinking(house.db.reader):
        wake(house, table_id, move)


async def _decide(house: House, table_id: int, move: MakeMove) -> None:
    try:
        while not house.closing:
            table = await house.load(table_id)
            owing = [seat for seat in table.owed if table.seats[seat].computer]
            if not owing:
                return
            seat = owing[0]
            player, mark = table.seats[seat].computer or DEFAULT, table.mark(seat)
            snapshot = table.row.snapshot or b""
            text = await house.think(table.row.game, snapshot, seat, player, secrets.randbits(62))
            await move(house, table_id, seat, mark, text)
    except Declined:
        return
    except Exception:
        # The timer loop wakes it again; meanwhile the table can be played on by people.
        log.exception("table=%d a computer could not decide", table_id)
