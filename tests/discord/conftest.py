"""Fixtures for tests of the bot on a simulated Discord."""

from __future__ import annotations

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
from tests.selection import THOROUGH
from tests.storage.quick_sqlite import without_threads


def pytest_configure() -> None:
    quick_simcord.install()


@pytest.fixture(autouse=True)
def no_threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let SQLite work in the event loop instead of in a thread, which is faster.

    It works in a thread, as in production, with THOROUGH=1 and in every test that runs on both engines.
    """
    threads = THOROUGH or "address" in request.fixturenames
    with nullcontext() if threads else without_threads():
        yield


@pytest.fixture(autouse=True)
def patient_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the time limit for answers, which a busy machine would exceed. `test_slow_answers.py` tests the limit."""
    monkeypatch.setattr(cogs.requests.request, "_DEFER_AFTER_S", 600.0)


@pytest.fixture
async def world(request: pytest.FixtureRequest, quick_path: Path) -> AsyncIterator[World]:
    """A simulated Discord: a server with one channel and four people. No bot runs yet.

    It uses `quick_path`, so that the bot's files are deleted only after the world has ended.
    """
    async with World() as made:
        for marker in request.node.iter_markers("expects_errors"):
            made.expect_errors(*marker.args)
        yield made


@pytest.fixture
async def shelf(world: World) -> Shelf:
    """Start the sample bot in the world and return the shelf that holds its data."""
    shelf = Shelf()
    await world.start(lambda: SampleBot(shelf))
    return shelf


@pytest.fixture
def home(quick_path: Path) -> Address:
    """The database of `operator`: a new SQLite file. Modules that test both engines override this fixture."""
    return quick_path / "kontor.db"


@pytest.fixture
async def operator(world: World, home: Address, quick_path: Path, monkeypatch: pytest.MonkeyPatch) -> Operator:
    """Start Kontor in the world, on the database `home`, with the same random seeds in every run."""
    seeds = random.Random(1)
    monkeypatch.setattr("tables.model.seeds.new", lambda: seeds.getrandbits(62))
    operator = Operator(world, home, folder=quick_path)
    await operator.start()
    return operator


@pytest.fixture
def plain_pictures() -> Iterator[None]:
    """Replace every picture by a tiny one, since drawing takes long."""
    with with_plain_pictures():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Add a transcript of what the bot did to the report of a failing test."""
    report = yield
    if report.when == "call" and report.failed:
        for value in getattr(item, "funcargs", {}).values():
            if isinstance(value, World):
                report.sections.append(("what the bot did", value.story()))
    return report
