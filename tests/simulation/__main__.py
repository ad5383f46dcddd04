"""`python -m tests.simulation --seed N` replays one run, `--seeds 1:1000` runs many."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections import Counter

from tests.simulation.runs import Outcome, play_seeds, shrunk

_PROGRESS_EVERY = 200
"""After so many seeds a line on standard error says how far it is."""


def main() -> int:
    """Run the command line; return 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="replay this run, with its whole transcript")
    parser.add_argument("--shrink", action="store_true", help="with --seed: show a smaller run with the same finding")
    parser.add_argument("--seeds", default="1:20", metavar="FIRST:LAST", help="play many runs")
    parser.add_argument(
        "--first-only", action="store_true", help="with --seeds: stop at the first finding, without a story"
    )
    wanted = parser.parse_args()
    logging.disable(logging.CRITICAL)
    if wanted.seed is None:
        first, last = map(int, wanted.seeds.split(":"))
        return _play_many(range(first, last + 1), first_only=wanted.first_only)
    ((_, outcome),) = play_seeds(range(wanted.seed, wanted.seed + 1))
    if wanted.shrink and outcome.broken:
        outcome = shrunk(outcome)
    print(_story(outcome))
    return int(bool(outcome.broken))


def _play_many(seeds: range, *, first_only: bool) -> int:
    """Play runs; print each finding, a short story of the first one, and a summary. Return 1 if there was one.

    `first_only`: stop at the first finding, and do not tell its story.
    """
    failed, fewest = Counter[str](), [sys.maxsize] * 3
    played = with_finding = 0
    for seed, outcome in play_seeds(seeds):
        played += 1
        fewest = list(map(min, fewest, (outcome.moves, outcome.plan.faults, outcome.kills)))
        if played % _PROGRESS_EVERY == 0:
            print(f"{played} seeds, {with_finding} with a finding", file=sys.stderr, flush=True)
        if outcome.broken:
            print(f"seed {seed}: {outcome.broken[0]}"[:600], flush=True)
            if not failed and not first_only:
                print(_story(shrunk(outcome)), flush=True)
            failed.update({finding.promise for finding in outcome.broken})
            with_finding += 1
            if first_only:
                break
    a_minute = 60 * played / sum(os.times()[:4])
    print(f"{played} seeds, {with_finding} with a finding, {a_minute:.0f} seeds in a minute of one core")
    print("at least {} moves, {} faults and {} kills in each".format(*fewest))
    for promise, times in failed.most_common():
        print(f"{times:6} broke: {promise}")
    return int(bool(failed))


def _story(outcome: Outcome) -> str:
    """Return a run as text: what happened when, then what was found."""
    size = f"{len(outcome.plan.steps)} steps, {outcome.plan.faults} faults, {outcome.kills} kills"
    return "\n".join([*outcome.transcript, f"= {size}, digest {outcome.digest}", *map(str, outcome.broken)])


if __name__ == "__main__":
    sys.exit(main())
