"""A person's avoid list: people they would rather not play with.

`/settings avoid` shows it and adds people, a select removes them, and `warning` warns before the person joins a lobby.
Nothing here is shown to anybody but the owner of the list.
"""

from __future__ import annotations

import discord

from cogs.messages.panel import Option, Panel, Part, Select, Target, text
from cogs.requests.answers import are_you_sure
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.model.table_errors import Declined
from tables.runtime import avoiding
from words.catalogue import escaped_name

ANYWAY = "anyway"
"""The argument of a button with which a person takes a seat although somebody on their avoid list sits there."""
_MAX_LABEL_CHARS = 100


async def show(request: Request) -> Panel:
    """Show the person's avoid list. First remove the people chosen in its select, if any.

    `request.values` holds the Discord ids of the chosen people.
    """
    if request.values:
        chosen = [int(value) for value in request.values if value.isdecimal()]
        await avoiding.stop_avoiding(request.services, request.person_id, chosen)
    words = request.words
    avoided = await avoiding.avoided_by(request.services, request.person_id)
    names = ", ".join(f"<@{person}>" for person in avoided)
    parts: list[Part] = [
        text(
            words.say("## People you avoid"),
            names or words.say("Nobody. `/settings avoid person:` adds somebody."),
            words.say(
                "-# You don't get their invitations, and *Join* warns you if one of them is at the table. Only you "
                "can see this list; they aren't told."
            ),
        )
    ]
    if avoided:
        options = tuple(
            Option((name or words.say("somebody"))[:_MAX_LABEL_CHARS], str(person)) for person, name in avoided.items()
        )
        parts.append(Select(Target("avoid"), words.say("Stop avoiding …"), options, most=len(options)))
    return Panel(tuple(parts))


async def add(request: Request, person: discord.Member | discord.User) -> Panel:
    """Add somebody to the requester's avoid list, and show the list.

    Raises `Declined` for the requester themselves, for a bot, and if the list is full.
    """
    if person.bot:
        raise Declined("no_bots_avoided")
    await avoiding.avoid(request.services, request.person_id, person.id, person.display_name)
    return await show(request)


async def warning(request: Request, table_id: int) -> Panel | None:
    """Return a warning if somebody on the person's avoid list has a seat in the lobby that they want to join.

    `table_id` is that lobby. The warning's button repeats the request's verb at the request's table, with `ANYWAY` in
    its argument. Return None if nobody on the list has a seat there, if the argument already has that word, if the
    table is no lobby or is full, or if the person has a seat there.
    """
    if ANYWAY in request.arg.split():
        return None
    table = await request.services.load(table_id)
    names = {seat.person: seat.name for seat in table.human_seats() if seat.person}
    if table.row.status != "lobby" or request.person_id in names or len(table.seats) >= table.row.size:
        return None
    there = await avoiding.avoided_among(request.services, request.person_id, list(names))
    if not there:
        return None
    words = request.words
    who = words.join_and([escaped_name(name) for person, name in names.items() if person in there])
    question = words.say("Somebody you avoid is at this table: {names}.", names=who)
    target = Target(request.target.verb, request.table, arg=f"{request.arg} {ANYWAY}".strip())
    return are_you_sure(question, words.say("Join anyway"), target, words.say("Don't join"))


VERBS = (Verb("avoid", show),)
