"""`Request`: one click, form or command, what it asks for, and how its answer is delivered.

Discord waits three seconds for an answer. An answer that is not ready 1.5 seconds after the click is deferred, and then
edited or sent as a follow-up. After a broken connection it is unknown whether the answer arrived: it is sent again
within the three seconds, after that as a follow-up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Any

import discord
import msgspec

from cluster import DATABASE_ERRORS
from cogs.connection.discord_errors import (
    ANSWERED_ALREADY,
    SEND_ERRORS,
    UNKNOWN_MESSAGE,
    ignoring_temporary_errors,
    is_expired,
    is_temporary,
    retry_for,
)
from cogs.connection.discord_private import edit_response, send_follow_up, send_response
from cogs.messages.components import clicked_message_ids, components_of, files_of, is_ephemeral, modal_of
from cogs.messages.panel import Form, Panel, Target, Text, says
from cogs.messages.reader_language import words_for
from cogs.requests.open_menus import MENU_LIFETIME_S, Menu
from cogs.requests.requester import Requester
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.runtime import people
from tables.runtime.long_jobs import LongJob, Made
from tables.runtime.people import Person

log = logging.getLogger("kontor.request")

_DEFER_AFTER_S = 1.5
"""An answer that takes longer is deferred."""
_ANSWER_WITHIN_S = 2.5
"""How long sending the first answer is retried; Discord waits for three seconds."""
_FOLLOW_UP_WITHIN_S = 5.0
"""How long sending a follow-up, or editing the answer, is retried."""
_PROGRESS_INTERVAL_S = 3


class OtherProcess(Exception):
    """Raised if another process owns the request's table. The dispatcher forwards the request to that `partition`."""

    def __init__(self, partition: int) -> None:
        super().__init__(partition)
        self.partition = partition


class NotDelivered(Exception):
    """Raised if an answer did not reach Discord for reasons outside the bot. The action itself has been done."""


class Request(Requester):
    """A click, a form or a slash command: who asks for what, and its one answer. The dispatcher makes one for each.

    An action reads `table`, `arg`, `values` and `mark`, and usually returns a panel that the dispatcher then gives to
    `show`. An action that takes long calls `defer` first. One whose answer everybody should see calls `post_publicly`,
    and one that opens a form calls `ask`.
    """

    def __init__(
        self, interaction: discord.Interaction[Any], target: Target, values: tuple[str, ...] = (), game: str = ""
    ) -> None:
        super().__init__(interaction)
        self.game = game
        """The game whose slash command it is; empty for a click and for commands of no game."""
        self.target = target
        self.values = values
        """What was chosen in a select, or typed in the fields of a form; empty for a button or a command."""
        self.person: Person | None = None
        """The person's settings; None before `load_person`."""
        self.about_lobby = False
        """True for a click on a control that is only for tables that have not started."""
        self.tip: Text | None = None
        """The tip for newcomers that was added to the answer."""
        self.on_done: Callable[[], None] = lambda: None
        """An action calls this as soon as its change is committed, before it prepares the answer."""
        self._made_at = asyncio.get_running_loop().time() - self.app.arrivals.seconds_since(interaction)
        self._seconds_to_answer: float | None = None
        self._answered = False
        """True if the request is deferred, or if an answer arrived though Discord's reply to it was lost."""
        self._edits_answer = False
        """True if the answer is shown by editing a message that the interaction already has."""
        self._deferral_timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None
        self._boards_posted = self.app.menus.boards_posted
        self.from_private_message = is_ephemeral(interaction)
        """True if the click was in a message that only this person sees."""
        self._clicked_in, self._answer_to = clicked_message_ids(interaction) if self.from_private_message else (0, 0)
        self._menu: Menu | None = None
        """The person's open menu, if the click was in it."""

    @property
    def table(self) -> int:
        """The number of the table that the request is about; 0 if it is about none."""
        return self.target.table

    @property
    def mark(self) -> str | None:
        """The mark of the decision that the clicked button was made for; None for commands and buttons without a mark.

        A mark changes with every decision, so an outdated button is recognised by it.
        """
        return self.target.mark or None

    @property
    def arg(self) -> str:
        """The argument in the clicked control's custom id, or that of the command. It may be empty, or forged."""
        return self.target.arg

    @property
    def is_command(self) -> bool:
        """True for a slash command, False for a click."""
        return self.interaction.type is discord.InteractionType.application_command

    @property
    def seconds_to_answer(self) -> float:
        """Seconds from making the request until the action answered or deferred it; until now if it did neither."""
        return self.age_s if self._seconds_to_answer is None else self._seconds_to_answer

    async def load_person(self) -> None:
        """Load the person's settings into `person`, and use the language they have chosen from now on.

        If the bot has never met them, default settings are stored.
        """
        self.person = await people.meet(self.services, self.person_id, str(self.interaction.locale))
        self.words = words_for(self.services, self.interaction)

    async def set_table(self, table: int) -> None:
        """Make the request be about the table with this number.

        Raises `OtherProcess` if another process owns that table, and `Declined` if there is no such table.
        """
        origin = await lookup.origin(self.services, table)
        self.require_own_server(origin.server)
        if table != self.table:
            self.target = msgspec.structs.replace(self.target, table=table)

    def require_own_server(self, server: int) -> None:
        """Raise `OtherProcess` if another process owns this server's tables and the request can be forwarded to it.

        Server 0 stands for everything that belongs to no server. Nothing is raised if forwarding is impossible, for
        example because the request was forwarded already.
        """
        partition = self.services.partition.layout.partition_of(server)
        if partition != self.services.partition.number and self.app.forwarder.can_forward(self.interaction):
            raise OtherProcess(partition)

    @contextmanager
    def deferring_when_slow(self) -> Iterator[None]:
        """Within this context, defer the answer if it is not given 1.5 seconds after the click.

        A deferral that is still being sent at the end of the context is cancelled. If the click was in the person's
        menu at a table, that menu is not updated within the context; a postponed update starts at its end.
        """

        def start_deferral() -> None:
            if not self.interaction.response.is_done():
                self._deferral = asyncio.create_task(self._defer_late())

        menus, in_menu = self.app.menus, self.from_private_message and self.mark
        with menus.answering(self.table, self.person_id) if in_menu else nullcontext() as self._menu:
            self._deferral_timer = asyncio.get_running_loop().call_later(_DEFER_AFTER_S - self.age_s, start_deferral)
            try:
                yield
            finally:
                self._deferral_timer.cancel()
                if self._deferral:
                    self._deferral.cancel()  # An answer that was shown has waited for it.

    async def stop_deferral(self) -> bool:
        """Cancel the automatic deferral; if it is being sent already, wait until it was.

        Returns True if Discord already has a first answer to the request, for example a deferral.
        """
        if self._deferral_timer:
            self._deferral_timer.cancel()
        if self._deferral:
            await asyncio.wait([self._deferral])
        return self._answered

    async def defer(self) -> None:
        """Defer the answer: Discord shows only this person that the bot is thinking, and later the answer there.

        Does nothing if the answer is already deferred. Temporary errors of Discord's are ignored.
        """
        if not await self.stop_deferral():
            await self._defer()

    async def defer_in_place(self) -> None:
        """Defer without a visible change, so that the answer edits the private message that was clicked in.

        For a command, or a click in a public message, it does the same as `defer`. Does nothing if already deferred.
        """
        if not await self.stop_deferral():
            await self._defer_in_place()

    async def _defer_late(self) -> None:
        """Defer because the action is slow; errors are ignored. Metrics measure the time until the real answer."""
        with suppress(*SEND_ERRORS, *DATABASE_ERRORS):
            await self._defer_in_place()
        self._seconds_to_answer = None

    async def _defer(self) -> None:
        """Defer with a private "thinking" message, which the answer replaces. Temporary errors are ignored."""
        with ignoring_temporary_errors():
            await self._try_to_send(lambda: self.interaction.response.defer(ephemeral=True, thinking=True))
        self._answered, self._clicked_in = True, 0

    async def _defer_in_place(self) -> None:
        """Defer without a visible change, so that the answer edits the private message that was clicked in.

        For a request that was not clicked in a private message it does the same as `_defer`. Temporary errors are
        ignored.
        """
        if not self.from_private_message:
            await self._defer()
            return
        with ignoring_temporary_errors():
            await self._try_to_send(self.interaction.response.defer)
        self._answered = self._edits_answer = True

    async def show_progress(self, panel: Panel) -> None:
        """Show a panel in the deferred answer until the final answer replaces it. Errors of sending are ignored."""
        with suppress(*SEND_ERRORS):
            await edit_response(self.interaction, None, components_of(panel), files_of(panel))
        self._edits_answer = True

    async def wait_with_progress(self, making: LongJob[Made], progress: Callable[[int], str]) -> Made:
        """Wait for a long job and return its result. Every 3 seconds show its progress in the deferred answer.

        `progress` returns the text to show for a percentage, from 0 to 100. Raises what the job raises.
        """
        while not await self.services.wait_for_task(making.task, _PROGRESS_INTERVAL_S):
            await self.show_progress(says(progress(making.percent)))
        return making.task.result()

    async def post_publicly(self, panel: Panel) -> int | None:
        """Answer with a message that everybody sees; return its id, or None if it is unknown whether it arrived.

        After an error Discord is asked for the answer, because it may have arrived although Discord's reply was lost.
        Does nothing and returns None if the request is already deferred. The panel must have no pictures or files.
        """
        if await self.stop_deferral():
            return None
        answer = self.interaction.response
        try:
            sent = await retry_for(lambda: answer.send_message(view=components_of(panel)), self._answer_time_left_s)
        except SEND_ERRORS as problem:
            log.info("verb=%s table=%d answer may not have arrived: %s", self.target.verb, self.table, problem)
        else:
            self._note_answered()
            return sent.message_id
        try:
            message = await retry_for(self.interaction.original_response, _FOLLOW_UP_WITHIN_S)
        except SEND_ERRORS:
            return None
        self._answered = True
        self._note_answered()
        return message.id

    async def ask(self, form: Form) -> None:
        """Answer a click or command by opening a form. The action that calls this then returns None.

        Discord opens a form only as the first answer, so `Declined` is raised if the request is deferred already.
        Raises `NotDelivered` if Discord cannot be reached, and any other error of Discord's as it is.
        """
        if await self.stop_deferral():
            raise Declined("form_late")
        try:
            await self._try_to_send(lambda: self.interaction.response.send_modal(modal_of(form)))
        except SEND_ERRORS as problem:
            if not (is_temporary(problem) or is_expired(problem)):
                raise
            raise NotDelivered(str(problem) or type(problem).__name__) from problem

    async def show(self, panel: Panel) -> None:
        """Answer with a panel that only this person sees: in the private message they clicked in, else in a new one.

        A person who wants no emoji gets words instead. A menu (a panel with a mark) becomes the person's open menu at
        the table; an older menu in another message is deleted, unless this one answers a command. The answer to a click
        on a lobby (`about_lobby`) replaces the person's former answer about that lobby in the same way. Raises
        `NotDelivered` if Discord cannot be reached or no longer accepts an answer; any other error from Discord is
        raised as it is.
        """
        try:
            read = (await self.as_read(panel, self.table)).shown_at(self.services.now())
            message = await self._deliver(read)
        except SEND_ERRORS as problem:
            if not (is_temporary(problem) or is_expired(problem)):
                raise
            raise NotDelivered(str(problem) or type(problem).__name__) from problem
        if panel.mark or self.about_lobby:
            until, place = self.services.now() + MENU_LIFETIME_S, (message, self._clicked_in, self._answer_to)
            shown = Menu(self.interaction, panel.mark, self._boards_posted, until, panel.place, self.tip, *place)
            shown.panel = None if read.pictures else read
            if self.about_lobby:
                await self.app.menus.replace_lobby_answer(self.table, self.person_id, shown)
            if panel.mark:
                await self.app.menus.remember(self.table, self.person_id, shown, replace_older=not self.is_command)

    async def _deliver(self, panel: Panel) -> int | None:
        """Send a panel as the first answer if there is none yet, else by an edit or as a follow-up message.

        If the request was deferred in place, or progress is shown, that message is edited. A follow-up is sent if that
        message is gone, after a "thinking" message, and if the first answer fails for a temporary reason. Returns the
        follow-up's message id; None if no follow-up was needed. Raises one of `SEND_ERRORS`.
        """
        if not await self.stop_deferral() and not self.interaction.response.is_done():
            with ignoring_temporary_errors():  # If it cannot be sent within three seconds, a follow-up is.
                if await self._try_to_answer(panel):
                    return None
        if self._edits_answer:
            edit = partial(edit_response, self.interaction, None)
            if await self._try_in_place(
                lambda: retry_for(lambda: edit(components_of(panel), files_of(panel)), _FOLLOW_UP_WITHIN_S)
            ):
                return None
        return await retry_for(
            lambda: send_follow_up(self.interaction, components_of(panel), files_of(panel)), _FOLLOW_UP_WITHIN_S
        )

    async def _try_to_answer(self, panel: Panel) -> bool:
        """Send the panel as the first answer, in the clicked message if possible; return True if the person sees it.

        Returns False if Discord already has an answer from an earlier attempt, but its message was a menu that was
        deleted meanwhile: the panel still has to be shown. Raises one of `SEND_ERRORS`.
        """
        if self.from_private_message and await self._try_in_place(
            lambda: self._try_to_send(self._answering(panel, in_place=True))
        ):
            return True
        arrived = await self._try_to_send(self._answering(panel, in_place=False))
        return arrived or not self.from_private_message

    async def _try_in_place(self, edit: Callable[[], Awaitable[object]]) -> bool:
        """Run `edit` on the message that was clicked in; return True if it worked, False if that message is gone.

        False is also returned, without running `edit`, if the message is being deleted. After False the answer is shown
        in a new message; if the click was in a menu, the person's menu is deleted first, and errors of that are
        ignored. Other errors of `edit` are raised.
        """
        if not self._menu_has_moved:
            try:
                await edit()
            except discord.NotFound as gone:
                if gone.code != UNKNOWN_MESSAGE:
                    raise
            else:
                return True
        self._clicked_in = 0
        if self._menu:
            with suppress(*SEND_ERRORS):
                await self._menu.delete()
        return False

    @property
    def _menu_has_moved(self) -> bool:
        """True if the person's menu was sent again as a new message, and the one they clicked in is being deleted."""
        menu = self._menu or self.app.menus.of(self.table, self.person_id)
        before = menu.moved_from if menu else None
        return before is not None and before.is_shown_in(self._clicked_in, self._answer_to)

    def _answering(self, panel: Panel, *, in_place: bool) -> Callable[[], Awaitable[None]]:
        """Return a function that sends a panel as the first answer. Each call makes new file objects, as a retry needs.

        With `in_place` it edits the message that was clicked in; otherwise it sends a new private message.
        """
        return lambda: send_response(self.interaction, components_of(panel), files_of(panel), in_place=in_place)

    async def _try_to_send(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Give the first answer by calling `send`. After temporary errors call it again while Discord still waits.

        Returns True if the answer was sent. Returns False if Discord says that the request is answered already, so that
        an earlier call had arrived. Otherwise raises the last error.
        """
        try:
            await retry_for(send, self._answer_time_left_s)
        except discord.HTTPException as problem:
            if problem.code != ANSWERED_ALREADY:
                raise
            log.info("verb=%s table=%d answered already: %s", self.target.verb, self.table, problem)
            self._answered = True
            self._note_answered()
            return False
        self._note_answered()
        return True

    def _note_answered(self) -> None:
        """Record the time to the first answer for the metrics, unless it is recorded already."""
        if self._seconds_to_answer is None:
            self._seconds_to_answer = self.age_s

    @property
    def age_s(self) -> float:
        """Seconds since the person made the request, as far as we can tell."""
        return asyncio.get_running_loop().time() - self._made_at

    @property
    def _answer_time_left_s(self) -> float:
        """Seconds left in which Discord takes the first answer; negative if it is too late."""
        return _ANSWER_WITHIN_S - self.age_s


Action = Callable[[Request], Awaitable[Panel | None]]
"""Does what a request asks for and returns the panel to show; None if it has answered by itself."""


def parse_number(arg: str, default: int, max_digits: int = 5) -> int:
    """Return the non-negative integer in the string `arg`.

    Returns `default` if it is no number, has more than `max_digits` digits, or is 2**63 or more. `arg` comes back from
    Discord with a click and may be forged, so callers must check that the number exists.
    """
    found = int(arg) if arg.isascii() and arg.isdigit() and len(arg) <= max_digits else default
    return found if found < 2**63 else default  # Integers in the database are smaller.
