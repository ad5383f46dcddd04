"""What a person does with their wish for a game: draft it, start to look, confirm, stop.

Also finds lobbies that fit a wish, and the channel for messages about wishes.
"""

from __future__ import annotations

from typing import Any

import msgspec

from matching.reliability import Level, meets
from matching.wishes import DEFAULT_WISH_S, HOUR_S, Wish
from rules import GAMES
from storage.queries import tables as sql_tables
from storage.queries import wishes as sql
from storage.wish_rows import WishMessageRow as WishMessage
from storage.wish_rows import WishRow, WishTerms
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY
from tables.play import lookup
from tables.records import reliability_levels
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating.table_settings import CLOCKS, MAX_TABLES_PER_SERVER, check_table_limit

__all__ = [
    "DRAFT_S",
    "LASTS_S",
    "SIZES",
    "WishMessage",
    "WishRow",
    "WishTerms",
    "as_wish",
    "change_draft",
    "confirm",
    "draft",
    "fitting_lobbies",
    "look",
    "message_channel",
    "own",
    "stop",
]

SIZES = (4, 3, 2, 5, 6)
"""The sizes of tables that can be looked for; of several that suit everybody the first is played."""
LASTS_S = (6 * HOUR_S, 24 * HOUR_S, DEFAULT_WISH_S, 7 * 24 * HOUR_S)
"""How long somebody can look for a game."""
DRAFT_S = DAY
"""How long a draft is kept."""
_MAX_LOBBIES_READ = 100


def as_wish(row: WishRow) -> Wish:
    """Convert a stored row to the `Wish` that `matching` works with."""
    terms = row.terms
    games = terms.games or (list(GAMES) if terms.sizes else [])
    return Wish(
        person=row.person,
        made_at=row.made_at,
        expires_at=row.expires_at,
        confirmed_at=row.confirmed_at,
        asked_at=row.asked_at,
        games={game: frozenset(terms.sizes) for game in games},
        clocks=frozenset(terms.clocks),
        languages=frozenset(terms.languages),
        computers=terms.computers,
        required_level=Level(terms.required_level) or None,
    )


async def own(services: Services, server: int, person: int) -> WishRow | None:
    """Return a person's row on a server, in whatever state; None if they have none."""
    return await sql.of_person(services.db.reader, server, person)


async def draft(services: Services, new: WishRow) -> WishRow:
    """Store a draft of a wish and return it. Raise `Declined` if the person is already looking for a game.

    If the person has an earlier draft, or a wish that is over, its terms are copied into the new draft.
    """
    async with services.db.transaction() as db:
        before = await sql.of_person(db, new.server, new.person)
        _require_not_looking(before)
        now = services.now()
        row = msgspec.structs.replace(new, state="draft", made_at=now, due=now + DRAFT_S)
        if before:
            row.terms = before.terms
            await sql.drop(db, new.server, [new.person])
        await sql.save(db, row)
    return row


async def change_draft(services: Services, server: int, person: int, **changes: Any) -> WishRow:
    """Change what a draft's owner accepts, and return it. `changes` are fields of `WishTerms`.

    Raise `Declined` if they have no draft, or for a value that cannot be chosen.
    """
    async with services.db.transaction() as db:
        row = await sql.of_person(db, server, person)
        if row is None or row.state != "draft":
            raise Declined("old_menu")
        row.terms = msgspec.structs.replace(row.terms, **changes)
        terms = row.terms
        known = set(terms.games) <= set(GAMES) and set(terms.sizes) <= set(SIZES) and set(terms.clocks) <= set(CLOCKS)
        if not known or terms.lasts_s not in (0, *LASTS_S) or terms.required_level not in set(Level):
            raise Declined("old_menu")
        await sql.save(db, row)
    return row


async def look(services: Services, new: WishRow) -> None:
    """Let a person look for a game from now on, on the terms of `new`. The caller then calls `match_progress.advance`.

    Raise `Declined` if they look for one already, if no game has a number of players that they accept, or if they or
    the server have too many tables.
    """
    wish, now = as_wish(new), services.now()
    if not any(wish.accepts(game, size) for game in GAMES for size in GAMES[game].players):
        raise Declined("no_such_game_size")
    if await sql_tables.count_of_server(services.db.reader, new.server) >= MAX_TABLES_PER_SERVER:
        raise Declined("server_full", most=MAX_TABLES_PER_SERVER)
    async with services.db.transaction() as db:
        await check_table_limit(db, new.person)
        _require_not_looking(await sql.of_person(db, new.server, new.person))
        expires = now + (new.terms.lasts_s or DEFAULT_WISH_S)
        await sql.drop(db, new.server, [new.person])
        await sql.save(db, msgspec.structs.replace(new, state="looking", made_at=now, expires_at=expires, due=0))
        await sql.want_overview(db, new.server)


def _require_not_looking(row: WishRow | None) -> None:
    """Raise `Declined` if somebody looks for a game already."""
    if row and row.state == "looking":
        raise Declined("looking_already")


async def confirm(services: Services, server: int, person: int) -> None:
    """Note that a person still looks for a game. The caller then calls `match_progress.advance`.

    Raise `Declined` if they do not look for one any more.
    """
    async with services.db.transaction() as db:
        row = await sql.of_person(db, server, person)
        if row is None or row.state != "looking" or row.expires_at <= services.now():
            raise Declined("not_looking")
        await sql.save(db, msgspec.structs.replace(row, confirmed_at=services.now(), due=0))


async def stop(services: Services, server: int, person: int) -> None:
    """Delete a person's wish. The caller then calls `match_progress.advance`. Raise `Declined` if there is none."""
    async with services.db.transaction() as db:
        row = await sql.of_person(db, server, person)
        if row is None or row.state != "looking":
            raise Declined("not_looking")
        await sql.drop(db, server, [person])
        await sql.wake(db, server)
        await sql.want_overview(db, server)


async def fitting_lobbies(services: Services, row: WishRow) -> list[Table]:
    """Return the lobbies that a person could join and that fit what they accept, newest first.

    Lobbies that require a level are included if the person meets it, is invited, or can be asked whether it may be
    checked. The tables have no decoded states. Lobbies in private channels are included: the caller leaves out those
    that the person cannot see.
    """
    wish = as_wish(row)
    level = await reliability_levels.checked_level(services, row.server, row.person, allowed=False)
    clocks = {(CLOCKS[name].kind, CLOCKS[name].stock, CLOCKS[name].time) for name in wish.clocks}
    return [
        table
        for table in await lookup.open_in(services, row.server, row.person, _MAX_LOBBIES_READ)
        if table.row.status == "lobby"
        and len(table.seats) < table.row.size
        and not table.seat_of(row.person)
        and not ((guest := table.guest(row.person)) and guest.answer == "sent_away")
        and (level is None or table.guest(row.person) or meets(level, _required_by(table)))
        and wish.accepts(table.row.game, table.row.size)
        and (not clocks or (table.clock.kind, table.clock.stock, table.clock.time) in clocks)
        and (not wish.languages or table.row.language in wish.languages)
        and (wish.computers or not any(seat.computer for seat in table.seats))
    ]


def _required_by(table: Table) -> Level | None:
    """Return the level that a lobby requires of people who join; None if it requires none."""
    return None if table.row.required_level is None else Level(table.row.required_level)


async def message_channel(services: Services, server: int, otherwise: int) -> int:
    """Return the channel for messages about wishes on a server.

    If the overview message exists, that is its channel. Otherwise it is the first channel that the server's settings
    name, or `otherwise` if they name no channel.
    """
    overview = await sql.overview(services.db.reader, server)
    if overview and overview.message:
        return overview.channel
    settings = await persons.server(services, server)
    return settings.channels[0] if settings.channels else otherwise
