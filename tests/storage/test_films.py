"""Films on the disk: found again, never too many, nobody else's file touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storage.film_files import Films

pytestmark = pytest.mark.quick


def test_a_film_is_found_again_by_its_contents_alone(tmp_path: Path) -> None:
    Films(tmp_path / "new").keep(1, "../a game/\0", b"film")
    again = Films(tmp_path / "new")
    assert again.find(1, "../a game/\0") == b"film"
    assert again.find(1, "another game") is None
    assert again.find(2, "../a game/\0") is None
    assert len([*tmp_path.rglob("*.*")]) == 1


def test_nobody_else_can_look_into_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    folder.mkdir(mode=0o755)
    Films(folder).keep(1, "a game", b"film")
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_films_nobody_asked_for_longest_make_room(tmp_path: Path) -> None:
    films = Films(tmp_path, max_bytes=250)
    for table in (1, 2):
        films.keep(table, "game", b"x" * 100)
        os.utime(next(tmp_path.glob(f"{table}-*")), (table, table))
    assert films.find(1, "game")
    films.keep(3, "game", b"x" * 100)
    assert [bool(films.find(table, "game")) for table in (1, 2, 3)] == [True, False, True]
    films.keep(4, "game", b"x" * 999)
    assert [bool(films.find(table, "game")) for table in (1, 3, 4)] == [False, False, True]


def test_the_films_of_a_table_are_removed_and_nothing_else(tmp_path: Path) -> None:
    films = Films(tmp_path)
    for table in (1, 11):
        films.keep(table, "de", b"film")
        films.keep(table, "en", b"film")
    (tmp_path / "notes-1.txt").write_text("mine")
    films.remove([1])
    assert (films.find(1, "de"), films.find(1, "en"), films.find(11, "de")) == (None, None, b"film")
    assert (tmp_path / "notes-1.txt").exists()
    films.remove([])
    assert films.find(11, "en")


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    films = Films(tmp_path / "file")
    films.keep(1, "game", b"film")
    assert films.find(1, "game") is None
    films.remove([1])
