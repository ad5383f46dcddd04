"""What tests of all rooms share."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.discord import validity


@pytest.fixture
def quick_path(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder in memory where there is one: waiting for the disk would be half the time of thousands of clicks."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        yield request.getfixturevalue("tmp_path")
        return
    with tempfile.TemporaryDirectory(prefix="kontor-", dir=memory) as folder:
        yield Path(folder)


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
