"""`FloodControl`: a person who sends many requests at once slows down only themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cachetools import LRUCache

MAX_OPEN = 10
"""Requests of one person that may be open, that is not answered yet. More are dropped."""
_MAX_AT_ONCE = 3
"""Open requests up to which all are served at once. Whoever presses buttons by hand has no more."""
_SPACING_S = 0.05
"""Time between two requests of a person who has more open ones: long enough to serve several requests of others."""
_FORGET_AFTER_S = 60.0
"""A request counts as open for at most this time, in case its end is never noticed."""
_EXPLAIN_INTERVAL_S = 10.0
"""Time between two requests of a person that are answered by the sentence that there are too many."""
_MAX_REMEMBERED_PEOPLE = 5000


class FloodControl:
    """Counts each person's open requests, and spaces or drops them if there are many. Requests are named by their id.

    Requests of different people never wait for each other.
    """

    def __init__(self) -> None:
        self._open: dict[int, dict[int, float]] = {}
        """By person: the requests that are not answered yet, with the loop's time of their arrival."""
        self._latest_begins_at: dict[int, float] = {}
        """Of each person who has many requests: the loop's time at which the latest of them begins."""
        self._explained: LRUCache[int, tuple[int, float]] = LRUCache(_MAX_REMEMBERED_PEOPLE)
        """By person: the latest request that was one too many and is answered by a sentence, and when it arrived."""

    def admit(self, person: int, request: int) -> bool:
        """Note that a person's request arrived; return False if it must be dropped without an answer.

        That is so if `MAX_OPEN` requests of theirs are open, except for one request every 10 seconds: `is_too_many` is
        then True for it.
        """
        now = asyncio.get_running_loop().time()
        for forgotten in [number for number, at in self._open.get(person, {}).items() if at < now - _FORGET_AFTER_S]:
            self._close(person, forgotten)
        if len(self._open.get(person, ())) < MAX_OPEN:
            self._open.setdefault(person, {})[request] = now
            return True
        if now - self._explained.get(person, (0, -_EXPLAIN_INTERVAL_S))[1] < _EXPLAIN_INTERVAL_S:
            return False
        self._explained[person] = (request, now)
        return True

    def is_too_many(self, person: int, request: int) -> bool:
        """Return True for a request that arrived while `MAX_OPEN` were open, and that only gets a sentence."""
        return self._explained.get(person, (0, 0.0))[0] == request

    @asynccontextmanager
    async def serving(self, person: int, request: int) -> AsyncIterator[None]:
        """Serve a request inside this context, which begins at once unless the person has more than three open ones.

        In that case it begins 50 ms after the one before, in the order of their arrival. The request is open until the
        context ends.
        """
        try:
            if len(self._open.get(person, ())) > _MAX_AT_ONCE:
                now = asyncio.get_running_loop().time()
                begins_at = self._latest_begins_at[person] = (
                    max(now, self._latest_begins_at.get(person, 0)) + _SPACING_S
                )
                await asyncio.sleep(begins_at - now)
            yield
        finally:
            self._close(person, request)

    def _close(self, person: int, request: int) -> None:
        """Note that a request is no longer open; do nothing if it was not."""
        still_open = self._open.get(person, {})
        still_open.pop(request, None)
        if not still_open:
            self._open.pop(person, None)
            self._latest_begins_at.pop(person, None)
