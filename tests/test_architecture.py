"""Rules about imports and modules that import-linter cannot check, and what `make` needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from rules import GAMES

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent
PACKAGES = (
    *("cluster", "cogs", "leagues", "matching", "monitoring", "opponents", "pictures", "playground"),
    *("rules", "storage", "tables", "words"),
)
"""All packages that the bot consists of, except `startup`, which puts them together."""
MAX_MODULES = 25


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def mentioning(word: str, candidates: Iterable[Path]) -> list[Path]:
    """Return the files with a word in their text: to parse all of them takes seconds."""
    return [file for file in candidates if word in file.read_text(encoding="utf-8")]


def imported(file: Path) -> Iterator[str]:
    """Yield every module that a file imports."""
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def files(*packages: str) -> list[Path]:
    """Return the Python files of some packages."""
    found = [file for package in packages for file in sorted((ROOT / package).rglob("*.py"))]
    assert len(found) > 3 * len(packages)
    return found


def of_a_game(file: Path) -> bool:
    """Return True if a file belongs to a single game."""
    return bool(set(file.relative_to(ROOT).parts) & GAMES.keys())


def test_only_tests_and_measurements_import_what_starts_the_bot() -> None:
    for word in ("bot", "startup"):
        for file in mentioning(word, files(*PACKAGES)):
            assert word not in {name.partition(".")[0] for name in imported(file)}, file


def test_the_bot_imports_neither_tests_nor_measurements() -> None:
    everything = (*files(*PACKAGES, "startup"), ROOT / "bot.py")
    for word in ("tests", "bench"):
        for file in mentioning(word, everything):
            assert word not in {name.partition(".")[0] for name in imported(file)}, file


def test_only_startup_makes_the_bot() -> None:
    """One place decides which database, clock and computers it has."""
    for file in mentioning("Kontor", files(*PACKAGES)):
        made = [n for n in ast.walk(parsed(file)) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "Kontor"]
        assert not made, file


def test_the_bot_itself_does_not_import_numpy() -> None:
    """It is ten megabytes and a quarter of a second of every start; only the processes that think need it."""
    asked = "import sys, bot, cogs.bot; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=False).returncode == 0


def test_no_two_modules_have_the_same_name() -> None:
    """Except SQL, which is named after the feature it belongs to, and the same hook of each game."""
    single = [file for file in files(*PACKAGES, "startup") if not of_a_game(file) and file.parent.name != "queries"]
    names = Counter(file.name for file in single)
    assert {name for name, count in names.items() if count > 1} <= {"__init__.py", "__main__.py"}


def test_no_folder_has_too_many_modules() -> None:
    folders = Counter(file.parent for file in files(*PACKAGES, "startup") if not of_a_game(file))
    assert {folder: count for folder, count in folders.items() if count > MAX_MODULES} == {}


@pytest.mark.parametrize("python", ["", "old"])
def test_make_says_which_python_it_needs_before_it_sets_anything_up(python: str, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "old").chmod(0o755)
    named = f"PYTHON={tmp_path / python if python else ''}"
    make = ["make", "--file", str(ROOT / "Makefile"), named, ".venv/bin/python"]
    answer = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "Python 3.11 or newer is needed, with its venv" in answer.stdout
    assert not (tmp_path / ".venv").exists()
