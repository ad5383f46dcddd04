"""Before Discord: no request begins while it is not certain that our share is ours, and what begins is counted."""

from __future__ import annotations

import re
from types import SimpleNamespace

import aiohttp

from tables.house import House

_ANSWERS = re.compile(r"/(interactions|webhooks)/")
"""Answers to who clicked: nobody else has heard that click."""


class Fenced(aiohttp.ClientError):
    """A request was not begun: perhaps another process works on our share by now. It is tried again later."""


def fenced(house: House, trace: aiohttp.TraceConfig | None = None) -> aiohttp.TraceConfig:
    """Return what stands between us and Discord, and takes notice of requests besides, if somebody wants that."""
    trace = trace or aiohttp.TraceConfig()

    async def ask(_: object, __: SimpleNamespace, begin: aiohttp.TraceRequestStartParams) -> None:
        answers = _ANSWERS.search(begin.url.path)
        answerable = answers and (house.db.away() or house.db.uncontested())
        if not house.db.acting() and not answerable:
            raise Fenced("it is not certain that our share is ours")
        if not answers:  # Those Discord does not count.
            house.pacing.request_begins()

    trace.on_request_start.append(ask)
    return trace
