"""What sending to Discord can end in, what may go well a little later, and how that is tried."""

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

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What sending can end in: Discord refuses, or is not there."""
_BROKEN = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
"""Of these, what leaves open whether it has arrived: the connection broke, or Discord stumbled."""
UNKNOWN_CHANNEL, UNKNOWN_SERVER, UNKNOWN_MESSAGE, UNKNOWN_USER = 10003, 10004, 10008, 10013
NO_ACCESS, CLOSED_DMS = 50001, 50007
NO_PERMISSION, NOBODY_THERE, ARCHIVED, NO_MUTUAL_SERVER, HAS_THREAD, LOCKED = 50013, 50033, 50083, 50278, 160004, 160005
ANSWERED_ALREADY, EXPIRED, OPENED_TOO_FAST = 40060, 50027, 40003
CANNOT_SPEAK = (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED)
NEVER_EDITED = (NO_PERMISSION, ARCHIVED, LOCKED)
CANNOT_EDIT = (NO_ACCESS, *NEVER_EDITED)
CANNOT_WRITE_TO = (CLOSED_DMS, NO_MUTUAL_SERVER, UNKNOWN_USER, NOBODY_THERE)

R = TypeVar("R")


def is_for_now(problem: Exception) -> bool:
    """Say whether the same may go well a little later: the connection broke, Discord stumbled or has too much to do.

    So does what stands before Discord: it refuses everything for a while, and knows none of Discord's codes.
    """
    if not isinstance(problem, discord.HTTPException):
        return isinstance(problem, _BROKEN)
    before_it = problem.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN) and not problem.code
    too_much = problem.status == HTTPStatus.TOO_MANY_REQUESTS or problem.code == OPENED_TOO_FAST
    return before_it or too_much or isinstance(problem, _BROKEN)


def is_expired(problem: Exception) -> bool:
    """Say whether an answer came later than Discord takes one: after a quarter of an hour."""
    return isinstance(problem, discord.HTTPException) and problem.code == EXPIRED


@contextmanager
def going_on() -> Iterator[None]:
    """Go on after what may go well a little later."""
    try:
        yield
    except TROUBLE as problem:
        if not is_for_now(problem):
            raise


async def insist(send: Callable[[], Awaitable[R]], seconds: float) -> R:
    """Send something, and again if the connection breaks, for so many seconds; raises what broke it last."""
    time = asyncio.get_running_loop().time
    until, pause = time() + seconds, 0.0
    while True:
        try:
            return await send()
        except TROUBLE as problem:
            if not is_for_now(problem) or time() + pause >= until:
                raise
            log.info("sent again: %r", problem)
        await asyncio.sleep(pause)
        pause = 2 * pause or 0.1
