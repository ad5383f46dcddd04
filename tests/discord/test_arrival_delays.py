"""How long ago somebody clicked is known although our clock may be wrong, and late clicks are deferred at once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.requests import request
from cogs.requests.arrival_delays import ArrivalDelays
from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.runtime.services import Services
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down

START = datetime(2026, 1, 1, tzinfo=UTC)


class Clicks:
    """Clicks that reach a bot whose clock is wrong by some seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fast_s: float) -> None:
        self._now, self._fast, self._delays = START, timedelta(seconds=fast_s), ArrivalDelays()
        monkeypatch.setattr(discord.utils, "utcnow", lambda: self._now + self._fast)

    def arrive(self, delay_s: float) -> float:
        """Let somebody click, a second after the click before; return how long ago the bot believes that to be."""
        made, self._now = self._now + timedelta(seconds=1), self._now + timedelta(seconds=1 + delay_s)
        number = discord.utils.time_snowflake(made)
        click = SimpleNamespace(created_at=discord.utils.snowflake_time(number))
        return self._delays.seconds_since(cast(Any, click))


@pytest.mark.parametrize("fast_s", [0.0, 5.0, -5.0])
def test_a_click_that_comes_late_is_known_for_late_whatever_our_clock_says(
    monkeypatch: pytest.MonkeyPatch, fast_s: float
) -> None:
    clicks = Clicks(monkeypatch, fast_s)
    for delay in (0.1, 0.2, 0.1, 0.3, 0.1):
        assert 0 <= clicks.arrive(delay) <= 0.31
    assert clicks.arrive(0.1) == pytest.approx(0, abs=0.01)
    assert clicks.arrive(1.4) == pytest.approx(1.3, abs=0.01)
    assert clicks.arrive(0.1) == pytest.approx(0, abs=0.01)


def test_the_first_click_after_a_handover_counts_as_late_if_our_clock_may_be_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Clicks(monkeypatch, 0.0).arrive(1.4) == pytest.approx(1.4, abs=0.01)
    assert Clicks(monkeypatch, 5.0).arrive(0.1) == pytest.approx(0, abs=0.01), "else Discord would not wait any more"
    assert Clicks(monkeypatch, -5.0).arrive(0.1) == pytest.approx(0, abs=0.01)


def test_a_clock_that_was_set_right_is_trusted_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clicks = Clicks(monkeypatch, -5.0)
    for _ in range(5):
        clicks.arrive(0.1)
    clicks._fast = timedelta()
    assert clicks.arrive(0.1) == pytest.approx(5, abs=0.01), "it seems to have taken long"
    clicks._now += timedelta(minutes=11)
    for _ in range(5):
        clicks.arrive(0.1)
    assert clicks.arrive(0.1) == pytest.approx(0, abs=0.01)


async def test_a_click_that_reached_us_late_is_deferred_before_discord_stops_waiting(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await sit_down(operator)
    anna = world.people["anna"]
    for _ in range(5):
        await anna.click(sitting.board, "Play")
    meet, utcnow = persons.meet, discord.utils.utcnow

    async def slowly(services: Services, person: int, locale: str) -> Person:
        await asyncio.sleep(0.3)
        return await meet(services, person, locale)

    monkeypatch.setattr(persons, "meet", slowly)
    monkeypatch.setattr(request, "_DEFER_AFTER_S", 1.5)
    monkeypatch.setattr(discord.utils, "utcnow", lambda: utcnow() + timedelta(seconds=1.4))
    before = len(world.requests)
    await anna.click(sitting.board, "Play")
    kinds = [call.body["type"] for call in world.requests[before:] if call.path.endswith("/callback")]
    assert kinds == [discord.InteractionResponseType.deferred_channel_message.value]
