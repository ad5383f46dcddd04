"""What is kept between two runs: the simulated Discord and, beside it, the bot's own database; both or neither."""

from __future__ import annotations

import fcntl
import pickle
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from playground.simulated import SimulatedDiscord

_FORM = 1
"""Goes up whenever a file written before could not be read any more."""


class Trouble(Exception):
    """The playground cannot be opened; the sentence says why and what to do."""


@dataclass
class World:
    """The simulated Discord, who is there, and under which addresses one can look at it."""

    discord: SimulatedDiscord = field(default_factory=SimulatedDiscord)
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    server: int = 0
    channel: int = 0
    people: dict[str, int] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    """The games of which a table was opened to begin with, alone and with the language of it."""
    ports: dict[int, int] = field(default_factory=dict)
    """Where each place was served, so that a browser's tabs of yesterday work again."""


class Folder:
    """The folder with both files. One playground at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "kontor.db"
        self._world = path / "world"
        self._lock = path / "lock"

    @contextmanager
    def locked(self) -> Iterator[IO[str]]:
        """Hold the folder; yield the lock's file, into which our address goes for a second one to read."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = self._lock.open("a+", encoding="utf-8")
        except OSError as problem:
            raise Trouble(
                f"The playground cannot write into {self.path}: {problem.strerror}. "
                "Make the folder writable, or name another one: --folder"
            ) from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.seek(0)
                where = lock.read().strip() or "it is just opening"
                raise Trouble(f"The playground is open already: {where}") from None
            lock.truncate(0)
            yield lock
            lock.truncate(0)

    def load(self, *, fresh: bool) -> tuple[World, str]:
        """Return the world as it was left, or a new one, and a sentence if it is new against one's wish."""
        note = ""
        if not fresh and self._world.exists() and self.database.exists():
            try:
                form, world = pickle.loads(self._world.read_bytes())
                if form == _FORM and isinstance(world, World):
                    return world, ""
                note = f"it has form {form}"
            except Exception as problem:  # whatever a damaged or foreign file may raise
                note = f"{type(problem).__name__}: {problem}"
            note = f"The kept world could not be read ({note}), so a new one begins. The old one: {self._put_aside()}"
        self._clear()
        return World(), note

    def save(self, world: World) -> None:
        """Write the world, all or nothing: a kill in the midst leaves the last one."""
        new = self._world.with_suffix(".new")
        with new.open("wb") as file:
            pickle.dump((_FORM, world), file, pickle.HIGHEST_PROTOCOL)
        new.replace(self._world)

    def _files(self) -> list[Path]:
        """Return the files of the world; the world's own first: a database without a world is no world."""
        return [self._world, self._world.with_suffix(".new"), *sorted(self.path.glob("kontor.db*"))]

    def _clear(self) -> None:
        for file in self._files():
            file.unlink(missing_ok=True)

    def _put_aside(self) -> Path:
        aside = next(aside for number in range(1, 1000) if not (aside := self.path / f"old-{number}").exists())
        aside.mkdir()
        for file in self._files():
            if file.exists():
                file.rename(aside / file.name)
        return aside
