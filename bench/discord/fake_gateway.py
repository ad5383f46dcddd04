"""The stand-in's gateway: a session for each shard, begun or resumed, with what was missed; one beginning in 5 s."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bench.discord import payloads
from bench.discord.fake_world import Request, World

ENDS_SESSION = (1000, 1001)
"""Closed with one of these, a session cannot be resumed."""
_REPLACED = 4000


@dataclass
class Session:
    """What Discord remembers of a bot on one shard."""

    number: str
    shard: int
    shards: int
    said: list[str] = field(default_factory=list)
    """Everything, in order: the sequence is the place in here, from 1 on."""
    socket: web.WebSocketResponse | None = None


class Gateway:
    """Speaks with bots. `apart`: so many seconds lie between two beginnings in one of `concurrency` buckets."""

    def __init__(self, world: World, concurrency: int = 1, apart: float = 5.0) -> None:
        self.address = ""
        self.concurrency = concurrency
        self.begun: list[tuple[float, int]] = []
        """When sessions were begun, and on which shard."""
        self.resumed: list[tuple[float, int]] = []
        self.too_early = 0
        """Beginnings that were refused."""
        self.not_resumed = 0
        self.unheard = 0
        """Events that no session was there for."""
        self.current: dict[int, Session] = {}
        """The session of each shard."""
        self.shards = 1
        """How many there are, as the bots say."""
        self.changed = asyncio.Event()
        """Set whenever a session was begun or resumed."""
        self._world = world
        self._apart = apart
        self._known: dict[str, Session] = {}
        self._latest: dict[int, float] = {}

    def shard_of(self, server: int) -> int:
        """Return the shard to which a server belongs; direct messages (0) go to the first."""
        return (server >> 22) % self.shards

    def listens(self, shard: int) -> bool:
        """Say whether a bot is connected on a shard."""
        session = self.current.get(shard)
        return session is not None and session.socket is not None

    async def dispatch(self, shard: int, event: str, said: dict[str, Any]) -> bool:
        """Say something on a shard. Who is away hears it when they resume; False: there is no session at all."""
        session = self.current.get(shard)
        if session is None:
            self.unheard += 1
            return False
        await self._say(session, event, said)
        return True

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with a bot until it goes."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._world.requests.append(Request(monotonic(), "", "GET", "/gateway", 101))
        session: Session | None = None
        with suppress(ConnectionError):
            await _send(socket, {"op": 10, "d": {"heartbeat_interval": 41250}})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                heard = msgspec.json.decode(message.data)
                match heard["op"]:
                    case 1:
                        await _send(socket, {"op": 11})
                    case 2:
                        session = await self._begin(socket, heard["d"])
                    case 6:
                        session = await self._resume(socket, heard["d"])
        if session and session.socket is socket:
            session.socket = None
            if socket.close_code in ENDS_SESSION:
                self._end(session)
        return socket

    async def close(self) -> None:
        """Let go of everybody."""
        for session in list(self._known.values()):
            if session.socket:
                await session.socket.close()

    async def _begin(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> Session | None:
        shard, self.shards = said.get("shard", [0, 1])
        bucket, now = shard % self.concurrency, monotonic()
        if now - self._latest.get(bucket, -self._apart) < self._apart:
            self.too_early += 1
            await _send(socket, {"op": 9, "d": False})
            return None
        self._latest[bucket] = now
        self.begun.append((now, shard))
        if before := self.current.get(shard):
            self._end(before)
            if before.socket:
                await before.socket.close(code=_REPLACED)
        session = Session(f"session{len(self._known)}", shard, self.shards, socket=socket)
        self._known[session.number] = self.current[shard] = session
        servers = [server for number, server in self._world.servers.items() if self.shard_of(number) == shard]
        ready = {
            "v": 10,
            "user": payloads.BOT,
            "session_id": session.number,
            "resume_gateway_url": self.address,
            "shard": [shard, self.shards],
            "guilds": [{"id": server["id"], "unavailable": True} for server in servers],
            "application": {"id": payloads.BOT["id"], "flags": 0},
        }
        await self._say(session, "READY", ready)
        for server in servers:
            await self._say(session, "GUILD_CREATE", {**server, "unavailable": False})
        self._has_changed()
        return session

    async def _resume(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> Session | None:
        session = self._known.get(said["session_id"])
        if session is None or not 0 <= said["seq"] <= len(session.said):
            self.not_resumed += 1
            await _send(socket, {"op": 9, "d": False})
            return None
        if session.socket:
            await session.socket.close(code=_REPLACED)
        self.resumed.append((monotonic(), session.shard))
        # Whatever is said while the missed is repeated joins the end of the list, and so has its turn.
        place = int(said["seq"])
        while place < len(session.said):
            await socket.send_str(session.said[place])
            place += 1
        session.socket = socket
        await self._say(session, "RESUMED", {})
        self._has_changed()
        return session

    async def _say(self, session: Session, event: str, said: dict[str, Any]) -> None:
        text = msgspec.json.encode({"op": 0, "t": event, "s": len(session.said) + 1, "d": said}).decode()
        session.said.append(text)
        if session.socket and not session.socket.closed:
            with suppress(ConnectionError):
                await session.socket.send_str(text)

    def _end(self, session: Session) -> None:
        self._known.pop(session.number, None)
        if self.current.get(session.shard) is session:
            del self.current[session.shard]

    def _has_changed(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


async def _send(socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
    await socket.send_str(msgspec.json.encode(said).decode())
