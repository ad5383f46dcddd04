"""What tests of all rooms share."""

from __future__ import annotations

import gc
import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from storage.engines.address import Address
from tables.model import seeds
from tests.discord import validity
from tests.storage.server import Emptier, Postgres

LONGEST = (
    "test_killed_processes.py",
    "test_database_away_for_all.py",
    "test_browser.py",
    "test_games.py",
    "test_adding_a_game.py",
    "test_haithabu_presses.py",
    "test_evening.py",
    "test_forged_clicks.py",
    "test_private_tables.py",
    "test_animate.py",
    "test_starting.py",
)
"""Files whose tests take long: they come first, so that at the end no worker waits for another one's."""


@pytest.fixture(autouse=True)
def the_same_chance(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let seats, cards and what computers think be the same in every run, so that what fails fails again.

    With THOROUGH=1 they are other ones each time.
    """
    with pytest.MonkeyPatch.context() as patch:
        if not os.environ.get("THOROUGH"):
            chance = random.Random(request.node.nodeid)
            patch.setattr(seeds, "new", lambda: chance.getrandbits(62))
        yield


@pytest.fixture
def quick_path(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder in memory where there is one: waiting for the disk would be half the time of thousands of clicks."""
    caches = Path("/dev/shm")
    if not caches.is_dir():
        yield request.getfixturevalue("tmp_path")
        return
    with tempfile.TemporaryDirectory(prefix="kontor-", dir=caches) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Path]:
    """The folder of a PostgreSQL server: the one that all workers share, or the only process's own."""
    if shared := getattr(request.config, "workerinput", {}).get("postgres"):
        yield Path(shared)
        return
    with Postgres() as server:
        yield server.folder


@pytest.fixture(scope="session")
def second_server() -> Iterator[Postgres]:
    with Postgres() as server:
        yield server


@pytest.fixture
def own_server(second_server: Postgres) -> Iterator[Postgres]:
    """A server that a test may stop and start."""
    yield second_server
    if second_server.process.poll() is not None:
        second_server.start()


@pytest.fixture(scope="session")
def emptier(postgres: Path, worker_id: str) -> Iterator[Emptier]:
    """Whoever empties this worker's own database on the server."""
    made = Emptier(postgres, f"kontor_{worker_id}")
    yield made
    made.close()


@pytest.fixture(scope="session")
def other_emptier(postgres: Path, worker_id: str) -> Iterator[Emptier]:
    """The same of another database."""
    made = Emptier(postgres, f"other_{worker_id}")
    yield made
    made.close()


@pytest.fixture
def server_address(emptier: Emptier) -> str:
    """The address of an empty database on the server."""
    return emptier.empty()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, quick_path: Path) -> Address:
    """Where a test keeps its tables, on each engine: in a file of its own, or in this worker's database, emptied."""
    if request.param == "sqlite":
        return quick_path / "kontor.db"
    server: str = request.getfixturevalue("server_address")
    return server


@pytest.fixture
def other_address(request: pytest.FixtureRequest, address: Address) -> Callable[[], Address]:
    """Where to find a second database on the same engine, empty each time one asks."""
    if not isinstance(address, Path):
        empty: Callable[[], Address] = request.getfixturevalue("other_emptier").empty
        return empty
    numbers = count(2)
    return lambda: address.with_name(f"{next(numbers)}.db")


_SHARED: list[Postgres] = []
"""The server of all workers, in the process that controls them."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are processors: some tests wait, for processes that were killed or stopped."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let a worker know where the server is; before the first of them it is started."""
    if not _SHARED:
        _SHARED.append(Postgres())
        _SHARED[0].start()
    node.workerinput["postgres"] = str(_SHARED[0].folder)


def pytest_unconfigure() -> None:
    """Stop the server, also after Ctrl-C."""
    while _SHARED:
        _SHARED.pop().remove()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "repeated(n): the same with other seeds: one in n, all of them with THOROUGH=1")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Before all tests are collected, import them: each worker from another one on.

    What one has compiled, the others find. In a fresh clone all of them compiled everything, each for itself.
    """
    here = Path(__file__).parent
    worker = getattr(session.config, "workerinput", None)
    if worker is None or [*map(Path, session.config.args)] not in ([here], [Path(here.name)]):
        return
    files = sorted(here.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in files[first:] + files[:first]:
        # Whatever is wrong with it is said when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(here.parent).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, and leave most repetitions to `make thorough`."""
    if not os.environ.get("THOROUGH"):
        spared = list(_spared(items))
        config.hook.pytest_deselected(items=spared)
        items[:] = [item for item in items if item not in set(spared)]
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


def _spared(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Return the repetitions that are left out."""
    met: Counter[str] = Counter()
    for item in items:
        engine, name = engine_of(item), item.nodeid.partition("[")[0]
        marker = item.get_closest_marker("repeated")
        if engine == "postgresql":
            # What differs is the engine: every test once, with the first of its repetitions.
            if met[f"{name} {engine}"]:
                yield item
        elif marker and met[f"{name} {engine}"] % marker.args[0]:
            yield item
        met[f"{name} {engine}"] += 1


def engine_of(item: pytest.Item) -> str:
    """Return on which engine a test is run; empty: it does not say."""
    return str(getattr(item, "callspec", None) and item.callspec.params.get("address", ""))  # type: ignore[attr-defined]


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not among thousands of tests: it was a tenth of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was not checked, so that a green run is not taken for more than it is."""
    if not validity.DOCUMENT.exists():
        terminalreporter.write_line(
            f"NOT CHECKED: no request was held against Discord's own document, since it is not at {validity.SHOWN}.",
            yellow=True,
            bold=True,
        )
