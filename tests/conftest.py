"""What tests of all rooms share."""

from __future__ import annotations

import gc
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.discord import validity

LONGEST = (
    "test_browser.py",
    "test_games.py",
    "test_adding_a_game.py",
    "test_haithabu_presses.py",
    "test_evening.py",
    "test_animate.py",
    "test_starting.py",
)
"""Files whose tests take long: they come first, so that at the end no worker waits for another one's."""


@pytest.fixture
def quick_path(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder in memory where there is one: waiting for the disk would be half the time of thousands of clicks."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield request.getfixturevalue("tmp_path")
        return
    with tempfile.TemporaryDirectory(prefix="kontor-", dir=memory) as folder:
        yield Path(folder)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "repeated(n): the same with other seeds: one in n, all of them with THOROUGH=1")


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
        marker = item.get_closest_marker("repeated")
        if marker:
            name = item.nodeid.partition("[")[0]
            if met[name] % marker.args[0]:
                yield item
            met[name] += 1


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
