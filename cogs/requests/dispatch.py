"""`Dispatcher`: runs the action of every click, form and slash command, and answers the person.

A click names its verb in the custom id of the button, a form in its own custom id. A command names a verb too, and may
bring an action of its own, with the command's options bound to it. The action returns the panel to show. A refusal is
shown as a sentence, any other exception as an apology with an error id that is also logged.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Literal

import discord
import msgspec
from cachetools import LRUCache

from cogs.messages.components import (
    clicked_target,
    is_control_still_shown,
    may_be_about_table,
    may_be_shown_since,
    selected_values,
    typed_values,
)
from cogs.messages.lobby_panel import options_button
from cogs.messages.panel import Button, Panel, Row, Target, Text, says
from cogs.requests import answers, declining
from cogs.requests.flood_control import FloodControl
from cogs.requests.request import Action, NotDelivered, OtherProcess, Request
from cogs.requests.verbs import Verb
from rules import Refused
from tables.delivery import channel_retries, outbox
from tables.model.table_errors import Declined, Stale
from tables.play import lookup
from tables.runtime import people
from tables.runtime.outage import is_outage
from words import hint_text
from words.refusal_text import refusal_sentence

log = logging.getLogger("kontor.request")

_MAX_REMEMBERED_CLICKS = 5000
"""People whose latest click is remembered."""
AnswerOutcome = Literal["done", "declined", "failed", "undelivered", "passed_on"]
"""How a request ended, as metrics label it.

`declined`: the person read why nothing was done. `failed`: an exception, the person read an error id. `undelivered`:
the answer did not reach Discord. `passed_on`: the process that owns the table answers it.
"""
NoteAnswer = Callable[[str, str, AnswerOutcome, float], None]
"""Called after every request with "click" or "command", the verb, the outcome, and the seconds until it was answered
or deferred."""
_KEY_FOR_DOUBLE_CLICK = {
    "stale": "done_already",
    **dict.fromkeys(("old_menu", "lobby_changed", "no_seat_yet", "not_paused", "nobody_closes"), "done_once"),
}
"""The refusal that the second click of a double click shows in place of each of these: the first click was done."""
_SHOWN_WITH_MENU = ("stale", "done_already", "begun", "nothing_to_undo")
"""Refusals that are shown together with the current menu."""
_SHOWN_WITH_OPTIONS = ("lobby_changed", "computers_changed", "no_computer_here")
"""Refusals that have a button back to the options of a lobby, if the click was in a private message."""
FORGED = "unknown"
"""The verb under which metrics count every click whose verb is not declared, so that forged ids add no series."""


def ignore_answer(kind: str, verb: str, outcome: AnswerOutcome, seconds: float) -> None:
    """Do nothing: the `NoteAnswer` where nobody collects metrics."""


class Dispatcher:
    """Answers all clicks, forms and commands, and recognises double clicks. The process has one dispatcher.

    `click`, `submit` and `command` make a `Request`; `answer` runs its action and shows the panel, the refusal or an
    apology.
    """

    def __init__(self, *verbs: Verb, note_answer: NoteAnswer = ignore_answer) -> None:
        """Take the verbs by their names; an assertion fails if two have the same name."""
        self.verbs = {verb.name: verb for verb in verbs}
        assert len(self.verbs) == len(verbs), "two verbs have the same name"
        self._note_answer = note_answer
        self._latest_click: LRUCache[int, tuple[Target, tuple[str, ...]]] = LRUCache(_MAX_REMEMBERED_CLICKS)
        """By person: target and chosen values of their latest click that was done."""
        self._flood_control = FloodControl()

    def admits(self, came: Mapping[str, Any]) -> bool:
        """Return False if an interaction, as Discord's JSON, must be dropped: too many of this person are open.

        One such interaction every 10 seconds is admitted and answered by a sentence; Discord says that the others
        failed. Completions are always admitted.
        """
        if came["type"] == discord.InteractionType.autocomplete.value:
            return True
        return self._flood_control.admit(int(came.get("member", came)["user"]["id"]), int(came["id"]))

    async def click(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click on a button or in a select menu, also one with a forged or outdated custom id.

        A custom id that cannot be read is answered like the verb `old_menu`. For a control that its message no longer
        has, `_action_for_outdated` chooses the answer.
        """
        target = clicked_target(interaction)
        if target is None:
            await self.answer(Request(interaction, Target("old_menu")))
            return
        request = Request(interaction, target, selected_values(interaction))
        await self.answer(request, None if is_control_still_shown(interaction) else self._action_for_outdated(request))

    async def submit(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a submitted form. Its custom id names the verb, as a button's does; without one it is `old_menu`."""
        await self.answer(
            Request(interaction, clicked_target(interaction) or Target("old_menu"), typed_values(interaction))
        )

    def _action_for_outdated(self, request: Request) -> Action | None:
        """Return the action for a click on a control that its message no longer has; None for the verb's own action.

        The first case that fits decides:

        1. A double click in a private message, on a control without a mark: do nothing, silently.
        2. A control of a lobby: refuse, because the lobby has changed.
        3. A control with a mark: refuse, because that decision is over.
        4. A verb that works on old boards: None.
        5. Any other: refuse, because the menu is old.
        """
        target, verb = request.target, self.verbs.get(request.target.verb)
        if request.from_private_message and not target.mark and self._is_double_click(request):
            return declining.leave_unchanged
        if verb and verb.is_for_lobby and target.table:
            return declining.decline_changed_lobby
        if target.mark:
            return declining.decline_stale
        return None if verb and verb.works_on_old_boards and target.table else declining.decline_old_menu

    def _is_double_click(self, request: Request) -> bool:
        """Return True if this click repeats the person's latest click that was done. False for commands."""
        return not request.is_command and self._latest_click.get(request.person_id) == (request.target, request.values)

    async def command(
        self, interaction: discord.Interaction[Any], target: Target, action: Action | None = None, game: str = ""
    ) -> None:
        """Answer a slash command by the action of the target's verb, or by `action` if it is given.

        `game` is the game whose command it is, empty for other commands. If a game's command names no table,
        `lookup.find` chooses one.
        """
        await self.answer(Request(interaction, target, game=game), action)

    async def answer(self, request: Request, action: Action | None = None) -> None:
        """Run the action of the request's verb, or `action` if given, and show its answer.

        If that takes long, the answer is deferred. How the request ended is reported to `note_answer`. An unknown verb
        without an `action` is refused.
        """
        sender = request.person_id, request.interaction.id
        if self._flood_control.is_too_many(*sender):
            action = declining.decline_flood
        name = request.target.verb
        verb = self.verbs.get(name)
        known = request.is_command or verb is not None
        if action:
            verb = msgspec.structs.replace(verb, action=action) if verb else Verb(name, action)
        request.about_lobby = not request.is_command and verb is not None and verb.is_for_lobby
        with request.deferring_when_slow():
            async with self._flood_control.serving(*sender):
                outcome = await self._answer(request, verb)
        self._note_answer(
            "command" if request.is_command else "click", name if known else FORGED, outcome, request.seconds_to_answer
        )

    async def _answer(self, request: Request, verb: Verb | None) -> AnswerOutcome:
        """Serve the request, or forward it to the process that owns its table; return how it ended.

        `verb` is None if it is unknown. Nothing is done while this process may be losing its partition, or is being
        stopped. The person reads that, unless another process may own the table already. No exception leaves this
        method: an answer that cannot be delivered is logged, after a loss of the partition nothing is answered, and any
        other error is logged and shown as an apology.
        """
        services = request.services
        if not await services.may_act():
            level = logging.DEBUG if services.db.lost else logging.WARNING
            about = (request.target.verb, request.table)
            log.log(level, "verb=%s table=%d not done: another process may own our partition", *about)
            return await declining.decline_while_uncertain(request)
        try:
            try:
                with services.background.request():
                    return await self._serve(request, verb)
            except Declined as closing:
                await request.show(await self._refusal(request, verb, closing))
                return "declined"
        except (discord.NotFound, NotDelivered) as lost:
            # Discord gave up waiting (10062), or the connection is down. The table shows what was done.
            log.warning("verb=%s table=%d answer not delivered: %s", request.target.verb, request.table, lost)
            return "undelivered"
        except Exception as problem:
            if services.db.lost and is_outage(problem):
                return "undelivered"  # The partition's next holder answers; `bot.py` logs the loss.
            await declining.apologise(request, problem)
            return "failed"

    async def _serve(self, request: Request, verb: Verb | None) -> AnswerOutcome:
        """Run the verb's action and show the panel it returns, or why it was refused; return how the request ended.

        First the person's settings are loaded, and blocked deliveries are retried if this channel is open again. The
        click is remembered, to recognise a double click, and its time at the table is stored in `services.clicks`.
        Newcomers get a tip below the panel. If another process owns the table, the request is forwarded; if that
        process does not take it, the person reads that the table is changing hands. Returns "done", "passed_on"
        (forwarded) or "declined". Raises errors of delivery, and unexpected errors.
        """
        try:
            await request.load_person()
            await _retry_blocked_channel(request)
            request.on_done = partial(self._remember_click, request)
            panel = await _run(request, verb)
            self._remember_click(request)
            if panel is not None:
                await request.show(await _with_tip(request, panel))
            return "done"
        except OtherProcess as other:
            forward, age_s = request.app.forwarder.forward, request.age_s
            if not await request.stop_deferral() and await forward(request.interaction, other.partition, age_s):
                return "passed_on"
            await request.show(says(refusal_sentence(request.words, "changing_hands", {})))
        except Declined as no:
            await request.show(await self._refusal(request, verb, no))
        except Refused as no:
            await request.show(await answers.refusal(request, no))
        finally:
            if request.table:
                request.services.clicks[request.table, request.person_id] = request.services.now()
        return "declined"

    def _remember_click(self, request: Request) -> None:
        """Remember a click that was carried out as the person's latest one; do nothing for a command.

        A move calls this before its menu is made: the second click of a double click may already be waiting for the
        table's lock.
        """
        if not request.is_command:
            self._latest_click[request.person_id] = (request.target, request.values)

    async def _refusal(self, request: Request, verb: Verb | None, no: Declined) -> Panel:
        """Return the panel that says why nothing was done, with controls that help the person to go on.

        Depending on the reason, these are the current menu, buttons for the tables that may be meant, a button to leave
        the lobby, one to its options, or one to take the seat back from the computer; often there are none. If somebody
        else has the person's former seat, the sentence names them. In two cases the current menu is shown without a
        reason: for a finished lesson, whose menu shows how it ended, and for a *Back* that was clicked in an outdated
        menu.
        """
        if no.key == "finished" and await _is_in_lesson(request):
            return await answers.menu(request)  # Nothing else shows how a lesson ended.
        if no.key == "stale" and verb and verb.leads_back:
            with suppress(Declined):
                return await answers.menu(request)
        if no.key in ("not_seated", "seen_elsewhere"):
            no = await declining.name_successor(request, no)
        key = await self._refusal_key(request, no)
        reason = Text(refusal_sentence(request.words, key, no.facts))
        if key == "which_table":
            return await answers.which_table(request, reason, verb.scope if verb else "running")
        if key == "chance_in_plan":
            with suppress(Declined):
                return await answers.rehearsal_menu(request, reason.text)
        if key in _SHOWN_WITH_MENU or (key == "too_fast" and request.mark):
            return await answers.fresh_menu(request, reason)
        if key in ("hosting", "waiting_here"):
            return Panel((reason, Row((Button(request.words.say("Leave"), Target("leave", request.table)),))))
        if key in _SHOWN_WITH_OPTIONS and request.from_private_message:
            return Panel((reason, Row((options_button(request.words, request.table),))))
        if no.key == "computer_decides":
            return Panel((reason, Row((answers.take_back_button(request),))))
        return Panel((reason,))

    async def _refusal_key(self, request: Request, no: Declined) -> str:
        """Return the key of the sentence to show for the refusal `no`; usually its own key.

        For the second click of a double click, another key may say that the first click was carried out. If the person
        wanted to start or join a game that they already play, the key is `begun`.
        """
        if no.key == "started_already" and await _plays(request):
            return "begun"
        if not self._is_double_click(request):
            return no.key
        # Of the controls in a lobby only those that add and remove computers carry a mark.
        if no.key == "lobby_changed" and request.mark:
            return "computers_changed"
        return _KEY_FOR_DOUBLE_CLICK.get(no.key, no.key)


async def _run(request: Request, verb: Verb | None) -> Panel | None:
    """Run the verb's action for the request and return its panel; None if the action has answered by itself.

    Before that, the table that a game's command means is found, and `_check_admission` checks that the person may use
    the verb there. Raises `Declined` if there is no such verb or table, or if the person may not use it. Raises
    `OtherProcess` if another process owns the table, and what the action raises.
    """
    if verb is None:
        raise Declined("old_menu")
    if request.game and not request.table:
        await request.set_table(
            await lookup.find(
                request.services, request.person_id, request.game, request.channel, verb.scope, verb.none_found
            )
        )
    if request.table:
        await request.set_table(request.table)
        await _check_admission(request, verb)
    return await verb.action(request)


async def _check_admission(request: Request, verb: Verb) -> None:
    """Raise `Declined` if the person may not use the verb at the request's table.

    Everybody who sees the table's channel may use it, unless the table is private or a lesson. A person with a seat, an
    offered seat or an invitation always may, also from direct messages. Server managers and organisers may use some
    verbs at tables that they do not see. `Declined` is also raised if there is no such table, if the clicked message is
    about an earlier table or decision, and if the verb or the command belongs to another game.
    """
    origin = await lookup.origin(request.services, request.table)
    visible = request.sees_channel(origin.server, origin.channel) and not origin.lesson and not origin.private
    managed = verb.manager_may_use and (await request.authority()).runs(origin.server)
    if not (visible or managed or await lookup.admits(request.services, request.table, request.person_id)):
        unknown = request.server or origin.lesson or origin.private
        raise Declined("no_table" if unknown else "seen_elsewhere", table=request.table)
    await _decline_reused_numbers(request, origin.created)
    game = request.game or verb.name.partition(".")[0]
    if game in request.app.games and game != origin.game:
        raise Declined("other_game", table=request.table, game=origin.game)


async def _decline_reused_numbers(request: Request, created: int) -> None:
    """Raise `Declined` if the clicked message is about an earlier table with the same number.

    Raise `Stale` if it is about an earlier decision with the same mark. After an older backup was restored, table
    numbers and marks are given out a second time, so an old message can have those of a new table. Private messages
    shown since the start of this process are not checked: a restore needs a restart. `created` is when the present
    table was opened, in Unix seconds.
    """
    services, interaction = request.services, request.interaction
    if request.from_private_message and may_be_shown_since(interaction, services.started_at):
        return
    if not may_be_about_table(interaction, created):
        raise Declined("old_menu")
    if request.from_private_message and request.mark:
        table = await services.load(request.table)
        seat = table.seat_of(request.person_id)
        if (
            seat
            and table.is_current_mark(seat.seat, request.mark)
            and not may_be_shown_since(interaction, seat.asked_at)
        ):
            raise Stale


async def _plays(request: Request) -> bool:
    """Return True if the person has a seat at the request's table and the game is running; False without a table."""
    table = await request.services.load(request.table) if request.table else None
    return table is not None and table.row.status == "playing" and table.seat_of(request.person_id) is not None


async def _is_in_lesson(request: Request) -> bool:
    """Return True if the request's table is a lesson; False if the request has no table."""
    return request.table > 0 and (await lookup.origin(request.services, request.table)).lesson


async def _with_tip(request: Request, panel: Panel) -> Panel:
    """Return the panel with the person's next tip for newcomers below it, and store that they have seen that tip.

    Sets `request.tip`. The panel is returned unchanged if they have seen all tips, if their settings are not loaded,
    and in a lesson.
    """
    if request.person is None or request.person.hints >= people.MAX_TIPS or await _is_in_lesson(request):
        return panel
    number = await people.take_tip(request.services, request.person_id)
    if number is None:
        return panel
    request.tip = Text("-# 💡 " + hint_text.newcomer_tip(request.words, number))
    return panel.plus(request.tip)


async def _retry_blocked_channel(request: Request) -> None:
    """Retry the server's blocked deliveries if this channel or its parent was blocked and we may write here now."""
    here, may = request.interaction.channel, request.interaction.app_permissions
    parent = getattr(here, "parent_id", None) or 0
    writes = may.send_messages_in_threads if isinstance(here, discord.Thread) else may.send_messages
    if not (may.view_channel and writes):
        return
    for place in (request.channel, parent):
        if refusal := await channel_retries.find(request.services, place):
            await outbox.try_again(request.services, refusal.server)
            return
