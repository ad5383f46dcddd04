"""Before Discord: no request begins while it is not certain that our partition is ours, and what begins is counted."""

from __future__ import annotations

import re

import aiohttp
from aiohttp.tracing import Trace

from tables.model.table_errors import NotBegun
from tables.runtime.services import Services

_ANSWERS = re.compile(r"/(interactions|webhooks)/")
"""Answers to who clicked: nobody else has heard that click."""


class Fenced(aiohttp.ClientError, NotBegun):
    """A request was not begun: perhaps another process works on our partition by now. It is tried again later."""


class Fence(aiohttp.TCPConnector):
    """All of our connections to Discord. It has as many as are wanted; every request asks it for one.

    That is asked here and not by tracing requests: aiohttp tells a trace six things of each.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(limit=0)
        self._house = services

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109  it is aiohttp's
    ) -> aiohttp.connector.Connection:
        """Return a connection for a request that may begin."""
        answers, cluster = _ANSWERS.search(req.url.raw_path), self._house.cluster
        answerable = answers and (cluster.is_database_away() or cluster.is_uncontested())
        if not cluster.may_act() and not answerable:
            raise Fenced("it is not certain that our partition is ours")
        if not answers:  # Those Discord does not count.
            self._house.pacing.note_request()
        return await super().connect(req, traces, timeout)
