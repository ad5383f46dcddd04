"""The errors that a request to Discord can raise, Discord's error codes, and which errors are temporary.

`retry_for` repeats a request for a while after temporary errors.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import TypeVar

import aiohttp
import discord

log = logging.getLogger("kontor.sending")

SEND_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""Everything that a request to Discord can raise."""
_OUTCOME_UNKNOWN = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
"""Errors after which the request may or may not have arrived: a broken connection, or an error of Discord's own."""
UNKNOWN_CHANNEL, UNKNOWN_SERVER, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10008, 10013
NO_ACCESS, CLOSED_DMS = 50001, 50007
NO_PERMISSION, NOBODY_THERE, ARCHIVED, NO_MUTUAL_SERVER, HAS_THREAD, LOCKED = 50013, 50033, 50083, 50278, 160004, 160005
ANSWERED_ALREADY, EXPIRED, OPENED_TOO_FAST = 40060, 50027, 40003
TOO_MANY_THREADS = 160006
"""The server has as many active threads as Discord allows."""
TOO_MANY_EDITS = 30046
"""Too many edits of messages that are older than an hour. It comes with status 429."""
CANNOT_SPEAK = (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED)
NEVER_EDITED = (NO_PERMISSION, ARCHIVED, LOCKED)
CANNOT_EDIT = (NO_ACCESS, *NEVER_EDITED)
CANNOT_WRITE_TO = (CLOSED_DMS, NO_MUTUAL_SERVER, UNKNOWN_USER, NOBODY_THERE)

R = TypeVar("R")


def is_temporary(problem: Exception) -> bool:
    """Return True if the same request may succeed a little later.

    That is so after a broken connection, an error of Discord's servers or a rate limit. A 401 or 403 without an error
    code of Discord's is temporary too: it comes from the proxy in front of Discord.
    """
    if not isinstance(problem, discord.HTTPException):
        return isinstance(problem, _OUTCOME_UNKNOWN)
    from_proxy = problem.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN) and not problem.code
    too_many = problem.status == HTTPStatus.TOO_MANY_REQUESTS or problem.code == OPENED_TOO_FAST
    return from_proxy or too_many or isinstance(problem, _OUTCOME_UNKNOWN)


def is_expired(problem: Exception) -> bool:
    """Return True if the interaction's token has expired, 15 minutes after the interaction."""
    return isinstance(problem, discord.HTTPException) and problem.code == EXPIRED


@contextmanager
def ignoring_temporary_errors() -> Iterator[None]:
    """Within this context, ignore a temporary error of a request to Discord. Any other error is raised.

    After an ignored error the rest of the block is skipped.
    """
    try:
        yield
    except SEND_ERRORS as problem:
        if not is_temporary(problem):
            raise


async def retry_for(send: Callable[[], Awaitable[R]], seconds: float) -> R:
    """Call `send` until it succeeds, and return its result. Temporary errors are retried for up to `seconds`.

    The first retry comes at once, the next after 0.1 s, and the pause doubles from then on. When the time is over, the
    last error is raised. An error that is not temporary is raised immediately.
    """
    time = asyncio.get_running_loop().time
    until, pause = time() + seconds, 0.0
    while True:
        try:
            return await send()
        except SEND_ERRORS as problem:
            if not is_temporary(problem) or time() + pause >= until:
                raise
            log.info("retrying after %r", problem)
        await asyncio.sleep(pause)
        pause = 2 * pause or 0.1
