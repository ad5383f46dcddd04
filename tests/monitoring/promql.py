"""Evaluates Prometheus rules over real scrapes, as far as ours need it, and refuses everything else.

The text is parsed by Prometheus's own grammar. Unlike Prometheus, `increase` and `rate` are not extrapolated to the
edges of their window: that makes them smaller, never larger, so what fires here fires there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import timedelta
from itertools import pairwise
from typing import Any

import promql_parser as promql
from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
STALE = 300
"""Seconds after which a sample says nothing any more."""


class Scrapes:
    """What was scraped when, with the labels that Prometheus adds."""

    def __init__(self, job: str) -> None:
        self._job = job
        self._taken: dict[str, dict[Labels, list[tuple[float, float]]]] = {}
        self.latest = 0.0

    def wait(self, until: float) -> None:
        """Let time go by; whoever is not scraped meanwhile is no target any more."""
        self.latest = until

    def add(self, at: float, text: str | None, process: str = "") -> None:
        """Add what somebody scraped of a process; None: nobody answered."""
        self.latest = at
        whose = {"instance": process} if process else {}
        self._note("up", whose, 0.0 if text is None else 1.0)
        for family in text_string_to_metric_families(text or ""):
            for sample in family.samples:
                self._note(sample.name, {**sample.labels, **whose}, sample.value)

    def _note(self, name: str, labels: Mapping[str, str], value: float) -> None:
        series = frozenset({**labels, "job": self._job}.items())
        self._taken.setdefault(name, {}).setdefault(series, []).append((self.latest, value))

    def window(self, selector: Any, seconds: float) -> dict[Labels, list[tuple[float, float]]]:
        """Return the samples of a selector's series in so many seconds before the latest scrape, the oldest first."""
        assert not selector.offset
        assert not selector.at
        assert not selector.matchers.or_matchers
        found = {
            labels: [each for each in samples if each[0] > self.latest - seconds]
            for labels, samples in self._taken.get(selector.name, {}).items()
            if all(_meets(each, dict(labels)) for each in selector.matchers.matchers)
        }
        return {labels: samples for labels, samples in found.items() if samples}


def _meets(matcher: Any, labels: Mapping[str, str]) -> bool:
    if matcher.op == promql.MatchOp.Equal:
        return labels.get(matcher.name, "") == str(matcher.value)
    raise NotImplementedError(f"{matcher}")


class Rule:
    """An alert: which expression has to hold for how many seconds."""

    def __init__(self, rule: Mapping[str, Any]) -> None:
        self.name = str(rule["alert"])
        self._expression = promql.parse(rule["expr"])
        self._lasts = (promql.parse_duration(rule["for"]) if "for" in rule else timedelta()).total_seconds()
        self._holding: dict[Labels, float] = {}
        """Since when it holds."""

    def fires(self, scrapes: Scrapes) -> bool:
        """Say whether it fires with the latest scrape; to be asked after each."""
        now = evaluate(self._expression, scrapes)
        assert isinstance(now, dict), "an alert is about series"
        self._holding = {labels: self._holding.get(labels, scrapes.latest) for labels in now}
        return any(scrapes.latest - since >= self._lasts for since in self._holding.values())


def evaluate(expression: Any, scrapes: Scrapes) -> Vector | float:
    """Return what an expression is with the latest scrape."""
    match expression:
        case promql.NumberLiteral():
            return float(expression.val)
        case promql.ParenExpr():
            return evaluate(expression.expr, scrapes)
        case promql.VectorSelector():
            return {labels: each[-1][1] for labels, each in scrapes.window(expression, STALE).items()}
        case promql.Call() if expression.func.name in ("increase", "rate"):
            (span,) = expression.args
            seconds = span.range.total_seconds()
            grown = scrapes.window(span.vector_selector, seconds)
            share = seconds if expression.func.name == "rate" else 1.0
            return {labels: _grown(each) / share for labels, each in grown.items() if len(each) > 1}
        case promql.Call() if expression.func.name == "absent":
            (selector,) = expression.args
            labels = frozenset((each.name, str(each.value)) for each in selector.matchers.matchers)
            return {} if scrapes.window(selector, STALE) else {labels: 1.0}
        case promql.AggregateExpr() if str(expression.op) in _TOGETHER:
            return _together(expression, evaluate(expression.expr, scrapes))
        case promql.BinaryExpr():
            return _both(expression, evaluate(expression.lhs, scrapes), evaluate(expression.rhs, scrapes))
    raise NotImplementedError(f"{type(expression).__name__}: {expression.prettify()}")


def _grown(samples: list[tuple[float, float]]) -> float:
    values = [value for _, value in samples]
    return sum(later - (earlier if later >= earlier else 0.0) for earlier, later in pairwise(values))


_TOGETHER: dict[str, Callable[[float, float], float]] = {"sum": lambda one, other: one + other, "max": max}


def _together(expression: Any, over: Vector | float) -> Vector:
    assert isinstance(over, dict)
    join = _TOGETHER[str(expression.op)]
    modifier, kept = expression.modifier, ()
    if modifier is not None:
        assert modifier.type == promql.AggModifierType.By
        kept = tuple(modifier.labels)
    found: Vector = {}
    for labels, value in over.items():
        key = frozenset(each for each in labels if each[0] in kept)
        found[key] = join(found[key], value) if key in found else value
    return found


def _divided(one: float, other: float) -> float:
    return one / other if other else math.nan if not one or math.isnan(one) else math.copysign(math.inf, one)


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {"-": lambda one, other: one - other, "/": _divided}
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">": lambda one, other: one > other,
    "==": lambda one, other: one == other,
}


def _both(expression: Any, one: Vector | float, other: Vector | float) -> Vector | float:
    sign, modifier = str(expression.op), expression.modifier
    assert modifier is None or not modifier.return_bool
    if sign == "or":
        assert isinstance(one, dict)
        assert isinstance(other, dict)
        return {**other, **one}
    pairs = _pairs(one, other)
    if sign == "and":
        return {labels: pair[0] for labels, pair in pairs.items()}
    if sign in _ARITHMETIC:
        return {labels: _ARITHMETIC[sign](*pair) for labels, pair in pairs.items()}
    if sign in _COMPARISONS:
        return {labels: pair[0] for labels, pair in pairs.items() if _COMPARISONS[sign](*pair)}
    raise NotImplementedError(sign)


def _pairs(one: Vector | float, other: Vector | float) -> dict[Labels, tuple[float, float]]:
    if isinstance(one, dict) and isinstance(other, dict):
        return {labels: (value, other[labels]) for labels, value in one.items() if labels in other}
    if isinstance(one, dict) and not isinstance(other, dict):
        return {labels: (value, other) for labels, value in one.items()}
    if isinstance(other, dict) and not isinstance(one, dict):
        return {labels: (one, value) for labels, value in other.items()}
    raise NotImplementedError("two numbers")
