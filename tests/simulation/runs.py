"""Playing plans in child processes: a killed simulated process leaves coroutines that must never be closed."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tests.simulation import oracles
from tests.simulation.findings import Finding
from tests.simulation.loop import Stuck
from tests.simulation.oracles import SECRETS, Observed, noticed_secret
from tests.simulation.plan import Plan, plan_of
from tests.simulation.shrink import shrink
from tests.simulation.world import World
from tests.storage.fresh import empty_file

_SEEDS_PER_CHILD = 20
"""A child's first run is slower than the others, and each leaves some rubbish."""


class Outcome(NamedTuple):
    """What came of a run."""

    plan: Plan
    """With all steps that were played."""
    broken: list[Finding]
    transcript: list[str]
    digest: str
    """A hash of the transcript."""
    moves: int
    """How many moves were confirmed."""
    kills: int
    """How many processes were killed."""
    observed: Observed
    """What others received before a secret was revealed, if there was one."""


def play_seeds(seeds: range) -> Iterator[tuple[int, Outcome]]:
    """Play the plans of these seeds, and yield each with what came of it."""
    for start in range(0, len(seeds), _SEEDS_PER_CHILD):
        some = seeds[start : start + _SEEDS_PER_CHILD]
        yield from zip(some, _in_child(lambda some=some: map(_play_seed, some)), strict=True)  # type: ignore[misc]


def shrunk(outcome: Outcome) -> Outcome:
    """Return a smaller run that breaks the same promise."""
    promise = outcome.broken[0].promise

    def again(plan: Plan) -> Outcome:
        (found,) = _in_child(lambda: [_with_twin(_play(plan)) if promise == SECRETS else _play(plan)])
        return found

    return again(shrink(outcome.plan, lambda plan: any(each.promise == promise for each in again(plan).broken)))


def _play_seed(seed: int) -> Outcome:
    outcome = _play(plan_of(seed), extend=True)
    return _with_twin(outcome) if outcome.observed and not outcome.broken else outcome


def _with_twin(outcome: Outcome) -> Outcome:
    """Play a run again with another choice or without a plan, which nobody may notice; add what was noticed."""
    other = _play(outcome.plan, otherwise=True)
    return outcome._replace(broken=outcome.broken + noticed_secret(outcome.observed, other.observed))


@cache
def _empty_database() -> bytes:
    """Return a database file with the whole schema."""
    return asyncio.run(empty_file())


_remains: list[World] = []
"""Runs that are over. They are kept: collecting them would run `finally` blocks of killed processes."""


def _play(plan: Plan, *, extend: bool = False, otherwise: bool = False) -> Outcome:
    world = World(plan, extend=extend, otherwise=otherwise)
    _remains.append(world)
    try:
        broken = world.run(oracles, _empty_database())
    except Stuck:
        broken = [*world.broken, Finding("every run ends", "it does not end")]
    except Exception:
        broken = [Finding("the simulation runs", traceback.format_exc())]
    return Outcome(world.plan, broken, world.transcript, world.digest(), len(world.made), world.kills, world.observed)


def _in_child(work: Callable[[], Iterable[Outcome]]) -> Iterator[Outcome]:
    """Do work in a child process and yield what it yields. The child ends when nobody wants to know more."""
    _empty_database()  # Made once, for all children.
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            gc.disable()
            with os.fdopen(writing, "wb") as pipe:
                for each in work():
                    pickle.dump(each, pipe)
                    pipe.flush()
        finally:
            os._exit(0)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as pipe:
            while pipe.peek(1):
                yield pickle.load(pipe)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
