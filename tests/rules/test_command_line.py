"""`python -m rules`: random games, a game against computers with undo and mistakes, and replaying its record."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules import GAMES, records
from rules.__main__ import main

RECORD = """\
game visby 1
seats 2
seed 7
options target=30
0 pick knight tollkeeper
1 pick ship merchant
1 trade 0
"""

Run = Callable[..., int]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the command line with these words and returns the exit status."""

    def call(*words: object) -> int:
        monkeypatch.setattr(sys, "argv", ["python -m rules", *map(str, words)])
        return main()

    return call


@pytest.mark.parametrize("game", GAMES)
def test_random_games_are_played_and_counted(run: Run, capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert run("random", game, "--games", 10, "--seed", 3) == 0
    said = capsys.readouterr().out
    assert said.startswith("10 games, ")
    assert "all invariants hold" in said
    assert "moves/s" in said


def test_the_module_itself_can_be_started() -> None:
    words = [sys.executable, "-m", "rules", "random", "visby", "--games", "5", "--seats", "6"]
    here = Path(__file__).parents[2]
    done = subprocess.run(words, cwd=here, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("5 games, ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("random", "visby", "--games", 0), "at least one game"),
        (("random", "visby", "--seats", 9), "2 to 6 players"),
        (("play", "visby", "--seats", 4, "--option", "target=45"), "target 45 cannot be had"),
        (("play", "visby", "--option", "wind=1"), "no option wind"),
        (("play", "visby", "--seed", -4), "a seed is a number"),
        (("replay", "nowhere.txt"), "nowhere.txt"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    run: Run, capsys: pytest.CaptureFixture[str], words: tuple[object, ...], sentence: str
) -> None:
    assert run(*words) == 1
    assert sentence in capsys.readouterr().err


class Person:
    """Plays seat 0.

    Makes one mistake, looks at the table once, takes a trade back once, else takes the first option.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.said = ""
        self.typed: list[str] = []

    def __call__(self, prompt: str) -> str:
        menu = self.capsys.readouterr().out
        self.said += menu
        answer = self.decide(menu)
        self.typed.append(answer)
        return answer

    def decide(self, menu: str) -> str:
        for mistake in ("view", "sail away", "pick dragon", "99", "pick knight"):
            if mistake not in self.typed:
                return mistake
        if "You are seat 0: trade" in menu:
            return "trade 0" if "undo" in self.typed else " 1 "
        traded = self.typed[-1] == " 1 "
        return "undo" if traded and "undo" not in self.typed else "1"


def test_a_person_plays_errs_takes_back_and_the_record_leads_to_the_same_end(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    person = Person(capsys)
    monkeypatch.setattr("builtins.input", person)
    file = tmp_path / "game.txt"
    assert run("play", "visby", "--seats", 3, "--seed", 6, "--computer", "novice", "--record", file) == 0
    end = capsys.readouterr().out
    said = person.said
    assert "'sail away' is no move: unknown verb" in said
    assert "dragon is no card" in said
    assert "'99' is no move" in said
    assert "V5 wrong_number_of_cards wanted=2 given=1" in said
    assert "players:\n  0: hand=troops,knight" in said
    assert person.typed.count("undo") == 1
    assert "place 1: seat" in end

    record = records.read(file.read_text(encoding="utf-8"))
    taken_back = record.log.index(records.Entry(0, "undo"))
    assert record.log[taken_back + 1] == records.Entry(0, "trade 0")
    assert run("replay", file) == 0
    again = capsys.readouterr().out
    assert [line for line in again.splitlines() if line.startswith("place")] == [
        line for line in end.splitlines() if line.startswith("place")
    ]


def test_nothing_to_take_back_is_said_and_the_end_of_input_ends_the_game(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["undo"])

    def type_in(prompt: str) -> str:
        for answer in answers:
            return answer
        raise EOFError

    monkeypatch.setattr("builtins.input", type_in)
    assert run("play", "visby", "--computer", "novice") == 130
    assert "nothing of this seat can be taken back" in capsys.readouterr().out


def test_a_record_is_shown_as_a_seat_or_a_spectator_sees_it(
    run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    picked = {}
    for seat in (None, 0, 1):
        assert run("replay", file, "--move", 1, *([] if seat is None else ["--seat", seat])) == 0
        said = capsys.readouterr().out
        assert "owed: {'1': 'choose'}" in said
        picked[seat] = next(line for line in said.splitlines() if line.startswith("picked"))
    assert picked == {None: "picked: None", 0: "picked: knight,tollkeeper", 1: "picked: None"}
    assert run("replay", file) == 0
    assert "round: 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [("0 pick knight", "zero pick knight", "line 5"), ("1 trade 0", "1 trade 99", "move 3 (1 trade 99): V15")],
)
def test_a_bad_record_is_refused_with_the_place_and_the_reason(
    run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace(old, new), encoding="utf-8")
    assert run("replay", file) == 1
    assert sentence in capsys.readouterr().err


def test_a_seat_that_is_not_there_cannot_look(run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    for seat in (2, -1):
        assert run("replay", file, f"--seat={seat}") == 1
        assert f"there is no seat {seat}" in capsys.readouterr().err
