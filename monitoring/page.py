"""The pages that whoever runs the bot asks: how it is doing in numbers, whether it lives, whether it is ready."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import prometheus_client
from aiohttp import web

from monitoring.meters import CannotWatch, DiscordConnection
from monitoring.metrics import Metrics
from tables.runtime.overview import Overview, Watcher
from tables.runtime.services import Services

log = logging.getLogger("kontor.page")

PATIENCE = 2.0
"""Seconds that the database has to answer."""
STUCK = 600
"""Seconds after which something that could be told should have been told long ago."""


class SparePage:
    """What a process answers that waits for a partition: it is as ready as it can be."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    @asynccontextmanager
    async def serving(self, host: str, port: int) -> AsyncIterator[int]:
        """Serve as long as this lasts, and count errors; give the port. Raises `CannotWatch`."""
        app = web.Application()
        for path, answer in (("/metrics", self._numbers), ("/alive", self._alive), ("/ready", self._ready)):
            app.router.add_get(path, answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        logging.getLogger().addHandler(self._metrics.errors)
        try:
            await runner.setup()
            try:
                await web.TCPSite(runner, host, port).start()
            except (OSError, UnicodeError) as problem:  # The second is said of what can be no name.
                number = getattr(problem, "errno", None) or 0
                why = os.strerror(number) if number > 0 else str(problem)
                raise CannotWatch(
                    f"KONTOR_METRICS: nobody can be served at {host}:{port} ({why}). Name another address or port."
                ) from None
            listens: int = runner.addresses[0][1]
            log.info("metrics on port %d: /metrics /alive /ready", listens)
            yield listens
        finally:
            logging.getLogger().removeHandler(self._metrics.errors)
            await runner.cleanup()

    async def _numbers(self, request: web.Request) -> web.Response:
        return _shown(self._metrics.show_spare())

    async def _alive(self, request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _ready(self, request: web.Request) -> web.Response:
        return web.Response(text="spare\n")


def _shown(numbers: bytes) -> web.Response:
    return web.Response(body=numbers, headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST})


class Page(SparePage):
    """What a process answers that has a partition."""

    def __init__(self, metrics: Metrics, services: Services, connection: DiscordConnection) -> None:
        super().__init__(metrics)
        self._house = services
        self._watcher = Watcher(services)
        self._connection = connection

    async def _numbers(self, request: web.Request) -> web.Response:
        overview = await self._look()
        return _shown(
            self._metrics.show(
                overview,
                connected=self._connection.connected,
                latency=self._connection.latency,
                ready=not self._missing(overview),
                partition=self._house.partition.number,
                fencing_token=self._house.cluster.fencing_token,
            )
        )

    async def _ready(self, request: web.Request) -> web.Response:
        if missing := self._missing(await self._look()):
            return web.Response(status=503, text=f"not ready: {'; '.join(missing)}\n")
        return web.Response(text="ready\n")

    async def _look(self) -> Overview | None:
        """Look over the house; None if the database does not answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._watcher.look()
        except Exception as problem:
            log.warning("the database does not answer: %r", problem)
            return None

    def _missing(self, overview: Overview | None) -> list[str]:
        """Say why we are not ready."""
        missing = ["it is being stopped"] if self._house.background.closing else []
        if not self._house.cluster.may_act():
            missing.append("it is not certain that our partition is ours")
        if not self._connection.connected:
            missing.append("Discord does not talk to us")
        if overview is None:
            missing.append("the database does not answer")
        elif self._house.outage.is_ongoing:  # A full disk can be read.
            missing.append("nothing can be written into the database")
        elif overview.oldest > STUCK:
            missing.append(f"something waits to be told for {overview.oldest} s")
        return missing


class Watched(Metrics):
    """The metrics, and the pages that show them."""

    def __init__(self, address: tuple[str, int], version: str, games: Sequence[str], processes: int = 1) -> None:
        super().__init__(version, games, processes)
        self._address = address

    def serving_as_spare(self) -> AbstractAsyncContextManager[int]:
        """Show that we wait for a partition, as long as this lasts; give the port. Raises `CannotWatch`."""
        return SparePage(self).serving(*self._address)

    def serving(self, services: Services, connection: DiscordConnection) -> AbstractAsyncContextManager[int]:
        """Show everything to whoever asks, as long as this lasts; give the port. Raises `CannotWatch`."""
        return Page(self, services, connection).serving(*self._address)
