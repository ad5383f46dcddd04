"""Every numbered rule of Haithabu has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

RULES = set(range(1, 45))


def test_every_rule_from_h1_to_h44_is_named_by_a_test() -> None:
    here = Path(__file__).parent
    named = {
        int(number)
        for file in here.glob("test_*.py")
        for names in re.findall(r"^def test((?:_h\d\d)+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
        for number in re.findall(r"\d\d", names)
    }
    assert sorted(RULES - named) == []
    assert sorted(named - RULES) == []
