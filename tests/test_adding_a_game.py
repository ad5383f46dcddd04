"""The page for authors of a new game: its blocks are a game that is found in every room, with no line elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fourth_game import page

pytestmark = pytest.mark.slow

GAME = "fingers"
OWN = Path(page.__file__).parent
GENERIC = (
    "tests/rules/test_contract.py",
    "tests/rules/test_random_games.py",
    "tests/rules/test_records.py",
    "tests/rules/test_refusals.py",
    "tests/rules/test_secrecy.py",
    "tests/rules/test_event_seats.py",
    "tests/opponents/test_advice.py",
    "tests/opponents/test_players.py",
    "tests/pictures/test_every_game.py",
    "tests/pictures/test_symbols.py",
)
"""Tests of the shared rooms that take every game in."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay the page's game out in a folder of its own."""
    folder = tmp_path_factory.mktemp("fourth")
    page.write(folder)
    return folder


def test_the_game_consists_of_these_files_all_in_rooms_of_its_own_name() -> None:
    assert sorted(page.files()) == [
        "cogs/games/fingers/__init__.py",
        "opponents/fingers/__init__.py",
        "opponents/fingers/model.py",
        "pictures/fingers/__init__.py",
        "rules/fingers/__init__.py",
        "rules/fingers/events.py",
        "rules/fingers/moves.py",
        "rules/fingers/state.py",
        "rules/fingers/steps.py",
        "rules/fingers/view.py",
        "words/fingers/__init__.py",
        "words/fingers/de.po",
        "words/fingers/rulebook.de.md",
        "words/fingers/rulebook.en.md",
        "words/fingers/story.py",
        "words/fingers/terms.py",
    ]
    assert not [file for file in page.ROOT.rglob(f"*{GAME}*") if ".venv" not in file.parts and ".git" not in file.parts]


def test_its_files_are_written_as_ours_are(folder: Path) -> None:
    ours = 'lint.isort.known-first-party = ["cogs", "opponents", "pictures", "rules", "tables", "words"]'
    for command in (("format", "--check"), ("check", "--config", ours)):
        ruff = [Path(sys.executable).with_name("ruff"), *command, "--config", page.ROOT / "pyproject.toml", folder]
        done = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def passed(folder: Path) -> list[str]:
    """Run the page's own tests and those of the shared rooms in one process; return the names of those that passed."""
    wanted = ("-k", f"{GAME} or {OWN.name}", *sorted(map(str, OWN.glob("in_*.py"))), *GENERIC)
    done = page.python(folder, "-m", "pytest", "-n", "0", "-rp", "-p", "no:cacheprovider", *wanted)
    assert done.returncode == 0, done.stdout[-6000:]
    return re.findall(r"^PASSED (.+)", done.stdout, re.MULTILINE)


@pytest.mark.thorough
@pytest.mark.parametrize("checks", sorted(file.name for file in OWN.glob("in_*.py")))
def test_it_does_what_the_page_says(passed: list[str], checks: str) -> None:
    assert any(name.startswith(f"tests/{OWN.name}/{checks}::") for name in passed)


@pytest.mark.thorough
def test_the_tests_of_the_shared_rooms_take_it_in(passed: list[str]) -> None:
    assert sum(name.startswith(GENERIC) for name in passed) > 20


@pytest.mark.thorough
def test_the_catalogues_are_checked_with_it(folder: Path, tmp_path: Path) -> None:
    done = page.python(folder, "-m", "words")
    assert (done.returncode, done.stdout) == (0, "")
    page.write(tmp_path)
    file = tmp_path / "words" / GAME / "de.po"
    file.write_text(file.read_text(encoding="utf-8").replace('msgstr "Faust: was du zeigst"', 'msgstr ""'), "utf-8")
    done = page.python(tmp_path, "-m", "words")
    assert (done.returncode, done.stdout) == (1, "words/fingers/de.po: not translated: 'Fist: what you show'\n")


@pytest.mark.thorough
def test_it_is_played_and_drawn_on_the_command_line(folder: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    play = ("-m", "rules", "play", GAME, "--computer", "novice", "--record", str(record))
    done = page.python(folder, *play, typed="show 1\n" * 60)
    assert done.returncode == 0, done.stderr
    assert "place 1: seat" in done.stdout
    done = page.python(folder, "-m", "pictures", str(record), "--final")
    assert done.returncode == 0, done.stderr
    assert record.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    done = page.python(folder, "-m", "opponents", GAME, "--games", "4", "--cores", "1", "trader", "novice")
    assert done.returncode == 0, done.stderr
    assert "trader" in done.stdout


def test_without_its_folder_there_is_no_such_game(tmp_path: Path) -> None:
    done = page.python(tmp_path, "-m", "rules", "random", GAME)
    assert done.returncode == 2
    assert "invalid choice" in done.stderr


def test_everything_a_game_must_write_is_on_the_page() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    for written in ("begin", "view", "guess", "result", "check_state", "options", "check", "apply", "resume", "copy"):
        assert f"def {written}(" in text


def test_everything_a_game_can_declare_is_on_the_page() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    asked_for = re.compile(r'declarations_by_game\([^)]*"([A-Z_]+)"\)')
    rooms = ("cogs", "opponents", "pictures", "rules", "tables", "words")
    code = "".join(file.read_text(encoding="utf-8") for room in rooms for file in (page.ROOT / room).rglob("*.py"))
    found = set(asked_for.findall(code))
    assert len(found) > 8
    assert [name for name in sorted(found) if not re.search(rf"`{name}`|^{name} = ", text, re.MULTILINE)] == []
