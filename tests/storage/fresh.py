"""A new database with the whole schema, without running all migrations for each test."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path

from cluster import Cluster, open_alone
from storage import Unusable, open_database
from storage.engines.address import Address, is_server

_EMPTY: list[bytes] = []
"""An empty file as this process has made it once: running all the scripts was most of a bot's start."""


async def open_quickly(address: Address, folder: Path = Path("data")) -> Cluster:
    """Open the database as `open_alone` does; a file that is missing begins as a copy of an empty one."""
    if not is_server(address):
        path = Path(address)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(await empty_file())
    return await open_alone(address, folder)


async def open_soon(address: Address) -> Cluster:
    """Open a database whose process was killed just now: a server needs some milliseconds to notice that."""
    for _ in range(300):
        with suppress(Unusable):
            return await open_alone(address)
        await asyncio.sleep(0.01)
    return await open_alone(address)


async def empty_file() -> bytes:
    if not _EMPTY:
        with tempfile.TemporaryDirectory(prefix="kontor-") as folder:
            path = Path(folder, "empty.db")
            await (await open_database(path)).close()
            _EMPTY.append(path.read_bytes())
    return _EMPTY[0]
