"""Answers without an action: actions that decline outdated clicks, sentences for trouble on our side, an apology."""

from __future__ import annotations

import logging
import secrets
from typing import Literal

import discord

from cogs.messages.panel import Panel, says
from cogs.requests.request import NotDelivered, Request
from tables.model.table import require_lobby
from tables.model.table_errors import Declined, Stale
from tables.play import lookup
from tables.runtime.outage import is_outage
from words.refusal_text import refusal_sentence

log = logging.getLogger("kontor.request")


async def decline_stale(request: Request) -> Panel:
    """An action that raises `Stale`: the table waits for another decision than the clicked menu showed."""
    raise Stale


async def decline_old_menu(request: Request) -> Panel:
    """An action that raises `Declined`: the message no longer has the control that was clicked."""
    raise Declined("old_menu")


async def decline_flood(request: Request) -> Panel:
    """An action that raises `Declined`: too many requests of the person are not answered yet."""
    raise Declined("too_fast")


async def leave_unchanged(request: Request) -> None:
    """Acknowledge a click without changing anything: the person's private message already shows what they asked for."""
    await request.defer_in_place()


async def decline_changed_lobby(request: Request) -> Panel:
    """An action that raises `Declined`: the lobby has changed since the clicked message, or is no longer a lobby."""
    require_lobby(await request.services.load(request.table))
    raise Declined("lobby_changed", table=request.table)


async def decline_while_uncertain(request: Request) -> Literal["declined", "undelivered"]:
    """Show that nothing was done because another process may soon own the table, and return "declined".

    If another process may own it already, nothing is shown and "undelivered" is returned. The same is returned if the
    sentence cannot be delivered.
    """
    if not request.services.cluster.is_uncontested():
        return "undelivered"
    try:
        await request.show(says(refusal_sentence(request.words, "not_certain", {})))
    except (discord.HTTPException, NotDelivered) as lost:
        log.warning("verb=%s table=%d answer not delivered: %s", request.target.verb, request.table, lost)
        return "undelivered"
    return "declined"


async def apologise(request: Request, problem: Exception) -> None:
    """Log an unexpected exception under a new error id, and show an apology with that id. Raises nothing.

    An outage is logged without a traceback. If the apology cannot be delivered, that is logged as a warning.
    """
    number = secrets.token_hex(4)
    about = (number, request.target.verb, request.table)
    if is_outage(problem):
        log.error("error=%s verb=%s table=%d: %s", *about, problem, extra={"number": number})
    else:
        log.error("error=%s verb=%s table=%d", *about, exc_info=problem, extra={"number": number})
    sorry = request.words.say(
        "Something went wrong on our side. Nothing is lost, and what you did may have worked: check the "
        "table or `/tables` before you try again. If it keeps happening, tell the bot's owner this "
        "number: `{number}`.",
        number=number,
    )
    try:
        await request.show(says(sorry))
    except Exception as again:
        log.warning("error=%s apology not delivered: %s", number, again)


async def name_successor(request: Request, no: Declined) -> Declined:
    """Return a refusal that names the person who now has the requester's former seat; `no` itself if nobody has it."""
    name = await lookup.successor(request.services, request.table, request.person_id) if request.table else None
    return Declined("seat_passed_on", table=request.table, name=name) if name else no
