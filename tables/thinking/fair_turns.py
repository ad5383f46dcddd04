"""`FairTurns`: who may use a worker process next, so that people share the processes and not tables."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager


class FairTurns:
    """Lets at most `size` jobs run at the same time. Those that wait begin in turns between people.

    When a job ends, the person who has waited longest since their latest turn gets the next one, for their oldest
    waiting job. So nobody waits for more than one job of each other person, however many jobs those have.
    """

    def __init__(self, size: int) -> None:
        self._free = size
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """The jobs that wait, by person, oldest first; the person whose turn is next comes first."""

    @asynccontextmanager
    async def turn(self, people: Collection[int]) -> AsyncIterator[None]:
        """Wait until a job may begin; the job runs inside the context.

        `people` are those who wait for its result: it begins as soon as it is the turn of any of them, and that
        person's turn is used up. All jobs without people together have the turns of one person.
        """
        if self._free:
            self._free -= 1
        else:
            begins = asyncio.get_running_loop().create_future()
            for person in people or (0,):
                self._waiting.setdefault(person, deque()).append(begins)
            try:
                await begins
            except asyncio.CancelledError:
                if not begins.cancelled():  # Its turn had just come.
                    self._pass_on()
                raise
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """Let the next waiting job begin; if none waits, one more may begin at once."""
        for person in list(self._waiting):
            jobs = self._waiting.pop(person)
            while jobs:
                begins = jobs.popleft()
                if begins.done():  # It began in another person's turn, or was cancelled.
                    continue
                if jobs:
                    self._waiting[person] = jobs  # Now the last in the order of turns.
                begins.set_result(None)
                return
        self._free += 1
