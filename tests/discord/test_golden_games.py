"""Golden games in Discord: whatever happens inside, people see the same messages, buttons, pictures and pings.

Where they are meant to see something else: `python -m tests.discord.golden` writes the games anew.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.discord.golden.games import FOLDER, GAMES, written

LONGEST = 300
"""Lines of a difference that are shown."""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
async def test_a_golden_game_looks_as_it_did(name: str, quick_path: Path) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    seen = await written(name, quick_path)
    if seen == expected:
        return
    lines = [*difflib.unified_diff(expected.splitlines(), seen.splitlines(), "as it was", "as it is now", lineterm="")]
    more = f"\n… and {len(lines) - LONGEST} lines more" if len(lines) > LONGEST else ""
    pytest.fail(
        f"People see something else in {name}. If that is meant: python -m tests.discord.golden {name}\n"
        + "\n".join(lines[:LONGEST])
        + more,
        pytrace=False,
    )
