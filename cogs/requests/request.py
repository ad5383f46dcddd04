"""One request of one person: a click or a command, with all that is known about who asks for what."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Any

import discord
import msgspec

from cogs.connection.discord_errors import (
    ANSWERED_ALREADY,
    TROUBLE,
    UNKNOWN_MESSAGE,
    going_on,
    insist,
    is_expired,
    is_for_now,
)
from cogs.connection.discord_private import answer_unread, edit_answer, follow_up
from cogs.messages.components import clicked_message_ids, components_of, files_of, is_ephemeral
from cogs.messages.panel import Panel, Target, Text, says
from cogs.messages.reader_language import words_for
from cogs.requests.asker import Asker
from cogs.requests.open_menus import LASTS, Menu
from tables.play import lookup
from tables.runtime import people
from tables.runtime.long_jobs import LongJob, Made
from tables.runtime.people import Person

log = logging.getLogger("kontor.request")

_LATE, _IN_TIME, _PATIENCE = 1.5, 2.5, 5.0
"""Seconds: when an answer that is not there yet is promised, how long we try to give one (Discord waits for three), and
how long to get a follow-up through."""
_EVERY = 3
"""Seconds after which who waits is told how far it has come."""


class Elsewhere(Exception):
    """Another process works on the table that a request is about."""

    def __init__(self, partition: int) -> None:
        super().__init__(partition)
        self.partition = partition


class NotDelivered(Exception):
    """An answer did not get through, by no fault of ours. What was done is done."""


class Request(Asker):
    """What somebody asks for, and how their answer gets to them in time."""

    def __init__(
        self, interaction: discord.Interaction[Any], target: Target, values: tuple[str, ...] = (), game: str = ""
    ) -> None:
        super().__init__(interaction)
        self.game = game
        self.target = target
        self.values = values
        self.person: Person | None = None
        self.tip: Text | None = None
        self.acted: Callable[[], None] = lambda: None
        """To be called as soon as what was asked for is done, before anything else is waited for."""
        self._since = asyncio.get_running_loop().time()
        self._heard_after: float | None = None
        self._answered = False
        """Whether something stands there already, also if discord.py was not told so."""
        self._stands = False
        """Whether what is shown takes the place of something that stands there for that."""
        self._late: asyncio.TimerHandle | None = None
        self._promising: asyncio.Task[None] | None = None
        self._boards = self.app.menus.posted
        self.is_ephemeral = is_ephemeral(interaction)
        """Whether the click was in a message that only this person sees."""
        self._clicked_in, self._answer_to = clicked_message_ids(interaction) if self.is_ephemeral else (0, 0)
        self._menu: Menu | None = None
        """The menu that was clicked in, if they had it open still."""

    @property
    def table(self) -> int:
        """The table's number."""
        return self.target.table

    @property
    def mark(self) -> str | None:
        """The decision a button was made for; None for a typed command, which means whatever is open now."""
        return self.target.mark or None

    @property
    def arg(self) -> str:
        """What the button says besides."""
        return self.target.arg

    @property
    def typed(self) -> bool:
        """Whether it is a slash command, not a click."""
        return self.interaction.type is discord.InteractionType.application_command

    @property
    def seconds(self) -> float:
        """How long it took until they saw that they were heard: by an answer, or by the promise of one."""
        return self._passed if self._heard_after is None else self._heard_after

    async def meet(self) -> None:
        """Learn the person's own settings."""
        self.person = await people.meet(self.services, self.person_id, str(self.interaction.locale))
        self.words = words_for(self.services, self.interaction)

    async def turn_to(self, table: int) -> None:
        """Make the request about a table, if it is one of ours. Raises `Elsewhere`."""
        origin = await lookup.origin(self.services, table)
        self.stay_with(origin.server)
        if table != self.table:
            self.target = msgspec.structs.replace(self.target, table=table)

    def stay_with(self, server: int) -> None:
        """Raise `Elsewhere` if another process works on the tables of this server (0: on what belongs to none)."""
        partition = self.services.partition.layout.partition_of(server)
        if partition != self.services.partition.number and self.app.passing.can_pass(self.interaction):
            raise Elsewhere(partition)

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Let them know that an answer comes if there is none yet when Discord is about to give up: all may be slow."""
        loop = asyncio.get_running_loop()

        def promise() -> None:
            if not self.interaction.response.is_done():
                self._promising = loop.create_task(self._promise_late())

        menus, theirs = self.app.menus, self.is_ephemeral and self.mark
        with menus.answering(self.table, self.person_id) if theirs else nullcontext() as self._menu:
            self._late = loop.call_later(_LATE - self._passed, promise)
            try:
                yield
            finally:
                self._late.cancel()

    async def promised(self) -> bool:
        """Promise nothing from now on; say whether an answer was promised already."""
        if self._late:
            self._late.cancel()
        if self._promising:
            await asyncio.wait([self._promising])
        return self._answered

    async def promise(self) -> None:
        """Say that an answer for this person's eyes only will take a while."""
        if not await self.promised():
            await self._promise()

    async def hold(self) -> None:
        """Say that what they clicked in will change in a moment; who clicked elsewhere is promised an answer."""
        if not await self.promised():
            await self._hold()

    async def _promise_late(self) -> None:
        with suppress(*TROUBLE):
            await self._hold()
        self._heard_after = None  # It keeps Discord waiting: who watches us counts the answer.

    async def _promise(self) -> None:
        with going_on():
            await self._try_to_send(lambda: self.interaction.response.defer(ephemeral=True, thinking=True))
        self._answered, self._clicked_in = True, 0

    async def _hold(self) -> None:
        if not self.is_ephemeral:
            await self._promise()
            return
        with going_on():
            await self._try_to_send(self.interaction.response.defer)
        self._answered = self._stands = True

    async def show_meanwhile(self, panel: Panel) -> None:
        """Show something in the place of the answer that was promised, until that comes. It may well be lost."""
        with suppress(*TROUBLE):
            await edit_answer(self.interaction, None, components_of(panel), files_of(panel))
        self._stands = True

    async def wait_for(self, making: LongJob[Made], progress: Callable[[int], str]) -> Made:
        """Wait until something is made; who waits is told how many percent of it are."""
        while not await self.services.is_done(making.task, _EVERY):
            await self.show_meanwhile(says(progress(making.percent)))
        return making.task.result()

    async def post(self, panel: Panel) -> int | None:
        """Answer for everybody to see; return the message's number, None if there is none.

        An answer may have arrived though we were not told so: then it stands there, and is asked for.
        """
        if await self.promised():
            return None
        answer = self.interaction.response
        try:
            sent = await insist(lambda: answer.send_message(view=components_of(panel)), self._left)
        except TROUBLE as problem:
            log.info("verb=%s table=%d not answered, or not known to be: %s", self.target.verb, self.table, problem)
        else:
            self._note_heard()
            return sent.message_id
        try:
            message = await insist(self.interaction.original_response, _PATIENCE)
        except TROUBLE:
            return None
        self._answered = True
        self._note_heard()
        return message.id

    async def show(self, panel: Panel) -> None:
        """Answer for this person's eyes only: in the menu they clicked on, or in a new one."""
        try:
            message = await self._deliver(panel.shown(self.services.now()))
        except TROUBLE as problem:
            if not (is_for_now(problem) or is_expired(problem)):
                raise
            raise NotDelivered(str(problem) or type(problem).__name__) from problem
        if panel.mark:
            until, place = self.services.now() + LASTS, (message, self._clicked_in, self._answer_to)
            menu = Menu(self.interaction, panel.mark, self._boards, until, self.tip, *place)
            await self.app.menus.remember(self.table, self.person_id, menu, alone=not self.typed)

    async def _deliver(self, panel: Panel) -> int | None:
        """Bring a panel to the person: as the answer, else as a follow-up, whose number is returned."""
        if not await self.promised() and not self.interaction.response.is_done():
            with going_on():  # In three seconds it did not get through, or we were not told: so it follows.
                if await self._try_to_answer(panel):
                    return None
        if self._stands:
            edit = partial(edit_answer, self.interaction, None)
            if await self._try_in_place(lambda: insist(lambda: edit(components_of(panel), files_of(panel)), _PATIENCE)):
                return None
        return await insist(lambda: follow_up(self.interaction, components_of(panel), files_of(panel)), _PATIENCE)

    async def _try_to_answer(self, panel: Panel) -> bool:
        if self.is_ephemeral and await self._try_in_place(
            lambda: self._try_to_send(self._answering(panel, in_place=True))
        ):
            return True
        arrived = await self._try_to_send(self._answering(panel, in_place=False))
        return arrived or not self.is_ephemeral  # What has arrived instead went into a menu that is gone.

    async def _try_in_place(self, edit: Callable[[], Awaitable[object]]) -> bool:
        """Answer in the message they clicked in; False if their menu has moved from there: no older one stays then."""
        if not self._has_moved:
            try:
                await edit()
            except discord.NotFound as gone:
                if gone.code != UNKNOWN_MESSAGE:
                    raise
            else:
                return True
        self._clicked_in = 0
        if self._menu:
            with suppress(*TROUBLE):
                await self._menu.delete()
        return False

    @property
    def _has_moved(self) -> bool:
        """Whether their menu stands elsewhere by now: the message that they clicked in is being taken away."""
        menu = self._menu or self.app.menus.of(self.table, self.person_id)
        before = menu.moved_from if menu else None
        return before is not None and before.stands_in(self._clicked_in, self._answer_to)

    def _answering(self, panel: Panel, *, in_place: bool) -> Callable[[], Awaitable[None]]:
        return lambda: answer_unread(self.interaction, components_of(panel), files_of(panel), in_place=in_place)

    async def _try_to_send(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Wait until an answer is sent. False: one has arrived before, but Discord's reply to it was lost."""
        try:
            await insist(send, self._left)
        except discord.HTTPException as problem:
            if problem.code != ANSWERED_ALREADY:
                raise
            log.info("verb=%s table=%d answered already: %s", self.target.verb, self.table, problem)
            self._answered = True
            self._note_heard()
            return False
        self._note_heard()
        return True

    def _note_heard(self) -> None:
        if self._heard_after is None:
            self._heard_after = self._passed

    @property
    def _passed(self) -> float:
        """How many seconds ago it reached us."""
        return asyncio.get_running_loop().time() - self._since

    @property
    def _left(self) -> float:
        """How many seconds there are left to answer."""
        return _IN_TIME - self._passed


Action = Callable[[Request], Awaitable[Panel | None]]
"""Does one thing and returns what to show; None if it has answered by itself."""


_MOST = 1 << 63
"""No number in a file is as large."""


def number(arg: str, otherwise: int, digits: int = 5) -> int:
    """Read a number of at most so many digits that came back with a click; it may be forged."""
    found = int(arg) if arg.isascii() and arg.isdigit() and len(arg) <= digits else otherwise
    return found if found < _MOST else otherwise
