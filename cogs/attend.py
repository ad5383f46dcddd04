"""Attending to a visit: do what it asks for, and answer whatever happens.

An *action* does one thing and returns the panel to show. It is looked up by its verb, whether a button, a select or a
slash command asked for it. Whatever goes wrong becomes a sentence for the person and a line in the log.
"""

from __future__ import annotations

import logging
import secrets

import discord

from cogs import table
from cogs.panel import Panel, Text, text
from cogs.visit import Action, Visit
from rules import Refused
from tables import persons, reading
from tables.errors import Declined, Stale
from words import hints
from words.refusals import declined

log = logging.getLogger("kontor.visit")


async def attend(visit: Visit, action: Action | None = None) -> None:
    """Do what a visit asks for (or the given action), and answer whatever happens."""
    try:
        try:
            with visit.house.visit():
                await _serve(visit, action)
        except Declined as closing:
            await visit.show(await _declined(visit, closing))
    except discord.NotFound as gone:
        # 10062: it took longer than Discord waits. What was done is done; the table shows it.
        log.warning("verb=%s table=%d answer not delivered: %s", visit.target.verb, visit.table, gone)
    except Exception as problem:
        await _apologise(visit, problem)


async def _serve(visit: Visit, action: Action | None) -> None:
    try:
        await visit.meet()
        panel = await _do(visit, action)
        if visit.mark:
            visit.bot.clicked[visit.person_id] = (visit.target, visit.values)
        if panel is not None:
            await visit.show(await _with_hint(visit, panel))
    except Declined as no:
        await visit.show(await _declined(visit, no))
    except Refused as no:
        await visit.show(await _refused(visit, no))


async def _do(visit: Visit, action: Action | None) -> Panel | None:
    action = action or visit.bot.actions.get(visit.target.verb)
    if action is None:
        raise Declined("old_menu")
    if visit.game and not visit.table:
        visit.turn_to(await reading.find(visit.house, visit.person_id, visit.game, visit.channel, visit.target.verb))
    if visit.table:
        await _admit(visit)
    return await action(visit)


async def _admit(visit: Visit) -> None:
    """Decline what is about a table that the person cannot see, or about another game than is played there.

    Who has a seat may come from anywhere, from direct messages too.
    """
    origin = await reading.origin(visit.house, visit.table)
    if not visit.sees(origin.server, origin.channel) and not await reading.sits(
        visit.house, visit.table, visit.person_id
    ):
        raise Declined("no_table" if visit.server else "seen_elsewhere", table=visit.table)
    game = visit.game or visit.target.verb.partition(".")[0]
    if game in visit.bot.faces and game != origin.game:
        raise Declined("other_game", table=visit.table, game=origin.game)


async def _with_hint(visit: Visit, panel: Panel) -> Panel:
    """Add the explaining line that a newcomer's first clicks carry."""
    if visit.person is None or visit.person.hints >= persons.HINTS:
        return panel
    number = await persons.hint(visit.house, visit.person_id)
    if number is None:
        return panel
    visit.hint = Text("-# 💡 " + hints.line(visit.words, number))
    return panel.plus(visit.hint)


async def _declined(visit: Visit, no: Declined) -> Panel:
    twice = isinstance(no, Stale) and visit.bot.clicked.get(visit.person_id) == (visit.target, visit.values)
    said = Text(declined(visit.words, "done_already" if twice else no.key, no.facts))
    if no.key == "which_table":
        return await table.which(visit, said)
    if isinstance(no, Stale):
        return await table.fresh_menu(visit, said)
    return Panel((said,))


async def _refused(visit: Visit, no: Refused) -> Panel:
    return await table.fresh_menu(visit, Text(await table.refusal(visit, no)))


async def _apologise(visit: Visit, problem: Exception) -> None:
    """Say that it is our fault, with a number under which the operator finds it."""
    number = secrets.token_hex(4)
    log.error("error=%s verb=%s table=%d", number, visit.target.verb, visit.table, exc_info=problem)
    sorry = visit.words.say(
        "Something went wrong on our side. Nothing is lost, and what you did may be done already: look at the table "
        "or `/tables` before you try again. If it happens again, tell whoever runs this bot the number `{number}`.",
        number=number,
    )
    try:
        await visit.show(Panel((text(sorry),)))
    except Exception as again:
        log.warning("error=%s could not even be told: %s", number, again)
