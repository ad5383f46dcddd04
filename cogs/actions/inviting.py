"""Inviting people to a table, and answering that."""

from __future__ import annotations

import discord

from cogs.messages.panel import Panel, Target, Text, UserSelect, says
from cogs.requests.answers import menu
from cogs.requests.members import numbered
from cogs.requests.request import Action, Request, number
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.seating import invitations
from words.catalogue import escaped_name

_AT_ONCE = 10
"""So many people can be chosen at once."""


async def invite(request: Request) -> Panel:
    """Let the host choose whom to invite; then invite those."""
    words = request.words
    if request.values:
        return await invite_people(request, request.values)
    await invitations.may_invite(request.services, request.table, request.person_id)
    question = words.say(
        "Who would you like to invite? They are pinged once, the way they have chosen, and can say no."
    )
    people = UserSelect(Target("invite", request.table), words.say("People on this server"), _AT_ONCE)
    return Panel((Text(question), people))


async def invite_one(request: Request, person: discord.Member | discord.User) -> Panel:
    """Invite the person that a command names."""
    return await invite_people(request, [str(person.id)])


async def invite_people(request: Request, numbers: tuple[str, ...] | list[str]) -> Panel:
    """Invite people of this server."""
    origin = await lookup.origin(request.services, request.table)
    if request.server != origin.server:
        raise Declined("members_only", table=request.table)
    await invitations.may_invite(request.services, request.table, request.person_id)
    people = await numbered(request, numbers, origin.channel)
    added = await invitations.invite(request.services, request.table, request.person_id, people)
    names = request.words.join_and([escaped_name(guest.name) for guest in added])
    return says(request.words.say("Invited: {names}. The table's message shows their answers.", names=names))


async def accept(request: Request) -> Panel:
    """Sit down where one is invited."""
    table = await invitations.accept(request.services, request.table, request.person_id)
    words = request.words
    if table.row.status == "playing":
        return (await menu(request)).under(Text(words.say("You have taken the last seat: the game begins.")))
    return says(words.say("You have a seat. You will be pinged when the game starts."))


async def decline(request: Request) -> Panel:
    """Say that one does not come."""
    await invitations.decline(request.services, request.table, request.person_id)
    words = request.words
    return says(
        words.say("All right, the host can see that you are not coming. If you change your mind, press *Join*.")
    )


async def hear_no_more(request: Request) -> Panel:
    """Let somebody hear no more of new tables of a game on a server: the button says which."""
    server, _, game = request.arg.partition(" ")
    known = await invitations.wished(request.services, request.person_id, number(server, 0, digits=20))
    left = [each for each in known if each != game]
    await invitations.set_wished(request.services, request.person_id, number(server, 0, digits=20), left)
    return says(request.words.say("All right. You can choose it again with `/settings show` on that server."))


ACTIONS: dict[str, Action] = {"invite": invite, "accept": accept, "decline": decline, "hear_no_more": hear_no_more}
