"""Fixtures for tests of the storage."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Address, Database
from storage.queries import tables
from storage.rows import TableRow
from tests.storage.filled import fill
from tests.storage.fresh import open_quickly

_FULL: list[bytes] = []


@pytest.fixture
async def full(tmp_path: Path) -> Path:
    """An SQLite file with tables in every state, a long log, a full outbox, and gaps in the numbering of rows."""
    path = tmp_path / "full.db"
    if not _FULL:
        await fill(path)
        _FULL.append(path.read_bytes())
    path.write_bytes(_FULL[0])
    return path


@pytest.fixture
async def db(address: Address) -> AsyncIterator[Database]:
    """An open database that has two tables of Visby."""
    opened = (await open_quickly(address)).db
    async with opened.transaction() as writer:
        for _ in range(2):
            row = TableRow(
                game="visby",
                rules=1,
                options={},
                seed=1,
                size=2,
                host=1,
                server=1,
                channel=1,
                language="en",
                clock='{"kind":"decision","time":259200}',
                created=0,
            )
            await tables.add_table(writer, row)
    yield opened
    await opened.close()
