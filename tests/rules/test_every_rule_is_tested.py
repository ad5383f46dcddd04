"""Every numbered rule of every game has a test that names it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from rules import GAMES

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_is_named_by_a_test_and_no_other(game: str) -> None:
    said = re.search(r"[Rr]ules (?:are )?([A-Z])1 to \1(\d+)\.", import_module(f"rules.{game}").__doc__ or "")
    assert said, "the package does not say which rules there are"
    letter, last = said[1].lower(), int(said[2])
    named = {
        int(number)
        for file in (HERE / game).glob("test_*.py")
        for names in re.findall(rf"^def test((?:_{letter}\d\d)+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
        for number in re.findall(r"\d\d", names)
    }
    assert sorted(named) == list(range(1, last + 1))
