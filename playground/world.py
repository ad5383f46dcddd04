"""What is kept between two runs, in one folder: a `World` in the file `world`, and the bot's database.

`WorldFolder` locks, loads and saves it. The two files belong together: if one is missing, the other is deleted.
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
"""The format of the file `world`. Increase it when files written before can no longer be read."""


class PlaygroundError(Exception):
    """The playground cannot be opened. The message says why and what to do."""


@dataclass
class World:
    """The simulated Discord with its people, and what the playground remembers about it.

    That is the secret in all links, the ids of server, channel and people, first tables opened, and channels' ports.
    It is pickled: neither the class nor its fields may be renamed.
    """

    discord: SimulatedDiscord = field(default_factory=SimulatedDiscord)
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    """Part of every link, so that other users of the machine cannot guess them."""
    server: int = 0
    """The id of the server; 0 until the world is created at the first visit."""
    channel: int = 0
    """The id of the games channel."""
    people: dict[str, int] = field(default_factory=dict)
    """User ids by name."""
    opened: set[str] = field(default_factory=set)
    """Names of games of which a first table was opened, and for each such table also `GAME LANGUAGE`."""
    ports: dict[int, int] = field(default_factory=dict)
    """By channel id: the port it was last served on, so that tabs still open in a browser work again."""
    ahead_h: int = 0
    """How many hours the world's clock is ahead of the real one."""


class WorldFolder:
    """The folder with the world's file, the bot's database and a lock file; one playground uses it at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "kontor.db"
        self._world = path / "world"
        self._lock = path / "lock"

    @contextmanager
    def locked(self) -> Iterator[IO[str]]:
        """Create the folder if needed, lock it during the block, and yield the open lock file.

        The caller writes the playground's address into that file, for a second playground to report. Raises
        `PlaygroundError` if another playground holds the lock, or if the folder cannot be written.
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
        """Return the kept world, or a new one, and a sentence for the terminal ("" if there is nothing to say).

        The world is new with `fresh`, if there is no complete kept one, or if that cannot be read. Then old files are
        deleted. Unreadable ones are moved into a backup folder instead, and the sentence says so.
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
        """Write the world to its file atomically: if the process is killed meanwhile, the last version stays."""
        new = self._world.with_suffix(".new")
        with new.open("wb") as file:
            pickle.dump((_FORMAT_VERSION, world), file, pickle.HIGHEST_PROTOCOL)
        new.replace(self._world)

    def _files(self) -> list[Path]:
        """Return the paths of the world's file, its temporary file, and the existing files of the database.

        The world's file is first, so that a deletion that was interrupted leaves no world that could be loaded.
        """
        return [self._world, self._world.with_suffix(".new"), *sorted(self.path.glob("kontor.db*"))]

    def _clear(self) -> None:
        """Delete the world's files and the database, as far as they exist."""
        for file in self._files():
            file.unlink(missing_ok=True)

    def _move_to_backup(self) -> Path:
        """Move the world's files and the database into a new folder `old-N`, and return that folder."""
        aside = next(aside for number in range(1, 1000) if not (aside := self.path / f"old-{number}").exists())
        aside.mkdir()
        for file in self._files():
            if file.exists():
                file.rename(aside / file.name)
        return aside
