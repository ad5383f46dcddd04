"""Why Discord has ended the bot, or did not let it begin: a sentence for whoever runs it."""

from __future__ import annotations

from http import HTTPStatus

import aiohttp
import discord

_BAD_TOKEN, _TOO_FEW_SHARDS = 4004, (4010, 4011)
"""Why Discord closes a connection for good."""

PERHAPS_EXPECTED = (
    discord.LoginFailure,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    TimeoutError,
)
"""What may end it; it is our fault only if there is no sentence for it."""


def sentence_for(problem: Exception) -> str:
    """Say what is wrong and what to do; nothing if that is for us to know."""
    if isinstance(problem, discord.LoginFailure) or _closed_by(problem) == _BAD_TOKEN:
        return "Discord does not accept DISCORD_TOKEN. Make a new one in the Developer Portal, page Bot."
    if _closed_by(problem) in _TOO_FEW_SHARDS:
        return "Discord wants the servers on more shards. Raise KONTOR_SHARDS: one for every 1,000 servers."
    if isinstance(problem, discord.HTTPException) and not _for_now(problem):
        return ""
    if isinstance(problem, discord.HTTPException | discord.GatewayNotFound):
        said = f": {problem.status}" if isinstance(problem, discord.HTTPException) else ""
        return f"Discord does not answer as it should{said}. Look at discordstatus.com, and start again later."
    if isinstance(problem, aiohttp.ClientHttpProxyError):
        return f"The proxy does not let us through: {problem.status}. Look at DISCORD_PROXY in .env."
    if isinstance(problem, aiohttp.ClientError | TimeoutError):
        where = problem.host if isinstance(problem, aiohttp.ClientConnectorError) else "Discord"
        why = getattr(problem, "strerror", None) or str(problem) or "no answer"
        return (
            f"Cannot reach {where}: {why}. Is this machine online? "
            "If it needs a proxy, name it in .env after DISCORD_PROXY=."
        )
    return ""


def _closed_by(problem: Exception) -> int:
    """Return the code by which Discord has closed the connection, 0 if it has not."""
    return problem.code if isinstance(problem, discord.ConnectionClosed) else 0


def _for_now(problem: discord.HTTPException) -> bool:
    """Say whether Discord, or what stands before it, may answer otherwise a little later."""
    busy = problem.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.FORBIDDEN) and not problem.code
    return busy or problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
