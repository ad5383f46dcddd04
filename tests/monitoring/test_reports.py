"""Reports are made only where they are wanted, and the log's lines can be in them since they hold nothing filled in."""

from __future__ import annotations

import ast
import sys

import pytest

from monitoring import MonitoringError, reports_to
from tests.monitoring.verbs import ROOT

ROOMS = ("cluster", "cogs", "monitoring", "opponents", "pictures", "rules", "storage", "tables", "words")
LEVELS = {"error": 0, "exception": 0, "critical": 0, "log": 1}


def test_every_error_is_logged_as_a_text_of_the_code_with_what_is_filled_in_apart() -> None:
    found = 0
    for file in (ROOT / "bot.py", *(each for room in ROOMS for each in sorted((ROOT / room).rglob("*.py")))):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "getLogger(" in text else ():
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            logger = ast.unparse(node.func.value)
            if node.func.attr in LEVELS and (logger == "log" or "getLogger" in logger):
                said = node.args[LEVELS[node.func.attr]]
                assert isinstance(said, ast.Constant), f"{file}:{node.lineno}"
                found += 1
    assert found > 10


def test_without_an_address_nothing_is_imported_or_done() -> None:
    with reports_to("", "1", ()) as nothing:
        assert nothing is None


@pytest.mark.parametrize(
    "dsn", ["elsewhere", "http://127.0.0.1/1", "https://key@example.invalid/", "https://key@h:port/1"]
)
def test_a_wrong_address_is_refused_with_a_sentence_that_does_not_show_it(dsn: str) -> None:
    with pytest.raises(MonitoringError, match="SENTRY_DSN is no address of a Sentry project") as refused:
        reports_to(dsn, "1", ()).__enter__()
    assert dsn not in str(refused.value)


def test_who_lacks_the_package_reads_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "monitoring.reports", raising=False)
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(
        MonitoringError, match=r"SENTRY_DSN needs the package sentry-sdk. Install it: .* -r requirements"
    ):
        reports_to("https://key@example.invalid/1", "1", ())
