"""Opening a database: which engine it is, the address alone says."""

from __future__ import annotations

from pathlib import Path

from storage import sqlite
from storage.database import Database

Address = str | Path
"""Where a database is: the path of a file."""


async def open_database(address: Address) -> Database:
    """Open a database, made if it is missing; raise `Unusable` with a sentence if that cannot be."""
    return await sqlite.open_file(Path(address))


async def back_up(address: Address, to: Path) -> None:
    """Write a whole, consistent copy, also while it is in use; raise `Unusable` if that cannot be."""
    await sqlite.back_up(Path(address), to)
