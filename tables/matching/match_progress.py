"""The tasks that find people a game. `advance` does all that is due on one server, `advance_all` on all of ours."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec

from matching.formed_tables import Choices, FormedTable, Kind, table_with_computers, tables_for
from matching.wishes import ANSWER_S, Owner
from rules import GAMES
from rules.chance import Chance
from storage import Transaction
from storage.queries import avoid_lists, records
from storage.queries import wishes as sql
from storage.rows import SeatRow, ServerRow
from storage.wish_rows import WishRow
from tables.matching import wish_delivery
from tables.matching.wish_store import DRAFT_S, SIZES, as_wish
from tables.model import seeds
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR
from tables.play.moves import after_commit
from tables.records import reliability_levels
from tables.records.ratings import computer_levels, points
from tables.runtime import people as persons
from tables.runtime.services import RetryLater, Services
from tables.seating import started_tables
from tables.seating.started_tables import StartedTable
from tables.seating.table_settings import CLOCKS, at_table_limit, check_table_limit, computer_name

log = logging.getLogger("kontor.matching")

OFFER_S = 7 * DAY
"""How long a table with computers is on offer to somebody for whom nobody was found."""
FULL_RETRY_S = HOUR
"""How often somebody who looks for a game but has too many tables is tried again."""
_MAX_TRIES = 5
"""How often such a table is tried while other wishes of the server change."""


async def advance_all(services: Services) -> None:
    """Do what is due on all servers of our partition, and send messages. Called with every tick.

    A server that fails is logged and does not stop the others.
    """
    for server in await sql.due_servers(services.db.reader, services.now(), services.partition):
        try:
            with services.outage.suppress(f"wishes of server={server}"):
                await advance(services, server)
        except Exception:
            log.exception("server=%d wishes failed; they are tried again with the next tick", server)
    await wish_delivery.wake_all(services)


async def advance(services: Services, server: int) -> list[Table]:
    """Do all tasks about a server's wishes that are due, one after the other; return the tables that were opened.

    If Discord cannot be reached, the rest is left to the next tick.
    """
    opened: list[Table] = []
    try:
        while await _advance_once(services, server, opened):
            pass
    except RetryLater as reason:
        log.warning("server=%d wishes wait: %s", server, reason)
    wish_delivery.wake(services, server)
    return opened


async def _advance_once(services: Services, server: int, opened: list[Table]) -> bool:
    """Do the next task of a server that is due, and return True. A table that it opens is appended to `opened`.

    If no task is due, store when the next one may be, and return False.
    """
    rows, now = await sql.of_server(services.db.reader, server), services.now()
    if ended := [row for row in rows if now >= _ends(row)]:
        await _end(services, server, rows, ended)
        return True
    looking = [row for row in rows if row.state == "looking"]
    full = await at_table_limit(services.db.reader, [row.person for row in looking])
    looking = [row for row in looking if row.person not in full]
    settings = await persons.server(services, server)
    choices = _choices(looking, settings)
    owners = await _owners(services, server, looking)
    tables = tables_for(map(as_wish, looking), owners, choices, now)
    by_person = {row.person: row for row in looking}
    for formed in tables:
        if not formed.to_confirm:
            opened += await _open(services, server, rows, [by_person[each] for each in formed.persons], formed)
            return True
    asked = [by_person[person] for formed in tables for person in formed.to_confirm]
    if unasked := [row for row in asked if not as_wish(row).is_asked]:
        await _ask(services, server, rows, unasked)
        return True
    async with _unchanged(services, server, rows) as db:
        if db is None:
            return True
        for row in rows:
            due = min(_next_due(row, now), now + FULL_RETRY_S) if row.person in full else _next_due(row, now)
            if row.due != due:
                await sql.save(db, msgspec.structs.replace(row, due=due))
    return False


@asynccontextmanager
async def _unchanged(services: Services, server: int, rows: list[WishRow]) -> AsyncIterator[Transaction | None]:
    """Yield a transaction if a server's wishes are still `rows`; yield None if they have changed."""
    async with services.db.transaction() as db:
        await db.exclude_other_processes()
        yield db if await sql.of_server(db, server) == rows else None


def _ends(row: WishRow) -> int:
    """Return when a wish expires, a draft is given up, or an offer ends."""
    match row.state:
        case "draft":
            return row.made_at + DRAFT_S
        case "looking":
            return row.expires_at
        case "over":
            return row.expires_at + OFFER_S


def _next_due(row: WishRow, now: int) -> int:
    """Return when the next task about a wish may be due, if nothing else happens before."""
    answer = row.asked_at + ANSWER_S
    waits = row.state == "looking" and row.asked_at > row.confirmed_at and answer > now
    return min(_ends(row), answer) if waits else _ends(row)


async def _end(services: Services, server: int, rows: list[WishRow], ended: Sequence[WishRow]) -> None:
    """Handle the rows `ended`, whose time is up, if the server's wishes are still `rows`.

    A person who was looking for a game gets an offer to play with computers. Drafts and older offers are deleted.
    """
    async with _unchanged(services, server, rows) as db:
        if db is None:
            return
        for row in ended:
            if row.state == "looking":
                over = msgspec.structs.replace(row, state="over", due=row.expires_at + OFFER_S)
                await sql.save(db, over)
                await sql.want_message(db, server, "computers", row.person, row.expires_at)
            else:
                await sql.drop(db, server, [row.person])
        await sql.wake(db, server)
        await sql.want_overview(db, server)


async def _ask(services: Services, server: int, rows: list[WishRow], unasked: Sequence[WishRow]) -> None:
    """Queue messages that ask the people of `unasked` whether they still look for a game.

    Do nothing if the server's wishes are no longer `rows`.
    """
    now = services.now()
    async with _unchanged(services, server, rows) as db:
        if db is None:
            return
        for row in unasked:
            await sql.save(db, msgspec.structs.replace(row, asked_at=now, due=0))
            await sql.want_message(db, server, "question", row.person, now)


async def _open(
    services: Services, server: int, rows: list[WishRow], seated: Sequence[WishRow], formed: FormedTable
) -> list[Table]:
    """Open a table that was formed for these people, the host first, start its game, and delete their wishes.

    Return the table in a list. Return [] if a wish has changed or somebody has got too many tables meanwhile, or if
    somebody does not see the channel any more: then the channel is removed from their wish. Raise `RetryLater` if
    Discord cannot be asked.
    """
    assert services.frontend is not None
    blind = [row for row in seated if not await services.frontend.can_see(server, formed.channel, row.person)]
    settings = await persons.server(services, server)
    async with _unchanged(services, server, rows) as db:
        if db is None or await at_table_limit(db, [row.person for row in seated]):
            return []
        await sql.wake(db, server)
        if blind:
            for row in blind:
                left = [channel for channel in row.channels if channel != formed.channel]
                await sql.save(db, msgspec.structs.replace(row, channels=left, due=0))
            return []
        wanted = StartedTable(
            game=formed.kind.game,
            server=server,
            channel=formed.channel,
            language=formed.language,
            clock=_clock(formed.clock, settings),
            level=formed.computer_level,
            host=seated[0].person,
        )
        seats = [SeatRow(seat=0, person=row.person, computer=None, name=row.name) for row in seated]
        for _ in range(formed.computers):
            seats.append(SeatRow(seat=0, person=None, computer=formed.computer_level, name=computer_name(seats)))
        Chance(seeds.new()).shuffle(seats)
        table = await started_tables.write(services, db, wanted, seats)
        await sql.drop(db, server, [row.person for row in seated])
        await sql.want_overview(db, server)
    log.info("server=%d table=%d opened for %d people", server, table.id, len(seated))
    after_commit(services, table)
    return [table]


def _clock(name: str, settings: ServerRow) -> str:
    """Return the clock of this name, with the server's holidays, as it is stored."""
    return msgspec.json.encode(msgspec.structs.replace(CLOCKS[name], holidays=settings.holidays)).decode()


async def open_with_computers(services: Services, server: int, person: int) -> Table:
    """Open and return a table for a person and computers near their strength. Their wish, which is over, is deleted.

    Raise `Declined` if the offer has ended, if they have too many tables, if no table suits the wish, or if they do not
    see its channel any more. Raise `RetryLater` if Discord cannot be asked.
    """
    for _ in range(_MAX_TRIES):
        await check_table_limit(services.db.reader, person)
        rows = await sql.of_server(services.db.reader, server)
        row = next((each for each in rows if each.person == person and each.state == "over"), None)
        if row is None:
            raise Declined("not_looking")
        owners = await _owners(services, server, [row])
        choices = _choices([row], await persons.server(services, server))
        formed = table_with_computers(as_wish(row), owners[person], choices)
        if formed is None:
            break
        if opened := await _open(services, server, rows, [row], formed):
            return opened[0]
    raise Declined("no_table_channel")


def _choices(looking: Sequence[WishRow], settings: ServerRow) -> Choices:
    """Return what tables on this server can be like.

    The server's language comes first, then the languages of the people in `looking`, the most common first, then others
    that they accept. If the server's settings name no channels, tables are opened in the channels where people have
    asked for a game.
    """
    read = [language for language, _ in Counter(row.language for row in looking).most_common()]
    spoken = [language for row in looking for language in row.terms.languages]
    first = [settings.language] if settings.language else []
    return Choices(
        kinds=[Kind(game, size) for size in SIZES for game in GAMES if size in GAMES[game].players],
        clocks=list(CLOCKS),
        languages=list(dict.fromkeys([*first, *read, *spoken])),
        channels=settings.channels or list(dict.fromkeys(row.channel for row in looking)),
        computers={game: {level.player: level.points for level in computer_levels(game)} for game in GAMES},
    )


async def _owners(services: Services, server: int, looking: Sequence[WishRow]) -> dict[int, Owner]:
    """Return what matching must know about the people who look for a game on a server, by person's id.

    The level of those who keep their statistics private is known only if they have agreed that it is checked.
    """
    db, people = services.db.reader, [row.person for row in looking]
    agreed = [row.person for row in looking if row.terms.level_may_be_checked]
    levels = await reliability_levels.shown_levels(services, server, people, agreed)
    ratings: dict[int, dict[str, int]] = {person: {} for person in people}
    for game in GAMES:
        for rating in await records.ratings(db, game, server, people):
            if rating.server == server:
                ratings[rating.person][game] = points(rating.ordinal)
    avoids: dict[int, set[int]] = {person: set() for person in people}
    for person, avoided in await avoid_lists.pairs_among(db, people):
        avoids[person].add(avoided)
    return {
        row.person: Owner(
            channels=frozenset(row.channels),
            level=levels.get(row.person),
            avoids=frozenset(avoids[row.person]),
            ratings=ratings[row.person],
        )
        for row in looking
    }
