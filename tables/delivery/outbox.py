"""Delivers the notifications in the outbox, in order, with retries, also after a restart. See docs/delivery.md.

`wake` delivers what is due at one table, `wake_all` at all tables. `try_again` retries a server's blocked channels.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import get_args

import msgspec

from storage import Unreachable, Unusable
from storage.queries import blocked_channels as sql_blocked
from storage.queries import outbox as sql
from storage.queries import tables as sql_tables
from storage.rows import OutboxRow, SeatRow, TableRow
from tables.delivery import channel_retries, effects
from tables.model.table import DAY, Table
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.attempt import Attempt, DeliveryState, Effects
from tables.notifications.kinds import (
    BoardChanged,
    ChannelDeleted,
    HandChanged,
    Happening,
    LobbyChanged,
    News,
    Notification,
    ObsoleteMessage,
    ObsoletePings,
    Started,
    Story,
)
from tables.notifications.pending import from_row, to_row
from tables.notifications.recipients import joined
from tables.notifications.seat_kinds import OffersChanged
from tables.runtime.services import ChannelBlocked, NotAttempted, Replaced, RetryLater, Services

log = logging.getLogger("kontor.outbox")

Next = sql.Upcoming | sql.NextDue | None
"""The next due row of a table; if none is due now, when the next will be; None if the table has no row."""

_WAITED_FOR = {str(kind.__struct_config__.tag) for kind in (Started, Story, BoardChanged, LobbyChanged)}
"""Kinds of notifications that people wait for. A story is included: it is one message with the board and the ping."""
_CAN_WAIT = {str(kind.__struct_config__.tag) for kind in (HandChanged, ObsoletePings, ObsoleteMessage)}
"""Kinds that notify nobody: they come last when Discord's rate limits delay us."""

_CAN_LEAD = {str(kind.__struct_config__.tag) for kind in (BoardChanged, News, *get_args(Happening))}
"""Kinds whose message may also deliver the rows that follow in the same lane."""

FIRST_RETRY_S, LONGEST_RETRY_S = 5, 900
MAX_TRIES = 1000
"""After this many attempts, in about ten days, a notification is given up."""
CLOSED_TABLE_PATIENCE_S = 14 * DAY
"""How long a notification of a table that is over waits for a blocked channel. Those of open tables wait for ever."""

LOOK_AHEAD_S = 60
"""Each tick sets wake-ups for rows that become due within this time, which is two ticks long."""
SERVER_RETRY_INTERVAL_S = 60
"""The least time between two tries of all blocked channels of a server for the same reason."""


def wake(services: Services, table_id: int, known: Next = None) -> None:
    """Deliver the due rows of a table in the background, and set a wake-up for the next row that is not due yet.

    `known` is the table's next row, if the caller has just read it; None: it is read here. If `known` is only a due
    time (`NextDue`), nothing is delivered and only the wake-up is set. If a delivery of this table is running already,
    no second one is started: the running one looks for due rows once more at its end.
    """
    if isinstance(known, sql.NextDue):
        services.wakeups.set(table_id, known.due)
        return

    async def work() -> None:
        """Deliver the due rows and set the next wake-up.

        If an earlier call delivered a row but failed to acknowledge it, acknowledge that row first. Raise `Unreachable`
        and `Unusable` if the database is away. Other errors are logged.
        """
        nonlocal known
        first, known = known, None
        try:
            if delivered := services.unacknowledged.get(table_id):
                first = await _acknowledge(services, *delivered, again=True)
            first = first or await sql.upcoming(services.db.sync_reader, table_id, services.now())
            if (rest := await _drain(services, first)) is not None:
                services.wakeups.set(table_id, rest.due)
        except (Unreachable, Unusable):  # It goes on once the database is back, or with the partition's next holder.
            raise
        except Exception:
            log.exception("table=%d delivery stopped; it goes on with the next tick", table_id)

    services.background.start("tell", table_id, work)


async def wake_all(services: Services) -> None:
    """Deliver all due rows of our partition in the background, and set wake-ups for those due within a minute.

    Also do the retries of blocked channels that `try_again` has put off, and log how many rows wait for blocked
    channels. Called at start and with every tick, so that no row is forgotten after an error.
    """
    asked, services.blocked_channels.to_try = services.blocked_channels.to_try, set()
    for server in asked:  # A server whose minute is not over is put there again.
        await try_again(services, server)
    for table_id in await sql.waiting(services.db.reader, services.now(), services.partition):
        wake(services, table_id)
    now = services.now()
    for table_id, due in await sql.due_between(services.db.reader, now, now + LOOK_AHEAD_S, services.partition):
        services.wakeups.set(table_id, due)
    await _report(services)


def resume(services: Services) -> None:
    """Call `wake_all` in the background. To be called when the database is back after an outage."""
    services.background.start("go on", 0, partial(wake_all, services))


async def is_lobby_pending_before(services: Services, row: OutboxRow) -> bool:
    """Return True if the outbox has an older `LobbyChanged` row of this table that no blocked channel holds back."""
    tag, rows = LobbyChanged.__struct_config__.tag, await sql.of_table(services.db.sync_reader, row.table_id)
    return any(each.kind == tag and each.id < row.id and not each.refused for each in rows)


async def note_channel_open(services: Services, channel: int) -> None:
    """Note that a channel has accepted a request.

    If it was recorded as blocked, delete that record, and deliver all rows that wait for any blocked channel of the
    same server. Otherwise do nothing.
    """
    if blocked := await channel_retries.note_open(services, channel):
        await _try_now(services, blocked.server)


async def try_again(services: Services, server: int, *, changed: bool = False) -> None:
    """Try now to deliver all rows that wait for blocked channels of a server. Do nothing if none is blocked.

    The reason is a click of a person there or, with `changed`, that a permission, role or channel has changed. Each of
    the two reasons leads to at most one try a minute, because Discord bans bots that it refuses too often. A call
    within that minute is put off to the first tick after it.
    """
    if not await channel_retries.blocked_in(services, server):
        return
    if services.now() - services.blocked_channels.tried.get((server, changed), 0) < SERVER_RETRY_INTERVAL_S:
        services.blocked_channels.to_try.add(server)
        return
    services.blocked_channels.to_try.discard(server)
    services.blocked_channels.tried[server, changed] = services.now()
    await _try_now(services, server)


async def _try_now(services: Services, server: int) -> None:
    """Make all rows due that wait for blocked channels of a server, and start their delivery.

    The pauses of these channels end at once.
    """
    blocked = await channel_retries.blocked_in(services, server)
    if not blocked:
        return
    for each in blocked:
        each.due = 0
    async with services.db.transaction() as db:
        tables = await sql_blocked.try_again(db, server)
    for table_id in tables:
        wake(services, table_id)


async def _report(services: Services) -> None:
    """Log how many rows, and of how many tables, wait for blocked channels.

    Do so only if the number of tables has changed since the last such line, or if it is not 0 and that line is a day
    old.
    """
    blocked, now = await channel_retries.all_blocked(services), services.now()
    rows, tables = await channel_retries.count_waiting(services) if blocked else (0, 0)
    if tables == services.blocked_channels.reported[0] and (
        not tables or now - services.blocked_channels.reported[1] < DAY
    ):
        return
    services.blocked_channels.reported = (tables, now)
    level = logging.WARNING if tables else logging.INFO
    log.log(level, "waiting for blocked channels: rows=%d tables=%d channels=%d", rows, tables, len(blocked))


async def _drain(services: Services, upcoming: Next) -> sql.NextDue | None:
    """Deliver a table's due rows one after the other, beginning with `upcoming`. Return when the next row will be due.

    Return None if no row is left, if the bot shuts down, or if our lease on the partition is in doubt.
    """
    while upcoming and not services.background.closing:
        if isinstance(upcoming, sql.NextDue):
            return upcoming
        row = upcoming[0]
        async with services.pacing.turn(row.table_id, _urgency(row)) as waited:
            if waited:  # Meanwhile there may be something newer to deliver, or nothing any more.
                upcoming = await sql.upcoming(services.db.reader, row.table_id, services.now())
            if upcoming and not isinstance(upcoming, sql.NextDue):
                upcoming = await _deliver(services, *upcoming)
    return None


def _urgency(row: OutboxRow) -> int:
    """Return the class of urgency in which a row waits for its turn when many are due; 0 is the most urgent.

    0: it asks somebody for something, or people wait for it (`_WAITED_FOR`). 2: it can wait (`_CAN_WAIT`). 1: any
    other row.
    """
    if row.asks or row.kind in _WAITED_FOR:
        return 0
    return 2 if row.kind in _CAN_WAIT else 1


async def _deliver(services: Services, row: OutboxRow, table_row: TableRow, seats: list[SeatRow]) -> Next:
    """Try to deliver a row and write the outcome. Return the table's next row, or when that will be due.

    Return None if there is no further row, or if our lease on the partition is in doubt, so that nothing may be sent.
    The outcome is one of these:

    - The row was delivered: it is acknowledged. Until that is committed, it is kept in `services.unacknowledged`.
    - It is to be tried again later, or waits for a blocked channel.
    - It can never be delivered: it is deleted.
    - It was replaced by a newer row before it was sent: nothing is written.

    Raise `Unreachable` or `Unusable` if the database is away.
    """
    assert services.frontend is not None
    table = Table.from_rows(table_row, seats)
    if row.refused and (joined_row := await _join(services, row, table)):
        return joined_row
    try:
        can_lead = row.kind in _CAN_LEAD
        later = await sql.next_in_lane(services.db.sync_reader, row, services.now()) if can_lead else []
        attempt = Attempt.of(row, later)
    except msgspec.MsgspecError:
        log.exception("table=%d outbox=%d kind=%s cannot be read", row.table_id, row.id, row.kind)
        return await _drop(services, row)
    try:
        await services.frontend.deliver(attempt, table)
    except Replaced:
        return await sql.upcoming(services.db.sync_reader, table.id, services.now())
    except NotAttempted as reason:
        await _retry_later(services, attempt, reason, 0)
        return None  # The rest could not be begun either.
    except RetryLater as reason:
        if row.tries < MAX_TRIES:
            pause = min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** min(row.tries, 10))
            return await _retry_later(services, attempt, reason, pause)
        log.error("table=%d outbox=%d kind=%s given up: %s", row.table_id, row.id, row.kind, reason)
        return await _drop(services, row)
    except ChannelBlocked as blocked:
        if table.open or await _is_worth_waiting(services, table, blocked):
            return await _hold_back(services, attempt, table, blocked)
        log.warning("table=%d outbox=%d kind=%s cannot be delivered any more", row.table_id, row.id, row.kind)
        return await _drop(services, row)
    except Declined:
        return await _drop(services, row)
    except (Unreachable, Unusable):
        # It is delivered once the database is back, or by who holds the partition then.
        if attempt.state is not DeliveryState.DELIVERED:
            raise
    except Exception:
        log.exception("table=%d outbox=%d kind=%s cannot be delivered", row.table_id, row.id, row.kind)
        # One notification that cannot be worded must not hold up all later ones.
        if attempt.state is not DeliveryState.DELIVERED:
            return await _drop(services, row)
    services.unacknowledged[table.id] = attempt, table
    return await _acknowledge(services, attempt, table)


async def begin(services: Services, attempt: Attempt) -> None:
    """Store the nonce of a new message in all rows that it delivers. Called just before the message is sent.

    The attempt's state is then `MAYBE_SENT`. Raise `Replaced` if one of the rows was deleted or replaced meanwhile:
    then the message must not be sent.
    """
    rows = [attempt.row, *(each.row for each in attempt.delivered_along)]
    if attempt.state is DeliveryState.FRESH or any(row.nonce != attempt.nonce for row in rows):
        async with services.db.transaction() as db:
            if not await sql.begin(db, rows, attempt.nonce):
                raise Replaced
    attempt.is_nonce_stored, attempt.state = True, DeliveryState.MAYBE_SENT


async def _acknowledge(services: Services, attempt: Attempt, table: Table, *, again: bool = False) -> Next:
    """Delete delivered rows from the outbox and write the effects. Return the table's next row, or when it is due.

    A row whose contents have changed meanwhile stays. An edit that a late edit may overwrite is written again, to be
    repeated once that is no longer possible. `again` is True after an earlier acknowledgement of the same rows has
    failed. It may have been committed all the same; if so, the effects are not written a second time. Channels that
    have accepted a request are noted as open.
    """
    async with services.db.transaction() as db:
        if again and not await sql.is_unacknowledged(db, attempt.row, attempt.nonce):
            attempt.effects = Effects()
        for row in (attempt.row, *(each.row for each in attempt.delivered_along)):
            await sql.acknowledge(db, row)
        if attempt.effects.is_withdrawn:
            await sql.replace_nonce(db, table.id, attempt.nonce)
        elif (
            attempt.is_nonce_stored and attempt.state is not DeliveryState.MAYBE_SENT and not attempt.notification.asks
        ):
            # Rows that still have this nonce get their own (none has it if it was never stored). They keep it while it
            # is unknown whether the message was sent, since it may have delivered them too. They also keep it after a
            # ping: in a blocked channel it does not wait for the story and board of its message, and these must find
            # that message by the nonce.
            await sql.clear_nonce(db, table.id, attempt.nonce)
        await effects.write(db, table, attempt.effects)
        if _may_be_overwritten_by_late_edit(services, attempt.notification):
            await pending.repeat_edit(db, table, attempt.notification, services.now(), services.late_edits_until)
        upcoming = await sql.commit_and_read_next(db, table.id, services.now())
    effects.update_caches(services, table, attempt.effects)
    services.unacknowledged.pop(table.id, None)
    for channel in attempt.effects.open_channels:
        await note_channel_open(services, channel)
    return upcoming


def _may_be_overwritten_by_late_edit(services: Services, notification: Notification) -> bool:
    """Return True if an older edit of the same message may reach Discord after the one that was just delivered.

    The former holder of our partition may have been paused in the middle of that edit. Discord does not check our
    fencing token, so nothing can keep the edit back.
    """
    is_edit = isinstance(notification, BoardChanged | HandChanged | LobbyChanged | OffersChanged | ObsoleteMessage)
    return is_edit and services.now() < services.late_edits_until


async def _drop(services: Services, row: OutboxRow) -> Next:
    """Delete a row that can never be delivered. Return the table's next row, or when it is due.

    If the row's contents have changed meanwhile, it stays and is tried again.
    """
    async with services.db.transaction() as db:
        await sql.acknowledge(db, row)
        return await sql.commit_and_read_next(db, row.table_id, services.now())


async def _retry_later(services: Services, attempt: Attempt, reason: RetryLater, pause: int) -> Next:
    """Store that the row of a failed attempt is due again in `pause` seconds. Return the table's next row, if any.

    `reason` is logged. Rows of one lane are delivered in order, so the later rows of the lane wait for the retry. If
    the attempt was to edit an existing message, the row gets a lane of its own instead, and no other row waits for it.
    """
    row = attempt.row
    log.warning("table=%d outbox=%d kind=%s again in %d s: %s", row.table_id, row.id, row.kind, pause, reason)
    async with services.db.transaction() as db:
        is_edit = attempt.notification.newest_only and attempt.state is DeliveryState.FRESH
        await sql.retry_later(db, row, services.now() + pause, alone=is_edit)
        if attempt.is_nonce_stored and attempt.state is DeliveryState.FRESH:
            await sql.clear_nonce(db, row.table_id, attempt.nonce)
        return await sql.commit_and_read_next(db, row.table_id, services.now())


async def _hold_back(services: Services, attempt: Attempt, table: Table, blocked: ChannelBlocked) -> Next:
    """Let a row wait for its blocked channel until `blocked.until`. Return the table's next row, or when it is due.

    The effects that the attempt had are written. If it has delivered a part of the notification, the row is rewritten
    to the part that is left (`effects.rest`). If the channel was deleted and the table is not over, its host is
    notified, once, how to move the table.
    """
    row = attempt.row
    async with services.db.transaction() as db:
        await effects.write(db, table, attempt.effects)
        if attempt.effects.rest:
            await sql.rewrite(db, row.id, to_row(table, attempt.effects.rest).facts)
        await sql.refuse(db, row, max(blocked.until, services.now() + 1), alone=blocked.alone)
        if attempt.is_nonce_stored and attempt.state is DeliveryState.FRESH:
            await sql.clear_nonce(db, row.table_id, attempt.nonce)
        if blocked.deleted and table.open and not table.row.place_gone:
            table.row.place_gone = True
            await sql_tables.save_table(db, table.row, "place_gone")
            await pending.write(db, table, [ChannelDeleted()])
        upcoming = await sql.commit_and_read_next(db, row.table_id, services.now())
    effects.update_caches(services, table, attempt.effects)
    return upcoming


async def _is_worth_waiting(services: Services, table: Table, blocked: ChannelBlocked) -> bool:
    """Return True if a notification of a table that is over should still wait for its blocked channel.

    It should if the channel was not deleted and has been blocked for less than 14 days.
    """
    found = [await channel_retries.find(services, channel) for channel in {table.place, table.row.channel}]
    since = min((each.since for each in found if each), default=services.now())
    return not blocked.deleted and services.now() - since < CLOSED_TABLE_PATIENCE_S


async def _join(services: Services, row: OutboxRow, table: Table) -> Next:
    """Join the events that happened while the channel was blocked into one `News` in this row, and delete their rows.

    Return the table's next row. The `Happening` and `News` rows of the same lane that were certainly not sent are
    joined. Change nothing and return None if `row` is not the first of them, or is the only one.
    """
    waited = [
        each for each in await sql.of_table(services.db.reader, table.id) if each.lane == row.lane and each.id >= row.id
    ]
    happened = [
        (each, notification)
        for each in waited
        if not each.nonce and isinstance(notification := _read(each), Happening | News)
    ]
    if row.nonce or len(happened) < 2 or happened[0][0].id != row.id:
        return None
    latest = happened[-1][0]
    news = to_row(table, joined([notification for _, notification in happened]))
    news.id, news.position = row.id, latest.position
    async with services.db.transaction() as db:
        await sql.join(db, news, [each.id for each, _ in happened[1:]])
        return await sql.commit_and_read_next(db, table.id, services.now())


def _read(row: OutboxRow) -> Notification | None:
    """Return a row's notification, or None if its kind or facts are unknown."""
    try:
        return from_row(row)
    except msgspec.MsgspecError:
        return None
