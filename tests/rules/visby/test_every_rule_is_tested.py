"""Every numbered rule of Visby has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

RULES = set(range(1, 24))


def test_every_rule_from_v1_to_v23_is_named_by_a_test() -> None:
    here = Path(__file__).parent
    named = {
        int(number)
        for file in here.glob("test_*.py")
        for number in re.findall(r"^def test_v(\d\d)_", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert sorted(RULES - named) == []
    assert sorted(named - RULES) == []
