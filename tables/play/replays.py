"""Replays: looking at a game step by step, and showing one moment of it to everybody.

`moment` returns a step as one viewpoint sees it, `same_moment` the same step from another viewpoint, and `show` writes
the notification that shows a moment to everybody. A replay's buttons carry viewpoint and step, so nothing about a
viewer is stored.
"""

from __future__ import annotations

import asyncio

from storage.queries import tables as sql
from tables.delivery import outbox
from tables.model.authority import Authority
from tables.model.history import OPEN_HANDS, SPECTATORS, GameHistory, Moment, Viewpoint
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.kinds import MomentShown
from tables.runtime.services import Services

SHOW_INTERVAL_S = 60
"""How long a person waits before they can show another moment to everybody."""


def allowed_viewpoints(table: Table, person: int) -> list[Viewpoint]:
    """Return the viewpoints from which a person may see a replay.

    The spectator's comes first, then seats in order, then open hands. Until the game is finished, only the spectator's
    and that of their own seat are allowed.
    """
    if table.row.status == "finished":
        return [SPECTATORS, *(Viewpoint(seat.seat) for seat in table.seats), OPEN_HANDS]
    own = table.seat_of(person)
    return [SPECTATORS, Viewpoint(own.seat)] if own else [SPECTATORS]


async def moment(services: Services, table: Table, person: int, viewpoint: Viewpoint, step: int | None) -> Moment:
    """Return the step with the number `step` (None: the latest) of a table's game, seen from a viewpoint.

    A number below 0 means the first step, one that is too high the latest. Raise `Declined` if the game has not started
    or the person may not use this viewpoint.
    """
    if table.state is None:
        raise Declined("not_started", table=table.id)
    if viewpoint not in allowed_viewpoints(table, person):
        raise Declined("not_your_eyes", table=table.id)
    history = await _history(services, table, viewpoint)
    return history.moment(table, viewpoint, step)


async def same_moment(services: Services, table: Table, then: Moment, person: int, viewpoint: Viewpoint) -> Moment:
    """Return the step that another viewpoint sees at the log entry of the moment `then`.

    Return `then` itself if that entry was taken back. Raise `Declined` if the person may not use the viewpoint.
    """
    if viewpoint not in allowed_viewpoints(table, person):
        raise Declined("not_your_eyes", table=table.id)
    return await _moment_at_entry(services, table, then.entry, viewpoint) or then


async def shown(services: Services, table: Table, notification: MomentShown) -> Moment | None:
    """Return the moment that a notification shows to everybody; None if it was taken back meanwhile.

    Until the game is finished everybody sees it as a spectator, whatever viewpoint the notification names.
    """
    viewpoint = Viewpoint.parse(notification.eyes) if table.row.status == "finished" else SPECTATORS
    return await _moment_at_entry(services, table, notification.entry, viewpoint or SPECTATORS)


async def _moment_at_entry(services: Services, table: Table, entry: int, viewpoint: Viewpoint) -> Moment | None:
    """Return the step that shows the position after a log entry; None if the entry was taken back."""
    history = await _history(services, table, viewpoint)
    position = history.position_of(entry)
    return None if position is None else history.moment(table, viewpoint, history.steps(viewpoint).at(position))


async def _history(services: Services, table: Table, viewpoint: Viewpoint) -> GameHistory:
    """Return the history of a table's game up to its loaded version, with the steps of this viewpoint computed.

    It is cached. The steps are computed in a thread.
    """
    key = (table.id, table.row.version)
    history = services.caches.histories.get(key)
    if history is None:
        log = await sql.log(services.db.reader, table.id, upto=table.row.version)
        history = services.caches.histories[key] = GameHistory(table, log)
    if not history.has_steps(viewpoint):
        await asyncio.to_thread(history.steps, viewpoint)
    return history


def may_show(table: Table, person: int, authority: Authority) -> bool:
    """Return True if a person may show moments to everybody: they have a seat, or run the server.

    `authority` says which server they manage or organise. Return False for a lesson, since nobody else can see it.
    """
    return not table.row.lesson and (table.seat_of(person) is not None or table.is_managed_by(person, authority))


async def show(
    services: Services, table_id: int, person: int, moment: Moment, undos: int, authority: Authority
) -> None:
    """Write a notification that shows a moment to everybody in the table's channel.

    While the game is running, it is shown as a spectator sees it. `undos` is how many moves had been taken back at the
    table when the person saw the moment. `authority` says which server they manage or organise. Raise `Declined` if a
    move has been taken back since, if the person may not show moments, or if they showed one within the last minute.
    """
    async with services.at(table_id) as table:
        if not may_show(table, person, authority):
            raise Declined("players_show", table=table_id)
        if table.row.undos != undos:
            raise Declined("moment_gone")
        now = services.now()
        if (again := services.moment_shown_at.get(person, 0) + SHOW_INTERVAL_S) > now:
            raise Declined("shown_just_now", when=again)
        viewpoint = moment.viewpoint if table.row.status == "finished" else SPECTATORS
        seat = table.seat_of(person)
        notification = MomentShown(entry=moment.entry, eyes=str(viewpoint), by=seat.seat if seat else None)
        services.moment_shown_at[person] = now
        async with services.db.transaction() as db:
            await pending.write(db, table, [notification])
    outbox.wake(services, table_id)
