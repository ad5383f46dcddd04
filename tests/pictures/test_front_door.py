"""`python -m pictures` renders a record at any move, and says what is wrong with what it cannot render."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from pictures.__main__ import main
from pictures.gallery import DOCS
from rules import GAMES
from tests.pictures.games import LANGUAGES, played


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = played(GAMES["visby"], 4, {}, 1)
    file = tmp_path / "game.txt"
    file.write_text(str(game))
    return file


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["pictures", *map(str, arguments)])
    return main()


def test_the_board_of_any_move_is_written_beside_the_record(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, record) == 0
    assert record.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    assert "Final score" in capsys.readouterr().out
    assert run(monkeypatch, record, "--move", "0", "--svg", "--name=Anna", "--language=de") == 0
    assert "Anna" in record.with_suffix(".svg").read_text()
    assert "Runde 1" in capsys.readouterr().out


def test_hands_and_final_scores_can_be_had_too(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.png"
    assert run(monkeypatch, record, "--hand", "2", "--move", "3", "--out", out) == 0
    assert "You have" in capsys.readouterr().out
    assert run(monkeypatch, record, "--final", "--out", out) == 0
    assert "Score by round" in capsys.readouterr().out
    assert out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--move", "9999"), "the record has"),
        (("--hand", "5"), "there are seats 1 to 4, not 5"),
        (("--final", "--move", "0"), "not finished"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_sentence(
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    complaint: str,
) -> None:
    assert run(monkeypatch, record, *arguments) == 1
    assert complaint in capsys.readouterr().err


def test_what_is_no_record_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path / "nowhere.txt") == 1
    (tmp_path / "bad.txt").write_text("hello\n")
    assert run(monkeypatch, tmp_path / "bad.txt") == 1
    assert "line 1" in capsys.readouterr().err


def test_the_gallery_has_every_kind_of_picture_for_every_number_of_players_in_every_language() -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    hung = {file.name for file in (DOCS / "gallery").glob("*.png")}
    assert set(re.findall(r"\(gallery/([^)]+)\)", page)) == hung
    boards = ("board-empty", "board-ordinary", "board-fullest", "board-at-the-end")
    for name, game in GAMES.items():
        for kind in (*boards, "hand-at-first", "hand-ordinary", "hand-fullest", "final"):
            for seats in game.players:
                languages = {code for code in LANGUAGES if f"{name}-{seats}-{kind}-{code}.png" in hung}
                assert languages == set(LANGUAGES) if seats == game.players[-1] else len(languages) == 1
