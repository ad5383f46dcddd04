"""How a world runs: the simulated Discord's engine without idle waits, and the check of the log."""

from __future__ import annotations

import logging
import re

import discord

from playground.simcord_private import QuietEnv
from tests.discord.wire import RememberingDiscord

_log = logging.getLogger(__name__)


class QuickEnv(QuietEnv):
    """The bot in the simulated Discord; errors it leaves over are logged, and the log is watched."""

    max_idle_s = 0.001
    """It is woken as soon as a task of the bot's has ended. What goes on within one, a query for example, takes less
    than this: with ten times as much, tests that let hours pass wait four fifths of their time, and use no less CPU."""

    def __init__(self, simulated: RememberingDiscord, patience: float) -> None:
        nobody = discord.Client(intents=discord.Intents(guilds=True))
        super().__init__(nobody, simulated, settle_timeout_s=patience, log_error=_log.error)


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
