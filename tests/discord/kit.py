"""The world of a test: a simulated Discord that outlives the bot, with people, time and faults."""

from __future__ import annotations

import asyncio
import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any

import discord
from simcord.backend import permissions
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import OverwriteType

from playground.simcord_private import channel_behind
from tests.discord.people import Person
from tests.discord.reading import Answer, Clickable, Seen
from tests.discord.running import ErrorLog, QuickEnv
from tests.discord.validity import Validity
from tests.discord.wire import EVERYONE, Fault, RememberingDiscord, Request, Sent, Wire, trouble

MakeBot = Callable[[], discord.Client | Awaitable[discord.Client]]
Bury = Callable[[Any], Awaitable[None]]
Skip = Callable[[float], Awaitable[float]]
#: An act is a coroutine such as `anna.click(message, "Play")`, or the short form (anna, message, "Play").
Act = Coroutine[Any, Any, Answer] | tuple[Person, Clickable, str]

HOUR, DAY = 3600.0, 86400.0
"""The longest steps in seconds in which time passes: any bot's, and one's whose empty ticks are skipped."""
PEOPLE = ("anna", "bert", "clara", "david")
SNOWFLAKE = re.compile(r"\b\d{17,20}\b")


class World:
    """A simulated Discord with a server, a channel and people. The bot can be restarted; the world stays.

    `async with World() as world` checks at its end that nothing was logged at level ERROR and that every request was
    valid.
    """

    def __init__(
        self,
        *,
        people: Mapping[str, str] | Iterable[str] = PEOPLE,
        server: str = "Kontor",
        channel: str = "games",
        patience: float = 60.0,
    ) -> None:
        self.patience = patience
        self.discord = RememberingDiscord()
        self.env = QuickEnv(self.discord, patience)
        self.wire = Wire(self.discord)
        self.error_log = ErrorLog()
        self.people: dict[str, Person] = {}
        self.server: GuildHandle = self.env.create_guild(server)
        self.channel: ChannelHandle = self.server.create_text_channel(channel)
        self._make_bot: MakeBot | None = None
        self._bury: Bury | None = None
        self.skip: Skip | None = None
        """Let the bot look at its clock less often while nothing is due; returns for how many seconds of so many."""
        for name in people:
            self.add_person(name, people[name] if isinstance(people, Mapping) else name.capitalize())

    async def __aenter__(self) -> World:
        self.wire.connect()
        logging.getLogger().addHandler(self.error_log)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.env.started:
                await self.stop()
        except Exception as second:
            if error is None:
                raise
            error.add_note(f"and then the bot did not end: {second}")
        finally:
            self.wire.disconnect()
            logging.getLogger().removeHandler(self.error_log)
        if error is not None:
            error.add_note(self.story())
        else:
            self.check()

    def check(self) -> None:
        """Fail if an ERROR was logged that the test does not expect, or a request was invalid."""
        complaint = self.error_log.complaint()
        assert complaint is None, complaint
        problems = self.problems()
        assert not problems, "invalid requests:\n" + "\n".join(problems[:10])

    def expect_errors(self, *patterns: str) -> None:
        """Expect ERROR records in the log that match these patterns, each at least once."""
        self.error_log.expected.extend(patterns)

    def problems(self) -> list[str]:
        """Return what is wrong with the bot's requests by Discord's OpenAPI document and limits."""
        return Validity.of_discord().problems(self.wire.requests)

    # ---------------------------------------------------------------- the bot

    async def start(self, make_bot: MakeBot, *, bury: Bury | None = None) -> None:
        """Let the bot log in. `bury` takes threads and files from a crashed bot without closing it properly."""
        self._make_bot, self._bury = make_bot, bury
        self.env.bot = await self._new_bot()
        await self.env.start()

    async def stop(self) -> None:
        """Close the bot properly; the world stays."""
        try:
            await self._close_bot()
        finally:
            await self.env.shutdown()

    async def restart(self, meanwhile: Callable[[], object] | None = None) -> None:
        """Close the bot properly and start a new one from the factory."""
        await self._close_bot()
        if meanwhile:
            meanwhile()
        await self.env.restart_bot(await self._new_bot())

    async def crash(self) -> None:
        """Stop the bot at once, without closing anything, and start a new one."""
        env, dead = self.env, self.env.bot
        with env.exclusive_operation("crash"):
            try:
                # A killed process sends and logs nothing more; here its tasks still get to see that they are cancelled.
                self.wire.cut = self.error_log.deaf = True
                await env.detach_bot()
                if self._bury is not None:
                    await self._bury(dead)
            finally:
                self.wire.cut = self.error_log.deaf = False
            await env.attach_bot(await self._new_bot())

    async def crash_during(
        self, acts: Iterable[Act], *, turns: int = 0, until: Callable[[], object] | None = None
    ) -> list[Answer]:
        """Begin these actions, wait for a condition and then for some turns of the event loop, and crash.

        What has happened after a number of turns depends on the machine, so a test that needs something waits for it.
        The answers show who was answered before the crash.
        """
        answers = await self._begin(acts, turns, until)
        await self.crash()
        return self._finished(answers, must_answer=False)

    @property
    def bot(self) -> Any:
        return self.env.bot

    async def _new_bot(self) -> discord.Client:
        assert self._make_bot is not None, "start the bot first"
        made = self._make_bot()
        return await made if inspect.isawaitable(made) else made

    async def _close_bot(self) -> None:
        try:
            await self.env.settle()
        finally:
            # Also a bot that hangs is closed: a connection to SQLite left open would keep the whole run from ending.
            await self.env.close_bot()

    # ---------------------------------------------------------------- people and places

    def add_person(self, name: str, display: str | None = None, *, nick: str | None = None) -> Person:
        """Let somebody join the server; `display` is the name that others see."""
        person = Person(self, name, self.env.create_user(name, global_name=display or name.capitalize()))
        person.memberships[self.server.id] = self.server.add_member(person.user, nick=nick)
        self.people[name] = person
        self.wire.names[person.id] = name
        return person

    async def leave(self, name: str) -> None:
        """Let somebody leave the server. The bot is not told, and cannot write to them any more."""
        person = self.people[name]
        self.server.remove_member(person.memberships.pop(self.server.id))
        self.wire.closed_dms.add(person.id)
        await self.env.settle()

    async def new_server(self, name: str, *, people: Iterable[str] = ()) -> ChannelHandle:
        """Let another server invite the bot; return its first channel."""
        self.discord.inviting = True
        server = self.env.create_guild(name)
        self.discord.inviting = False
        channel = server.create_text_channel("general")
        for each in people:
            person = self.people[each]
            person.memberships[server.id] = server.add_member(person.user)
        await self.env.settle()
        return channel

    async def new_channel(self, name: str) -> ChannelHandle:
        channel = self.server.create_text_channel(name)
        await self.env.settle()
        return channel

    async def remove_bot(self, server: GuildHandle | None = None) -> None:
        """Remove the bot from a server."""
        self.discord.remove_guild((server or self.server).id)
        await self.env.settle()

    @property
    def threads(self) -> list[ChannelHandle]:
        """The threads of the channel, oldest first."""
        return sorted(self.channel.threads, key=lambda thread: thread.id)

    def messages(self, place: ChannelHandle | None = None) -> list[Seen]:
        """Return all messages in a place, ephemeral ones too, oldest first."""
        channel_id = (place or self.channel).id
        return [Seen(self, channel_id, number) for number in sorted(self.discord.messages.get(channel_id, {}))]

    def seen(self, on: Clickable) -> Seen:
        """Return the message as a `Seen`."""
        if isinstance(on, Answer):
            return on.shown
        return on if isinstance(on, Seen) else Seen(self, on.channel.id, on.id)

    # ---------------------------------------------------------------- acting together, time

    async def at_once(self, acts: Iterable[Act], *, gaps: Iterable[int] = (), must_answer: bool = True) -> list[Answer]:
        """Let all these actions begin before the bot has finished with any of them.

        `gaps`: turns of the event loop after the first, second, … action; other gaps give other interleavings.
        """
        turns = iter(gaps)
        answers = await self._begin(acts, lambda: next(turns, 0))
        await self.env.settle()
        return self._finished(answers, must_answer=must_answer)

    async def _begin(
        self, acts: Iterable[Act], turns: int | Callable[[], int], until: Callable[[], object] | None = None
    ) -> list[Answer]:
        todo = [act[0].click(act[1], act[2]) if isinstance(act, tuple) else act for act in acts]
        answers: list[Answer] = []
        self.env.settling_disabled = True
        try:
            for act in todo:
                answers.append(await act)
                for _ in range(turns() if callable(turns) else 0):
                    await asyncio.sleep(0)
            async with asyncio.timeout(self.patience):
                while until and not until():  # noqa: ASYNC110  any condition will do
                    await asyncio.sleep(0.001)
            for _ in range(0 if callable(turns) else turns):
                await asyncio.sleep(0)
        finally:
            self.env.settling_disabled = False
            for act in todo:
                act.close()
        return answers

    @staticmethod
    def _finished(answers: list[Answer], *, must_answer: bool) -> list[Answer]:
        for answer in answers:
            answer.finish(must_answer=must_answer)
        return answers

    async def emit_click(self, payload: dict[str, Any]) -> None:
        """Send an interaction to the bot and wait until the bot is idle."""
        with self.env.exclusive_operation("click"):
            self.discord.emit("INTERACTION_CREATE", payload)
            await self.env.settle_after("INTERACTION_CREATE")

    async def settle(self) -> None:
        """Wait until the bot is idle."""
        await self.env.settle()

    async def later(self, **time: float) -> None:
        """Let time pass, as in `later(hours=25)`. Timers fire at their moment."""
        left = timedelta(**time).total_seconds()
        while left > 0:
            step = min(left, DAY if self.skip else HOUR)
            if self.skip is not None:
                step = await self.skip(step)
            await self.env.advance_time(step)
            left -= step

    @property
    def now(self) -> datetime:
        return self.env.now()

    # ---------------------------------------------------------------- troubles

    def closed_dms(self, name: str) -> None:
        """Let this person refuse direct messages from now on."""
        self.wire.closed_dms.add(self.people[name].id)

    def open_dms(self, name: str) -> None:
        self.wire.closed_dms.discard(self.people[name].id)

    def fail_next(
        self, deed: str, what: str | int, *, times: int = 1, place: ChannelHandle | None = None, done: bool = False
    ) -> None:
        """Let the bot's next requests of a kind (see DEEDS) fail with a fault (see TROUBLES and BREAKS).

        `done`: Discord carries the request out, and only the answer is lost.
        """
        self.wire.faults.append(Fault(deed, trouble(str(what)), times, done, place.id if place else None))

    def fail_no_more(self) -> None:
        self.wire.faults.clear()

    async def forbid(self, *names: str, place: ChannelHandle | None = None) -> None:
        """Take permissions from the bot in a channel and its threads."""
        await self._overwrite(place, lambda deny: deny | sum(permissions.flag(name) for name in set(names)))

    async def allow(self, *names: str, place: ChannelHandle | None = None) -> None:
        """Give permissions back to the bot."""
        await self._overwrite(place, lambda deny: deny & ~sum(permissions.flag(name) for name in set(names)))

    async def _overwrite(self, place: ChannelHandle | None, change: Callable[[int], int]) -> None:
        channel, bot_id = channel_behind(place or self.channel), self.discord.bot_user.id
        denied = next((each.deny for each in channel.overwrites if each.target_id == bot_id), 0)
        self.discord.set_overwrite(
            channel.id, Overwrite(target_id=bot_id, type=OverwriteType.MEMBER, allow=0, deny=change(denied))
        )
        await self.env.settle()

    async def archive(self, thread: ChannelHandle, *, locked: bool = False) -> None:
        self.discord.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": locked})
        await self.env.settle()

    async def delete(self, what: Clickable | ChannelHandle) -> None:
        """Delete a message, thread or channel, as a moderator would."""
        if isinstance(what, ChannelHandle):
            self.discord.delete_channel(what.id)
        else:
            message = self.seen(what)
            self.discord.delete_message(message.channel_id, message.id)
        await self.env.settle()

    # ---------------------------------------------------------------- what was sent

    @property
    def requests(self) -> list[Request]:
        return self.wire.requests

    @property
    def sent(self) -> list[Sent]:
        return self.wire.sent

    def sent_to_others(self, than: str) -> list[str]:
        """Return everything that anybody but this person can see, one line each, with Discord's ids numbered."""
        assert than in self.people
        numbers: dict[str, str] = {}
        return [
            SNOWFLAKE.sub(lambda found: numbers.setdefault(found[0], f"#{len(numbers) + 1}"), sent.line)
            for sent in self.wire.sent
            if sent.to != than
        ]

    def story(self, last: int = 60) -> str:
        """Return what was sent to whom, and the newest requests, as text."""
        lines = [
            f"the last {last} requests of the bot:",
            *(str(request)[:600] for request in self.wire.requests[-last:]),
        ]
        return "\n".join(lines)


__all__ = ["EVERYONE", "Answer", "Person", "Seen", "Sent", "World"]
