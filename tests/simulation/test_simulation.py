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


def simulate(
    *arguments: str, planted: str = "", folder: Path = ROOT, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run the simulation in a process of its own, in a folder, with these environment variables and a planted fault."""
    code = (
        "import sys; from tests.simulation import __main__ as it, planted\n"
        f"planted.plant({planted!r})\nsys.exit(it.main())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment, cwd=folder)


@pytest.mark.slow
def test_a_few_seeds_keep_every_promise() -> None:
    done = simulate("--seeds", f"{_TODAY}:{_TODAY + 999}" if THOROUGH else "7:9")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-3000:]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", ["15", *thorough("16")])
def test_a_seed_has_the_same_transcript_whatever_surrounds_it(seed: str, tmp_path: Path) -> None:
    """With other hashes, another working folder, home, time zone and language."""
    elsewhere = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "TZ": "Asia/Kolkata", "LC_ALL": "C", "LANG": "C"}
    first = simulate("--seed", seed, PYTHONHASHSEED="1")
    again = simulate("--seed", seed, PYTHONHASHSEED="2", folder=tmp_path, **elsewhere)
    assert first.stdout == again.stdout
    assert "is killed" in first.stdout
    assert first.stdout.count(" makes ") >= 60


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    done = simulate("--seeds", "1:2000", "--first-only", planted=fault)
    assert done.returncode == 1, done.stdout[-500:] + done.stderr[-2000:]
    assert "the simulation runs" not in done.stdout
