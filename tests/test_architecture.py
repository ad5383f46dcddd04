"""Who may import whom beyond what import-linter can see, the front door is nobody's tool; and what make wants."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent
ROOMS = ("cogs", "monitoring", "opponents", "pictures", "playground", "rules", "storage", "tables", "words")


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports."""
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def files(*rooms: str) -> list[Path]:
    found = [file for room in rooms for file in sorted((ROOT / room).rglob("*.py"))]
    assert found
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_but_tests_and_measurements_imports_the_front_door(room: str) -> None:
    assert [file for file in files(room) if {"bot", "startup"} & set(imported(file))] == []


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_that_runs_depends_on_tests_or_measurements(room: str) -> None:
    for file in (*files(room, "startup"), ROOT / "bot.py"):
        assert not [name for name in imported(file) if name.partition(".")[0] in ("tests", "bench")], file


def test_only_the_front_door_makes_the_bot() -> None:
    """One place decides which database, clock and computers it has."""
    for file in files(*ROOMS):
        made = [n for n in ast.walk(parsed(file)) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "Kontor"]
        assert not made, file


def test_the_bot_itself_does_without_what_only_those_who_think_need() -> None:
    """numpy is ten megabytes and a quarter of a second of every start: it belongs into the processes that think."""
    asked = "import sys, bot, cogs.bot; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=False).returncode == 0


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
