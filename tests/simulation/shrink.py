"""Shrinking a run that breaks a promise: leave out whatever is not needed for that, by delta debugging."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from tests.simulation.plan import CLICKS, KILLS, Plan, Step

Fails = Callable[[Plan], bool]
"""Returns True if a plan still breaks the promise."""


def shrink(plan: Plan, fails: Fails, most_tries: int = 300) -> Plan:
    """Return a smaller plan that still fails: fewer tables, people, faults, kills, clicks; shorter gaps.

    It ends when nothing can be left out, or after so many tries.
    """
    tries = iter(range(most_tries))

    def still_fails(smaller: Plan) -> bool:
        return next(tries, None) is not None and fails(smaller)

    before = None
    while before != plan:
        before = plan
        for smaller in _smaller_kinds(plan):
            if len(smaller.steps) < len(plan.steps) and still_fails(smaller):
                plan = smaller
        plan = _without_steps(plan, still_fails)
        for smaller in _simpler(plan):
            if still_fails(smaller):
                plan = smaller
                break
    return plan


def _smaller_kinds(plan: Plan) -> Iterator[Plan]:
    """Yield plans without one of the tables, without kills, and without faults."""
    for table in range(len(plan.tables)):
        yield _only(plan, lambda step, table=table: step.kind not in CLICKS or step.table != table)  # type: ignore[misc]
    yield _only(plan, lambda step: step.kind not in KILLS)
    yield _only(plan, lambda step: step.kind in (*CLICKS, *KILLS))


def _without_steps(plan: Plan, fails: Fails) -> Plan:
    """Leave out half of the steps, then quarters, at last single ones, from the end on."""
    length = len(plan.steps) // 2
    while length:
        start = len(plan.steps) - length
        while start > -length:
            smaller = msgspec.structs.replace(
                plan, steps=plan.steps[: max(0, start)] + plan.steps[max(0, start + length) :]
            )
            if fails(smaller):
                plan = smaller
            start -= length
        length //= 2
    return plan


def _simpler(plan: Plan) -> Iterator[Plan]:
    """Yield plans with fewer people, and with even gaps between the steps."""
    for people in range(2, plan.people):
        yield msgspec.structs.replace(plan, people=people)
    if len({step.gap_s for step in plan.steps}) > 1:
        for gap_s in (0.1, 10.0):
            even = tuple(msgspec.structs.replace(step, gap_s=gap_s) for step in plan.steps)
            yield msgspec.structs.replace(plan, steps=even)


def _only(plan: Plan, keep: Callable[[Step], bool]) -> Plan:
    return msgspec.structs.replace(plan, steps=tuple(filter(keep, plan.steps)))
