"""Unique strings, planted as token, password, name and note, are in no log, error report or metric of an evening.

The evening has faults: Discord and the database fail, the bot is killed, and it has a bug.
"""

from __future__ import annotations

import asyncio
import io
import logging
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest

from cogs.requests.verbs import Verb
from monitoring.log_output import JsonFormatter, TextFormatter, hush_libraries
from monitoring.page import ServedMetrics
from monitoring.reports import reporting
from rules import GAMES
from storage import Address
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, press, sit_down
from tests.discord.test_reports import Sentry, sentry
from tests.monitoring.scraping import patient, scrape
from tests.storage.server import Postgres

__all__ = ["patient", "sentry"]

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_pictures", "patient")]

TOKEN, PASSWORD, NAME, NOTE = "MTIz.UnPlToken9.dG9rZW4", "UnPlPassword9", "UnPlName9", "UnPlNote9"
PLANTED = {"token": "UnPlToken9", "password": PASSWORD, "name": NAME, "note": NOTE}
TROUBLES = (("answer", "connection breaks"), ("send", "500"), ("edit", "connection reset"), ("send", "403"))


class Outlets:
    """Everything of the bot that its operator or others can read, collected as text."""

    def __init__(self, world: World, operator: Operator, sentry: Sentry) -> None:
        self._world, self._operator, self._sentry = world, operator, sentry
        self.log = io.StringIO()
        self.meters = ServedMetrics(("127.0.0.1", 0), "1", tuple(GAMES))
        self.texts = {"log": "", "reports": "", "metrics": ""}

    async def collect(self) -> None:
        """Add what the metrics, the log and Sentry have now."""
        async with self.meters.serving(self._operator.services, self._world.bot) as port:
            self.texts["metrics"] += await scrape(port)
        await asyncio.sleep(0.2)  # Reports are sent by a thread.
        while not self._sentry.arrived.empty():
            self.texts["reports"] += self._sentry.arrived.get_nowait()
        self.texts["log"] = self.log.getvalue()

    def hits(self) -> set[tuple[str, str]]:
        """Return each outlet in which a planted string is, with what that string is."""
        return {(outlet, what) for outlet, text in self.texts.items() for what, each in PLANTED.items() if each in text}


@pytest.fixture
def home(own_server: Postgres) -> Address:
    """A database whose address has a password."""
    return own_server.new_database().replace("postgres@", f"postgres:{PASSWORD}@")


@pytest.fixture
async def outlets(world: World, operator: Operator, sentry: Sentry) -> AsyncIterator[Outlets]:
    """The bot with everything switched on that tells others about it, and all of its own log."""
    made = Outlets(world, operator, sentry)
    with logged_to(made.log), reporting(sentry.dsn, "1.2.3"):
        operator.meters = made.meters
        await restart(world)
        yield made


@contextmanager
def logged_to(stream: io.StringIO) -> Iterator[None]:
    """Write the log to a stream, as text and as JSON, with KONTOR_LOG=DEBUG."""
    loggers = [logging.getLogger(name) for name in ("", "kontor", "discord", "aiosqlite", "pyvips")]
    levels = [logger.level for logger in loggers]
    handlers = []
    for formatter in (TextFormatter(), JsonFormatter()):
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter)
        handlers.append(handler)
        loggers[0].addHandler(handler)
    hush_libraries(logging.DEBUG)
    try:
        yield
    finally:
        for handler in handlers:
            loggers[0].removeHandler(handler)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


async def restart(world: World) -> None:
    await world.restart()
    world.bot.http.token = TOKEN


async def play(sitting: Sitting, rng: random.Random, moves: int) -> None:
    """Let people move, while something of Discord fails now and then."""
    for number in range(moves):
        if owing := await sitting.owing():
            deed, how = TROUBLES[number % len(TROUBLES)]
            sitting.world.fail_next(deed, how)
            await sitting.move(rng.choice(owing), rng)
            sitting.world.fail_no_more()
        await sitting.world.later(minutes=1)


async def reconnected(world: World) -> None:
    """Wait until the bot has its partition again and has sent a heartbeat, which the next start waits for."""
    async with asyncio.timeout(30):
        while not world.bot.services.cluster.may_act():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await asyncio.sleep(1.5)


async def spend_an_evening(world: World, operator: Operator, server: Postgres, patch: pytest.MonkeyPatch) -> None:
    """Play with a planted name and note, and let everything fail once that can fail."""
    rng = random.Random(3)
    world.bot.http.token = TOKEN
    planted = world.add_person("planted", NAME)
    sitting = await sit_down(operator, "visby", ("planted", "anna", "bert"))
    assert NAME in sitting.board.text, "others see the name"
    assert NOTE in (await planted.command("notes", table=sitting.number, text=NOTE)).text
    await play(sitting, rng, 8)

    async def breaks(request: object) -> None:
        raise RuntimeError("a bug")

    with patch.context() as bug:
        bug.setitem(world.bot.dispatcher.verbs, "tables", Verb("tables", breaks))
        await planted.command("tables")
    await world.crash()
    world.bot.http.token = TOKEN
    person = (await sitting.owing())[0]
    menu = await sitting.open_menu(person)
    await asyncio.to_thread(server.stop)
    await press(person, menu, "visby", rng)
    await planted.command("notes", table=sitting.number, text=f"{NOTE} once more")
    await world.later(minutes=1)
    server.start()
    await reconnected(world)
    await world.later(minutes=1)
    await play(sitting, rng, 8)
    await restart(world)
    assert NOTE in (await planted.command("notes", table=sitting.number)).text


@pytest.mark.expects_errors("error=[0-9a-f]{8} verb=")
async def test_no_planted_string_leaves_the_bot(
    world: World, operator: Operator, outlets: Outlets, own_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    await spend_an_evening(world, operator, own_server, monkeypatch)
    await outlets.collect()
    assert outlets.hits() == set()
    assert "error=" in outlets.texts["log"], "faults were logged"
    assert "cannot be reached" in outlets.texts["log"]
    assert "RuntimeError" in outlets.texts["reports"]
    assert 'kontor_answers_total{outcome="failed"' in outlets.texts["metrics"]


@pytest.mark.expects_errors("cannot be seated")
async def test_a_leak_that_is_planted_on_purpose_is_found(outlets: Outlets) -> None:
    log = logging.getLogger("kontor.request")
    for secret in PLANTED.values():
        log.warning("sits down: %s", secret)
    await outlets.collect()
    assert outlets.hits() == {("log", what) for what in PLANTED}
    for secret in PLANTED.values():
        log.error(f"cannot be seated: {secret}")
        outlets.meters.note_answer("click", secret, "done", 0.1)
    await outlets.collect()
    assert outlets.hits() == {(outlet, what) for outlet in ("log", "reports", "metrics") for what in PLANTED}
