"""A game as an animated picture: all of it, small enough, with bounded work, in a process of its own."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path
from typing import Any

import pytest

from pictures import animate
from pictures.drawing import Drawing
from pictures.painters import PAINTERS, spectator_views
from pictures.render import RenderError, load_vips
from rules import AnyGame
from rules.records import Record
from tests.pictures.games import drawn_games, played
from words import words_in

pytestmark = pytest.mark.slow

NAMES = ("Anna", "-Bert", "日本", "Дмитрий", "E", "F")
LONGEST_GAME = pytest.mark.parametrize("game", drawn_games(PAINTERS), ids=lambda game: game.name)


def longest(game: AnyGame) -> Record:
    return played(game, game.players[-1], {}, 1)


@pytest.mark.thorough
@LONGEST_GAME
async def test_a_whole_game_is_animated_in_a_process_within_eight_megabytes(game: AnyGame) -> None:
    record = longest(game)
    file = Path(await animate.animate_in_subprocess(record, NAMES[: record.seats], "de"))
    film = load_vips().Image.new_from_file(str(file), n=-1)
    size = file.stat().st_size
    file.unlink()
    assert film.get("vips-loader") == "webpload"
    frames = film.get("n-pages")
    assert 2 < frames <= animate.MAX_FRAMES
    assert film.width == animate.FRAME_WIDTH
    assert film.height == frames * film.get("page-height")
    assert film.get("page-height") < animate.MAX_FRAME_HEIGHT
    assert size < 8_000_000


async def test_names_are_no_arguments_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    start = asyncio.create_subprocess_exec

    async def noted(*command: str, **more: Any) -> asyncio.subprocess.Process:
        started.extend(command)
        return await start(*command, **more)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    (game,) = [game for game in drawn_games(PAINTERS) if game.name == "visby"]
    record = Record("visby", game.version, 2, 1, {})
    file = Path(await animate.animate_in_subprocess(record, ("Änne\n", "--out=x"), "en"))
    named = file.read_bytes()
    file.unlink()
    assert "--animate" in started
    assert not [word for word in started if "Änne" in word or "--out=x" in word]
    assert named == animate.animate(record, ("Änne\n", "--out=x"), words_in("en"))


@pytest.mark.thorough
@LONGEST_GAME
def test_however_long_a_game_is_only_so_many_positions_are_drawn(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, words, drawn = longest(game), words_in("en"), []
    names, board = NAMES[: record.seats], PAINTERS[game.name].board

    def count(view: Any, *rest: Any) -> Drawing:
        drawn.append(view)
        return board(view, *rest)

    seen = list(spectator_views(record))
    assert len(seen) < animate.MAX_POSITIONS, "a usual game is drawn wholly"
    monkeypatch.setitem(PAINTERS, game.name, dataclasses.replace(PAINTERS[game.name], board=count))
    monkeypatch.setattr(animate, "MAX_POSITIONS", 20)
    drawings = animate._distinct_drawings(record, names, words)
    assert len(drawn) == 20
    assert (drawn[0], drawn[-1]) == (seen[0], seen[-1])
    monkeypatch.undo()
    assert drawings[-1] == animate._distinct_drawings(record, names, words)[-1], "the scores of all rounds"


@pytest.mark.thorough
def test_progress_goes_on_evenly_while_pictures_are_drawn_and_while_they_are_joined() -> None:
    (game,) = [game for game in drawn_games(PAINTERS) if game.name == "visby"]
    record, told = longest(game), list[float]()
    animate.animate(
        record, NAMES[: record.seats], words_in("en"), lambda done, whole: told.append(round(done / whole, 1))
    )
    assert told == sorted(told)
    assert set(told) >= {n / 10 for n in range(10)}


def test_a_picture_that_is_too_high_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = [game for game in drawn_games(PAINTERS) if game.name == "visby"]
    record = longest(game)
    monkeypatch.setattr(animate, "MAX_FRAME_HEIGHT", 100)
    with pytest.raises(RenderError, match="pixels high"):
        animate.animate(record, NAMES[: record.seats], words_in("en"))


def test_an_animation_begins_with_the_start_and_ends_with_the_scores() -> None:
    (game,) = [game for game in drawn_games(PAINTERS) if game.name == "visby"]
    record, words = longest(game), words_in("en")
    seen = list(spectator_views(record))
    names = NAMES[: record.seats]
    drawings = animate._distinct_drawings(record, names, words)
    painter = PAINTERS["visby"]
    assert drawings[0] == painter.board(seen[0], names, words).svg
    assert drawings[-2] == painter.board(seen[-1], names, words).svg
    assert "wins" in drawings[-1]
    few = animate._select_frames(drawings, 9)
    assert len(few) == 9
    assert (few[0], few[-2], few[-1]) == (drawings[0], drawings[-2], drawings[-1])


def test_an_animation_is_made_of_what_spectators_see() -> None:
    for game in drawn_games(PAINTERS):
        record = longest(game)
        assert all(view.seat is None for view in spectator_views(record))


async def test_a_record_that_cannot_be_played_is_no_picture_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(RenderError, match="no pictures of chess"):
        await animate.animate_in_subprocess(Record("chess", 1, 2, 1, {}), ("Anna", "Bert"), "en")
    assert list(tmp_path.iterdir()) == []


async def test_a_process_that_is_not_done_while_anybody_waits_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(animate, "TIMEOUT_S", 0.05)
    (game,) = [game for game in drawn_games(PAINTERS) if game.name == "visby"]
    with pytest.raises(RenderError, match="took more than"):
        await asyncio.wait_for(animate.animate_in_subprocess(longest(game), NAMES, "en"), 60)
    assert list(tmp_path.iterdir()) == []
