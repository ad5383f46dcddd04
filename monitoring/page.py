"""The HTTP pages for the operator: /metrics, /alive and /ready.

`SparePage` serves those of a spare, `Page` those of a process that holds a partition. `ServedMetrics` are metrics that
can serve both.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import prometheus_client
from aiohttp import web

from monitoring.meters import DiscordConnection, MonitoringError
from monitoring.metrics import Metrics
from tables.runtime.overview import Overview, Watcher
from tables.runtime.services import Services

log = logging.getLogger("kontor.page")

DATABASE_TIMEOUT_S = 2.0
STUCK_AFTER_S = 600
"""A due notification that waits longer than this makes the bot not ready."""


class SparePage:
    """The pages of a process: /metrics, /alive and /ready. `serving` runs the HTTP server.

    This class is for a spare, a process that waits for a partition. It is ready unless the database is away.
    """

    def __init__(self, metrics: Metrics, is_database_away: Callable[[], bool]) -> None:
        self._metrics = metrics
        self._is_database_away = is_database_away

    @asynccontextmanager
    async def serving(self, host: str, port: int) -> AsyncIterator[int]:
        """Within this context, serve the pages and count logged errors; yield the port that is used.

        Port 0 means any free port. The port is logged the first time. Raises `MonitoringError` if the address cannot
        be used.
        """
        app = web.Application()
        for path, answer in (("/metrics", self._numbers), ("/alive", self._alive), ("/ready", self._ready)):
            app.router.add_get(path, answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        logging.getLogger().addHandler(self._metrics.errors)
        try:
            await runner.setup()
            try:
                await web.TCPSite(runner, host, port).start()
            except (OSError, UnicodeError) as problem:  # A UnicodeError comes from a wrong host name.
                number = getattr(problem, "errno", None) or 0
                why = os.strerror(number) if number > 0 else str(problem)
                raise MonitoringError(
                    f"KONTOR_METRICS: nobody can be served at {host}:{port} ({why}). Name another address or port."
                ) from None
            listens: int = runner.addresses[0][1]
            if not self._metrics.is_port_logged:  # A spare that gets a partition serves again.
                log.info("metrics on port %d: /metrics /alive /ready", listens)
                self._metrics.is_port_logged = True
            yield listens
        finally:
            logging.getLogger().removeHandler(self._metrics.errors)
            await runner.cleanup()

    async def _numbers(self, request: web.Request) -> web.Response:
        return _metrics_response(self._metrics.show_spare(ready=not self._is_database_away()))

    async def _alive(self, request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _ready(self, request: web.Request) -> web.Response:
        """Answer "spare" with status 200, or 503 if the database is away."""
        if self._is_database_away():
            return _not_ready(["the database does not answer"])
        return web.Response(text="spare\n")


def _not_ready(reasons: Sequence[str]) -> web.Response:
    return web.Response(status=503, text=f"not ready: {'; '.join(reasons)}\n")


def _metrics_response(body: bytes) -> web.Response:
    return web.Response(body=body, headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST})


class Page(SparePage):
    """The pages of a process that holds a partition: its metrics, and whether it is ready."""

    def __init__(self, metrics: Metrics, services: Services, connection: DiscordConnection) -> None:
        super().__init__(metrics, services.cluster.is_database_away)
        self._services = services
        self._watcher = Watcher(services)
        self._connection = connection

    async def _numbers(self, request: web.Request) -> web.Response:
        """Return all metrics. Those from the database are NaN if it does not answer in time."""
        overview = await self._look()
        return _metrics_response(
            self._metrics.show(
                overview,
                connected=self._connection.connected,
                latency=self._connection.latency,
                ready=not self._missing(overview),
                partition=self._services.partition.number,
                fencing_token=self._services.cluster.fencing_token,
            )
        )

    async def _ready(self, request: web.Request) -> web.Response:
        """Return status 200, or 503 with the reasons why the bot is not ready."""
        if missing := self._missing(await self._look()):
            return _not_ready(missing)
        return web.Response(text="ready\n")

    async def _look(self) -> Overview | None:
        """Return the numbers from the database; None, with a logged warning, if that fails or takes more than 2 s."""
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT_S):
                return await self._watcher.look()
        except Exception as problem:
            log.warning("database does not answer: %r", problem)
            return None

    def _missing(self, overview: Overview | None) -> list[str]:
        """Return the reasons why the bot is not ready, as texts for /ready; [] if it is ready.

        `overview` is None if the database did not answer. The possible reasons:

        - The bot is shutting down.
        - Its partition may be lost.
        - It has no connection to Discord.
        - The database does not answer or cannot be written.
        - A due notification has waited for more than 10 minutes.
        """
        missing = ["it is being stopped"] if self._services.background.closing else []
        if not self._services.cluster.may_act():
            missing.append("the partition may be lost")
        if not self._connection.connected:
            missing.append("Discord does not talk to us")
        if overview is None:
            missing.append("the database does not answer")
        elif not overview.is_writable:  # A full disk can still be read.
            missing.append("nothing can be written into the database")
        elif overview.oldest > STUCK_AFTER_S:
            missing.append(f"a notification has been due for {overview.oldest} s")
        return missing


class ServedMetrics(Metrics):
    """Metrics together with the pages that serve them at `address` (host and port): the complete `Meters`."""

    def __init__(self, address: tuple[str, int], version: str, games: Sequence[str], processes: int = 1) -> None:
        super().__init__(version, games, processes)
        self._address = address

    def serving_as_spare(self, is_database_away: Callable[[], bool]) -> AbstractAsyncContextManager[int]:
        """Return a context that serves the pages of a spare and yields the port; it may raise `MonitoringError`."""
        return SparePage(self, is_database_away).serving(*self._address)

    def serving(self, services: Services, connection: DiscordConnection) -> AbstractAsyncContextManager[int]:
        """Return a context that serves the pages of a working bot and yields the port; may raise `MonitoringError`."""
        return Page(self, services, connection).serving(*self._address)
