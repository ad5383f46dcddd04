"""Reads docs/adding-a-game.md and writes the files that it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"

_BLOCK = re.compile(r"^\*\*`([\w./]+)`\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """Return every file on the page, by its path: each block is headed by one."""
    text = PAGE.read_text(encoding="utf-8")
    found = _BLOCK.findall(text)
    assert len(found) == text.count("\n```") // 2, "a block on the page has no file's name above it"
    assert len(dict(found)) == len(found), "a file stands on the page twice"
    return dict(found)


def write(folder: Path) -> None:
    """Lay the game out as rooms in a folder."""
    for path, text in files().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def python(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run our Python with the folder on the import path."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder)},
        timeout=300,
        check=False,
    )
