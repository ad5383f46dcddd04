"""Fixtures for tests of the storage."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.filled import fill

_FULL: list[bytes] = []


@pytest.fixture
async def full(tmp_path: Path) -> Path:
    """A file with tables in every state, a long log, much that waits to be told, and numbers that were given away."""
    path = tmp_path / "full.db"
    if not _FULL:
        await fill(path)
        _FULL.append(path.read_bytes())
    path.write_bytes(_FULL[0])
    return path
