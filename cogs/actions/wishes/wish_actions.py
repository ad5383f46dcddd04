"""`/play`: the actions by which a person joins a lobby that fits them, or looks for other people to play with.

A person who looks for a game has a wish: a stored row with the games, table sizes, clocks and languages that they
accept (its terms). While they still choose the terms, the wish is a draft. The bot opens a table once enough wishes
match. Buttons in direct messages name the server by its id in `request.arg`; everywhere else the server is that of the
request.
"""

from __future__ import annotations

from typing import Any

import discord

from cogs.actions.server import require_write_permission
from cogs.messages import wish_panels
from cogs.messages.panel import Panel, says
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.matching import match_progress, wish_store
from tables.matching.wish_store import WishRow, WishTerms
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.runtime import people
from tables.runtime.services import RetryLater
from words import LANGUAGES

_MAX_CHANNELS = 100
"""The most channels that are stored with a wish."""


async def find_game(request: Request) -> Panel:
    """Show the person's wish if they look for a game on this server; otherwise lobbies to join, and how to look.

    Raises `Declined` outside of a server. Also raises it for a person without a wish if there is no channel in which a
    table could be opened for them.
    """
    row = await wish_store.own(request.services, _own_server(request), request.person_id)
    if row and row.state == "looking":
        return await _wish_panel(request, row)
    return wish_panels.start_panel(await _lobbies(request, await _new(request)), request.words)


async def anything(request: Request) -> Panel:
    """Let the person look for any game on any terms; name the table that opens at once, or else show their wish.

    Raises `Declined` in the cases of `_look` and `_new`.
    """
    return await _look(request, await _new(request))


async def choose(request: Request) -> Panel:
    """Store a draft of the person's wish, and show selects for the terms that they accept.

    Raises `Declined` if they already look for a game, and in the cases of `_new`.
    """
    return await _draft_panel(request, await wish_store.draft(request.services, await _new(request)))


async def set_terms(request: Request) -> Panel:
    """Store a choice in a select of the person's draft, and show the draft again.

    `request.arg` names the changed field of `WishTerms`, `request.values` holds what was chosen. Raises `Declined` if
    they have no draft on this server, or if the field or value does not exist.
    """
    server = _own_server(request)
    row = await wish_store.change_draft(request.services, server, request.person_id, **_chosen(request))
    return await _draft_panel(request, row)


def _chosen(request: Request) -> dict[str, Any]:
    """Return the field of `WishTerms` that `request.arg` names, with its new value from `request.values`.

    Raises `Declined` if there is no such field, or for an unknown language.
    """
    values = list(request.values)
    match request.arg:
        case "games" | "clocks":
            return {request.arg: values}
        case "languages" if set(values) <= set(LANGUAGES):
            return {"languages": values}
        case "sizes":
            return {"sizes": [parse_number(value, 0) for value in values]}
        case "computers":
            return {"computers": values != ["no"]}
        case "lasts_s":
            return {"lasts_s": parse_number(values[0] if values else "", 0, max_digits=7)}
        case "required_level":
            return {"required_level": parse_number(values[0] if values else "", 0)}
        case "level_may_be_checked":
            return {"level_may_be_checked": values == ["yes"]}
        case _:
            raise Declined("old_menu")


async def look(request: Request) -> Panel:
    """Let the person look for a game on the terms of their draft; name the table that opens, or else show their wish.

    Raises `Declined` if they have no draft on this server, and in the cases of `_look` and `_new`.
    """
    row = await wish_store.own(request.services, _own_server(request), request.person_id)
    if row is None or row.state == "over":
        raise Declined("old_menu")
    return await _look(request, await _new(request, row.terms))


async def stop(request: Request) -> Panel:
    """Delete the person's wish, so that they no longer look for a game, and confirm it.

    Raises `Declined` if they do not look for a game on this server.
    """
    server = _named_server(request)
    await wish_store.stop(request.services, server, request.person_id)
    await match_progress.advance(request.services, server)
    return says(request.words.say("You're no longer looking for a game. `/play` starts a new search."))


async def confirm(request: Request) -> Panel:
    """Store that the person still looks for a game. Name the table that opens, or say that others must confirm too.

    It is the answer to the question of `question_panel`. A table opens once all its people have confirmed. Raises
    `Declined` if they no longer look for a game.
    """
    server = _named_server(request)
    await wish_store.confirm(request.services, server, request.person_id)
    return await _advance(request, server) or says(
        request.words.say("Good! The game starts as soon as the others have confirmed too.")
    )


async def computers(request: Request) -> Panel:
    """Open a table with computers for a person whose wish ended without a table, and name it. Delete the wish.

    It is the answer to the offer of `computers_panel`. Raises `Declined` if the offer has ended, if no table suits the
    wish, if the person does not see its channel any more, or if Discord cannot be reached.
    """
    server = _named_server(request)
    try:
        table = await match_progress.open_with_computers(request.services, server, request.person_id)
    except RetryLater:
        raise Declined("discord_away") from None
    return _found(request, table)


async def _look(request: Request, row: WishRow) -> Panel:
    """Store `row` as the person's wish, and open tables; name the person's own table, or else show their wish.

    Raises `Declined` like `wish_store.look`.
    """
    await wish_store.look(request.services, row)
    if opened := await _advance(request, row.server):
        return opened
    return await find_game(request)


async def _advance(request: Request, server: int) -> Panel | None:
    """Open all tables for which enough wishes of a server match; return a panel that names the person's own table.

    Return None if no table with a seat for the person was opened.
    """
    opened = await match_progress.advance(request.services, server)
    mine = next((table for table in opened if table.seat_of(request.person_id)), None)
    return _found(request, mine) if mine else None


def _found(request: Request, table: Table) -> Panel:
    facts = {"table": table.id, "channel": table.row.channel}
    return says(request.words.say("🎉 Your game has begun: table #{table} in <#{channel}>. Have fun!", **facts))


async def _wish_panel(request: Request, row: WishRow) -> Panel:
    return wish_panels.wish_panel(row, await _lobbies(request, row), request.words)


async def _draft_panel(request: Request, row: WishRow) -> Panel:
    hides_level = request.person is not None and request.person.stays_out
    return wish_panels.draft_panel(row, await _lobbies(request, row), request.words, hides_level=hides_level)


async def _lobbies(request: Request, row: WishRow) -> list[Table]:
    """Return the lobbies that the person sees, could join, and that fit what they accept."""
    return [table for table in await wish_store.fitting_lobbies(request.services, row) if request.may_see(table)]


def _own_server(request: Request) -> int:
    """Return the id of the request's server.

    Raises `Declined` in direct messages, and `OtherProcess` if another process of the bot serves this server.
    """
    if not request.server:
        raise Declined("only_in_server")
    request.require_own_server(request.server)
    return request.server


def _named_server(request: Request) -> int:
    """Return the id of the server in `request.arg`; without one, that of the request's server.

    Raises `Declined` if there is neither, and `OtherProcess` if another process of the bot serves that server.
    """
    server = parse_number(request.arg, 0, max_digits=20)
    if not server:
        return _own_server(request)
    request.require_own_server(server)
    return server


async def _new(request: Request, terms: WishTerms | None = None) -> WishRow:
    """Return a new wish of the person on this server, not stored yet. `terms` of None accept everything.

    The wish lists the channels in which a table may be opened: those of the server's settings, or all, as far as the
    person sees them and the bot may write there. Raises `Declined` if there is none. If the settings name no channels,
    it is also raised if the bot may not write in the request's channel.
    """
    server = _own_server(request)
    settings = await people.server(request.services, server)
    if not settings.channels:
        require_write_permission(request)
    here = _channel_here(request)
    channels = _table_channels(request, settings.channels or [here, *_text_channels(request)])
    if not channels:
        raise Declined("no_table_channel")
    return WishRow(
        server=server,
        person=request.person_id,
        name=request.name,
        terms=terms or WishTerms(),
        language=request.words.language,
        channel=here,
        channels=channels,
        made_at=request.services.now(),
    )


def _channel_here(request: Request) -> int:
    """Return the id of the request's channel; in a thread, that of the channel to which the thread belongs."""
    here = request.interaction.channel
    return here.parent_id if isinstance(here, discord.Thread) else request.channel


def _text_channels(request: Request) -> list[int]:
    guild = request.interaction.guild
    return [channel.id for channel in guild.text_channels] if guild else []


def _table_channels(request: Request, channels: list[int]) -> list[int]:
    """Return those of `channels` that the person sees and in which the bot may write, at most `_MAX_CHANNELS`.

    Channels are given by their ids; the order stays, and repetitions are left out.
    """
    guild = request.interaction.guild
    found = []
    for number in dict.fromkeys(channels):
        place = guild.get_channel(number) if guild else None
        if guild is None or place is None or not request.sees_channel(request.server, number):
            continue
        ours = place.permissions_for(guild.me)
        if ours.view_channel and ours.send_messages:
            found.append(number)
    return found[:_MAX_CHANNELS]


VERBS = (
    Verb("find_game", find_game),
    Verb("wish_anything", anything),
    Verb("wish_choose", choose),
    Verb("wish_set", set_terms),
    Verb("wish_look", look),
    Verb("wish_stop", stop),
    Verb("wish_confirm", confirm),
    Verb("wish_computers", computers),
)
