"""Every alert fires when the promise it watches over is broken in the running bot, and stays silent before that."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from cogs.requests.verbs import Verb
from monitoring.page import ServedMetrics
from rules import GAMES
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down
from tests.monitoring import deployed
from tests.monitoring.promql import Rule, Scrapes
from tests.monitoring.scraping import patient, scrape

__all__ = ["patient"]

STEP = 30
MOST_STEPS = 40

pytestmark = pytest.mark.usefixtures("plain_pictures", "patient")


class Prometheus:
    """Stands in for Prometheus: scrapes over HTTP, and evaluates the rules."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.rules = [Rule(rule) for rule in deployed.alerts()]
        self.scrapes = Scrapes(deployed.job())
        self.bot = AsyncExitStack()
        self.port = 0

    async def look(self) -> set[str]:
        """Scrape once; return which alerts fire."""
        try:
            text = await scrape(self.port)
        except OSError:
            text = None
        self.scrapes.add(self.operator.now(), text)
        return {rule.name for rule in self.rules if rule.fires(self.scrapes)}

    async def watch(self, steps: int, until: str = "") -> set[str]:
        """Let time go by and scrape again and again; return which alerts fired."""
        fired: set[str] = set()
        for _ in range(steps):
            fired |= await self.look()
            if until in fired:
                break
            await self.operator.world.later(seconds=STEP)
        return fired


@pytest.fixture
async def prometheus(operator: Operator, world: World) -> AsyncIterator[Prometheus]:
    operator.meters = watched = ServedMetrics(("127.0.0.1", 0), "1", tuple(GAMES))
    await world.restart()
    # Time goes by tick by tick, as Prometheus looks.
    world.skip = None
    made = Prometheus(operator)
    async with made.bot:
        made.port = await made.bot.enter_async_context(watched.serving(operator.services, world.bot))
        yield made


# How each promise is broken


async def nobody_answers(prometheus: Prometheus, sitting: Sitting, patch: pytest.MonkeyPatch) -> None:
    await prometheus.bot.aclose()


async def discord_is_silent(prometheus: Prometheus, sitting: Sitting, patch: pytest.MonkeyPatch) -> None:
    sitting.world.bot.dispatch("shard_disconnect", 0)


async def discord_takes_no_message(prometheus: Prometheus, sitting: Sitting, patch: pytest.MonkeyPatch) -> None:
    for deed in ("send", "edit"):
        sitting.world.fail_next(deed, "500", times=10_000)
    await decide(sitting)


async def the_clock_stands(prometheus: Prometheus, sitting: Sitting, patch: pytest.MonkeyPatch) -> None:
    sitting.world.bot.clock.cancel()
    await sitting.world.later(minutes=30)


async def everything_takes_long(prometheus: Prometheus, sitting: Sitting, patch: pytest.MonkeyPatch) -> None:
    async def slow(request: Any) -> None:
        await asyncio.sleep(2.5)

    patch.setitem(sitting.world.bot.dispatcher.verbs, "tables", Verb("tables", slow))
    await sitting.people[0].command("tables", must_answer=False)


async def something_breaks(prometheus: Prometheus, sitting: Sitting, patch: pytest.MonkeyPatch) -> None:
    async def fails(request: Any) -> None:
        raise RuntimeError("broken")

    sitting.world.expect_errors("error=[0-9a-f]{8} verb=tables")
    patch.setitem(sitting.world.bot.dispatcher.verbs, "tables", Verb("tables", fails))
    await sitting.people[0].command("tables")


async def decide(sitting: Sitting) -> None:
    """Let everybody choose: cards are revealed, and all that is told."""
    for person in await sitting.owing():
        await sitting.move(person, random.Random(1))


Break = Callable[[Prometheus, Sitting, pytest.MonkeyPatch], Awaitable[None]]

HOW: dict[str, Break] = {
    "KontorDown": nobody_answers,
    "KontorNotReady": discord_is_silent,
    "KontorOutboxStuck": discord_takes_no_message,
    "KontorTimersLate": the_clock_stands,
    "KontorSlowAnswers": everything_takes_long,
    "KontorErrors": something_breaks,
}


OF_SEVERAL = {"KontorShareUnheld", "KontorNoSpare"}
"""They are tried in tests/monitoring/test_alerts_of_processes.py."""


def test_every_alert_is_tried() -> None:
    assert {rule["alert"] for rule in deployed.alerts()} == {*HOW, *OF_SEVERAL}


@pytest.mark.repeated(3)
@pytest.mark.parametrize("alert", HOW)
async def test_an_alert_fires_when_its_promise_is_broken_and_not_before(
    world: World, operator: Operator, prometheus: Prometheus, monkeypatch: pytest.MonkeyPatch, alert: str
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"), clock="1h")
    assert await prometheus.watch(4) == set()
    await decide(sitting)
    assert await prometheus.watch(8) == set()
    await HOW[alert](prometheus, sitting, monkeypatch)
    assert await prometheus.watch(MOST_STEPS, alert) == {alert}
