"""`Films`: stores animated replays as files in a folder of limited size, so that each is rendered only once."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

MAX_BYTES = 256_000_000
"""The size of all files together."""


class Films:
    """The stored animations of games. Each can be rendered again, so any file may be deleted at any time.

    They show the names of players, so only the owner of the folder can read it.

    A file is named after its table and a hash of `contents`, a text that describes everything the animation shows. So a
    file is never out of date. All methods block: call them in a thread.
    """

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes

    def find(self, table: int, contents: str) -> bytes | None:
        """Return the stored animation of a table that `contents` describes, and mark it as used just now.

        Return None if it is not stored or cannot be read.
        """
        file = self._file(table, contents)
        try:
            film = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        return film

    def keep(self, table: int, contents: str, film: bytes) -> None:
        """Store the animation of a table that `contents` describes.

        The least recently used others are deleted until all files fit the size limit. Errors of writing are ignored:
        the animation is then not stored.
        """
        file = self._file(table, contents)
        half = file.with_suffix(".half")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with suppress(PermissionError):  # It may be somebody else's.
                self._folder.chmod(0o700)
            half.write_bytes(film)
            half.replace(file)
            self._make_room()
        except OSError:
            with suppress(OSError):
                half.unlink()

    def remove(self, tables: Iterable[int]) -> None:
        """Delete all animations of these tables, half-written ones too."""
        gone = set(tables)
        for file in self._files():
            if gone and int(file.name.partition("-")[0]) in gone:
                file.unlink(missing_ok=True)

    def _make_room(self) -> None:
        """Delete the least recently used files until the rest fits the size limit, but never the last one used."""
        oldest_first = sorted(self._files(), key=lambda file: file.stat().st_mtime_ns)
        room = self._max_bytes - sum(file.stat().st_size for file in oldest_first)
        for file in oldest_first[:-1]:
            if room >= 0:
                return
            room += file.stat().st_size
            file.unlink()

    def _files(self) -> list[Path]:
        """Return our files, half-written ones included, and no others."""
        return [file for file in self._folder.glob("*-*.*") if file.name.partition("-")[0].isdecimal()]

    def _file(self, table: int, contents: str) -> Path:
        """Return the path of an animation; `contents` describes everything in it."""
        return self._folder / f"{table}-{sha256(contents.encode()).hexdigest()[:32]}.webp"
