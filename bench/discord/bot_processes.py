"""Runs Kontor in processes of its own on the fake Discord: `BotProcess` starts, kills or stops one.

Run as a script, this module is such a process: it replaces Discord's addresses and then calls `bot.py run`.
"""

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
"""Timeout of each wait for a process: for its end after a signal, and for a word in its log."""


class BotProcess:
    """One bot process, started by `start`. Its output is appended to the file `log`: `NAME.log` in the given folder.

    `settings` are environment variables, for example those of `environment_for`.
    """

    def __init__(self, fake: FakeDiscord, name: str, folder: Path, **settings: str) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self._fake = fake
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        """True if this process was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def has_partition(self) -> bool:
        """True if the log says that this process has acquired a partition, even if it lost it later."""
        return _PARTITION_ACQUIRED.search(self.log.read_text(encoding="utf-8")) is not None

    def cpu_seconds(self) -> float:
        """Return the CPU seconds that this process has used since its start, without its child processes."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def start(self) -> None:
        """Start the process without waiting for it; it connects to the fake Discord once it has a partition.

        It gets `settings` and only a few of this process's environment variables.
        """
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
        """Wait until this process's log contains a word; raise TimeoutError after `_STOP_TIMEOUT_S`."""
        async with asyncio.timeout(_STOP_TIMEOUT_S):
            while word not in self.log.read_text(encoding="utf-8"):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """Send SIGKILL to the process and wait until it has ended."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Send the process a signal to stop, and do not wait for its end."""
        assert self._process is not None
        self._process.send_signal(sign)

    async def wait_ended(self) -> int:
        """Wait until the process has ended and return its exit status; raise TimeoutError after `_STOP_TIMEOUT_S`."""
        assert self._process is not None
        async with asyncio.timeout(_STOP_TIMEOUT_S):
            return await self._process.wait()

    async def ensure_dead(self) -> None:
        """Kill the process if it is running; do nothing if it has ended or was never started."""
        if self.running:
            await self.kill()


def environment_for(address: Address, shards: int = 1, processes: int = 1) -> dict[str, str]:
    """Return the environment variables that all bot processes on one database need.

    `processes` is the number of partitions; it is set only if there is more than one shard.
    """
    split = {"KONTOR_SHARDS": str(shards), "KONTOR_PROCESSES": str(processes)} if shards > 1 else {}
    return {"KONTOR_DB": str(address), **split}


def main() -> int:
    """Run the bot on the fake Discord at a port until it is stopped, and return its exit status.

    Called as `python -m bench.discord.bot_processes PORT NAME`. The bot draws no pictures. If its parent process ends,
    it is killed.
    """
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
