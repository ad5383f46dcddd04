"""Kontor as processes of its own on the stand-in: started as an operator starts them, killed, or told to end."""

from __future__ import annotations

import asyncio
import ctypes
import os
import re
import signal
import sys
from pathlib import Path

from bench.discord.standin import StandIn, take_for_discord
from pictures.painters import PAINTERS
from storage import Address

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
_HOLDS = re.compile(r"epoch=\d+ held")
_TO_END = 20
"""Seconds within which a process ends that was told to."""


class Process:
    """One process, by its name; what it logs is in a file."""

    def __init__(self, here: StandIn, name: str, folder: Path, **settings: str) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self._here = here
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def holds(self) -> bool:
        """Whether it has said that it holds a partition."""
        return _HOLDS.search(self.log.read_text(encoding="utf-8")) is not None

    def cpu(self) -> float:
        """Return the seconds of CPU it has used; not those of processes that think for it."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def start(self) -> None:
        """Start it; it connects when it has a partition."""
        keep = ("PATH", "HOME", "LANG", "TMPDIR")
        environment = {name: os.environ[name] for name in keep if name in os.environ}
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.discord.bot_processes", str(self._here.port), self.name),
                env={**environment, "DISCORD_TOKEN": "a.b.c", **self._settings},
                stdout=log,
                stderr=log,
            )

    async def says(self, word: str) -> None:
        """Wait until its log has a word."""
        async with asyncio.timeout(_TO_END):
            while word not in self.log.read_text(encoding="utf-8"):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """Kill it, without a word."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Tell it to end."""
        assert self._process is not None
        self._process.send_signal(sign)

    async def ended(self) -> int:
        """Wait until it has ended; return how."""
        assert self._process is not None
        async with asyncio.timeout(_TO_END):
            return await self._process.wait()

    async def bury(self) -> None:
        """Let nothing of it be left, whatever has happened."""
        if self.running:
            await self.kill()


def settings_for(address: Address, shards: int = 1, processes: int = 1) -> dict[str, str]:
    """Return the settings of all processes on one database."""
    split = {"KONTOR_SHARDS": str(shards), "KONTOR_PROCESSES": str(processes)} if shards > 1 else {}
    return {"KONTOR_DB": str(address), **split}


def main() -> int:
    """Be one of these processes: `python -m bench.discord.processes PORT NAME`. It draws no pictures."""
    import bot

    if hasattr(_LIBC, "prctl"):
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # Whoever measures may be killed: nobody is left then.
    port, name = sys.argv[1:]
    take_for_discord(int(port), name)
    PAINTERS.clear()
    sys.argv[1:] = ["run"]
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
