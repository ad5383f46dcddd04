"""`FencedConnector`: refuses requests to Discord while another process may hold our partition."""

from __future__ import annotations

import logging
import re

import aiohttp
from aiohttp.tracing import Trace

from tables.model.table_errors import NotBegun
from tables.runtime.services import Services

_ANSWERS = re.compile(r"/(interactions|webhooks)/")
"""Routes of answers to an interaction."""


class RequestFenced(aiohttp.ClientError, NotBegun):
    """Raised for a request that was not begun, because another process may hold our partition.

    Its sender tries again later.
    """


class FencedConnector(aiohttp.TCPConnector):
    """The aiohttp connector for Discord, with any number of connections. Every request passes `connect` first.

    `connect` refuses requests while our partition may be lost. It reports the others to `Services.pacing`, which limits
    requests per second. The check is here rather than in aiohttp's tracing, which would call six functions for each
    request.

    discord.py logs a traceback for each refused reconnection of the gateway. The constructor adds a filter to its
    loggers that drops these records.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(limit=0)
        self._services = services
        for name in ("discord.client", "discord.shard"):
            logging.getLogger(name).addFilter(_is_not_fenced)  # Adding it again has no effect.

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109  it is aiohttp's
    ) -> aiohttp.connector.Connection:
        """Return a connection for a request to Discord, unless our partition may be lost.

        If it may be lost, raises `RequestFenced`. An answer to an interaction is still allowed until another process
        may have taken the partition; from then on that process answers. Allowed requests, except answers, are reported
        to `Services.pacing`, which limits requests per second. Once the partition is certainly lost, raises
        `Database.lost`, which nobody retries.
        """
        if self._services.db.lost:
            raise self._services.db.lost
        answers, cluster = _ANSWERS.search(req.url.raw_path), self._services.cluster
        if not cluster.may_act() and not (answers and cluster.is_uncontested()):
            raise RequestFenced("the partition may be lost")
        if not answers:  # Discord does not count those in its limit of 50 a second.
            self._services.pacing.note_request()
        return await super().connect(req, traces, timeout)


def _is_not_fenced(record: logging.LogRecord) -> bool:
    """Return True unless a log record is about a `RequestFenced`."""
    return not (record.exc_info and isinstance(record.exc_info[1], RequestFenced))
