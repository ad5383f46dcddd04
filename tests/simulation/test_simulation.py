"""The simulation keeps the bot's promises, replays exactly, and finds faults that are planted in the bot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import THOROUGH

ROOT = Path(__file__).parents[2]
_PLANTED = {
    "acknowledge before sending": """
from tables.delivery import outbox
tell = outbox._tell
async def forgets(services, row, table, seats):
    async with services.db.transaction() as db:
        await outbox.sql.cross_out(db, row, newest_only=False)
    return await tell(services, row, table, seats)
outbox._tell = forgets
""",
    "a new nonce for every attempt": """
from cogs.delivery import sending
send, n = sending.Sending.send, iter(range(10**9))
import msgspec
async def anew(self, outgoing, *args, **more):
    return await send(self, msgspec.structs.replace(outgoing, nonce=f"x{next(n)}"), *args, **more)
sending.Sending.send = anew
""",
    "never refresh a board": """
from cogs.delivery import live_messages
async def nothing(self, *args, **more): ...
live_messages.LiveMessages.update = nothing
""",
}


def simulate(*arguments: str, planted: str = "") -> subprocess.CompletedProcess[str]:
    """Run the simulation in a process of its own, after some code that breaks the bot."""
    code = f"{planted}\nimport sys, tests.simulation.__main__ as it\nsys.exit(it.main())"
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, env=environment, cwd=ROOT
    )


def test_a_few_seeds_keep_every_promise() -> None:
    done = simulate("--seeds", "1:1000" if THOROUGH else "1:8")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_a_seed_replays_exactly() -> None:
    first, again = (simulate("--seed", "5") for _ in range(2))
    assert first.stdout == again.stdout
    assert "is killed" in first.stdout
    assert first.stdout.count(" fault ") >= 10, "each begins and ends"
    assert first.stdout.count(" made ") >= 60


@pytest.mark.thorough
@pytest.mark.parametrize("fault", _PLANTED)
def test_a_planted_fault_is_found(fault: str) -> None:
    done = simulate("--seeds", "1:200", "--first-only", planted=_PLANTED[fault])
    assert done.returncode == 1, done.stdout[-500:] + done.stderr[-2000:]
