"""Opens a database with the engine that its address names, and makes backups."""

from __future__ import annotations

from pathlib import Path

from storage.database import Database, Unusable
from storage.engines import sqlite
from storage.engines.address import Address, is_server, shown

NO_DRIVER = "PostgreSQL needs one more package. Install it: .venv/bin/pip install -r requirements/postgresql.txt"


async def open_database(
    address: Address, folder: Path = Path("data"), *, make: bool = True, migrate: bool = True
) -> Database:
    """Open the database at an address; raise `Unusable` with a sentence if that is impossible.

    A file is migrated and can be written at once. A PostgreSQL database can only be read until `cluster` has obtained a
    write lease for it. `folder` becomes the `Database.folder` of a PostgreSQL database; for a file it is the file's own
    folder. If `make` is False, a missing or empty database raises `Unusable` instead of being created. If `migrate` is
    False, a database with an older schema raises it.
    """
    if not is_server(address):
        if not make and _is_missing(Path(address)):
            raise Unusable(f"There is no database {address}. Nothing was changed.")
        return await sqlite.open_file(Path(address), migrate=migrate)
    try:
        from storage.engines.postgresql import open_server
    except ModuleNotFoundError as missing:
        if missing.name != "asyncpg":
            raise
        raise Unusable(NO_DRIVER) from None
    return await open_server(str(address), folder, make=make, migrate=migrate)


def _is_missing(path: Path) -> bool:
    """Return True if there is no file at this path, or an empty one.

    If the file cannot be examined, return False: opening it then says why.
    """
    try:
        return path.stat().st_size == 0
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # Opening it will say why.
        return False


async def back_up(address: Address, to: Path) -> None:
    """Copy a database file completely and consistently to `to`, even while it is in use.

    Raises `Unusable` if that fails. For a PostgreSQL database it always raises `Unusable`, with the `pg_dump` command
    to use instead.
    """
    if is_server(address):
        raise Unusable(f"PostgreSQL copies it itself: pg_dump --format=custom --file={to} {shown(address)}")
    await sqlite.back_up(Path(address), to)
