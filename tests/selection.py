"""Which tests belong to `make test`, and which only to `make thorough`. `docs/testing.md` describes the markers."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

THOROUGH = bool(os.environ.get("THOROUGH"))
"""True in `make thorough`: random tests play more games and examples, with new seeds in every run."""

SERVER_FIXTURES = {"postgres", "second_server"}
"""Fixtures that start a PostgreSQL server."""


def thorough(*values: Any) -> list[Any]:
    """Return parameters for `pytest.mark.parametrize` that only `make thorough` runs.

    A value that is a tuple gives several parameters at once.
    """
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.thorough) for value in values
    ]


def mark_items(items: Iterable[pytest.Item]) -> None:
    """Add the markers that follow from other markers and from fixtures.

    `postgresql`: the test needs a PostgreSQL server.

    `thorough`: of a test marked `repeated(n)`, all but the first of every `n` cases on each engine; of a test that runs
    on both engines, all cases on PostgreSQL except the first one of a test marked `both_engines`.
    """
    cases: Counter[tuple[str, bool]] = Counter()
    for item in items:
        second_engine = item.get_closest_marker("postgresql") is not None
        if SERVER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.postgresql)
        if item.get_closest_marker("thorough"):
            continue
        test = item.nodeid.partition("[")[0], second_engine
        repeated = item.get_closest_marker("repeated")
        if (second_engine and (cases[test] or item.get_closest_marker("both_engines") is None)) or (
            repeated and cases[test] % repeated.args[0]
        ):
            item.add_marker(pytest.mark.thorough)
        cases[test] += 1
