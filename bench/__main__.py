"""`python -m bench [NAME …]`: run all measurements, or the named ones. `make bench` installs what they need."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

MEASUREMENTS = {
    "engine": "engine",
    "presses": "presses",
    "stalls": "stalls",
    "click": "click",
    "engines": "engines",
    "aldermen": "aldermen",
    "flood": "flood",
    "load": "load",
    "burst": "burst",
    "pictures": "rendering",
    "leaderboard": "leaderboard",
    "processes": "worker_processes",
    "split": "split",
    "kills": "kills",
    "rolling": "rolling",
    "waiting": "waiting",
    "days": "days",
}
"""By name: the module of `bench` whose `measure() -> bool` prints tables and returns True if all goals were reached."""


def main() -> int:
    """Run the measurements named on the command line, or all of them.

    Return the exit status: 0 if all goals were reached, 1 if not, 2 if a package is missing. In that case a message is
    printed and the remaining measurements are not run. An unknown name ends the process with a message and status 2.
    """
    parser = argparse.ArgumentParser(prog="python -m bench", description="Speed, as ratios against others.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {', '.join(MEASUREMENTS)} (default: all)")
    names = parser.parse_args().names or list(MEASUREMENTS)
    for name in names:
        if name not in MEASUREMENTS:
            parser.error(f"there is no measurement {name}, only {', '.join(MEASUREMENTS)}")
    try:
        reached = [import_module(f"bench.{MEASUREMENTS[name]}").measure() for name in names]
    except ModuleNotFoundError as missing:
        print(f"{missing.name} is not installed. `make bench` installs all that is compared with.", file=sys.stderr)
        return 2
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
