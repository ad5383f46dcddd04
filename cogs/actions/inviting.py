"""Invitations to a table: inviting and sending away for the host, accepting and declining for a guest.

`unsubscribe` ends a person's notifications of new tables.
"""

from __future__ import annotations

import discord

from cogs.actions import lobby_options
from cogs.actions.personal import avoid_list
from cogs.messages.lobby_panel import options_button
from cogs.messages.panel import Button, Panel, Row, Target, Text, UserSelect, rows, says
from cogs.requests.answers import menu
from cogs.requests.members import invitees_with_ids
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.seating import invitations, sending_away
from words import table_text as table_words
from words.catalogue import escaped_name

_MAX_CHOSEN = 10
"""People that can be chosen in the select."""


async def invite(request: Request) -> Panel:
    """Show the host a select of the server's people; once people were chosen in it, invite them and show the options.

    `request.values` holds the Discord ids of the chosen people; it is empty before that. Raises `Declined` if the
    person is not the host, if the table has no room for another guest, and in the cases of `invite_people`.
    """
    words = request.words
    if request.values:
        return await invite_people(request, request.values)
    await invitations.check_may_invite(request.services, request.table, request.person_id)
    question = words.say("Who do you want to invite? They get one ping and can say no.")
    people = UserSelect(Target("invite", request.table), words.say("Members"), _MAX_CHOSEN)
    return Panel((Text(question), people, Row((options_button(words, request.table),))))


async def invite_one(request: Request, person: discord.Member | discord.User) -> Panel:
    """Invite one person to the request's table, to a seat in the lobby or to watch a private game, and confirm it.

    The person is notified, and the lobby's message is updated. Raises `Declined`:

    - if the requester may not invite, or there are too many guests,
    - if the person is a bot, is not on the server or does not see the channel, and
    - if the person has a seat or an invitation already, or has declined before.
    """
    return await invite_people(request, [str(person.id)])


async def invite_people(request: Request, numbers: tuple[str, ...] | list[str]) -> Panel:
    """Invite the people with these Discord ids (as strings) to the request's table, and name them in the answer.

    They are invited to a seat in the lobby, or to watch a private game. They are notified, and the lobby's message is
    updated. The host, and people who already have a seat or an invitation, are skipped and not named. Raises
    `Declined`:

    - if the requester may not invite, or the request comes from another server than the table's,
    - if one of the people is a bot, is not on the server, does not see the channel or has declined before, and
    - if there would be too many guests, or nobody is left to invite.
    """
    origin = await lookup.origin(request.services, request.table)
    if request.server != origin.server:
        raise Declined("members_only", table=request.table)
    await invitations.check_may_invite(request.services, request.table, request.person_id)
    people = await invitees_with_ids(request, numbers, origin.channel)
    added = await invitations.invite(request.services, request.table, request.person_id, people)
    names = request.words.join_and([escaped_name(guest.name) for guest in added])
    invited = request.words.say("Invited: {names}. The table's message shows their answers.", names=names)
    return await lobby_options.confirm(request, invited)


async def invite_to_own_table(request: Request, person: discord.Member | discord.User) -> Panel:
    """Invite a person to the requester's table on this server, like `invite_one`; if they host several, ask which.

    Only tables to which the requester can invite somebody count. Raises `Declined` outside of a server, if the
    requester has no such table, and in the cases of `invite_one`.
    """
    if not request.server:
        raise Declined("only_in_server")
    looks = await lookup.looks_of_person(request.services, request.person_id)
    hosted = [look.table for look in looks if look.table.row.server == request.server]
    tables = [table for table in hosted if invitations.may_invite(table, request.person_id)]
    if not tables:
        raise Declined("no_table_to_invite")
    if len(tables) == 1:
        await request.set_table(tables[0].id)
        return await invite_one(request, person)
    words = request.words
    question = words.say("Which table do you want to invite {name} to?", name=escaped_name(person.display_name))
    buttons = [
        Button(
            table_words.title(words, table.row.game, table.id), Target("invite_person", table.id, arg=str(person.id))
        )
        for table in tables
    ]
    return Panel((Text(question), *rows(buttons)))


async def invite_person(request: Request) -> Panel:
    """Invite the person whose Discord id is `request.arg` to the request's table, like `invite_one`."""
    return await invite_people(request, [request.arg])


async def send_away(request: Request, person: discord.Member | discord.User) -> Panel:
    """Remove a person's seat or invitation from the request's lobby, notify them, and confirm it.

    They cannot join again. The lobby's message is updated. Raises `Declined` if the requester is not the host or means
    themselves, if the person has neither seat nor invitation there, or if the table is no longer a lobby.
    """
    name = await sending_away.send_away(request.services, request.table, request.person_id, person.id)
    return says(
        request.words.say(
            "{name} has been removed and can only join again if you invite them.", name=escaped_name(name)
        )
    )


async def accept(request: Request) -> Panel:
    """Accept an invitation: the person takes a seat under the name in the invitation. The lobby's message is updated.

    If this starts the game, show their menu, otherwise a confirmation. If somebody on their avoid list has a seat
    there, they do not take theirs yet: a warning is shown with a button to join anyway. Raises `Declined` if they are
    not invited, have a seat already or too many tables, or if no seat is free or the table is no longer a lobby.
    """
    if warning := await avoid_list.warning(request, request.table):
        return warning
    table = await invitations.accept(request.services, request.table, request.person_id)
    words = request.words
    if table.row.status == "playing":
        return await menu(request)
    return says(words.say("You have a seat. You'll get a ping when the game starts."))


async def decline(request: Request) -> Panel:
    """Decline an invitation, and confirm it to the person. The lobby's message shows that they declined.

    The host cannot invite them again, but they may still join. Raises `Declined` if they were not invited or already
    have a seat, or if the table is no longer a lobby.
    """
    await invitations.decline(request.services, request.table, request.person_id)
    words = request.words
    return says(words.say("OK, the host can see that you're not coming. If you change your mind, press *Join*."))


async def unsubscribe(request: Request) -> Panel:
    """Stop notifying the person of new tables of one game on one server, and confirm it.

    `request.arg` is `SERVER GAME`: the server's id and the game's key. It is confirmed even if they had not subscribed.
    """
    server, _, game = request.arg.partition(" ")
    known = await invitations.lobby_subscriptions(
        request.services, request.person_id, parse_number(server, 0, max_digits=20)
    )
    left = [each for each in known if each != game]
    await invitations.set_lobby_subscriptions(
        request.services, request.person_id, parse_number(server, 0, max_digits=20), left
    )
    return says(request.words.say("OK. You can turn these back on with `/settings show` on that server."))


VERBS = (
    Verb("invite", invite, "lobby"),
    Verb("invite_person", invite_person, "lobby"),
    Verb("accept", accept),
    Verb("decline", decline),
    Verb("hear_no_more", unsubscribe),
)
