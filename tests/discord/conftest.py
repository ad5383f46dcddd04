"""Fixtures for tests with the bot on a simulated Discord."""

from __future__ import annotations

import os
import random
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import cogs.requests.request
from storage import Address
from tests.discord import quick_simcord
from tests.discord.bot import Operator, with_plain_pictures
from tests.discord.kit import World
from tests.discord.sample_bot import SampleBot, Shelf
from tests.storage.quick_sqlite import without_threads


def pytest_configure(config: pytest.Config) -> None:
    quick_simcord.install()
    config.addinivalue_line(
        "markers", "expects_errors(*patterns): ERROR records in the log that this test provokes, each at least once"
    )


@pytest.fixture(autouse=True)
def no_threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let files be written without threads.

    With THOROUGH=1 there are some, as there always are in tests of tables, restarts, kills and interleavings.
    """
    threads = os.environ.get("THOROUGH") or "address" in request.fixturenames
    with nullcontext() if threads else without_threads():
        yield


@pytest.fixture(autouse=True)
def patient_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let answers take as long as a busy machine needs: `test_slow_answers.py` has some that come too late."""
    monkeypatch.setattr(cogs.requests.request, "_LATE", 600.0)


@pytest.fixture
async def world(request: pytest.FixtureRequest, quick_path: Path) -> AsyncIterator[World]:
    """A server with a channel and four people; the test starts the bot. The bot's files outlast it: `quick_path`."""
    async with World() as made:
        for marker in request.node.iter_markers("expects_errors"):
            made.expect_errors(*marker.args)
        yield made


@pytest.fixture
async def shelf(world: World) -> Shelf:
    """The sample bot is running in the world; this is its memory."""
    shelf = Shelf()
    await world.start(lambda: SampleBot(shelf))
    return shelf


@pytest.fixture
def home(quick_path: Path) -> Address:
    """Where Kontor keeps its tables: a file of its own. Files of tests that are about that have another one."""
    return quick_path / "kontor.db"


@pytest.fixture
async def operator(world: World, home: Address, quick_path: Path, monkeypatch: pytest.MonkeyPatch) -> Operator:
    """Kontor itself runs in the world, on a database of its own. Seats and cards are dealt the same in every run."""
    seeds = random.Random(1)
    monkeypatch.setattr("tables.model.seeds.new", lambda: seeds.getrandbits(62))
    operator = Operator(world, home, folder=quick_path)
    await operator.start()
    return operator


@pytest.fixture
def plain_pictures() -> Iterator[None]:
    """Pictures are sent but not worth looking at: drawing real ones takes long."""
    with with_plain_pictures():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Show with a failing test what the bot did."""
    report = yield
    if report.when == "call" and report.failed:
        for value in getattr(item, "funcargs", {}).values():
            if isinstance(value, World):
                report.sections.append(("what the bot did", value.story()))
    return report
