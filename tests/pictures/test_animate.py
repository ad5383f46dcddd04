"""A game as an animated picture: all of it, small enough, made in time, in a process of its own."""

from __future__ import annotations

import asyncio
import resource
from pathlib import Path

import pytest

from pictures import animate
from pictures.painters import PAINTERS, views
from pictures.render import NoPicture, library
from rules import AnyGame
from rules.records import Record
from tests.pictures.games import drawn_games, played
from words import words_in

NAMES = ("Anna", "-Bert", "日本", "Дмитрий", "E", "F")
LONGEST_GAME = pytest.mark.parametrize("game", drawn_games(PAINTERS), ids=lambda game: game.name)


def longest(game: AnyGame) -> Record:
    return played(game, game.players[-1], {}, 1)


@LONGEST_GAME
async def test_a_whole_game_is_animated_in_a_process_within_ten_seconds_and_eight_megabytes(game: AnyGame) -> None:
    record = longest(game)
    begun = children_worked()
    file = Path(await animate.in_process(record, NAMES[: record.seats], "de"))
    took = children_worked() - begun
    film = library().Image.new_from_file(str(file), n=-1)
    size = file.stat().st_size
    file.unlink()
    assert film.get("vips-loader") == "webpload"
    frames = film.get("n-pages")
    assert 2 < frames <= animate.MOST_FRAMES
    assert film.width == animate.WIDE
    assert film.height == frames * film.get("page-height")
    assert size < 8_000_000
    assert 0 < took < 10


def children_worked() -> float:
    """How many seconds of work all processes that have ended took: others' work on this machine does not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_an_animation_begins_with_the_start_and_ends_with_the_scores() -> None:
    (game,) = [game for game in drawn_games(PAINTERS) if game.name == "visby"]
    record, words = longest(game), words_in("en")
    seen = list(views(record))
    names = NAMES[: record.seats]
    drawings = animate._drawings(record, names, words)
    painter = PAINTERS["visby"]
    assert drawings[0] == painter.board(seen[0], names, words).svg
    assert drawings[-2] == painter.board(seen[-1], names, words).svg
    assert "wins" in drawings[-1]
    few = animate._spread(drawings, 9)
    assert len(few) == 9
    assert (few[0], few[-2], few[-1]) == (drawings[0], drawings[-2], drawings[-1])


def test_an_animation_is_made_of_what_spectators_see() -> None:
    for game in drawn_games(PAINTERS):
        record = longest(game)
        assert all(view.seat is None for view in views(record))


async def test_a_record_that_cannot_be_played_is_no_picture_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(NoPicture, match="no pictures of chess"):
        await animate.in_process(Record("chess", 1, 2, 1, {}), ("Anna", "Bert"), "en")
    assert list(tmp_path.iterdir()) == []


async def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(animate, "LONGEST", 0.05)
    (game,) = [game for game in drawn_games(PAINTERS) if game.name == "visby"]
    with pytest.raises(NoPicture, match="too long"):
        await asyncio.wait_for(animate.in_process(longest(game), NAMES, "en"), 60)
    assert list(tmp_path.iterdir()) == []
