"""Fixtures and collection rules for all tests.

`docs/testing.md` describes the markers. Every test that `make test` leaves out carries the marker `thorough`: written
beside the test, or added here to the repetitions of a test and to its run on PostgreSQL.
"""

from __future__ import annotations

import gc
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count, cycle
from pathlib import Path
from typing import Any

import pytest

from storage.engines.address import Address
from tables.model import seeds
from tests.discord import validity
from tests.selection import THOROUGH, mark_items
from tests.storage.server import Emptier, Postgres


@pytest.fixture(autouse=True)
def fixed_seeds(request: pytest.FixtureRequest) -> Iterator[None]:
    """Derive the seeds of new tables from the test's name, so that a failure can be repeated.

    With THOROUGH=1 the seeds are random in every run.
    """
    with pytest.MonkeyPatch.context() as patch:
        if not THOROUGH:
            chance = random.Random(request.node.nodeid)
            patch.setattr(seeds, "new", lambda: chance.getrandbits(62))
        yield


@pytest.fixture
def quick_path(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A new folder on a RAM disk, or in `tmp_path` where there is none: waiting for the disk would double the time."""
    ram_disk = Path("/dev/shm")
    if not ram_disk.is_dir():
        yield request.getfixturevalue("tmp_path")
        return
    with tempfile.TemporaryDirectory(prefix="kontor-", dir=ram_disk) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Path]:
    """The folder of the PostgreSQL server that all xdist workers share, or of a server of this process's own."""
    if shared := getattr(request.config, "workerinput", {}).get("postgres"):
        yield Path(shared)
        return
    with Postgres() as server:
        yield server.folder


@pytest.fixture(scope="session")
def second_server() -> Iterator[Postgres]:
    """A PostgreSQL server that only this worker uses."""
    with Postgres() as server:
        yield server


@pytest.fixture
def own_server(second_server: Postgres) -> Iterator[Postgres]:
    """A PostgreSQL server that the test may stop and start. It runs again after the test."""
    yield second_server
    if second_server.process.poll() is not None:
        second_server.start()


@pytest.fixture(scope="session")
def emptier(postgres: Path, worker_id: str) -> Iterator[Emptier]:
    """Empties this worker's own database on the shared server."""
    made = Emptier(postgres, f"kontor_{worker_id}")
    yield made
    made.close()


@pytest.fixture(scope="session")
def other_emptier(postgres: Path, worker_id: str) -> Iterator[Emptier]:
    """Empties a second database of this worker."""
    made = Emptier(postgres, f"other_{worker_id}")
    yield made
    made.close()


@pytest.fixture(scope="session")
def third_emptier(postgres: Path, worker_id: str) -> Iterator[Emptier]:
    """Empties a third database of this worker."""
    made = Emptier(postgres, f"third_{worker_id}")
    yield made
    made.close()


@pytest.fixture
def server_address(emptier: Emptier) -> str:
    """The address of this worker's database on the shared server, emptied."""
    return emptier.empty()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def address(request: pytest.FixtureRequest, quick_path: Path) -> Address:
    """The address of an empty database. A test that uses it runs once on each engine."""
    if request.param == "sqlite":
        return quick_path / "kontor.db"
    server: str = request.getfixturevalue("server_address")
    return server


@pytest.fixture
def other_address(request: pytest.FixtureRequest, address: Address) -> Callable[[], Address]:
    """A function that returns the address of another empty database on the engine of `address`.

    On PostgreSQL there are two such databases, which it returns in turn.
    """
    if not isinstance(address, Path):
        emptiers = cycle(request.getfixturevalue(name) for name in ("other_emptier", "third_emptier"))
        return lambda: str(next(emptiers).empty())
    numbers = count(2)
    return lambda: address.with_name(f"{next(numbers)}.db")


_SHARED: list[Postgres] = []
"""The PostgreSQL server that all xdist workers share; only the controlling process has one."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of processors plus one: some tests only wait, for example for a process to end."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a new worker where the shared PostgreSQL server is. The server is started before the first worker."""
    if "not postgresql" in node.config.option.markexpr:
        return
    if not _SHARED:
        _SHARED.append(Postgres())
        _SHARED[0].start()
    node.workerinput["postgres"] = str(_SHARED[0].folder)


def pytest_unconfigure() -> None:
    """Stop the shared PostgreSQL server, also after Ctrl-C."""
    while _SHARED:
        _SHARED.pop().remove()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import all test modules before they are collected, each worker beginning with a different one.

    In a fresh clone the workers then share the work of compiling bytecode instead of each compiling everything.
    """
    here = Path(__file__).parent
    worker = getattr(session.config, "workerinput", None)
    if worker is None or [*map(Path, session.config.args)] not in ([here], [Path(here.name)]):
        return
    files = sorted(here.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in files[first:] + files[:first]:
        # An import that fails is reported when the module is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(here.parent).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Add the markers that follow from others, and put the tests marked `slow` first.

    pytest itself then leaves out what `-m` excludes: `pyproject.toml` has `-m "not thorough"`.
    """
    mark_items(items)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Collect garbage less often, and never among the test items: this was a tenth of the run time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Warn if requests were not checked against Discord's OpenAPI document because it is missing."""
    if not validity.DOCUMENT.exists():
        terminalreporter.write_line(
            f"NOT CHECKED: requests were not compared with Discord's OpenAPI document, missing at {validity.SHOWN}.",
            yellow=True,
            bold=True,
        )
