"""How a world runs: the simulated Discord's engine without idle waits, and the watch over the log."""

from __future__ import annotations

import logging
import re
from typing import Any

import discord
from simcord.env import Env

from tests.discord.wire import SimulatedDiscord

_log = logging.getLogger(__name__)


class QuickEnv(Env):
    """simcord's Env without its idle waits; it can hold back settling, so that several acts happen at once."""

    holding = False

    def __init__(self, simulated: SimulatedDiscord, patience: float) -> None:
        super().__init__(
            discord.Client(intents=discord.Intents(guilds=True)), check_errors=False, settle_timeout=patience
        )
        self.backend = simulated

    async def _settle_internal(self, *, idle: float = 0.05, **rest: Any) -> None:
        if not self.holding:
            await super()._settle_internal(idle=min(idle, 0.001), **rest)

    def _capture_errors(self) -> None:
        """Leave errors to the bot: what it does not handle, discord.py logs, and the log is watched."""

    def _record_error(self, error: BaseException) -> None:
        _log.error("A task of the bot failed", exc_info=error)


class ErrorLog(logging.Handler):
    """Collects log records of level ERROR; only expected ones may be left over."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []
        self.expected: list[str] = []
        self.deaf = False

    def emit(self, record: logging.LogRecord) -> None:
        if not self.deaf:
            self.records.append(f"{record.name}: {self.format(record)}")

    def complaint(self) -> str | None:
        """Say what was logged without being expected, or expected without being logged."""
        stray = [line for line in self.records if not any(re.search(pattern, line) for pattern in self.expected)]
        if stray:
            return "unexpected errors in the log:\n" + "\n".join(stray)
        missing = [each for each in self.expected if not any(re.search(each, line) for line in self.records)]
        return f"expected errors that nobody logged: {missing}" if missing else None
