"""`Meters`: the interface by which `bot.py` has parts of the bot measured. `NoMeters` measures nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, ParamSpec, Protocol, TypeVar

import aiohttp

from storage import Database
from tables.runtime.services import Services
from tables.runtime.thinker import Thinker

P = ParamSpec("P")
R = TypeVar("R")


class MonitoringError(Exception):
    """Raised if the monitoring that the settings ask for is impossible; its text is a sentence for the operator."""


class DiscordConnection(Protocol):
    """The bot's connection to Discord as /metrics and /ready show it: whether it exists, and its latency.

    The bot implements it.
    """

    @property
    def connected(self) -> bool:
        """True if every shard of ours is connected."""

    @property
    def latency(self) -> float:
        """Seconds from a gateway heartbeat to its acknowledgement."""


class Meters(Protocol):
    """Counts answers, and wraps parts of the bot so that they are measured; the caller uses the wrapper instead.

    It also serves the metrics and the pages /alive and /ready. `page.ServedMetrics` and `NoMeters` implement it.
    """

    def note_answer(self, kind: str, verb: str, outcome: str, seconds: float) -> None:
        """Count an answer to a click or a command.

        `kind` is `click` or `command`, `verb` says which one, and `outcome` how it ended. `seconds` is the time until
        the person saw a first reaction.
        """

    def trace(self) -> aiohttp.TraceConfig | None:
        """Return the aiohttp tracing that counts requests to Discord; None: requests are not traced."""

    def thinking(self, thinker: Thinker) -> Thinker:
        """Return a wrapper that measures the computer players' thinking."""

    def rendering(self, render: Callable[P, R]) -> Callable[P, R]:
        """Return a wrapper that measures a function which renders a picture."""

    def animating(self, animate: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
        """Return a wrapper that measures a function which makes an animation."""

    def database(self, database: Database) -> Database:
        """Return a wrapper that measures reads and transactions."""

    def serving_as_spare(self, is_database_away: Callable[[], bool]) -> AbstractAsyncContextManager[object]:
        """Within this context, serve the pages of a spare: a process that waits for a partition.

        Its page /ready says that it is ready unless the database is away. Raises `MonitoringError` if the address
        cannot be used.
        """

    def serving(self, services: Services, connection: DiscordConnection) -> AbstractAsyncContextManager[object]:
        """Serve the pages of a working bot within this context.

        Raises `MonitoringError` if the address cannot be used.
        """


class NoMeters:
    """The meters without monitoring: measures nothing and returns everything unwrapped."""

    def note_answer(self, kind: str, verb: str, outcome: str, seconds: float) -> None:
        """Do nothing."""

    def trace(self) -> None:
        """Return None: requests are not traced."""

    def thinking(self, thinker: Thinker) -> Thinker:
        """Return it unchanged."""
        return thinker

    def rendering(self, render: Callable[P, R]) -> Callable[P, R]:
        """Return it unchanged."""
        return render

    def animating(self, animate: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
        """Return it unchanged."""
        return animate

    def database(self, database: Database) -> Database:
        """Return it unchanged."""
        return database

    @asynccontextmanager
    async def serving_as_spare(self, is_database_away: Callable[[], bool]) -> AsyncIterator[None]:
        """Serve nothing."""
        yield

    @asynccontextmanager
    async def serving(self, services: Services, connection: DiscordConnection) -> AsyncIterator[None]:
        """Serve nothing."""
        yield
