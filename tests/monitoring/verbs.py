"""All verbs that can be asked for: those of the actions, and those that only commands have."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def of_commands() -> set[str]:
    """Return every verb that a command names in the code."""
    return {verb for file in sorted((ROOT / "cogs").rglob("*.py")) for verb in _named(ast.parse(file.read_text()))}


def _named(code: ast.Module) -> Iterator[str]:
    for node in ast.walk(code):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        place = {"Target": 0, "ask": 1}.get(called)
        if place is not None and len(node.args) > place:
            yield from (
                str(each.value)
                for each in ast.walk(node.args[place])
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )
