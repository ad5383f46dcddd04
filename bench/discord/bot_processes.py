"""Kontor as processes on the fake Discord: started as an operator starts them, killed, or stopped in order."""

from __future__ import annotations

import asyncio
import ctypes
import os
import re
import signal
import sys
from pathlib import Path

from bench.discord.fake_discord import FakeDiscord, use_fake_discord
from pictures.painters import PAINTERS
from storage import Address

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
_PARTITION_ACQUIRED = re.compile(r"token=\d+ acquired")
_STOP_TIMEOUT_S = 20
"""Seconds within which a process must have ended after a signal."""


class BotProcess:
    """One bot process; its log is in a file."""

    def __init__(self, fake: FakeDiscord, name: str, folder: Path, **settings: str) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self._fake = fake
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        """True if it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def has_partition(self) -> bool:
        """True if its log says that it has held a partition."""
        return _PARTITION_ACQUIRED.search(self.log.read_text(encoding="utf-8")) is not None

    def cpu_seconds(self) -> float:
        """Return the CPU seconds it has used, without its child processes."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def start(self) -> None:
        """Start it. It connects once it has a partition."""
        keep = ("PATH", "HOME", "LANG", "TMPDIR")
        environment = {name: os.environ[name] for name in keep if name in os.environ}
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.discord.bot_processes", str(self._fake.port), self.name),
                env={**environment, "DISCORD_TOKEN": "a.b.c", **self._settings},
                stdout=log,
                stderr=log,
            )

    async def wait_for_log(self, word: str) -> None:
        """Wait until its log contains a word."""
        async with asyncio.timeout(_STOP_TIMEOUT_S):
            while word not in self.log.read_text(encoding="utf-8"):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """Send SIGKILL and wait until it is gone."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Send it a signal to stop."""
        assert self._process is not None
        self._process.send_signal(sign)

    async def wait_ended(self) -> int:
        """Wait until it has ended, and return its exit status."""
        assert self._process is not None
        async with asyncio.timeout(_STOP_TIMEOUT_S):
            return await self._process.wait()

    async def ensure_dead(self) -> None:
        """Kill it if it is still running."""
        if self.running:
            await self.kill()


def environment_for(address: Address, shards: int = 1, processes: int = 1) -> dict[str, str]:
    """Return the environment variables of all processes on one database."""
    split = {"KONTOR_SHARDS": str(shards), "KONTOR_PROCESSES": str(processes)} if shards > 1 else {}
    return {"KONTOR_DB": str(address), **split}


def main() -> int:
    """Be one of these processes: `python -m bench.discord.bot_processes PORT NAME`. It draws no pictures."""
    import bot

    if hasattr(_LIBC, "prctl"):
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # end with the measuring process, even if that is killed
    port, name = sys.argv[1:]
    use_fake_discord(int(port), name)
    PAINTERS.clear()
    sys.argv[1:] = ["run"]
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
