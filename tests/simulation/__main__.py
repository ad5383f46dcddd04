"""`python -m tests.simulation --seed N` replays one run, `--seeds 1:1000` runs many."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
import traceback

from tests.simulation.oracles import findings
from tests.simulation.world import Size, World

_SEEDS_PER_CHILD = 25
"""Runs in one child process. A killed simulated process leaves coroutines that must never be closed."""


def play(seed: int, size: Size) -> tuple[World, list[str]]:
    """Play a run; return it with the promises it has broken."""
    world = World(seed, size)
    try:
        broken = world.run(findings)
    except Exception:
        return world, [traceback.format_exc()]
    return world, broken


def _many(first: int, last: int, size: Size, *, first_only: bool) -> int:
    """Play runs in child processes; print the failing ones and a summary. Return how many have failed.

    `first_only`: stop after the first that fails.
    """
    began, failed = time.perf_counter(), 0
    for start in range(first, last + 1, _SEEDS_PER_CHILD):
        child = os.fork()
        if child == 0:
            bad, worlds = 0, []
            for seed in range(start, min(start + _SEEDS_PER_CHILD, last + 1)):
                world, broken = play(seed, size)
                worlds.append(world)  # Never collected: see `_SEEDS_PER_CHILD`.
                if broken:
                    bad += 1
                    print(f"seed {seed}: {broken[0]}", flush=True)
                    if first_only:
                        break
            os._exit(bad)
        _, status = os.waitpid(child, 0)
        failed += os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1
        if failed and first_only:
            break
    seconds = time.perf_counter() - began
    print(f"{last - first + 1} seeds, {failed} failed, {60 * (last - first + 1) / seconds:.0f} seeds a minute")
    return failed


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seeds", default="1:20", help="FIRST:LAST")
    parser.add_argument("--first-only", action="store_true", help="stop after the first seed that fails")
    wanted = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # The order of sets must not differ from run to run.
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.simulation", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    logging.disable(logging.CRITICAL)
    if wanted.seed is None:
        first, last = map(int, wanted.seeds.split(":"))
        return min(1, _many(first, last, Size(), first_only=wanted.first_only))
    world, broken = play(wanted.seed, Size())
    print("\n".join([*world.transcript, *broken]), flush=True)
    os._exit(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
