"""A game lives in rooms of its own name: no shared file names one, and every room that it needs has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.games import GAMES as ON_DISCORD
from opponents.trader import EVALUATIONS
from pictures.painters import PAINTERS
from rules import GAMES
from rules.discovery import declarations
from words.games import GAME_WORDS

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "words", "pictures", "opponents", "playground", "storage", "tables", "cogs")
SHARED = (*ROOMS, "bot.py", "startup/playground_bot.py", "startup/settings.py")
TEXTS = {".py", ".html", ".js", ".sql", ".po", ".md", ".toml", ".json"}
HISTORY = "storage/migrations/"
"""What a migration carries over was written by the games there were by then."""

_NAME = re.compile(rf"(?<![a-z])({'|'.join(GAMES)})", re.IGNORECASE)


def shared_files() -> Iterator[Path]:
    """Yield every file that belongs to no single game."""
    for place in SHARED:
        for file in sorted((ROOT / place).rglob("*")) if (ROOT / place).is_dir() else [ROOT / place]:
            where = file.relative_to(ROOT)
            if file.suffix in TEXTS and not set(where.parts) & GAMES.keys() and HISTORY not in where.as_posix():
                yield file


def named(text: str) -> list[str]:
    """Return the lines that name a game, with their numbers."""
    return [f"{number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if _NAME.search(line)]


def test_no_shared_file_names_a_game() -> None:
    breaches = {
        file.relative_to(ROOT).as_posix(): lines
        for file in shared_files()
        if (lines := named(file.read_text(encoding="utf-8")))
    }
    assert not breaches, "\n".join(f"{file}:{line}" for file, lines in breaches.items() for line in lines)


@pytest.mark.parametrize(
    "line", ["from words import riga", "class VisbyFace:", "x = HAITHABU_2", "`/riga new`", "is_visby"]
)
def test_a_game_that_is_named_would_be_found(line: str) -> None:
    assert named(f"first\n{line}\n") == [f"2: {line}"]
    assert named("a frigate in the brig, arrigated\n") == []


def test_many_files_are_looked_at() -> None:
    files = {file.relative_to(ROOT).as_posix() for file in shared_files()}
    assert len(files) > 80
    assert {"bot.py", "words/locale/de.po", "playground/start.html", "rules/contract.py", "cogs/bot.py"} <= files


def test_every_game_is_found_in_every_room_under_its_packages_name() -> None:
    assert {name: game.name for name, game in declarations("rules", "GAME").items()} == {name: name for name in GAMES}
    assert list(GAME_WORDS) == list(PAINTERS) == list(EVALUATIONS) == list(GAMES)
    assert [game.name for game in ON_DISCORD] == list(GAMES)


def test_lists_begin_with_the_lightest_game() -> None:
    weights = [game.weight for game in GAMES.values()]
    assert weights == sorted(weights)
    assert [game for game in GAMES if game in ("visby", "riga", "haithabu")] == ["visby", "riga", "haithabu"]
