"""`CuttableProxy`: a TCP proxy in front of PostgreSQL with which tests interrupt the connection and restore it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path


class CuttableProxy:
    """Forwards TCP connections to a server's Unix socket.

    Between `cut` and `restore` connections stay open and new ones wait, but nothing is forwarded and nobody gets an
    error, like a network that drops all packets. `restore` aborts the connections that were open before.
    """

    def __init__(self, socket: Path) -> None:
        self.port = 0
        self._socket = socket
        self._is_connected = asyncio.Event()
        self._is_connected.set()
        self._writers: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Forward nothing until `restore`; existing connections stay open and new ones wait."""
        self._is_connected.clear()

    def restore(self) -> None:
        """Abort all existing connections, and forward again."""
        for end in self._writers:
            end.transport.abort()
        self._is_connected.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[int]:
        """Listen on a free port of 127.0.0.1 during the block, and yield the port; abort all connections at the end."""
        server = await asyncio.start_server(self._handle_connection, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self.port
        finally:
            self.restore()
            server.close()

    async def _handle_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect to the server's socket and forward both directions until both have ended.

        Waits first while the proxy is cut. An OSError, for example of a stopped server, is ignored.
        """
        await self._is_connected.wait()
        with suppress(OSError):
            there, back = await asyncio.open_unix_connection(str(self._socket))
            self._writers |= {writer, back}
            await asyncio.gather(self._forward(reader, back), self._forward(there, writer), return_exceptions=True)
            self._writers -= {writer, back}

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Copy from the reader to the writer until the reader ends, then close the writer. Pauses while cut."""
        try:
            while some := await reader.read(1 << 16):
                await self._is_connected.wait()
                writer.write(some)
                await writer.drain()
        finally:
            writer.close()
