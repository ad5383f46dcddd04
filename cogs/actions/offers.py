"""Seats on offer: offering a seat to everybody or to one person, withdrawing, taking and declining an offer.

Each function named `…_by_button` is the action of a button: it reads the seat from `request.arg` and calls the function
that the command uses. `substitute_by_button` is also the action of the select of members at a private table.
"""

from __future__ import annotations

import discord

from cogs.messages.panel import Button, Panel, Part, Row, Target, Text, UserSelect, says
from cogs.messages.table_messages import link_to
from cogs.requests.answers import menu
from cogs.requests.members import invitees_with_ids
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.seating import substitutes
from words import table_text as table_words
from words.catalogue import escaped_name


async def substitute_by_button(request: Request) -> Panel:
    """Offer a seat to everybody, or to the member chosen in a select, and confirm it.

    `request.arg` is the seat's number (from 0). A click on the button under the board offers the seat to everybody; at
    a private table the answer has a select of members. A choice in that select runs this action again, with the
    member's id in `request.values`, and offers the seat to that member. Raises `Declined` if the person may not offer
    the seat (see `substitute`), if there is no such seat, and for a member who is the person themselves, is a bot, is
    not on the server, does not see the channel or may not take the seat.
    """
    seat = parse_number(request.arg, -1)
    if not request.values:
        return await substitute(request, seat)
    origin = await lookup.origin(request.services, request.table)
    if request.server != origin.server:
        raise Declined("members_only", table=request.table)
    people = await invitees_with_ids(request, request.values[:1], origin.channel)
    if not people:
        raise Declined("they_sit_here", name=request.name)
    return await _offer_by_name(request, seat, people[0].person, people[0].name)


async def substitute(request: Request, seat: int) -> Panel:
    """Offer a seat (from 0) to everybody who sees the table's channel, and confirm it.

    The seat's player keeps it until somebody takes it. Players may offer their own seat, and another one that is
    overdue or played by a computer; server managers may offer any. The offer is posted in the channel and on the board,
    and replaces an older offer of the seat. If the seat is the person's own, the answer has the button *Keep my seat*.
    A private table's thread is seen only by its players and guests, so there the answer also has a select of the
    server's members. Raises `Declined` if the person may not offer the seat, if it is on offer to everybody already, in
    a lesson, and if the game is not running or has no such seat.
    """
    words = request.words
    table = await substitutes.offer(
        request.services, request.table, request.person_id, seat, authority=await request.authority()
    )
    chair = table.seats[seat]
    if chair.person == request.person_id:
        said = words.say(
            "Your seat is being offered in <#{channel}>. It stays yours until somebody takes it, so play on "
            "until then.",
            channel=table.row.channel,
        )
        return Panel((Text(said), Row((keep_button(request, seat),)), *_members_select(request, table, seat)))
    said = words.say(
        "{name}'s seat is now being offered in <#{channel}>.", name=escaped_name(chair.name), channel=table.row.channel
    )
    if not chair.computer:
        said += " " + words.say(
            "If {name} makes a move before somebody takes the seat, the offer ends.", name=escaped_name(chair.name)
        )
    return Panel((Text(said), *_members_select(request, table, seat)))


def _members_select(request: Request, table: Table, seat: int) -> tuple[Part, ...]:
    """Return a text and a select of the server's members, for offering the seat to one; () for a public table."""
    if not table.row.private:
        return ()
    words = request.words
    said = words.say("Only the people at this private table can see that. To ask somebody else, choose them here:")
    return Text(said), UserSelect(Target("substitute", table.id, arg=str(seat)), words.say("Members"))


async def offer_own(request: Request) -> Panel:
    """Offer the person's own seat to everybody who sees the table's channel, and confirm it.

    The seat stays theirs until somebody takes it. The answer has the button *Keep my seat* and, at a private table, a
    select to offer the seat to one member. Raises `Declined` if they have no seat there or have lost it for good, if it
    is on offer to everybody already, in a lesson, and if the game is not running.
    """
    table = await request.services.load(request.table)
    seat = table.seat_of(request.person_id)
    if seat is None:
        raise Declined("not_seated", table=request.table)
    return await substitute(request, seat.seat)


async def offer_to(request: Request, seat: int, person: discord.Member | discord.User) -> Panel:
    """Offer a seat (from 0) to one member of this server, and confirm it. The member gets the seat by accepting.

    The member is notified. An older offer of the seat is replaced. The answer has a button that withdraws the offer. At
    a private table the member is added to the thread, so that they can look at it. Raises `Declined`:

    - if the requester may not offer the seat, or the game is not running,
    - for a bot, and for a person who is not on the table's server or does not see its channel,
    - for a person who may not take the seat, for example because they have another one there, and
    - if this seat is offered to the person already.
    """
    if person.bot:
        raise Declined("no_bots")
    origin = await lookup.origin(request.services, request.table)
    if request.server != origin.server or not isinstance(person, discord.Member):
        raise Declined("members_only", table=request.table)
    place = person.guild.get_channel_or_thread(origin.channel)
    if place is not None and not place.permissions_for(person).view_channel:
        raise Declined("they_see_nothing", name=person.display_name)
    return await _offer_by_name(request, seat, person.id, person.display_name)


async def _offer_by_name(request: Request, seat: int, person: int, name: str) -> Panel:
    """Offer a seat (from 0) to the person with this Discord id and name, and confirm it; see `offer_to`."""
    offering = (request.services, request.table, request.person_id, seat, person, name)
    await substitutes.offer(*offering, authority=await request.authority())
    said = request.words.say("I've asked {name}. They'll get the seat as soon as they accept.", name=escaped_name(name))
    return Panel((Text(said), Row((withdraw_button(request, seat),))))


def keep_button(request: Request, seat: int) -> Button:
    """Return the button *Keep my seat*, which withdraws the offer of the person's own seat."""
    return Button(request.words.say("Keep my seat"), Target("withdraw", request.table, arg=str(seat)))


def withdraw_button(request: Request, seat: int) -> Button:
    """Return the button *Withdraw the offer* for another player's seat."""
    return Button(request.words.say("Withdraw the offer"), Target("withdraw", request.table, arg=str(seat)))


async def withdraw_by_button(request: Request) -> Panel:
    """Withdraw the offer of the seat with the number `request.arg` (from 0), and confirm it.

    Raises `Declined` unless the person owns the seat, has offered it or manages the server. Also raises it if the seat
    is not on offer or does not exist, and if the game is not running.
    """
    return await withdraw(request, parse_number(request.arg, -1))


async def withdraw(request: Request, seat: int | None) -> Panel:
    """Withdraw the offer of a seat, update the messages that show it, and confirm it.

    `seat` counts from 0; None means the person's own seat. Raises `Declined` unless the person owns the seat, has
    offered it or manages the server. Also raises it if the seat is not on offer, and if the game is not running.
    """
    if seat is None:
        own = (await request.services.load(request.table)).seat_of(request.person_id)
        if own is None:
            raise Declined("not_seated", table=request.table)
        seat = own.seat
    await substitutes.withdraw(
        request.services, request.table, request.person_id, seat, authority=await request.authority()
    )
    return says(request.words.say("OK, the seat is no longer being offered."))


async def take_by_button(request: Request) -> Panel:
    """Give the person the seat that is on offer and named by `request.arg`, and show their menu.

    `request.arg` is the seat's number (from 0). If it is empty, the only seat on offer to them is meant. Raises
    `Declined` if the offer is over or for somebody else, if `request.arg` is empty and several seats are on offer, if
    the person has or had another seat at the table, or if they sit at too many tables.
    """
    return await take(request, parse_number(request.arg, -1) if request.arg else None)


async def take(request: Request, seat: int | None) -> Panel:
    """Give the person a seat that is on offer, and show their menu. The former player's open menu is deleted.

    `seat` counts from 0; None means the only seat that is offered to them by name, or else the only one offered to
    everybody. The person gets the seat's hand and its remaining time, which is raised to a minimum if it is less. If
    the former player was the host, the person becomes host. The table and the former player are notified. Raises
    `Declined` if the offer is over or for somebody else, if `seat` is None and several seats are possible, if the
    person has or had another seat at the table, or if they sit at too many tables.
    """
    taken = await substitutes.take(request.services, request.table, request.person_id, request.name, seat)
    if taken.former is not None:
        await request.app.menus.close(request.table, taken.former)
    words, row = request.words, taken.table.row
    welcome = words.say(
        "🪑 Welcome! Seat {seat} is yours: [{table}]({link}).",
        seat=taken.seat + 1,
        table=table_words.title(words, row.game, row.id),
        link=link_to(taken.table),
    )
    return (await menu(request)).under(Text(welcome))


async def decline(request: Request) -> Panel:
    """Decline the seat that was offered to the person by name, and confirm it. The offer ends; the table is notified.

    Raises `Declined` if no seat is offered to them by name.
    """
    await substitutes.decline(request.services, request.table, request.person_id)
    return says(request.words.say("OK, you have declined. I've told the table."))


VERBS = (
    Verb("substitute", substitute_by_button, "running"),
    Verb("offer", offer_own, "running"),
    Verb("withdraw", withdraw_by_button, "running"),
    Verb("take", take_by_button, "running"),
    Verb("decline_seat", decline, "running"),
)
