"""What is reported of an error, read as it goes over the wire: where in the code it was, and nothing of who plays."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from monitoring.reports import reporting
from tables.play import moves
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import moves_on, press_item, sit_down

KEY = "0123456789abcdef0123456789abcdef"


class Sentry:
    """Stands in for Sentry: keeps what arrives."""

    def __init__(self) -> None:
        self.arrived: asyncio.Queue[str] = asyncio.Queue()
        self.dsn = ""

    async def take(self, request: web.Request) -> web.Response:
        assert re.fullmatch(r"/api/7/envelope/", request.path)
        heads = "\n".join(f"{name}: {value}" for name, value in request.headers.items())
        self.arrived.put_nowait(f"{heads}\n{(await request.read()).decode()}")
        return web.json_response({})

    async def next(self) -> str:
        return await asyncio.wait_for(self.arrived.get(), 30)


@pytest.fixture
async def sentry(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sentry]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made, app = Sentry(), web.Application()
    app.router.add_post("/{path:.*}", made.take)
    server = TestServer(app)
    await server.start_server()
    made.dsn = f"http://{KEY}@127.0.0.1:{server.port}/7"
    yield made
    await server.close()


def event(envelope: str) -> dict[str, Any]:
    """Return the one event in an envelope."""
    (found,) = [json.loads(line) for line in envelope.splitlines() if line.startswith('{"') and '"level"' in line]
    assert isinstance(found, dict)
    return found


@pytest.mark.expects_errors("error=[0-9a-f]{8} verb=visby.pick")
async def test_nothing_of_who_played_what_is_in_the_report_of_a_failed_click(
    world: World, operator: Operator, sentry: Sentry, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    menu, seen = await sitting.open_menu(anna), []
    item = moves_on(menu, "visby")[0]

    async def fails(services: object, number: int, person: int, text: str, mark: str | None = None) -> None:
        about = f"{anna.name} ({person}) plays {text} at {mark}"
        try:
            raise LookupError(about)
        except LookupError as problem:
            problem.add_note(about)
            seen.append((text, about))
            raise ValueError(f"{about}, token {world.bot.http.token}") from problem

    monkeypatch.setattr(moves, "play", fails)
    world.bot.http.token = "MTIz.c2VjcmV0.dG9rZW4"
    with reporting(sentry.dsn, "1.2.3"):
        logging.getLogger("kontor.request").warning("Anna plays %s", item["custom_id"])
        told = await press_item(anna, menu, item, random.Random(1))
        envelope = await sentry.next()
    assert sentry.arrived.empty()

    ((text, about),) = seen
    tokens = [token for token in world.discord.interaction_tokens if token in str(world.requests[-1])]
    assert tokens
    for secret in (
        *(
            "anna",
            "Anna",
            str(anna.id),
            "bert",
            text,
            about,
            item["custom_id"],
            item["custom_id"].split(":")[3],
            *tokens,
        ),
        *(world.bot.http.token, str(world.server.id), str(world.channel.id), "plays", "table #"),
        *(socket.gethostname(), str(Path.cwd()), str(Path.home()) + "/", "vars", "breadcrumbs", "server_name"),
    ):
        assert secret not in envelope, secret

    sent = event(envelope)
    last, first = sent["exception"]["values"][::-1]
    assert (first["type"], last["type"]) == ("LookupError", "ValueError")
    assert "value" not in first
    assert set(last["stacktrace"]["frames"][0]) == {"module", "function", "lineno", "in_app"}
    begin, *_, end = last["stacktrace"]["frames"]
    assert (begin["module"], begin["function"], begin["in_app"]) == (
        "cogs.requests.dispatch",
        "Dispatcher._answer",
        True,
    )
    assert (end["module"], end["in_app"]) == (__name__, False)
    assert sent["release"] == "kontor@1.2.3"
    assert sent["logentry"]["message"] == "error=%s verb=%s table=%d"
    assert sent["tags"]["error"] in told.text, "what the person is told leads to the report"


@pytest.mark.expects_errors("broken", "Anna has lost", "never")
async def test_lines_of_libraries_are_reported_without_their_words(world: World, sentry: Sentry) -> None:
    with reporting(sentry.dsn, "1"):
        logging.getLogger("discord.client").error("Anna has lost")
        foreign = event(await sentry.next())
        logging.getLogger("kontor.clocks").error("table=%d broken %s", 3, "Anna")
        ours = event(await sentry.next())
        logging.getLogger("urllib3.connectionpool").error("this would never end")
    assert (foreign["logger"], foreign["logentry"]["message"]) == ("discord.client", "an error")
    assert (ours["logger"], ours["logentry"]["message"]) == ("kontor.clocks", "table=%d broken %s")
    assert "Anna" not in json.dumps((foreign, ours))
    assert sentry.arrived.empty()


async def test_what_ends_the_bot_is_reported_unless_it_was_expected(sentry: Sentry) -> None:
    async def end_with(problem: Exception) -> None:
        with reporting(sentry.dsn, "1", but=(KeyError,)):
            raise problem

    with pytest.raises(KeyError):
        await end_with(KeyError("a sentence for the operator"))
    # The last reports are waited for; the stand-in lives in this thread, so they are sent from another.
    with pytest.raises(RuntimeError):
        await asyncio.to_thread(asyncio.run, end_with(RuntimeError("Anna")))
    sent = event(await sentry.next())
    assert sent["exception"]["values"][0]["type"] == "RuntimeError"
    assert "Anna" not in json.dumps(sent)
    assert sentry.arrived.empty()
