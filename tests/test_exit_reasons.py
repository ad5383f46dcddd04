"""What the operator reads when Discord refuses the bot or ends its connection."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

import bot
from startup.settings import Settings
from storage import Unreachable

BUSY = "Discord does not answer as it should"
TOKEN = "Discord does not accept DISCORD_TOKEN."


def refused(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py makes of an answer."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}
    said: Any = {"code": code, "message": "no"} if code else "<html>"
    return kinds.get(status, discord.HTTPException)(SimpleNamespace(status=status, reason="no"), said)


def closed(code: int) -> discord.ConnectionClosed:
    """What discord.py makes of the end of a connection."""
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0, code=code)  # type: ignore[arg-type]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run the bot until something ends it; return what main says."""

    def end(problem: Exception) -> int:
        def ends(running: Coroutine[Any, Any, None]) -> None:
            running.close()
            raise problem

        found = Settings("aaaa.bbbb.cccc", tmp_path / "kontor.db", "INFO", None, None, None)
        monkeypatch.setattr(asyncio, "run", ends)
        monkeypatch.setattr("monitoring.set_up_logging", lambda level, form: None)
        monkeypatch.setattr(bot, "collect_garbage_rarely", lambda: None)
        monkeypatch.setattr(bot, "read_settings", lambda environment: found)
        monkeypatch.setattr("sys.argv", ["bot.py", "run"])
        return bot.main()

    return end


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (discord.LoginFailure("no"), TOKEN),
        (closed(4004), TOKEN),
        (closed(4011), "Discord wants the servers on more shards. Raise KONTOR_SHARDS"),
        (refused(503), f"{BUSY}: 503."),
        (refused(429), f"{BUSY}: 429."),
        (refused(403), f"{BUSY}: 403."),
        (discord.GatewayNotFound(), f"{BUSY}."),  # type: ignore[no-untyped-call]
        (aiohttp.ServerDisconnectedError(), "Cannot reach Discord: Server disconnected. Is this machine online?"),
        (TimeoutError(), "Cannot reach Discord: no answer. Is this machine online?"),
        (Unreachable("The database cannot be written: disk is full."), "The database cannot be written: disk is full."),
    ],
    ids=str,
)
def test_whoever_runs_it_reads_one_sentence(
    ending: Any, capsys: pytest.CaptureFixture[str], problem: Exception, sentence: str
) -> None:
    assert ending(problem) == 1
    told = capsys.readouterr()
    assert told.err.startswith(sentence)
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("problem", [refused(400, 50035), refused(403, 50001), closed(4012)], ids=str)
def test_what_is_our_own_fault_is_not_talked_away(ending: Any, problem: Exception) -> None:
    with pytest.raises(type(problem)):
        ending(problem)
