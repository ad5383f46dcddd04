"""A simulated machine: a bot process runs there, is killed, and starts again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from cluster import Cluster, cluster_on
from cluster.leased import LeasedCluster
from cogs.connection.fence import FencedConnector, RequestFenced
from cogs.games import GAMES
from cogs.requests.app import App
from storage import DatabaseListener, PartitionLost, Unreachable, Unusable, WriteLease, open_database
from tables.delivery.peers import Peers
from tables.runtime.pacing import DISCORD_REQUESTS_PER_S, USED_SHARE, Pacing
from tables.runtime.services import Services
from tables.time import timers
from tests.simulation.chat import SimulatedPort
from tests.simulation.findings import Finding
from tests.simulation.loop import Process
from tests.simulation.outbox_watch import WatchedDelivery
from tests.thinkers import QuickThinker

if TYPE_CHECKING:
    from tests.simulation.world import World

START = 1_700_000_000
"""The time at which every run begins, in seconds since 1970."""
MAX_OFFSET_S = 3.0
"""How far the clock of a machine may be wrong."""
_RESTART_S = 5
"""A process that ended by itself is started again after this time."""


class Killed(Exception):
    """The process died before it could answer."""


def _answer(answer: asyncio.Future[None], _: object) -> None:
    if not answer.done():
        answer.set_result(None)


class _NoMenus:
    """Stands in for open menus: nobody has one."""

    async def follow_board(self, table: int) -> None: ...


class _NoPictures:
    """Stands in for the renderer: every message is in words only."""

    async def picture(self, drawing: object) -> bytes | None:
        return None


class _LossReporter(DatabaseListener):
    """Sets a future when the partition is lost, as the bot does."""

    def __init__(self, loss: asyncio.Future[Exception]) -> None:
        self._loss = loss

    def on_partition_lost(self, problem: Exception) -> None:
        self._loss.set_result(problem)


class WayOut:
    """One bot's way to Discord: the real fence, then its machine's network. The next bot there has its own."""

    def __init__(self, machine: Machine, services: Services) -> None:
        self._machine, self._services = machine, services
        self._fence = FencedConnector(services)

    def reaches_discord(self) -> bool:
        """Return False while its requests get lost."""
        return self._machine.has_network

    async def begin_delivery(self, channel: int) -> bool:
        """Begin a request of delivery; return False if the fence does not let it through."""
        if not await self.begin_request(f"/channels/{channel}/messages"):
            return False
        world, process, cluster = self._machine.world, self._machine.process, self._services.cluster
        world.leases.note_acts(process, self._services.db.lease, "begins a request")
        if isinstance(cluster, LeasedCluster) and cluster.lease._connection.is_closed():
            detail = f"process {process.name} begins a request after its lock's connection broke"
            world.broken.append(Finding("nobody acts without a lock", detail))
        return True

    def note_post(self) -> str:
        """Note that a new message is about to be sent; return its kind and table, as words."""
        return self._machine.world.watch.note_post()

    async def begin_request(self, path: str) -> bool:
        """Pass the fence with a request; return False if it is not let through."""
        request = SimpleNamespace(url=SimpleNamespace(raw_path=path))
        try:
            await self._fence.connect(cast(Any, request), [], cast(Any, None))
        except RequestFenced:
            return False
        return True


class Machine:
    """One machine. `services` is None while its process is down, starting, or a spare."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        own_clock = random.Random(f"clock {world.plan.seed} {number}")
        self.clock_offset_s = own_clock.uniform(-MAX_OFFSET_S, MAX_OFFSET_S) if world.plan.processes else 0.0
        """How far its clock differs from the true time. The clock that judges leases is wrong by a thousandth of it."""
        self.reaches_database = True
        self.has_network = True
        """False while it does not reach Discord."""
        self.tick_s: float = timers.TICK_INTERVAL_S
        self.services: Services | None = None
        self.serving_since = 0.0
        self.process = Process("none", number, lambda: None)
        self.process.alive = False
        self._lives = 0
        self._waiting: list[asyncio.Future[Any]] = []
        self._remains: list[object] = []
        """What belonged to killed processes: kept, since collecting it would run its `finally` blocks."""
        self._open: Cluster | None = None
        self.way_out: WayOut | None = None
        """How the bot that serves, or served last, reaches Discord."""

    # ------------------------------------------------------------------ life and death

    def start(self) -> None:
        """Start a process."""
        self._lives += 1
        self.process = Process(f"{self.number}.{self._lives}", self.number, self._killed)
        self.world.say(f"process {self.process.name} starts")
        self._remains.append(self.world.loop.create_task(self._live(), context=self.process.context()))

    def _killed(self) -> None:
        """Do what the operating system does: close files and connections. Then start another process after a while."""
        self.world.say(f"process {self.process.name} is killed")
        self._remains += [self.services, self._open, *asyncio.all_tasks(self.world.loop)]
        self.services = None
        self._open = None
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_exception(Killed())
        self._waiting = []
        self.world.note_killed(self)

    async def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run work as part of the process; raise `Killed` if that is dead, or dies meanwhile."""
        if not self.process.alive:
            work.close()
            raise Killed
        answer = self.world.loop.create_future()
        task = self.world.loop.create_task(work, context=self.process.context())
        task.add_done_callback(partial(_answer, answer), context=self.world.outside)
        self._waiting.append(answer)
        self._remains.append(task)
        await answer
        return task.result()

    async def _live(self) -> None:
        """Serve partitions, one after the other, as `bot.run` does. It begins again after a failure."""
        while True:
            try:
                await self._serve()
            except PartitionLost as problem:
                self.world.say(f"process {self.process.name} lost its partition: {problem}")
            except (Unusable, Unreachable) as problem:
                self.world.say(f"process {self.process.name} cannot start: {problem}")
                await asyncio.sleep(_RESTART_S)

    async def _serve(self) -> None:
        """Join the database, and deliver and tick until the partition is lost. Raises `PartitionLost` then."""
        loss: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        cluster = self._open = cluster_on(await open_database(self.world.address))
        cluster.db.events.add(_LossReporter(loss))
        services = None
        try:
            await cluster.join(self.world.layout, wait=True)
            rate = USED_SHARE * DISCORD_REQUESTS_PER_S / self.world.layout.processes
            services = Services(cluster, self.now, QuickThinker(), pacing=Pacing(rate))
            self.way_out = WayOut(self, services)
            delivery = WatchedDelivery(SimulatedPort(self.world.chat, self.way_out), self._app(services))
            delivery.watch, delivery.due_at = self.world.watch, self.time_of
            services.connect(delivery)
            cluster.db.events.add(Peers(services, {}))
            await timers.resume_clocks(services)
            self.services, self.serving_since = services, self.world.loop.time()
            self.world.starts_serving.set()
            self.world.note_disturbed()
            self.world.say(f"process {self.process.name} serves partition {services.partition.number}")
            while not loss.done():
                with services.outage.suppress("tick"):
                    await timers.tick(services)
                await asyncio.wait([loss], timeout=self.tick_s)
            raise loss.result()
        finally:
            self.services = None
            if services:
                await services.finish()
            await cluster.close()

    def _app(self, services: Services) -> App:
        displays = {game.name: game.display() for game in GAMES}
        return App(services, displays, cast(Any, _NoPictures()), cast(Any, _NoMenus()), cast(Any, None))

    def now(self) -> int:
        """Return the time by this machine's clock, in seconds since 1970."""
        return START + int(self.world.loop.time() + self.clock_offset_s)

    def time_of(self, now: int) -> float:
        """Return the simulated time at which this machine's clock begins to show a number of seconds since 1970."""
        return now - START - self.clock_offset_s

    def uninterrupted_clock(self) -> float:
        """Return seconds on the clock that judges the lease; it runs a little faster or slower than others."""
        return self.world.loop.time() * (1 + self.clock_offset_s / 1000)

    @property
    def lease(self) -> WriteLease | None:
        """The lease of its process; None without one."""
        return self._open.db.lease if self._open else None

    async def settle(self) -> None:
        """Wait until the process has no background task left."""
        while self.services and self.services.background._tasks:  # noqa: ASYNC110  simulated time costs nothing
            await asyncio.sleep(0.5)
