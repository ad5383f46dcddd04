"""The simulation keeps the bot's promises, replays exactly, and finds faults that are planted in the bot."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import THOROUGH, thorough
from tests.simulation.planted import PLANTED

ROOT = Path(__file__).parents[2]
_TODAY = datetime.date.today().toordinal() * 1000  # noqa: DTZ011  any number that changes


def simulate(*arguments: str, planted: str = "", hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the simulation in a process of its own, with a planted fault if one is named."""
    code = (
        "import sys; from tests.simulation import __main__ as it, planted\n"
        f"planted.plant({planted!r})\nsys.exit(it.main())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, env=environment, cwd=ROOT
    )


def test_a_few_seeds_keep_every_promise() -> None:
    done = simulate("--seeds", f"{_TODAY}:{_TODAY + 999}" if THOROUGH else "11:17")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-3000:]


@pytest.mark.parametrize("seed", ["15", *thorough("16")])
def test_a_seed_has_the_same_transcript_in_every_interpreter(seed: str) -> None:
    first, again = (simulate("--seed", seed, hash_seed=number) for number in ("1", "2"))
    assert first.stdout == again.stdout
    assert "is killed" in first.stdout
    assert first.stdout.count(" makes ") >= 60


@pytest.mark.thorough
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    done = simulate("--seeds", "1:2000", "--first-only", planted=fault)
    assert done.returncode == 1, done.stdout[-500:] + done.stderr[-2000:]
    assert "the simulation runs" not in done.stdout
