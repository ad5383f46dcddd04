"""The fake Discord's gateway: `Gateway` has one `Session` per shard, which a bot can begin and resume.

As on Discord, a bot may begin only one session within an interval (five seconds by default). If `Gateway.concurrency`
is above 1, it may begin that many, each in another bucket of shards.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bench.discord import payloads
from bench.discord.fake_world import FakeWorld, Request

ENDS_SESSION = (1000, 1001)
"""Close codes after which a session cannot be resumed."""
_REPLACED = 4000
"""Close code for a connection whose session was begun or resumed on another connection."""


@dataclass
class Session:
    """A bot's session on one shard, which may be connected or waiting to be resumed; `Gateway` makes it.

    It keeps all its events, so that those a bot has missed can be sent when it resumes.
    """

    number: str
    shard: int
    shards: int
    said: list[str] = field(default_factory=list)
    """All events of the session as JSON; the sequence number is the index plus 1."""
    socket: web.WebSocketResponse | None = None
    """The bot's connection; None while it is disconnected."""


class Gateway:
    """Serves the gateway connections of all bots.

    Shards are divided into `concurrency` buckets, by their number modulo `concurrency`. In each bucket one session may
    begin every `identify_interval_s` seconds.
    """

    def __init__(self, world: FakeWorld, concurrency: int = 1, identify_interval_s: float = 5.0) -> None:
        self.address = ""
        self.concurrency = concurrency
        self.identified: list[tuple[float, int]] = []
        """Monotonic time and shard of each session that was begun."""
        self.resumed: list[tuple[float, int]] = []
        """Monotonic time and shard of each session that was resumed."""
        self.identified_too_early = 0
        """New sessions that were refused because of the interval."""
        self.failed_resumes = 0
        self.undelivered_events = 0
        """How many events were dropped because their shard had no session."""
        self.current: dict[int, Session] = {}
        """The session of each shard that has one."""
        self.shards = 1
        """The number of shards, as the bot said that identified last."""
        self.changed = asyncio.Event()
        """Set, and replaced, whenever a session was begun or resumed."""
        self.parallel_sessions = False
        """True to keep a shard's connected session when another one begins, as Discord does: both get all events."""
        self._world = world
        self._identify_interval_s = identify_interval_s
        self._sessions: dict[str, Session] = {}
        self._latest_identify: dict[int, float] = {}

    def shard_of(self, server: int) -> int:
        """Return the shard to which Discord sends the events of a server; for direct messages (server 0) it is 0."""
        return (server >> 22) % self.shards

    def is_connected(self, shard: int) -> bool:
        """Return True if a bot is connected on a shard."""
        session = self.current.get(shard)
        return session is not None and session.socket is not None

    async def dispatch(self, shard: int, event: str, said: dict[str, Any]) -> bool:
        """Send the event `event` with the data `said` on a shard, at once or when its session is resumed.

        Older sessions of the shard that are still connected get it too. Return False, and drop the event, if the shard
        has no session.
        """
        session = self.current.get(shard)
        if session is None:
            self.undelivered_events += 1
            return False
        for each in list(self._sessions.values()):
            if each is session or (each.shard == shard and each.socket):
                await self._send_event(each, event, said)
        return True

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Handle one gateway connection of a bot until it closes: heartbeats, identify and resume.

        The session can be resumed afterwards unless the bot closed it with a code of `ENDS_SESSION`.
        """
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
                        session = await self._identify(socket, heard["d"])
                    case 6:
                        session = await self._resume(socket, heard["d"])
        if session and session.socket is socket:
            session.socket = None
            if socket.close_code in ENDS_SESSION:
                self._forget_session(session)
        return socket

    async def close(self) -> None:
        """Close the connections of all sessions."""
        for session in list(self._sessions.values()):
            if session.socket:
                await session.socket.close()

    async def _identify(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> Session | None:
        """Begin a session for the data of an identify message, and send READY and the shard's servers.

        The shard's earlier session, if any, is dropped and its connection closed, unless `parallel_sessions` is True
        and it is connected. If the interval has not passed, send op 9 (invalid session) and return None.
        """
        shard, self.shards = said.get("shard", [0, 1])
        bucket, now = shard % self.concurrency, monotonic()
        if now - self._latest_identify.get(bucket, -self._identify_interval_s) < self._identify_interval_s:
            self.identified_too_early += 1
            await _send(socket, {"op": 9, "d": False})
            return None
        self._latest_identify[bucket] = now
        self.identified.append((now, shard))
        if (before := self.current.get(shard)) and not (self.parallel_sessions and before.socket):
            self._forget_session(before)
            if before.socket:
                await before.socket.close(code=_REPLACED)
        session = Session(f"session{len(self._sessions)}", shard, self.shards, socket=socket)
        self._sessions[session.number] = self.current[shard] = session
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
        await self._send_event(session, "READY", ready)
        for server in servers:
            await self._send_event(session, "GUILD_CREATE", {**server, "unavailable": False})
        self._notify_changed()
        return session

    async def _resume(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> Session | None:
        """Resume a session for the data of a resume message, send the missed events and RESUMED, and return it.

        The session's older connection, if still open, is closed. If the session or its sequence number is unknown,
        send op 9 (invalid session) and return None.
        """
        session = self._sessions.get(said["session_id"])
        if session is None or not 0 <= said["seq"] <= len(session.said):
            self.failed_resumes += 1
            await _send(socket, {"op": 9, "d": False})
            return None
        if replaced := session.socket:
            session.socket = None  # So that the end of the old connection does not end the session.
            await replaced.close(code=_REPLACED)
        self.resumed.append((monotonic(), session.shard))
        # Events sent during this loop are appended to the list, so it sends them too.
        place = int(said["seq"])
        while place < len(session.said):
            await socket.send_str(session.said[place])
            place += 1
        session.socket = socket
        await self._send_event(session, "RESUMED", {})
        self._notify_changed()
        return session

    async def _send_event(self, session: Session, event: str, said: dict[str, Any]) -> None:
        """Append an event with the data `said` to the session, and send it if the bot is connected."""
        text = msgspec.json.encode({"op": 0, "t": event, "s": len(session.said) + 1, "d": said}).decode()
        session.said.append(text)
        if session.socket and not session.socket.closed:
            with suppress(ConnectionError):
                await session.socket.send_str(text)

    def _forget_session(self, session: Session) -> None:
        """Drop a session, so that it cannot be resumed; its connection is left as it is."""
        self._sessions.pop(session.number, None)
        if self.current.get(session.shard) is session:
            del self.current[session.shard]

    def _notify_changed(self) -> None:
        """Wake all tasks that wait for `changed`, and replace that event."""
        self.changed.set()
        self.changed = asyncio.Event()


async def _send(socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
    """Send a gateway message as JSON."""
    await socket.send_str(msgspec.json.encode(said).decode())
