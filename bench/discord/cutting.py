"""A wire between processes and their PostgreSQL that can be cut, and mended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path


class Wire:
    """Passes on what it gets, to a server's socket; cut, it passes on nothing, and says so to nobody."""

    def __init__(self, socket: Path) -> None:
        self.port = 0
        self._socket = socket
        self._whole = asyncio.Event()
        self._whole.set()
        self._ends: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Pass on nothing from now on: neither an answer nor an error."""
        self._whole.clear()

    def mend(self) -> None:
        """Break what was cut, and pass on what comes anew."""
        for end in self._ends:
            end.transport.abort()
        self._whole.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[int]:
        """Listen on a free port."""
        server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self.port
        finally:
            self.mend()
            server.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        with suppress(OSError):
            there, back = await asyncio.open_unix_connection(str(self._socket))
            self._ends |= {writer, back}
            await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer), return_exceptions=True)
            self._ends -= {writer, back}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while some := await reader.read(1 << 16):
                await self._whole.wait()
                writer.write(some)
                await writer.drain()
        finally:
            writer.close()
