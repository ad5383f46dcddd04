"""What is kept between two runs: the simulated Discord and the bot's database, in one folder.

Only both together make a world: one without the other is discarded.
"""

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

_FORMAT_VERSION = 1
"""Raise it when files written before can no longer be read."""


class PlaygroundError(Exception):
    """The playground cannot be opened. The message says why and what to do."""


@dataclass
class World:
    """The simulated Discord with its people, and what the playground remembers about it.

    It is pickled: neither the class nor its fields may be renamed.
    """

    discord: SimulatedDiscord = field(default_factory=SimulatedDiscord)
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    """Part of every link, so that other users of the machine cannot guess them."""
    server: int = 0
    channel: int = 0
    people: dict[str, int] = field(default_factory=dict)
    """User ids by name."""
    opened: set[str] = field(default_factory=set)
    """Games of which a first table was opened, and `GAME LANGUAGE` for each language of one (`first_table_key`)."""
    ports: dict[int, int] = field(default_factory=dict)
    """By channel: the port it was served on, so that a browser's tabs of yesterday work again."""


class WorldFolder:
    """The folder with both files; one playground at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "kontor.db"
        self._world = path / "world"
        self._lock = path / "lock"

    @contextmanager
    def locked(self) -> Iterator[IO[str]]:
        """Lock the folder.

        Yield the lock file, into which the caller writes the address for a second playground to report.

        Raises `PlaygroundError` if the folder is locked or cannot be written.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = self._lock.open("a+", encoding="utf-8")
        except OSError as problem:
            raise PlaygroundError(
                f"The playground cannot write into {self.path}: {problem.strerror}. "
                "Make the folder writable, or name another one: --folder"
            ) from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.seek(0)
                where = lock.read().strip() or "it is just opening"
                raise PlaygroundError(f"The playground is open already: {where}") from None
            lock.truncate(0)
            yield lock
            lock.truncate(0)

    def load(self, *, fresh: bool) -> tuple[World, str]:
        """Return the kept world, or a new one, and a sentence if the kept one could not be read (else "").

        For a new world old files are deleted; unreadable ones are moved into a backup folder.
        """
        note = ""
        if not fresh and self._world.exists() and self.database.exists():
            try:
                form, world = pickle.loads(self._world.read_bytes())
                if form == _FORMAT_VERSION and isinstance(world, World):
                    return world, ""
                note = f"it has form {form}"
            except Exception as problem:  # whatever a damaged or foreign file may raise
                note = f"{type(problem).__name__}: {problem}"
            note = (
                f"The kept world could not be read ({note}), so a new one begins. The old one: {self._move_to_backup()}"
            )
        self._clear()
        return World(), note

    def save(self, world: World) -> None:
        """Write the world atomically: a kill in between leaves the last version."""
        new = self._world.with_suffix(".new")
        with new.open("wb") as file:
            pickle.dump((_FORMAT_VERSION, world), file, pickle.HIGHEST_PROTOCOL)
        new.replace(self._world)

    def _files(self) -> list[Path]:
        """Return the files of the world, the world's own first, so that a half-deleted world counts as none."""
        return [self._world, self._world.with_suffix(".new"), *sorted(self.path.glob("kontor.db*"))]

    def _clear(self) -> None:
        """Delete all files of the world."""
        for file in self._files():
            file.unlink(missing_ok=True)

    def _move_to_backup(self) -> Path:
        """Move all files of the world into a new folder `old-N`, and return it."""
        aside = next(aside for number in range(1, 1000) if not (aside := self.path / f"old-{number}").exists())
        aside.mkdir()
        for file in self._files():
            if file.exists():
                file.rename(aside / file.name)
        return aside
