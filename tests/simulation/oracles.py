"""What must be true after a run: the promises of docs/design.md."""

from __future__ import annotations

import re
from collections import Counter

from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from storage.rows import LogRow
from tables.delivery import outbox, posts
from tables.delivery.posts import LiveKind
from tables.model.table import Table
from tables.notifications.kinds import BoardChanged, HandChanged, Notice
from tables.play.verify import verify
from tests.simulation.world import START, World

_DEADLINE = re.compile(r"<t:\d+:[Rf]>")
"""A deadline on a board. It is not compared: after downtime clocks end later, and boards show that with their next
refresh only."""
_WAITING = "⏳ Waiting for"
"""The line of a board that names the players to act."""
_RECENTLY_S = 60
"""Somebody who is asked again within this time of their last ping is asked without a sound."""


async def findings(world: World) -> list[str]:
    """Return every promise that the run has broken, as sentences; [] if it has kept all."""
    services = world.services
    assert services is not None
    found = [f"an exception that nobody handled: {error}" for error in world.loop.errors]
    found += (await verify(services)).faults
    logs = {number: await sql.log(services.db.reader, number) for number in world.tables}
    for made in world.made:
        row = next((row for row in logs[made.table] if row.n == made.version), None)
        if row is None or (row.seat, row.text) != (made.seat, made.text):
            found.append(f"a confirmed move is lost: {made}, the log has {row}")
    found += [f"a move was confirmed twice: {made}" for made, times in Counter(world.made).items() if times > 1]
    for number in world.tables:
        if waiting := await sql_outbox.of_table(services.db.reader, number):
            found.append(f"table {number}: the outbox still holds {[(row.kind, row.due) for row in waiting]}")
        table = await services.load(number)
        if table.row.status == "playing":
            found += _unasked(world, table, logs[number])
            found += _doubled(world, table)
            found += await _outdated(world, table)
    return found


def _unasked(world: World, table: Table, log: list[LogRow]) -> list[str]:
    """Return the people who have to act because of somebody else's move and have never heard a sound for it."""
    missing = []
    for seat in table.human_seats():
        if seat.seat not in table.owed or not seat.person:
            continue
        before = [row for row in log if row.at <= seat.asked_at]
        has_acted_since = any(row.seat == seat.seat and row.at >= seat.asked_at for row in log)
        if has_acted_since or (before and before[-1].seat == seat.seat):
            continue
        since = seat.asked_at - START - _RECENTLY_S
        heard = [ping for ping in world.chat.pings if ping.person == seat.person and ping.at >= since]
        if not any(f"#{table.id}" in world.chat.messages[ping.message].heard for ping in heard):
            missing.append(f"table {table.id}: person {seat.person} has to act and was never pinged for it")
    return missing


def _doubled(world: World, table: Table) -> list[str]:
    """Return a sentence if two messages where the table lives show a board that waits for somebody."""
    boards = [message.id for message in world.chat.in_channel(table.place) if _WAITING in message.text]
    here = [number for number in boards if f"#{table.id}" in world.chat.messages[number].heard or table.row.thread]
    return [f"table {table.id}: several boards are left: {here}"] if len(here) > 1 and not world.nonces_expired else []


async def _outdated(world: World, table: Table) -> list[str]:
    """Return the live messages of a table that are missing or that another refresh would change."""
    wrong = []
    services = world.services
    assert services is not None
    kinds: list[tuple[LiveKind, int]] = [("board", 0), *(("hand", seat.person or 0) for seat in table.human_seats())]
    before = {}
    for kind, person in kinds:
        post = await posts.find(services, table.id, kind, person)
        message = world.chat.messages.get(post.message) if post else None
        if message and not message.deleted:
            before[kind, person] = message.text
        elif kind == "board" and not world.moderated:
            wrong.append(f"table {table.id}: the board is missing")
    refresh: list[Notice] = [BoardChanged(), *(HandChanged(seat=seat.seat) for seat in table.human_seats())]
    await outbox.write_also(services, table, refresh)
    outbox.wake(services, table.id)
    await world.settle()
    for (kind, person), text in before.items():
        post = await posts.find(services, table.id, kind, person)
        now = world.chat.messages[post.message].text if post else "nothing"
        if _DEADLINE.sub("", now) != _DEADLINE.sub("", text):
            wrong.append(f"table {table.id}: {kind} {person or ''} was out of date:\n{text}\n-- instead of --\n{now}")
    return wrong
