"""Playing a plan in a child process, so that no run can influence another."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import traceback
from typing import NamedTuple

from tests.simulation.oracles import SECRETS, Observed, findings, noticed_secret
from tests.simulation.plan import Plan, plan_of
from tests.simulation.shrink import shrink
from tests.simulation.world import Finding, World
from tests.storage.fresh import empty_file


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
    observed: Observed
    """What others received before a secret was revealed, if there was one."""


def play_seed(seed: int) -> Outcome:
    """Play the plan of a seed; with every tenth seed, also with another hidden choice, which nobody may notice."""
    outcome = play(plan_of(seed), extend=True)
    if seed % 10 or outcome.broken:
        return outcome
    other = play(outcome.plan, otherwise=True)
    return outcome._replace(broken=noticed_secret(outcome.observed, other.observed))


def play(plan: Plan, *, extend: bool = False, otherwise: bool = False) -> Outcome:
    """Play a plan and return what came of it; see `World` for `extend` and `otherwise`."""
    empty_database = asyncio.run(empty_file())
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        gc.disable()
        world = World(plan, extend=extend, otherwise=otherwise)
        try:
            broken = world.run(findings, empty_database)
        except BaseException:
            broken = [Finding("the simulation runs", traceback.format_exc())]
        outcome = Outcome(world.plan, broken, world.transcript, world.digest(), len(world.made), world.observed)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(outcome, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        came: Outcome = pickle.load(pipe)
    os.waitpid(child, 0)
    return came


def shrunk(outcome: Outcome) -> Outcome:
    """Return a smaller run that breaks the same promise."""
    promise = outcome.broken[0].promise

    def fails(plan: Plan) -> bool:
        return any(finding.promise == promise for finding in _play_with_twin(plan, promise).broken)

    return _play_with_twin(shrink(outcome.plan, fails), promise)


def _play_with_twin(plan: Plan, promise: str) -> Outcome:
    """Play a plan again; also with another hidden choice if the promise is about that."""
    outcome = play(plan)
    if promise == SECRETS:
        outcome = outcome._replace(broken=noticed_secret(outcome.observed, play(plan, otherwise=True).observed))
    return outcome
