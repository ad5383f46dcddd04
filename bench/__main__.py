"""`python -m bench [NAME …]`: measure everything, or only what is named. `make bench` brings what is needed for it."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

MEASUREMENTS = (
    *("engine", "stalls", "click", "engines", "aldermen", "load", "burst", "pictures", "leaderboard"),
    *("processes", "split", "kills", "rolling"),
)
"""Modules here, each with a `measure() -> bool` that prints its table and says whether all goals were reached."""


def main() -> int:
    """Run the measurements; fail if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Speed, as ratios against others.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {', '.join(MEASUREMENTS)} (default: all)")
    names = parser.parse_args().names or MEASUREMENTS
    for name in names:
        if name not in MEASUREMENTS:
            parser.error(f"there is no measurement {name}, only {', '.join(MEASUREMENTS)}")
    try:
        reached = [import_module(f"bench.{name}").measure() for name in names]
    except ModuleNotFoundError as missing:
        print(f"{missing.name} is not installed. `make bench` installs all that is compared with.", file=sys.stderr)
        return 2
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
