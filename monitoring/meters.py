"""What the bot hands its work through so that it can be measured; and what stands there when nobody watches."""

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


class CannotWatch(Exception):
    """It cannot be watched as the settings say; the sentence is for the operator."""


class DiscordConnection(Protocol):
    """The connection to Discord."""

    @property
    def connected(self) -> bool:
        """Whether Discord talks to us."""

    @property
    def latency(self) -> float:
        """Seconds from a heartbeat to its echo."""


class Meters(Protocol):
    """Measures what it is handed, and gives it back to be used instead."""

    def note_answer(self, kind: str, verb: str, outcome: str, seconds: float) -> None:
        """Take notice of a click or a command that was answered."""

    def trace(self) -> aiohttp.TraceConfig | None:
        """Return what takes notice of the requests to Discord."""

    def thinking(self, thinker: Thinker) -> Thinker:
        """Measure what is thought about."""

    def rendering(self, render: Callable[P, R]) -> Callable[P, R]:
        """Measure how a picture is made."""

    def animating(self, animate: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
        """Measure how an animated picture is made."""

    def database(self, database: Database) -> Database:
        """Measure how long the database takes."""

    def serving_as_spare(self) -> AbstractAsyncContextManager[object]:
        """Show that we wait for a partition, as long as this lasts. Raises `CannotWatch`."""

    def serving(self, services: Services, connection: DiscordConnection) -> AbstractAsyncContextManager[object]:
        """Show all of it to whoever asks, as long as this lasts. Raises `CannotWatch`."""


class Unwatched:
    """Measures nothing: everything is used as it is."""

    def note_answer(self, kind: str, verb: str, outcome: str, seconds: float) -> None:
        """Take no notice."""

    def trace(self) -> None:
        """Return nothing: no request is looked at."""

    def thinking(self, thinker: Thinker) -> Thinker:
        """Return the same."""
        return thinker

    def rendering(self, render: Callable[P, R]) -> Callable[P, R]:
        """Return the same."""
        return render

    def animating(self, animate: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
        """Return the same."""
        return animate

    def database(self, database: Database) -> Database:
        """Return the same."""
        return database

    @asynccontextmanager
    async def serving_as_spare(self) -> AsyncIterator[None]:
        """Show nothing."""
        yield

    @asynccontextmanager
    async def serving(self, services: Services, connection: DiscordConnection) -> AsyncIterator[None]:
        """Show nothing."""
        yield
