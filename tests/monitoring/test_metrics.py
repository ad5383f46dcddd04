"""The metrics stay few whatever anybody does, hold no secret, and cost nothing where they are not wanted."""

from __future__ import annotations

import logging
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import get_args

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from prometheus_client.parser import text_string_to_metric_families

from cogs.bot import Kontor
from cogs.requests.dispatch import FORGED, AnswerOutcome
from monitoring import MonitoringError, meters_at, routes
from monitoring.metrics import KINDS, LOGGER_LABELS, Metrics
from opponents.advice import Advice
from rules import GAMES
from tables.runtime.overview import Overview
from tables.runtime.services import Services
from tests.monitoring import verbs
from tests.storage.fresh import open_quickly
from tests.thinkers import QuickThinker, Waiting

MOST_SERIES = 1200


def shown(metrics: Metrics) -> str:
    return metrics.show(Overview(0, 0, 0, 0, 0, 0, {}), connected=True, latency=0.1, ready=True).decode()


async def test_there_are_never_more_series_than_the_operator_reads(quick_path: Path) -> None:
    services = Services(await open_quickly(quick_path / "kontor.db"), lambda: 1, QuickThinker())
    metrics = Metrics("1.2.3", tuple(GAMES))
    actions = set(Kontor(services, note_answer=metrics.note_answer).dispatcher.verbs)
    await services.close()
    before = shown(metrics)
    for verb in {*actions, *verbs.of_commands(), FORGED}:
        for outcome in get_args(AnswerOutcome):
            for kind in KINDS:
                metrics.note_answer(kind, verb, outcome, 0.1)
    for route in (*routes.ROUTES, routes.OTHER):
        for status in routes.STATUSES:
            metrics._requests.labels(route, status).inc()
    text = shown(metrics)
    series = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(series) > 400, "the worst case was not made"
    assert len(series) < MOST_SERIES
    assert "_created" not in text
    # Where nothing happens there is little to show.
    assert len(before.splitlines()) < 300


def test_every_logger_of_ours_is_known_by_name() -> None:
    named = re.compile(r'getLogger\("kontor\.([a-z]+)"\)')
    rooms = ("cluster", "cogs", "monitoring", "opponents", "pictures", "rules", "storage", "tables", "words")
    files = [file for room in rooms for file in (verbs.ROOT / room).rglob("*.py")]
    found = {name for file in files for name in named.findall(file.read_text(encoding="utf-8"))}
    assert len(found) > 20
    assert found <= set(LOGGER_LABELS)


def test_errors_are_counted_by_the_room_that_logs_them() -> None:
    metrics = Metrics("1", ())
    for name in ("kontor.outbox", "kontor.outbox", "kontor", "discord.client", "Anna's own"):
        record = logging.getLogger(name).makeRecord(name, logging.ERROR, "", 1, "Anna lost", (), None)
        metrics.errors.handle(record)
    assert metrics.errors.level == logging.ERROR
    text = shown(metrics)
    for line in ('{room="outbox"} 2.0', '{room="discord"} 1.0', '{room="other"} 2.0', '{room="clocks"} 0.0'):
        assert f"kontor_errors_total{line}" in text
    assert "Anna" not in text


async def test_a_request_is_counted_by_its_route_and_how_it_ended() -> None:
    metrics, secret = Metrics("1", ()), "SeCrEt"

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.query["status"]))

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    server = TestServer(app)
    await server.start_server()
    async with aiohttp.ClientSession(trace_configs=[metrics.trace()]) as session:
        for status in (200, 204, 429, 404, 502):
            await session.post(server.make_url(f"/api/v10/webhooks/123456789/{secret}?wait=1&status={status}"))
        await session.get(server.make_url(f"/{secret}?status=200"))
        nowhere = server.make_url("/api/v10/channels/123456789/messages")
        await server.close()
        with pytest.raises(aiohttp.ClientError):
            await session.post(nowhere)
    text = shown(metrics)
    counted = [line for line in text.splitlines() if line.startswith("kontor_discord_requests_total")]
    assert sorted(counted) == [
        'kontor_discord_requests_total{route="POST /channels/{id}/messages",status="broken"} 1.0',
        'kontor_discord_requests_total{route="POST /webhooks/{id}/{token}",status="404"} 1.0',
        'kontor_discord_requests_total{route="POST /webhooks/{id}/{token}",status="429"} 1.0',
        'kontor_discord_requests_total{route="POST /webhooks/{id}/{token}",status="5xx"} 1.0',
        'kontor_discord_requests_total{route="POST /webhooks/{id}/{token}",status="ok"} 2.0',
        'kontor_discord_requests_total{route="other",status="ok"} 1.0',
    ]
    assert "kontor_discord_request_seconds_count 7.0" in text
    assert secret not in text
    assert "123456789" not in text


def test_what_is_measured_is_used_as_it_was() -> None:
    metrics = Metrics("1", ())

    def render(svg: str) -> bytes:
        if not svg:
            raise ValueError("nothing to draw")
        return svg.encode()

    timed = metrics.rendering(render)
    assert timed("a") == b"a"
    with pytest.raises(ValueError, match="nothing to draw"):
        timed("")
    assert 'kontor_picture_seconds_count{kind="picture"} 1.0' in shown(metrics), "only what was made counts"


async def test_thoughts_are_counted_while_they_last() -> None:
    metrics = Metrics("1", ())
    seen = []

    async def hint(game: str, snapshot: bytes, seat: int, seed: int, people: Waiting = ()) -> list[Advice]:
        seen.append([line for line in shown(metrics).splitlines() if line.startswith("kontor_thoughts_waiting")])
        return []

    assert await metrics.thinking(QuickThinker(hint=hint)).hint("visby", b"", 0, 1) == []
    assert 'kontor_thoughts_waiting{what="hint"} 1.0' in seen[0]
    text = shown(metrics)
    assert 'kontor_thoughts_waiting{what="hint"} 0.0' in text
    assert 'kontor_thought_seconds_count{what="hint"} 1.0' in text


async def test_the_database_is_the_same_and_timed(quick_path: Path) -> None:
    metrics, path = Metrics("1", ()), quick_path / "kontor.db"
    timed = metrics.database((await open_quickly(path)).db)

    async def add(table: int) -> None:
        async with timed.transaction() as db:
            await db.execute("INSERT INTO heartbeats VALUES (1, 1, 0, ?)", (table,))

    await add(7)
    with pytest.raises(sqlite3.IntegrityError):
        await add(8)
    assert [tuple(row) for row in await timed.reader.execute_fetchall("SELECT at FROM heartbeats")] == [(7,)]
    assert timed.folder == path.parent
    await timed.close()
    text = shown(metrics)
    assert 'kontor_database_seconds_count{what="write"} 2.0' in text, "also what failed took its time"
    assert 'kontor_database_seconds_count{what="read"} 1.0' in text
    await (await open_quickly(path)).close()


def test_prometheus_can_read_all_of_it() -> None:
    families = {family.name: family for family in text_string_to_metric_families(shown(Metrics("1", ("visby",))))}
    assert families["kontor_answers"].type == "counter"
    assert all(family.documentation for family in families.values())


def test_what_is_switched_off_is_not_imported() -> None:
    seen = "import sys, bot; print([each for each in ('prometheus_client', 'sentry_sdk') if each in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", seen], cwd=verbs.ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "[]\n"


def test_who_lacks_the_package_reads_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("monitoring.") and name != "monitoring.meters"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(MonitoringError, match=r"KONTOR_METRICS needs the package prometheus_client. Install it: .* -r"):
        meters_at(("127.0.0.1", 1), "1", ())
