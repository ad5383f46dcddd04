"""The one entry for clicks and commands: find the action, do it, and answer whatever happens.

An *action* does one thing and returns the panel to show. It is looked up by its verb when a button or a select asks
for it; a slash command names its verb too, and may bring the action itself with the command's options in it. Whatever
goes wrong becomes a sentence for the person and a line in the log.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

import discord
from cachetools import LRUCache

from cogs.messages.components import (
    clicked_target,
    is_control_still_shown,
    may_be_about_table,
    may_be_shown_since,
    selected_values,
)
from cogs.messages.panel import Panel, Row, Target, Text, says
from cogs.requests import answers
from cogs.requests.request import Action, Elsewhere, NotDelivered, Request
from rules import Refused
from tables.delivery import channel_retries, outbox
from tables.model.table import require_lobby
from tables.model.table_errors import Declined, Stale
from tables.play import lookup
from tables.runtime import people
from tables.runtime.outage import is_outage
from words import tips
from words.refusal_text import refusal_sentence

log = logging.getLogger("kontor.request")

_MANY_PEOPLE = 5000
_MANAGED = ("close", "cancel")
"""All that who manages a server can do with a private table there."""

_ONLY_SHOW = ("play", "hand", "log", "rules", "more")
"""What stands under every board changes nothing, so an older board's button does it too."""
_IN_LOBBY = ("join", "leave", "computer", "level", "start", "invite", "allow_hints", "cancel")
"""What can be done in a lobby only."""

AnswerOutcome = Literal["done", "declined", "failed", "undelivered", "passed_on"]
"""How a request ended: as wished, with the reason why not, by our fault, without the answer getting through, or by
handing it over to the process that works on its table."""
NoteAnswer = Callable[[str, str, AnswerOutcome, float], None]
"""Is told of every request: click or command, its verb, how it ended, and after how many seconds it was heard."""
_TWICE = {
    "stale": "done_already",
    **dict.fromkeys(("old_menu", "lobby_changed", "no_seat_yet", "not_paused", "nobody_closes"), "done_once"),
}
"""What the second press of a double click is told, by what a late one would be."""
_WITH_MENU = ("stale", "done_already", "begun", "nothing_to_undo")
"""What is told together with the menu as it is now."""
FORGED = "unknown"
"""Stands for every verb that no action of ours has: whoever forges clicks fills no list with them."""


def nobody_listens(kind: str, verb: str, outcome: AnswerOutcome, seconds: float) -> None:
    """Take no notice."""


class Dispatcher:
    """Knows all actions, and who clicked on what last."""

    def __init__(self, *rooms: Mapping[str, Action], note_answer: NoteAnswer = nobody_listens) -> None:
        self.actions: dict[str, Action] = {}
        self._note_answer = note_answer
        for actions in rooms:
            twice = self.actions.keys() & actions.keys()
            assert not twice, f"two actions for one verb: {', '.join(sorted(twice))}"
            self.actions.update(actions)
        self._latest: LRUCache[int, tuple[Target, tuple[str, ...]]] = LRUCache(_MANY_PEOPLE)
        """What everybody's latest click at a table was: the second of a double click is told that it is done."""

    async def click(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click on a button or in a list."""
        target = clicked_target(interaction)
        if target and is_control_still_shown(interaction):
            await self.answer(Request(interaction, target, selected_values(interaction)))
        elif target:
            request = Request(interaction, target, selected_values(interaction))
            await self.answer(request, self._too_late(request))
        else:
            await self.answer(Request(interaction, Target("old_menu")))

    def _too_late(self, request: Request) -> Action | None:
        """Return what is done if a message shows something else by now than was clicked on; None: just that."""
        target = request.target
        if request.is_ephemeral and not target.mark and self._pressed_twice(request):
            return _leave_it
        if target.verb in _IN_LOBBY and target.table:
            return _lobby_has_changed
        if target.mark:
            return _stale
        return None if target.table and target.verb in _ONLY_SHOW else _gone

    def _pressed_twice(self, request: Request) -> bool:
        """Say whether this is the second of a double click."""
        return not request.typed and self._latest.get(request.person_id) == (request.target, request.values)

    async def command(
        self, interaction: discord.Interaction[Any], target: Target, action: Action | None = None, game: str = ""
    ) -> None:
        """Answer a slash command. Of a game, without a table, it means the one that lives here, or the only one."""
        await self.answer(Request(interaction, target, game=game), action)

    async def answer(self, request: Request, action: Action | None = None) -> None:
        """Do what is asked for (or the given action), and answer whatever happens."""
        verb = request.target.verb
        with request.in_time():
            outcome = await self._answer(request, action)
        known = request.typed or verb in self.actions
        self._note_answer("command" if request.typed else "click", verb if known else FORGED, outcome, request.seconds)

    async def _answer(self, request: Request, action: Action | None) -> AnswerOutcome:
        if not await request.services.may_act():
            log.warning("verb=%s table=%d not done: our partition may be another's", request.target.verb, request.table)
            return await _not_now(request)
        try:
            try:
                with request.services.background.visit():
                    return await self._serve(request, action)
            except Declined as closing:
                await request.show(await self._declined(request, closing))
                return "declined"
            except Elsewhere as there:
                if not await request.promised() and await request.app.passing.pass_on(
                    request.interaction, there.partition
                ):
                    return "passed_on"
                await request.show(says(refusal_sentence(request.words, "changing_hands", {})))
                return "declined"
        except (discord.NotFound, NotDelivered) as lost:
            # It took longer than Discord waits (10062), or the line is down. What was done is done; the table shows it.
            log.warning("verb=%s table=%d answer not delivered: %s", request.target.verb, request.table, lost)
            return "undelivered"
        except Exception as problem:
            await _apologise(request, problem)
            return "failed"

    async def _serve(self, request: Request, action: Action | None) -> AnswerOutcome:
        try:
            await request.meet()
            await _hear(request)
            request.acted = partial(self._remember, request)
            panel = await self._do(request, action)
            self._remember(request)
            if panel is not None:
                await request.show(await _with_tip(request, panel))
            return "done"
        except Declined as no:
            await request.show(await self._declined(request, no))
        except Refused as no:
            await request.show(await answers.refusal(request, no))
        return "declined"

    def _remember(self, request: Request) -> None:
        """Remember that a click was done. Its double may be next in line: so a move says so before its menu is made."""
        if not request.typed:
            self._latest[request.person_id] = (request.target, request.values)

    async def _do(self, request: Request, action: Action | None) -> Panel | None:
        action = action or self.actions.get(request.target.verb)
        if action is None:
            raise Declined("old_menu")
        if request.game and not request.table:
            verb = request.target.verb
            found = await lookup.find(request.services, request.person_id, request.game, request.channel, verb)
            await request.turn_to(found)
        if request.table:
            await request.turn_to(request.table)
            await _admit(request)
        return await action(request)

    async def _declined(self, request: Request, no: Declined) -> Panel:
        if no.key == "finished" and await _in_lesson(request):
            return await answers.menu(request)  # How it ended stands nowhere else.
        if no.key in ("not_seated", "seen_elsewhere"):
            no = await _who_sits_there_now(request, no)
        key = await self._sentence(request, no)
        reason = Text(refusal_sentence(request.words, key, no.facts))
        if key == "which_table":
            return await answers.which_table(request, reason)
        if key in _WITH_MENU:
            return await answers.fresh_menu(request, reason)
        if no.key == "computer_decides":
            return Panel((reason, Row((answers.come_back(request),))))
        return Panel((reason,))

    async def _sentence(self, request: Request, no: Declined) -> str:
        """Return by which sentence somebody is told why not: one who pressed twice, by that."""
        if no.key == "started_already" and await _plays(request):
            return "begun"
        if not self._pressed_twice(request):
            return no.key
        # Of what is done in a lobby, only its computers have a mark.
        return "computers_changed" if no.key == "lobby_changed" and request.mark else _TWICE.get(no.key, no.key)


async def _who_sits_there_now(request: Request, no: Declined) -> Declined:
    """Say to who had a seat that it is another's now: their old menus and hands show nothing of it."""
    now = await lookup.successor(request.services, request.table, request.person_id) if request.table else None
    return Declined("seat_passed_on", table=request.table, name=now) if now else no


async def _hear(request: Request) -> None:
    """Try again what could not be said where somebody was heard just now, if we may speak there."""
    here, may = request.interaction.channel, request.interaction.app_permissions
    parent = getattr(here, "parent_id", None) or 0
    writes = may.send_messages_in_threads if isinstance(here, discord.Thread) else may.send_messages
    if not (may.view_channel and writes):
        return
    for place in (request.channel, parent):
        if refusal := await channel_retries.known(request.services, place):
            await outbox.try_again(request.services, refusal.server)
            return


async def _stale(request: Request) -> Panel:
    """Do nothing: the menu that was clicked in shows something else by now."""
    raise Stale


async def _gone(request: Request) -> Panel:
    """Do nothing: what was clicked on is not there any more."""
    raise Declined("old_menu")


async def _leave_it(request: Request) -> None:
    """Do nothing: a message for this person alone shows already what they wanted to see."""
    await request.hold()


async def _lobby_has_changed(request: Request) -> Panel:
    """Do nothing, and say how it stands with a lobby that has changed."""
    require_lobby(await request.services.load(request.table))
    raise Declined("lobby_changed", table=request.table)


async def _plays(request: Request) -> bool:
    """Say whether somebody has a seat at the running table that this is about."""
    table = await request.services.load(request.table) if request.table else None
    return table is not None and table.row.status == "playing" and table.seat_of(request.person_id) is not None


async def _admit(request: Request) -> None:
    """Decline what is about a table that the person cannot see, or about another game than is played there.

    Who has a seat, is offered one by name, or is invited may come from anywhere, from direct messages too.
    """
    origin = await lookup.origin(request.services, request.table)
    visible = request.sees(origin.server, origin.channel) and not origin.lesson and not origin.private
    managed = origin.private and request.admin_of == origin.server and request.target.verb in _MANAGED
    if not (visible or managed or await lookup.admits(request.services, request.table, request.person_id)):
        unknown = request.server or origin.lesson or origin.private
        raise Declined("no_table" if unknown else "seen_elsewhere", table=request.table)
    await _look_for_lost_time(request, origin.created)
    game = request.game or request.target.verb.partition(".")[0]
    if game in request.app.games and game != origin.game:
        raise Declined("other_game", table=request.table, game=origin.game)


async def _look_for_lost_time(request: Request, opened: int) -> None:
    """Decline a click in a message about another table of this number, or in a menu for another decision of this mark.

    After an older backup was restored, and so after a start, numbers and marks of the time that is lost come again.
    """
    services, interaction = request.services, request.interaction
    if request.is_ephemeral and may_be_shown_since(interaction, services.delivery_progress.began):
        return
    if not may_be_about_table(interaction, opened):
        raise Declined("old_menu")
    if request.is_ephemeral and request.mark:
        table = await services.load(request.table)
        seat = table.seat_of(request.person_id)
        if (
            seat
            and table.is_current_mark(seat.seat, request.mark)
            and not may_be_shown_since(interaction, seat.asked_at)
        ):
            raise Stale


async def _with_tip(request: Request, panel: Panel) -> Panel:
    """Add the tip that a newcomer's first clicks carry."""
    if request.person is None or request.person.hints >= people.MAX_TIPS or await _in_lesson(request):
        return panel
    number = await people.take_tip(request.services, request.person_id)
    if number is None:
        return panel
    request.tip = Text("-# 💡 " + tips.tip(request.words, number))
    return panel.plus(request.tip)


async def _in_lesson(request: Request) -> bool:
    """Say whether this is about a lesson: there one thing is explained at a time."""
    return request.table > 0 and (await lookup.origin(request.services, request.table)).lesson


async def _not_now(request: Request) -> AnswerOutcome:
    """Say that nothing was done since our partition may soon be another's; once it may be, say nothing at all."""
    if not request.services.db.uncontested():
        return "undelivered"
    try:
        await request.show(says(refusal_sentence(request.words, "not_certain", {})))
    except (discord.HTTPException, NotDelivered) as lost:
        log.warning("verb=%s table=%d answer not delivered: %s", request.target.verb, request.table, lost)
        return "undelivered"
    return "declined"


async def _apologise(request: Request, problem: Exception) -> None:
    """Say that it is our fault, with a number under which the operator finds it."""
    number = secrets.token_hex(4)
    about = (number, request.target.verb, request.table)
    if is_outage(problem):
        log.error("error=%s verb=%s table=%d: %s", *about, problem, extra={"number": number})
    else:
        log.error("error=%s verb=%s table=%d", *about, exc_info=problem, extra={"number": number})
    sorry = request.words.say(
        "Something went wrong on our side. Nothing is lost, and what you did may have worked after all: look at "
        "the table or `/tables` before you try again. If it happens again, tell whoever runs this bot the number "
        "`{number}`.",
        number=number,
    )
    try:
        await request.show(says(sorry))
    except Exception as again:
        log.warning("error=%s could not even be told: %s", number, again)
