"""A fresh database for a test, as all the scripts make it, without running them again for each."""

from __future__ import annotations

import tempfile
from pathlib import Path

from storage import Database, open_database

_EMPTY: list[bytes] = []
"""An empty file as this process has made it once: running all the scripts was most of a bot's start."""


async def open_quickly(path: Path) -> Database:
    """Open the file as `open_database` does; if it is missing, it begins as a copy of an empty one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(await _empty())
    return await open_database(path)


async def _empty() -> bytes:
    if not _EMPTY:
        with tempfile.TemporaryDirectory(prefix="kontor-") as folder:
            path = Path(folder, "empty.db")
            await (await open_database(path)).close()
            _EMPTY.append(path.read_bytes())
    return _EMPTY[0]
