"""All Prometheus metrics: `Metrics`. Some are counted as things happen, others are read when /metrics is requested."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from time import perf_counter
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import aiohttp
import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from monitoring import routes
from monitoring.timed_database import TimedDatabase
from monitoring.timed_thinker import TimedThinker
from storage import Database
from tables.model.table_errors import NotBegun
from tables.runtime.overview import STATUSES, Overview
from tables.runtime.thinker import Thinker

P = ParamSpec("P")
R = TypeVar("R")

KINDS = ("click", "command")
THOUGHTS = ("move", "hint", "analysis")
PICTURES = ("picture", "animation")
DATABASE = ("read", "write")
OUTBOX = ("due", "later", "refused")
ELSEWHERE = "other"
LOGGER_LABELS = (
    "analyses", "background", "bot", "clocks", "closing", "cluster", "components", "computers", "database",
    "delivery", "emoji", "forgetting", "gateway", "gathering", "invitations", "inviting", "leagues", "learning",
    "lobby", "matching", "menus", "moving", "offering", "openings", "opponents", "others", "outbox", "pacing", "page",
    "pausing", "pictures", "places", "privacy", "processes", "request", "seats", "sending", "server", "servers",
    "services", "stopping", "tables", "telling", "discord", "asyncio", ELSEWHERE,
)  # fmt: skip
"""The values of the label `room` of kontor_errors: our loggers without `kontor.`, two libraries, and all others."""

_ANSWERS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
"""Buckets in seconds, as all below. Discord waits three seconds; above two something is wrong."""
_REQUESTS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_THOUGHTS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0)
_DATABASE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.0)
_PICTURES = (0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0)


class Metrics:
    """Counts and times what happens, and renders it in Prometheus' text format.

    It is made with the bot's version, the keys of the games and the number of processes. It implements `Meters` except
    for serving, which its subclass `ServedMetrics` adds.
    """

    def __init__(self, version: str, games: Sequence[str], processes: int = 1) -> None:
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.errors = _Errors(Counter("kontor_errors", "Errors in the log by logger", ["room"], registry=registry))
        """A log handler that counts errors; whoever serves the metrics adds it to the root logger."""
        self._answers = Counter(
            "kontor_answers", "Clicks and commands by verb and outcome", ["verb", "outcome"],
            registry=registry,
        )  # fmt: skip
        self._answer_seconds = _histogram(
            registry, "kontor_answer_seconds", "Seconds from a click or command to its acknowledgement",
            _ANSWERS, "kind", KINDS,
        )  # fmt: skip
        self._requests = Counter(
            "kontor_discord_requests", "Requests to Discord by route and status", ["route", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "kontor_discord_request_seconds", "Seconds from a request to Discord to its response",
            buckets=_REQUESTS, registry=registry,
        )  # fmt: skip
        self._thinking = Gauge(
            "kontor_thoughts_waiting",
            "Moves, hints and analyses that computers have not answered yet",
            ["what"],
            registry=registry,
        )
        self._thought_seconds = _histogram(
            registry, "kontor_thought_seconds", "Seconds for a move, hint or analysis of a computer, waiting included",
            _THOUGHTS, "what", THOUGHTS,
        )  # fmt: skip
        self._picture_seconds = _histogram(
            registry, "kontor_picture_seconds", "Seconds to make a picture or animation, in its thread or process",
            _PICTURES, "kind", PICTURES,
        )  # fmt: skip
        self._database_seconds = _histogram(
            registry, "kontor_database_seconds", "Seconds of a read, or of a transaction from its request to its end",
            _DATABASE, "what", DATABASE,
        )  # fmt: skip
        partitions = Gauge(
            "kontor_processes", "Number of partitions among which the servers are split", registry=registry
        )
        partitions.set(processes)
        self._spare = Gauge(
            "kontor_spare", "1 if this process is a spare, which waits for a partition", registry=registry
        )
        self._partition = Gauge(
            "kontor_share", "Number of this process's partition, from 0; NaN for a spare", registry=registry
        )
        self._fencing_token = Gauge(
            "kontor_share_epoch",
            "How often the partition has changed hands; NaN for a spare",
            registry=registry,
        )
        self._ready = Gauge("kontor_ready", "1 if the page /ready reports ready", registry=registry)
        self._connected = Gauge("kontor_gateway_connected", "1 if the gateway is connected", registry=registry)
        self._latency = Gauge(
            "kontor_gateway_latency_seconds",
            "Seconds from a gateway heartbeat to its acknowledgement",
            registry=registry,
        )
        self._outbox = Gauge("kontor_outbox_rows", "Notifications in the outbox by state", ["state"], registry=registry)
        self._oldest = Gauge(
            "kontor_outbox_oldest_seconds", "Seconds that the oldest due notification has waited", registry=registry
        )
        self._timers = Gauge("kontor_timers_due", "Timers that are due and not handled yet", registry=registry)
        self._late = Gauge(
            "kontor_timers_late_seconds", "Seconds since the oldest due timer fell due", registry=registry
        )
        self._tables = Gauge("kontor_tables", "Tables by game and status", ["game", "status"], registry=registry)
        about = Gauge("kontor_info", "1, with the running version as label", ["version"], registry=registry)
        about.labels(version).set(1)
        self._games = games
        self.is_port_logged = False
        """True once the log names the port at which the metrics are served."""
        # A series must exist before its first increase, or Prometheus does not see that increase.
        for what in THOUGHTS:
            self._thinking.labels(what)

    # Counted as things happen

    def note_answer(self, kind: str, verb: str, outcome: str, seconds: float) -> None:
        """Count an answer by verb and outcome, and observe the seconds until the person saw a reaction.

        `kind` is `click` or `command`, `outcome` an `AnswerOutcome` of the dispatcher.
        """
        self._answers.labels(verb, outcome).inc()
        self._answer_seconds.labels(kind).observe(seconds)

    def trace(self) -> aiohttp.TraceConfig:
        """Return an aiohttp trace configuration that counts and times requests to Discord.

        A request that was not begun, because this process may have lost its partition (`NotBegun`), is not counted.
        """
        config = aiohttp.TraceConfig()
        config.on_request_start.append(_begin)
        config.on_request_end.append(self._request_ended)
        config.on_request_exception.append(self._request_broke)
        return config

    async def _request_ended(self, _: object, request: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        self._count_request(request, routes.route(end.method, end.url), routes.status(end.response.status))

    async def _request_broke(
        self, _: object, request: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
    ) -> None:
        """Count a request whose connection broke, unless it was not begun at all (`NotBegun`)."""
        if not isinstance(end.exception, NotBegun):
            self._count_request(request, routes.route(end.method, end.url), routes.BROKEN)

    def _count_request(self, request: SimpleNamespace, route: str, status: str) -> None:
        self._requests.labels(route, status).inc()
        self._request_seconds.observe(perf_counter() - request.began)

    def thinking(self, thinker: Thinker) -> Thinker:
        """Return a wrapper of `thinker` that counts the calls that are under way, and times each, also if it fails."""
        return TimedThinker(thinker, self._thinking_about)

    def rendering(self, render: Callable[P, R]) -> Callable[P, R]:
        """Return a wrapper of `render` that observes the duration of each call that succeeds."""

        @wraps(render)
        def timed(*args: P.args, **more: P.kwargs) -> R:
            with self._making("picture"):
                return render(*args, **more)

        return timed

    def animating(self, animate: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
        """Return a wrapper of `animate` that observes the duration of each call that succeeds."""

        @wraps(animate)
        async def timed(*args: P.args, **more: P.kwargs) -> R:
            with self._making("animation"):
                return await animate(*args, **more)

        return timed

    def database(self, database: Database) -> Database:
        """Return a wrapper that observes the duration of each read and transaction, also of one that fails."""
        return TimedDatabase(database, lambda what, seconds: self._database_seconds.labels(what).observe(seconds))

    @contextmanager
    def _thinking_about(self, what: str) -> Iterator[None]:
        """Within this context, count one computation as under way. At its end, even after an error, time it.

        `what` is `move`, `hint` or `analysis`.
        """
        with self._thinking.labels(what).track_inprogress(), self._thought_seconds.labels(what).time():
            yield

    @contextmanager
    def _making(self, kind: str) -> Iterator[None]:
        """Within this context, time the making of a `picture` or an `animation` (`kind`).

        If it fails, no time is recorded.
        """
        began = perf_counter()
        yield
        self._picture_seconds.labels(kind).observe(perf_counter() - began)

    # Read when the page is asked for

    def show_spare(self, *, ready: bool = True) -> bytes:
        """Return all metrics of a spare (a process that waits for a partition) in Prometheus' text format.

        Partition and fencing token are NaN. `ready` is what /ready reports.
        """
        self._spare.set(1)
        self._ready.set(ready)
        for unknown in (self._partition, self._fencing_token):
            unknown.set(math.nan)
        return prometheus_client.generate_latest(self.registry)

    def show(
        self,
        overview: Overview | None,
        *,
        connected: bool,
        latency: float,
        ready: bool,
        partition: int = 0,
        fencing_token: int = 0,
    ) -> bytes:
        """Return all metrics of a process with a partition in Prometheus' text format.

        `overview` holds the numbers from the database, `latency` is in seconds. Without an overview, because the
        database did not answer, those numbers are NaN.
        """
        self._spare.set(0)
        self._partition.set(partition)
        self._fencing_token.set(fencing_token)
        self._ready.set(ready)
        self._connected.set(connected)
        self._latency.set(latency)
        for state in OUTBOX:
            self._outbox.labels(state).set(getattr(overview, state) if overview else math.nan)
        self._oldest.set(overview.oldest if overview else math.nan)
        self._timers.set(overview.timers if overview else math.nan)
        self._late.set(overview.late if overview else math.nan)
        tables = overview.tables if overview else None
        for game in (*self._games, ELSEWHERE):
            for status in STATUSES:
                self._tables.labels(game, status).set(math.nan if tables is None else tables.get((game, status), 0))
        return prometheus_client.generate_latest(self.registry)


class _Errors(logging.Handler):
    """A log handler that counts records of level ERROR and above in the metric kontor_errors.

    They count by a short label of their logger (see `emit`), and as `other` if that is not in `LOGGER_LABELS`.
    """

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self._counted = {room: counter.labels(room) for room in LOGGER_LABELS}

    def emit(self, record: logging.LogRecord) -> None:
        """Count a log record under its logger's label, or under `other` if that label is not in `LOGGER_LABELS`.

        The label of one of our loggers is its name without `kontor.`. The label of a library's logger is the part of
        its name before the first dot.
        """
        library, _, room = record.name.partition(".")
        self._counted.get(room if library == "kontor" else library, self._counted[ELSEWHERE]).inc()


async def _begin(_: object, request: SimpleNamespace, begin: aiohttp.TraceRequestStartParams) -> None:
    request.began = perf_counter()


def _histogram(
    registry: CollectorRegistry, name: str, what: str, buckets: Sequence[float], label: str, values: Sequence[str]
) -> Histogram:
    """Make and register a histogram with one label, and a series for each of its `values`; return it.

    `what` is its description, `buckets` are upper bounds in seconds.
    """
    made = Histogram(name, what, [label], buckets=buckets, registry=registry)
    for value in values:
        made.labels(value)
    return made
