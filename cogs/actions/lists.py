"""The actions of `/tables`, `/watch` and `/results`.

`own_tables` lists a person's own tables, `watch` the lobbies and running games of a server, and `results` a server's
results.
"""

from __future__ import annotations

from cogs.messages.lesson_pages import continue_lesson_button, lesson_offer_parts
from cogs.messages.panel import MAX_COMPONENTS, Button, Link, Panel, Part, Row, Target, Text, rows, text
from cogs.messages.table_messages import guest_row, link_to
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from rules import GAMES
from tables.coaching.lesson_tables import open_lessons as lessons_of
from tables.model.table import Look, SeatTime, Table
from tables.play import lookup
from tables.seating import invitations
from words import Words, lobby_text, time_text
from words import table_text as table_words
from words.catalogue import escaped_name
from words.ending_text import format_number
from words.games import TITLES

_MAX_SERVER_TABLES = 10
"""Tables in the list of a server."""
_MAX_INVITATIONS = 3
"""Invitations in a person's own list."""
_MAX_LIST_COMPONENTS = MAX_COMPONENTS - 4
"""Components for the entries of a person's own list: the container, the heading, the "… and n more" line and a tip take
four."""


async def own_tables(request: Request) -> Panel:
    """List the person's unanswered invitations, lobbies and running games, with buttons to answer, start or play.

    At most three invitations come first. The tables follow, first those where the person has to decide. As many tables
    are listed as fit into one message; a last line counts the others. Each open lesson gets a button. Without
    invitations and tables the message says so and has the buttons of open lessons; without open lessons it offers
    lessons instead.
    """
    words = request.words
    looks = await lookup.looks_of_person(request.services, request.person_id)
    invited = await _invitations(request)
    learning = [continue_lesson_button(game, words) for game in await lessons_of(request.services, request.person_id)]
    if not looks and not invited:
        nowhere = words.say(
            "You have no tables. `/help` shows how to open one, and `/watch` lists the open tables on this server."
        )
        return Panel((Text(nowhere), *(rows(learning) if learning else lesson_offer_parts(words))))
    waiting = sum(look.owes is not None for look in looks)
    head = words.many("It's your turn at {n} table.", "It's your turn at {n} tables.", waiting)
    parts: list[Part] = [Text(head if waiting else words.say("It's not your turn anywhere right now. Your tables:"))]
    parts = [*invited, *(parts if looks else [])]
    room_left = _MAX_LIST_COMPONENTS - (1 + len(learning) if learning else 0) - (Panel(tuple(invited)).size - 1)
    for number, look in enumerate(looks):
        buttons = _table_buttons(look, words)
        room_left -= 2 + len(buttons)
        if room_left < 0:
            parts.append(Text(_and_more(words, len(looks) - number)))
            break
        parts += [Text(_table_line(look, words, request)), *([Row(buttons)] if buttons else [])]
    return Panel((*parts, *rows(learning)))


async def _invitations(request: Request) -> list[Part]:
    """Return up to three unanswered invitations of the person: for each a text and a row of buttons to answer it."""
    words = request.words
    parts: list[Part] = []
    for table in (await invitations.unanswered_invitations(request.services, request.person_id))[:_MAX_INVITATIONS]:
        there = Link(words.say("Go to the table"), link_to(table))
        title = table_words.title(words, table.row.game, table.id)
        invited = words.say("you're invited")
        parts += [
            Text(f"✉️ **{title}** · {invited}"),
            Row((*guest_row(table, words).buttons, there)),
        ]
    return parts


def _and_more(words: Words, count: int) -> str:
    """Return the sentence "… and n more." for a list that leaves out `count` tables."""
    return words.say("… and {n} more.", n=count)


def _table_line(look: Look, words: Words, request: Request) -> str:
    """Return the text about one table in the list of the person's own tables: its title, and what it waits for.

    For a lobby that is the number of free seats. For a running game it is the person's decision with its deadline, or
    else the names of the players who have to decide. A note says if the table's channel was deleted.
    """
    row = look.table.row
    title = f"**{table_words.title(words, row.game, row.id)}**"
    if row.place_gone:
        title += " · " + table_words.channel_gone_note(words)
    if row.status == "lobby":
        return f"{title} · {_lobby_state(look.table, words, request)}"
    if look.owes:
        until = look.times.get(look.seat or 0, SeatTime()).until
        asked, deadline = request.app.games[row.game].prompt(words, look.owes), time_text.deadline_note(words, until)
        return f"👉 {title}: {asked.removesuffix('.') + deadline if deadline else asked}"
    names = [escaped_name(look.table.seats[seat].name) for seat in look.table.owed]
    return f"{title} · " + words.say("waiting for {names}", names=words.join_and(names))


def _lobby_state(table: Table, words: Words, request: Request) -> str:
    """Return a sentence that says how many seats of a lobby are free, or that it is full.

    It is worded differently for the host, for another person with a seat, and for a person without one.
    """
    row, free = table.row, table.row.size - len(table.seats)
    if table.seat_of(request.person_id):
        return table_words.lobby_from_inside(words, free, hosting=row.host == request.person_id)
    return table_words.lobby_state(words, row.status, free)


def _table_buttons(look: Look, words: Words) -> tuple[Button | Link, ...]:
    """Return the buttons of one table in the list of the person's own tables.

    The first is *Start* if the person hosts a full lobby, or *Play* if they have to decide; otherwise there is none. A
    link to the table follows. If the table's channel was deleted, *My hand* replaces the link in a running game, and a
    lobby has no link.
    """
    there: tuple[Button | Link, ...] = (Link(words.say("Go to the table"), link_to(look.table)),)
    row = look.table.row
    if row.place_gone:  # Its channel is gone, so there is nothing to link to.
        hand = Button(words.say("My hand"), Target("hand", row.id))
        there = (hand,) if row.status == "playing" else ()
    hosting = look.seat is not None and look.table.seats[look.seat].person == row.host
    if row.status == "lobby" and hosting and len(look.table.seats) >= row.size:
        return (Button(words.say("Start"), Target("start", row.id), "primary"), *there)
    if look.owes:
        return (Button(words.say("Play"), Target("play", row.id), "primary"), *there)
    return there


async def watch(request: Request) -> Panel:
    """List the lobbies and running games of this server that the person may see.

    Buttons let them join a lobby or take a seat that is offered to them. At most ten tables are listed, newest first; a
    line counts the others. Managers and organisers also see the names of private tables that they may only close.
    """
    words = request.words
    found = await lookup.open_in(request.services, request.server, request.person_id, 100)
    tables = [table for table in found if request.may_see(table)]
    private = await _private_tables_to_manage(request)
    if not tables and not private:
        return Panel((Text(words.say("There are no open tables on this server. `/help` shows how to open one.")),))
    lines = []
    for table in tables[:_MAX_SERVER_TABLES]:
        row = table.row
        who = ", ".join(table_words.seat_name(seat.name, seat.person, seat.computer) for seat in table.seats)
        state = words.say("in progress")
        if row.status == "lobby":
            state = _lobby_state(table, words, request)
        elif _has_offer_for(table, request):
            state = words.say("in progress, a seat is being offered")
        lines.append(f"[{table_words.title(words, row.game, row.id)}](<{link_to(table)}>) · {state}")
        lines += [f"-# {who}"] if who else []
    buttons = [
        Button(words.say("Join #{table}", table=table.id), Target("join", table.id))
        for table in tables[:_MAX_SERVER_TABLES]
        if table.row.status == "lobby" and len(table.seats) < table.row.size and not table.seat_of(request.person_id)
    ]
    buttons += [
        Button(words.say("Take a seat at #{table}", table=table.id), Target("take", table.id), "success", "🪑")
        for table in tables[:_MAX_SERVER_TABLES]
        if _has_offer_for(table, request)
    ]
    # Tables beyond the first hundred are counted without checking that the person sees their channel.
    more = await lookup.count_open(request.services, request.server, request.person_id) - len(found)
    left = len(tables) - len(tables[:_MAX_SERVER_TABLES]) + max(0, more)
    if left > 0:
        lines.append(_and_more(words, left))
    return Panel((text(*lines, *private), *rows(buttons)))


async def _private_tables_to_manage(request: Request) -> list[str]:
    """Return lines that name this server's private tables at which a manager or organiser does not take part.

    A line shows only the game, the table's number and its players; the person may close the table by its number. There
    are at most ten, and a last line explains them. Return [] if the person is neither manager nor organiser, or if
    there are no such tables.
    """
    words = request.words
    if not (await request.authority()).runs(request.server):
        return []
    hidden = [
        table for table in await lookup.private_in(request.services, request.server) if not request.may_see(table)
    ]
    lines = []
    for table in hidden[:_MAX_SERVER_TABLES]:
        who = ", ".join(escaped_name(seat.name) for seat in table.seats)
        lines.append(f"🔒 {table_words.title(words, table.row.game, table.id)}\n-# {who}")
    return [*lines, lobby_text.manager_note(words)] if lines else []


def _has_offer_for(table: Table, request: Request) -> bool:
    """Return True if a seat of the table is offered to the requester, by name or as part of everybody."""
    return any(table.is_offered_to(seat, request.person_id) for seat in table.seats)


async def results(request: Request) -> Panel:
    """Show the people with the most wins on this server (at most 20) and its five latest results.

    `request.arg` is a game's key, or `all` for all games. If it is empty, the game played in this channel is meant, or
    all games if none is played here. The count of wins leaves out private games, games against computers only, and
    people who hide their statistics. The latest results leave out private tables and tables in channels that the person
    does not see. Buttons lead to the results of each game and of all games.
    """
    words = request.words
    here = None if request.arg else await lookup.game_in(request.services, request.channel)
    game = request.arg or here
    game = game if game in GAMES else None
    switch = Row(
        (
            Button(words.say("All games"), Target("results", arg="all"), disabled=game is None),
            *game_buttons("results", game),
        )
    )
    latest = [
        (f"#{row.id} · " if game else f"{TITLES[row.game]} #{row.id} · ")
        + ", ".join(f"{result.place}. {escaped_name(result.name)} ({format_number(result.score)})" for result in places)
        for row, places in await lookup.finished_in(request.services, request.server, game, request.person_id, 25)
        if request.sees_channel(row.server, row.channel) and not row.private
    ][:5]
    standings = await lookup.wins_by_person(request.services, request.server, game)
    if not standings and not latest:
        if game is None:
            return Panel((Text(words.say("No game has been finished here yet.")),))
        return Panel((Text(words.say("No game of {game} has been finished here yet.", game=TITLES[game])), switch))
    lines = [
        words.say("**{name}** · won {wins} of {games}", name=escaped_name(who), wins=wins, games=games)
        for who, games, wins in standings
    ]
    if not lines:
        lines = [words.say("Nobody has played against other people yet. `/stats` also counts games against computers.")]
    head = words.say("## {game}: results on this server", game=TITLES[game] if game else words.say("All games"))
    why = (
        words.say("-# This channel is for {game}. *All games* shows the others too.", game=TITLES[here]) if here else ""
    )
    return Panel((text(head, why, *lines), Text("\n".join(["-# " + line for line in latest])), switch))


def game_buttons(verb: str, shown: str | None) -> list[Button]:
    """Return a button for each game that runs `verb` with the game as its argument; the one for `shown` is disabled."""
    return [Button(TITLES[game], Target(verb, arg=game), disabled=game == shown) for game in GAMES]


VERBS = (
    Verb("tables", own_tables),
    Verb("watch", watch),
    Verb("results", results),
)
