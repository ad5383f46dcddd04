"""The outbox: what was committed is told, in order, again if need be, after a restart too."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from storage import Transaction, Unreachable, Unusable
from storage.queries import outbox as sql
from storage.queries import places as sql_places
from storage.queries import tables as sql_tables
from storage.rows import OutboxRow, SeatRow, TableRow
from tables.delivery import channel_retries
from tables.model.table import DAY, Table
from tables.model.table_errors import Declined
from tables.notifications import lanes, outgoing
from tables.notifications.kinds import (
    BoardChanged,
    HandChanged,
    Happening,
    LobbyChanged,
    News,
    Notice,
    Outdated,
    Ping,
    PingsGone,
    PlaceGone,
    Started,
    Story,
)
from tables.notifications.outgoing import Outgoing, Write, from_row, to_row
from tables.notifications.recipients import joined
from tables.runtime.services import Mute, NotNow, Services, TellLater

log = logging.getLogger("kontor.outbox")

_PING = str(Ping.__struct_config__.tag)
_WAITED_FOR = {str(kind.__struct_config__.tag) for kind in (Started, Story, BoardChanged, LobbyChanged)}
"""What people look at while they wait. The story has the board and whom it asks in one message."""
_CAN_WAIT = {str(kind.__struct_config__.tag) for kind in (HandChanged, PingsGone, Outdated)}
"""What nobody is called to: it comes last where Discord takes no more."""

_FIRST_PAUSE, _LONGEST_PAUSE, _MOST_TRIES = 5, 900, 1000
"""After so many tries some ten days have passed."""
_PATIENCE = 14 * DAY
"""So long something waits for a place that refuses, once the table is over; as long as it is open, for ever."""

_AHEAD = 60
"""Seconds for which each tick looks ahead: two ticks."""
_BETWEEN_TRIES = 60
"""Seconds from one try of all places of a server that refuse to the next for the same reason."""


def wake(services: Services, table_id: int, known: sql.Upcoming | sql.NextDue | None = None) -> None:
    """Begin to tell what is due about a table. Ends when nothing is left, or goes on when the next thing is due.

    `known` is what comes first, if it was written just now: nobody can have told it yet.
    """
    if isinstance(known, sql.NextDue):
        services.wakeups.set(table_id, known.due)
        return

    async def work() -> None:
        nonlocal known
        first, known = known, None
        try:
            first = first or await sql.upcoming(services.db.sync_reader, table_id, services.now())
            if (rest := await _drain(services, first)) is not None:
                services.wakeups.set(table_id, rest.due)
        except (Unreachable, Unusable):  # It goes on once the database is back, or with the partition's next holder.
            raise
        except Exception:
            log.exception("table=%d telling stopped; it goes on with the next tick", table_id)

    services.background.start("tell", table_id, work)


async def wake_all(services: Services) -> None:
    """Go on with everything that is due, and arrange the same for what is due within a minute.

    Called at start and with every tick: so nothing is forgotten whatever went wrong.
    """
    asked, services.blocked_channels.to_try = services.blocked_channels.to_try, set()
    for server in asked:  # Whose minute is not over is put there again.
        await try_again(services, server)
    for table_id in await sql.waiting(services.db.reader, services.now(), services.partition):
        wake(services, table_id)
    now = services.now()
    for table_id, due in await sql.due_between(services.db.reader, now, now + _AHEAD, services.partition):
        services.wakeups.set(table_id, due)
    await _report(services)


def go_on(services: Services) -> None:
    """Go on with everything that is due at once: the database is back."""
    services.background.start("go on", 0, partial(wake_all, services))


async def write_also(services: Services, table: Table, tell: Sequence[Notice], *, due: int = 0) -> None:
    """Write what else is to be told, as came out while something was told."""
    async with services.db.transaction() as db:
        await outgoing.write(db, table, tell, due=due)


async def lobby_comes(services: Services, table: Table) -> bool:
    """Say whether a table's lobby is still to be posted, in a place that does not refuse it."""
    tag = LobbyChanged.__struct_config__.tag
    return any(row.kind == tag and not row.refused for row in await sql.of_table(services.db.sync_reader, table.id))


async def note_speaks(services: Services, place: int) -> None:
    """Go on with all that waits in a server where a place speaks again that has refused."""
    if refusal := await channel_retries.forget_refusal(services, place):
        await _try_now(services, refusal.server)


async def try_again(services: Services, server: int, *, changed: bool = False) -> None:
    """Try what waits for a place of this server: something there has changed, or somebody was heard there.

    That is done at once, but for each of both reasons once a minute: else whoever can click could have us refused
    without end, and Discord shuts out who is refused too often. What comes within that minute is done when it is over.
    """
    if not await channel_retries.of_server(services, server):
        return
    if services.now() - services.blocked_channels.tried.get((server, changed), 0) < _BETWEEN_TRIES:
        services.blocked_channels.to_try.add(server)
        return
    services.blocked_channels.to_try.discard(server)
    services.blocked_channels.tried[server, changed] = services.now()
    await _try_now(services, server)


async def _try_now(services: Services, server: int) -> None:
    refusals = await channel_retries.of_server(services, server)
    if not refusals:
        return
    for refusal in refusals:
        refusal.due = 0
    async with services.db.transaction() as db:
        tables = await sql_places.try_again(db, server)
    for table_id in tables:
        wake(services, table_id)


async def _report(services: Services) -> None:
    """Let the operator see how much waits for places that refuse, when that changes or has lasted for days."""
    refusals, now = await channel_retries.everywhere(services), services.now()
    things, tables = await channel_retries.held_back(services) if refusals else (0, 0)
    if tables == services.blocked_channels.reported[0] and (
        not tables or now - services.blocked_channels.reported[1] < DAY
    ):
        return
    services.blocked_channels.reported = (tables, now)
    level = logging.WARNING if tables else logging.INFO
    log.log(level, "waiting for places that refuse: things=%d tables=%d places=%d", things, tables, len(refusals))


async def _drain(services: Services, upcoming: sql.Upcoming | sql.NextDue | None) -> sql.NextDue | None:
    """Tell everything that is due about a table; return when the next thing is due, if there is one."""
    while upcoming and not services.background.closing:
        if isinstance(upcoming, sql.NextDue):
            return upcoming
        row = upcoming[0]
        async with services.pacing.turn(row.table_id, _urgency(row)) as waited:
            if waited:  # Meanwhile there is perhaps something newer to tell, or nothing any more.
                upcoming = await sql.upcoming(services.db.reader, row.table_id, services.now())
            if upcoming is None or isinstance(upcoming, sql.NextDue):
                continue
            services.delivery_progress.being_delivered[row.table_id] = upcoming[0].id
            try:
                upcoming = await _tell(services, *upcoming)
            finally:
                del services.delivery_progress.being_delivered[row.table_id]
    return None


def _urgency(row: OutboxRow) -> int:
    """Return how soon something is to be told where not all can be told at once: 0 is soonest."""
    if row.asks or row.kind in _WAITED_FOR:
        return 0
    return 2 if row.kind in _CAN_WAIT else 1


async def _tell(
    services: Services, row: OutboxRow, table: TableRow, seats: list[SeatRow]
) -> sql.Upcoming | sql.NextDue | None:
    """Tell one thing and cross it out, or put it off. Return what is to be told then.

    The same row told twice is one message: its number and how often it was told are the message's nonce. Discord
    forgets a nonce after some minutes; so what was told but could not be crossed out is kept in mind, with all that
    telling it came to.
    """
    assert services.frontend is not None
    this, told, sent = (row.id, row.stamp), Table.from_rows(table, seats), None
    behind: dict[int, OutboxRow] = {}

    async def read_behind() -> list[Outgoing]:
        rows = await sql.behind(services.db.sync_reader, row, services.now())
        behind.update({each.id: each for each in rows if _read(each)})
        return [Outgoing.of(each) for each in behind.values()]

    try:
        if row.refused and (together := await _join(services, row, told)):
            return together
        if this not in services.delivery_progress.delivered_rows:
            before = row.id <= services.delivery_progress.last_earlier_row or any(
                number == row.id for number, _ in services.delivery_progress.delivered_rows
            )
            sent = Outgoing.of(row, from_before=before, behind=read_behind)
            await services.frontend.tell(sent, told)
            sent.to_write.extend(
                partial(sql.cross_out, row=behind[each.number], newest_only=each.notice.newest_only)
                for each in sent.along
            )
            if row.nonce and row.lane == lanes.TABLE:
                sent.to_write.append(partial(sql.note_told_alone, row=row, kind=_PING))
    except NotNow as reason:
        await _postpone(services, row, sent or Outgoing.of(row), reason, 0)
        return None  # The rest could not be begun either.
    except TellLater as reason:
        if row.tries < _MOST_TRIES:
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(row.tries, 10))
            return await _postpone(services, row, sent or Outgoing.of(row), reason, pause)
        log.error("table=%d outbox=%d kind=%s given up: %s", row.table_id, row.id, row.kind, reason)
    except Mute as mute:
        if told.open or await _worth_waiting(services, told, mute):
            return await _hold_back(services, row, sent or Outgoing.of(row), told, mute)
        log.warning("table=%d outbox=%d kind=%s nobody can be told any more", row.table_id, row.id, row.kind)
    except Declined:
        pass
    except (Unreachable, Unusable):  # It is told once the database is back, or by who holds the partition then.
        raise
    except Exception:
        # One telling that cannot be worded must not keep all later ones back.
        log.exception("table=%d outbox=%d kind=%s cannot be told", row.table_id, row.id, row.kind)
    else:
        services.delivery_progress.delivered_rows.setdefault(this, sent.to_write if sent else [])
    writes = services.delivery_progress.delivered_rows.get(this) or (sent.to_write if sent else [])
    async with services.db.transaction() as db:
        await _write(db, writes)
        await sql.cross_out(db, row, newest_only=sent is not None and sent.notice.newest_only)
        upcoming = await sql.commit_and_read_next(db, row.table_id, services.now())
    services.delivery_progress.delivered_rows.pop(this, None)
    return upcoming


async def _write(db: Transaction, writes: Sequence[Write]) -> None:
    """Write what telling something has come to."""
    for write in writes:
        await write(db)


async def _postpone(
    services: Services, row: OutboxRow, sent: Outgoing, reason: TellLater, pause: int
) -> sql.Upcoming | sql.NextDue | None:
    """Try again in so many seconds what did not work, and has perhaps arrived all the same."""
    log.warning("table=%d outbox=%d kind=%s again in %d s: %s", row.table_id, row.id, row.kind, pause, reason)
    async with services.db.transaction() as db:
        await _write(db, sent.to_write)
        nonce = sent.nonce if sent.again or sent.tried else ""
        await sql.postpone(db, row, services.now() + pause, nonce, newest_only=sent.notice.newest_only)
        for each in sent.along:
            if not each.notice.newest_only:
                await sql.note_perhaps_arrived(db, each.number, nonce)
        return await sql.commit_and_read_next(db, row.table_id, services.now())


async def _hold_back(
    services: Services, row: OutboxRow, sent: Outgoing, table: Table, mute: Mute
) -> sql.Upcoming | sql.NextDue | None:
    """Let it wait for a place. If there is none any more, the host hears once how to move the table."""
    async with services.db.transaction() as db:
        await _write(db, sent.to_write)
        await sql.refuse(db, row, max(mute.until, services.now() + 1), alone=mute.alone)
        if mute.gone and table.open and not table.row.place_gone:
            table.row.place_gone = True
            await sql_tables.save_table(db, table.row, "place_gone")
            await outgoing.write(db, table, [PlaceGone()])
        return await sql.commit_and_read_next(db, row.table_id, services.now())


async def _worth_waiting(services: Services, table: Table, mute: Mute) -> bool:
    """Say whether what happened at a table that is over may still find its place."""
    refusals = [await channel_retries.known(services, place) for place in {table.place, table.row.channel}]
    since = min((refusal.since for refusal in refusals if refusal), default=services.now())
    return not mute.gone and services.now() - since < _PATIENCE


async def _join(services: Services, row: OutboxRow, table: Table) -> sql.Upcoming | sql.NextDue | None:
    """Make one of all that happened and had to wait; None if there is nothing to join.

    That is written before it is told: so what is told twice is still the same message. What has perhaps arrived is told
    as it was.
    """
    waited = [
        each for each in await sql.of_table(services.db.reader, table.id) if each.lane == row.lane and each.id >= row.id
    ]
    happened = [(each, notice) for each in waited if isinstance(notice := _read(each), Happening | News)]
    if row.nonce or len(happened) < 2 or happened[0][0].id != row.id:
        return None
    latest = happened[-1][0]
    news = to_row(table, joined([notice for _, notice in happened]))
    news.id, news.position = row.id, latest.position
    async with services.db.transaction() as db:
        await sql.join(db, news, [each.id for each, _ in happened[1:]])
        return await sql.commit_and_read_next(db, table.id, services.now())


def _read(row: OutboxRow) -> Notice | None:
    try:
        return from_row(row)
    except Exception:
        return None
