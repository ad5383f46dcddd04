"""Animated pictures of games, kept as files: made once, there at once, also after a restart. Never more than fit."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

MOST = 256_000_000
"""Bytes that all of them may take together: beyond that, those go that nobody has asked for longest."""


class Films:
    """A folder of films. They can be made again: whoever needs the room may delete any of them at any time.

    A film is named by its table and by a digest of all that is in it, so a name leads to nothing that is out of date.
    Everything here works on files: not on the event loop.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder = folder
        self._most = most

    def find(self, table: int, contents: str) -> bytes | None:
        """Return the film of these contents, if it is kept."""
        file = self._file(table, contents)
        try:
            film = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        return film

    def keep(self, table: int, contents: str, film: bytes) -> None:
        """Keep a film, whole or not at all. Where nothing can be written, nothing is kept."""
        file = self._file(table, contents)
        half = file.with_suffix(".half")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            half.write_bytes(film)
            half.replace(file)
            self._make_room()
        except OSError:
            with suppress(OSError):
                half.unlink()

    def remove(self, tables: Iterable[int]) -> None:
        """Remove all films of these tables."""
        gone = set(tables)
        for file in self._files():
            if gone and int(file.name.partition("-")[0]) in gone:
                file.unlink(missing_ok=True)

    def _make_room(self) -> None:
        oldest_first = sorted(self._files(), key=lambda file: file.stat().st_mtime_ns)
        room = self._most - sum(file.stat().st_size for file in oldest_first)
        for file in oldest_first[:-1]:
            if room >= 0:
                return
            room += file.stat().st_size
            file.unlink()

    def _files(self) -> list[Path]:
        """Return our files, half written ones too; nobody else's."""
        return [file for file in self._folder.glob("*-*.*") if file.name.partition("-")[0].isdecimal()]

    def _file(self, table: int, contents: str) -> Path:
        return self._folder / f"{table}-{sha256(contents.encode()).hexdigest()[:32]}.webp"
