"""Explains to the operator why Discord ended the bot or did not let it start: `sentence_for`."""

from __future__ import annotations

from http import HTTPStatus

import aiohttp
import discord

_BAD_TOKEN, _TOO_FEW_SHARDS = 4004, (4010, 4011)
"""Gateway close codes: authentication failed; invalid shard or sharding required."""

PERHAPS_EXPECTED = (
    discord.LoginFailure,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    TimeoutError,
)
"""Exceptions that may have an explanation; see `sentence_for`."""


def sentence_for(problem: Exception) -> str:
    """Return a sentence for the operator on what is wrong and what to do; "" if the error is not a known one.

    Known are a wrong token, too few shards, errors of Discord's servers, and a proxy or network that does not let us
    through. For an unknown error the caller should show the traceback.
    """
    if isinstance(problem, discord.LoginFailure) or _closed_by(problem) == _BAD_TOKEN:
        return "Discord does not accept DISCORD_TOKEN. Make a new one in the Developer Portal, page Bot."
    if _closed_by(problem) in _TOO_FEW_SHARDS:
        return "Discord wants the servers on more shards. Raise KONTOR_SHARDS: one for every 1,000 servers."
    if isinstance(problem, discord.HTTPException) and not _is_temporary(problem):
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
    """Return the code with which Discord closed the gateway connection; 0 if it did not."""
    return problem.code if isinstance(problem, discord.ConnectionClosed) else 0


def _is_temporary(problem: discord.HTTPException) -> bool:
    """Return True if Discord, or the proxy in front of it, may answer differently a little later.

    That is so for errors of the server (5xx), and for a 403 or 429 without an error code of Discord's.
    """
    busy = problem.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.FORBIDDEN) and not problem.code
    return busy or problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR
